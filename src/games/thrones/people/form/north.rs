//! The parts of the form about tactic cards and quests.

use super::{Maker, ids, section};
use crate::games::thrones::data::Unit;
use crate::games::thrones::people::plan::language::{NONE, Section, unit_word};
use crate::table::form::{Choice, Field, Part};
use serde_json::json;

/// The key of a tactic deck among what a plan says of tactics.
const DECK: &str = "deck";

impl Maker<'_> {
    /// The deck for the whole game. Rules: BW, Tactic deck and objectives.
    pub(super) fn tactic_deck(&self) -> Option<Part> {
        let asked = self.asked("tactic-deck")?;
        let number = |name: &str| asked.question[name].as_u64().and_then(|n| usize::try_from(n).ok());
        let cards = self.world.north.iter().flat_map(|north| &north.tactics);
        let options = cards.map(|card| Choice::new(card.name.as_str(), card.card.id())).collect();
        let (least, most) = (number("least")?, number("most")?);
        let field = Field::Ranked { options, none: None, least, most, repeats: false };
        let part = Part::new("tactic-deck", &[section(Section::Tactics), DECK], &["north", DECK], field);
        Some(part.asked(true))
    }

    /// The card of the round. Rules: BW, Planning.
    pub(super) fn tactic_card(&self) -> Option<Part> {
        let printed = self.world.north.as_ref()?;
        let named = |id: &str| {
            let card = printed.tactic(printed.tactic_id(id)?);
            Some(Choice::new(card.name.as_str(), id))
        };
        let options: Vec<Choice> = ids(&self.sheet["tactics"]).filter_map(named).collect();
        let most = options.len();
        let field = Field::Ranked { options, none: None, least: 0, most, repeats: false };
        let part = Part::new("tactic-card", &[section(Section::Tactic)], &["north", "cards"], field);
        (most > 0).then(|| part.asked(self.asked("tactic-card").is_some()))
    }

    /// Who goes on the quest: unit by unit. Rules: BW, Quests.
    pub(super) fn quest(&self) -> Option<Part> {
        let printed = self.world.north.as_ref()?;
        let quest = printed.quests[self.seat].as_ref()?;
        let open = self.board.north.as_ref()?.side(self.seat).quest_done.is_none();
        if !open || !(self.orders_now() || self.asked("quest").is_some()) {
            return None;
        }
        let mut options = Vec::new();
        let mut most = 0;
        for (area, spot) in self.board.held_by(self.seat) {
            let may_go = spot.units().filter(|unit| quest.units.contains(&unit));
            most += usize::from(may_go.count());
            for (unit, _) in may_go.iter() {
                options.push(self.sent(unit, &self.id(area)));
            }
        }
        let none = Some(NONE.to_owned());
        let field = Field::Ranked { options, none, least: 0, most, repeats: true };
        let part = Part::new("quest", &[section(Section::Quest)], &["north", "quest"], field);
        (most > 0).then(|| part.asked(self.asked("quest").is_some()))
    }

    fn sent(&self, unit: Unit, area: &str) -> Choice {
        let word = format!("{} from {}", unit_word(unit, 1), self.name(area).unwrap_or_default());
        Choice::new(word, json!({"unit": unit, "number": 1, "at": area}))
    }
}
