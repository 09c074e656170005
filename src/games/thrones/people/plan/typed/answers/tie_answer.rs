//! The answer to a question about a tie where nothing else is asked: houses in their order.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::keys::short_key;
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::sheet::{Content, Fault, Node, Refusal};
use crate::table::{LineFate, Open};
use serde_json::Value;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes houses in their order where only a tie is asked about: `Tyrell, Lannister, Greyjoy`, `tie order Tyrell > Lannister`.
    pub(in super::super) fn tie_picked(&mut self, grammar: &Grammar<'_>, open: &Open) -> Option<LineFate> {
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let input = &mut tokens;
        self.openings(grammar, input);
        let _ = grammar.word(Word::Ties, input);
        let _ = grammar.word(Word::Bonus, input);
        let _ = grammar.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
        let mut houses = Vec::new();
        while let Ok((seat, run)) = attempt(input, |input| {
            let _ = grammar.signs(&[Sign::Comma, Sign::Arrow, Sign::Dash, Sign::Slash, Sign::And], input);
            let _ = grammar.words(&[Word::And, Word::Else], input);
            // "Me first, then Tyrell".
            let own = grammar.word(Word::Own, input).map(|run| (self.seat, run));
            let house = own.or_else(|_| grammar.house(input))?;
            let _ = grammar.word(Word::First, input);
            Ok(house)
        }) {
            houses.push(text(line.span(run.from, run.to), self.board.world.seat_id(seat)));
        }
        while grammar.form(&self.lexicon.closings, input).is_ok() || grammar.sign(Sign::Comma, input).is_ok()
        {
        }
        if input.eof_offset() > 0 {
            return None;
        }
        // Where one house is to be chosen, it is the first of an order that can be.
        let is_legal = |house: &Node| open.legal.answers.iter().any(|answer| answer.as_str() == house.text());
        if open.legal.answers.iter().any(Value::is_string) {
            let house = houses.into_iter().find(is_legal)?;
            let key = text(line.span(0, 1), short_key(&open.key));
            self.entries.push(Entry::Keyed(Section::Answers, key, house));
            return Some(LineFate::Taken);
        }
        // Who decides the tie and lists the others means them to come after: nobody decides against himself.
        let own = self.board.world.seat_id(self.seat);
        let tied = open.question["tied"].as_array();
        let is_tied = tied.is_some_and(|tied| tied.iter().any(|house| house.as_str() == Some(own)));
        if is_tied && !houses.is_empty() && !houses.iter().any(|house| house.text() == Some(own)) {
            let span = line.span(0, line.tokens.len());
            let why =
                Refusal::new("plan-ties-self-first").with("house", self.board.world.seat_name(self.seat));
            self.faults.push(Fault::warning(span, why));
            houses.insert(0, text(span, own));
        }
        if houses.len() < 2 {
            return None;
        }
        let key = text(line.span(0, 1), short_key(&open.key));
        let value = Node { span: line.span(0, line.tokens.len()), content: Content::List(houses) };
        self.entries.push(Entry::Keyed(Section::Answers, key, value));
        Some(LineFate::Taken)
    }
}
