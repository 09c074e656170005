//! The dead rise: zombies made and promoted by House cards of the Others, when the area is taken and before orders go.
//! Rules: BW, B-46 to B-49, B-51, B-97.

use crate::games::thrones::answer::units;
use crate::games::thrones::armies::supplied;
use crate::games::thrones::ask::{About, Ask, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::disband::Losses;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::war::battle::abilities::choose::{choose, tell, tell_unused};
use crate::games::thrones::war::battle::abilities::upgrade::upgrade;
use crate::games::thrones::war::battle::abilities::{Choice, Choices};
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::{Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Where new units may stand: at most the area of the battle and the one they came from.
type Graves = ArrayVec<Area, 2>;

/// Which new units rise, and where; the answer has zombies alone.
pub struct Raise<'a> {
    board: &'a Board,
    seat: Seat,
    word: &'static str,
    areas: Graves,
    most: u8,
}

impl<'a> Raise<'a> {
    /// The question for at most so many zombies in some areas; `word` tells by what.
    pub fn new(board: &'a Board, seat: Seat, word: &'static str, areas: Graves, most: u8) -> Self {
        Raise { board, seat, word, areas, most: most.min(board.pool(seat, Unit::Zombie)) }
    }

    fn fits(&self, raised: &Losses) -> bool {
        let changes: ArrayVec<(Area, u8), 2> = raised
            .iter()
            .map(|(area, new)| {
                let there = self.board.world.mouths(self.board.spot(area).units());
                (area, there.saturating_add(new.count()))
            })
            .take(2)
            .collect();
        supplied(self.board, self.seat, &changes)
    }

    /// Takes as many as fit, the first area first.
    fn fill(&self, areas: &[Area], most: u8) -> Losses {
        let mut raised = Losses::default();
        for _ in 0..most.min(self.most) {
            let next = areas.iter().find_map(|area| {
                let mut then = raised.clone();
                then.add(*area, Troop::one(Unit::Zombie));
                self.fits(&then).then_some(then)
            });
            match next {
                Some(next) => raised = next,
                None => break,
            }
        }
        raised
    }

    fn spread(&self, areas: &[Area], raised: &Losses, found: Found<'_, Losses>) -> ControlFlow<()> {
        let Some((area, rest)) = areas.split_first() else {
            return if self.fits(raised) { found(raised.clone()) } else { ControlFlow::Continue(()) };
        };
        for number in 0..=self.most.saturating_sub(raised.all().count()) {
            let mut then = raised.clone();
            let mut troop = Troop::NONE;
            troop.add(Unit::Zombie, number);
            then.add(*area, troop);
            self.spread(rest, &then, found)?;
        }
        ControlFlow::Continue(())
    }
}

impl Ask for Raise<'_> {
    type Answer = Losses;
    const KIND: &'static str = "raise";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(self.word) }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Raise {
            what: self.word.to_owned(),
            areas: self.areas.iter().map(|area| world.area_id(*area).to_owned()).collect(),
            most: self.most,
        }
    }

    fn check(&self, raised: &Losses) -> Result<(), Refusal> {
        for (area, troop) in raised.iter() {
            let zombies = troop.of(Unit::Zombie);
            if !self.areas.contains(&area) || zombies != troop.count() {
                let names = self.areas.iter().map(|area| self.board.world.place(*area).name.clone());
                return Err(Refusal::new("raise-not-there").with("legal", names.collect::<Vec<_>>()));
            }
        }
        let number = raised.all().count();
        if number > self.most {
            return Err(Refusal::new("raise-too-many").with("number", number).with("most", self.most));
        }
        if self.fits(raised) { Ok(()) } else { Err(Refusal::new("raise-breaks-supply")) }
    }

    fn walk(&self, found: Found<'_, Losses>) -> ControlFlow<()> {
        self.spread(&self.areas, &Losses::default(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Losses {
        let mut areas = self.areas.clone();
        dice.shuffle(&mut areas);
        // Mostly all that may rise do.
        let most = if dice.u8(0..4) > 0 { self.most } else { dice.u8(0..=self.most) };
        self.fill(&areas, most)
    }

    /// As many as fit. B-07.
    fn default(&self) -> Losses {
        self.fill(&self.areas, self.most)
    }
}

/// Asks for zombies and places them. Returns whether any could rise.
fn raise(
    board: &mut Board,
    battle: &Battle,
    owner: Role,
    (word, areas, most): (&'static str, Graves, u8),
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let seat = battle.seat(owner);
    let raised = {
        let query = Raise::new(board, seat, word, areas, most);
        if Ask::default(&query) == Losses::default() {
            table.forced(&query, &Losses::default());
            Losses::default()
        } else {
            table.ask(&query)?
        }
    };
    for (area, troop) in raised.iter() {
        board.place_units(area, seat, troop, Troop::NONE);
    }
    let number = raised.all().count();
    if let Some(north) = &mut board.north {
        let tally = &mut north.side_mut(seat).tally;
        tally.raised = tally.raised.saturating_add(number);
    }
    table.tell(|| {
        let world = &board.world;
        let by_area = raised.iter().map(|(area, troop)| (world.area_id(area).to_owned(), units(troop)));
        let house = world.seat_id(seat).to_owned();
        RealmEvent::UnitsRaised { house, because: word.to_owned(), units: by_area.collect() }.into()
    });
    Ok(())
}

/// Where a side's own units of the battle stand now, and which of them are there.
fn survivors(board: &Board, battle: &Battle, owner: Role) -> Option<(Area, Troop)> {
    let seat = battle.seat(owner);
    if battle.winner != Some(owner) {
        // Nobody who fought may be left, though others of the side stand there.
        return battle.fled.filter(|(_, units)| !units.is_empty());
    }
    // An attack that conquers nothing leaves its units where they came from.
    let back = owner == Role::Attacker && battle.contest.strike;
    let area = if back { battle.contest.from } else { battle.contest.area };
    let there = board.spot(area);
    let troop = if owner == Role::Attacker { battle.contest.attackers } else { there.units() };
    (there.holder == Some(seat) && !troop.is_empty()).then_some((area, troop))
}

/// If the Others win, as many zombies as the difference in strength, at least one.
///
/// # Errors
/// If the choice is missing; so for all here.
pub fn king(board: &mut Board, battle: &mut Battle, owner: Role, table: &mut Table<'_>) -> Result<(), Pause> {
    if battle.winner != Some(owner) {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    }
    let (seat, contest) = (battle.seat(owner), &battle.contest);
    let mut areas = Graves::new();
    if board.spot(contest.area).holder == Some(seat) {
        areas.push(contest.area);
    }
    if owner == Role::Attacker && board.controller(contest.from) == Some(seat) {
        areas.push(contest.from);
    }
    let most = battle.margin.unsigned_abs().clamp(1, 100) as u8;
    raise(board, battle, owner, ("king-of-the-others", areas, most), table)
}

/// One zombie that fought or lent its support may become an Other.
pub fn general(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let seat = battle.seat(owner);
    let lent = battle.contest.lent.iter().filter(|lent| lent.to == owner && lent.seat == seat);
    let lent = lent.map(|lent| (lent.from, board.spot(lent.from).units()));
    let zombies = survivors(board, battle, owner).into_iter().chain(lent);
    let zombies = zombies
        .filter(|(area, troop)| troop.of(Unit::Zombie) > 0 && board.spot(*area).units().of(Unit::Zombie) > 0);
    let mut choices: Choices = [Choice::Nothing].into_iter().collect();
    if board.pool(seat, Unit::Other) > 0 {
        for (area, _) in zombies {
            if !choices.contains(&Choice::Area(area)) {
                choices.push(Choice::Area(area));
            }
        }
    }
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Area(area)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    upgrade(board, battle, owner, area, (Unit::Zombie, Unit::Other), table);
    Ok(())
}

/// If the Others win, enemy units destroyed in the battle may become zombies where it was fought.
pub fn captain(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let (seat, area) = (battle.seat(owner), battle.contest.area);
    let fallen = battle.fallen[owner.other() as usize].count();
    if battle.winner != Some(owner) || board.spot(area).holder != Some(seat) || fallen == 0 {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    }
    let areas = std::iter::once(area).collect();
    raise(board, battle, owner, ("captain-of-the-others", areas, fallen), table)
}

/// Won or lost, a zombie may rise where the Others' units of the battle stand.
pub fn sorcerer(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let Some((area, _)) = survivors(board, battle, owner) else {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    };
    let areas = std::iter::once(area).collect();
    raise(board, battle, owner, ("sorcerer-of-the-others", areas, 1), table)
}
