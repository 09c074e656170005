//! Areas of a board and sets of them.

/// An area by its place on the board's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Area(pub u8);

impl Area {
    /// Returns its place in lists by area.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The printed structure that counts for mustering and victory. Rules: 1e, Mustering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structure {
    /// Two mustering points.
    Stronghold,
    /// One mustering point.
    City,
}

/// What is printed in an area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// `moat-cailin`.
    pub id: String,
    /// `Moat Cailin`.
    pub name: String,
    /// Two letters for the board drawn as text.
    pub code: String,
    /// `true` for water, where only ships go: a sea or a port; `false` for land.
    pub sea: bool,
    /// The land area a port belongs to; `None` if it is not a port. Its only border is with the sea it opens on.
    pub port_of: Option<Area>,
    /// City or stronghold.
    pub structure: Option<Structure>,
    /// Mustering points of the structure, 0 without one.
    pub points: u8,
    /// Supply symbols.
    pub barrels: u8,
    /// Power symbols.
    pub crowns: u8,
    /// Strength of the neutral force at the start, 0 for none.
    pub neutral: u8,
    /// Strength of the garrison at the start, if the house is in play; 0 for none.
    pub garrison: u8,
    /// The house whose shield is printed here, by its id, whether it is in play or not.
    pub home: Option<String>,
    /// `true` if a river runs along a stretch of its outline.
    pub riverside: bool,
    /// What players may call it besides its name.
    pub also: Vec<String>,
    /// The only house whose units may be here, by its id; `None` if all may.
    pub only: Option<String>,
    /// `true` if no order here can be raided.
    pub unraidable: bool,
    /// `true` if it is a section of the Wall.
    pub wall: bool,
    /// The board it is on, as a place in [`World::theatres`](super::World::theatres).
    pub theatre: usize,
}

impl Place {
    /// Returns `port`, `sea` or `land`.
    pub fn kind(&self) -> &'static str {
        match (self.port_of, self.sea) {
            (Some(_), _) => "port",
            (None, true) => "sea",
            (None, false) => "land",
        }
    }
}

/// A set of areas, at most 128 to a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AreaSet(u128);

impl AreaSet {
    /// No area.
    pub const EMPTY: AreaSet = AreaSet(0);

    /// One area.
    pub fn of(area: Area) -> Self {
        AreaSet(1 << area.0)
    }

    /// Returns `true` if it holds an area.
    pub fn has(self, area: Area) -> bool {
        self.0 >> area.0 & 1 == 1
    }

    /// Adds an area.
    pub fn add(&mut self, area: Area) {
        self.0 |= 1 << area.0;
    }

    /// Takes an area out.
    pub fn remove(&mut self, area: Area) {
        self.0 &= !(1 << area.0);
    }

    /// Returns the areas in both.
    pub fn and(self, other: AreaSet) -> AreaSet {
        AreaSet(self.0 & other.0)
    }

    /// Returns the areas in either.
    pub fn or(self, other: AreaSet) -> AreaSet {
        AreaSet(self.0 | other.0)
    }

    /// Returns the areas here and not in the other.
    pub fn without(self, other: AreaSet) -> AreaSet {
        AreaSet(self.0 & !other.0)
    }

    /// Returns `true` if it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many areas it holds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns one of its areas by chance; none if it is empty.
    pub fn pick(self, dice: &mut fastrand::Rng) -> Option<Area> {
        if self.is_empty() { None } else { self.iter().nth(dice.usize(0..self.len())) }
    }

    /// Returns its areas in the order of the board's list.
    pub fn iter(self) -> impl Iterator<Item = Area> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let area = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Area(area)
            })
        })
    }
}

impl FromIterator<Area> for AreaSet {
    fn from_iter<I: IntoIterator<Item = Area>>(areas: I) -> Self {
        areas.into_iter().fold(AreaSet::EMPTY, |set, area| set.or(AreaSet::of(area)))
    }
}
