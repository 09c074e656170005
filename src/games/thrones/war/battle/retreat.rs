//! Retreats. Rules: 1e, Battle, step 5b; Ship transport, fundamental rule; R-19.

use super::abilities::Choice;
use super::abilities::choose::{choose, tell};
use super::casualties::{cheapest, forced, random};
use super::contest::{Battle, Role, Ways};
use super::strike;
use crate::games::thrones::answer::{malformed, read_area, read_map, read_units, units, write_units};
use crate::games::thrones::armies;
use crate::games::thrones::ask::{Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, World};
use crate::games::thrones::game::Table;
use crate::games::thrones::north::windows;
use crate::games::thrones::question::Question;
use crate::games::thrones::war::event::{AbilityEffect, WarEvent};
use crate::games::thrones::war::transport;
use crate::table::{Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Where the beaten go, and who is lost for want of supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retreat {
    /// The one area all go to.
    pub to: Area,
    /// Units destroyed.
    pub lost: Troop,
}

/// The loser's units go, routed; those routed before, and those with no place to go, are destroyed.
pub(super) fn retreat(
    board: &mut Board,
    battle: &mut Battle,
    loser: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    if battle.contest.strike {
        strike::lie_down(board, battle, loser, table);
        return Ok(());
    }
    // Units that never leave an area stay, until an enemy enters it.
    let all = board.world.movable(battle.contest.fit(board, loser));
    let routed = battle.contest.routed(board, loser);
    if all.is_empty() && routed.is_empty() {
        return Ok(());
    }
    let fit = board.world.mobile(all);
    let led = battle.leads(board, loser.other());
    let ways = if fit.is_empty() { Ways::new() } else { ways(board, battle, loser, fit, led) };
    let ways = narrowed(board, battle, loser, ways, table)?;
    let ways = driven(board, battle, loser, ways, table)?;
    let gone = match ways.as_slice() {
        [] => None,
        [(to, number)] if forced(fit, *number).is_some() => {
            let only = forced(fit, *number).map(|lost| Retreat { to: *to, lost });
            let query = RetreatQuery::new(board, battle, loser, ways.clone());
            only.iter().for_each(|only| table.forced(&query, only));
            only
        }
        _ => Some(table.ask(&RetreatQuery::new(board, battle, loser, ways.clone()))?),
    };
    table.tell(|| told(board, battle, loser, gone, &ways).into());
    let seat = battle.seat(loser);
    battle.lose(board, loser, all, routed);
    let left = gone.map_or(Troop::NONE, |gone| fit.minus(gone.lost));
    battle.fall(board, loser, all.plus(routed).minus(left));
    let Some(Retreat { to, .. }) = gone else { return Ok(()) };
    if !battle.escapes(board, loser) {
        // An attacker's March order is spent; it is not his new area's order.
        let [fit, routed] = board.beaten(seat, left);
        battle.fled = Some((to, left));
        board.place_units(to, seat, fit, routed);
        return Ok(());
    }
    if loser == Role::Defender && to == battle.contest.from {
        // The attackers are still there.
        battle.waiting = Some((to, left));
        return Ok(());
    }
    board.place_units(to, seat, left, Troop::NONE);
    (board.edition.area_changed)(board, to, table)
}

/// Leaves the way that a tactic card of a winning attacker chooses, if there is more than one.
fn driven(
    board: &mut Board,
    battle: &Battle,
    loser: Role,
    ways: Ways,
    table: &mut Table<'_>,
) -> Result<Ways, Pause> {
    if loser == Role::Attacker || ways.len() < 2 {
        return Ok(ways);
    }
    let chosen = windows::retreat(board, battle, &ways, table)?;
    Ok(match chosen {
        Some(to) => ways.into_iter().filter(|(area, _)| *area == to).collect(),
        None => ways,
    })
}

/// Leaves the way that the winner's card chooses: one of those that cost the fewest units. If it chooses none, the beaten go
/// as they would from any other card.
fn narrowed(
    board: &Board,
    battle: &Battle,
    loser: Role,
    ways: Ways,
    table: &mut Table<'_>,
) -> Result<Ways, Pause> {
    let own = || ways_of_their_own(board, battle, loser);
    if ways.is_empty() || !battle.leads(board, loser.other()) || ways.len() == 1 && ways == own() {
        return Ok(ways);
    }
    let areas = ways.iter().map(|(area, _)| Choice::Area(*area));
    let choices = [Choice::Nothing].into_iter().chain(areas).collect();
    let chosen = choose(board, battle, loser.other(), choices, table)?;
    tell(board, battle, loser.other(), table, || match chosen {
        Some(Choice::Area(to)) => AbilityEffect::Led { to: board.world.area_id(to).to_owned() },
        _ => AbilityEffect::Declined,
    });
    Ok(match chosen {
        Some(Choice::Area(to)) => ways.into_iter().filter(|(area, _)| *area == to).collect(),
        _ => own(),
    })
}

/// Returns where the beaten may go if nobody chooses for them.
fn ways_of_their_own(board: &Board, battle: &Battle, loser: Role) -> Ways {
    ways(board, battle, loser, board.world.mobile(battle.contest.fit(board, loser)), false)
}

/// Returns where a side's units may retreat to. An attacker's go back to where they marched from. A defender's go to an area
/// next door, or that own ships join to it: not the attacker's origin, and without another house's units or
/// neutral forces, and controlled by no other house, be it by token or by printed shield. Where supply would
/// leave nobody alive, nobody can go. If they are `led`, an attacker's may go wherever a defender's might.
fn ways(board: &Board, battle: &Battle, loser: Role, fit: Troop, led: bool) -> Ways {
    let (contest, seat) = (&battle.contest, battle.seat(loser));
    let mut ways = Ways::new();
    if loser == Role::Attacker {
        let rest = board.world.mouths(board.spot(contest.from).units().minus(fit));
        ways.extend(way(board, seat, fit, contest.from, rest, None));
    }
    let free = battle.escapes(board, loser);
    if loser == Role::Defender || led || free {
        let open = |area: &Area| {
            let spot = board.spot(*area);
            let own = |holder: Option<Seat>| holder.is_none_or(|holder| holder == seat);
            if free {
                return is_open_to_all(board, battle, loser, *area);
            }
            *area != contest.from && spot.neutral == 0 && own(spot.holder) && own(board.claimant(*area))
        };
        let (left, gone) = match loser {
            Role::Attacker => (contest.from, board.world.mouths(board.spot(contest.from).units().minus(fit))),
            Role::Defender => (contest.area, 0),
        };
        let reach = transport::reach(board, seat, contest.area);
        let there = |area: Area| {
            let spot = board.spot(area);
            if spot.holder == Some(seat) { board.world.mouths(spot.units()) } else { 0 }
        };
        let way = |area| way(board, seat, fit, area, there(area), Some((left, gone)));
        ways.extend(reach.iter().filter(open).filter_map(way));
    }
    (board.edition.retreats)(board, battle, loser, ways)
}

/// Returns `true` if units that may go anywhere may go to an area: nobody of another house stands or lies in garrison there, nor
/// a neutral force. Where the attack came from is open once all have left it; who has attacked goes back there anyhow.
fn is_open_to_all(board: &Board, battle: &Battle, loser: Role, area: Area) -> bool {
    let (contest, seat, spot) = (&battle.contest, battle.seat(loser), board.spot(area));
    let garrisoned = spot.garrison > 0 && board.world.home_of(area) != Some(seat);
    let empty = match (area == contest.from, loser) {
        (true, Role::Attacker) => return false,
        (true, Role::Defender) => spot.units() == contest.attackers,
        (false, _) => spot.holder.is_none_or(|holder| holder == seat),
    };
    empty && spot.neutral == 0 && !garrisoned
}

/// Returns which ways the beaten may take by the second edition: those that cost the fewest units (T-46, unless the
/// campaign lets them choose), no port that has
/// not room for all, and not back into another house's home that this march has left empty (T-48).
pub fn fewest_losses(board: &Board, battle: &Battle, loser: Role, mut ways: Ways) -> Ways {
    let (contest, world) = (&battle.contest, &board.world);
    let number = board.world.mobile(contest.fit(board, loser)).count();
    let seat = battle.seat(loser);
    let origin = board.spot(contest.from);
    let given_up = loser == Role::Attacker
        && origin.units() == contest.attackers
        && origin.token != Some(seat)
        && world.home_of(contest.from).is_some_and(|home| home != seat);
    let full = |port: Area, lost: u8| {
        let there = if port == contest.from { 0 } else { board.spot(port).units().count() };
        world.ports.has(port) && there + number.saturating_sub(lost) > world.port_capacity
    };
    ways.retain(|(area, lost)| !(full(*area, *lost) || given_up && *area == contest.from));
    if world.options.costly_retreats && !battle.leads(board, loser.other()) {
        return ways;
    }
    let fewest = ways.iter().map(|(_, lost)| *lost).min().unwrap_or(0);
    ways.retain(|(_, lost)| *lost == fewest);
    ways
}

/// Returns a way to an area where `there` own units stand besides those who come, out of an area they leave with so many, with the
/// fewest units that must be lost; none if that is all.
fn way(
    board: &Board,
    seat: Seat,
    fit: Troop,
    to: Area,
    there: u8,
    left: Option<(Area, u8)>,
) -> Option<(Area, u8)> {
    let supplied = |lost: u8| {
        let mut changes = ArrayVec::<(Area, u8), 2>::new();
        changes.extend(left);
        changes.push((to, there.saturating_add(fit.count() - lost)));
        armies::supplied(board, seat, &changes)
    };
    (0..fit.count()).find(|lost| supplied(*lost)).map(|lost| (to, lost))
}

fn told(board: &Board, battle: &Battle, loser: Role, gone: Option<Retreat>, ways: &Ways) -> WarEvent {
    let world = &board.world;
    let fit = world.movable(battle.contest.fit(board, loser));
    let stranded = fit.minus(world.mobile(fit));
    let lost = gone.map_or(fit, |gone| gone.lost.plus(stranded));
    WarEvent::Retreat {
        area: world.area_id(battle.contest.area).to_owned(),
        house: world.seat_id(battle.seat(loser)).to_owned(),
        to: gone.map(|gone| world.area_id(gone.to).to_owned()),
        units: units(fit.minus(lost)),
        possible: ways.iter().map(|(area, lost)| (world.area_id(*area).to_owned(), *lost)).collect(),
        lost: units(lost),
        standing: battle.escapes(board, loser),
        routed: units(battle.contest.routed(board, loser)),
    }
}

/// Where the beaten go, and who is lost for want of supply.
pub struct RetreatQuery<'a> {
    board: &'a Board,
    battle: &'a Battle,
    loser: Role,
    ways: Ways,
}

impl<'a> RetreatQuery<'a> {
    /// The question to the losing side, that has at least one way to go.
    pub fn new(board: &'a Board, battle: &'a Battle, loser: Role, ways: Ways) -> Self {
        RetreatQuery { board, battle, loser, ways }
    }

    fn fit(&self) -> Troop {
        self.board.world.mobile(self.battle.contest.fit(self.board, self.loser))
    }

    fn first(&self) -> (Area, u8) {
        self.ways.first().copied().unwrap_or((self.battle.contest.from, 0))
    }
}

impl Ask for RetreatQuery<'_> {
    type Answer = Retreat;
    const KIND: &'static str = "retreat";

    fn ground(&self) -> Ground<'_> {
        self.battle.ground(self.board, self.loser)
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Retreat {
            battle: world.area_id(self.battle.contest.area).to_owned(),
            units: units(self.fit()),
            to: self.ways.iter().map(|(area, lost)| (world.area_id(*area).to_owned(), *lost)).collect(),
        }
    }

    fn check(&self, retreat: &Retreat) -> Result<(), Refusal> {
        let name = |area: Area| self.board.world.place(area).name.clone();
        let Some((_, number)) = self.ways.iter().find(|(area, _)| *area == retreat.to) else {
            let legal: Vec<String> = self.ways.iter().map(|(area, _)| name(*area)).collect();
            let refusal = Refusal::new("retreat-not-there").with("to", name(retreat.to));
            return Err(refusal.with("legal", legal.join(", ")));
        };
        let fit = self.fit();
        if let Some((unit, wanted)) = retreat.lost.iter().find(|(unit, n)| *n > fit.of(*unit)) {
            let refusal = Refusal::new("retreat-lost-units").with("unit", unit.id());
            return Err(refusal.with("wanted", wanted).with("there", fit.of(unit)));
        }
        if retreat.lost.count() != *number {
            let refusal = Refusal::new("retreat-lost-number").with("to", name(retreat.to));
            return Err(refusal.with("number", *number).with("given", retreat.lost.count()));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Retreat>) -> ControlFlow<()> {
        self.ways.iter().try_for_each(|(to, number)| {
            let losses = self.fit().parts().filter(|lost| lost.count() == *number);
            losses.map(|lost| Retreat { to: *to, lost }).try_for_each(&mut *found)
        })
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Retreat {
        let way = self.ways.get(dice.usize(0..self.ways.len().max(1)));
        let (to, number) = way.copied().unwrap_or(self.first());
        Retreat { to, lost: random(self.fit(), number, dice) }
    }

    /// To the controlled area with most own units, else the first; the cheapest are lost. Rules: R-26.
    fn default(&self) -> Retreat {
        let seat = self.battle.seat(self.loser);
        let own = self
            .ways
            .iter()
            .filter(|(area, _)| self.board.controller(*area).or(self.board.spot(*area).holder) == Some(seat));
        // Of equals the first, so the last of the reversed.
        let best = own.rev().max_by_key(|(area, _)| self.board.spot(*area).units().count());
        let (to, number) = best.copied().unwrap_or(self.first());
        Retreat { to, lost: cheapest(self.board, self.fit(), number) }
    }
}

impl Form for Retreat {
    fn write(&self, world: &World) -> Value {
        json!({"to": world.area_id(self.to), "lost": write_units(self.lost)})
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let map = read_map(kind, value)?;
        if map.keys().any(|key| key != "to" && key != "lost") {
            return Err(malformed(kind, value));
        }
        let to = read_area(world, kind, map.get("to").unwrap_or(&Value::Null))?;
        let lost = map.get("lost").map_or(Ok(Troop::NONE), |lost| read_units(kind, lost))?;
        Ok(Retreat { to, lost })
    }
}
