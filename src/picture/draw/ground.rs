//! The board itself, from the sea up to the coasts.

use super::Frame;
use super::pen::Pen;
use crate::picture::board::{Board, Border, Ground};
use crate::picture::canvas::{Fill, Mark, Path, Shape, Stroke, Tile};
use crate::picture::geometry::{Arc, Line, Point, at};
use crate::picture::palette::Colour;
use crate::picture::scene::{Place, SideId};
use std::collections::BTreeMap;

/// How a border is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Sea,
    OffBoard,
    Inland,
    Wall,
    Dashed,
    River,
    Barred,
    Coast,
}

impl Pen<'_> {
    /// Draws the board: seas, land, borders, coasts.
    pub(super) fn ground(&mut self, board: &Board, frame: &Frame, places: &[Place]) {
        let unit = board.unit;
        let held = |area: usize| places.get(area).and_then(|place| place.held);
        let shapes: Vec<usize> = frame
            .rings
            .iter()
            .map(|rings| {
                let mut path = Path::default();
                rings.iter().for_each(|ring| path.add(ring, true));
                self.canvas.define(path)
            })
            .collect();
        let back = if board.island { self.palette.sea } else { self.palette.off };
        let whole = Shape::Box { x: 0.0, y: frame.top, width: frame.width, height: frame.height, round: 0.0 };
        self.canvas.fill(whole, back);
        let areas = |ground: Ground| (0..board.areas.len()).filter(move |area| board.ground(*area) == ground);
        let seas: Vec<usize> = areas(Ground::Sea).chain(areas(Ground::Port)).collect();
        for area in areas(Ground::Sea) {
            let colour = match held(area) {
                Some(side) => self.palette.sea_tint(&self.livery(side)),
                None => self.palette.sea,
            };
            // The line closes the seam between two seas.
            let line = Stroke::line(colour, 0.5 * unit).roughly();
            self.canvas.both(Shape::Used(shapes[area]), colour, line);
        }
        self.shore(board, frame, &seas, &shapes);
        self.land(board, areas(Ground::Land), &held, &shapes);
        for area in areas(Ground::Port) {
            let colour = match held(area) {
                Some(side) => self.palette.sea_tint(&self.livery(side)),
                None => self.palette.shore,
            };
            let line = Stroke::line(self.palette.coast, 0.8 * unit);
            self.canvas.both(Shape::Used(shapes[area]), colour, line);
        }
        self.borders(board, frame);
    }

    /// Draws the lines along the coasts.
    fn shore(&mut self, board: &Board, frame: &Frame, seas: &[usize], shapes: &[usize]) {
        let mut coast = Path::default();
        let is_wet = |side: Option<usize>| match side {
            Some(area) => board.ground(area) != Ground::Land,
            None => board.island,
        };
        for arc in frame.arcs.iter().filter(|arc| arc.line == Line::Coast) {
            if is_wet(arc.sides.0) || is_wet(arc.sides.1) {
                coast.add(&arc.spline, arc.closed);
            }
        }
        let coast = self.canvas.define(coast);
        if !board.island {
            self.canvas.marks.push(Mark::Within(seas.iter().map(|area| shapes[*area]).collect()));
        }
        for (width, opacity) in [(15.0, 0.35), (9.0, 0.5), (4.5, 0.8)] {
            let line = Stroke::line(self.palette.shore, width * board.unit).faint(opacity).roughly();
            self.canvas.stroke(Shape::Used(coast), line);
        }
        if !board.island {
            self.canvas.marks.push(Mark::Free);
        }
    }

    fn land(
        &mut self,
        board: &Board,
        areas: impl Iterator<Item = usize>,
        held: &impl Fn(usize) -> Option<SideId>,
        shapes: &[usize],
    ) {
        let unit = board.unit;
        let mut tiles: BTreeMap<SideId, usize> = BTreeMap::new();
        for area in areas {
            let shape = Shape::Used(shapes[area]);
            let Some(side) = held(area) else {
                let closed = board.areas.get(area).is_some_and(|area| area.closed);
                self.canvas.fill(shape, if closed { self.palette.off } else { self.palette.land });
                continue;
            };
            let livery = self.livery(side);
            let black = self.palette.is_black(&livery);
            let strong = self.palette.strong(&livery);
            self.canvas.fill(shape.clone(), self.palette.tint(&livery));
            let colour = if black { Colour(0x8D, 0x8D, 0x92) } else { strong };
            let opacity = if self.palette.dark { 0.5 } else { 0.35 };
            let tile = *tiles.entry(side).or_insert_with(|| {
                self.canvas.patterns.push(Tile { pattern: livery.pattern, colour, opacity, unit });
                self.canvas.patterns.len() - 1
            });
            let fill = Some(Fill::Pattern(tile));
            self.canvas.marks.push(Mark::Shape { shape: shape.clone(), fill, stroke: None, opacity: 1.0 });
            let (colour, width) = if black { (Colour(0x85, 0x86, 0x8C), 3.6) } else { (strong, 5.6) };
            self.canvas.marks.push(Mark::Within(vec![shapes[area]]));
            self.canvas.stroke(shape, Stroke::line(colour, width * unit).faint(0.9));
            self.canvas.marks.push(Mark::Free);
        }
    }

    fn borders(&mut self, board: &Board, frame: &Frame) {
        let unit = board.unit;
        let mut paths: BTreeMap<Kind, Path> = BTreeMap::new();
        for arc in &frame.arcs {
            if let Some(kind) = kind(board, arc) {
                paths.entry(kind).or_default().add(&arc.spline, arc.closed);
            }
        }
        let palette = self.palette;
        let line = |colour: Colour, width: f64| Stroke::line(colour, width * unit);
        for (kind, path) in paths {
            let strokes = match kind {
                Kind::Sea => vec![line(palette.sea_ink, 1.0).faint(0.6).dashed(0.1 * unit, 2.8 * unit)],
                Kind::OffBoard => vec![line(palette.coast, 0.9).faint(0.45)],
                Kind::Inland => vec![line(palette.halo, 2.4).faint(0.75), line(palette.coast, 0.9)],
                Kind::Wall => {
                    let ticks = line(palette.coast, 4.6).faint(0.55).dashed(0.7 * unit, 4.2 * unit);
                    vec![line(palette.coast, 6.4), line(palette.ice, 4.6), Stroke { blunt: true, ..ticks }]
                }
                Kind::Dashed => {
                    vec![line(palette.halo, 2.6), line(palette.coast, 1.3).dashed(4.0 * unit, 3.0 * unit)]
                }
                Kind::River => vec![line(palette.coast, 4.0), line(palette.river, 2.6)],
                Kind::Barred => vec![line(palette.coast, 3.4)],
                Kind::Coast => vec![line(palette.coast, 1.7)],
            };
            match strokes.as_slice() {
                [only] => self.canvas.stroke(Shape::Own(path), *only),
                several => {
                    let shape = self.canvas.define(path);
                    several.iter().for_each(|stroke| self.canvas.stroke(Shape::Used(shape), *stroke));
                }
            }
        }
        for arc in &frame.arcs {
            if let (Some(a), Some(b)) = arc.sides
                && board.border(a, b) == Some(Border::Bridge)
            {
                self.bridge(arc, unit);
            }
        }
    }

    /// Draws a bridge over the middle of an arc, across it.
    fn bridge(&mut self, arc: &Arc, unit: f64) {
        let points = arc.spline.flattened(2);
        let at_middle = points.len() / 2;
        let (Some(here), Some(next)) = (points.get(at_middle), points.get(at_middle + 1)) else { return };
        let along = (*next - *here).across() * -1.0;
        let over = at(along.y, -along.x);
        let along = at(over.y, -over.x);
        let place = |x: f64, y: f64| *here + over * (x * unit) + along * (y * unit);
        let rail = |x: f64| [place(x, -4.2), place(x, 4.2)];
        for x in [-2.6, 2.6] {
            self.line(&rail(x), self.palette.coast, 1.1 * unit);
        }
        let plank: Vec<Point> = vec![place(-2.6, -3.6), place(2.6, -3.6), place(2.6, 3.6), place(-2.6, 3.6)];
        self.canvas.fill(Shape::Own(Path::around(&plank)), self.palette.land);
    }
}

/// Returns how an arc is drawn; `None` if it is drawn with its port.
fn kind(board: &Board, arc: &Arc) -> Option<Kind> {
    let (a, b) = match arc.sides {
        (Some(a), Some(b)) => (a, b),
        (Some(only), None) | (None, Some(only)) => {
            let land = board.ground(only) == Ground::Land;
            return Some(if board.island || land { Kind::Coast } else { Kind::OffBoard });
        }
        (None, None) => return None,
    };
    let is_port = board.ground(a) == Ground::Port || board.ground(b) == Ground::Port;
    let wall = |area: usize| board.areas.get(area).is_some_and(|area| area.wall);
    Some(match (arc.line, board.border(a, b)) {
        _ if is_port => return None,
        (Line::Coast, _) => Kind::Coast,
        (_, Some(Border::Dashed)) => Kind::Dashed,
        _ if wall(a) != wall(b) => Kind::Wall,
        (_, Some(Border::River | Border::Bridge)) => Kind::River,
        (_, Some(Border::Barred)) => Kind::Barred,
        (Line::Inland, None) => Kind::Inland,
        (Line::Sea, None) => Kind::Sea,
    })
}
