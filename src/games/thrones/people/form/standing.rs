//! The parts of the form for what may come later: support, battles, the Raven, and what to do where the plan is silent.

use super::{Maker, ids, section};
use crate::games::thrones::data::Unit;
use crate::games::thrones::people::plan::language::{
    BATTLE_FIELDS, BLADES, BattleField, FAVOURS, LOOK, LOOKS, LookWord, OTHERS, OTHERWISES, OWN, REDRAWS,
    Section, Term, unit_word, word,
};
use crate::games::thrones::people::plan::{Blade, Favour, Otherwise, Redraw};
use crate::table::form::{Choice, Field, Part};
use serde::Serialize;
use serde_json::json;

/// Returns a choice for each thing of a table of words.
fn choices<T: Serialize + PartialEq>(terms: &[Term<T>]) -> Vec<Choice> {
    terms.iter().map(|(thing, _)| Choice::new(word(terms, thing), json!(thing))).collect()
}

fn one(options: Vec<Choice>) -> Field {
    Field::One { options, default: None, complete: true }
}

fn ranked(options: Vec<Choice>) -> Field {
    let most = options.len();
    Field::Ranked { options, none: None, least: 0, most, repeats: false }
}

impl Maker<'_> {
    /// Returns what the sheet offers to decide in advance, while orders are placed.
    pub(super) fn standing(&self) -> Vec<Part> {
        if !self.orders_now() {
            return Vec::new();
        }
        let mut parts = Vec::new();
        if self.sheet["example"]["look"] == true {
            let looks = [(LookWord::Ask, "ask"), (LookWord::Top, "top"), (LookWord::Under, "under")];
            let looks = looks.into_iter().map(|(look, id)| Choice::new(word(LOOKS, &look), id)).collect();
            parts.push(Part::new("look", &[section(Section::Raven), LOOK], &["look"], one(looks)));
        }
        let first = |words: &[&'static str]| words.first().copied().unwrap_or_default();
        let favours = || choices::<Favour>(FAVOURS);
        let support = section(Section::Support);
        parts.push(Part::new("support-own", &[support, first(OWN)], &["support", "own"], one(favours())));
        for seat in self.board.houses.seats().filter(|seat| *seat != self.seat) {
            let id = self.world.seat_id(seat);
            let part = Part::new("support", &[support, id], &["support", "houses", id], one(favours()));
            parts.push(part.about(id));
        }
        let others =
            Part::new("support-others", &[support, first(OTHERS)], &["support", "others"], one(favours()));
        parts.push(others);
        parts.extend(self.battles());
        let otherwise = one(choices::<Otherwise>(OTHERWISES));
        parts.push(Part::new("otherwise", &[section(Section::Otherwise)], &["otherwise"], otherwise));
        parts.into_iter().map(Part::standing).collect()
    }

    fn battles(&self) -> Vec<Part> {
        let battle = section(Section::Battle);
        let field = |field| word(BATTLE_FIELDS, &field);
        let card = |id: &str| Some(Choice::new(self.name(id)?, id));
        let hand = || ids(&self.sheet["hand"]).filter_map(card).collect::<Vec<_>>();
        let own = self.board.controlled_by(self.seat).iter().map(|area| self.id(area));
        let held = self.board.held_by(self.seat).map(|(area, _)| self.id(area));
        let mut areas: Vec<String> = own.chain(held).collect();
        areas.sort();
        areas.dedup();
        let area = |id: &String| Choice::new(self.name(id).unwrap_or_default(), id.as_str());
        let areas = areas.iter().map(area).collect();
        let units = Unit::ALL.into_iter().filter(|unit| self.board.units_of(self.seat).of(*unit) > 0);
        let units = units.map(|unit| Choice::new(unit_word(unit, 1), unit.id())).collect();
        let (cards, data) = (field(BattleField::Cards), "battle");
        let mut parts = vec![
            Part::new("battle-cards", &[battle, cards], &[data, "always", "cards"], ranked(hand())),
            Part::new(
                "battle-blade",
                &[battle, field(BattleField::Blade)],
                &[data, "always", "blade"],
                one(choices::<Blade>(BLADES)),
            ),
        ];
        if self.sheet["example"]["redraw"] == true {
            let at = [battle, field(BattleField::Redraw)];
            let redraws = one(choices::<Redraw>(REDRAWS));
            parts.push(Part::new("battle-redraw", &at, &[data, "always", "redraw"], redraws));
        }
        let at = [battle, field(BattleField::Retreat)];
        parts.push(Part::new("battle-retreat", &at, &[data, "always", "retreat"], ranked(areas)));
        let at = [battle, field(BattleField::Lose)];
        parts.push(Part::new("battle-lose", &at, &[data, "always", "lose"], ranked(units)));
        for (name, key, id) in [
            ("battle-attacking", BattleField::Attacking, "attacking"),
            ("battle-defending", BattleField::Defending, "defending"),
        ] {
            parts.push(Part::new(name, &[battle, field(key), cards], &[data, id, "cards"], ranked(hand())));
        }
        parts
    }
}
