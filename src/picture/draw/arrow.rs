//! Arrows: who marched where.

use super::pen::Pen;
use crate::picture::canvas::{Path, Shape, Stroke};
use crate::picture::geometry::{Point, at};
use crate::picture::palette::Colour;
use crate::picture::place::Rect;
use crate::picture::scene::{Arrow, Piece};
use crate::picture::sizes;

/// How far an arrow bends, in its lengths.
const BEND: f64 = 0.16;
const RETREAT_BEND: f64 = -0.2;
/// How many pieces the body of an arrow has.
const PIECES: u32 = 8;
/// The size of a plate that rides on an arrow.
const CARRIED: f64 = 0.74;

/// The curve of an arrow.
struct Curve {
    from: Point,
    control: Point,
    to: Point,
}

impl Curve {
    fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        self.from * (s * s) + self.control * (2.0 * t * s) + self.to * (t * t)
    }

    fn direction(&self, t: f64) -> Point {
        (self.control - self.from) * (2.0 * (1.0 - t)) + (self.to - self.control) * (2.0 * t)
    }
}

impl Pen<'_> {
    /// Draws an arrow from the counters at its start to those at its end.
    pub(super) fn arrow(&mut self, arrow: &Arrow, from: &Rect, to: (&Rect, &Rect), unit: f64) {
        let (start, end) = (from.middle(), to.0.middle());
        let step = end - start;
        let bend = if arrow.retreat { RETREAT_BEND } else { BEND };
        let curve = Curve { from: start, control: start.middle(end) + at(-step.y, step.x) * bend, to: end };
        let (tail, tip) = ends(&curve, &from.grown(1.5 * unit), &to.1.grown(2.5 * unit), 20.0 * unit);
        let mut neck = tip;
        while neck > tail + 0.05 && (curve.at(neck) - curve.at(tip)).length() < 9.0 * unit {
            neck -= 0.01;
        }
        let livery = self.livery(arrow.side);
        let (colour, casing) = (self.palette.strong(&livery), self.palette.casing(&livery));
        let (base, point) = (curve.at(neck), curve.at(tip));
        let across = (point - base).across();
        if arrow.retreat {
            let line: Vec<Point> = steps(tail, neck).map(|(t, _)| curve.at(t)).collect();
            self.line(&line, casing, 4.4 * unit);
            let dashes = Stroke::line(colour, 2.4 * unit).dashed(4.0 * unit, 2.6 * unit);
            let dashes = Stroke { blunt: true, ..dashes };
            self.canvas.stroke(Shape::Own(Path::through(&line)), dashes);
            let wing = across * (4.4 * unit);
            let head = Path::around(&[base + wing, point, base - wing]);
            self.canvas.both(Shape::Own(head), self.palette.halo, Stroke::line(colour, 1.6 * unit));
            return;
        }
        let side =
            |sign: f64| steps(tail, neck).map(move |(t, share)| (t, sign * (1.1 + 1.1 * share) * unit));
        let place = |(t, off): (f64, f64)| curve.at(t) + curve.direction(t).across() * off;
        let mut outline: Vec<Point> = side(1.0).map(place).collect();
        let wing = across * (5.2 * unit);
        outline.extend([base + wing, point, base - wing]);
        let back: Vec<Point> = side(-1.0).map(place).collect();
        outline.extend(back.into_iter().rev());
        self.arrow_shape(&outline, colour, casing, unit);
        if !arrow.part.is_empty() {
            let piece = Piece::Units { side: arrow.side, kinds: arrow.part.clone(), routed: false };
            let (width, height) = sizes::size(&piece, unit * CARRIED, false);
            let middle = curve.at((tail + neck) / 2.0);
            self.piece(&piece, middle - at(width / 2.0, height / 2.0), unit * CARRIED, false);
        }
    }

    fn arrow_shape(&mut self, outline: &[Point], colour: Colour, casing: Colour, unit: f64) {
        self.canvas.both(Shape::Own(Path::around(outline)), colour, Stroke::halo(casing, 2.4 * unit));
    }
}

fn steps(from: f64, to: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..=PIECES).map(move |i| {
        let share = f64::from(i) / f64::from(PIECES);
        (from + (to - from) * share, share)
    })
}

/// Returns where an arrow begins and ends on its curve: outside of what lies at both ends, but never too short.
fn ends(curve: &Curve, from: &Rect, to: &Rect, least: f64) -> (f64, f64) {
    let (mut tail, mut tip) = (0.0, 1.0);
    while tail < 0.42 && from.has(curve.at(tail)) {
        tail += 0.01;
    }
    while tip > tail + 0.25 && to.has(curve.at(tip)) {
        tip -= 0.01;
    }
    while (curve.at(tail) - curve.at(tip)).length() < least && (tail > 0.02 || tip < 0.96) {
        tail = f64::max(0.0, tail - 0.02);
        tip = f64::min(0.97, tip + 0.01);
    }
    (tail, tip)
}
