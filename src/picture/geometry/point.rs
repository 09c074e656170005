//! Points of the plane, and curves between them.

use std::ops::{Add, Mul, Sub};

/// A point, or a step from one to another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// Returns the point with these coordinates.
pub fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// Returns the point in the middle between two.
    pub fn middle(self, other: Point) -> Point {
        (self + other) * 0.5
    }

    /// Returns the length of the step.
    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Returns the step turned by a right angle, one long; (0, 0) for no step.
    pub fn across(self) -> Point {
        let length = self.length();
        if length > 0.0 { at(-self.y / length, self.x / length) } else { Point::default() }
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, factor: f64) -> Point {
        at(self.x * factor, self.y * factor)
    }
}

/// A line of quadratic curves, each from the end of the one before.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spline {
    pub start: Point,
    /// Control point and end of each curve.
    pub curves: Vec<(Point, Point)>,
}

impl Spline {
    /// Returns the point where it ends.
    pub fn end(&self) -> Point {
        self.curves.last().map_or(self.start, |(_, end)| *end)
    }

    /// Returns the same line in the other direction.
    pub fn reversed(&self) -> Spline {
        let starts = std::iter::once(self.start).chain(self.curves.iter().map(|(_, end)| *end));
        let mut curves: Vec<(Point, Point)> =
            self.curves.iter().zip(starts).map(|((control, _), start)| (*control, start)).collect();
        curves.reverse();
        Spline { start: self.end(), curves }
    }

    /// Moves and stretches every point.
    pub fn map(&self, to: impl Fn(Point) -> Point) -> Spline {
        let curves = self.curves.iter().map(|(control, end)| (to(*control), to(*end))).collect();
        Spline { start: to(self.start), curves }
    }

    /// Returns points along the line, `steps` for each curve; the end is left out.
    pub fn flattened(&self, steps: u32) -> Vec<Point> {
        let mut points = Vec::new();
        let mut start = self.start;
        for (control, end) in &self.curves {
            for step in 0..steps {
                let t = f64::from(step) / f64::from(steps);
                let s = 1.0 - t;
                points.push(start * (s * s) + *control * (2.0 * t * s) + *end * (t * t));
            }
            start = *end;
        }
        points
    }
}
