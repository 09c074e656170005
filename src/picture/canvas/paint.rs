//! Paints a drawing: the same marks as in the SVG, as pixels.

use super::font::Face;
use super::marks::{Canvas, Fill, Mark, Shape, Stroke, Text, Tile};
use super::path::{Path, Step};
use super::png;
use crate::picture::glyph::{GRID, Glyph};
use crate::picture::palette::Colour;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use std::collections::HashMap;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pattern, Pixmap, Rect,
    SpreadMode, StrokeDash, Transform,
};

/// The most pixels of a picture.
const MOST: u64 = 64 << 20;

impl Canvas {
    /// Returns the drawing as a PNG so many pixels wide; `None` if that is not possible, as for a width of 0.
    pub fn png(&self, width: u32) -> Option<Vec<u8>> {
        self.png_within(width, usize::MAX)
    }

    /// Returns the drawing as a PNG of at most so many bytes, with fewer colours if need be; `None` if it would have more even
    /// so.
    pub fn png_within(&self, width: u32, most: usize) -> Option<Vec<u8>> {
        let painted = paint(self, width)?;
        png::COLOURS
            .into_iter()
            .filter_map(|colours| png::encode(&painted, colours))
            .find(|png| png.len() <= most)
    }
}

/// Returns a drawing as pixels, so many of them wide; `None` if that is too wide or not wide at all.
fn paint(canvas: &Canvas, width: u32) -> Option<Pixmap> {
    let scale = f64::from(width) / canvas.width;
    let height = (canvas.height * scale).round();
    if !(1.0..1e6).contains(&height) || u64::from(width) * height as u64 > MOST {
        return None;
    }
    let mut painter = Painter {
        pixels: Pixmap::new(width, height as u32)?,
        scale: scale as f32,
        shapes: canvas.shapes.iter().map(built).collect(),
        signs: HashMap::new(),
        letters: HashMap::new(),
        tiles: canvas.patterns.iter().map(|tile| tile.pixels(scale)).collect(),
        mask: None,
    };
    canvas.marks.iter().for_each(|mark| painter.put(mark));
    Some(painter.pixels)
}

struct Painter {
    pixels: Pixmap,
    scale: f32,
    shapes: Vec<Option<tiny_skia::Path>>,
    signs: HashMap<Glyph, Option<tiny_skia::Path>>,
    letters: HashMap<(Face, char), Letter>,
    tiles: Vec<Option<Pixmap>>,
    mask: Option<Mask>,
}

/// A letter of a typeface in its own units, as wide as it says.
#[derive(Clone)]
struct Letter {
    path: Option<tiny_skia::Path>,
    advance: f32,
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
                    self.area(&path, place, rule, *fill, *opacity);
                }
                if let Some(line) = line.filter(|line| !line.below) {
                    self.line(&path, place, &line, *opacity);
                }
            }
        }
    }

    /// Returns an outline, where it goes, and how much that stretches it on the drawing.
    fn shape(&mut self, shape: &Shape) -> Option<(tiny_skia::Path, Transform, f32)> {
        let whole = Transform::from_scale(self.scale, self.scale);
        Some(match shape {
            Shape::Used(number) => (self.shapes.get(*number)?.clone()?, whole, 1.0),
            Shape::Own(path) => (built(path)?, whole, 1.0),
            Shape::Box { x, y, width, height, round } => {
                (boxed(*x, *y, *width, *height, *round)?, whole, 1.0)
            }
            Shape::Sign { glyph, x, y, size, turned } => {
                let factor = (*size / GRID) as f32;
                let path = self.signs.entry(*glyph).or_insert_with(|| read_path(glyph.path())).clone()?;
                let mut place = whole.pre_translate(*x as f32, *y as f32).pre_scale(factor, factor);
                if *turned {
                    place = place.pre_concat(Transform::from_row(0.0, 1.0, -1.0, 0.0, GRID as f32, 0.0));
                }
                (path, place, factor)
            }
        })
    }

    fn area(&mut self, path: &tiny_skia::Path, place: Transform, rule: FillRule, fill: Fill, opacity: f64) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        match fill {
            Fill::Flat(colour) => paint.set_color(shade(colour, opacity)),
            Fill::Pattern(number) => {
                let Some(tile) = self.tiles.get(number).and_then(Option::as_ref) else { return };
                // The painting's own scale is taken back: a pixel of the tile is one of the picture.
                let grow = Transform::from_scale(1.0 / self.scale, 1.0 / self.scale);
                paint.shader =
                    Pattern::new(tile.as_ref(), SpreadMode::Repeat, FilterQuality::Nearest, 1.0, grow);
            }
        }
        self.pixels.fill_path(path, &paint, rule, place, self.mask.as_ref());
    }

    fn line(&mut self, path: &tiny_skia::Path, place: Transform, line: &Stroke, opacity: f64) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(shade(line.colour, line.opacity * opacity));
        let stroke = tiny_skia::Stroke {
            width: line.width as f32,
            line_cap: if line.blunt { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            dash: line.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0)),
            ..tiny_skia::Stroke::default()
        };
        self.pixels.stroke_path(path, &paint, &stroke, place, self.mask.as_ref());
    }

    fn masked(&self, shapes: &[usize]) -> Option<Mask> {
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height())?;
        let whole = Transform::from_scale(self.scale, self.scale);
        for path in shapes.iter().filter_map(|shape| self.shapes.get(*shape)?.as_ref()) {
            mask.fill_path(path, FillRule::Winding, true, whole);
        }
        Some(mask)
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
            self.line(&path, whole, &Stroke::line(halo, text.size * 0.2), 1.0);
        }
        self.area(&path, whole, FillRule::Winding, Fill::Flat(text.colour), 1.0);
    }
}

fn shade(colour: Colour, opacity: f64) -> Color {
    let mut shade = Color::from_rgba8(colour.0, colour.1, colour.2, 255);
    shade.apply_opacity(opacity as f32);
    shade
}

fn built(path: &Path) -> Option<tiny_skia::Path> {
    let mut out = PathBuilder::new();
    let f = |value: f64| value as f32;
    for step in &path.0 {
        match step {
            Step::Move(a) => out.move_to(f(a.x), f(a.y)),
            Step::Line(a) => out.line_to(f(a.x), f(a.y)),
            Step::Quad(a, b) => out.quad_to(f(a.x), f(a.y), f(b.x), f(b.y)),
            Step::Cubic(a, b, c) => out.cubic_to(f(a.x), f(a.y), f(b.x), f(b.y), f(c.x), f(c.y)),
            Step::Close => out.close(),
        }
    }
    out.finish()
}

fn boxed(x: f64, y: f64, width: f64, height: f64, round: f64) -> Option<tiny_skia::Path> {
    let (x, y, w, h) = (x as f32, y as f32, width as f32, height as f32);
    if round <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_xywh(x, y, w, h)?));
    }
    let r = (round as f32).min(w / 2.0).min(h / 2.0);
    let k = r * 0.447_715_25;
    let mut out = PathBuilder::new();
    out.move_to(x + r, y);
    out.line_to(x + w - r, y);
    out.cubic_to(x + w - k, y, x + w, y + k, x + w, y + r);
    out.line_to(x + w, y + h - r);
    out.cubic_to(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    out.line_to(x + r, y + h);
    out.cubic_to(x + k, y + h, x, y + h - k, x, y + h - r);
    out.line_to(x, y + r);
    out.cubic_to(x, y + k, x + k, y, x + r, y);
    out.close();
    out.finish()
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

fn letter(font: &FontRef<'_>, c: char) -> Letter {
    let glyph = font.charmap().map(c).unwrap_or_default();
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let mut pen = Pen(PathBuilder::new());
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    if let Some(outline) = font.outline_glyphs().get(glyph) {
        // A letter that cannot be drawn is left out.
        let _ = outline.draw(settings, &mut pen);
    }
    Letter { path: pen.0.finish(), advance: metrics.advance_width(glyph).unwrap_or_default() }
}

/// Takes the outline of a letter.
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

fn read_path(data: &str) -> Option<tiny_skia::Path> {
    super::path::read(data).as_ref().and_then(built)
}
