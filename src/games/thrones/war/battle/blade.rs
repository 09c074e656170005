//! The Valyrian Steel Blade. Rules: 1e, Battle, step 4; R-16.

use super::contest::{Battle, Role};
use super::strength::{all, total, winner};
use crate::games::thrones::ask::{Ask, Found, Ground, first};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::game::Table;
use crate::games::thrones::question::Question;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Listing, Pause, Refusal};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Asks the holder of the Blade, if he is in the battle and has not used it this turn.
pub(super) fn offer(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let theatre = board.world.houses[battle.contest.attacker].theatre;
    let holder = board.first_on(theatre, Track::Fiefdoms);
    let role = holder.and_then(|holder| battle.contest.role_of(holder));
    let works = !board.theatres[theatre].blade_used && board.tokens_work(theatre);
    let Some(role) = role.filter(|_| works) else { return Ok(()) };
    let query = BladeQuery::new(board, battle, role);
    let used = table.ask(&query)?;
    table.tell(|| {
        let world = &board.world;
        WarEvent::Blade {
            area: world.area_id(battle.contest.area).to_owned(),
            house: world.seat_id(battle.seat(role)).to_owned(),
            used,
            decides: query.decides(),
        }
        .into()
    });
    if used {
        board.theatres[theatre].blade_used = true;
        battle.blade = Some(role);
    }
    Ok(())
}

/// Strengths with cards and abilities, by [`Role`].
fn strengths(board: &Board, battle: &Battle) -> [i16; 2] {
    Role::ALL.map(|role| total(&all(board, battle, role)))
}

/// Whether to use the Valyrian Steel Blade.
pub struct BladeQuery<'a> {
    board: &'a Board,
    battle: &'a Battle,
    role: Role,
}

impl<'a> BladeQuery<'a> {
    /// The question to the holder of the Blade, on one side of a battle.
    pub fn new(board: &'a Board, battle: &'a Battle, role: Role) -> Self {
        BladeQuery { board, battle, role }
    }

    /// Returns `true` if using it turns defeat into victory.
    pub fn decides(&self) -> bool {
        let mut strengths = strengths(self.board, self.battle);
        let wins = |s: [i16; 2]| winner(self.board, self.battle.seats, s[0], s[1]) == self.role;
        let without = wins(strengths);
        strengths[self.role as usize] += super::strength::BLADE;
        !without && wins(strengths)
    }
}

impl Ask for BladeQuery<'_> {
    type Answer = bool;
    const KIND: &'static str = "blade";

    fn ground(&self) -> Ground<'_> {
        self.battle.ground(self.board, self.role)
    }

    fn question(&self) -> Question {
        let (world, strengths) = (&self.board.world, strengths(self.board, self.battle));
        let named = Role::ALL.into_iter().map(|role| (role.id().to_owned(), strengths[role as usize]));
        Question::Blade {
            battle: world.area_id(self.battle.contest.area).to_owned(),
            side: self.role.id().to_owned(),
            opponent: world.seat_id(self.battle.seat(self.role.other())).to_owned(),
            strengths: named.collect::<BTreeMap<_, _>>(),
            decides: self.decides(),
        }
    }

    fn check(&self, _: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn walk(&self, found: Found<'_, bool>) -> ControlFlow<()> {
        [false, true].into_iter().try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<bool> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> bool {
        if self.decides() { dice.u8(0..8) > 0 } else { dice.u8(0..8) == 0 }
    }

    /// Used only if it decides. Rules: R-26.
    fn default(&self) -> bool {
        self.decides()
    }
}
