//! How the board of a game is drawn, as its folder says it (`picture.yaml`): what is cut off, which names may be shortened
//! and how, the colours of sides, the words of tables and keys.

use super::board::{Board, Border, Roughness};
use super::glyph::Glyph;
use super::palette::{Colour, Livery, Pattern, SPARE};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file `picture.yaml` of a game's folder.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Look {
    /// What is cut off on the left, at the top, on the right and at the bottom, in sides of a hexagon.
    pub crop: [f64; 4],
    /// The same of the second board, where there are two.
    pub crop_second: [f64; 4],
    /// How much coasts and borders are roughened, and how finely.
    pub rough: Option<[f64; 3]>,
    pub halvings: u32,
    /// `true` if the areas at the edges go on beyond the chart.
    pub bleeds: bool,
    /// `true` if there is water around the board.
    pub island: bool,
    pub mist: bool,
    /// The name of the land off the board.
    pub beyond: Option<String>,
    pub width: Option<f64>,
    pub unit: Option<f64>,
    /// `true` if names are large.
    pub grand: bool,
    /// Shorter names of areas by id, in lines.
    pub short: BTreeMap<String, Vec<Vec<String>>>,
    /// Borders that are not drawn in the usual way: pairs of ids.
    pub barred: Vec<[String; 2]>,
    pub dashed: Vec<[String; 2]>,
    pub bridges: Vec<[String; 2]>,
    /// The areas of the Wall.
    pub wall: Vec<String>,
    pub sides: BTreeMap<String, SideLook>,
    /// Words of tables and keys.
    pub words: BTreeMap<String, String>,
    /// What the key to the signs shows, and how it is called.
    pub signs: Vec<(String, String)>,
}

/// How a side is drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SideLook {
    pub letter: char,
    pub pattern: String,
    /// Colour, and colour of what stands on it: on light ground.
    pub light: [String; 2],
    /// The same in the dark.
    pub dark: [String; 2],
    /// The sign of a faction.
    #[serde(default)]
    pub mark: Option<String>,
}

impl Look {
    /// Returns the look of a game of two boards: that of the first one, with what the second says of its own areas and sides. The
    /// game's own words come before theirs; its own key to the signs is for both, and it says what is cut off the second board.
    pub fn joined(self, first: Look, second: Look) -> Look {
        let mut look = first;
        look.crop_second = self.crop_second;
        look.short.extend(second.short);
        look.barred.extend(second.barred);
        look.dashed.extend(second.dashed);
        look.bridges.extend(second.bridges);
        look.wall.extend(second.wall);
        look.sides = second.sides.into_iter().chain(look.sides).collect();
        look.words = second.words.into_iter().chain(look.words).chain(self.words).collect();
        if !self.signs.is_empty() {
            look.signs = self.signs;
        }
        look
    }

    /// Returns a board without areas, with the measures of this look.
    pub fn blank(&self) -> Board {
        let [coast, inland, frequency] = self.rough.unwrap_or_else(|| {
            let usual = Roughness::default();
            [usual.coast, usual.inland, usual.frequency]
        });
        Board {
            roughness: Roughness { coast, inland, frequency },
            halvings: self.halvings.min(2),
            bleeds: self.bleeds,
            crop: self.crop,
            island: self.island,
            mist: self.mist,
            beyond: self.beyond.clone(),
            width: self.width.unwrap_or(720.0),
            unit: self.unit.unwrap_or(1.8),
            grand: self.grand,
            ..Board::default()
        }
    }

    /// Returns the borders that are not drawn in the usual way, between areas with numbers.
    pub fn borders(&self, number: impl Fn(&str) -> Option<usize>) -> Vec<(usize, usize, Border)> {
        let kinds =
            [(&self.barred, Border::Barred), (&self.dashed, Border::Dashed), (&self.bridges, Border::Bridge)];
        let mut borders = Vec::new();
        for (pairs, kind) in kinds {
            borders.extend(pairs.iter().filter_map(|[a, b]| Some((number(a)?, number(b)?, kind))));
        }
        borders
    }

    /// Returns the livery of a side; `None` if this look has none, or one that cannot be read.
    pub fn livery(&self, side: &str) -> Option<Livery> {
        let look = self.sides.get(side)?;
        let pair = |[strong, on]: &[String; 2]| Some((Colour::read(strong)?, Colour::read(on)?));
        Some(Livery {
            letter: look.letter,
            light: pair(&look.light)?,
            dark: pair(&look.dark)?,
            pattern: Pattern::named(&look.pattern)?,
            mark: look.mark.as_deref().and_then(Glyph::named),
        })
    }

    /// Returns liveries for sides that this look does not name: those of [`SPARE`] whose pattern no named side has.
    pub fn spare_liveries(&self) -> impl Iterator<Item = Livery> + use<> {
        let taken: Vec<Pattern> = self.sides.keys().filter_map(|id| Some(self.livery(id)?.pattern)).collect();
        SPARE.into_iter().filter(move |livery| !taken.contains(&livery.pattern))
    }

    /// Returns a word of a table; the word's own name if there is none.
    pub fn word(&self, name: &str) -> String {
        self.words.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }
}
