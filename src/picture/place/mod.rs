//! Where names and counters go: into their areas, as near as possible to where the name always stands, over nothing else.

mod beside;
mod field;
mod labels;
mod names;
mod near;
mod stack;
#[cfg(test)]
mod tests;

pub use field::Rect;
pub use names::{KNOWN, Names};
pub use stack::{Item, Stack, spread};

use super::board::{Area, Board, Ground};
use super::geometry::{Point, at};
use super::glyph::Glyph;
use super::scene::{Piece, Place};
use field::{Cell, Field, Room};
use labels::Labels;
use near::Steps;
use stack::{Lettering, Parts};

/// The margins around a stack that are tried, in half units.
const MARGINS: [f64; 5] = [0.2, 1.0, 2.0, 3.5, 5.0];
/// How far from an area what does not fit into it is looked for first, in units.
const REACH: f64 = 60.0;
/// How far from the middle of an area by the sea its name may end, in units.
const COAST: f64 = 44.0;
/// How large everything is where there is room, and where it is too tight.
const TIGHT: [f64; 3] = [1.0, 0.86, 0.77];

/// Where the things of an area lie.
#[derive(Clone, Debug)]
pub struct Laid {
    pub area: usize,
    /// The rows of a stack, each with its place.
    pub stacks: Vec<(Stack, Vec<Rect>)>,
    /// The area on which a name lies that has left its own; none off the board.
    pub below: Option<usize>,
    /// A line from a name that lies outside its area, or from the counters of a port.
    pub leader: Option<(Point, Point)>,
    /// The first row of counters, from which arrows start.
    pub main: Rect,
    /// What arrows must not cover.
    pub whole: Rect,
}

/// What was put into an area: all of it, or the counters alone, with the ways to write the name beside it.
enum Whole {
    Named(Laid),
    Nameless(Laid, Labels),
}

impl Laid {
    /// Moves all of it down.
    pub fn sink(&mut self, by: f64) {
        let sink = |rect: &mut Rect| rect.y += by;
        self.stacks.iter_mut().flat_map(|(_, rects)| rects).for_each(sink);
        sink(&mut self.main);
        sink(&mut self.whole);
        if let Some((from, to)) = &mut self.leader {
            from.y += by;
            to.y += by;
        }
    }
}

/// What is the same whatever lies on a board.
#[derive(Clone, Debug, Default)]
pub struct Spots {
    field: Field,
    size: (f64, f64),
    cells: Vec<usize>,
    /// Where names stand, whatever lies beside them: so that they keep still from turn to turn.
    anchors: Vec<Option<Anchor>>,
}

/// Where the name of an area stands.
#[derive(Clone, Debug)]
struct Anchor {
    cell: Cell,
    /// All cells of the area, the nearest first.
    around: Vec<Cell>,
}

impl Spots {
    /// Prepares a board; `rings` are the outlines of its areas on a map of a size, and nothing is put where headings stand. The
    /// anchors of `known` names are taken from them.
    pub fn of(
        board: &Board,
        rings: &[Vec<Vec<Point>>],
        size: (f64, f64),
        heads: &[Rect],
        known: Option<&Names>,
    ) -> Spots {
        let areas: Vec<(Ground, Vec<Vec<Point>>)> =
            board.areas.iter().zip(rings).map(|(area, rings)| (area.ground, rings.clone())).collect();
        let mut field = Field::of(size.0, size.1, &areas);
        heads.iter().for_each(|head| field.take(head, 0.0));
        let cells = field.sizes(board.areas.len());
        let spots = Spots { field, size, cells, anchors: Vec::new() };
        let anchors = match known {
            Some(names) => names.areas.clone(),
            None => {
                let mut placing = Placing::new(board, &spots);
                let mut anchors = vec![None; board.areas.len()];
                placing.order(&[]).into_iter().for_each(|area| anchors[area] = placing.anchor(area));
                anchors
            }
        };
        let reach = anchors.iter().enumerate().filter_map(|(area, cell)| {
            let cell = (*cell)?;
            Some(spots.field.extent_of(area).reach(cell))
        });
        let steps = Steps::up_to(reach.max().unwrap_or_default());
        // One room after the other: all together are larger than the board.
        let anchor = |(area, cell): (usize, Option<Cell>)| {
            let cell = cell?;
            Some(Anchor { cell, around: spots.field.room_of(area).nearest_around(cell, &steps) })
        };
        Spots { anchors: anchors.into_iter().enumerate().map(anchor).collect(), ..spots }
    }

    /// Returns where the names stand, with that of the land off the board.
    pub fn names(&self, beyond: Option<Point>) -> Names {
        let cell = |anchor: &Option<Anchor>| anchor.as_ref().map(|anchor| anchor.cell);
        Names { areas: self.anchors.iter().map(cell).collect(), beyond: beyond.map(Cell::around) }
    }

    /// Returns the middle of the widest free place off the board where something of a size fits.
    pub fn off_board(&self, width: f64, height: f64, unit: f64) -> Option<Point> {
        let room = self.field.room(|area| area.is_none());
        let margin = CALM * unit;
        room.nearest(room.pole(), |point| room.fits(&Rect::around(*point, width + margin, height + margin)))
    }
}

/// A board on which things are placed.
pub struct Placing<'a> {
    board: &'a Board,
    spots: &'a Spots,
    field: Field,
}

impl<'a> Placing<'a> {
    /// Begins with a board on which nothing lies.
    pub fn new(board: &'a Board, spots: &'a Spots) -> Placing<'a> {
        Placing { board, spots, field: spots.field.clone() }
    }

    /// Returns where everything lies.
    pub fn lay(&mut self, places: &[Place]) -> Vec<Laid> {
        let nothing = Place::default();
        let (mut laid, mut nameless) = (Vec::new(), Vec::new());
        for area in self.order(places) {
            let Some(printed) = self.board.areas.get(area) else { continue };
            let place = places.get(area).unwrap_or(&nothing);
            match printed.ground {
                Ground::Port => laid.extend(self.port(area, printed, place)),
                _ => match self.area(area, printed, place) {
                    Whole::Named(one) => laid.push(one),
                    Whole::Nameless(one, labels) => nameless.push((one, labels)),
                },
            }
        }
        // Names that must leave their areas go where all counters have left room.
        laid.extend(self.beside(nameless));
        laid.sort_by_key(|laid| laid.area);
        laid
    }

    /// Returns the middle of a place for one more counter in an area when all else lies, and how large it may be there: free and near
    /// the counters of the area. Where it is too tight, it lies on their edge, where it covers the least of any name.
    pub fn spot(&self, all: &[Laid], one: &Laid, size: f64) -> (Point, f64) {
        let near = one.main.middle();
        let room = self.field.room_of(one.area);
        for size in ROOMY.map(|part| part * size) {
            let fits = |point: &Point| room.fits(&Rect::around(*point, size, size));
            if let Some(free) = room.nearest(near, fits) {
                return (free, size);
            }
        }
        let size = ROOMY[1] * size;
        let Rect { x, y, width, height } = one.main;
        let (right, below) = (x + width, y + height);
        // At a corner it covers less of the counters than in the middle of a side.
        let corners = [(right, y), (x, y), (right, below), (x, below)];
        let sides = [(right, near.y), (x, near.y), (near.x, y), (near.x, below)];
        let names = || all.iter().flat_map(|laid| &laid.stacks).flat_map(|(stack, rects)| stack.names(rects));
        let covered =
            |point: Point| names().map(|name| name.shared(&Rect::around(point, size, size))).sum::<f64>();
        let edges = corners.into_iter().chain(sides).map(|(x, y)| (covered(at(x, y)), at(x, y)));
        let least = edges.reduce(|a, b| if b.0 < a.0 { b } else { a });
        (least.map_or(near, |(_, point)| point), size)
    }

    /// Returns the areas in the order in which they are filled: ports, then land from small to large, then seas.
    fn order(&self, places: &[Place]) -> Vec<usize> {
        let mut areas: Vec<usize> = (0..self.board.areas.len()).collect();
        let crowded = |area: usize| places.get(area).is_some_and(|place| place.pieces.len() > 1);
        areas.sort_by_key(|area| {
            let rank = match self.board.ground(*area) {
                Ground::Port => 0,
                Ground::Land => 1,
                Ground::Sea => 2,
            };
            (rank, self.spots.cells[*area] as i64 - if crowded(*area) { 900 } else { 0 })
        });
        areas
    }

    /// Finds the place of a name on the empty board, with a stack as it mostly is, and takes it.
    fn anchor(&mut self, area: usize) -> Option<Cell> {
        let printed = self.board.areas.get(area).filter(|area| area.ground != Ground::Port)?;
        let kinds = match printed.ground {
            Ground::Land => vec![(Glyph::Knight, 1), (Glyph::Footman, 1)],
            _ => vec![(Glyph::Ship, 2)],
        };
        let usual =
            Place { pieces: vec![Piece::Units { side: 0, kinds, routed: false }], ..Place::default() };
        let room = self.field.room_of(area);
        let near = room.pole();
        let points = room.nearest_first(near);
        let found = [usual, Place::default()]
            .into_iter()
            .find_map(|place| best(&self.parts(printed, &place, 1.0), &room, &points, near));
        let (stack, middle) = found?;
        stack.rects(middle).iter().for_each(|rect| self.field.take(rect, self.board.unit));
        Some(Cell::around(middle))
    }

    fn parts<'b>(&self, area: &'b Area, place: &'b Place, scale: f64) -> Parts<'b> {
        let unit = self.board.unit * scale;
        // A smaller stack keeps its name readable.
        let lettering = Lettering::of(area.ground, self.board.grand, unit);
        let lettering = if scale < 1.0 { lettering.scaled(1.1) } else { lettering };
        Parts { area, place, lettering, unit }
    }

    fn area(&mut self, area: usize, printed: &Area, place: &Place) -> Whole {
        let room = self.field.room_of(area);
        let (near, points) = match self.spots.anchors.get(area).and_then(Option::as_ref) {
            Some(anchor) => {
                let points = anchor.around.iter().map(|cell| cell.middle());
                let free = points.filter(|point| self.field.is_free(*point));
                (anchor.cell.middle(), free.collect())
            }
            None => (room.pole(), room.nearest_first(room.pole())),
        };
        let whole = |printed: &Area| {
            TIGHT.into_iter().find_map(|scale| best(&self.parts(printed, place, scale), &room, &points, near))
        };
        let found = whole(printed).or_else(|| {
            // A name may go out to sea from the coast. Inland its line would run over half the board: barrels and crowns go first.
            let plain = Area { printed: printed.castles(), ..printed.clone() };
            let is_less = plain.printed.len() < printed.printed.len();
            (is_less && !self.is_coastal(printed, room.pole())).then(|| whole(&plain)).flatten()
        });
        if let Some((stack, middle)) = found {
            return Whole::Named(self.put(area, stack, middle));
        }
        self.counters(area, printed, place, &room, &points)
    }

    /// Returns `true` if there is water near the middle of an area on which its name has room.
    fn is_coastal(&self, printed: &Area, middle: Point) -> bool {
        let over_water = |a: Option<usize>| a.is_none_or(|a| self.board.ground(a) == Ground::Sea);
        let close = self.field.room_near(middle, COAST * self.board.unit, over_water);
        let nothing = Place::default();
        self.parts(printed, &nothing, 1.0).labels(true).iter().any(|label| {
            let all = around(&label.rects(Point::default()));
            close.nearest(middle, |point| close.fits(&all.moved(*point))).is_some()
        })
    }

    fn put(&mut self, area: usize, stack: Stack, middle: Point) -> Laid {
        let rects = stack.rects(middle);
        rects.iter().for_each(|rect| self.field.take(rect, stack.unit));
        let main = stack.main().and_then(|row| rects.get(row)).or(rects.first()).copied().unwrap_or_default();
        let whole = around(&rects);
        Laid { area, stacks: vec![(stack, rects)], below: None, leader: None, main, whole }
    }

    /// Puts the counters into an area that is too tight for the name too.
    fn counters(
        &mut self,
        area: usize,
        printed: &Area,
        place: &Place,
        room: &Room,
        points: &[Point],
    ) -> Whole {
        let parts = self.parts(printed, place, 1.0);
        let middle = points.first().copied().unwrap_or_else(|| room.pole());
        let mut found: Option<(f64, Stack, Point, bool)> = None;
        for (stack, with) in parts.nameless() {
            let rows = stack.rects(Point::default());
            let all = around(&rows);
            let fit = |point: &Point| rows.iter().all(|rect| room.fits(&rect.moved(*point)));
            let (point, bad) = match points.iter().copied().find(fit) {
                Some(point) => (point, 0.0),
                None => {
                    let share = |point: &Point| room.share(&all.moved(*point));
                    let point =
                        points.iter().copied().reduce(|a, b| if share(&b) > share(&a) { b } else { a });
                    let point = point.unwrap_or(middle);
                    (point, 20.0 + (1.0 - share(&point)) * 60.0)
                }
            };
            let score = stack.cost + bad;
            if found.as_ref().is_none_or(|(best, ..)| score < *best) {
                found = Some((score, stack, point, with));
            }
        }
        let (laid, with) = match found {
            Some((_, stack, point, with)) => (self.put(area, stack, point), with),
            None => {
                let spot = Rect::around(middle, 8.0, 8.0);
                let laid =
                    Laid { area, stacks: Vec::new(), below: None, leader: None, main: spot, whole: spot };
                (laid, false)
            }
        };
        Whole::Nameless(laid, Labels::of(&parts, with))
    }

    /// Puts the anchor and the counters of a port into one row, in the port or over the sea beside it.
    fn port(&mut self, area: usize, printed: &Area, place: &Place) -> Option<Laid> {
        let unit = self.board.unit;
        let room = self.field.room_of(area);
        let pole = room.pole();
        let anchor = Area { printed: vec![Glyph::Port], ..printed.clone() };
        let parts = Parts { area: &anchor, place, ..self.parts(printed, place, 1.0) };
        let stack = parts.moored();
        let is_water =
            |a: Option<usize>| a == Some(area) || a.is_some_and(|a| self.board.ground(a) == Ground::Sea);
        let all = around(&stack.rects(Point::default())).grown(0.5 * unit);
        let nearest = |water: Room| {
            water.nearest(pole, |point| {
                let needs = all.moved(*point);
                self.is_shown(&needs) && water.fits(&needs)
            })
        };
        let point = match place.pieces.is_empty() {
            true => pole,
            false => nearest(self.field.room_near(pole, REACH * unit, is_water))
                .or_else(|| nearest(self.field.room(is_water)))
                .unwrap_or(pole),
        };
        let mut laid = self.put(area, stack, point);
        let end = laid.whole.nearest(pole);
        if (end - pole).length() > 4.0 * unit {
            laid.leader = Some((pole, end));
        }
        Some(laid)
    }

    /// Returns `true` if a rectangle lies within the map.
    fn is_shown(&self, rect: &Rect) -> bool {
        let edge = 3.0;
        rect.x > edge
            && rect.y > edge
            && rect.x + rect.width < self.spots.size.0 - edge
            && rect.y + rect.height < self.spots.size.1 - edge
    }
}

/// How large one more counter is where there is room, and where there is less.
const ROOMY: [f64; 3] = [1.0, 0.8, 0.65];
/// The room that a label off the board needs around it, in units.
const CALM: f64 = 8.0;

/// Returns the stack that fits best, and where the middle of its name lies.
fn best(parts: &Parts<'_>, room: &Room, points: &[Point], near: Point) -> Option<(Stack, Point)> {
    let mut best: Option<(f64, Stack, Point)> = None;
    for stack in parts.stacks() {
        if best.as_ref().is_some_and(|(score, ..)| stack.cost >= *score) {
            break;
        }
        let mut chosen: Option<(f64, Point)> = None;
        // Where it does not fit with a small margin, it does not fit with a larger one.
        let mut from = 0;
        for margin in MARGINS {
            let mut needs = stack.needs(Point::default(), margin * stack.unit / 2.0);
            if !needs.iter().all(|rect| room.may_hold(rect)) {
                break;
            }
            // The widest row is the likeliest not to fit.
            needs.sort_by(|a, b| b.width.total_cmp(&a.width));
            let fits = |point: &Point| needs.iter().all(|rect| room.fits(&rect.moved(*point)));
            let Some(at) = points.iter().skip(from).position(fits).map(|at| at + from) else { break };
            from = at;
            let far = (points[at] - near).length() / (7.0 * stack.unit);
            let score = stack.cost + 1.6 * (5.0 - margin) + far;
            if chosen.is_none_or(|(best, _)| score < best) {
                chosen = Some((score, points[at]));
            }
        }
        if let Some((score, point)) = chosen
            && best.as_ref().is_none_or(|(least, ..)| score < *least)
        {
            best = Some((score, stack, point));
        }
    }
    best.map(|(_, stack, point)| (stack, point))
}

/// Returns the rectangle around others.
fn around(rects: &[Rect]) -> Rect {
    let least = |of: fn(&Rect) -> f64| rects.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Rect) -> f64| rects.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    if rects.is_empty() {
        return Rect::default();
    }
    let from = at(least(|r| r.x), least(|r| r.y));
    let to = at(most(|r| r.x + r.width), most(|r| r.y + r.height));
    Rect { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
}
