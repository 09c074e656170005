//! The marks of which a drawing consists.

use super::font::{Face, width_of};
use super::path::Path;
use crate::picture::geometry::Point;
use crate::picture::glyph::Glyph;
use crate::picture::palette::{Colour, Pattern};

/// A drawing.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    pub width: f64,
    pub height: f64,
    pub title: String,
    pub words: String,
    /// Shapes that are used more than once, by number.
    pub shapes: Vec<Path>,
    pub patterns: Vec<Tile>,
    pub marks: Vec<Mark>,
    /// For each area by its number, where one more counter has its middle, and how large it may be; empty if none is to come.
    pub spots: Vec<(usize, Point, f64)>,
}

/// A pattern in a colour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tile {
    pub pattern: Pattern,
    pub colour: Colour,
    pub opacity: f64,
    /// The unit of what lies on the map; a tile is seven of them wide.
    pub unit: f64,
}

/// One thing that is drawn over those before it.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    Shape {
        shape: Shape,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
        opacity: f64,
    },
    Text(Text),
    /// What follows is cut off outside these shapes, until the next `Free`.
    Within(Vec<usize>),
    Free,
}

/// What is filled or stroked.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// One of the drawing's shapes.
    Used(usize),
    Own(Path),
    Box {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        round: f64,
    },
    /// A sign, its top left corner and size; `turned` if it lies on its side.
    Sign {
        glyph: Glyph,
        x: f64,
        y: f64,
        size: f64,
        turned: bool,
    },
}

/// What a shape is filled with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fill {
    Flat(Colour),
    /// One of the drawing's patterns.
    Pattern(usize),
}

/// How an outline is drawn. Corners and ends are round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    pub colour: Colour,
    pub width: f64,
    pub opacity: f64,
    /// The lengths of dash and gap.
    pub dash: Option<(f64, f64)>,
    /// `true` if ends are cut straight.
    pub blunt: bool,
    /// `true` if it is drawn below the fill, as a halo.
    pub below: bool,
    /// `true` if its edges differ so little from the ground that pixels need not smooth them.
    pub rough: bool,
}

impl Stroke {
    /// Returns a plain line.
    pub fn line(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, opacity: 1.0, dash: None, blunt: false, below: false, rough: false }
    }

    /// Returns a line around what is filled.
    pub fn halo(colour: Colour, width: f64) -> Stroke {
        Stroke { below: true, ..Stroke::line(colour, width) }
    }

    /// Returns the line, less opaque.
    pub fn faint(self, opacity: f64) -> Stroke {
        Stroke { opacity, ..self }
    }

    /// Returns the line, with edges that nobody sees.
    pub fn roughly(self) -> Stroke {
        Stroke { rough: true, ..self }
    }

    /// Returns the line, dashed.
    pub fn dashed(self, dash: f64, gap: f64) -> Stroke {
        Stroke { dash: Some((dash, gap)), ..self }
    }
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    pub x: f64,
    /// The line on which the letters stand.
    pub y: f64,
    pub text: String,
    pub face: Face,
    pub size: f64,
    pub side: Align,
    pub colour: Colour,
    pub halo: Option<Colour>,
    /// Space after each letter.
    pub tracking: f64,
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Start,
    Middle,
    End,
}

impl Text {
    /// Returns how wide the text is.
    pub fn width(&self) -> f64 {
        width_of(&self.text, self.face, self.size, self.tracking)
    }

    /// Returns where the text begins.
    pub fn start(&self) -> f64 {
        match self.side {
            Align::Start => self.x,
            Align::Middle => self.x - self.width() / 2.0,
            Align::End => self.x - self.width(),
        }
    }
}

/// Puts marks on a drawing.
impl Canvas {
    /// Notes a shape that is used more than once; returns its number.
    pub fn define(&mut self, path: Path) -> usize {
        self.shapes.push(path);
        self.shapes.len() - 1
    }

    /// Fills a shape.
    pub fn fill(&mut self, shape: Shape, colour: Colour) {
        self.marks.push(Mark::Shape { shape, fill: Some(Fill::Flat(colour)), stroke: None, opacity: 1.0 });
    }

    /// Draws the outline of a shape.
    pub fn stroke(&mut self, shape: Shape, stroke: Stroke) {
        self.marks.push(Mark::Shape { shape, fill: None, stroke: Some(stroke), opacity: 1.0 });
    }

    /// Fills a shape and draws its outline.
    pub fn both(&mut self, shape: Shape, colour: Colour, stroke: Stroke) {
        let fill = Some(Fill::Flat(colour));
        self.marks.push(Mark::Shape { shape, fill, stroke: Some(stroke), opacity: 1.0 });
    }

    /// Writes a line of text.
    pub fn text(&mut self, text: Text) {
        self.marks.push(Mark::Text(text));
    }
}
