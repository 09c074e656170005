//! Where a march is from whose units stand for its area.

use super::Meaning;
use crate::games::thrones::data::{Area, Troop};
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::{Count, Run};
use crate::games::thrones::people::plan::typed::shapes::steps::StepSaid;
use crate::games::thrones::people::reach::reach_with_ships;
use crate::games::thrones::war::transport::reach;
use crate::sheet::{Fault, fold};

impl Meaning<'_> {
    /// Returns the area that a march is from: as it is named, or else the only one of which all the units can go where they shall; of
    /// several, the only one with the order of a march that goes nowhere yet.
    pub(super) fn origin(&mut self, run: Run, steps: &[StepSaid]) -> Result<Area, Fault> {
        let own = self.own();
        let is_own = matches!(self.grammar.areas.meant(&self.grammar.name_of(run), &own), Meant::One { area, .. } if own.iter().any(|own| own.has(area)));
        if self.grammar.unit_named(run).is_none() || is_own {
            return self.own_area(run);
        }
        let can = |area: &Area| self.can_all_go(*area, steps);
        let all: Vec<Area> = self.board.held_by(self.seat).map(|(area, _)| area).filter(can).collect();
        let ordered = || all.iter().filter(|area| self.grammar.marching.has(**area));
        let found = match all.as_slice() {
            [only] => Some(*only),
            _ => ordered().next().copied().filter(|_| ordered().count() == 1),
        };
        let area = found.ok_or_else(|| self.unclear(run))?;
        let name = self.name(area).to_owned();
        self.remark(run, &name);
        Ok(area)
    }

    /// Returns where a march goes. What is the beginning of the name of a neighbour and the whole name of an area to which nobody can go from
    /// there is short for the neighbour: `Blackwater`, of ships, for Blackwater Bay.
    pub(super) fn goal(&mut self, origin: Area, to: Run) -> Result<Area, Fault> {
        let near = reach(self.board, self.seat, origin);
        let area = self.area(to, &[near.or(self.board.world.borders(origin))])?;
        if near.has(area) || reach_with_ships(self.board, self.seat, origin).has(area) {
            return Ok(area);
        }
        let called = fold(self.name(area)) + " ";
        let mut longer = near.iter().filter(|other| fold(self.name(*other)).starts_with(&called));
        let (Some(meant), None) = (longer.next(), longer.next()) else { return Ok(area) };
        let name = self.name(meant).to_owned();
        self.remark(to, &name);
        Ok(meant)
    }

    /// Returns `true` if an area has all units of a march, and borders on where each goes, or ships lead there.
    fn can_all_go(&self, from: Area, steps: &[StepSaid]) -> bool {
        let mut left = self.board.world.movable(self.board.spot(from).units());
        let near = reach(self.board, self.seat, from).or(self.board.world.borders(from));
        let by_ship = reach_with_ships(self.board, self.seat, from);
        steps.iter().all(|step| {
            let goes = step.to.is_none_or(|to| {
                let meant = self.grammar.areas.meant(&self.grammar.name_of(to), &[near]);
                matches!(meant, Meant::One { area, .. } if near.has(area) || by_ship.has(area))
            });
            let kinds = step.units.iter().filter_map(|units| units.kinds.as_ref()).flatten();
            goes && kinds.into_iter().all(|(unit, count)| {
                let number = match count {
                    Count::Number(number) => u8::try_from(*number).unwrap_or(u8::MAX),
                    Count::All => left.of(*unit).max(1),
                };
                let mut gone = Troop::NONE;
                gone.add(*unit, number);
                let there = left.covers(gone);
                if there {
                    left = left.minus(gone);
                }
                there
            })
        })
    }
}
