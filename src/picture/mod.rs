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
pub use draw::{draw, draw_for_orders};
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

    /// Draws it for a page on which orders are laid in these areas, each with its number on the board and an id.
    pub fn touchable(&self, theme: Theme, areas: &[(usize, String)]) -> Touchable {
        draw_for_orders(&self.plate, &self.scene, theme).touchable(areas)
    }
}
