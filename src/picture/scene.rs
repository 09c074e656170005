//! What lies on a board, and what stands beside it: all that one picture shows.

use super::glyph::Glyph;
use super::palette::Livery;

/// The number of a side among a scene's sides.
pub type SideId = usize;

/// What a picture shows, besides the printed board.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The small line above the title.
    pub over: String,
    pub title: String,
    /// What the picture shows, in words: for those who cannot see it.
    pub words: String,
    /// The houses or factions that own things on the board.
    pub sides: Vec<Side>,
    /// What lies in each area, in the order of the board's areas.
    pub places: Vec<Place>,
    pub arrows: Vec<Arrow>,
    /// The rankings of each board.
    pub above: Vec<Rankings>,
    pub below: Vec<Panel>,
}

/// A house or faction.
#[derive(Clone, Debug)]
pub struct Side {
    pub name: String,
    pub livery: Livery,
}

/// The pieces and marks in an area.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The side in whose colours it is; `None` if nobody holds it.
    pub held: Option<SideId>,
    /// Pieces next to the name.
    pub lead: Vec<Piece>,
    /// Counters, from left to right.
    pub pieces: Vec<Piece>,
}

/// A counter, or a mark that is placed like one.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// There was a battle here.
    Battle,
    Order(Order),
    /// An order that nobody may see yet.
    FaceDown(SideId),
    /// How many there are of each kind.
    Units {
        side: SideId,
        kinds: Vec<(Glyph, u32)>,
        routed: bool,
    },
    Power(SideId),
    Garrison {
        side: SideId,
        strength: u32,
    },
    /// Forces of nobody.
    Neutral(u32),
    Followers {
        side: SideId,
        count: u32,
    },
    /// The number of a struggle.
    Number {
        number: u32,
        now: bool,
    },
    Crown,
    /// A region that a faction holds; `None` for strangers who hold it.
    Disc(SideId),
}

/// An order that lies face up.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// One of the glyphs of orders.
    pub kind: Glyph,
    pub modifier: Option<i32>,
    pub star: bool,
    /// `true` if a raid took it off.
    pub taken: bool,
}

/// A move from one area to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    pub side: SideId,
    pub from: usize,
    pub to: usize,
    /// What went, if others stayed.
    pub part: Vec<(Glyph, u32)>,
    pub retreat: bool,
}

/// The rankings of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Rankings {
    /// What the board is called; empty where there is only one.
    pub name: String,
    pub tracks: Vec<Track>,
}

/// A ranking of sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    pub glyph: Glyph,
    pub name: String,
    /// The sides from first to last, each with its number of stars.
    pub ranks: Vec<(SideId, u32)>,
}

/// A part of what stands below the map.
#[derive(Clone, PartialEq, Debug)]
pub enum Panel {
    Houses(Houses),
    Strip(Strip),
    Chart(Chart),
    Courts(Courts),
    Signs(Vec<Sign>),
}

/// A table of houses.
#[derive(Clone, PartialEq, Debug)]
pub struct Houses {
    /// The heads of its four columns: castles, and three more.
    pub heads: [String; 4],
    /// How many castles win.
    pub goal: u32,
    pub rows: Vec<HouseRow>,
}

/// A row of the table of houses.
#[derive(Clone, PartialEq, Debug)]
pub struct HouseRow {
    pub side: SideId,
    /// `None` for a house that has none to win with.
    pub castles: Option<u32>,
    pub values: [String; 3],
}

/// A row of numbered spaces, one of which is marked.
#[derive(Clone, PartialEq, Debug)]
pub struct Strip {
    pub glyph: Glyph,
    pub name: String,
    pub spaces: Vec<String>,
    pub at: usize,
}

/// How a game went: for each side a line for each of some measures.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub measures: Vec<Measure>,
    pub first: String,
    pub last: String,
}

/// A measure over the turns.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    pub name: String,
    pub most: u32,
    /// The value that wins the game, if there is one.
    pub goal: Option<u32>,
    /// A value for each turn.
    pub sides: Vec<(SideId, Vec<u32>)>,
}

/// Followers in front of people, or in a supply.
#[derive(Clone, PartialEq, Debug)]
pub struct Courts {
    pub name: String,
    pub rows: Vec<(String, Vec<(SideId, u32)>)>,
}

/// An entry of the key to the signs.
#[derive(Clone, PartialEq, Debug)]
pub struct Sign {
    pub shown: Shown,
    pub name: String,
}

/// What an entry of the key shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    Glyph(Glyph),
    Piece(Piece),
}
