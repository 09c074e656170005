//! Numbers and outlines as SVG writes them, as short as they can be.

use super::path::{Path, Step};
use crate::picture::geometry::Point;
use arrayvec::ArrayVec;
use std::fmt::Write as _;

/// How far a control point may be from its place, in tenths, besides the rounding, if it is left out because it follows from the one before.
const ASTRAY: i64 = 3;

/// To how many tenths coasts and borders are rounded: in a picture, and on an order page, which must be small.
pub(super) const FINE: i64 = 1;
pub(super) const COARSE: i64 = 10;

/// Returns the data of a path, with relative steps, which are shorter. Outlines run through the middles between their control
/// points, so that each of these is the one before, mirrored (`t`): only where roundings have added up it is written.
pub(super) fn data(path: &Path, grain: i64) -> String {
    // What has corners or runs freely is small, and would look rough.
    let is_line = path.0.iter().any(|step| matches!(step, Step::Quad(..)));
    let grain = if is_line { grain } else { FINE };
    let rounded = |value: f64| tenth(value / grain as f64) * grain;
    let mut out = String::new();
    // Rounded, so that errors do not add up.
    let (mut here, mut start, mut last) = ((0, 0), (0, 0), ' ');
    // The control point that a viewer works out if none is written.
    let mut mirrored = (0, 0);
    for step in &path.0 {
        let (mut letter, points): (char, &[Point]) = match step {
            Step::Move(a) => ('M', &[*a]),
            Step::Line(a) => ('l', &[*a]),
            Step::Quad(a, b) => ('q', &[*a, *b]),
            Step::Cubic(a, b, c) => ('c', &[*a, *b, *c]),
            Step::Close => ('z', &[]),
        };
        let mut places: ArrayVec<(i64, i64), 3> =
            points.iter().map(|point| (rounded(point.x), rounded(point.y))).collect();
        if let ('q', [control, end]) = (letter, places.as_slice()) {
            let (control, end) = (*control, *end);
            let astray = (control.0 - mirrored.0).abs().max((control.1 - mirrored.1).abs());
            let implied = matches!(last, 'q' | 't') && astray <= ASTRAY + grain;
            let used = if implied { mirrored } else { control };
            mirrored = (2 * end.0 - used.0, 2 * end.1 - used.1);
            if implied {
                letter = 't';
                places.remove(0);
            }
        }
        let repeated = letter == last && letter != 'M';
        if !repeated {
            out.push(letter);
        }
        let from = if letter == 'M' { (0, 0) } else { here };
        for (i, to) in places.into_iter().enumerate() {
            for (n, value) in [to.0 - from.0, to.1 - from.1].into_iter().enumerate() {
                if (i + n > 0 || repeated) && value >= 0 {
                    out.push(' ');
                }
                push_scaled(value, 10, &mut out);
            }
            here = to;
        }
        match letter {
            'M' => start = here,
            'z' => here = start,
            _ => {}
        }
        last = letter;
    }
    out
}

fn tenth(value: f64) -> i64 {
    (value * 10.0 + 0.5).floor() as i64
}

/// Returns a number with one decimal at most.
pub(super) fn number(value: f64) -> String {
    decimal(value, 10.0)
}

/// Returns a number in steps of a tenth, a hundredth or a thousandth.
pub(super) fn decimal(value: f64, scale: f64) -> String {
    let mut out = String::new();
    push_scaled((value * scale + 0.5).floor() as i64, scale as i64, &mut out);
    out
}

/// Writes `value / scale` without needless zeros.
fn push_scaled(value: i64, scale: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    // Writing to a string cannot fail.
    let (whole, mut part) = (value.abs() / scale, value.abs() % scale);
    if whole > 0 || part == 0 {
        let _ = write!(out, "{whole}");
    }
    if part > 0 {
        out.push('.');
        let mut unit = scale / 10;
        while part > 0 && unit > 0 {
            let _ = write!(out, "{}", part / unit);
            (part, unit) = (part % unit, unit / 10);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::geometry::{Spline, at};

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let cases = [(0.0, "0"), (0.04, "0"), (0.5, ".5"), (-0.5, "-.5"), (12.0, "12"), (-3.26, "-3.3")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(decimal(0.705, 1000.0), ".705");
        assert_eq!(decimal(0.35, 100.0), ".35");
    }

    /// Reads curves as a viewer does: control point and end of each.
    fn curves(text: &str) -> Vec<(Point, Point)> {
        let spaced = text.trim_start_matches("M0 0").replace('-', " -");
        let (mut here, mut mirrored) = (at(0.0, 0.0), at(0.0, 0.0));
        let mut curves = Vec::new();
        for part in spaced.split_inclusive(['q', 't', 'z']).zip(spaced.split(['q', 't', 'z']).skip(1)) {
            let numbers: Vec<f64> = part.1.split_whitespace().map(|number| number.parse().unwrap()).collect();
            let written = part.0.ends_with('q');
            for step in numbers.chunks(if written { 4 } else { 2 }) {
                let (control, end) = match step {
                    [a, b, c, d] => (here + at(*a, *b), here + at(*c, *d)),
                    [a, b] => (mirrored, here + at(*a, *b)),
                    _ => panic!("{text}"),
                };
                (here, mirrored) = (end, end * 2.0 - control);
                curves.push((control, end));
            }
        }
        curves
    }

    #[test]
    fn a_path_is_written_in_steps_that_do_not_add_up_errors() {
        // Through the middles between control points, but for one that lies elsewhere.
        let control = |i: u32| at(f64::from(i) * 0.777, f64::from(i * i % 17) * 0.31);
        let mut all: Vec<(Point, Point)> =
            (1..=200).map(|i| (control(i), control(i).middle(control(i + 1)))).collect();
        all[100].0 = at(3.0, 90.0);
        let mut path = Path::default();
        path.add(&Spline { start: at(0.0, 0.0), curves: all.clone() }, true);
        let text = data(&path, FINE);
        assert!(text.matches('q').count() < 30 && text.contains('t') && text.ends_with('z'), "{text}");
        let read = curves(&text);
        assert_eq!(read.len(), all.len());
        for ((control, end), (found, place)) in all.iter().zip(&read) {
            assert!((*end - *place).length() < 0.08, "the end {end:?} is at {place:?}");
            assert!((*control - *found).length() < 0.7, "the control point {control:?} is at {found:?}");
        }
    }
}
