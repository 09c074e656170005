//! Draws a board with what lies on it.

mod arrow;
mod ground;
mod panel;
mod pen;
mod piece;

use super::board::{Board, Ground};
use super::canvas::{Align, Canvas, Face, Shape, Text, width_of};
use super::geometry::{Arc, Outlines, Point, Spline, at};
use super::palette::{Palette, Theme};
use super::place::{Item, Laid, Placing, spread};
use super::scene::Scene;
use super::sizes;
use pen::Pen;

/// A board's outlines where they stand in the picture.
struct Frame {
    arcs: Vec<Arc>,
    rings: Vec<Vec<Spline>>,
    top: f64,
    width: f64,
    height: f64,
}

/// Draws a board with what lies on it, and what stands above and below it.
pub fn draw(board: &Board, scene: &Scene, theme: Theme) -> Canvas {
    let palette = Palette::of(theme, board.mist);
    let mut pen = Pen { canvas: Canvas::default(), palette, sides: &scene.sides };
    let top = pen.header_height(scene, board.width);
    let frame = Frame::of(board, top);
    let below = pen.panels_height(scene, board.width);
    pen.canvas.width = frame.width;
    pen.canvas.height = top + frame.height + below;
    pen.canvas.title.clone_from(&scene.title);
    pen.canvas.words.clone_from(&scene.words);
    pen.ground(board, &frame, &scene.places);
    pen.on_the_map(board, &frame, scene);
    pen.paper(&frame);
    pen.header(scene, board.width);
    pen.panels(scene, top + frame.height, board.width);
    pen.canvas
}

impl Frame {
    fn of(board: &Board, top: f64) -> Frame {
        let outlines = Outlines::of(board);
        let [left, above, right, below] = board.crop;
        let scale = board.width / (outlines.width - left - right);
        let height = (outlines.height - above - below) * scale;
        let place = |p: Point| at((p.x - left) * scale, (p.y - above) * scale + top);
        let mut arcs = outlines.arcs;
        arcs.iter_mut().for_each(|arc| arc.spline = arc.spline.map(place));
        let rings = outlines.rings.iter().map(|rings| rings.iter().map(|ring| ring.map(place)).collect());
        Frame { arcs, rings: rings.collect(), top, width: board.width, height }
    }
}

impl Pen<'_> {
    /// Draws arrows, names and counters.
    fn on_the_map(&mut self, board: &Board, frame: &Frame, scene: &Scene) {
        // Placing knows the map alone, whatever stands above it.
        let lift = |p: &Point| at(p.x, p.y - frame.top);
        let flat = |ring: &Spline| ring.flattened(4).iter().map(lift).collect();
        let rings: Vec<Vec<Vec<Point>>> =
            frame.rings.iter().map(|rings| rings.iter().map(flat).collect()).collect();
        let mut placing = Placing::of(board, &rings, frame.width, frame.height);
        let mut laid = placing.lay(&scene.places);
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
            let (size, tracking) = (9.0 * board.unit, 0.8 * board.unit);
            let width = width_of(text, Face::Water, size, tracking);
            if let Some(middle) = placing.off_board(width, size) {
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
        let held = scene.places.get(laid.area).and_then(|place| place.held);
        let closed = board.areas.get(laid.area).is_some_and(|area| area.closed);
        let own = match (held.map(|side| self.livery(side)), water) {
            (Some(livery), true) => self.palette.sea_tint(&livery),
            (Some(livery), false) => self.palette.tint(&livery),
            (None, true) => self.palette.sea,
            (None, false) if closed => self.palette.off,
            (None, false) => self.palette.land,
        };
        let ink = match (water, closed) {
            (true, _) => self.palette.sea_ink,
            (false, true) => self.palette.off_ink,
            (false, false) => self.palette.ink,
        };
        if let Some((from, to)) = laid.leader {
            self.line(&[from, to], ink, 0.8 * board.unit);
        }
        for (number, (stack, rects)) in laid.stacks.iter().enumerate() {
            // A name beside its area stands on water.
            let halo = if number > 0 { self.palette.sea } else { own };
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
        let edge = |y: f64| [at(0.0, y), at(frame.width, y)];
        if frame.top > 0.0 {
            self.line(&edge(frame.top), self.palette.coast, 1.4);
        }
        if height > frame.top + frame.height {
            self.line(&edge(frame.top + frame.height), self.palette.coast, 1.4);
        }
    }
}
