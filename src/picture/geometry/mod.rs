//! From a mosaic of hexagons to coasts.

mod grid;
mod mesh;
mod noise;
mod outline;
mod point;

pub use mesh::Line;
pub use outline::{Arc, Outlines};
pub use point::{Point, Spline, at};

#[cfg(test)]
mod tests;
