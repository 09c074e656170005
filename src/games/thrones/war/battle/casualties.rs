//! Casualties. Rules: 1e, Battle, step 5a; R-18.

use super::contest::{Battle, Role};
use crate::games::thrones::answer::units;
use crate::games::thrones::ask::{About, Ask, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{CardId, Icons, SkullVictim, Troop, Unit};
use crate::games::thrones::game::{Hook, Table};
use crate::games::thrones::question::Question;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Pause, Refusal};
use std::ops::ControlFlow;

/// Returns the icons printed on a side's card. Rules: 1e, Battle, step 5a.
pub fn printed_icons(board: &Board, battle: &Battle, role: Role) -> Icons {
    let speaks = |card: &CardId| !battle.muted[role as usize] && !board.is_annulled(*card);
    let card = battle.cards[role as usize].filter(speaks);
    let printed = card.map_or(Icons::default(), |card| board.world.card(card).icons);
    let tides = battle.tides[role as usize].map_or(Icons::default(), |card| card.icons);
    Icons {
        swords: printed.swords + tides.swords,
        fortifications: printed.fortifications + tides.fortifications,
    }
}

/// Returns the icons that count for a side: those the edition counts, as abilities leave them.
pub fn icons(board: &Board, battle: &Battle, side: Role) -> Icons {
    let mut counted = (board.edition.icons)(board, battle, side);
    counted.swords += battle.taken_swords[side as usize];
    let counted = battle.boons.iter().filter(|boon| boon.role == side).fold(counted, |icons, boon| Icons {
        swords: icons.swords.saturating_add(boon.swords),
        fortifications: icons.fortifications.saturating_add(boon.fortifications),
    });
    battle.in_play_order(board).into_iter().fold(counted, |icons, owner| {
        match battle.ability(board, owner).map(|ability| ability.hook) {
            Some(
                Hook::Icons(change) | Hook::StrengthAndIcons(_, change) | Hook::IconsAndCleanup(change, _),
            ) => change(board, battle, owner, side, icons),
            _ => icons,
        }
    })
}

/// The loser loses as many standing units of the battle as the winner's swords exceed his fortifications.
/// Routed units are never chosen; supporters lose nothing.
pub(super) fn suffer(
    board: &mut Board,
    battle: &mut Battle,
    loser: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let swords = icons(board, battle, loser.other()).swords;
    let fortifications = icons(board, battle, loser).fortifications;
    let there = board.world.mobile(battle.contest.fit(board, loser));
    let number = if battle.spared(board, loser) { 0 } else { swords.saturating_sub(fortifications) };
    let number = number.min(there.count());
    let query = CasualtyQuery::new(board, battle, loser, number);
    let lost = lost(&query, there, number, table)?;
    table.tell(|| {
        let world = &board.world;
        WarEvent::Casualties {
            area: world.area_id(battle.contest.area).to_owned(),
            house: world.seat_id(battle.seat(loser)).to_owned(),
            swords,
            fortifications,
            number,
            lost: units(lost),
        }
        .into()
    });
    battle.lose(board, loser, lost, Troop::NONE);
    battle.fall(board, loser, lost);
    Ok(())
}

/// Asks which units are lost, if there is anything to choose.
pub(super) fn lost(
    query: &CasualtyQuery<'_>,
    there: Troop,
    number: u8,
    table: &mut Table<'_>,
) -> Result<Troop, Pause> {
    match forced(there, number) {
        Some(lost) => {
            table.forced(query, &lost);
            Ok(lost)
        }
        None => table.ask(query),
    }
}

/// Returns the loss that leaves no choice, if there is none to make: nobody, all, or all of one kind.
pub(super) fn forced(there: Troop, number: u8) -> Option<Troop> {
    let mut kinds = there.iter();
    match (kinds.next(), kinds.next()) {
        _ if number == 0 => Some(Troop::NONE),
        _ if number >= there.count() => Some(there),
        (Some((unit, _)), None) => {
            let mut lost = Troop::NONE;
            lost.add(unit, number);
            Some(lost)
        }
        _ => None,
    }
}

/// Returns the cheapest units of a troop: by price, then in the order of kinds.
pub(super) fn cheapest(board: &Board, there: Troop, number: u8) -> Troop {
    let mut kinds = Unit::ALL;
    kinds.sort_by_key(|unit| board.world.unit(*unit).price);
    let mut lost = Troop::NONE;
    for unit in kinds {
        lost.add(unit, there.of(unit).min(number.saturating_sub(lost.count())));
    }
    lost
}

/// Returns the units of a troop by chance, as many as asked for.
pub(super) fn random(there: Troop, number: u8, dice: &mut fastrand::Rng) -> Troop {
    let mut lost = Troop::NONE;
    for _ in 0..number.min(there.count()) {
        let rest = there.minus(lost);
        let mut place = dice.u8(0..rest.count());
        for (unit, n) in rest.iter() {
            if place < n {
                lost.add(unit, 1);
                break;
            }
            place -= n;
        }
    }
    lost
}

/// Which units are lost in battle.
pub struct CasualtyQuery<'a> {
    board: &'a Board,
    battle: &'a Battle,
    loser: Role,
    number: u8,
    skulls: bool,
    /// Who chooses.
    chooser: Role,
}

impl<'a> CasualtyQuery<'a> {
    /// The question to the losing side, that must lose a number of units.
    pub fn new(board: &'a Board, battle: &'a Battle, loser: Role, number: u8) -> Self {
        CasualtyQuery { board, battle, loser, number, skulls: false, chooser: loser }
    }

    /// The question to a side that must lose a number of units to skulls, be it the winner.
    pub fn to_skulls(board: &'a Board, battle: &'a Battle, loser: Role, number: u8) -> Self {
        // The skulls of the Tides of Battle, on the other board, are always the loser's to share out.
        let north = board.world.is_north(battle.contest.area);
        let enemy = north && board.world.options.skull_victim == SkullVictim::Enemy;
        let chooser = if enemy { loser.other() } else { loser };
        CasualtyQuery { board, battle, loser, number, skulls: true, chooser }
    }

    fn there(&self) -> Troop {
        if self.skulls {
            return exposed(self.board, self.battle, self.loser);
        }
        self.board.world.mobile(self.battle.contest.fit(self.board, self.loser))
    }
}

impl Ask for CasualtyQuery<'_> {
    type Answer = Troop;
    const KIND: &'static str = "casualties";

    fn ground(&self) -> Ground<'_> {
        let ground = self.battle.ground(self.board, self.chooser);
        if self.skulls {
            return Ground { about: About::WordAt("skulls", self.battle.contest.area), ..ground };
        }
        ground
    }

    fn question(&self) -> Question {
        Question::Casualties {
            battle: self.board.world.area_id(self.battle.contest.area).to_owned(),
            number: self.number,
            units: units(self.there()),
        }
    }

    fn check(&self, lost: &Troop) -> Result<(), Refusal> {
        let there = self.there();
        if let Some((unit, wanted)) = lost.iter().find(|(unit, n)| *n > there.of(*unit)) {
            let refusal = Refusal::new("casualties-not-there").with("unit", unit.id());
            return Err(refusal.with("wanted", wanted).with("there", there.of(unit)));
        }
        if lost.count() != self.number {
            let refusal = Refusal::new("casualties-number").with("number", self.number);
            return Err(refusal.with("given", lost.count()));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Troop>) -> ControlFlow<()> {
        self.there().parts().filter(|lost| lost.count() == self.number).try_for_each(found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Troop {
        random(self.there(), self.number, dice)
    }

    /// The cheapest first. Rules: R-26.
    fn default(&self) -> Troop {
        cheapest(self.board, self.there(), self.number)
    }
}

/// Returns the units of a side that skulls may take.
pub(super) fn exposed(board: &Board, battle: &Battle, role: Role) -> Troop {
    let fit = battle.contest.fit(board, role);
    if board.world.is_north(battle.contest.area) {
        // Skulls of places and of cards hit those who stood from the beginning (BW, B-30).
        return board.world.mobile(fit);
    }
    if battle.winner == Some(role) {
        fit.plus(battle.contest.routed(board, role))
    } else {
        board.world.mobile(fit)
    }
}
