//! A name, counters and printed signs in rows above each other, and the ways to arrange them.

use super::field::Rect;
use crate::picture::board::{Area, Ground};
use crate::picture::canvas::{Face, width_of};
use crate::picture::geometry::{Point, at};
use crate::picture::glyph::Glyph;
use crate::picture::scene::{Piece, Place};
use crate::picture::sizes;

/// Space between things in a row, in units.
pub const GAP: f64 = 2.0;

/// How names of an area are written.
#[derive(Clone, Copy, Debug)]
pub struct Lettering {
    pub face: Face,
    pub size: f64,
    pub tracking: f64,
}

impl Lettering {
    /// Returns how the names of a kind of area are written, at a unit; `grand` for large ones.
    pub(super) fn of(ground: Ground, grand: bool, unit: f64) -> Lettering {
        match (ground, grand) {
            (Ground::Land, true) => Lettering { face: Face::Title, size: 11.0 * unit, tracking: 0.0 },
            (Ground::Land, false) => Lettering { face: Face::Plain, size: 8.6 * unit, tracking: 0.0 },
            _ => Lettering { face: Face::Water, size: 8.8 * unit, tracking: 0.35 * unit },
        }
    }

    pub(super) fn scaled(self, by: f64) -> Lettering {
        Lettering { size: self.size * by, ..self }
    }

    pub(super) fn width(self, text: &str) -> f64 {
        width_of(text, self.face, self.size, self.tracking)
    }

    /// Returns the height of a line.
    pub fn height(self) -> f64 {
        self.size * 1.04
    }
}

/// Something in a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A line of the name.
    Line(String),
    Piece(Piece),
    Printed(Vec<Glyph>),
}

/// A row, below the one before it.
#[derive(Clone, Debug)]
pub struct Row {
    pub items: Vec<(Item, f64)>,
    pub width: f64,
    pub height: f64,
    /// Space above.
    above: f64,
    is_name: bool,
}

/// Rows on a common axis.
#[derive(Clone, Debug)]
pub struct Stack {
    pub rows: Vec<Row>,
    pub lettering: Lettering,
    pub unit: f64,
    /// How far it is from what we would like best.
    pub(super) cost: f64,
}

impl Stack {
    /// Returns its rows as rectangles, if the middle of its name (or of all, if it has none) lies at a point.
    pub fn rects(&self, middle: Point) -> Vec<Rect> {
        let (mut rects, mut y) = (Vec::with_capacity(self.rows.len()), 0.0);
        for (i, row) in self.rows.iter().enumerate() {
            y += if i > 0 { row.above } else { 0.0 };
            rects.push(Rect { x: middle.x - row.width / 2.0, y, width: row.width, height: row.height });
            y += row.height;
        }
        let name = || self.rows.iter().zip(&rects).filter(|(row, _)| row.is_name);
        let first = name().next().map_or(0.0, |(_, rect)| rect.y);
        let last = name().next_back().map_or(y, |(_, rect)| rect.y + rect.height);
        let shift = middle.y - (first + last) / 2.0;
        rects.iter_mut().for_each(|rect| rect.y += shift);
        rects
    }

    /// Returns the rectangles that must be free, with a margin around the whole. A name needs less of it.
    pub(super) fn needs(&self, middle: Point, margin: f64) -> Vec<Rect> {
        let mut rects = self.rects(middle);
        let last = rects.len().saturating_sub(1);
        for (i, (rect, row)) in rects.iter_mut().zip(&self.rows).enumerate() {
            let m = if row.is_name { (margin - 0.6 * self.unit).max(0.0) } else { margin };
            rect.x -= m;
            rect.width += 2.0 * m;
            let (top, bottom) = (if i == 0 { m } else { 0.0 }, if i == last { m } else { 0.0 });
            rect.y -= top;
            rect.height += top + bottom;
        }
        rects
    }

    /// Returns those of its rows' rectangles in which there is a line of the name.
    pub(super) fn names<'r>(&'r self, rects: &'r [Rect]) -> impl Iterator<Item = &'r Rect> {
        self.rows.iter().zip(rects).filter(|(row, _)| row.is_name).map(|(_, rect)| rect)
    }

    /// Returns the place of the first row with counters among the rows.
    pub fn main(&self) -> Option<usize> {
        self.rows.iter().position(|row| row.items.iter().any(|(item, _)| matches!(item, Item::Piece(_))))
    }
}

/// What is put into stacks: of one area, at one unit.
pub(super) struct Parts<'a> {
    pub(super) area: &'a Area,
    pub(super) place: &'a Place,
    pub(super) lettering: Lettering,
    pub(super) unit: f64,
}

impl Parts<'_> {
    /// Returns all ways to arrange name, counters and printed signs, the best first.
    pub(super) fn stacks(&self) -> Vec<Stack> {
        let mut stacks = Vec::new();
        for (n, lines) in names(self.area).iter().enumerate() {
            for (scale, small) in [(1.0, 0.0), (0.9, 2.2)] {
                let lettering = self.lettering.scaled(scale);
                for (s, split) in splits(&self.place.pieces).iter().enumerate() {
                    let cost = n as f64 * 2.4 + s as f64 * 4.0 + small;
                    self.arrange(lines, lettering, split, cost, &mut stacks);
                }
            }
        }
        stacks.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        stacks
    }

    fn arrange(
        &self,
        lines: &[String],
        lettering: Lettering,
        split: &[&[Piece]],
        cost: f64,
        stacks: &mut Vec<Stack>,
    ) {
        let printed = &self.area.printed;
        let line = |text: &String| (Item::Line(text.clone()), lettering.width(text));
        let lead: Vec<(Item, f64)> = self.place.lead.iter().map(|piece| self.piece(piece)).collect();
        let mut heads: Vec<(Vec<Row>, f64)> = Vec::new();
        let names = || lines.iter().map(|text| self.row(vec![line(text)], lettering));
        if lead.is_empty() {
            heads.push((names().collect(), 0.0));
        } else {
            let above = std::iter::once(self.row(lead.clone(), lettering));
            heads.push((above.chain(names()).collect(), 1.5));
            if let [only] = lines {
                let beside = lead.into_iter().chain([line(only)]).collect();
                heads.push((vec![self.row(beside, lettering)], 0.0));
            }
        }
        let pieces: Vec<Row> = split
            .iter()
            .map(|row| self.row(row.iter().map(|piece| self.piece(piece)).collect(), lettering))
            .collect();
        let foot = |glyphs: &[Glyph]| (Item::Printed(glyphs.to_vec()), self.printed_width(glyphs));
        let castle = self.area.castles();
        for (head, more) in heads {
            let cost = cost + more;
            let mut add = |rows: Vec<Row>, more: f64| {
                stacks.push(Stack { rows, lettering, unit: self.unit, cost: cost + more });
            };
            if printed.is_empty() {
                if !pieces.is_empty() {
                    add([pieces.clone(), head.clone()].concat(), 1.0);
                }
                add([head, pieces.clone()].concat(), 0.0);
                continue;
            }
            let mut choices = vec![(printed.as_slice(), 0.0)];
            if !castle.is_empty() && castle.len() < printed.len() {
                choices.push((castle.as_slice(), 7.0));
            }
            for (glyphs, more) in choices {
                let last = self.row(vec![foot(glyphs)], lettering);
                add([head.clone(), pieces.clone(), vec![last.clone()]].concat(), more);
                if let [only] = pieces.as_slice() {
                    let items = only.items.iter().cloned().chain([foot(glyphs)]).collect();
                    add([head.clone(), vec![self.row(items, lettering)]].concat(), more + 0.6);
                }
                if more > 0.0 {
                    continue;
                }
                if let [only] = head.as_slice() {
                    let items = only.items.iter().cloned().chain([foot(glyphs)]).collect();
                    add([vec![self.row(items, lettering)], pieces.clone()].concat(), 1.2);
                }
                if !pieces.is_empty() {
                    add([pieces.clone(), head.clone(), vec![last]].concat(), 1.0);
                }
            }
        }
    }

    /// Returns the counters without a name, in rows, each way with its cost; with the printed signs below or without.
    pub(super) fn nameless(&self) -> Vec<(Stack, bool)> {
        let mut stacks = Vec::new();
        for (s, split) in splits(&self.place.pieces).iter().enumerate() {
            let rows: Vec<Row> = split
                .iter()
                .map(|row| self.row(row.iter().map(|piece| self.piece(piece)).collect(), self.lettering))
                .collect();
            let cost = s as f64 * 2.0;
            let mut add = |rows: Vec<Row>, cost: f64, with: bool| {
                if !rows.is_empty() {
                    stacks.push((Stack { rows, lettering: self.lettering, unit: self.unit, cost }, with));
                }
            };
            if !self.area.printed.is_empty() {
                let glyphs = self.area.printed.clone();
                let width = self.printed_width(&glyphs);
                let last = self.row(vec![(Item::Printed(glyphs), width)], self.lettering);
                add([rows.clone(), vec![last]].concat(), cost, true);
            }
            add(rows, cost + if self.area.printed.is_empty() { 0.0 } else { 2.5 }, false);
        }
        stacks
    }

    /// Returns the name alone, each way to write it; with the printed signs if they are wanted.
    pub(super) fn labels(&self, printed: bool) -> Vec<Stack> {
        let label = |(n, lines): (usize, Vec<String>)| {
            let line = |text: &String| {
                let width = self.lettering.width(text);
                self.row(vec![(Item::Line(text.clone()), width)], self.lettering)
            };
            let mut rows: Vec<Row> = lines.iter().map(line).collect();
            if printed && !self.area.printed.is_empty() {
                let glyphs = self.area.printed.clone();
                let width = self.printed_width(&glyphs);
                rows.push(self.row(vec![(Item::Printed(glyphs), width)], self.lettering));
            }
            Stack { rows, lettering: self.lettering, unit: self.unit, cost: n as f64 * 4.0 }
        };
        names(self.area).into_iter().enumerate().map(label).collect()
    }

    /// Returns the anchor of a port and its counters in one row.
    pub(super) fn moored(&self) -> Stack {
        let anchor = (Item::Printed(self.area.printed.clone()), self.printed_width(&self.area.printed));
        let items = std::iter::once(anchor).chain(self.place.pieces.iter().map(|piece| self.piece(piece)));
        let rows = vec![self.row(items.collect(), self.lettering)];
        Stack { rows, lettering: self.lettering, unit: self.unit, cost: 0.0 }
    }

    fn piece(&self, of: &Piece) -> (Item, f64) {
        (Item::Piece(of.clone()), sizes::size(of, self.unit, self.is_water()).0)
    }

    fn is_water(&self) -> bool {
        self.area.ground != Ground::Land
    }

    fn printed_width(&self, glyphs: &[Glyph]) -> f64 {
        let sum: f64 = glyphs.iter().map(|glyph| sizes::printed_size(*glyph)).sum();
        (sum + 1.2 * glyphs.len().saturating_sub(1) as f64) * self.unit
    }

    fn row(&self, items: Vec<(Item, f64)>, lettering: Lettering) -> Row {
        let unit = self.unit;
        let height = |item: &Item| match item {
            Item::Line(_) => lettering.height(),
            Item::Piece(of) => sizes::size(of, unit, self.is_water()).1,
            Item::Printed(_) => 10.5 * unit,
        };
        let width = items.iter().map(|(_, width)| width).sum::<f64>()
            + GAP * unit * items.len().saturating_sub(1) as f64;
        let is_name = items.iter().any(|(item, _)| matches!(item, Item::Line(_)));
        let has_pieces = items.iter().any(|(item, _)| matches!(item, Item::Piece(_)));
        let above = match (is_name, has_pieces) {
            (true, false) => 0.0,
            (_, true) => 1.3,
            (false, false) => 1.0,
        };
        let tallest = items.iter().map(|(item, _)| height(item)).fold(0.0, f64::max);
        Row { items, width, height: tallest, above: above * unit, is_name }
    }
}

/// Returns the ways to write a name, the best first: in full, without the article, in two or three lines, shortened.
fn names(area: &Area) -> Vec<Vec<String>> {
    let full = area.name.as_str();
    let base = full.strip_prefix("The ").unwrap_or(full);
    let mut ways = vec![vec![full.to_owned()]];
    let mut add = |way: Vec<String>| {
        if !ways.contains(&way) {
            ways.push(way);
        }
    };
    add(vec![base.to_owned()]);
    for name in [full, base] {
        let words: Vec<&str> = name.split(' ').collect();
        let join = |words: &[&str]| words.join(" ");
        let longest =
            |at: &usize| join(&words[..*at]).chars().count().max(join(&words[*at..]).chars().count());
        if let Some(at) = (1..words.len()).min_by_key(longest) {
            add(vec![join(&words[..at]), join(&words[at..])]);
        }
        if let [first, middle @ .., last] = words.as_slice()
            && !middle.is_empty()
        {
            add(vec![(*first).to_owned(), join(middle), (*last).to_owned()]);
        }
    }
    area.short.iter().for_each(|way| add(way.clone()));
    ways
}

/// Returns the ways to put counters into rows: all in one, in two, each by itself.
fn splits(pieces: &[Piece]) -> Vec<Vec<&[Piece]>> {
    if pieces.is_empty() {
        return vec![Vec::new()];
    }
    let mut ways = vec![vec![pieces]];
    ways.extend((1..pieces.len()).map(|at| vec![&pieces[..at], &pieces[at..]]));
    if pieces.len() > 2 {
        ways.push(pieces.chunks(1).collect());
    }
    ways
}

/// Returns where an item of a row stands: its top left corner.
pub fn spread(row: &Row, rect: &Rect, unit: f64) -> Vec<Point> {
    let mut x = rect.x;
    let mut places = Vec::with_capacity(row.items.len());
    for (_, width) in &row.items {
        places.push(at(x, rect.y));
        x += width + GAP * unit;
    }
    places
}
