//! Lines that were meant as orders and give none: those of last turn, those sent before, and `I pass`.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Spellings, Word};
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::{Fault, Refusal};
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Asks back a line that gives no order although it was meant as orders.
    pub(in super::super) fn gives_none(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let why = if self.is_only(grammar, &self.lexicon.vague) {
            Refusal::new("line-same").with("text", grammar.line.text(whole.from, whole.to))
        } else if self.passes(grammar) {
            Refusal::new("line-pass").with("early", self.board.stage < Stage::Planning)
        } else if let Some(area) = self.goes_first(grammar) {
            Refusal::new("line-goes-first").with("area", area)
        } else if let Some(named) = self.takes_back(grammar, whole) {
            // Of another area than the one named, an example would take back an order that stands.
            let why = Refusal::new("line-forget");
            if let Some(named) = named { why.with("area", named) } else { why }
        } else {
            return None;
        };
        self.faults.push(Fault::error(grammar.line.span(whole.from, whole.to), why));
        Some(LineFate::Faulty)
    }

    /// Returns `true` for a line that only says that its writer does nothing: `pass please`, `nothing, I pass`.
    pub(in super::super) fn passes(&self, grammar: &Grammar<'_>) -> bool {
        // "No orders from me" begins with the word for none.
        if self.is_only(grammar, &self.lexicon.passes) {
            return true;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        if grammar.word(Word::None, &mut tokens).is_ok() {
            let _ = grammar.signs(&[Sign::Comma, Sign::Stop, Sign::Dash, Sign::Semicolon], &mut tokens);
        }
        let from = grammar.at(&tokens);
        self.is_only_from(grammar, &self.lexicon.passes, from)
    }

    /// Returns the area whose order a line takes back, if it is one that does: `forget the march from Winterfell`; `None` within if it
    /// names orders of no area. A line that names no order is prose.
    fn takes_back(&self, grammar: &Grammar<'_>, whole: Run) -> Option<Option<String>> {
        const NAMED: &[Word] = &[Word::March, Word::Raid, Word::Support, Word::Muster, Word::Bid];
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.form(&self.lexicon.forgets, &mut tokens).ok()?;
        let rest = Run { from: grammar.at(&tokens), to: whole.to };
        if !self.is_like_orders(grammar, rest) {
            return None;
        }
        let (mut place, mut names) = (None, false);
        while tokens.eof_offset() > 0 {
            names |= grammar.words(NAMED, &mut tokens.clone()).is_ok();
            // "Forget my last mail": not every word that may be a name is one.
            if let Ok(run) = grammar.place(&mut tokens.clone())
                && let Meant::One { area, .. } = grammar.areas.meant(&grammar.name_of(run), &[grammar.own])
                && grammar.own.has(area)
            {
                place = place.or(Some(self.board.world.place(area).name.clone()));
            }
            grammar.skip(1, &mut tokens);
        }
        names.then_some(place)
    }

    /// Returns the area of one's own of which a line says when it marches, and nothing else: `Seagard goes first, of course`.
    fn goes_first(&self, grammar: &Grammar<'_>) -> Option<String> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        self.openings(grammar, &mut tokens);
        let place = grammar.place(&mut tokens).ok()?;
        let Meant::One { area, .. } = grammar.areas.meant(&grammar.name_of(place), &[grammar.own]) else {
            return None;
        };
        let _ = grammar.word(Word::March, &mut tokens);
        grammar.word(Word::GoesFirst, &mut tokens).ok()?;
        let _ = grammar.sign(Sign::Comma, &mut tokens);
        while grammar.form(&self.lexicon.closings, &mut tokens).is_ok() {}
        let own = grammar.own.has(area) && tokens.eof_offset() == 0;
        own.then(|| self.board.world.place(area).name.clone())
    }

    fn is_only(&self, grammar: &Grammar<'_>, forms: &Spellings) -> bool {
        self.is_only_from(grammar, forms, 0)
    }

    /// Returns `true` if a line is one of some forms from a token on, but for words that say nothing around it.
    fn is_only_from(&self, grammar: &Grammar<'_>, forms: &Spellings, from: usize) -> bool {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(from, &mut tokens);
        let start = tokens.checkpoint();
        // "I pass" is a form; in "please pass" the first word says nothing.
        let mut found = grammar.form(forms, &mut tokens).is_ok();
        if !found {
            tokens.reset(&start);
            self.openings(grammar, &mut tokens);
            found = grammar.form(forms, &mut tokens).is_ok();
        }
        while grammar.form(&self.lexicon.closings, &mut tokens).is_ok() {}
        found && grammar.at(&tokens) == grammar.line.tokens.len()
    }
}
