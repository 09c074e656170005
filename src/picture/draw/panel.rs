//! What stands above and below a map: title, rankings, tables, the course of the game, the key to the signs.

use super::pen::Pen;
use crate::picture::canvas::{Align, Face, Path, Shape, Stroke, Text, width_of};
use crate::picture::geometry::{Point, at};
use crate::picture::glyph::Glyph;
use crate::picture::scene::{
    Chart, Courts, HouseRow, Houses, Measure, Panel, Piece, Rankings, Scene, Shown, SideId, Sign, Strip,
    Track,
};
use crate::picture::sizes;

/// The margin on the left and right, in units of panels.
const MARGIN: f64 = 9.0;
/// How high a row of the table of houses, of the key, of rankings, and of a chart is.
const HOUSE: f64 = 21.0;
const SIGN: f64 = 18.0;
const RANKS: f64 = 44.0;
const COURSE: f64 = 29.0;
const COURT: f64 = 19.0;
/// How many signs stand side by side at most.
const SIGNS: usize = 4;
/// How wide the panels are, in their units.
const WIDE: f64 = 400.0 - 2.0 * MARGIN;

/// Returns the unit of what stands beside a map: the narrow layout is 400 of them wide.
fn unit(width: f64) -> f64 {
    width / 400.0
}

impl Pen<'_> {
    /// Returns how much room the title and the rankings need.
    pub(super) fn header_height(&self, scene: &Scene, width: f64) -> f64 {
        let title = if scene.title.is_empty() { 0.0 } else { 54.0 };
        let rankings: f64 = scene.above.iter().map(ranked).sum();
        if title + rankings == 0.0 { 0.0 } else { (title + rankings) * unit(width) }
    }

    /// Draws the title and the rankings.
    pub(super) fn header(&mut self, scene: &Scene, width: f64) {
        let v = unit(width);
        let (x, ink) = (MARGIN * v, self.palette.ink);
        let mut y = 0.0;
        if !scene.title.is_empty() {
            self.small_capitals(at(x, 16.0 * v), &scene.over, v);
            let wanted = 27.0 * v;
            let wide = width_of(&scene.title, Face::Title, wanted, 0.0);
            let size = wanted * ((width - 2.0 * x) / wide).min(1.0);
            self.write(at(x, 43.0 * v), &scene.title, size, Face::Title, ink, Align::Start);
            y = 54.0 * v;
        }
        for rankings in &scene.above {
            if !rankings.name.is_empty() {
                self.small_capitals(at(x, y + 11.0 * v), &rankings.name, v);
            }
            let top = y + (ranked(rankings) - RANKS) * v;
            self.rankings(&rankings.tracks, at(x, top), width - 2.0 * x, v);
            y += ranked(rankings) * v;
        }
    }

    /// Draws the rankings of a board, side by side.
    fn rankings(&mut self, tracks: &[Track], corner: Point, width: f64, v: f64) {
        let (ink, faint) = (self.palette.ink, self.palette.faint_ink);
        let column = width / tracks.len().max(1) as f64;
        for (i, track) in tracks.iter().enumerate() {
            let Track { glyph, name, ranks } = track;
            let (left, y) = (corner.x + i as f64 * column, corner.y);
            self.sign(*glyph, at(left, y), 13.0 * v, ink, None);
            self.write(at(left + 16.0 * v, y + 11.0 * v), name, 11.5 * v, Face::Plain, faint, Align::Start);
            let step = f64::min(18.0 * v, (column - 6.0 * v) / ranks.len().max(1) as f64);
            for (j, (side, stars)) in ranks.iter().enumerate() {
                let shield = at(left + j as f64 * step, y + 16.5 * v);
                self.shield(*side, shield, f64::min(15.5 * v, step * 0.95));
                // No wider than what is between two shields.
                let gap = f64::min(4.8, (step / v - 1.5) / f64::from(*stars));
                for star in 0..*stars {
                    let middle = f64::min(7.7, step / v * 0.475);
                    let off = f64::from(star) * gap - f64::from(*stars) * gap / 2.0 + middle;
                    let star = shield + at(off * v, 16.7 * v);
                    let colour = self.palette.star;
                    self.sign(Glyph::Star, star, f64::min(4.6, gap * 0.96) * v, colour, None);
                }
            }
        }
    }

    /// Draws the heading above a chart.
    pub(super) fn heading(&mut self, place: Point, height: f64, name: &str, width: f64) {
        let v = unit(width);
        self.small_capitals(place + at(MARGIN * v, height / 2.0 + 3.6 * v), name, v);
    }

    /// Returns how much room the panels below a map need.
    pub(super) fn panels_height(&self, scene: &Scene, width: f64) -> f64 {
        let high: f64 = scene.below.iter().map(|panel| height(panel) + 8.0).sum();
        if scene.below.is_empty() { 0.0 } else { (high + 10.0) * unit(width) }
    }

    /// Draws the panels below a map.
    pub(super) fn panels(&mut self, scene: &Scene, top: f64, width: f64) {
        let v = unit(width);
        let (x, inner) = (MARGIN * v, width - 2.0 * MARGIN * v);
        let mut y = top + 10.0 * v;
        for panel in &scene.below {
            let corner = at(x, y);
            match panel {
                Panel::Houses(houses) => self.houses(houses, corner, inner, v),
                Panel::Strip(strip) => self.strip(strip, corner, inner, v),
                Panel::Chart(chart) => self.chart(chart, corner, inner, v),
                Panel::Courts(courts) => self.courts(courts, corner, inner, v),
                Panel::Signs(signs) => self.signs(signs, corner, inner, v),
            }
            y += (height(panel) + 8.0) * v;
        }
    }

    fn small_capitals(&mut self, place: Point, text: &str, v: f64) {
        let colour = self.palette.faint_ink;
        self.canvas.text(Text {
            x: place.x,
            y: place.y,
            text: text.to_uppercase(),
            face: Face::Bold,
            size: 10.0 * v,
            side: Align::Start,
            colour,
            halo: None,
            tracking: 1.1 * v,
        });
    }

    fn houses(&mut self, houses: &Houses, corner: Point, width: f64, v: f64) {
        let (ink, faint, rule) = (self.palette.ink, self.palette.faint_ink, self.palette.rule);
        let Point { x, mut y } = corner;
        let widest = self.widest(houses.rows.iter().map(|row| row.side), (Face::Bold, 13.0));
        let (names, pips) = (x + 24.0 * v, x + f64::max(94.0, widest + 32.0) * v);
        let columns = [
            (x + width - 106.0 * v, Align::Middle),
            (x + width - 68.0 * v, Align::Middle),
            (x + width, Align::End),
        ];
        let [castles, others @ ..] = &houses.heads;
        // On a board without castles nobody counts them.
        if !castles.is_empty() {
            self.sign(Glyph::Castle, at(pips, y), 10.0 * v, faint, None);
            self.write(at(pips + 13.0 * v, y + 9.0 * v), castles, 10.5 * v, Face::Plain, faint, Align::Start);
        }
        for (head, (x, side)) in others.iter().zip(columns) {
            self.write(at(x, y + 9.0 * v), head, 10.5 * v, Face::Plain, faint, side);
        }
        y += 15.0 * v;
        let shown = |row: &HouseRow| match row.castles {
            Some(count) if !castles.is_empty() => count.max(houses.goal),
            _ => 0,
        };
        for row in &houses.rows {
            self.line(&[at(x, y), at(x + width, y)], rule, v);
            self.shield(row.side, at(x, y + 2.5 * v), 16.0 * v);
            let name = self.sides.get(row.side).map(|side| side.name.clone()).unwrap_or_default();
            self.write(at(names, y + 15.0 * v), &name, 13.0 * v, Face::Bold, ink, Align::Start);
            let step = f64::min(11.0 * v, (columns[0].0 - pips - 16.0 * v) / f64::from(shown(row)));
            for i in 0..shown(row) {
                let colour = if row.castles.is_some_and(|castles| i < castles) { ink } else { rule };
                let place = at(pips + f64::from(i) * step, y + 6.0 * v);
                self.sign(Glyph::Castle, place, f64::min(9.5 * v, step), colour, None);
            }
            for (i, (value, (x, side))) in row.values.iter().zip(columns).enumerate() {
                let (size, face, colour) = match i {
                    2 => (12.0, Face::Plain, faint),
                    _ => (13.0, Face::Bold, ink),
                };
                self.write(at(x, y + 15.0 * v), value, size * v, face, colour, side);
            }
            y += HOUSE * v;
        }
    }

    fn strip(&mut self, strip: &Strip, corner: Point, width: f64, v: f64) {
        let Point { x, y } = corner;
        let (ink, faint) = (self.palette.ink, self.palette.faint_ink);
        self.sign(strip.glyph, at(x, y + 2.0 * v), 14.0 * v, ink, None);
        self.write(at(x + 19.0 * v, y + 13.5 * v), &strip.name, 12.5 * v, Face::Plain, ink, Align::Start);
        let label = 94.0 * v;
        let space = (width - label) / strip.spaces.len().max(1) as f64;
        for (i, text) in strip.spaces.iter().enumerate() {
            let (fill, colour, face) = match i == strip.at {
                true => (self.palette.battle, self.palette.on_battle, Face::Bold),
                false => (self.palette.paper, faint, Face::Plain),
            };
            let left = x + label + i as f64 * space;
            let shape =
                Shape::Box { x: left + v, y, width: space - 2.0 * v, height: 19.0 * v, round: 3.0 * v };
            let line = Stroke::line(self.palette.rule, 0.8 * v);
            self.canvas.both(shape, fill, line);
            let middle = at(left + space / 2.0, y + 13.5 * v);
            self.write(middle, text, 11.0 * v, face, colour, Align::Middle);
        }
    }

    /// Returns how wide the longest name of some sides is, in units of panels.
    fn widest(&self, sides: impl Iterator<Item = SideId>, (face, size): (Face, f64)) -> f64 {
        let names = sides.filter_map(|side| self.sides.get(side));
        names.map(|side| width_of(&side.name, face, size, 0.0)).fold(0.0, f64::max)
    }

    fn chart(&mut self, chart: &Chart, corner: Point, width: f64, v: f64) {
        let Point { x, mut y } = corner;
        let (ink, faint) = (self.palette.ink, self.palette.faint_ink);
        let rows = chart.measures.first().map_or(&[][..], |measure| measure.sides.as_slice());
        let widest = self.widest(rows.iter().map(|(side, _)| *side), (Face::Plain, 11.5));
        let label = f64::max(74.0, widest + 26.0) * v;
        let column = (width - label) / chart.measures.len().max(1) as f64;
        for (i, measure) in chart.measures.iter().enumerate() {
            let head = at(x + label + i as f64 * column, y + 9.0 * v);
            self.write(head, &measure.name, 11.0 * v, Face::Bold, faint, Align::Start);
        }
        y += 15.0 * v;
        for (row, (side, _)) in rows.iter().enumerate() {
            let side = *side;
            self.shield(side, at(x, y + 4.0 * v), 14.0 * v);
            let name = self.sides.get(side).map(|side| side.name.clone()).unwrap_or_default();
            self.write(at(x + 18.0 * v, y + 15.5 * v), &name, 11.5 * v, Face::Plain, ink, Align::Start);
            for (i, measure) in chart.measures.iter().enumerate() {
                let left = at(x + label + i as f64 * column, y);
                self.course(measure, row, left, column - 22.0 * v, v);
            }
            y += COURSE * v;
        }
        let right = x + label + column - 22.0 * v;
        for (x, text, side) in [(x + label, &chart.first, Align::Start), (right, &chart.last, Align::Middle)]
        {
            self.write(at(x, y + 8.0 * v), text, 9.5 * v, Face::Plain, faint, side);
        }
    }

    /// Draws one side's course of a measure, before those of all others.
    fn course(&mut self, measure: &Measure, row: usize, corner: Point, width: f64, v: f64) {
        let base = corner.y + 23.0 * v;
        let most = f64::from(measure.most.max(1));
        let rule = self.palette.rule;
        let points = |values: &[u32]| -> Vec<Point> {
            let step = width / values.len().saturating_sub(1).max(1) as f64;
            let place = |(i, value): (usize, &u32)| {
                at(corner.x + i as f64 * step, base - f64::from(*value) / most * 20.0 * v)
            };
            values.iter().enumerate().map(place).collect()
        };
        self.line(&[at(corner.x, base), at(corner.x + width, base)], rule, 0.8 * v);
        if let Some(goal) = measure.goal {
            let y = base - f64::from(goal) / most * 20.0 * v;
            let line = Path::through(&[at(corner.x, y), at(corner.x + width, y)]);
            let dashes = Stroke::line(self.palette.battle, 0.7 * v).dashed(2.0 * v, 2.0 * v);
            self.canvas.stroke(Shape::Own(line), Stroke { blunt: true, ..dashes });
        }
        for (i, (_, values)) in measure.sides.iter().enumerate() {
            if i != row {
                self.line(&points(values), rule, v);
            }
        }
        let Some((side, values)) = measure.sides.get(row) else { return };
        let livery = self.livery(*side);
        let (strong, ink) = (self.palette.strong(&livery), self.palette.ink);
        let course = points(values);
        self.line(&course, ink, 3.2 * v);
        self.line(&course, strong, 2.0 * v);
        if let (Some(end), Some(value)) = (course.last(), values.last()) {
            let dot = at(end.x - 2.8 * v, end.y - 2.8 * v);
            self.sign(Glyph::Disc, dot, 5.6 * v, strong, Some((ink, 6.0)));
            let number = at(end.x + 5.0 * v, end.y + 4.0 * v);
            self.write(number, &value.to_string(), 11.0 * v, Face::Bold, ink, Align::Start);
        }
    }

    fn courts(&mut self, courts: &Courts, corner: Point, width: f64, v: f64) {
        let Point { x, mut y } = corner;
        let (ink, rule) = (self.palette.ink, self.palette.rule);
        self.small_capitals(at(x, y + 9.0 * v), &courts.name, v);
        y += 15.0 * v;
        for (name, followers) in &courts.rows {
            self.line(&[at(x, y), at(x + width, y)], rule, v);
            self.write(at(x, y + 13.5 * v), name, 13.0 * v, Face::Plain, ink, Align::Start);
            let mut left = x + 110.0 * v;
            for (side, count) in followers.iter().filter(|(_, count)| *count > 0) {
                self.followers(*side, *count, at(left, y + 3.5 * v), 12.0 * v);
                let piece = Piece::Followers { side: *side, count: *count };
                left += sizes::size(&piece, v, false).0 + 5.0 * v;
            }
            y += COURT * v;
        }
    }

    fn signs(&mut self, signs: &[Sign], corner: Point, width: f64, v: f64) {
        let across = across(signs);
        let column = width / across as f64;
        let ink = self.palette.ink;
        for (i, sign) in signs.iter().enumerate() {
            let place = corner + at((i % across) as f64 * column, (i / across) as f64 * SIGN * v);
            match &sign.shown {
                Shown::Glyph(glyph) => self.sign(*glyph, place, 13.0 * v, ink, None),
                Shown::Piece(piece) => {
                    let high = sizes::size(piece, 1.0, false).1;
                    self.piece(piece, place - at(0.0, 0.5 * v), 14.0 * v / high, false);
                }
            }
            let text = place + at(20.0 * v, 10.8 * v);
            self.write(text, &sign.name, 11.5 * v, Face::Plain, ink, Align::Start);
        }
    }
}

/// Returns how much room the rankings of a board need, in units of panels: where there are two, each has its name above them.
fn ranked(rankings: &Rankings) -> f64 {
    if rankings.name.is_empty() { RANKS } else { RANKS + 18.0 }
}

/// Returns how high a panel is, in units of panels.
fn height(panel: &Panel) -> f64 {
    match panel {
        Panel::Houses(houses) => 15.0 + houses.rows.len() as f64 * HOUSE,
        Panel::Strip(_) => 19.0,
        Panel::Chart(chart) => {
            28.0 + chart.measures.first().map_or(0, |measure| measure.sides.len()) as f64 * COURSE
        }
        Panel::Courts(courts) => 15.0 + courts.rows.len() as f64 * COURT,
        Panel::Signs(signs) => signs.len().div_ceil(across(signs)) as f64 * SIGN,
    }
}

/// Returns how many signs stand side by side: as many as the longest name allows.
fn across(signs: &[Sign]) -> usize {
    let name = |sign: &Sign| width_of(&sign.name, Face::Plain, 11.5, 0.0) + 28.0;
    let widest = signs.iter().map(name).fold(0.0, f64::max);
    (1..=SIGNS).rev().find(|across| widest * *across as f64 <= WIDE).unwrap_or(1)
}
