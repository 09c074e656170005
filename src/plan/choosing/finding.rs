//! Which of the legal answers has all that a text names: as often as it says, and in its order.

use super::{Mention, Said, Token, names};
use crate::plan::words::Words;
use crate::sheet::whole_number;
use crate::table::{Choice, Choices};
use std::collections::BTreeMap;

impl Said {
    /// Returns the answer that has all that is named and nothing else, or that alone has all that is named.
    pub(super) fn find(&self, choices: &Choices) -> Option<usize> {
        let ways = self.counts(choices);
        let all = || choices.all.iter().enumerate();
        for named in &ways {
            let is = |choice: &Choice| {
                let of: BTreeMap<usize, u64> = choice.named.iter().copied().collect();
                of == *named && (!choice.ordered || self.is_in_order(choice))
            };
            let mut exact = all().filter(|(_, choice)| is(choice));
            if let (Some((at, _)), None) = (exact.next(), exact.next()) {
                return Some(at);
            }
        }
        // Of a sample, only what is said whole is meant.
        choices.complete.then_some(())?;
        if let Some(at) = self.begins(choices) {
            return Some(at);
        }
        let has = |choice: &Choice| {
            let in_it = |(thing, _): (&usize, &u64)| names(choice, *thing);
            !choice.ordered && ways.first().is_some_and(|named| named.iter().all(in_it))
        };
        let mut with = all().filter(|(_, choice)| has(choice));
        let (at, _) = with.next()?;
        with.next().is_none().then_some(at)
    }

    /// Returns what is named, each once, in the order of the text.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        for mention in &self.mentions {
            if !order.contains(&mention.thing) {
                order.push(mention.thing);
            }
        }
        order
    }

    /// Returns `true` if an order goes as the text has it: "me first, Wally second", and not "Wally last, me first".
    fn is_in_order(&self, choice: &Choice) -> bool {
        let order = self.order();
        self.counts_right(&order, order.len()) && order.iter().eq(choice.named.iter().map(|(thing, _)| thing))
    }

    /// Returns `true` if each ordinal of the text stands beside what has that place in an order of so many.
    fn counts_right(&self, order: &[usize], number: usize) -> bool {
        let places = || Words::english().list("places in order").len();
        self.tokens.iter().enumerate().all(|(at, token)| {
            let Some(place) = Words::english().place("places in order", &token.word) else { return true };
            let place = if place + 1 == places() { number.saturating_sub(1) } else { place };
            let is_of_it = |mention: &Mention| {
                self.tokens.get(mention.from).is_some_and(|name| name.clause == token.clause)
            };
            let before = self.mentions.iter().find(|mention| mention.to == at && is_of_it(mention));
            let of = before
                .or_else(|| self.mentions.iter().find(|mention| mention.from == at + 1 && is_of_it(mention)));
            of.is_some_and(|of| order.get(place) == Some(&of.thing))
        })
    }

    /// Returns the only order that begins as the text does, where that leaves one alone: of three, two that come first.
    fn begins(&self, choices: &Choices) -> Option<usize> {
        let order = self.order();
        let takes_out = |token: &Token| Words::english().means("contrast", &token.word);
        if order.is_empty()
            || !self.counts_right(&order, order.len() + 1)
            || self.tokens.iter().any(takes_out)
        {
            return None;
        }
        let begins = |choice: &Choice| {
            let begin = choice.named.iter().map(|(thing, _)| thing).take(order.len());
            choice.ordered && choice.named.len() == order.len() + 1 && begin.eq(order.iter())
        };
        let mut all = choices.all.iter().enumerate().filter(|(_, choice)| begins(choice));
        let (at, _) = all.next()?;
        all.next().is_none().then_some(at)
    }

    /// Returns the numbers in the text that are no names, with their places.
    fn numbers(&self) -> Vec<(usize, u64)> {
        let number = |(at, token): (usize, &Token)| {
            Some((at, whole_number(&token.word).filter(|_| !self.mentioned(at))?))
        };
        self.tokens.iter().enumerate().filter_map(number).collect()
    }

    /// Returns how often each thing is meant, in the ways that the text can be read.
    fn counts(&self, choices: &Choices) -> Vec<BTreeMap<usize, u64>> {
        let once: BTreeMap<usize, u64> = self.mentions.iter().map(|mention| (mention.thing, 1)).collect();
        if choices.all.iter().all(|choice| choice.named.iter().all(|(_, count)| *count == 1)) {
            return vec![once];
        }
        let mut often = BTreeMap::new();
        self.mentions.iter().for_each(|mention| *often.entry(mention.thing).or_insert(0) += 1);
        let numbers = self.numbers();
        let Some((first, _)) = numbers.first() else { return vec![often] };
        // "2 in Milkwater, 1 in Antler" or "Milkwater 2, Antler 1".
        let before = self.mentions.first().is_some_and(|mention| *first < mention.from);
        let mut counted = BTreeMap::new();
        for (place, mention) in self.mentions.iter().enumerate() {
            let start = if before {
                place.checked_sub(1).and_then(|place| self.mentions.get(place)).map_or(0, |other| other.to)
            } else {
                mention.to
            };
            let end = if before {
                mention.from
            } else {
                self.mentions.get(place + 1).map_or(self.tokens.len(), |other| other.from)
            };
            let count =
                numbers.iter().find(|(at, _)| (start..end).contains(at)).map_or(1, |(_, count)| *count);
            *counted.entry(mention.thing).or_insert(0) += count;
        }
        // "2 zombies: Milkwater and Antler" is one each.
        let total: u64 = often.values().sum();
        match numbers.as_slice() {
            [(_, number)] if before && *number == total && total > 1 => vec![often],
            _ => vec![counted],
        }
    }

    /// Returns the only answer with so many things as the only number in the text says.
    pub(super) fn total(&self, choices: &Choices) -> Option<usize> {
        let [(_, number)] = self.numbers()[..] else { return None };
        choices.complete.then_some(())?;
        if !self
            .tokens
            .iter()
            .enumerate()
            .all(|(at, token)| token.small || self.numbers().iter().any(|n| n.0 == at))
        {
            return None;
        }
        let total = |choice: &Choice| -> u64 { choice.named.iter().map(|(_, count)| *count).sum() };
        let is =
            |choice: &Choice| !names(choice, Choices::NONE) && !choice.ordered && total(choice) == number;
        let mut all = choices.all.iter().enumerate().filter(|(_, choice)| is(choice));
        let (at, _) = all.next()?;
        all.next().is_none().then_some(at)
    }
}
