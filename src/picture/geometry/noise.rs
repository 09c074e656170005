//! Noise that depends on the place alone, by which coasts get bays. Only sums and products: the same on every processor.

use super::point::{Point, at};

/// Returns the displacement at a place, about one long at most in each direction.
pub(super) fn displacement(place: Point) -> Point {
    let along = |coarse, fine| value(place, 1.9, coarse) + 0.6 * value(place, 0.95, fine);
    at(along(11, 12), along(21, 22))
}

/// Returns smooth noise between -1 and 1 that changes over the distance `wave`.
fn value(place: Point, wave: f64, seed: u32) -> f64 {
    let (x, y) = (place.x / wave, place.y / wave);
    let (column, row) = (x.floor(), y.floor());
    let (along, down) = (smooth(x - column), smooth(y - row));
    let corner = |right: i32, below: i32| hash(column as i32 + right, row as i32 + below, seed);
    let above = corner(0, 0) * (1.0 - along) + corner(1, 0) * along;
    let below = corner(0, 1) * (1.0 - along) + corner(1, 1) * along;
    above * (1.0 - down) + below * down
}

fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

fn hash(x: i32, y: i32, seed: u32) -> f64 {
    let mut h = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ seed.wrapping_mul(0xC2B2_AE3D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^= h >> 15;
    f64::from(h) / f64::from(u32::MAX) * 2.0 - 1.0
}
