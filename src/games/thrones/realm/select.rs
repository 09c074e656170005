//! The question which of its units a house gives, counted by heads: to be destroyed or replaced. Rules: 2e, wildling cards.

use super::disband::Losses;
use crate::games::thrones::ask::{About, Ask, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, Troop, Unit};
use crate::games::thrones::question::Question;
use crate::table::{Refusal, Seat};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Which units are chosen.
pub struct Select<'a> {
    board: &'a Board,
    seat: Seat,
    what: &'static str,
    /// Of this kind alone.
    pub unit: Option<Unit>,
    /// All from one of these areas.
    pub within: Option<AreaSet>,
    /// How many at least.
    pub least: u8,
    /// How many at most; as many as `least`, as a rule.
    pub most: u8,
}

impl<'a> Select<'a> {
    /// The question to a house for so many units, or all it has if it has fewer; `what` tells what for.
    pub fn new(board: &'a Board, seat: Seat, what: &'static str, number: u8, unit: Option<Unit>) -> Self {
        let all = board.units_of(seat);
        let number = number.min(unit.map_or(all.count(), |unit| all.of(unit)));
        Select { board, seat, what, unit, within: None, least: number, most: number }
    }

    /// The same, if all must come from one of some areas.
    pub fn within(self, areas: AreaSet) -> Self {
        Select { within: Some(areas), ..self }
    }

    /// The same, if fewer will do.
    pub fn or_fewer(self) -> Self {
        Select { least: 0, ..self }
    }

    fn of_kind(&self, troop: Troop) -> Troop {
        self.unit.map_or(troop, |unit| {
            let mut only = Troop::NONE;
            only.add(unit, troop.of(unit));
            only
        })
    }

    /// Returns the areas with units to choose from.
    fn areas(&self) -> ArrayVec<Area, 128> {
        let open = |area: Area| self.within.is_none_or(|within| within.has(area));
        let held = self.board.held_by(self.seat);
        let with = held.filter(|(area, spot)| open(*area) && !self.of_kind(spot.units()).is_empty());
        with.map(|(area, _)| area).collect()
    }

    fn take(&self, areas: &[Area], chosen: &Losses, found: Found<'_, Losses>) -> ControlFlow<()> {
        let count = chosen.all().count();
        if count > self.most {
            return ControlFlow::Continue(());
        }
        let done = self.within.is_some() && count > 0;
        let Some((area, rest)) = areas.split_first().filter(|_| !done) else {
            return if count >= self.least { found(chosen.clone()) } else { ControlFlow::Continue(()) };
        };
        for part in self.of_kind(self.board.spot(*area).units()).parts() {
            let mut then = chosen.clone();
            then.add(*area, part);
            self.take(rest, &then, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Takes unit by unit from the areas, as `pick` chooses, as many as are wanted.
    fn fill(&self, number: u8, mut pick: impl FnMut(&[(Area, Unit)]) -> usize) -> Losses {
        let mut areas = self.areas();
        if self.within.is_some() {
            let enough = |area: &Area| self.of_kind(self.board.spot(*area).units()).count() >= number;
            areas.retain(|area| enough(area));
        }
        let mut chosen = Losses::default();
        for _ in 0..number {
            let rest = |area: Area| self.of_kind(self.board.spot(area).units()).minus(chosen.of(area));
            let units = areas.iter().flat_map(|area| rest(*area).iter().map(|(unit, _)| (*area, unit)));
            let units: ArrayVec<(Area, Unit), 512> = units.collect();
            let Some((area, unit)) = units.get(pick(&units)).copied() else { break };
            if self.within.is_some() {
                areas.retain(|other| *other == area);
            }
            chosen.add(area, Troop::one(unit));
        }
        chosen
    }
}

impl Ask for Select<'_> {
    type Answer = Losses;
    const KIND: &'static str = "select";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(self.what) }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Select {
            what: self.what.to_owned(),
            unit: self.unit.map(|unit| unit.id().to_owned()),
            least: self.least,
            most: self.most,
            within: self.within.map(|areas| world.ids(areas)),
        }
    }

    fn check(&self, chosen: &Losses) -> Result<(), Refusal> {
        let world = &self.board.world;
        for (area, troop) in chosen.iter() {
            let spot = self.board.spot(area);
            if spot.holder != Some(self.seat) || !self.of_kind(spot.units()).covers(troop) {
                return Err(Refusal::new("select-not-there").with("area", world.place(area).name.clone()));
            }
            if self.within.is_some_and(|within| !within.has(area)) {
                return Err(Refusal::new("select-elsewhere").with("area", world.place(area).name.clone()));
            }
        }
        let number = chosen.all().count();
        if self.within.is_some() && chosen.iter().count() > 1 {
            return Err(Refusal::new("select-one-area"));
        }
        if number < self.least || number > self.most {
            let refusal = Refusal::new("select-number").with("number", number);
            return Err(refusal.with("least", self.least).with("most", self.most));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Losses>) -> ControlFlow<()> {
        self.take(&self.areas(), &Losses::default(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Losses {
        let number = dice.u8(self.least..=self.most);
        self.fill(number, |units| dice.usize(0..units.len().max(1)))
    }

    /// As few as will do, the cheapest first, in the order of the board's list. R-26.
    fn default(&self) -> Losses {
        self.fill(self.least, |units| {
            let price = |unit: Unit| self.board.world.unit(unit).price;
            units.iter().enumerate().min_by_key(|(_, (_, unit))| price(*unit)).map_or(0, |(i, _)| i)
        })
    }
}
