//! What draws: a canvas, with the colours and sides of the picture at hand.

use crate::picture::canvas::{Align, Canvas, Face, Fill, Mark, Path, Shape, Stroke, Text};
use crate::picture::geometry::Point;
use crate::picture::glyph::{GRID, Glyph};
use crate::picture::palette::{Colour, Livery, Palette};
use crate::picture::scene::{Side, SideId};

/// Draws with the colours of a theme.
pub(super) struct Pen<'a> {
    pub(super) canvas: Canvas,
    pub(super) palette: Palette,
    pub(super) sides: &'a [Side],
}

impl Pen<'_> {
    /// Returns the colours of a side.
    pub(super) fn livery(&self, side: SideId) -> Livery {
        self.sides.get(side).map_or_else(Livery::default, |side| side.livery)
    }

    /// Draws a sign with its top left corner at a point; the halo's width is on the grid of signs.
    pub(super) fn sign(
        &mut self,
        glyph: Glyph,
        place: Point,
        size: f64,
        colour: Colour,
        halo: Option<(Colour, f64)>,
    ) {
        self.sign_at(glyph, place, size, colour, halo, 1.0);
    }

    /// Draws a sign that may be half transparent.
    pub(super) fn sign_at(
        &mut self,
        glyph: Glyph,
        place: Point,
        size: f64,
        colour: Colour,
        halo: Option<(Colour, f64)>,
        opacity: f64,
    ) {
        let shape = Shape::Sign { glyph, x: place.x, y: place.y, size, turned: false };
        let stroke = halo.map(|(colour, width)| Stroke::halo(colour, width * size / GRID));
        self.canvas.marks.push(Mark::Shape { shape, fill: Some(Fill::Flat(colour)), stroke, opacity });
    }

    /// Writes text without a halo.
    pub(super) fn write(
        &mut self,
        place: Point,
        text: &str,
        size: f64,
        face: Face,
        colour: Colour,
        side: Align,
    ) {
        let text = Text {
            x: place.x,
            y: place.y,
            text: text.to_owned(),
            face,
            size,
            side,
            colour,
            halo: None,
            tracking: 0.0,
        };
        self.canvas.text(text);
    }

    /// Draws a line through points.
    pub(super) fn line(&mut self, points: &[Point], colour: Colour, width: f64) {
        self.canvas.stroke(Shape::Own(Path::through(points)), Stroke::line(colour, width));
    }

    /// Draws a half transparent line through points.
    pub(super) fn faint_line(&mut self, points: &[Point], colour: Colour, width: f64, opacity: f64) {
        self.canvas.stroke(Shape::Own(Path::through(points)), Stroke::line(colour, width).faint(opacity));
    }
}
