//! Entries that follow each other in a line, with the words around them that say nothing.

use super::Item;
use super::reader::Reader;
use crate::games::thrones::data::{Heading, OrderKind, Word};
use crate::games::thrones::people::plan::language::BattleField;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, OrderSaid, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::shapes::{Shape, Under};
use crate::games::thrones::people::plan::typed::wishes::{Mustered, Wish};
use std::collections::BTreeSet;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Passes over words before an entry that say nothing.
    pub(super) fn openings(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) {
        loop {
            // "Please give the Watch 2 power": here the verb says what is meant.
            let is_verb = grammar.word(Word::Disband, &mut input.clone()).is_ok();
            if is_verb || grammar.gift(&mut input.clone()).is_ok() {
                return;
            }
            // "Give the Wildlings 2 power" is a gift that nobody can make, and no bid of 2 on them.
            if grammar.gives_to_side(&mut input.clone()).is_ok() {
                return;
            }
            // "In Winterfell: march", but not "at Seagard: card Eddard".
            let start = input.checkpoint();
            // "No, White Harbor support".
            let denial = attempt(input, |input| {
                grammar.word(Word::No, input)?;
                grammar.signs(&[Sign::Comma, Sign::Stop], input)
            });
            if denial.is_err() && grammar.form(&self.lexicon.openings, input).is_err() {
                input.reset(&start);
                return;
            }
            let _ = grammar.signs(&[Sign::Colon, Sign::Comma], input);
        }
    }

    /// Reads some tokens as entries, whole; `None` if anything in them is not understood.
    pub(super) fn items(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
        run: Run,
    ) -> Option<Vec<Item>> {
        let line = Line { tokens: grammar.line.tokens.get(..run.to)?.to_vec(), ..grammar.line.clone() };
        let grammar = Grammar { line: &line, ..*grammar };
        // Brackets around the whole are those of a list.
        let listed = line.tokens.get(run.from).is_some_and(|token| token.sign == Some(Sign::Open))
            && line.tokens.last().is_some_and(|token| token.sign == Some(Sign::Close));
        let from = run.from + usize::from(listed && section.is_some());
        let mut failed = BTreeSet::new();
        let mut items = Vec::new();
        let found = self.from(&grammar, section, from, &mut failed, &mut items);
        items.reverse();
        let items = alike(&grammar, items)?;
        let is_clear = !items.windows(2).any(|two| may_be_a_goal(&grammar, two));
        (found && is_clear && !items.is_empty()).then_some(items)
    }

    /// Reads entries from a token to the end, last first; a token from which that fails is tried once.
    fn from(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
        at: usize,
        failed: &mut BTreeSet<usize>,
        items: &mut Vec<Item>,
    ) -> bool {
        let end = grammar.line.tokens.len();
        if at >= end {
            return true;
        }
        if failed.contains(&at) {
            return false;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut tokens);
        for skipped in [false, true] {
            let mut start = tokens.clone();
            if skipped {
                self.openings(grammar, &mut start);
                self.greeting(grammar, &mut start);
                if self.instead(grammar, &mut start) {
                    self.pass_end(grammar, &mut start);
                }
                if let Ok(run) = grammar.form(&self.lexicon.polite, &mut start.clone()) {
                    let mut behind = start.clone();
                    grammar.skip(run.to - run.from, &mut behind);
                    let _ = grammar.signs(&[Sign::Colon, Sign::Dash], &mut behind);
                    self.pass_end(grammar, &mut behind);
                    // "Winterfell raid, scratch that": with nothing in its place, what is before does not count.
                    let next = grammar.at(&behind);
                    let retracts = at > 0 && next >= end && grammar.is_one(&self.lexicon.retractions, run);
                    if !retracts && self.from(grammar, section, next, failed, items) {
                        return true;
                    }
                }
                // "Same as last turn, but Winterfell defense": alone it is told elsewhere.
                if let Ok(run) = grammar.form(&self.lexicon.vague, &mut start.clone()) {
                    let mut behind = start.clone();
                    grammar.skip(run.to - run.from, &mut behind);
                    self.pass_end(grammar, &mut behind);
                    let _ = grammar.words(&[Word::But], &mut behind);
                    let next = grammar.at(&behind);
                    if next < end && self.from(grammar, section, next, failed, items) && !items.is_empty() {
                        items.push(Item::Vague(run));
                        return true;
                    }
                }
                if let Ok(run) = grammar.form(&self.lexicon.unchanged, &mut start.clone()) {
                    let mut behind = start.clone();
                    grammar.skip(run.to - run.from, &mut behind);
                    self.pass_end(grammar, &mut behind);
                    let _ = grammar.words(&[Word::But], &mut behind);
                    if self.from(grammar, section, grammar.at(&behind), failed, items) {
                        items.push(Item::Unchanged(run));
                        return true;
                    }
                }
                // "lose knights last": what opens an entry says something else where none follows.
                if grammar.at(&start) == at || grammar.at(&start) >= end {
                    break;
                }
            }
            for (item, rest) in self.entry(grammar, section, start) {
                // "muster a knight in Winterfell and a footman in White Harbor".
                let section = match &item {
                    Item::Wish(Wish::Muster { .. } | Wish::MusterAt { .. }) if section.is_none() => {
                        Some(Heading::Muster)
                    }
                    // "cards: Eddard when attacking, Catelyn when defending".
                    Item::Wish(Wish::Tactic { field: BattleField::Cards, .. }) if section.is_none() => {
                        Some(Heading::Cards)
                    }
                    // "give the Watch 1 barrel and 3 power".
                    Item::Wish(Wish::Gift { .. }) if section.is_none() => Some(Heading::Gifts),
                    // "disband footman in Dragonstone, footman in Kingswood".
                    Item::Wish(Wish::Disband { .. }) if section.is_none() => Some(Heading::Disband),
                    _ => section,
                };
                let mut behind = rest;
                self.pass_end(grammar, &mut behind);
                if self.from(grammar, section, grammar.at(&behind), failed, items) {
                    items.push(item);
                    return true;
                }
            }
        }
        failed.insert(at);
        false
    }

    /// Passes over what may stand behind an entry: polite words, and a comma, full stop or "and" before the next.
    fn pass_end(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) {
        grammar.sign_or_nothing(Sign::Close, input);
        self.instead(grammar, input);
        while grammar.form(&self.lexicon.closings, input).is_ok() {}
        let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And, Sign::Slash];
        while grammar.signs(&signs, input).is_ok() || grammar.word(Word::And, input).is_ok() {}
        // "…, thx": what is polite may also stand behind a comma, at the end.
        let mut last = input.clone();
        while grammar.form(&self.lexicon.closings, &mut last).is_ok()
            || grammar.signs(&signs, &mut last).is_ok()
        {}
        if last.eof_offset() == 0 {
            *input = last;
        }
    }

    /// Returns the entries that could begin here, the likelier first.
    fn entry<'t>(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
        start: Tokens<'t>,
    ) -> Vec<(Item, Tokens<'t>)> {
        let under = match section {
            Some(Heading::Orders) => Under::Orders,
            Some(Heading::Marches) => Under::Marches,
            Some(Heading::Raids) => Under::Raids,
            _ => Under::Nothing,
        };
        let (mut first, mut second) = (start.clone(), start);
        let shape = grammar.shape(under, &mut first).ok().map(|shape| (Item::Shape(shape), first));
        let wish = grammar.wish(section, &mut second).ok().map(|wish| (Item::Wish(wish), second));
        let wishes = section.is_some() && under == Under::Nothing && section != Some(Heading::Plan);
        let further = |item: &Option<(Item, Tokens<'t>)>| item.as_ref().map(|(_, rest)| grammar.at(rest));
        let wish_first = wishes || further(&wish) > further(&shape);
        let both = if wish_first { [wish, shape] } else { [shape, wish] };
        both.into_iter().flatten().collect()
    }

    /// Passes over a greeting with a name that need not be of the game: `Hi Maria,`.
    pub(super) fn greeting(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) {
        let _ = attempt(input, |input| {
            grammar.form(&self.lexicon.greetings, input)?;
            let named = grammar.line.tokens.get(grammar.at(input)).is_some_and(Token::is_word);
            grammar.skip(usize::from(named), input);
            grammar.signs(&[Sign::Comma, Sign::Stop, Sign::Dash, Sign::Colon], input)
        });
    }

    /// Passes over the order that is not given: `instead of support`. Returns `true` if there is one.
    fn instead(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) -> bool {
        attempt(input, |input| {
            let _ = grammar.sign(Sign::Comma, input);
            // "Defend, not consolidate" gives no other order behind it.
            let instead = grammar.word(Word::InsteadOf, input).is_ok();
            if !instead {
                grammar.word(Word::NotTo, input)?;
            }
            grammar.article(input);
            let order = grammar.order(false, input)?;
            let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop];
            let ends = input.eof_offset() == 0 || grammar.signs(&signs, &mut input.clone()).is_ok();
            if instead || ends { Ok(order) } else { Err(EmptyError) }
        })
        .is_ok()
    }
}

/// Returns entries with what is said of the entry before, as in `Pyke consolidates, Seagard too`, and `Pyke and Seagard consolidate,
/// Pyke with the star`; `None` if there is none.
fn alike(grammar: &Grammar<'_>, items: Vec<Item>) -> Option<Vec<Item>> {
    let mut all: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        let same = match (&item, all.last()) {
            (Item::Shape(Shape::Too { place }), Some(Item::Shape(Shape::Order { order, .. }))) => {
                let kept = order.kind != OrderKind::March && !order.star;
                Some(Item::Shape(Shape::Order { places: vec![*place], order: *order })).filter(|_| kept)
            }
            (Item::Shape(Shape::Star { place }), Some(Item::Shape(Shape::Order { places, order }))) => {
                let (star, order) = (OrderSaid { star: true, ..*order }, *order);
                let is_it = |other: &Run| grammar.name_of(*other) == grammar.name_of(*place);
                let others: Vec<Run> = places.iter().copied().filter(|other| !is_it(other)).collect();
                if order.star || others.is_empty() || others.len() == places.len() {
                    return None;
                }
                all.pop();
                all.push(Item::Shape(Shape::Order { places: others, order }));
                Some(Item::Shape(Shape::Order { places: vec![*place], order: star }))
            }
            (
                Item::Wish(Wish::MusterMore { run, number, place }),
                Some(Item::Wish(Wish::Muster { items, .. })),
            ) => {
                let [Mustered::Units { unit, sea: None, home: None, .. }] = items.as_slice() else {
                    return None;
                };
                let (run, count) = (*run, Count::Number(*number));
                let more = Mustered::Units { run, unit: *unit, count, sea: None, home: None };
                Some(Item::Wish(Wish::Muster { place: Some(*place), items: vec![more] }))
            }
            (
                Item::Shape(Shape::Too { .. } | Shape::Star { .. }) | Item::Wish(Wish::MusterMore { .. }),
                _,
            ) => None,
            _ => Some(item),
        };
        all.push(same?);
    }
    Some(all)
}

/// Returns `true` for a march and what "and" joins to its last goal, where no order stands right behind the area: "to Karhold and White
/// Harbor, support …" may name another goal.
fn may_be_a_goal(grammar: &Grammar<'_>, two: &[Item]) -> bool {
    let [Item::Shape(Shape::March { steps, .. }), Item::Shape(next)] = two else { return false };
    let (goal, first) = (steps.iter().filter_map(|step| step.to).map(|run| run.to).max(), next.places());
    let (Some(goal), Some(first)) = (goal, first.first()) else { return false };
    let joins = |at: usize| {
        let is_and = grammar.token(at).is_some_and(|token| token.sign == Some(Sign::And));
        is_and || grammar.word_is(Word::And, Run { from: at, to: at + 1 })
    };
    let is_joined = goal < first.from && (goal..first.from).all(joins);
    is_joined && grammar.token(first.to).is_some_and(|token| token.sign == Some(Sign::Comma))
}
