//! Battle, step by step. Rules: 1e, Battle.
//!
//! While a battle lasts the attacking units stand, on the board, where they marched from; the battle knows who
//! they are. So every position in which a question waits is whole.
//!
//! An edition that counts units otherwise (siege engines, garrisons) overrides [`strength::unit_strength`] and
//! [`strength::before_cards`]; one that counts icons otherwise (tides of battle), [`casualties::icons`].
//!
//! May use: `board`, `armies`, `answer`, `transport`. Is used by: `marches`, `neutral`, plans (the queries).

pub mod abilities;
mod aftermath;
pub mod blade;
pub mod cards;
pub mod casualties;
pub mod retreat;
pub mod strength;
pub mod support;

#[cfg(test)]
mod tests;

use super::event::WarEvent;
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::units;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Ability, Area, CardId, OrderId, Troop};
use crate::table::{Pause, Seat, Table};
use arrayvec::ArrayVec;

/// A side of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Who marched in.
    Attacker,
    /// Who was there.
    Defender,
}

impl Role {
    /// Both.
    pub const ALL: [Role; 2] = [Role::Attacker, Role::Defender];

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
        }
    }

    /// The other side.
    pub fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// A Support order that was lent to a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lent {
    /// Whose order.
    pub seat: Seat,
    /// Where it is.
    pub from: Area,
    /// To which side.
    pub to: Role,
}

/// A march against somebody: another house, or a neutral force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    /// Where.
    pub area: Area,
    /// Who marches.
    pub attacker: Seat,
    /// Whence.
    pub from: Area,
    /// The March order.
    pub order: OrderId,
    /// Units that march there.
    pub attackers: Troop,
    /// Whose units stand there; none for a neutral force.
    pub defender: Option<Seat>,
    /// Support lent so far.
    pub lent: ArrayVec<Lent, 32>,
}

impl Contest {
    /// A march against whoever stands in an area.
    pub fn new(
        board: &Board,
        attacker: Seat,
        from: Area,
        order: OrderId,
        area: Area,
        attackers: Troop,
    ) -> Self {
        let defender = board.spot(area).holder;
        Contest { area, attacker, from, order, attackers, defender, lent: ArrayVec::new() }
    }

    /// The units of a side that stand.
    pub fn fit(&self, board: &Board, role: Role) -> Troop {
        match role {
            Role::Attacker => self.attackers,
            Role::Defender => board.spot(self.area).fit,
        }
    }

    /// The routed units of a side. Only a defender can have any: routed units do not march.
    pub fn routed(&self, board: &Board, role: Role) -> Troop {
        match role {
            Role::Attacker => Troop::NONE,
            Role::Defender => board.spot(self.area).routed,
        }
    }

    /// The side a house fights on, if it does.
    pub fn role_of(&self, seat: Seat) -> Option<Role> {
        if self.attacker == seat {
            Some(Role::Attacker)
        } else {
            (self.defender == Some(seat)).then_some(Role::Defender)
        }
    }
}

/// A contest between two houses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Where, who, and with whose support.
    pub contest: Contest,
    /// The houses, by [`Role`].
    pub seats: [Seat; 2],
    /// House cards as played, by [`Role`]; none before, or if a house has no card at all.
    pub cards: [Option<CardId>; 2],
    /// Whether each side's card was its last.
    last_card: [bool; 2],
    /// Whether each side's ability was cancelled.
    cancelled: [bool; 2],
    /// Who used the Valyrian Steel Blade.
    pub blade: Option<Role>,
    /// The order of the defender, as long as it lies there: it falls with the area.
    defending: Option<OrderId>,
}

impl Battle {
    /// A battle before its first step.
    pub fn new(board: &Board, contest: Contest, defender: Seat) -> Self {
        let (attacker, defending) = (contest.attacker, board.spot(contest.area).order);
        Battle {
            contest,
            seats: [attacker, defender],
            cards: [None; 2],
            last_card: [false; 2],
            cancelled: [false; 2],
            blade: None,
            defending,
        }
    }

    /// The house of a side.
    pub fn seat(&self, role: Role) -> Seat {
        self.seats[role as usize]
    }

    /// The ability of a side's card, unless it was cancelled.
    pub fn ability(&self, board: &Board, role: Role) -> Option<Ability> {
        let card = self.cards[role as usize].filter(|_| !self.cancelled[role as usize])?;
        board.world.card(card).ability
    }

    /// Both sides in the order of play.
    pub fn in_play_order(&self, board: &Board) -> [Role; 2] {
        let rank = |role: Role| board.rank(Track::IronThrone, self.seat(role));
        if rank(Role::Attacker) <= rank(Role::Defender) {
            Role::ALL
        } else {
            [Role::Defender, Role::Attacker]
        }
    }

    /// The side that alone has units left, if an ability has removed the other's last.
    fn alone(&self, board: &Board) -> Option<Role> {
        let gone = |role| self.contest.fit(board, role).plus(self.contest.routed(board, role)).is_empty();
        Role::ALL.into_iter().find(|role| gone(role.other()))
    }

    /// Takes units of a side out of the battle and off the board.
    fn lose(&mut self, board: &mut Board, role: Role, fit: Troop, routed: Troop) {
        match role {
            Role::Attacker => {
                self.contest.attackers = self.contest.attackers.minus(fit);
                board.remove_units(self.contest.from, fit, routed);
            }
            Role::Defender => board.remove_units(self.contest.area, fit, routed),
        }
    }
}

/// Fights a battle, from the call for support to the last unit's retreat.
///
/// # Errors
/// Pauses at each choice of either side and of those who may support.
pub fn battle<T: Table<Thrones>>(
    board: &mut Board,
    mut contest: Contest,
    table: &mut T,
) -> Result<(), Pause> {
    let Some(defender) = contest.defender else { return Ok(()) };
    table.tell(|| begins(board, &contest, defender).into());

    support::call(board, &mut contest, table)?;
    let mut battle = Battle::new(board, contest, defender);

    cards::play(board, &mut battle, table)?;
    abilities::cancel(board, &mut battle, table);
    abilities::revealed(board, &mut battle, table)?;
    if let Some(winner) = battle.alone(board) {
        aftermath::over_at_once(board, &battle, winner, table);
        return Ok(());
    }
    abilities::strength(board, &battle, table);

    blade::offer(board, &mut battle, table)?;

    let winner = strength::decide(board, &battle, table);
    casualties::suffer(board, &mut battle, winner.other(), table)?;
    retreat::retreat(board, &mut battle, winner.other(), table)?;
    abilities::won(board, &mut battle, winner, table)?;
    aftermath::settle(board, &battle, winner, table);
    Ok(())
}

fn begins(board: &Board, contest: &Contest, defender: Seat) -> WarEvent {
    let (world, spot) = (&board.world, board.spot(contest.area));
    WarEvent::BattleBegins {
        area: world.area_id(contest.area).to_owned(),
        attacker: world.seat_id(contest.attacker).to_owned(),
        defender: world.seat_id(defender).to_owned(),
        from: world.area_id(contest.from).to_owned(),
        order: world.token(contest.order).id.clone(),
        attackers: units(contest.attackers),
        defenders: units(spot.fit),
        routed: units(spot.routed),
        defending_order: spot.order.map(|order| world.token(order).id.clone()),
    }
}
