//! A drawing as a list of marks, which is written as SVG or painted as PNG.

mod coarse;
mod data;
mod font;
mod looks;
mod marks;
mod outline;
mod paint;
mod path;
mod png;
mod svg;

pub use font::{Face, width_of};
pub use marks::{Align, Canvas, Fill, Mark, Shape, Stroke, Text, Tile};
pub use path::{Path, Step};
pub use svg::Touchable;
