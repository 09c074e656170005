//! How large counters and printed signs are.

use super::canvas::{Face, width_of};
use super::glyph::Glyph;
use super::scene::Piece;

/// The order in which kinds of units stand on a plate.
const ORDER: [Glyph; 9] = [
    Glyph::Dragon,
    Glyph::King,
    Glyph::Giant,
    Glyph::Siege,
    Glyph::Knight,
    Glyph::Other,
    Glyph::Footman,
    Glyph::Zombie,
    Glyph::Ship,
];

/// How many followers of a kind are drawn one by one.
const SEEN: u32 = 5;

/// Returns width and height of a counter. At sea its side's letter stands on it too.
pub fn size(piece: &Piece, unit: f64, at_sea: bool) -> (f64, f64) {
    let square = |side: f64| (side * unit, side * unit);
    match piece {
        Piece::Battle => square(15.0),
        Piece::Order(_) | Piece::FaceDown(_) => square(15.5),
        Piece::Power(_) | Piece::Garrison { .. } | Piece::Neutral(_) => square(13.0),
        Piece::Number { .. } => square(14.0),
        Piece::Crown => square(15.0),
        Piece::Disc(_) => square(22.0),
        Piece::Followers { count, .. } => {
            let (cubes, count) = cubes(*count);
            let text = if count.is_empty() { 0.0 } else { width_of(&count, Face::Bold, 11.0, 0.0) + 1.5 };
            ((f64::from(cubes) * 13.2 - 1.2 + text) * unit, 12.0 * unit)
        }
        Piece::Units { kinds, .. } => (plate(kinds, at_sea).1 * unit, 14.0 * unit),
    }
}

/// Returns the number of cubes that are drawn for followers, and what is written behind them.
pub(super) fn cubes(count: u32) -> (u32, String) {
    if count > SEEN { (1, format!("×{count}")) } else { (count, String::new()) }
}

/// Returns where each kind stands on a plate, in order, and how wide the plate is, in units.
pub(super) fn plate(kinds: &[(Glyph, u32)], letter: bool) -> (Vec<(Glyph, u32, f64)>, f64) {
    let rank = |glyph: Glyph| ORDER.iter().position(|one| *one == glyph).unwrap_or(ORDER.len());
    let mut sorted = kinds.to_vec();
    sorted.sort_by_key(|(glyph, _)| rank(*glyph));
    let mut x = if letter { 11.5 } else { 3.0 };
    let mut at = Vec::new();
    for (glyph, count) in sorted {
        at.push((glyph, count, x));
        let number = match count {
            0 | 1 => 0.0,
            _ => width_of(&count.to_string(), Face::Bold, 10.0, 0.0) + 0.6,
        };
        x += 11.0 + number + 1.6;
    }
    (at, x + 1.4)
}

/// Returns the size of a sign that is printed on the board, in units.
pub fn printed_size(glyph: Glyph) -> f64 {
    match glyph {
        Glyph::Stronghold => 10.5,
        Glyph::Castle => 10.0,
        Glyph::Barrel => 8.0,
        Glyph::Port => 9.5,
        _ => 8.5,
    }
}
