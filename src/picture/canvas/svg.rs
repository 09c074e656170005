//! Writes a drawing as SVG: every number with one decimal at most, everything in the order in which it was drawn.

use super::data::{COARSE, FINE, data, decimal, number};
use super::font::{Face, width_of};
use super::looks::{Looks, Property, put};
use super::marks::{Align, Canvas, Fill, Mark, Shape, Stroke, Text, Tile};
use super::path::{Path, Step};
use crate::picture::geometry::{Point, at};
use crate::picture::glyph::{GRID, Glyph};
use crate::picture::palette::Pattern;
use std::collections::BTreeSet;

/// The signs of orders that a page lays on its map.
const ORDERS: [Glyph; 6] =
    [Glyph::March, Glyph::Defense, Glyph::Support, Glyph::Raid, Glyph::Consolidate, Glyph::Star];

/// A drawing for a page, in which areas can be touched.
#[derive(Clone, PartialEq, Debug)]
pub struct Touchable {
    pub svg: String,
    /// How its marks look, for the page's style sheet: hundreds of marks have but a few dozen looks.
    pub style: String,
}

impl Canvas {
    /// Returns the drawing as SVG. The same drawing has the same bytes everywhere.
    pub fn svg(&self) -> String {
        write(self, None, &[], FINE, &mut Looks::Beside)
    }

    /// Returns the drawing as SVG that looks as `night` does, the same drawing in other colours, where a screen is dark.
    pub fn svg_for(&self, night: &Canvas) -> String {
        let mut looks = Looks::classes();
        let svg = write(self, Some(night), &[], FINE, &mut looks);
        // No text before the definitions can look like them: it is escaped.
        svg.replacen("<defs>", &format!("<style>\n{}</style><defs>", looks.sheet()), 1)
    }

    /// Returns the drawing as SVG in which areas can be touched, and which looks as `night` does where a screen is dark: on top of
    /// it lie their outlines, unseen, each with its id as `data-area`, and as `data-spot` where an order has its middle there, and
    /// how large it is. An area is given by its number on the board, which is that of its outline.
    pub fn touchable(&self, night: Option<&Canvas>, areas: &[(usize, String)]) -> Touchable {
        let mut looks = Looks::classes();
        let svg = write(self, night, areas, COARSE, &mut looks);
        Touchable { svg, style: looks.sheet() }
    }
}

fn write(
    canvas: &Canvas,
    night: Option<&Canvas>,
    areas: &[(usize, String)],
    grain: i64,
    looks: &mut Looks,
) -> String {
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
    for (i, (tile, other)) in
        canvas.patterns.iter().zip(night.iter().flat_map(|night| &night.patterns)).enumerate()
    {
        looks.also(&format!("#p{i} path"), &tile.look(), &other.look());
    }
    // What most marks have is said once.
    put(
        &mut out,
        format_args!(
            "<g stroke-linejoin=\"round\" stroke-linecap=\"round\" text-anchor=\"middle\"{}>",
            beside(Face::Plain)
        ),
    );
    let mut clip = 0;
    for (at, mark) in canvas.marks.iter().enumerate() {
        let other = night.and_then(|night| night.marks.get(at)).and_then(Mark::look);
        let look = mark.look().unwrap_or_default();
        match mark {
            Mark::Within(_) => {
                put(&mut out, format_args!("<g clip-path=\"url(#c{clip})\">"));
                clip += 1;
            }
            Mark::Free => out.push_str("</g>"),
            Mark::Text(text) => {
                begin_text(text, &mut out);
                looks.put(&look, other.as_deref(), &mut out);
                put(&mut out, format_args!(">{}</text>", escaped(&text.text)));
            }
            Mark::Shape { shape, .. } => {
                begin_shape(shape, grain, &mut out);
                looks.put(&look, other.as_deref(), &mut out);
                out.push_str("/>");
            }
        }
    }
    out.push_str("</g>");
    if !areas.is_empty() {
        out.push_str("<g fill-opacity=\"0\" pointer-events=\"all\">");
        for (shape, id) in areas.iter().filter(|(shape, _)| *shape < canvas.shapes.len()) {
            put(&mut out, format_args!("<use href=\"#s{shape}\" data-area=\"{}\"", escaped(id)));
            if let Some((_, spot, size)) = canvas.spots.iter().find(|(area, ..)| area == shape) {
                let (x, y, size) = (number(spot.x), number(spot.y), number(*size));
                put(&mut out, format_args!(" data-spot=\"{x} {y} {size}\""));
            }
            out.push_str("/>");
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>\n");
    out
}

fn definitions(canvas: &Canvas, grain: i64, out: &mut String) {
    out.push_str("<defs>");
    let sign = |mark: &Mark| match mark {
        Mark::Shape { shape: Shape::Sign { glyph, .. }, .. } => Some(*glyph),
        _ => None,
    };
    let mut signs: BTreeSet<Glyph> = canvas.marks.iter().filter_map(sign).collect();
    if !canvas.spots.is_empty() {
        signs.extend(ORDERS);
    }
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
        put(out, format_args!("<path d=\"{}\"", data(&tile.path().0, FINE)));
        tile.look().iter().for_each(|(name, value)| put(out, format_args!(" {name}=\"{value}\"")));
        out.push_str("/>");
        out.push_str("</pattern>");
    }
    out.push_str("</defs>");
}

impl Tile {
    /// Returns the side of the tile.
    pub(super) fn side(&self) -> f64 {
        7.0 * self.unit
    }

    /// Returns how what is drawn on a tile looks.
    fn look(&self) -> Vec<Property> {
        let (colour, opacity) = (self.colour.hex(), decimal(self.opacity, 100.0));
        match self.path().1 {
            None => vec![("fill", colour), ("fill-opacity", opacity)],
            Some(width) => vec![
                ("fill", "none".to_owned()),
                ("stroke", colour),
                ("stroke-opacity", opacity),
                ("stroke-width", decimal(width, 100.0)),
            ],
        }
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
            Pattern::Falling => {
                lines(&[(p(a, a), p(b, b)), (p(a, 0.85), p(0.15, b)), (p(0.85, a), p(b, 0.15))])
            }
            Pattern::Bricks => {
                let walls = [(p(0.0, 0.25), p(1.0, 0.25)), (p(0.0, 0.75), p(1.0, 0.75))];
                let ends = [
                    (p(0.25, 0.25), p(0.25, 0.75)),
                    (p(0.75, 0.75), p(0.75, b)),
                    (p(0.75, a), p(0.75, 0.25)),
                ];
                lines(&[&walls[..], &ends[..]].concat())
            }
            Pattern::Rings => circle(p(0.5, 0.5), 0.24 * s),
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

fn begin_shape(shape: &Shape, grain: i64, out: &mut String) {
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
}

impl Mark {
    /// Returns how a mark looks; `None` for one that is not seen itself.
    fn look(&self) -> Option<Vec<Property>> {
        match self {
            Mark::Shape { shape, fill, stroke, opacity } => {
                Some(look_of(shape, *fill, stroke.as_ref(), *opacity))
            }
            Mark::Text(text) => Some(look_of_text(text)),
            Mark::Within(_) | Mark::Free => None,
        }
    }
}

/// Returns how a shape looks.
fn look_of(shape: &Shape, fill: Option<Fill>, stroke: Option<&Stroke>, opacity: f64) -> Vec<Property> {
    let fill = match fill {
        None => "none".to_owned(),
        Some(Fill::Flat(colour)) => colour.hex(),
        Some(Fill::Pattern(i)) => format!("url(#p{i})"),
    };
    let mut look = vec![("fill", fill)];
    if let Some(stroke) = stroke {
        // The line around a sign is scaled with it.
        let width = match shape {
            Shape::Sign { size, .. } => stroke.width * GRID / size,
            _ => stroke.width,
        };
        look.extend([("stroke", stroke.colour.hex()), ("stroke-width", number(width))]);
        if stroke.opacity < 1.0 {
            look.push(("stroke-opacity", decimal(stroke.opacity, 100.0)));
        }
        if let Some((dash, gap)) = stroke.dash {
            look.push(("stroke-dasharray", format!("{} {}", number(dash), number(gap))));
        }
        if stroke.blunt {
            look.push(("stroke-linecap", "butt".to_owned()));
        }
        if stroke.below {
            look.push(("paint-order", "stroke".to_owned()));
        }
    }
    if opacity < 1.0 {
        look.push(("opacity", decimal(opacity, 100.0)));
    }
    look
}

/// Texts of so few letters have room for wider ones.
const SHORT: usize = 3;

fn begin_text(text: &Text, out: &mut String) {
    put(out, format_args!("<text x=\"{}\" y=\"{}\"", number(text.x), number(text.y)));
    // Where the typeface is missing, a wider one is pressed together, so that no name runs over what stands beside it.
    if text.text.chars().count() > SHORT {
        let width = number(width_of(&text.text, text.face, text.size, text.tracking));
        put(out, format_args!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\""));
    }
}

/// Returns how a text looks.
fn look_of_text(text: &Text) -> Vec<Property> {
    let mut look = vec![("font-size", number(text.size))];
    if text.face != Face::Plain {
        look.extend(properties(text.face).iter().map(|(name, value)| (*name, (*value).to_owned())));
    }
    match text.side {
        Align::Start => look.push(("text-anchor", "start".to_owned())),
        Align::Middle => {}
        Align::End => look.push(("text-anchor", "end".to_owned())),
    }
    if text.tracking > 0.0 {
        look.push(("letter-spacing", number(text.tracking)));
    }
    if let Some(halo) = text.halo {
        let width = number(text.size * 0.2);
        look.extend([("stroke", halo.hex()), ("stroke-width", width), ("paint-order", "stroke".to_owned())]);
    }
    look.push(("fill", text.colour.hex()));
    look
}

/// Returns what text in a typeface has, where it differs from the plain one.
fn properties(face: Face) -> &'static [(&'static str, &'static str)] {
    match face {
        Face::Plain => &[
            (
                "font-family",
                "'Fira Sans Condensed','Roboto Condensed','Avenir Next Condensed','Arial Narrow',sans-serif",
            ),
            ("font-weight", "500"),
        ],
        Face::Bold => &[("font-weight", "700")],
        Face::Water => &[("font-family", "Alegreya,Georgia,serif"), ("font-style", "italic")],
        Face::Title => &[("font-family", "Alegreya,Georgia,serif"), ("font-weight", "700")],
    }
}

/// Returns the same as attributes.
fn beside(face: Face) -> String {
    properties(face).iter().map(|(name, value)| format!(" {name}=\"{value}\"")).collect()
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
    use crate::picture::palette::Colour;

    #[test]
    fn what_somebody_wrote_cannot_become_a_tag() {
        assert_eq!(escaped("<script>&\"\u{0}"), "&lt;script&gt;&amp;&quot; ");
    }

    /// A page's map has each look once, and the marks look as they do beside it.
    #[test]
    fn a_look_is_written_once_for_a_page() {
        let shape = |x: f64| Shape::Box { x, y: 0.0, width: 2.0, height: 2.0, round: 0.0 };
        let mut canvas = Canvas::default();
        canvas.both(shape(0.0), Colour(1, 2, 3), Stroke::halo(Colour(255, 0, 0), 1.5).dashed(2.0, 1.0));
        canvas.both(shape(9.0), Colour(1, 2, 3), Stroke::halo(Colour(255, 0, 0), 1.5).dashed(2.0, 1.0));
        canvas.fill(shape(5.0), Colour(1, 2, 3));
        let Touchable { svg, style } = canvas.touchable(None, &[]);
        let classes: Vec<&str> = svg.split("class=\"").skip(1).map(|rest| &rest[..2]).collect();
        assert_eq!(classes, ["m0", "m0", "m1"], "{svg}");
        let first =
            ".m0{fill:#010203;stroke:#FF0000;stroke-width:1.5;stroke-dasharray:2 1;paint-order:stroke;}\n";
        assert_eq!(style, format!("{first}.m1{{fill:#010203;}}\n"));
        assert!(!svg.contains(" fill=\"#") && canvas.svg().matches("fill=\"#010203\"").count() == 3);
    }
}
