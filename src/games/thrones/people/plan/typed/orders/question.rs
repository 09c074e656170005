//! Orders with a question mark behind them: `Winterfell march +1 ?`, `Winterfell march +1 (right?)`. They are orders, and their
//! writer is told so; `can I march from Winterfell?` is none.

use crate::games::thrones::data::Heading;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::shapes::Shape;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::games::thrones::people::plan::typed::{Item, LineFate};
use crate::sheet::{Fault, Refusal};

fn asks(token: &Token) -> bool {
    token.raw == "?"
}

impl Reader<'_> {
    /// Returns `true` for items with an order in so many words.
    pub(in super::super) fn gives_order(&self, items: &Option<Vec<Item>>) -> bool {
        items
            .iter()
            .flatten()
            .any(|item| matches!(item, Item::Shape(Shape::Order { .. } | Shape::All { .. })))
    }

    /// Reads orders up to the question at the end of their line; `None` if there is none, or more than orders before it.
    pub(in super::super) fn asked_of(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let all = &grammar.line.tokens;
        let run = Run { from: 0, to: self.before_question(grammar)? };
        if run.to == 0 || all[..run.to].iter().any(asks) || self.denies(grammar, run) {
            return None;
        }
        let asked = self.section.or_else(|| self.asked_first());
        let section = asked.filter(|section| self.items(grammar, Some(*section), run).is_some());
        let items = self.items(grammar, section.or(self.section), run)?;
        // "Support Lannister?" and "Winterfell to Karhold?" may be talk, unless a heading says what they are.
        let is_order = |item: &Item| match item {
            Item::Shape(Shape::March { order, .. } | Shape::Raid { order, .. }) => order.is_some(),
            Item::Shape(_) => true,
            Item::Unchanged(_) | Item::Vague(_) => false,
            Item::Wish(wish) => matches!(
                wish,
                Wish::Bid { .. }
                    | Wish::BidsOn { .. }
                    | Wish::Bids { .. }
                    | Wish::Muster { .. }
                    | Wish::Consolidate { .. }
            ),
        };
        if section.is_none() && !items.iter().all(is_order) {
            return None;
        }
        let fate = self.take(grammar, section.or(self.section), items);
        if fate == LineFate::Taken {
            let span = grammar.line.span(run.to, all.len());
            self.faults.push(Fault::warning(span, Refusal::new("line-question")));
        }
        Some(fate)
    }

    /// Returns `true` for orders with a remark in brackets behind them that nobody here can read: `Winterfell CP (yes, really)`. It may
    /// be a condition, so the line is asked back.
    pub(in super::super) fn is_remarked(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
        run: Run,
    ) -> bool {
        let sign = |at: usize| grammar.line.tokens.get(at).and_then(|token| token.sign);
        let Some(last) = run.to.checked_sub(1).filter(|at| sign(*at) == Some(Sign::Close)) else {
            return false;
        };
        let Some(open) = (run.from..last).rfind(|at| sign(*at) == Some(Sign::Open)) else { return false };
        let items = self.items(grammar, section, Run { to: open, ..run }).unwrap_or_default();
        items.iter().any(|item| matches!(item, Item::Shape(_)))
    }

    /// Returns where the question at the end of a line begins.
    fn before_question(&self, grammar: &Grammar<'_>) -> Option<usize> {
        let all = &grammar.line.tokens;
        let sign = |at: usize| all.get(at).and_then(|token| token.sign);
        let last = all.len().checked_sub(1)?;
        if sign(last) == Some(Sign::Close) {
            let open = (0..last).rfind(|at| sign(*at) == Some(Sign::Open))?;
            return all[open..last].iter().any(asks).then_some(open);
        }
        let end = all.iter().rposition(|token| !asks(token))? + 1;
        if end > last {
            return None;
        }
        let is_aside =
            |at: &usize| grammar.form_at(&self.lexicon.asides, *at).is_some_and(|length| at + length == end);
        let Some(mut from) = (1..end).find(is_aside) else { return Some(end) };
        while from > 0
            && matches!(sign(from - 1), Some(Sign::Comma | Sign::Semicolon | Sign::Dash | Sign::Stop))
        {
            from -= 1;
        }
        Some(from)
    }
}
