//! Pictures of boards: coasts from a mosaic of hexagons, names and counters that find their place, as SVG and PNG. Knows
//! no game and nothing of positions: it draws what it is given.

pub mod board;
pub mod canvas;
mod draw;
mod geometry;
pub mod glyph;
pub mod look;
pub mod palette;
mod place;
pub mod plate;
pub mod scene;
mod sizes;

pub use board::{Annex, Area, Board, Border, Ground, Roughness, read_chart};
pub use canvas::{Canvas, Touchable};
use draw::{draw, draw_twice};
pub use glyph::Glyph;
pub use look::Look;
pub use palette::{Colour, Livery, Pattern, Theme};
pub use place::{KNOWN as KNOWN_NAMES, Names};
pub use plate::{LazyPlate, Plate};
pub use scene::{Arrow, Piece, Place, Scene, Side};

use std::sync::Arc;

/// A picture that has not been drawn yet.
#[derive(Clone, Debug)]
pub struct Picture {
    pub plate: Arc<Plate>,
    pub scene: Scene,
}

impl Picture {
    /// Draws it.
    pub fn draw(&self, theme: Theme) -> Canvas {
        draw(&self.plate, &self.scene, theme)
    }

    /// Writes it as SVG that is dark where the screen of its reader is.
    pub fn svg(&self) -> String {
        let [day, night] = draw_twice(&self.plate, &self.scene, false);
        day.svg_for(&night)
    }

    /// Draws it for a page on which orders are laid in these areas, each with its number on the board and an id.
    pub fn touchable(&self, areas: &[(usize, String)]) -> Touchable {
        let [day, night] = draw_twice(&self.plate, &self.scene, true);
        day.touchable(Some(&night), areas)
    }
}
