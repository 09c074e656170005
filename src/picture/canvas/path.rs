//! Outlines: lines and curves.

use crate::picture::geometry::{Point, Spline, at};
use svgtypes::{SimplePathSegment as Segment, SimplifyingPathParser};

/// A step of an outline; the points are where it leads, after its control points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    Move(Point),
    Line(Point),
    Quad(Point, Point),
    Cubic(Point, Point, Point),
    Close,
}

/// An outline.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// Returns a line through points.
    pub fn through(points: &[Point]) -> Path {
        let step = |(i, p): (usize, &Point)| if i == 0 { Step::Move(*p) } else { Step::Line(*p) };
        Path(points.iter().enumerate().map(step).collect())
    }

    /// Returns a closed line through points.
    pub fn around(points: &[Point]) -> Path {
        let mut path = Path::through(points);
        path.0.push(Step::Close);
        path
    }

    /// Adds a line of curves.
    pub fn add(&mut self, spline: &Spline, closed: bool) {
        self.0.push(Step::Move(spline.start));
        self.0.extend(spline.curves.iter().map(|(control, end)| Step::Quad(*control, *end)));
        if closed {
            self.0.push(Step::Close);
        }
    }
}

/// Reads the data of a path, as in the attribute `d` of SVG. Returns `None` if it is something else.
pub(super) fn read(data: &str) -> Option<Path> {
    let mut path = Path::default();
    for segment in SimplifyingPathParser::from(data) {
        path.0.push(match segment.ok()? {
            Segment::MoveTo { x, y } => Step::Move(at(x, y)),
            Segment::LineTo { x, y } => Step::Line(at(x, y)),
            Segment::Quadratic { x1, y1, x, y } => Step::Quad(at(x1, y1), at(x, y)),
            Segment::CurveTo { x1, y1, x2, y2, x, y } => Step::Cubic(at(x1, y1), at(x2, y2), at(x, y)),
            Segment::ClosePath => Step::Close,
        });
    }
    Some(path)
}
