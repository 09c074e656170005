//! What is printed on a board, as far as a picture shows it.

use super::glyph::Glyph;

/// A board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub areas: Vec<Area>,
    /// The mosaic of hexagons, row by row: for each cell the number of its area; `None` off the board.
    pub chart: Vec<Vec<Option<usize>>>,
    /// Pairs of areas between which a line is drawn in another way than the usual one.
    pub borders: Vec<(usize, usize, Border)>,
    pub roughness: Roughness,
    /// How often the sides of hexagons are halved before they are roughened; for boards of few cells.
    pub halvings: u32,
    /// `true` if the areas at the edges of the chart go on beyond it.
    pub bleeds: bool,
    /// What is cut off on the left, at the top, on the right and at the bottom, in sides of a hexagon; less than 0 for a margin.
    pub crop: [f64; 4],
    /// `true` if another chart stands above, or below, so that little may run over that edge.
    pub seams: [bool; 2],
    /// A second chart of the same areas, drawn above this one.
    pub annex: Option<Annex>,
    /// `true` if there is open water off the board.
    pub island: bool,
    /// `true` if the water is mist.
    pub mist: bool,
    /// What the land off the board is called.
    pub beyond: Option<String>,
    /// The width of the map, and the unit of everything that lies on it.
    pub width: f64,
    pub unit: f64,
    /// `true` if names are written large, in the type of titles.
    pub grand: bool,
}

/// A chart above another one.
#[derive(Clone, Debug)]
pub struct Annex {
    /// What this chart and the one below it are called.
    pub names: [String; 2],
    pub chart: Vec<Vec<Option<usize>>>,
    pub crop: [f64; 4],
}

/// An area of a board.
#[derive(Clone, Debug)]
pub struct Area {
    pub name: String,
    /// Shorter ways to write the name, in lines.
    pub short: Vec<Vec<String>>,
    pub ground: Ground,
    /// What is printed there, from left to right.
    pub printed: Vec<Glyph>,
    /// `true` if it is a part of the Wall.
    pub wall: bool,
    /// `true` if nobody enters it all game.
    pub closed: bool,
}

impl Area {
    /// Returns the castles and strongholds that are printed there.
    pub fn castles(&self) -> Vec<Glyph> {
        let is_castle = |glyph: &&Glyph| matches!(glyph, Glyph::Castle | Glyph::Stronghold);
        self.printed.iter().filter(is_castle).copied().collect()
    }
}

/// What an area is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    Sea,
    Land,
    Port,
}

/// A border that is not the usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Nothing passes: there is water.
    River,
    /// Nothing passes: there are mountains.
    Barred,
    Dashed,
    /// A river that can be crossed.
    Bridge,
}

/// How much lines are roughened, in sides of a hexagon.
#[derive(Clone, Copy, Debug)]
pub struct Roughness {
    pub coast: f64,
    pub inland: f64,
    /// More for smaller bays.
    pub frequency: f64,
}

impl Default for Roughness {
    fn default() -> Self {
        Roughness { coast: 0.42, inland: 0.2, frequency: 1.0 }
    }
}

impl Board {
    /// Returns its charts as boards of the same areas, from the top down, each with what it is called where there are two.
    pub fn parts(&self) -> Vec<(Option<&str>, Board)> {
        let own = Board { annex: None, ..self.clone() };
        let Some(Annex { names: [upper, lower], chart, crop }) = &self.annex else {
            return vec![(None, own)];
        };
        let above = Board { chart: chart.clone(), crop: *crop, seams: [false, true], ..own.clone() };
        vec![(Some(upper), above), (Some(lower), Board { seams: [true, false], ..own })]
    }

    /// Returns what an area is; water for a number that is none of the board's.
    pub fn ground(&self, area: usize) -> Ground {
        self.areas.get(area).map_or(Ground::Sea, |area| area.ground)
    }

    /// Returns the kind of border between two areas, if it is not the usual one.
    pub fn border(&self, one: usize, other: usize) -> Option<Border> {
        let is = |(a, b, _): &&(usize, usize, Border)| (*a, *b) == (one, other) || (*b, *a) == (one, other);
        self.borders.iter().find(is).map(|(_, _, border)| *border)
    }
}

/// Reads a mosaic of hexagons from text: codes with spaces between them, a line for each row, `..` off the board.
/// `find` returns the number of the area with a code.
pub fn read_chart(text: &str, find: impl Fn(&str) -> Option<usize>) -> Vec<Vec<Option<usize>>> {
    let rows = text.lines().filter(|line| !line.trim().is_empty());
    rows.map(|line| line.split_whitespace().map(&find).collect()).collect()
}
