//! Kinds of units, and troops of them.

use serde::{Deserialize, Serialize};

/// A kind of unit of any edition. Which of them a house has is data: the kinds of which it has a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Footman,
    Knight,
    Ship,
    SiegeEngine,
    Catapult,
    Giant,
    Zombie,
    Other,
    King,
}

/// The number of kinds.
const KINDS: usize = 9;

impl Unit {
    /// All kinds there are in any edition.
    pub const ALL: [Unit; KINDS] = [
        Unit::Footman,
        Unit::Knight,
        Unit::Ship,
        Unit::SiegeEngine,
        Unit::Catapult,
        Unit::Giant,
        Unit::Zombie,
        Unit::Other,
        Unit::King,
    ];

    /// Returns its id: `siege-engine`.
    pub fn id(self) -> &'static str {
        match self {
            Unit::Footman => "footman",
            Unit::Knight => "knight",
            Unit::Ship => "ship",
            Unit::SiegeEngine => "siege-engine",
            Unit::Catapult => "catapult",
            Unit::Giant => "giant",
            Unit::Zombie => "zombie",
            Unit::Other => "other",
            Unit::King => "king",
        }
    }

    /// Returns the kind with an id.
    pub fn from_id(id: &str) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.id() == id)
    }
}

/// What a kind of unit can do in an edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnitSpec {
    /// Strength in battle.
    pub strength: i16,
    /// Price in mustering points.
    pub price: u8,
    /// `true` if it moves at sea; else on land.
    pub sea: bool,
    /// What may be made into it, and for how many points.
    pub upgrade: Option<(Unit, u8)>,
    /// The most of it that any house has in all; 0 where an edition lacks the kind.
    pub pool: u8,
    /// `true` if it cannot retreat: it is lost with the battle.
    pub stranded: bool,
    /// `true` if it stays where it is: it never marches, is no casualty and needs no supply; it is lost when an enemy enters.
    pub fixed: bool,
    /// `true` if it cannot be recruited whole, but by making another unit into it, if at all.
    pub unrecruited: bool,
    /// `true` if it rides.
    pub cavalry: bool,
}

/// One value for each kind of unit.
pub type Kinds<T> = [T; KINDS];

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KindSet(Kinds<u8>);

impl KindSet {
    /// Makes the set of the kinds for which `is_in` holds.
    pub fn of(is_in: impl Fn(Unit) -> bool) -> Self {
        KindSet(Unit::ALL.map(|unit| if is_in(unit) { u8::MAX } else { 0 }))
    }
}

/// Units of one house, counted by kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Troop(pub Kinds<u8>);

impl Troop {
    /// Nobody.
    pub const NONE: Troop = Troop([0; KINDS]);

    /// One unit.
    pub fn one(unit: Unit) -> Self {
        let mut troop = Troop::NONE;
        troop.0[unit as usize] = 1;
        troop
    }

    /// Returns how many of a kind.
    pub fn of(self, unit: Unit) -> u8 {
        self.0[unit as usize]
    }

    /// Returns those of some kinds.
    pub fn filter(self, mut keep: impl FnMut(Unit) -> bool) -> Troop {
        self.iter().filter(|(unit, _)| keep(*unit)).fold(Troop::NONE, |mut kept, (unit, n)| {
            kept.add(unit, n);
            kept
        })
    }

    /// Returns those of the kinds in a set.
    pub fn within(self, kinds: KindSet) -> Troop {
        Troop(std::array::from_fn(|i| self.0[i] & kinds.0[i]))
    }

    /// Returns how many in all.
    pub fn count(self) -> u8 {
        self.0.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Returns `true` if nobody is there.
    pub fn is_empty(self) -> bool {
        self.0 == [0; KINDS]
    }

    /// Returns both together.
    pub fn plus(self, other: Troop) -> Troop {
        Troop(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }

    /// Returns what is left without the other's; never below none.
    pub fn minus(self, other: Troop) -> Troop {
        Troop(std::array::from_fn(|i| self.0[i].saturating_sub(other.0[i])))
    }

    /// Returns `true` if all of the other's are among these.
    pub fn covers(self, other: Troop) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| *mine >= theirs)
    }

    /// Returns the kinds present, with their numbers.
    pub fn iter(self) -> impl Iterator<Item = (Unit, u8)> {
        Unit::ALL.into_iter().map(move |unit| (unit, self.of(unit))).filter(|(_, n)| *n > 0)
    }

    /// Adds units of a kind.
    pub fn add(&mut self, unit: Unit, number: u8) {
        self.0[unit as usize] += number;
    }

    /// Returns every troop that can be taken from these, from nobody to all.
    pub fn parts(self) -> impl Iterator<Item = Troop> {
        let bounds = self.0.map(|n| u32::from(n) + 1);
        (0..bounds.iter().product::<u32>()).map(move |mut i| {
            Troop(bounds.map(|bound| {
                let n = i % bound;
                i /= bound;
                n as u8
            }))
        })
    }
}
