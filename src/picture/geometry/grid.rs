//! The cells of a chart: a mosaic of hexagons, odd rows shifted half a cell to the right.

use crate::picture::board::{Board, Ground};

/// How many cells are added on each side, so that no zigzag edge of the mosaic is seen.
const BLEED: i32 = 2;
/// How many rows are added where another chart stands beside this one.
const SEAM: i32 = 1;

/// The hexagons by row and column. What is not an area is off the board.
pub(super) struct Grid {
    cells: Vec<Option<usize>>,
    first: (i32, i32),
    size: (i32, i32),
}

impl Grid {
    /// Reads the chart of a board. If it bleeds, the areas at its edges go on outside.
    pub(super) fn of(board: &Board) -> Grid {
        let rows = &board.chart;
        let wide = rows.iter().map(Vec::len).max().unwrap_or(0) as i32;
        let more = if board.bleeds { BLEED } else { 0 };
        // The rows above and below are copies of the first and last two, so that odd ones stay odd.
        let first = (-2 * more, -more - 1);
        let size = (rows.len() as i32 + 4 * more, wide + 2 * more + 2);
        let mut grid = Grid { cells: vec![None; (size.0 * size.1).max(0) as usize], first, size };
        for (r, row) in rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                grid.put(r as i32, c as i32, *cell);
            }
            for p in 1..=more + 1 {
                if !board.bleeds || row.is_empty() {
                    continue;
                }
                let (left, right) = (end(board, r, 0), end(board, r, row.len() - 1));
                grid.put(r as i32, -p, left);
                grid.put(r as i32, row.len() as i32 - 1 + p, right);
            }
        }
        let last = rows.len() as i32 - 1;
        let [above, below] = board.seams.map(|seam| if seam { more.min(SEAM) } else { 2 * more });
        for p in 1..=above.max(below) {
            for c in first.1..first.1 + size.1 {
                if p <= above {
                    grid.put(-p, c, grid.get(p % 2, c));
                }
                if p <= below {
                    grid.put(last + p, c, grid.get(last - p % 2, c));
                }
            }
        }
        grid
    }

    /// Returns the area of a cell; `None` off the board.
    pub(super) fn get(&self, row: i32, column: i32) -> Option<usize> {
        self.place(row, column).and_then(|at| self.cells.get(at).copied().flatten())
    }

    /// Returns all cells with their rows and columns.
    pub(super) fn all(&self) -> impl Iterator<Item = (i32, i32, Option<usize>)> + '_ {
        let columns = self.first.1..self.first.1 + self.size.1;
        (self.first.0..self.first.0 + self.size.0)
            .flat_map(move |r| columns.clone().map(move |c| (r, c, self.get(r, c))))
    }

    fn place(&self, row: i32, column: i32) -> Option<usize> {
        let (r, c) = (row - self.first.0, column - self.first.1);
        let inside = r >= 0 && c >= 0 && r < self.size.0 && c < self.size.1;
        inside.then_some((r * self.size.1 + c) as usize)
    }

    fn put(&mut self, row: i32, column: i32, area: Option<usize>) {
        if let Some(place) = self.place(row, column)
            && let Some(cell) = self.cells.get_mut(place)
        {
            *cell = area;
        }
    }
}

/// Returns what lies beyond the end of a row: what it ends in; where that is land and a row beside it ends in sea, that
/// sea, or islands at the edge would run off the picture.
fn end(board: &Board, row: usize, column: usize) -> Option<usize> {
    let last = column > 0;
    let ends_in = |r: usize| {
        let row = board.chart.get(r)?;
        let cell = if last { row.last() } else { row.first() };
        cell.copied().flatten()
    };
    let own = ends_in(row)?;
    if board.ground(own) == Ground::Sea {
        return Some(own);
    }
    let beside = [row.checked_sub(1), Some(row + 1)].into_iter().flatten().filter_map(ends_in);
    beside.into_iter().find(|area| board.ground(*area) == Ground::Sea).or(Some(own))
}
