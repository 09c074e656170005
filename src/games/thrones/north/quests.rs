//! Quests: units leave the board for a task, and some come back. Rules: BW, B-62 to B-66.

use super::deck::{north, side};
use crate::games::thrones::answer::{units, write_units};
use crate::games::thrones::armies::supplied;
use crate::games::thrones::ask::{About, Ask, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, Quest, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::disband::Losses;
use crate::games::thrones::realm::event::{RealmEvent, UnitsByArea};
use crate::games::thrones::realm::victory;
use crate::table::{Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// In play order, each side with a quest that is not complete may send units; a quest is judged after each transfer, and the
/// game may be won by it.
///
/// # Errors
/// If a side has not said whom it sends.
pub fn quests(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(theatre) = board.world.north.as_ref().map(|north| north.theatre) else { return Ok(()) };
    for seat in board.play_order_in(theatre) {
        let Some(quest) = open_quest(board, seat).cloned() else { continue };
        let sent = {
            let query = Send::new(board, seat, &quest);
            if query.willing().is_empty() {
                table.forced(&query, &Losses::default());
                continue;
            }
            table.ask(&query)?
        };
        send(board, seat, &quest, &sent, table);
        if victory::check(board, Some(seat), table) {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the quest of a side that it has still to complete.
fn open_quest(board: &Board, seat: Seat) -> Option<&Quest> {
    let (printed, north) = north(board)?;
    printed.quests[seat].as_ref().filter(|_| north.side(seat).quest_done.is_none())
}

/// Returns how many points complete a quest in this round.
pub fn needed(board: &Board, quest: &Quest) -> u8 {
    if quest.grows { quest.points.max(board.turn) } else { quest.points }
}

fn send(board: &mut Board, seat: Seat, quest: &Quest, sent: &Losses, table: &mut Table<'_>) {
    if sent.all().is_empty() {
        return;
    }
    let mut orders = BTreeMap::new();
    for (area, troop) in sent.iter() {
        let order = board.spot(area).order;
        // Nobody is routed at this time; should a position say otherwise, those who stand go first.
        let fit = Troop(std::array::from_fn(|i| troop.0[i].min(board.spot(area).fit.0[i])));
        board.remove_units(area, fit, troop.minus(fit));
        if let Some(order) = order.filter(|_| board.spot(area).order.is_none()) {
            orders.insert(board.world.area_id(area).to_owned(), board.world.token(order).id.clone());
        }
    }
    board.houses[seat].away = board.houses[seat].away.plus(sent.all());
    let (points, needed) = (board.world.points(board.houses[seat].away), needed(board, quest));
    let done = points >= needed;
    if let (true, Some(north)) = (done, &mut board.north) {
        north.side_mut(seat).quest_done = Some(board.turn);
    }
    table.tell(|| {
        RealmEvent::QuestSent {
            house: board.world.seat_id(seat).to_owned(),
            quest: quest.id.clone(),
            units: by_area(board, sent),
            points,
            needed,
            done,
            orders,
        }
        .into()
    });
}

fn by_area(board: &Board, troops: &Losses) -> UnitsByArea {
    troops.iter().map(|(area, troop)| (board.world.area_id(area).to_owned(), units(troop))).collect()
}

/// Which units a side sends on its quest.
pub struct Send<'a> {
    board: &'a Board,
    seat: Seat,
    quest: &'a Quest,
}

impl<'a> Send<'a> {
    /// The question to a side.
    pub fn new(board: &'a Board, seat: Seat, quest: &'a Quest) -> Self {
        Send { board, seat, quest }
    }

    /// Returns the units that may go, by area.
    fn willing(&self) -> ArrayVec<(Area, Troop), 128> {
        let held = self.board.held_by(self.seat);
        let may = held.map(|(area, spot)| (area, spot.units().filter(|unit| self.may_go(unit))));
        may.filter(|(_, troop)| !troop.is_empty()).collect()
    }

    fn may_go(&self, unit: Unit) -> bool {
        self.quest.units.contains(&unit)
    }

    fn take(&self, areas: &[(Area, Troop)], sent: &Losses, found: Found<'_, Losses>) -> ControlFlow<()> {
        let Some(((area, troop), rest)) = areas.split_first() else { return found(sent.clone()) };
        for part in troop.parts() {
            let mut then = sent.clone();
            then.add(*area, part);
            self.take(rest, &then, found)?;
        }
        ControlFlow::Continue(())
    }
}

impl Ask for Send<'_> {
    type Answer = Losses;
    const KIND: &'static str = "quest";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        Question::Quest {
            quest: self.quest.id.clone(),
            sent: self.board.world.points(self.board.houses[self.seat].away),
            needed: needed(self.board, self.quest),
            units: self.quest.units.iter().map(|unit| unit.id().to_owned()).collect(),
        }
    }

    fn check(&self, sent: &Losses) -> Result<(), Refusal> {
        let willing = self.willing();
        for (area, troop) in sent.iter() {
            let there = willing.iter().find(|(own, _)| *own == area).map_or(Troop::NONE, |(_, troop)| *troop);
            if !there.covers(troop) {
                let name = self.board.world.place(area).name.clone();
                return Err(Refusal::new("quest-not-there")
                    .with("area", name)
                    .with("units", write_units(there)));
            }
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Losses>) -> ControlFlow<()> {
        self.take(&self.willing(), &Losses::default(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Losses {
        let mut sent = Losses::default();
        // Most rounds nobody goes; now and then one, or all that the task needs. A task that grows no dearer is done sooner.
        let go = dice.u8(0..if self.quest.grows { 8 } else { 5 });
        let left = needed(self.board, self.quest)
            .saturating_sub(self.board.world.points(self.board.houses[self.seat].away));
        let wanted = match go {
            0 => left,
            1 | 2 => 1,
            _ => 0,
        };
        let mut willing = self.willing();
        dice.shuffle(&mut willing);
        for (area, troop) in willing {
            for (unit, n) in troop.iter() {
                for _ in 0..n {
                    if self.board.world.points(sent.all()) < wanted {
                        sent.add(area, Troop::one(unit));
                    }
                }
            }
        }
        sent
    }

    /// Nobody. B-07.
    fn default(&self) -> Losses {
        Losses::default()
    }
}

/// When the Watch's quest has been completed in this round: of the units sent, some come back to the Wall.
///
/// # Errors
/// If the Watch has not said who.
pub fn come_back(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(printed) = &board.world.north else { return Ok(()) };
    let (watch, wall) = (printed.watch, printed.wall);
    let done = side(board, watch).is_some_and(|side| side.quest_done == Some(board.turn));
    if !done {
        return Ok(());
    }
    let back = {
        let sections = wall.and(board.controlled_by(watch));
        let query = ComeBack::new(board, watch, sections);
        if query.fill(query.most, |_| 0) == Losses::default() {
            table.forced(&query, &Losses::default());
            Losses::default()
        } else {
            table.ask(&query)?
        }
    };
    for (area, troop) in back.iter() {
        board.place_units(area, watch, troop, Troop::NONE);
    }
    board.houses[watch].away = Troop::NONE;
    table.tell(|| {
        let house = board.world.seat_id(watch).to_owned();
        RealmEvent::QuestReturn { house, units: by_area(board, &back) }.into()
    });
    Ok(())
}

/// What comes back at most: seven points less the number of the round.
const LONGEST: u8 = 7;

/// Which units come back from the quest, and where.
pub struct ComeBack<'a> {
    board: &'a Board,
    seat: Seat,
    sections: AreaSet,
    most: u8,
}

impl<'a> ComeBack<'a> {
    /// The question to the Watch, which controls some sections.
    pub fn new(board: &'a Board, seat: Seat, sections: AreaSet) -> Self {
        ComeBack { board, seat, sections, most: LONGEST.saturating_sub(board.turn) }
    }

    fn fits(&self, back: &Losses) -> bool {
        let changes: ArrayVec<(Area, u8), 128> = back
            .iter()
            .map(|(area, new)| {
                let there = self.board.world.mouths(self.board.spot(area).units());
                (area, there.saturating_add(new.count()))
            })
            .collect();
        supplied(self.board, self.seat, &changes)
    }

    /// Brings back unit by unit, as `pick` chooses among those that can, up to some points.
    fn fill(&self, most: u8, mut pick: impl FnMut(usize) -> usize) -> Losses {
        let (away, world) = (self.board.houses[self.seat].away, &self.board.world);
        let mut back = Losses::default();
        loop {
            let rest = away.minus(back.all());
            let left = most.saturating_sub(world.points(back.all()));
            let mut next = Vec::new();
            for (unit, _) in rest.iter().filter(|(unit, _)| world.unit(*unit).price <= left) {
                for area in self.sections.iter() {
                    let mut then = back.clone();
                    then.add(area, Troop::one(unit));
                    if self.fits(&then) {
                        next.push(then);
                    }
                }
            }
            let place = pick(next.len());
            match next.into_iter().nth(place) {
                Some(then) => back = then,
                None => return back,
            }
        }
    }

    fn spread(
        &self,
        areas: &[Area],
        rest: Troop,
        back: &Losses,
        found: Found<'_, Losses>,
    ) -> ControlFlow<()> {
        let Some((area, areas)) = areas.split_first() else {
            return if self.fits(back) { found(back.clone()) } else { ControlFlow::Continue(()) };
        };
        for part in rest.parts() {
            let mut then = back.clone();
            then.add(*area, part);
            if self.board.world.points(then.all()) <= self.most {
                self.spread(areas, rest.minus(part), &then, found)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ask for ComeBack<'_> {
    type Answer = Losses;
    const KIND: &'static str = "return";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        Question::Return {
            units: units(self.board.houses[self.seat].away),
            areas: self.board.world.ids(self.sections),
            most: self.most,
        }
    }

    fn check(&self, back: &Losses) -> Result<(), Refusal> {
        let world = &self.board.world;
        if let Some((area, _)) = back.iter().find(|(area, _)| !self.sections.has(*area)) {
            let sections = self.sections.iter().map(|area| world.place(area).name.clone());
            let refusal = Refusal::new("return-not-there").with("area", world.place(area).name.clone());
            return Err(refusal.with("legal", sections.collect::<Vec<_>>()));
        }
        let away = self.board.houses[self.seat].away;
        if !away.covers(back.all()) {
            return Err(Refusal::new("return-not-sent").with("units", write_units(away)));
        }
        let points = world.points(back.all());
        if points > self.most {
            let refusal = Refusal::new("return-too-many-points").with("points", points);
            return Err(refusal.with("most", self.most));
        }
        if self.fits(back) { Ok(()) } else { Err(Refusal::new("return-breaks-supply")) }
    }

    fn walk(&self, found: Found<'_, Losses>) -> ControlFlow<()> {
        let areas: ArrayVec<Area, 128> = self.sections.iter().collect();
        self.spread(&areas, self.board.houses[self.seat].away, &Losses::default(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Losses {
        let most = if dice.u8(0..4) > 0 { self.most } else { dice.u8(0..=self.most) };
        self.fill(most, |ways| dice.usize(0..ways.max(1)))
    }

    /// As many as may, the cheapest first, to the first sections. B-07.
    fn default(&self) -> Losses {
        self.fill(self.most, |_| 0)
    }
}
