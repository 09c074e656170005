//! A board from which many pictures are made: its outlines, and where its names stand, are worked out once.

use super::board::Board;
use super::canvas::{Face, width_of};
use super::geometry::{self, Outlines, Point, Spline, at};
use super::place::Spots;
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
    pub(super) spots: Spots,
    /// The middle of the name of the land off the board; `None` if it has none, or there is no place for it.
    pub(super) beyond: Option<Point>,
}

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
        self.ready.get_or_init(|| Ready::of(&self.board))
    }
}

impl Ready {
    fn of(board: &Board) -> Ready {
        if board.chart.is_empty() {
            return Ready::default();
        }
        let outlines = Outlines::of(board);
        let [left, above, right, below] = board.crop;
        let scale = board.width / (outlines.width - left - right);
        let height = (outlines.height - above - below) * scale;
        let place = |p: Point| at((p.x - left) * scale, (p.y - above) * scale);
        let mut arcs = outlines.arcs;
        arcs.iter_mut().for_each(|arc| arc.spline = arc.spline.map(place));
        let rings = outlines.rings.iter().map(|rings| rings.iter().map(|ring| ring.map(place)).collect());
        let rings: Vec<Vec<Spline>> = rings.collect();
        let flat: Vec<Vec<Vec<Point>>> =
            rings.iter().map(|rings| rings.iter().map(|ring| ring.flattened(4)).collect()).collect();
        let spots = Spots::of(board, &flat, board.width, height);
        let beyond = board.beyond.as_ref().and_then(|text| {
            let Beyond { size, tracking } = Beyond::on(board);
            spots.off_board(width_of(text, Face::Water, size, tracking), size, board.unit)
        });
        Ready { arcs, rings, height, spots, beyond }
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
