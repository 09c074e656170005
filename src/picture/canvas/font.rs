//! The typefaces: built in, so that a picture is the same on every machine. Fira Sans Condensed and Alegreya, Latin letters.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The typefaces of pictures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Names, tables.
    Plain,
    /// Numbers on counters, heads of tables.
    Bold,
    /// Names of seas.
    Water,
    /// Titles.
    Title,
}

impl Face {
    fn file(self) -> &'static [u8] {
        match self {
            Face::Plain => include_bytes!("../fonts/fira-500-normal.ttf"),
            Face::Bold => include_bytes!("../fonts/fira-700-normal.ttf"),
            Face::Water => include_bytes!("../fonts/alegreya-500-italic.ttf"),
            Face::Title => include_bytes!("../fonts/alegreya-700-normal.ttf"),
        }
    }

    /// Returns the typeface, ready to be read; `None` if the program was built with a broken file, which a test excludes.
    pub(super) fn font(self) -> Option<FontRef<'static>> {
        FontRef::new(self.file()).ok()
    }
}

/// How wide the letters of a typeface are, for a size of 1.
struct Widths {
    letters: HashMap<char, f64>,
    /// That of a letter that the typeface lacks.
    other: f64,
}

impl Widths {
    fn of(face: Face) -> Widths {
        let Some(font) = face.font() else { return Widths { letters: HashMap::new(), other: 0.0 } };
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = f64::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        let advance = |glyph| f64::from(metrics.advance_width(glyph).unwrap_or_default()) / units;
        let letters = font
            .charmap()
            .mappings()
            .filter_map(|(letter, glyph)| Some((char::from_u32(letter)?, advance(glyph))));
        Widths { letters: letters.collect(), other: advance(Default::default()) }
    }
}

/// Returns how wide a line of text is.
pub fn width_of(text: &str, face: Face, size: f64, tracking: f64) -> f64 {
    static WIDTHS: [OnceLock<Widths>; 4] = [const { OnceLock::new() }; 4];
    let widths = WIDTHS[face as usize].get_or_init(|| Widths::of(face));
    let width = |letter: char| widths.letters.get(&letter).copied().unwrap_or(widths.other);
    text.chars().map(|letter| width(letter) * size + tracking).sum()
}
