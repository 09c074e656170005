//! What abilities of tactic cards in a row, and lists of units for a quest, mean in a position.

use super::{Made, Meaning};
use crate::games::thrones::data::Letter;
use crate::games::thrones::people::plan::language::{self, Section};
use crate::games::thrones::people::plan::northern::card_and_letter;
use crate::games::thrones::people::plan::typed::grammar::Run;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::typed::wishes::{AbilitySaid, QuestUnits};

/// The tactic cards whose first ability gains power, and recruits.
const GAINS: &str = "advanced-planning";
const RECRUITS: &str = "call-to-arms";

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

    /// Makes the entries of a card whose first ability recruits, or gains power; no other does either.
    pub(in super::super) fn first_ability(&self, card: Run, target: Run, gains: bool) -> Made {
        let (said, span) = (self.said(card), self.span(card));
        let bare = card_and_letter(&said).0.trim();
        let id = self.words.tactics().known(bare).zip(self.board.world.north.as_ref());
        let id = id.map(|(id, north)| north.tactic(id).card.id());
        if id != Some(if gains { GAINS } else { RECRUITS }) {
            return Err(self.unclear(Run { from: card.from, to: target.to }));
        }
        Ok(vec![
            Entry::Supposed(Section::Tactic, text(span, bare)),
            Entry::Keyed(
                Section::Tactics,
                text(span, &format!("{bare} {}", Letter::A.id())),
                self.raw(target),
            ),
        ])
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
