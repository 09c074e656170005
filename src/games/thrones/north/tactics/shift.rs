//! Units moved in the tactic step, out of one area or into one: Redistribute the Forces, Call to Arms, Widen the Net.
//! Rules: BW, B-27, B-106, B-116, B-117.

use super::choice::nth;
use crate::games::thrones::answer::{malformed, read_area, read_map, read_units, units, write_units};
use crate::games::thrones::armies;
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, Troop, World};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
use crate::games::thrones::north::using::Using;
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::event::{Moved, RealmEvent};
use crate::table::{Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// The first ability of *Redistribute the Forces*: units go from one area to one adjacent own area. Rules: BW, B-106.
pub const REDISTRIBUTE: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(|board, using, table| shift(board, using, ONE_AWAY, table)),
    each: false,
    cost: 0,
    can: |board, using| ShiftQuery::new(board, using, ONE_AWAY).is_possible(),
};

/// The second ability of *Call to Arms*: units of adjacent areas gather in one own area. Rules: BW, B-116.
pub const GATHER: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(|board, using, table| shift(board, using, TOGETHER, table)),
    each: false,
    cost: 0,
    can: |board, using| ShiftQuery::new(board, using, TOGETHER).is_possible(),
};

/// The first ability of *Widen the Net*: units of one own area go to adjacent own areas. Rules: BW, B-117.
pub const SPREAD: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(|board, using, table| shift(board, using, ASUNDER, table)),
    each: false,
    cost: 0,
    can: |board, using| ShiftQuery::new(board, using, ASUNDER).is_possible(),
};

/// Which way units go, and to or from how many areas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    what: &'static str,
    inward: bool,
    most: usize,
}

const ONE_AWAY: Flow = Flow { what: "redistribute-the-forces-a", inward: false, most: 1 };
const TOGETHER: Flow = Flow { what: "call-to-arms-b", inward: true, most: Shift::MOST };
const ASUNDER: Flow = Flow { what: "widen-the-net-a", inward: false, most: Shift::MOST };

/// Units that go out of one area or into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The one area.
    pub hub: Area,
    /// `true` if they go into it.
    pub inward: bool,
    /// The others, with the units that go there or come from there, in the order of the board.
    pub legs: ArrayVec<(Area, Troop), { Shift::MOST }>,
}

impl Shift {
    /// The most areas that may take part besides the one; no area has so many neighbours.
    pub const MOST: usize = 12;

    fn moves(&self) -> impl Iterator<Item = (Area, Area, Troop)> {
        self.legs.iter().map(|(area, troop)| {
            let (from, to) = if self.inward { (*area, self.hub) } else { (self.hub, *area) };
            (from, to, *troop)
        })
    }

    fn all(&self) -> Troop {
        self.legs.iter().fold(Troop::NONE, |all, (_, troop)| all.plus(*troop))
    }
}

impl Form for Shift {
    fn write(&self, world: &World) -> Value {
        let legs =
            self.legs.iter().map(|(area, troop)| (world.area_id(*area).to_owned(), write_units(*troop)));
        let (hub, legs) = (world.area_id(self.hub), legs.collect::<Map<_, _>>());
        if self.inward { json!({"to": hub, "from": legs}) } else { json!({"from": hub, "to": legs}) }
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let wrong = || malformed(kind, value);
        let map = read_map(kind, value)?;
        let (from, to) = (map.get("from").ok_or_else(wrong)?, map.get("to").ok_or_else(wrong)?);
        let inward = from.is_object();
        let (hub, listed) = if inward { (to, from) } else { (from, to) };
        if map.len() != 2 {
            return Err(wrong());
        }
        let mut legs: ArrayVec<(Area, Troop), { Shift::MOST }> = ArrayVec::new();
        for (id, troop) in read_map(kind, listed)? {
            let area = read_area(world, kind, &id.as_str().into())?;
            legs.try_push((area, read_units(kind, troop)?)).map_err(|_| wrong())?;
        }
        legs.sort_unstable_by_key(|(area, _)| *area);
        Ok(Shift { hub: read_area(world, kind, hub)?, inward, legs })
    }
}

/// Which units a side moves.
pub struct ShiftQuery<'a> {
    board: &'a Board,
    seat: Seat,
    flow: Flow,
    nth: u8,
    /// Own areas with units that may go.
    manned: AreaSet,
    /// Own areas to which units may go.
    open: AreaSet,
}

/// How many ways are looked at before a list becomes a sample.
const MOST_LOOKS: u32 = 100_000;

/// How often a random move is drawn anew when it is not legal.
const TRIES: u8 = 6;

impl<'a> ShiftQuery<'a> {
    /// The question to the owner of an ability.
    pub fn new(board: &'a Board, using: &Using, flow: Flow) -> Self {
        ShiftQuery { nth: nth(board, using), ..ShiftQuery::of(board, using.seat, flow) }
    }

    fn of(board: &'a Board, seat: Seat, flow: Flow) -> Self {
        let world = &board.world;
        let held = board.held_by(seat).filter(|(_, spot)| !world.movable(spot.fit).is_empty());
        let manned = held.map(|(area, _)| area).collect();
        let open = board.controlled_by(seat).without(world.houses[seat].barred);
        ShiftQuery { board, seat, flow, nth: 0, manned, open }
    }

    /// Returns the units that may go from an area.
    fn free(&self, area: Area) -> Troop {
        let spot = self.board.spot(area);
        if spot.holder == Some(self.seat) { self.board.world.movable(spot.fit) } else { Troop::NONE }
    }

    /// Returns the areas to choose the one from.
    fn hubs(&self) -> AreaSet {
        let all = if self.flow.inward { self.open } else { self.manned };
        all.iter().filter(|hub| !self.others(*hub).is_empty()).collect()
    }

    /// Returns the areas that go with one.
    fn others(&self, hub: Area) -> AreaSet {
        let near = self.board.world.borders(hub);
        near.and(if self.flow.inward { self.manned } else { self.open })
    }

    fn feeds(&self, shift: &Shift) -> bool {
        let mouths = |area: Area| {
            let spot = self.board.spot(area);
            if spot.holder == Some(self.seat) { self.board.world.mouths(spot.units()) } else { 0 }
        };
        let mut sizes: ArrayVec<(Area, u8), { Shift::MOST + 1 }> = ArrayVec::new();
        for (area, troop) in &shift.legs {
            let (there, number) = (mouths(*area), troop.count());
            let then = if shift.inward { there.saturating_sub(number) } else { there.saturating_add(number) };
            sizes.push((*area, then));
        }
        let (there, number) = (mouths(shift.hub), shift.all().count());
        let then = if shift.inward { there.saturating_add(number) } else { there.saturating_sub(number) };
        sizes.push((shift.hub, then));
        armies::supplied(self.board, self.seat, &sizes)
    }

    fn is_possible(&self) -> bool {
        self.walk(&mut |_| ControlFlow::Break(())).is_break()
    }

    fn first(&self) -> Option<Shift> {
        let mut first = None;
        let _ = self.walk(&mut |shift| {
            first = Some(shift);
            ControlFlow::Break(())
        });
        first
    }

    fn spread(
        &self,
        shift: &mut Shift,
        areas: &[Area],
        rest: Troop,
        looks: &mut u32,
        found: Found<'_, Shift>,
    ) -> ControlFlow<()> {
        let Some((area, areas)) = areas.split_first().filter(|_| shift.legs.len() < self.flow.most) else {
            *looks += 1;
            if *looks > MOST_LOOKS {
                return ControlFlow::Break(());
            }
            return if !shift.legs.is_empty() && self.feeds(shift) {
                found(shift.clone())
            } else {
                ControlFlow::Continue(())
            };
        };
        let there = if self.flow.inward { self.free(*area) } else { rest };
        for part in there.parts().filter(|part| !part.is_empty()) {
            shift.legs.push((*area, part));
            self.spread(shift, areas, rest.minus(part), looks, found)?;
            shift.legs.pop();
        }
        self.spread(shift, areas, rest, looks, found)
    }

    fn try_one(&self, dice: &mut fastrand::Rng) -> Option<Shift> {
        let hub = self.hubs().pick(dice)?;
        let mut shift = Shift { hub, inward: self.flow.inward, legs: ArrayVec::new() };
        let mut rest = self.free(hub);
        let mut areas: ArrayVec<Area, 128> = self.others(hub).iter().collect();
        dice.shuffle(&mut areas);
        for area in areas {
            let there = if self.flow.inward { self.free(area) } else { rest };
            let part = Troop(there.0.map(|n| dice.u8(0..=n)));
            if !part.is_empty() && shift.legs.len() < self.flow.most {
                shift.legs.push((area, part));
                rest = rest.minus(part);
            }
        }
        shift.legs.sort_unstable_by_key(|(area, _)| *area);
        Some(shift).filter(|shift| !shift.legs.is_empty() && self.feeds(shift))
    }
}

impl Ask for ShiftQuery<'_> {
    type Answer = Shift;
    const KIND: &'static str = "tactic-move";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nth(self.flow.what, None, self.nth) }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        let hubs = self.hubs();
        Question::TacticMove {
            what: self.flow.what.to_owned(),
            inward: self.flow.inward,
            most: self.flow.most as u8,
            ways: hubs
                .iter()
                .map(|hub| (world.area_id(hub).to_owned(), world.ids(self.others(hub))))
                .collect(),
        }
    }

    fn check(&self, shift: &Shift) -> Result<(), Refusal> {
        let name = |area: Area| self.board.world.place(area).name.clone();
        let names = |areas: AreaSet| areas.iter().map(name).collect::<Vec<_>>();
        if shift.inward != self.flow.inward {
            let refusal = Refusal::new("tactic-move-direction");
            return Err(refusal.with("inward", self.flow.inward));
        }
        if !self.hubs().has(shift.hub) {
            let refusal = Refusal::new("tactic-move-hub").with("area", name(shift.hub));
            return Err(refusal.with("inward", shift.inward).with("legal", names(self.hubs())));
        }
        if shift.legs.is_empty() {
            return Err(Refusal::new("tactic-move-nobody").with("area", name(shift.hub)));
        }
        if shift.legs.len() > self.flow.most {
            return Err(Refusal::new("tactic-move-one").with("area", name(shift.hub)));
        }
        let others = self.others(shift.hub);
        let mut rest = self.free(shift.hub);
        for (area, troop) in &shift.legs {
            if !others.has(*area) {
                let refusal = Refusal::new("tactic-move-way").with("area", name(*area));
                let refusal = refusal.with("hub", name(shift.hub)).with("inward", shift.inward);
                return Err(refusal.with("legal", names(others)));
            }
            if troop.is_empty() {
                return Err(Refusal::new("tactic-move-nobody").with("area", name(*area)));
            }
            let (from, there) = if shift.inward { (*area, self.free(*area)) } else { (shift.hub, rest) };
            if !there.covers(*troop) {
                let refusal = Refusal::new("tactic-move-units").with("area", name(from));
                return Err(refusal.with("there", write_units(self.free(from))));
            }
            rest = rest.minus(*troop);
        }
        if !self.feeds(shift) {
            let limits = armies::limits(&self.board.world, self.board.houses[self.seat].supply);
            return Err(Refusal::new("tactic-move-supply").with("limits", limits.to_vec()));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Shift>) -> ControlFlow<()> {
        let mut looks = 0;
        for hub in self.hubs().iter() {
            let areas: ArrayVec<Area, 128> = self.others(hub).iter().collect();
            let mut shift = Shift { hub, inward: self.flow.inward, legs: ArrayVec::new() };
            self.spread(&mut shift, &areas, self.free(hub), &mut looks, found)?;
        }
        ControlFlow::Continue(())
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Shift {
        let tried = (0..TRIES).find_map(|_| self.try_one(dice));
        tried.unwrap_or_else(|| self.default())
    }

    /// The first there is: the ability was chosen, and does something. B-07.
    fn default(&self) -> Shift {
        let nobody = || Shift { hub: Area(0), inward: self.flow.inward, legs: ArrayVec::new() };
        self.first().unwrap_or_else(nobody)
    }
}

/// Returns what the owner of an ability would be asked if it were used now; `None` if the ability moves no units in the tactic
/// step. `what` is the card's id and the letter of its ability: `widen-the-net-a`.
pub fn question(board: &Board, seat: Seat, what: &str) -> Option<Question> {
    let flow = [ONE_AWAY, TOGETHER, ASUNDER].into_iter().find(|flow| flow.what == what)?;
    Some(ShiftQuery::of(board, seat, flow).question())
}

/// The owner names the units, and they go. An order goes where nobody stays to carry it out; no token is left.
fn shift(board: &mut Board, using: &Using, flow: Flow, table: &mut Table<'_>) -> Result<(), Pause> {
    let shift = table.ask(&ShiftQuery::new(board, using, flow))?;
    spend(board, using, 0, table);
    let before: ArrayVec<_, { Shift::MOST + 1 }> =
        shift.moves().map(|(from, _, _)| (from, board.spot(from).order)).collect();
    for (from, to, troop) in shift.moves() {
        board.remove_units(from, troop, Troop::NONE);
        board.place_units(to, using.seat, troop, Troop::NONE);
    }
    table.tell(|| {
        let world = &board.world;
        let id = |area: Area| world.area_id(area).to_owned();
        let gone = before.iter().filter(|(area, order)| order.is_some() && board.spot(*area).order.is_none());
        RealmEvent::TacticMove {
            house: world.seat_id(using.seat).to_owned(),
            moves: shift
                .moves()
                .map(|(from, to, troop)| Moved { from: id(from), to: id(to), units: units(troop) })
                .collect(),
            orders: gone
                .filter_map(|(area, order)| Some((id(*area), world.token((*order)?).id.clone())))
                .collect(),
        }
        .into()
    });
    Ok(())
}
