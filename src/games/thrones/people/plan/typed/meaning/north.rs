//! What abilities of tactic cards in a row, and lists of units for a quest, mean in a position.

use super::{Made, Meaning};
use crate::games::thrones::people::plan::language::{self, Section};
use crate::games::thrones::people::plan::northern::card_and_letter;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::typed::wishes::{AbilitySaid, QuestUnits};

impl Meaning<'_> {
    /// Makes the entries of abilities one behind the other; one with nothing behind it is used.
    pub(in super::super) fn abilities_said(&self, all: &[AbilitySaid]) -> Vec<Entry> {
        let used = |one: &AbilitySaid| {
            let letter = self.said(one.key);
            let key = match one.card {
                Some(card) => format!("{} {}", card_and_letter(&self.said(card)).0.trim(), letter.trim()),
                None => letter.trim().to_owned(),
            };
            let span = self.span(one.key);
            let is_bare = one.value.from >= one.value.to;
            let value = if is_bare { text(span, language::YES) } else { self.raw(one.value) };
            Entry::Keyed(Section::Tactics, text(span, &key), value)
        };
        all.iter().map(used).collect()
    }

    /// Makes the entries of units that go on a quest.
    pub(in super::super) fn units_sent(&mut self, all: &[QuestUnits]) -> Made {
        let units = |units: &QuestUnits| {
            let what = self.units_at(units.unit, units.count, units.at)?;
            Ok(Entry::Member(Section::Quest, text(self.span(units.run), &what)))
        };
        all.iter().map(units).collect()
    }
}
