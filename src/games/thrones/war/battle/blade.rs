//! The Valyrian Steel Blade. Rules: 1e, Battle, step 4; R-16.
//!
//! May use: `board`, `strength`. Is used by: `battle`, plans (the query).

use super::strength::{all, total, winner};
use super::{Battle, Role};
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::malformed;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::question::Question;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Listing, Pause, Query, Refusal, Seat, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Asks the holder of the Blade, if he is in the battle and has not used it this turn.
pub(super) fn offer<T: Table<Thrones>>(
    board: &mut Board,
    battle: &mut Battle,
    table: &mut T,
) -> Result<(), Pause> {
    let holder = board.first_on(Track::Fiefdoms);
    let role = holder.and_then(|holder| battle.contest.role_of(holder));
    let Some(role) = role.filter(|_| !board.blade_used) else { return Ok(()) };
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
        board.blade_used = true;
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

    /// Whether using it turns defeat into victory.
    pub fn decides(&self) -> bool {
        let mut strengths = strengths(self.board, self.battle);
        let wins = |s: [i16; 2]| winner(self.board, self.battle.seats, s[0], s[1]) == self.role;
        let without = wins(strengths);
        strengths[self.role as usize] += super::strength::BLADE;
        !without && wins(strengths)
    }
}

impl Query for BladeQuery<'_> {
    type Game = Thrones;
    type Answer = bool;

    fn seat(&self) -> Seat {
        self.battle.seat(self.role)
    }

    fn kind(&self) -> &'static str {
        "blade"
    }

    fn key(&self) -> String {
        let at = self.board.world.area_id(self.battle.contest.area);
        self.board.key(self.seat(), self.kind(), at)
    }

    fn position(&self) -> &Board {
        self.board
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

    fn list(&self, limit: usize) -> Listing<bool> {
        let answers = [false, true];
        Listing { complete: limit >= 2, answers: answers.into_iter().take(limit).collect() }
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> bool {
        if self.decides() { dice.u8(0..8) > 0 } else { dice.u8(0..8) == 0 }
    }

    /// Used only if it decides. Rules: R-26.
    fn default(&self) -> bool {
        self.decides()
    }

    fn write(&self, used: &bool) -> Value {
        json!(used)
    }

    fn read(&self, value: &Value) -> Result<bool, Refusal> {
        value.as_bool().ok_or_else(|| malformed(self.kind(), value))
    }
}
