//! Writes a drawing as SVG: every number with one decimal at most, everything in the order in which it was drawn.

use super::font::{Face, width_of};
use super::marks::{Align, Canvas, Fill, Mark, Shape, Stroke, Text, Tile};
use super::path::{Path, Step};
use crate::picture::geometry::{Point, at};
use crate::picture::glyph::{GRID, Glyph};
use crate::picture::palette::Pattern;
use arrayvec::ArrayVec;
use std::collections::BTreeSet;
use std::fmt::Write as _;

impl Canvas {
    /// Returns the drawing as SVG. The same drawing has the same bytes everywhere.
    pub fn svg(&self) -> String {
        write(self, &[], FINE)
    }

    /// Returns the drawing as SVG in which areas can be touched: on top of it lie their outlines, unseen, each with its id as
    /// `data-area`. An area is given by its number on the board, which is that of its outline.
    pub fn svg_with_areas(&self, areas: &[(usize, String)]) -> String {
        write(self, areas, COARSE)
    }
}

fn write(canvas: &Canvas, areas: &[(usize, String)], grain: i64) -> String {
    let mut out = String::with_capacity(1 << 17);
    let (w, h) = (number(canvas.width), number(canvas.height));
    put(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">"
        ),
    );
    put(&mut out, format_args!("<title>{}</title>", escaped(&canvas.title)));
    if !canvas.words.is_empty() {
        put(&mut out, format_args!("<desc>{}</desc>", escaped(&canvas.words)));
    }
    definitions(canvas, grain, &mut out);
    // What most marks have is said once.
    put(
        &mut out,
        format_args!(
            "<g stroke-linejoin=\"round\" stroke-linecap=\"round\" text-anchor=\"middle\"{}>",
            attributes(Face::Plain)
        ),
    );
    let mut clip = 0;
    for mark in &canvas.marks {
        match mark {
            Mark::Within(_) => {
                put(&mut out, format_args!("<g clip-path=\"url(#c{clip})\">"));
                clip += 1;
            }
            Mark::Free => out.push_str("</g>"),
            Mark::Text(text) => put_text(text, &mut out),
            Mark::Shape { shape, fill, stroke, opacity } => {
                put_shape(shape, *fill, stroke.as_ref(), (*opacity, grain), &mut out);
            }
        }
    }
    out.push_str("</g>");
    if !areas.is_empty() {
        out.push_str("<g fill-opacity=\"0\" pointer-events=\"all\">");
        for (shape, id) in areas.iter().filter(|(shape, _)| *shape < canvas.shapes.len()) {
            put(&mut out, format_args!("<use href=\"#s{shape}\" data-area=\"{}\"/>", escaped(id)));
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>\n");
    out
}

fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(what);
}

fn definitions(canvas: &Canvas, grain: i64, out: &mut String) {
    out.push_str("<defs>");
    let sign = |mark: &Mark| match mark {
        Mark::Shape { shape: Shape::Sign { glyph, .. }, .. } => Some(*glyph),
        _ => None,
    };
    let signs: BTreeSet<Glyph> = canvas.marks.iter().filter_map(sign).collect();
    for glyph in signs {
        let rule = if glyph.has_holes() { " fill-rule=\"evenodd\"" } else { "" };
        put(out, format_args!("<path id=\"{}\" d=\"{}\"{rule}/>", glyph.name(), glyph.path()));
    }
    for (i, path) in canvas.shapes.iter().enumerate() {
        put(out, format_args!("<path id=\"s{i}\" d=\"{}\"/>", data(path, grain)));
    }
    let clips = canvas.marks.iter().filter_map(|mark| match mark {
        Mark::Within(shapes) => Some(shapes),
        _ => None,
    });
    for (i, shapes) in clips.enumerate() {
        put(out, format_args!("<clipPath id=\"c{i}\">"));
        shapes.iter().for_each(|shape| put(out, format_args!("<use href=\"#s{shape}\"/>")));
        out.push_str("</clipPath>");
    }
    for (i, tile) in canvas.patterns.iter().enumerate() {
        let side = number(tile.side());
        let units = "patternUnits=\"userSpaceOnUse\"";
        put(out, format_args!("<pattern id=\"p{i}\" width=\"{side}\" height=\"{side}\" {units}>"));
        let (path, width) = tile.path();
        let (colour, opacity) = (tile.colour.hex(), decimal(tile.opacity, 100.0));
        match width {
            Some(width) => {
                let width = decimal(width, 100.0);
                put(
                    out,
                    format_args!(
                        "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\"/>",
                        data(&path, FINE)
                    ),
                );
            }
            None => put(
                out,
                format_args!(
                    "<path d=\"{}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>",
                    data(&path, FINE)
                ),
            ),
        }
        out.push_str("</pattern>");
    }
    out.push_str("</defs>");
}

impl Tile {
    /// Returns the side of the tile.
    pub(super) fn side(&self) -> f64 {
        7.0 * self.unit
    }

    /// Returns what is drawn on a tile, and how wide if it is a line.
    pub(super) fn path(&self) -> (Path, Option<f64>) {
        let s = self.side();
        let p = |x: f64, y: f64| at(x * s, y * s);
        let lines = |ends: &[(Point, Point)]| {
            Path(ends.iter().flat_map(|(a, b)| [Step::Move(*a), Step::Line(*b)]).collect())
        };
        let (a, b) = (-0.15, 1.15);
        let path = match self.pattern {
            Pattern::Rising => {
                lines(&[(p(a, b), p(b, a)), (p(a, 0.15), p(0.15, a)), (p(0.85, b), p(b, 0.85))])
            }
            Pattern::Upright => lines(&[(p(0.5, 0.0), p(0.5, 1.0))]),
            Pattern::Level => lines(&[(p(0.0, 0.5), p(1.0, 0.5))]),
            Pattern::Crosses => lines(&[(p(0.3, 0.5), p(0.7, 0.5)), (p(0.5, 0.3), p(0.5, 0.7))]),
            Pattern::Lattice => lines(&[(p(0.0, 0.0), p(1.0, 1.0)), (p(1.0, 0.0), p(0.0, 1.0))]),
            Pattern::Chevrons => Path::through(&[p(0.0, 0.65), p(0.5, 0.3), p(1.0, 0.65)]),
            Pattern::Waves => Path(vec![
                Step::Move(p(0.0, 0.5)),
                Step::Quad(p(0.25, 0.05), p(0.5, 0.5)),
                Step::Quad(p(0.75, 0.95), p(1.0, 0.5)),
            ]),
            Pattern::Lozenges => {
                return (Path::around(&[p(0.5, 0.16), p(0.7, 0.5), p(0.5, 0.84), p(0.3, 0.5)]), None);
            }
            Pattern::Dots => {
                let mut dots = circle(p(0.25, 0.25), 1.05 * self.unit);
                dots.0.extend(circle(p(0.75, 0.75), 1.05 * self.unit).0);
                return (dots, None);
            }
        };
        (path, Some(1.1 * self.unit))
    }
}

/// Returns a circle, of four curves.
pub(super) fn circle(middle: Point, radius: f64) -> Path {
    let bend = radius * 0.552_284_75;
    let p = |x: f64, y: f64| middle + at(x, y);
    let r = radius;
    Path(vec![
        Step::Move(p(r, 0.0)),
        Step::Cubic(p(r, bend), p(bend, r), p(0.0, r)),
        Step::Cubic(p(-bend, r), p(-r, bend), p(-r, 0.0)),
        Step::Cubic(p(-r, -bend), p(-bend, -r), p(0.0, -r)),
        Step::Cubic(p(bend, -r), p(r, -bend), p(r, 0.0)),
        Step::Close,
    ])
}

fn put_shape(
    shape: &Shape,
    fill: Option<Fill>,
    stroke: Option<&Stroke>,
    (opacity, grain): (f64, i64),
    out: &mut String,
) {
    match shape {
        Shape::Used(i) => put(out, format_args!("<use href=\"#s{i}\"")),
        Shape::Own(path) => put(out, format_args!("<path d=\"{}\"", data(path, grain))),
        Shape::Box { x, y, width, height, round } => {
            let [x, y, width, height] = [x, y, width, height].map(|v| number(*v));
            put(out, format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""));
            if *round > 0.0 {
                put(out, format_args!(" rx=\"{}\"", number(*round)));
            }
        }
        Shape::Sign { glyph, x, y, size, turned } => {
            let turn = if *turned { " rotate(90 12 12)" } else { "" };
            let (x, y, scale) = (number(*x), number(*y), decimal(size / GRID, 1000.0));
            let name = glyph.name();
            put(
                out,
                format_args!("<use href=\"#{name}\" transform=\"translate({x} {y})scale({scale}){turn}\""),
            );
        }
    }
    match fill {
        None => out.push_str(" fill=\"none\""),
        Some(Fill::Flat(colour)) => put(out, format_args!(" fill=\"{}\"", colour.hex())),
        Some(Fill::Pattern(i)) => put(out, format_args!(" fill=\"url(#p{i})\"")),
    }
    if let Some(stroke) = stroke {
        // The line around a sign is scaled with it.
        let width = match shape {
            Shape::Sign { size, .. } => stroke.width * GRID / size,
            _ => stroke.width,
        };
        put(out, format_args!(" stroke=\"{}\" stroke-width=\"{}\"", stroke.colour.hex(), number(width)));
        if stroke.opacity < 1.0 {
            put(out, format_args!(" stroke-opacity=\"{}\"", decimal(stroke.opacity, 100.0)));
        }
        if let Some((dash, gap)) = stroke.dash {
            put(out, format_args!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap)));
        }
        if stroke.blunt {
            out.push_str(" stroke-linecap=\"butt\"");
        }
        if stroke.below {
            out.push_str(" paint-order=\"stroke\"");
        }
    }
    if opacity < 1.0 {
        put(out, format_args!(" opacity=\"{}\"", decimal(opacity, 100.0)));
    }
    out.push_str("/>");
}

/// Texts of so few letters have room for wider ones.
const SHORT: usize = 3;

fn put_text(text: &Text, out: &mut String) {
    let (x, y, size) = (number(text.x), number(text.y), number(text.size));
    put(out, format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\""));
    if text.face != Face::Plain {
        out.push_str(attributes(text.face));
    }
    out.push_str(match text.side {
        Align::Start => " text-anchor=\"start\"",
        Align::Middle => "",
        Align::End => " text-anchor=\"end\"",
    });
    // Where the typeface is missing, a wider one is pressed together, so that no name runs over what stands beside it.
    if text.text.chars().count() > SHORT {
        let width = number(width_of(&text.text, text.face, text.size, text.tracking));
        put(out, format_args!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\""));
    }
    if text.tracking > 0.0 {
        put(out, format_args!(" letter-spacing=\"{}\"", number(text.tracking)));
    }
    if let Some(halo) = text.halo {
        let width = number(text.size * 0.2);
        put(out, format_args!(" stroke=\"{}\" stroke-width=\"{width}\" paint-order=\"stroke\"", halo.hex()));
    }
    put(out, format_args!(" fill=\"{}\">{}</text>", text.colour.hex(), escaped(&text.text)));
}

/// Returns what text in a typeface has, where it differs from the plain one.
fn attributes(face: Face) -> &'static str {
    match face {
        Face::Plain => {
            " font-family=\"'Fira Sans Condensed','Roboto Condensed','Avenir Next Condensed','Arial Narrow',sans-serif\" font-weight=\"500\""
        }
        Face::Bold => " font-weight=\"700\"",
        Face::Water => " font-family=\"Alegreya,Georgia,serif\" font-style=\"italic\"",
        Face::Title => " font-family=\"Alegreya,Georgia,serif\" font-weight=\"700\"",
    }
}

/// How far a control point may be from its place, in tenths, besides the rounding, if it is left out because it follows from the one before.
const ASTRAY: i64 = 3;

/// To how many tenths coasts and borders are rounded: in a picture, and on an order page, which must be small.
const FINE: i64 = 1;
const COARSE: i64 = 10;

/// Returns the data of a path, with relative steps, which are shorter. Outlines run through the middles between their control
/// points, so that each of these is the one before, mirrored (`t`): only where roundings have added up it is written.
fn data(path: &Path, grain: i64) -> String {
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
fn number(value: f64) -> String {
    decimal(value, 10.0)
}

/// Returns a number in steps of a tenth, a hundredth or a thousandth.
fn decimal(value: f64, scale: f64) -> String {
    let mut out = String::new();
    push_scaled((value * scale + 0.5).floor() as i64, scale as i64, &mut out);
    out
}

/// Writes `value / scale` without needless zeros.
fn push_scaled(value: i64, scale: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let (whole, mut part) = (value.abs() / scale, value.abs() % scale);
    if whole > 0 || part == 0 {
        put(out, format_args!("{whole}"));
    }
    if part > 0 {
        out.push('.');
        let mut unit = scale / 10;
        while part > 0 && unit > 0 {
            put(out, format_args!("{}", part / unit));
            (part, unit) = (part % unit, unit / 10);
        }
    }
}

/// Returns text as it is written in XML. Characters that XML does not know are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::geometry::Spline;

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

    #[test]
    fn what_somebody_wrote_cannot_become_a_tag() {
        assert_eq!(escaped("<script>&\"\u{0}"), "&lt;script&gt;&amp;&quot; ");
    }
}
