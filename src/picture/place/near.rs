//! The free cells of a room by their distance to a point.

use super::field::{Cell, Extent, Room};
use crate::picture::geometry::Point;

impl Room {
    /// Returns the middles of the free cells, the nearest to a point first; those at the same distance row by row.
    pub(super) fn nearest_first(&self, to: Point) -> Vec<Point> {
        let points: Vec<(f64, Point)> = self.points(to).collect();
        let farthest = points.iter().map(|(far, _)| *far).fold(f64::MIN_POSITIVE, f64::max);
        // As many cells lie in one ring as in another if their squares are as far apart, so each bucket has few.
        let buckets = points.len();
        let bucket = |far: f64| (far / farthest * buckets as f64) as usize;
        let mut ends = vec![0; buckets + 2];
        points.iter().for_each(|(far, _)| ends[bucket(*far) + 1] += 1);
        (1..ends.len()).for_each(|at| ends[at] += ends[at - 1]);
        let mut order = vec![(0, 0); points.len()];
        for ((far, _), place) in points.iter().zip(0u32..) {
            let end = &mut ends[bucket(*far)];
            // Numbers that are not negative have the order of their bits. The place breaks ties.
            order[*end] = (far.to_bits(), place);
            *end += 1;
        }
        let mut start = 0;
        for end in ends {
            order[start..end].sort_unstable();
            start = end;
        }
        order.into_iter().map(|(_, place)| points[place as usize].1).collect()
    }

    /// Returns the same cells around one of them; `steps` must reach as far as the room does.
    pub(super) fn nearest_around(&self, cell: Cell, steps: &Steps) -> Vec<Cell> {
        let step = self.step();
        let (column, row) = (usize::from(cell.0), usize::from(cell.1));
        let on_grid = |at: usize, from: usize| at >= from && (at - from).is_multiple_of(step);
        if !on_grid(column, self.left) || !on_grid(row, self.top) {
            return self.nearest_first(cell.middle()).into_iter().map(Cell::around).collect();
        }
        let far = self.extent().reach(cell);
        let (width, height) = (self.columns as i64, self.rows as i64);
        let (column, row) = ((column - self.left) as i64, (row - self.top) as i64);
        let step = step as i64;
        let steps = steps.0.iter().map(|(x, y)| (i64::from(*x), i64::from(*y)));
        let within = steps.take_while(|(x, y)| x * x + y * y <= far);
        let places = within.map(|(x, y)| (column + x * step, row + y * step));
        let inside = places.filter(|(column, row)| (0..width).contains(column) && (0..height).contains(row));
        let free = inside.map(|(column, row)| (column as usize, row as usize));
        let open = free.filter(|(column, row)| self.is_open(*column, *row));
        let mut all: Vec<Cell> = open.map(|(c, r)| Cell::of(self.left + c, self.top + r)).collect();
        // They are kept as long as the board.
        all.shrink_to_fit();
        all
    }
}

impl Extent {
    /// Returns the square of the distance from a cell to the farthest corner of the room, in its own steps from cell to cell.
    pub(super) fn reach(self, cell: Cell) -> i64 {
        let farther = |at: u16, from: usize, wide: usize| {
            let (at, from, wide) = (i64::from(at), from as i64, wide as i64);
            (at - from).abs().max((from + wide - at).abs()) / self.step() as i64 + 1
        };
        let (x, y) = (farther(cell.0, self.left, self.columns), farther(cell.1, self.top, self.rows));
        x * x + y * y
    }
}

/// Steps from one cell to all others around it, the shortest first; those of the same length row by row.
pub(super) struct Steps(Vec<(i16, i16)>);

impl Steps {
    /// Returns all that are no longer than the root of `square`.
    pub(super) fn up_to(square: i64) -> Steps {
        let reach = (square as f64).sqrt().min(f64::from(i16::MAX)) as i16;
        let length = |(x, y): (i16, i16)| (i64::from(x).pow(2) + i64::from(y).pow(2)) as usize;
        let all = || {
            let rows = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
            rows.filter(|step| length(*step) as i64 <= square)
        };
        let mut ends = vec![0_u32; square.max(0) as usize + 2];
        all().for_each(|step| ends[length(step) + 1] += 1);
        (1..ends.len()).for_each(|at| ends[at] += ends[at - 1]);
        let mut steps = vec![(0, 0); ends.last().copied().unwrap_or_default() as usize];
        for step in all() {
            let end = &mut ends[length(step)];
            steps[*end as usize] = step;
            *end += 1;
        }
        Steps(steps)
    }
}
