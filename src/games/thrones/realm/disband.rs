//! Units lost outside battle: for want of supply, or to the wildlings. Rules: 1e, Supply; Victory of the
//! wildlings.

use super::event::{RealmEvent, UnitsByArea};
use crate::games::thrones::answer::{read_area, read_map, read_units, units, write_units};
use crate::games::thrones::armies::excess;
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, Unit, World};
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::question::Question;
use crate::table::{Foreseen, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Units by area, in the order of the board's list, no area twice and none without units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses(ArrayVec<(Area, Troop), 128>);

impl Losses {
    /// Adds units of an area.
    pub fn add(&mut self, area: Area, troop: Troop) {
        if troop.is_empty() {
            return;
        }
        match self.0.binary_search_by_key(&area, |(a, _)| *a) {
            Ok(i) => self.0[i].1 = self.0[i].1.plus(troop),
            // There are at most 128 areas to a board, so there is room.
            Err(i) => drop(self.0.try_insert(i, (area, troop))),
        }
    }

    /// Takes one unit off again.
    fn take(&mut self, area: Area, unit: Unit) {
        self.0.iter_mut().filter(|(a, _)| *a == area).for_each(|(_, t)| *t = t.minus(Troop::one(unit)));
        self.0.retain(|(_, troop)| !troop.is_empty());
    }

    /// Returns what is lost in an area.
    pub fn of(&self, area: Area) -> Troop {
        self.0.iter().find(|(a, _)| *a == area).map_or(Troop::NONE, |(_, troop)| *troop)
    }

    /// Returns the areas with what is lost there.
    pub fn iter(&self) -> impl Iterator<Item = (Area, Troop)> {
        self.0.iter().copied()
    }

    /// Returns all units lost.
    pub fn all(&self) -> Troop {
        self.iter().fold(Troop::NONE, |all, (_, troop)| all.plus(troop))
    }
}

/// Why units are lost, and so how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Because {
    /// Armies exceed supply: the fewest units whose loss makes them conform, no more.
    Supply,
    /// The wildlings have won: a value in mustering points is reached, and no unit is superfluous.
    Wildlings,
}

impl Because {
    fn id(self) -> &'static str {
        match self {
            Because::Supply => "supply",
            Because::Wildlings => "wildlings",
        }
    }
}

/// Which units a house loses.
pub struct Disband<'a> {
    board: &'a Board,
    seat: Seat,
    because: Because,
    /// Units (supply) or mustering points (wildlings); never more than the house has.
    amount: u8,
}

impl<'a> Disband<'a> {
    /// The question to a house. `amount` counts units (supply) or mustering points (wildlings); a house that has
    /// less loses all it has.
    pub fn new(board: &'a Board, seat: Seat, because: Because, amount: u8) -> Self {
        let all = board.units_of(seat);
        let most = if because == Because::Supply { board.world.mouths(all) } else { board.world.points(all) };
        Disband { board, seat, because, amount: amount.min(most) }
    }

    fn price(&self, unit: Unit) -> u8 {
        self.board.world.unit(unit).price
    }

    /// Returns the units of an area that may be given up: not those that never leave it.
    fn there(&self, area: Area) -> Troop {
        self.board.world.movable(self.board.spot(area).units())
    }

    fn left(&self, area: Area, losses: &Losses) -> Troop {
        self.there(area).minus(losses.of(area))
    }

    /// Returns by how many units the armies would still exceed supply.
    fn still_excess(&self, losses: &Losses) -> u8 {
        let changes: ArrayVec<(Area, u8), 128> =
            losses.iter().map(|(area, _)| (area, self.left(area, losses).count())).collect();
        excess(self.board, self.seat, &changes)
    }

    /// How much of the amount is still to be lost after these losses.
    fn missing(&self, losses: &Losses) -> u8 {
        match self.because {
            Because::Supply => self.still_excess(losses),
            Because::Wildlings => self.amount.saturating_sub(self.board.world.points(losses.all())),
        }
    }

    /// Returns `true` if one unit less would do too.
    fn superfluous(&self, losses: &Losses) -> bool {
        let lost = losses.all();
        match self.because {
            Because::Supply => lost.count() > self.amount,
            Because::Wildlings => {
                let points = self.board.world.points(lost);
                let least = lost.iter().map(|(unit, _)| self.price(unit)).min().unwrap_or(0);
                points > self.amount && points - least >= self.amount
            }
        }
    }

    /// Returns `true` if some unit is lost that did not bring the armies nearer to supply. Each can by one at most, and must.
    fn useless(&self, losses: &Losses) -> bool {
        self.because == Because::Supply && self.still_excess(losses) + losses.all().count() > self.amount
    }

    /// Returns the units whose loss would bring the house nearer to what it must lose.
    fn useful(&self, losses: &Losses) -> ArrayVec<(Area, Unit), 128> {
        let before = self.missing(losses);
        let mut useful = ArrayVec::new();
        for (area, _) in self.board.held_by(self.seat) {
            let kinds = self.left(area, losses);
            let Some((first, _)) = kinds.iter().next() else { continue };
            if self.because == Because::Supply {
                let mut then = losses.clone();
                then.add(area, Troop::one(first));
                if self.still_excess(&then) >= before {
                    continue;
                }
            }
            for (unit, _) in kinds.iter() {
                let _ = useful.try_push((area, unit));
            }
        }
        useful
    }

    /// Returns `true` if all that is lost is needed and enough.
    fn complete(&self, losses: &Losses) -> bool {
        self.missing(losses) == 0 && !self.superfluous(losses)
    }

    /// Takes unit by unit, as `pick` chooses among the useful ones, until enough are lost. A dear unit may make a
    /// cheap one superfluous that was taken before; that one stays.
    fn fill(&self, mut pick: impl FnMut(&[(Area, Unit)]) -> usize) -> Losses {
        let mut losses = Losses::default();
        while self.missing(&losses) > 0 {
            let useful = self.useful(&losses);
            let Some((area, unit)) = useful.get(pick(&useful)) else { break };
            losses.add(*area, Troop::one(*unit));
            while self.superfluous(&losses) {
                let lost =
                    losses.iter().flat_map(|(area, troop)| troop.iter().map(move |(unit, _)| (area, unit)));
                // Of the cheapest the last.
                let Some((area, unit)) = lost.min_by_key(|(area, unit)| (self.price(*unit), Reverse(*area)))
                else {
                    break;
                };
                losses.take(area, unit);
            }
        }
        losses
    }

    /// Goes through areas in order, trying every part of each troop.
    fn take_from(&self, areas: &[Area], losses: &Losses, found: Found<'_, Losses>) -> ControlFlow<()> {
        let Some((area, rest)) = areas.split_first() else {
            return if self.complete(losses) { found(losses.clone()) } else { ControlFlow::Continue(()) };
        };
        // Taking less from the first areas first: lists begin with losses that are bundled late, and the walk
        // never goes on with something superfluous, as more losses cannot mend it.
        for part in self.there(*area).parts() {
            let mut then = losses.clone();
            then.add(*area, part);
            if !self.superfluous(&then) && !self.useless(&then) {
                self.take_from(rest, &then, found)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ask for Disband<'_> {
    type Answer = Losses;
    const KIND: &'static str = "disband";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(self.because.id()) }
    }

    fn question(&self) -> Question {
        Question::Disband { because: self.because.id().to_owned(), amount: self.amount }
    }

    fn check(&self, losses: &Losses) -> Result<(), Refusal> {
        let world = &self.board.world;
        for (area, troop) in losses.iter() {
            let spot = self.board.spot(area);
            if spot.holder != Some(self.seat) || !self.there(area).covers(troop) {
                return Err(Refusal::new("disband-not-there").with("area", world.place(area).name.clone()));
            }
        }
        let refuse = |code| {
            let lost = match self.because {
                Because::Supply => losses.all().count(),
                Because::Wildlings => world.points(losses.all()),
            };
            Err(Refusal::new(code).with("amount", self.amount).with("lost", lost))
        };
        if self.missing(losses) > 0 {
            return match self.because {
                Because::Supply => refuse("disband-supply-exceeded"),
                Because::Wildlings => refuse("disband-too-little"),
            };
        }
        if self.superfluous(losses) {
            return match self.because {
                Because::Supply => refuse("disband-too-many"),
                Because::Wildlings => refuse("disband-too-much"),
            };
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Losses>) -> ControlFlow<()> {
        let areas: ArrayVec<Area, 128> = self.board.held_by(self.seat).map(|(area, _)| area).collect();
        self.take_from(&areas, &Losses::default(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Losses {
        self.fill(|useful| dice.usize(0..useful.len().max(1)))
    }

    /// The cheapest units first, in the order of the board's list. R-26.
    fn default(&self) -> Losses {
        self.fill(|useful| {
            let cheapest = useful.iter().enumerate().min_by_key(|(_, (_, unit))| self.price(*unit));
            cheapest.map_or(0, |(i, _)| i)
        })
    }
}

impl Form for Losses {
    fn write(&self, world: &World) -> Value {
        self.iter().map(|(area, troop)| (world.area_id(area), write_units(troop))).collect()
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let mut losses = Losses::default();
        for (id, troop) in read_map(kind, value)? {
            let area = read_area(world, kind, &id.as_str().into())?;
            losses.add(area, read_units(kind, troop)?);
        }
        Ok(losses)
    }
}

/// A house loses units of its choice: `amount` of them (supply) or worth `amount` points (wildlings). It is not
/// asked if there is nothing to choose. No token may be left behind (FAQ).
///
/// # Errors
/// If the choice is missing.
pub fn lose_units(
    board: &mut Board,
    seat: Seat,
    because: Because,
    amount: u8,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let query = Disband::new(board, seat, because, amount);
    if query.amount == 0 {
        return Ok(());
    }
    let mut only = query.list(1);
    let losses = match only.answers.pop() {
        Some(losses) if only.complete => {
            table.forced(&query, &losses);
            losses
        }
        _ => table.ask(&query)?,
    };
    for (area, troop) in losses.iter() {
        // Nobody is routed in the Westeros phase; should a position say otherwise, those who stand go first.
        let fit = Troop(std::array::from_fn(|i| troop.0[i].min(board.spot(area).fit.0[i])));
        board.remove_units(area, fit, troop.minus(fit));
        board.mourn(seat, troop);
    }
    for (area, _) in losses.iter() {
        (board.edition.area_changed)(board, area, table)?;
    }
    table.tell(|| {
        let name = |area: Area| board.world.area_id(area).to_owned();
        let lost: UnitsByArea = losses.iter().map(|(area, troop)| (name(area), units(troop))).collect();
        let (house, because) = (board.world.seat_id(seat).to_owned(), because.id().to_owned());
        RealmEvent::UnitsLost { house, because, amount, units: lost }.into()
    });
    Ok(())
}

/// Foresees that a house may lose up to `amount` in a position, if it will have a choice as far as can be seen.
pub fn foresee_losses(foresight: &mut Foresight, board: &Board, seat: Seat, because: Because, amount: u8) {
    let query = Disband::new(board, seat, because, amount.max(u8::from(foresight.units_change)));
    let has_choice = |amount: u8| {
        let query = Disband::new(board, seat, because, amount);
        query.amount > 0 && !query.list(1).complete
    };
    if query.amount > 0 && (foresight.units_change || (1..=amount).any(has_choice)) {
        foresight.add(Foreseen::of(&query, false, foresight.limit()));
    }
}
