//! A board from which many pictures are made: its outlines, and where its names stand, are worked out once.

use super::board::Board;
use super::canvas::{Face, width_of};
use super::geometry::{self, Outlines, Point, Spline, at};
use super::place::{Names, Rect, Spots};
use std::sync::{Arc, OnceLock};

/// A board, ready to be drawn with whatever lies on it.
#[derive(Debug)]
pub struct Plate {
    pub board: Board,
    ready: OnceLock<Ready>,
}

/// What is the same in all pictures of a board.
#[derive(Debug, Default)]
pub(super) struct Ready {
    /// The outlines where they stand on the map, whatever stands above it.
    pub(super) arcs: Vec<geometry::Arc>,
    pub(super) rings: Vec<Vec<Spline>>,
    pub(super) height: f64,
    /// What stands above each chart, with how far down the map it begins; only where there are two.
    pub(super) heads: Vec<(f64, String)>,
    pub(super) spots: Spots,
    /// The middle of the name of the land off the board; `None` if it has none, or there is no place for it.
    pub(super) beyond: Option<Point>,
}

/// How high the heading above a chart is, as a part of the width of the map. What runs over the edge of a chart is no higher.
const HEAD: f64 = 0.06;

/// How the name of the land off the board is written.
pub(super) struct Beyond {
    pub(super) size: f64,
    pub(super) tracking: f64,
}

impl Beyond {
    pub(super) fn on(board: &Board) -> Beyond {
        Beyond { size: 9.0 * board.unit, tracking: 0.8 * board.unit }
    }
}

impl Plate {
    /// Keeps a board, of which nothing is worked out yet.
    pub fn new(board: Board) -> Arc<Plate> {
        Arc::new(Plate { board, ready: OnceLock::new() })
    }

    pub(super) fn ready(&self) -> &Ready {
        self.ready.get_or_init(|| Ready::of(&self.board, Names::known(&self.board)))
    }

    /// Returns where the board's names stand as they are worked out, whether that is written down or not.
    pub fn names(&self) -> Names {
        let ready = Ready::of(&self.board, None);
        ready.spots.names(ready.beyond)
    }
}

impl Ready {
    fn of(board: &Board, known: Option<Names>) -> Ready {
        if board.chart.is_empty() {
            return Ready::default();
        }
        let (mut arcs, mut rings) = (Vec::new(), vec![Vec::new(); board.areas.len()]);
        let (mut height, mut heads) = (0.0, Vec::new());
        for (name, part) in board.parts() {
            if let Some(name) = name {
                heads.push((height, name.to_owned()));
                height += Ready::head(board.width);
            }
            let outlines = Outlines::of(&part);
            let [left, above, right, below] = part.crop;
            let scale = board.width / (outlines.width - left - right);
            let place = |p: Point| at((p.x - left) * scale, (p.y - above) * scale + height);
            let mut lines = outlines.arcs;
            lines.iter_mut().for_each(|arc| arc.spline = arc.spline.map(place));
            arcs.append(&mut lines);
            for (all, rings) in rings.iter_mut().zip(&outlines.rings) {
                all.extend(rings.iter().map(|ring| ring.map(place)));
            }
            height += (outlines.height - above - below) * scale;
        }
        let flat: Vec<Vec<Vec<Point>>> = rings
            .iter()
            .map(|rings: &Vec<Spline>| rings.iter().map(|ring| ring.flattened(4)).collect())
            .collect();
        let headings: Vec<Rect> = heads
            .iter()
            .map(|(y, _)| Rect { x: 0.0, y: *y, width: board.width, height: Ready::head(board.width) })
            .collect();
        let spots = Spots::of(board, &flat, (board.width, height), &headings, known.as_ref());
        let beyond = match known {
            Some(names) => names.beyond(),
            None => board.beyond.as_ref().and_then(|text| {
                let Beyond { size, tracking } = Beyond::on(board);
                spots.off_board(width_of(text, Face::Water, size, tracking), size, board.unit)
            }),
        };
        Ready { arcs, rings, height, heads, spots, beyond }
    }

    /// Returns how high the heading above a chart is.
    pub(super) fn head(width: f64) -> f64 {
        HEAD * width
    }
}

/// A place for the plate of a game's board, which is made when the first picture needs it. Two of them are equal whatever they hold,
/// because a plate follows from what is printed.
#[derive(Clone, Debug, Default)]
pub struct LazyPlate(OnceLock<Arc<Plate>>);

impl PartialEq for LazyPlate {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl LazyPlate {
    /// Returns the plate, made of the board that `print` returns if there is none yet.
    pub fn get(&self, print: impl FnOnce() -> Board) -> Arc<Plate> {
        Arc::clone(self.0.get_or_init(|| Plate::new(print())))
    }
}
