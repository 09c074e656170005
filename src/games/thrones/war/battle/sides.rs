//! The two sides of a battle on the board: their units, their abilities, their losses.

use super::contest::{Battle, Contest, Role};
use crate::games::thrones::ask::{About, Ground};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, CardId, OrderId, Troop};
use crate::games::thrones::game::{AbilityRow, Hook};
use crate::games::thrones::terms::LastUnit;
use crate::table::Seat;
use arrayvec::ArrayVec;

impl Contest {
    /// A march against whoever is in an area: units, or the garrison of the house whose home it is.
    pub fn new(
        board: &Board,
        attacker: Seat,
        from: Area,
        order: OrderId,
        area: Area,
        attackers: Troop,
    ) -> Self {
        let spot = board.spot(area);
        let garrisoned = || board.world.home_of(area).filter(|_| spot.garrison > 0);
        let defender = spot.holder.or_else(garrisoned);
        Contest {
            area,
            attacker,
            from,
            order,
            attackers,
            defender,
            orphaned: None,
            lent: ArrayVec::new(),
            raised: [0; 2],
            strike: false,
        }
    }

    /// Returns the units of a side that stand.
    pub fn fit(&self, board: &Board, role: Role) -> Troop {
        match role {
            Role::Attacker => self.attackers,
            Role::Defender => board.spot(self.area).fit,
        }
    }

    /// Returns the routed units of a side. Only a defender can have any: routed units do not march.
    pub fn routed(&self, board: &Board, role: Role) -> Troop {
        match role {
            Role::Attacker => Troop::NONE,
            Role::Defender => board.spot(self.area).routed,
        }
    }
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
            taken_text: [None; 2],
            taken_swords: [0; 2],
            waiting: None,
            blade: None,
            winner: None,
            tides: [None; 2],
            defending,
            muted: [false; 2],
            behind: [None; 2],
            exchanged: false,
            boons: ArrayVec::new(),
            margin: 0,
            fled: None,
            fallen: [Troop::NONE; 2],
        }
    }

    /// Returns the ability of a side's card, or the one it has taken, unless it was cancelled.
    pub fn ability(&self, board: &Board, role: Role) -> Option<&'static AbilityRow> {
        let card = self.text_card(role).filter(|_| !self.cancelled[role as usize])?;
        if board.is_annulled(card) {
            return None;
        }
        board.ability(card)
    }

    /// Returns the card whose text a side has: its own, or the one whose text that has taken.
    pub fn text_card(&self, role: Role) -> Option<CardId> {
        self.taken_text[role as usize].or(self.cards[role as usize])
    }

    /// Returns `true` if a side's card keeps its units from being lost to cards, swords and skulls.
    pub fn spared(&self, board: &Board, role: Role) -> bool {
        self.boons.iter().any(|boon| boon.role == role && boon.spares)
            || matches!(self.ability(board, role).map(|ability| ability.hook), Some(Hook::Spares))
    }

    /// Returns `true` if a side's card chooses where the other retreats.
    pub fn leads(&self, board: &Board, role: Role) -> bool {
        matches!(self.ability(board, role).map(|ability| ability.hook), Some(Hook::Retreat))
    }

    /// Returns `true` if a side's card lets its units retreat anywhere, standing.
    pub fn escapes(&self, board: &Board, role: Role) -> bool {
        matches!(self.ability(board, role).map(|ability| ability.hook), Some(Hook::Escapes))
    }

    /// Returns `true` if a side's card keeps an attacker out of the area it has lost.
    pub fn bars(&self, board: &Board, role: Role) -> bool {
        matches!(self.ability(board, role).map(|ability| ability.hook), Some(Hook::Bars))
    }

    /// Returns `true` if a side's card takes from the embattled area what that gives to its defender.
    pub fn levelled(&self, board: &Board) -> bool {
        let levels = |role: &Role| match self.ability(board, *role).map(|ability| ability.hook) {
            Some(Hook::Levels(areas)) => areas(board, self.contest.area),
            _ => false,
        };
        Role::ALL.iter().any(levels)
    }

    /// Returns `true` if a Support order that was lent to a side is still there.
    pub fn supported(&self, board: &Board, role: Role) -> bool {
        self.contest.lent.iter().any(|lent| lent.to == role && board.spot(lent.from).order.is_some())
    }

    /// Returns where a side is asked something about this battle.
    pub fn ground<'a>(&self, board: &'a Board, role: Role) -> Ground<'a> {
        Ground { board, seat: self.seat(role), about: About::Area(self.contest.area) }
    }

    /// Returns both sides in the order of play.
    pub fn in_play_order(&self, board: &Board) -> [Role; 2] {
        let rank = |role: Role| board.rank(Track::IronThrone, self.seat(role));
        if rank(Role::Attacker) <= rank(Role::Defender) {
            Role::ALL
        } else {
            [Role::Defender, Role::Attacker]
        }
    }

    /// Returns the side that alone has units or a garrison left, if an ability has removed the other's last.
    pub fn alone(&self, board: &Board) -> Option<Role> {
        let garrison = |role| role == Role::Defender && board.spot(self.contest.area).garrison > 0;
        let units = |role| self.contest.fit(board, role).plus(self.contest.routed(board, role));
        Role::ALL.into_iter().find(|role| units(role.other()).is_empty() && !garrison(role.other()))
    }

    /// Counts units of a side that are destroyed in the battle.
    pub fn fall(&mut self, board: &mut Board, role: Role, units: Troop) {
        self.fallen[role as usize] = self.fallen[role as usize].plus(units);
        board.mourn(self.seat(role), units);
    }

    /// Counts for the winner what the loser's destroyed units are worth, where something hangs on it.
    pub fn count_slain(&self, board: &mut Board, winner: Role) {
        let points = board.world.points(self.fallen[winner.other() as usize]);
        let seat = self.seat(winner);
        if let Some(side) = board.north.as_mut().and_then(|north| north.sides.get_mut(seat)) {
            side.tally.slain = side.tally.slain.saturating_add(points);
        }
    }

    /// Takes units of a side out of the battle and off the board.
    pub fn lose(&mut self, board: &mut Board, role: Role, fit: Troop, routed: Troop) {
        match role {
            Role::Attacker => {
                self.contest.attackers = self.contest.attackers.minus(fit);
                board.remove_units(self.contest.from, fit, routed);
            }
            Role::Defender => {
                let order = board.spot(self.contest.area).order;
                board.remove_units(self.contest.area, fit, routed);
                if board.last_unit() == LastUnit::FightsOn && board.spot(self.contest.area).order.is_none() {
                    self.contest.orphaned = self.contest.orphaned.or(order);
                }
            }
        }
    }
}
