//! The outlines that are painted: paths, boxes and letters, as the painter's paths.

use super::path::{Path, Step};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use tiny_skia::{PathBuilder, Rect};

/// A letter of a typeface in its own units, as wide as it says.
#[derive(Clone)]
pub(super) struct Letter {
    pub(super) path: Option<tiny_skia::Path>,
    pub(super) advance: f32,
}

/// Returns a path of a drawing; `None` if it leads nowhere.
pub(super) fn built(path: &Path) -> Option<tiny_skia::Path> {
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

/// Returns a rectangle, its corners rounded by `round`.
pub(super) fn boxed(x: f64, y: f64, width: f64, height: f64, round: f64) -> Option<tiny_skia::Path> {
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

/// Returns a letter of a typeface.
pub(super) fn letter(font: &FontRef<'_>, c: char) -> Letter {
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

/// Returns the path that SVG data describe.
pub(super) fn read_path(data: &str) -> Option<tiny_skia::Path> {
    super::path::read(data).as_ref().and_then(built)
}
