//! House cards alone in a line: `Mag`, `Mormont, then Thorne`. They are those of the plan, best first, in every battle.

use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::language::BattleField;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::{Battles, Member, Wish};
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes a line of nothing but names of one's own House cards. The name of a player, at the end of a message, is no card.
    pub(in super::super) fn cards_alone(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        if self.section.is_some() || grammar.line.number.is_some() || self.asked_first().is_some() {
            return None;
        }
        let said = grammar.line.text(whole.from, whole.to);
        if self.seats.known(said.trim_matches(|c: char| !c.is_alphanumeric())).is_some() {
            return None;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let mut members = Vec::new();
        // "First Eddard, then Robb".
        let is_ranked = grammar.word(Word::First, input).is_ok();
        while input.eof_offset() > 0 {
            let card = grammar.card(input).ok()?;
            // A word that is like a name is prose; so is one that a tactic card or an area has, too.
            let name = grammar.name_of(card).join(" ");
            if grammar.cards.known(&name).is_none()
                || grammar.tactics.known(&name).is_some()
                || grammar.areas.is_name(&name)
            {
                return None;
            }
            members.push(Member::Card(card));
            // "Stannis first, then Renly".
            if members.len() == 1 {
                let _ = grammar.word(Word::First, input);
            }
            let mut is_parted = input.eof_offset() == 0;
            let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::Slash, Sign::Arrow];
            while grammar.signs(&signs, input).is_ok()
                || grammar.words(&[Word::Otherwise, Word::Else, Word::And], input).is_ok()
            {
                is_parted = true;
            }
            // "Mormont, then Thorne".
            self.openings(grammar, input);
            while grammar.form(&self.lexicon.closings, input).is_ok() {}
            if !is_parted && input.eof_offset() > 0 {
                return None;
            }
        }
        if members.is_empty() || is_ranked && members.len() < 2 {
            return None;
        }
        let wish = Wish::Tactic { battles: Battles::All, field: BattleField::Cards, members };
        Some(self.take(grammar, Some(Heading::Cards), vec![Item::Wish(wish)]))
    }
}
