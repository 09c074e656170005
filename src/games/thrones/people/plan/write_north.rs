//! Writes what a plan says of tactic cards and quests as a player would type it.

use super::language::{NO, NONE, Section, TRACKS, YES, word};
use super::model::{Plan, Wish};
use super::northern::{DECK, OBJECTIVE};
use super::write::{Out, list, scalar};

impl Out<'_> {
    pub(super) fn north(&mut self, plan: &Plan) {
        let north = &plan.north;
        match north.cards.as_slice() {
            [] => {}
            [one] => self.section(Section::Tactic, &self.tactic(one)),
            all => self.section(Section::Tactic, &list(all.iter().map(|card| self.tactic(card)))),
        }
        if !(north.deck.is_empty() && north.objective.is_none() && north.abilities.is_empty()) {
            self.open_section(Section::Tactics);
            if !north.deck.is_empty() {
                self.entry(4, DECK, &list(north.deck.iter().map(|card| self.tactic(card))));
            }
            if let Some(card) = &north.objective {
                let cards = self.world.north.iter().flat_map(|north| &north.objectives);
                let name =
                    cards.into_iter().find(|known| known.card.id() == card).map(|known| known.name.as_str());
                self.entry(4, OBJECTIVE, &scalar(name.unwrap_or(card)));
            }
            for one in &north.abilities {
                let (card, letter) = one.ability.split_once('/').unwrap_or((&one.ability, ""));
                let wish = match &one.wish {
                    Wish::Use(true) => YES.to_owned(),
                    Wish::Use(false) => NO.to_owned(),
                    Wish::Choose(wishes) => list(wishes.iter().map(|wish| self.target(wish))),
                };
                self.entry(4, &scalar(format!("{} {letter}", self.tactic_name(card)).trim()), &wish);
            }
        }
        if let Some(quest) = &north.quest {
            let units = list(quest.iter().map(|loss| self.loss(loss)));
            self.section(Section::Quest, if quest.is_empty() { NONE } else { &units });
        }
    }

    fn tactic_name(&self, id: &str) -> String {
        let north = self.world.north.as_ref();
        let named = north.and_then(|north| Some(north.tactic(north.tactic_id(id)?).name.clone()));
        named.unwrap_or_else(|| id.to_owned())
    }

    fn tactic(&self, id: &str) -> String {
        scalar(&self.tactic_name(id))
    }

    /// Returns what an ability is used on.
    fn target(&self, id: &str) -> String {
        let (card, letter) = id.split_once('/').unwrap_or((id, ""));
        let north = self.world.north.as_ref();
        if north.is_some_and(|north| north.tactic_id(card).is_some()) {
            return scalar(format!("{} {letter}", self.tactic_name(card)).trim());
        }
        let named = self.wish(id);
        let is_track = TRACKS.iter().any(|(track, _)| *track == id);
        // An order keeps its sign, which a name of words would lose.
        let is_order = self.world.order(id).is_some();
        if is_order {
            scalar(id)
        } else if is_track {
            scalar(word(TRACKS, &id))
        } else {
            named
        }
    }
}
