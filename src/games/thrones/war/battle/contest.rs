//! Who fights whom, where and with whose support: the state of a battle while it lasts.

use crate::games::thrones::data::{Area, CardId, Letter, OrderId, TacticId, TidesCard, Troop};
use crate::table::Seat;
use arrayvec::ArrayVec;

/// A side of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The house that marched in.
    Attacker,
    /// The house that was there.
    Defender,
}

impl Role {
    pub const ALL: [Role; 2] = [Role::Attacker, Role::Defender];

    /// Returns its id: `attacker`.
    pub fn id(self) -> &'static str {
        match self {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
        }
    }

    /// Returns the opposite side.
    pub fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// Where the beaten may go, each with the fewest units that must be lost for want of supply.
pub type Ways = ArrayVec<(Area, u8), 128>;

/// A Support order that was lent to a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lent {
    pub seat: Seat,
    pub from: Area,
    pub to: Role,
}

/// A march against somebody: another house, or a neutral force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub area: Area,
    pub attacker: Seat,
    /// The area the attacker marches from.
    pub from: Area,
    pub order: OrderId,
    /// The units that march there; on the board they are still in `from`.
    pub attackers: Troop,
    /// The house that defends; `None` for a neutral force.
    pub defender: Option<Seat>,
    /// The defender's order, where a card has killed his last unit and the battle goes on: it counts still.
    pub orphaned: Option<OrderId>,
    /// Support lent so far.
    pub lent: ArrayVec<Lent, 32>,
    /// What tactic cards add to each side before House cards are played: what is told of the strengths so far has it, too.
    pub raised: [i16; 2],
    /// `true` if it is an attack that conquers nothing: all stay in their areas, whoever wins. Rules: BW, B-115.
    pub strike: bool,
}

impl Contest {
    /// Returns the side a house fights on; `None` if it only looks on.
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
    pub contest: Contest,
    /// The houses, by [`Role`].
    pub seats: [Seat; 2],
    /// House cards as played, by [`Role`]; `None` before, and for a house that has no card at all.
    pub cards: [Option<CardId>; 2],
    /// `true` if a side's card was its last.
    pub last_card: [bool; 2],
    /// `true` if a side's ability was cancelled.
    pub cancelled: [bool; 2],
    /// The card whose text a side's card has taken, by [`Role`].
    pub taken_text: [Option<CardId>; 2],
    /// The swords that a side's card has taken, by [`Role`].
    pub taken_swords: [u8; 2],
    /// Where the beaten go once the winner has left it, and who.
    pub waiting: Option<(Area, Troop)>,
    /// The side that used the Valyrian Steel Blade.
    pub blade: Option<Role>,
    /// The side that has won, once that is decided.
    pub winner: Option<Role>,
    /// The cards of the Tides of Battle, by [`Role`], where they are played with.
    pub tides: [Option<TidesCard>; 2],
    /// The order of the defender, as long as it is there: it goes with the area.
    pub defending: Option<OrderId>,
    /// `true` if a side's card counts 0 and has no icons.
    pub muted: [bool; 2],
    /// A card that a side has played besides, and that has put this one in its own place.
    pub behind: [Option<CardId>; 2],
    /// `true` if a card's owner was asked already whether he exchanges it.
    pub exchanged: bool,
    /// What tactic cards and places add to the sides.
    pub boons: ArrayVec<Boon, 16>,
    /// By how much the attacker's strength exceeds the defender's, once that is counted.
    pub margin: i16,
    /// Where the loser's units have gone, and which.
    pub fled: Option<(Area, Troop)>,
    /// Units of each side, by [`Role`], that were destroyed in the battle so far.
    pub fallen: [Troop; 2],
}

/// What a tactic card adds to a side of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boon {
    /// The side it is added to.
    pub role: Role,
    pub card: TacticId,
    pub letter: Letter,
    pub strength: i16,
    pub swords: u8,
    pub fortifications: u8,
    /// Skulls that the side deals.
    pub skulls: u8,
    /// `true` if the side loses no unit to swords and skulls.
    pub spares: bool,
}

impl Boon {
    /// Nothing yet, by an ability, for a side.
    pub fn of(role: Role, card: TacticId, letter: Letter) -> Self {
        Boon { role, card, letter, strength: 0, swords: 0, fortifications: 0, skulls: 0, spares: false }
    }
}

impl Battle {
    /// Returns the house of a side.
    pub fn seat(&self, role: Role) -> Seat {
        self.seats[role as usize]
    }
}
