//! Paints a drawing: the same marks as in the SVG, as pixels.

use super::coarse::{self, Ink};
use super::font::Face;
use super::marks::{Canvas, Fill, Mark, Shape, Stroke, Text, Tile};
use super::outline::{Letter, boxed, built, letter, read_path};
use super::png;
use crate::picture::glyph::{GRID, Glyph};
use crate::picture::palette::Colour;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, PathStroker, Pattern,
    Pixmap, PixmapMut, SpreadMode, StrokeDash, Transform,
};

/// How long a square must be to be as large as a dot one wide.
const ROUND: f64 = 0.785;
/// Harder compression spares less than one of so many parts.
const SPARED: usize = 12;
/// A picture's bytes grow with this root of its width: with more than its width, with less than its surface.
const SHRINKING: f64 = 1.0 / 1.25;
/// As few bytes for each pixel hardly any map has whose edges are smooth.
const LEAST: f64 = 0.07;
/// The most pixels of a picture.
const MOST: u64 = 64 << 20;

impl Canvas {
    /// Returns the drawing as a PNG so many pixels wide; `None` if that is not possible, as for a width of 0.
    pub fn png(&self, width: u32) -> Option<Vec<u8>> {
        self.png_within(width, usize::MAX)
    }

    /// Returns the drawing as a PNG of at most so many bytes: with coarse edges if need be, and less wide if those do not serve,
    /// because a house must keep its colour. `None` if it would have more at half its width.
    pub fn png_within(&self, whole: u32, most: usize) -> Option<Vec<u8>> {
        let own = self.colours();
        let mut width = whole;
        while width >= whole.div_ceil(2) {
            let mut painted: Option<(bool, png::Runs)> = None;
            let mut bytes = usize::MAX;
            let pixels = f64::from(width).powi(2) * self.height / self.width;
            // It would be too large with smooth edges.
            let hopeless = pixels * LEAST > most as f64;
            for way in png::TRIED.into_iter().filter(|way| way.coarse || !hopeless) {
                // Where the first way has far too much, no other with the same pixels serves.
                if painted.as_ref().is_some_and(|(coarse, _)| *coarse == way.coarse)
                    && bytes / SPARED > most / (SPARED - 1)
                {
                    continue;
                }
                // Those of another way are dropped before it is painted anew.
                let runs = match painted.take().filter(|(coarse, _)| *coarse == way.coarse) {
                    Some((_, runs)) => runs,
                    None => png::Runs::of(paint(self, width, way.coarse)?),
                };
                let png = png::encode(&runs, &own, way)?;
                painted = Some((way.coarse, runs));
                bytes = png.len();
                if bytes <= most {
                    return Some(png);
                }
            }
            let share = (most as f64 / bytes as f64).powf(SHRINKING);
            width = (f64::from(width) * share) as u32;
        }
        None
    }

    /// Returns the colours with which it is painted.
    fn colours(&self) -> HashSet<png::Rgb> {
        let of_mark = |mark: &Mark| match mark {
            Mark::Text(text) => vec![text.colour],
            Mark::Shape { fill, stroke, .. } => {
                let fill = fill.and_then(|fill| match fill {
                    Fill::Flat(colour) => Some(colour),
                    Fill::Pattern(_) => None,
                });
                fill.into_iter().chain(stroke.map(|stroke| stroke.colour)).collect()
            }
            Mark::Within(_) | Mark::Free => Vec::new(),
        };
        self.marks.iter().flat_map(of_mark).map(|Colour(red, green, blue)| [red, green, blue]).collect()
    }
}

/// Returns a drawing as pixels, so many of them wide; `None` if that is too wide or not wide at all.
fn paint(canvas: &Canvas, width: u32, coarse: bool) -> Option<Pixmap> {
    let scale = f64::from(width) / canvas.width;
    let height = (canvas.height * scale).round();
    if !(1.0..1e6).contains(&height) || u64::from(width) * height as u64 > MOST {
        return None;
    }
    let mut painter = Painter {
        pixels: Pixmap::new(width, height as u32)?,
        scale: scale as f32,
        shapes: canvas.shapes.iter().map(|shape| built(shape).map(Rc::new)).collect(),
        signs: HashMap::new(),
        letters: HashMap::new(),
        tiles: canvas.patterns.iter().map(|tile| tile.pixels(scale).map(Rc::new)).collect(),
        mask: None,
        coarse,
    };
    canvas.marks.iter().for_each(|mark| painter.put(mark));
    Some(painter.pixels)
}

struct Painter {
    pixels: Pixmap,
    scale: f32,
    shapes: Vec<Option<Rc<tiny_skia::Path>>>,
    signs: HashMap<Glyph, Option<Rc<tiny_skia::Path>>>,
    letters: HashMap<(Face, char), Letter>,
    tiles: Vec<Option<Rc<Pixmap>>>,
    mask: Option<Band>,
    /// `true` if edges are coarse.
    coarse: bool,
}

/// The rows of a picture to which drawing is confined, and what of them is covered.
struct Band {
    top: u32,
    mask: Mask,
}

impl Painter {
    fn put(&mut self, mark: &Mark) {
        match mark {
            Mark::Within(shapes) => self.mask = self.masked(shapes),
            Mark::Free => self.mask = None,
            Mark::Text(text) => self.text(text),
            Mark::Shape { shape, fill, stroke, opacity } => {
                let Some((path, place, factor)) = self.shape(shape) else { return };
                let holes = !matches!(shape, Shape::Sign { glyph, .. } if !glyph.has_holes());
                let rule = match shape {
                    Shape::Sign { .. } if holes => FillRule::EvenOdd,
                    _ => FillRule::Winding,
                };
                let line = stroke.map(|stroke| Stroke { width: stroke.width / f64::from(factor), ..stroke });
                if let Some(line) = line.filter(|line| line.below) {
                    self.line(&path, place, &line, *opacity);
                }
                if let Some(fill) = fill {
                    // Lines lie on the edges of areas.
                    let smooth = !matches!(shape, Shape::Used(_));
                    self.area(&path, place, (rule, smooth), *fill, *opacity);
                }
                if let Some(line) = line.filter(|line| !line.below) {
                    self.line(&path, place, &line, *opacity);
                }
            }
        }
    }

    /// Returns an outline, where it goes, and how much that stretches it on the drawing.
    fn shape(&mut self, shape: &Shape) -> Option<(Rc<tiny_skia::Path>, Transform, f32)> {
        let whole = Transform::from_scale(self.scale, self.scale);
        Some(match shape {
            Shape::Used(number) => (self.shapes.get(*number)?.clone()?, whole, 1.0),
            Shape::Own(path) => (Rc::new(built(path)?), whole, 1.0),
            Shape::Box { x, y, width, height, round } => {
                (Rc::new(boxed(*x, *y, *width, *height, *round)?), whole, 1.0)
            }
            Shape::Sign { glyph, x, y, size, turned } => {
                let factor = (*size / GRID) as f32;
                let read = || read_path(glyph.path()).map(Rc::new);
                let path = self.signs.entry(*glyph).or_insert_with(read).clone()?;
                let mut place = whole.pre_translate(*x as f32, *y as f32).pre_scale(factor, factor);
                if *turned {
                    place = place.pre_concat(Transform::from_row(0.0, 1.0, -1.0, 0.0, GRID as f32, 0.0));
                }
                (path, place, factor)
            }
        })
    }

    fn area(
        &mut self,
        path: &tiny_skia::Path,
        place: Transform,
        (rule, smooth): (FillRule, bool),
        fill: Fill,
        opacity: f64,
    ) {
        let tile;
        let mut paint = Paint { anti_alias: smooth, ..Paint::default() };
        match fill {
            Fill::Flat(colour) => paint.set_color(shade(colour, opacity)),
            Fill::Pattern(number) => {
                let Some(found) = self.tiles.get(number).cloned().flatten() else { return };
                tile = found;
                // The painting's own scale is taken back: a pixel of the tile is one of the picture.
                let grow = Transform::from_scale(1.0 / self.scale, 1.0 / self.scale);
                paint.shader =
                    Pattern::new((*tile).as_ref(), SpreadMode::Repeat, FilterQuality::Nearest, 1.0, grow);
            }
        }
        if let (true, true, Fill::Flat(colour)) = (self.coarse, smooth, fill) {
            self.coarsely((path, rule), place, colour, opacity);
            return;
        }
        let Some((mut pixels, place, mask)) = self.confined(place) else { return };
        pixels.fill_path(path, &paint, rule, place, mask);
    }

    fn line(&mut self, path: &tiny_skia::Path, place: Transform, line: &Stroke, opacity: f64) {
        // Smooth edges cost most, to paint as to compress.
        let mut paint = Paint { anti_alias: !line.rough, ..Paint::default() };
        paint.set_color(shade(line.colour, line.opacity * opacity));
        // Thousands of small dots look the same with corners, and cost a tenth.
        let dots = line.dash.filter(|(dash, _)| !line.blunt && *dash < line.width);
        let square = dots.map(|(dash, gap)| (dash + line.width * ROUND, gap - line.width * ROUND));
        let dash = square.filter(|(_, gap)| *gap > 0.0).or(line.dash);
        let stroke = tiny_skia::Stroke {
            width: line.width as f32,
            line_cap: if line.blunt || dots.is_some() { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            dash: dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0)),
            ..tiny_skia::Stroke::default()
        };
        if self.coarse && !line.rough {
            let scale = PathStroker::compute_resolution_scale(&place);
            let dashed = stroke.dash.as_ref().map(|dash| path.dash(dash, scale));
            let outline = match dashed {
                Some(dashes) => dashes.and_then(|dashes| dashes.stroke(&stroke, scale)),
                None => path.stroke(&stroke, scale),
            };
            if let Some(outline) = outline {
                self.coarsely((&outline, FillRule::Winding), place, line.colour, line.opacity * opacity);
            }
            return;
        }
        let Some((mut pixels, place, mask)) = self.confined(place) else { return };
        pixels.stroke_path(path, &paint, &stroke, place, mask);
    }

    /// Fills an outline with coarse edges.
    fn coarsely(
        &mut self,
        path: (&tiny_skia::Path, FillRule),
        place: Transform,
        colour: Colour,
        opacity: f64,
    ) {
        let clip = self.mask.as_ref().map(|Band { top, mask }| (*top, mask));
        let ink = Ink { colour: [colour.0, colour.1, colour.2], opacity: opacity as f32 };
        // What lies outside the picture has no pixels.
        let _ = coarse::fill(&mut self.pixels, clip, path, place, &ink);
    }

    /// Returns the pixels that may be drawn on, where a place on the picture is on them, and what of them is covered.
    fn confined(&mut self, place: Transform) -> Option<(PixmapMut<'_>, Transform, Option<&Mask>)> {
        let Some(Band { top, mask }) = &self.mask else { return Some((self.pixels.as_mut(), place, None)) };
        let (width, height) = (self.pixels.width(), mask.height());
        let row = width as usize * 4;
        let rows = *top as usize * row..(*top + height) as usize * row;
        let pixels = PixmapMut::from_bytes(self.pixels.data_mut().get_mut(rows)?, width, height)?;
        Some((pixels, place.post_translate(0.0, -(*top as f32)), Some(mask)))
    }

    /// Returns the rows in which these shapes lie, and what they cover there: at least one row, of which nothing may be covered.
    fn masked(&self, shapes: &[usize]) -> Option<Band> {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let paths = || shapes.iter().filter_map(|shape| self.shapes.get(*shape)?.as_ref());
        let top = paths().map(|path| path.bounds().top()).fold(f32::INFINITY, f32::min) * self.scale;
        let bottom =
            paths().map(|path| path.bounds().bottom()).fold(f32::NEG_INFINITY, f32::max) * self.scale;
        let row = |y: f32| y.clamp(0.0, height as f32) as u32;
        let (top, bottom) = (row(top.floor()), row(bottom.ceil()));
        let top = top.min(height.checked_sub(1)?);
        let mut mask = Mask::new(width, bottom.saturating_sub(top).max(1))?;
        let place = Transform::from_scale(self.scale, self.scale).post_translate(0.0, -(top as f32));
        for path in paths() {
            // A line lies on its edge.
            mask.fill_path(path, FillRule::Winding, false, place);
        }
        Some(Band { top, mask })
    }

    fn text(&mut self, text: &Text) {
        let Some(font) = text.face.font() else { return };
        let units = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        let factor = text.size as f32 / units;
        let mut all = PathBuilder::new();
        let mut x = text.start() as f32;
        for c in text.text.chars() {
            let letter = self.letters.entry((text.face, c)).or_insert_with(|| letter(&font, c)).clone();
            let place = Transform::from_row(factor, 0.0, 0.0, -factor, x, text.y as f32);
            if let Some(path) = letter.path.and_then(|path| path.transform(place)) {
                all.push_path(&path);
            }
            x += letter.advance * factor + text.tracking as f32;
        }
        let Some(path) = all.finish() else { return };
        let whole = Transform::from_scale(self.scale, self.scale);
        if let Some(halo) = text.halo {
            // It has the colour of the ground.
            self.line(&path, whole, &Stroke::line(halo, text.size * 0.2).roughly(), 1.0);
        }
        self.area(&path, whole, (FillRule::Winding, true), Fill::Flat(text.colour), 1.0);
    }
}

fn shade(colour: Colour, opacity: f64) -> Color {
    let mut shade = Color::from_rgba8(colour.0, colour.1, colour.2, 255);
    shade.apply_opacity(opacity as f32);
    shade
}

impl Tile {
    /// Returns the tile as pixels. Its side is a whole number of them, so that every tile has the same ones: a picture is
    /// much smaller for it.
    fn pixels(&self, scale: f64) -> Option<Pixmap> {
        let side = (self.side() * scale).round().max(1.0);
        let mut pixels = Pixmap::new(side as u32, side as u32)?;
        let grow = (side / self.side()) as f32;
        let (path, width) = self.path();
        let (path, place) = (built(&path)?, Transform::from_scale(grow, grow));
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(shade(self.colour, self.opacity));
        match width {
            Some(width) => {
                let stroke = tiny_skia::Stroke { width: width as f32, ..tiny_skia::Stroke::default() };
                pixels.stroke_path(&path, &paint, &stroke, place, None);
            }
            None => pixels.fill_path(&path, &paint, FillRule::Winding, place, None),
        }
        Some(pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::canvas::marks::{Align, Text};
    use crate::picture::canvas::path::Path;
    use crate::picture::geometry::at;

    /// Two fields of nearly the same colour, with so much written over them that the picture is large.
    fn crowded() -> Canvas {
        let mut canvas = Canvas { width: 400.0, height: 300.0, ..Canvas::default() };
        let half = |x: f64| Shape::Box { x, y: 0.0, width: 200.0, height: 300.0, round: 0.0 };
        canvas.fill(half(0.0), Colour(0xD1, 0xA3, 0x97));
        canvas.fill(half(200.0), Colour(0xCF, 0xAD, 0xB2));
        for line in 0..20_u8 {
            canvas.text(Text {
                x: 200.0,
                y: 14.0 * f64::from(line) + 20.0,
                text: "King's Landing, Karhold and the Sunset Sea".to_owned(),
                face: Face::Plain,
                size: 14.0 + f64::from(line) * 0.3,
                side: Align::Middle,
                colour: Colour(40 + 10 * line, 38, 250 - 12 * line),
                halo: None,
                tracking: 0.0,
            });
        }
        canvas
    }

    /// Returns the width of a PNG, its palette, and the colours of its pixels.
    fn read(png: Vec<u8>) -> (u32, Vec<[u8; 3]>) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
        let (width, palette) = (reader.info().width, reader.info().palette.clone().expect("a palette"));
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("pixels");
        let colour = |at: &u8| palette.as_chunks().0[usize::from(*at)];
        (width, pixels.iter().map(colour).collect())
    }

    #[test]
    fn a_picture_that_is_too_large_becomes_coarse_then_less_wide_and_keeps_its_colours() {
        let canvas = crowded();
        let whole = canvas.png(400).expect("a picture").len();
        for (tenths, widths) in [(10, 400..401), (8, 400..401), (4, 200..400)] {
            let most = whole * tenths / 10;
            let png = canvas.png_within(400, most).expect("a picture");
            assert!(png.len() <= most && png.len() > most / 2, "{} of {most}", png.len());
            let (width, pixels) = read(png);
            assert!(widths.contains(&width), "{width} for {tenths} tenths");
            assert_eq!(pixels.first(), Some(&[0xD1, 0xA3, 0x97]));
            assert_eq!(pixels.get(width as usize - 1), Some(&[0xCF, 0xAD, 0xB2]));
        }
        assert_eq!(canvas.png_within(400, 200), None, "nothing is as small as that");
    }

    #[test]
    fn coarse_edges_have_one_shade_and_are_cut_off_as_others() {
        let (ground, ink) = (Colour(200, 100, 0), Colour(0, 100, 200));
        let mut canvas = Canvas { width: 40.0, height: 40.0, ..Canvas::default() };
        let square = |side: f64| Path::around(&[at(0.0, 0.0), at(side, 0.0), at(side, side), at(0.0, side)]);
        canvas.fill(Shape::Own(square(40.0)), ground);
        let left = canvas.define(square(20.0));
        canvas.marks.push(Mark::Within(vec![left]));
        let round = Shape::Box { x: 4.3, y: 4.6, width: 31.0, height: 31.0, round: 15.0 };
        canvas.stroke(round.clone(), Stroke::line(ink, 3.0));
        canvas.marks.push(Mark::Free);
        let shades = |coarse: bool| {
            let pixels = paint(&canvas, 40, coarse).expect("pixels");
            let at = |(place, pixel): (usize, &tiny_skia::PremultipliedColorU8)| {
                let is_open = place % 40 < 20 && place / 40 < 20;
                let colour = (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha());
                assert!(is_open || colour == (200, 100, 0, 255), "{place} is cut off");
                colour
            };
            pixels.pixels().iter().enumerate().map(at).collect::<std::collections::BTreeSet<_>>()
        };
        let three = [(0, 100, 200, 255), (100, 100, 100, 255), (200, 100, 0, 255)];
        assert_eq!(shades(true).into_iter().collect::<Vec<_>>(), three);
        assert!(shades(false).len() > 10, "smooth edges have many");
    }
}
