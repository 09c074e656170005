//! Draws a board with what lies on it.

mod arrow;
mod ground;
mod panel;
mod pen;
mod piece;

use super::board::{Board, Ground};
use super::canvas::{Align, Canvas, Face, Shape, Text};
use super::geometry::{Arc, Point, Spline, at};
use super::palette::{Colour, Palette, Theme};
use super::place::{Item, Laid, Placing, spread};
use super::plate::{Beyond, Plate, Ready};
use super::scene::Scene;
use super::sizes;
use pen::Pen;

/// A board's outlines where they stand in the picture.
struct Frame {
    arcs: Vec<Arc>,
    rings: Vec<Vec<Spline>>,
    heads: Vec<(f64, String)>,
    top: f64,
    width: f64,
    height: f64,
}

/// The size of an order, in units.
const ORDER: f64 = 15.5;

/// Draws a board with what lies on it, and what stands above and below it.
pub fn draw(plate: &Plate, scene: &Scene, theme: Theme) -> Canvas {
    paint(plate, scene, theme, &Lay::of(plate, scene, false))
}

/// Draws a board as [`draw`] does, once in light colours and once in dark ones; for a page on which orders are laid, with a place
/// for one in each area.
pub fn draw_twice(plate: &Plate, scene: &Scene, for_orders: bool) -> [Canvas; 2] {
    let lay = Lay::of(plate, scene, for_orders);
    [Theme::Light, Theme::Dark].map(|theme| paint(plate, scene, theme, &lay))
}

fn paint(plate: &Plate, scene: &Scene, theme: Theme, lay: &Lay) -> Canvas {
    let board = &plate.board;
    let palette = Palette::of(theme, board.mist);
    let mut pen = Pen { canvas: Canvas::default(), palette, sides: &scene.sides };
    let top = pen.header_height(scene, board.width);
    let frame = Frame::of(plate, top);
    let below = pen.panels_height(scene, board.width);
    pen.canvas.width = frame.width;
    pen.canvas.height = top + frame.height + below;
    pen.canvas.title.clone_from(&scene.title);
    pen.canvas.words.clone_from(&scene.words);
    if frame.height > 0.0 {
        pen.ground(board, &frame, &scene.places);
        pen.on_the_map(plate, &frame, scene, lay);
    }
    pen.paper(&frame);
    pen.header(scene, board.width);
    pen.panels(scene, top + frame.height, board.width);
    pen.canvas
}

/// Where everything lies on the map, whatever stands above it and in whatever colours.
struct Lay {
    laid: Vec<Laid>,
    /// For each area the middle and the size of one more counter; empty if none is to come.
    spots: Vec<(usize, Point, f64)>,
}

impl Lay {
    fn of(plate: &Plate, scene: &Scene, for_orders: bool) -> Lay {
        let board = &plate.board;
        let mut placing = Placing::new(board, &plate.ready().spots);
        let laid = placing.lay(&scene.places);
        let spot = |one: &Laid| {
            let (middle, size) = placing.spot(&laid, one, ORDER * board.unit);
            (one.area, middle, size)
        };
        let spots = if for_orders { laid.iter().map(spot).collect() } else { Vec::new() };
        Lay { laid, spots }
    }
}

impl Frame {
    /// Puts a board's outlines below what stands above the map.
    fn of(plate: &Plate, top: f64) -> Frame {
        let ready = plate.ready();
        let lower = |p: Point| at(p.x, p.y + top);
        let mut arcs = ready.arcs.clone();
        arcs.iter_mut().for_each(|arc| arc.spline = arc.spline.map(lower));
        let rings = ready.rings.iter().map(|rings| rings.iter().map(|ring| ring.map(lower)).collect());
        let heads = ready.heads.iter().map(|(y, name)| (y + top, name.clone())).collect();
        Frame { arcs, rings: rings.collect(), heads, top, width: plate.board.width, height: ready.height }
    }
}

impl Pen<'_> {
    /// Draws arrows, names and counters.
    fn on_the_map(&mut self, plate: &Plate, frame: &Frame, scene: &Scene, lay: &Lay) {
        let board = &plate.board;
        let lower = |(area, spot, size): &(usize, Point, f64)| (*area, *spot + at(0.0, frame.top), *size);
        self.canvas.spots = lay.spots.iter().map(lower).collect();
        let mut laid = lay.laid.clone();
        for one in &mut laid {
            one.sink(frame.top);
        }
        let find = |area: usize| laid.iter().find(|laid| laid.area == area);
        // Retreats lie below marches.
        for retreat in [true, false] {
            for arrow in scene.arrows.iter().filter(|arrow| arrow.retreat == retreat) {
                if let (Some(from), Some(to)) = (find(arrow.from), find(arrow.to)) {
                    self.arrow(arrow, &from.main, (&to.main, &to.whole), board.unit);
                }
            }
        }
        for one in &laid {
            self.laid(board, scene, one);
        }
        if let Some(text) = &board.beyond {
            let Beyond { size, tracking } = Beyond::on(board);
            if let Some(middle) = plate.ready().beyond {
                self.canvas.text(Text {
                    x: middle.x,
                    y: middle.y + frame.top + size * 0.3,
                    text: text.clone(),
                    face: Face::Water,
                    size,
                    side: Align::Middle,
                    colour: self.palette.off_ink,
                    halo: None,
                    tracking,
                });
            }
        }
    }

    /// Draws name, counters and printed signs of an area.
    fn laid(&mut self, board: &Board, scene: &Scene, laid: &Laid) {
        let water = board.ground(laid.area) != Ground::Land;
        let closed = board.areas.get(laid.area).is_some_and(|area| area.closed);
        let ink = match (water, closed) {
            (true, _) => self.palette.sea_ink,
            (false, true) => self.palette.off_ink,
            (false, false) => self.palette.ink,
        };
        if let Some((from, to)) = laid.leader {
            self.line(&[from, to], ink, 0.8 * board.unit);
        }
        for (number, (stack, rects)) in laid.stacks.iter().enumerate() {
            // A name that has left its counters may stand on another area.
            let below = if number > 0 { laid.below } else { Some(laid.area) };
            let halo = below.map_or(self.palette.sea, |area| self.below(board, scene, area));
            for (row, rect) in stack.rows.iter().zip(rects) {
                for ((item, width), corner) in row.items.iter().zip(spread(row, rect, stack.unit)) {
                    let lower = |height: f64| corner + at(0.0, (rect.height - height) / 2.0);
                    match item {
                        Item::Line(text) => {
                            let size = stack.lettering.size;
                            let top = lower(stack.lettering.height());
                            self.canvas.text(Text {
                                x: top.x + width / 2.0,
                                y: top.y + size * 0.84,
                                text: text.clone(),
                                face: stack.lettering.face,
                                size,
                                side: Align::Middle,
                                colour: ink,
                                halo: Some(halo),
                                tracking: stack.lettering.tracking,
                            });
                        }
                        Item::Piece(piece) => {
                            let height = sizes::size(piece, stack.unit, water).1;
                            self.piece(piece, lower(height), stack.unit, water);
                        }
                        Item::Printed(glyphs) => {
                            self.printed(glyphs, lower(10.5 * stack.unit), stack.unit);
                        }
                    }
                }
            }
        }
    }

    /// Returns the colour on which the name of an area is written.
    fn below(&self, board: &Board, scene: &Scene, area: usize) -> Colour {
        let water = board.ground(area) != Ground::Land;
        let held = scene.places.get(area).and_then(|place| place.held);
        let closed = board.areas.get(area).is_some_and(|area| area.closed);
        match (held.map(|side| self.livery(side)), water) {
            (Some(livery), true) => self.palette.sea_tint(&livery),
            (Some(livery), false) => self.palette.tint(&livery),
            (None, true) => self.palette.sea,
            (None, false) if closed => self.palette.off,
            (None, false) => self.palette.land,
        }
    }

    /// Covers what of the board runs out of the map, above and below it.
    fn paper(&mut self, frame: &Frame) {
        let (page, height) = (self.palette.page, self.canvas.height);
        let mut cover = |y: f64, height: f64| {
            if height > 0.0 {
                let shape = Shape::Box { x: 0.0, y, width: frame.width, height, round: 0.0 };
                self.canvas.fill(shape, page);
            }
        };
        cover(0.0, frame.top);
        cover(frame.top + frame.height, height - frame.top - frame.height);
        let head = Ready::head(frame.width);
        frame.heads.iter().for_each(|(y, _)| cover(*y, head));
        let edge = |y: f64| [at(0.0, y), at(frame.width, y)];
        for (y, name) in &frame.heads {
            self.heading(at(0.0, *y), head, name, frame.width);
            for y in [*y, y + head] {
                self.line(&edge(y), self.palette.coast, 1.4);
            }
        }
        if frame.top > 0.0 {
            self.line(&edge(frame.top), self.palette.coast, 1.4);
        }
        if height > frame.top + frame.height {
            self.line(&edge(frame.top + frame.height), self.palette.coast, 1.4);
        }
    }
}
