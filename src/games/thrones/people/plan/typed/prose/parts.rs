//! Lines in which some parts are understood and others are not.

use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::shapes::Shape;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::table::LineFate;

impl Reader<'_> {
    /// Reads a line in parts, if each of them is an entry or meant as one.
    pub(in super::super) fn parts(&mut self, grammar: &Grammar<'_>, whole: Run) -> LineFate {
        let start = self.heading(grammar).map_or(whole, |(_, rest)| rest);
        let section = self.heading(grammar).map_or(self.section, |(heading, _)| Some(heading));
        let mut parts: Vec<Run> = Vec::new();
        let mut from = start.from;
        for at in start.from..=start.to {
            let sign = grammar.line.tokens.get(at).and_then(|token| token.sign);
            if at == start.to || matches!(sign, Some(Sign::Comma | Sign::Semicolon | Sign::Stop)) {
                if at > from {
                    parts.push(Run { from, to: at });
                }
                from = at + 1;
            }
        }
        let read: Vec<(Run, Option<Vec<Item>>)> =
            parts.iter().map(|part| (*part, self.items(grammar, section, *part))).collect();
        // "White Harbor support, or rather defense": what is corrected does not count either.
        let corrects = |part: &Run| grammar.form_at(&self.lexicon.corrections, part.from).is_some();
        if read.iter().any(|(part, items)| items.is_none() && corrects(part))
            && read.iter().any(|(_, items)| self.gives_order(items))
        {
            self.unclear(grammar, whole);
            return LineFate::Faulty;
        }
        // Units on a quest do not come back: all of them go, or none. Of houses, best first, none may be left out.
        let is_quest =
            |item: &Item| matches!(item, Item::Wish(Wish::Quest(_) | Wish::QuestList(_) | Wish::Ties(_)));
        if read.iter().any(|(_, items)| items.is_none())
            && read.iter().filter_map(|(_, items)| items.as_ref()).flatten().any(is_quest)
        {
            self.unclear(grammar, whole);
            return LineFate::Faulty;
        }
        // "Lannisport: leave the footman, zeppelin marches": who stays is not all of it.
        let only_stays = |item: &Item| match item {
            Item::Shape(Shape::March { steps, order: None, .. }) => {
                steps.iter().all(|step| step.to.is_none())
            }
            _ => false,
        };
        let is_cut = read.windows(2).any(|pair| match pair {
            [(_, Some(items)), (_, None)] => items.iter().any(only_stays),
            _ => false,
        });
        if is_cut {
            self.unclear(grammar, whole);
            return LineFate::Faulty;
        }
        let meant = |part: Run| self.is_meant(grammar, part);
        let mut wrong = read.iter().filter(|(_, items)| items.is_none()).peekable();
        let is_prose = wrong.clone().any(|(part, _)| !meant(*part));
        if is_prose || wrong.peek().is_none() {
            let is_read = |items: &Option<Vec<Item>>| items.as_ref().is_some_and(|items| !items.is_empty());
            let part_read = read.iter().any(|(_, items)| is_read(items));
            let any = part_read || read.iter().any(|(part, _)| meant(*part));
            // "knights first if I lose, cards Tywin": a line with an order in it, and no prose.
            // "wildlings: 0, we do not sow": what begins with an order is never passed over in silence.
            let begins = read.first().is_some_and(|(_, items)| is_read(items));
            if any && self.is_meant(grammar, start)
                || self.is_remarked(grammar, section, start)
                || self.is_plain(grammar, start) && read.iter().any(|(_, items)| self.gives_order(items))
                || part_read && (begins || self.is_like_orders(grammar, start))
            {
                self.unclear(grammar, whole);
                return LineFate::Faulty;
            }
            return LineFate::NotMine;
        }
        // "Bids: I. 0, F. 2": what would stand for all does not, beside something that cannot be read.
        let is_for_all = |item: &Item| matches!(item, Item::Wish(Wish::BidOthers { .. }));
        for (part, items) in read {
            match items.filter(|items| !items.iter().any(is_for_all)) {
                Some(items) => {
                    self.take(grammar, section, items);
                }
                None => self.unclear(grammar, part),
            }
        }
        LineFate::Faulty
    }
}
