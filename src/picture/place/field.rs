//! The board as small cells: which area each belongs to, and whether something lies there.

use crate::picture::board::Ground;
use crate::picture::geometry::{Point, at};
use std::sync::Arc;

/// The side of a cell, on a map 720 wide.
pub(super) const CELL: f64 = 2.0;

/// A cell: its column and its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(pub(super) u16, pub(super) u16);

impl Cell {
    /// Returns the cell around a point.
    pub(super) fn around(point: Point) -> Cell {
        Cell((point.x / CELL) as u16, (point.y / CELL) as u16)
    }

    /// Returns the cell in a column and a row.
    pub(super) fn of(column: usize, row: usize) -> Cell {
        Cell(column as u16, row as u16)
    }

    /// Returns its middle.
    pub(super) fn middle(self) -> Point {
        at((f64::from(self.0) + 0.5) * CELL, (f64::from(self.1) + 0.5) * CELL)
    }
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// Returns the rectangle of a size around a point.
    pub fn around(middle: Point, width: f64, height: f64) -> Rect {
        Rect { x: middle.x - width / 2.0, y: middle.y - height / 2.0, width, height }
    }

    /// Returns its middle.
    pub fn middle(&self) -> Point {
        at(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the rectangle, moved by a step.
    pub fn moved(&self, by: Point) -> Rect {
        Rect { x: self.x + by.x, y: self.y + by.y, ..*self }
    }

    /// Returns the rectangle, larger by so much on every side.
    pub fn grown(&self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// Returns `true` if a point lies in it.
    pub fn has(&self, point: Point) -> bool {
        (self.x..self.x + self.width).contains(&point.x) && (self.y..self.y + self.height).contains(&point.y)
    }

    /// Returns the point of the rectangle that is nearest to another.
    pub fn nearest(&self, point: Point) -> Point {
        at(point.x.clamp(self.x, self.x + self.width), point.y.clamp(self.y, self.y + self.height))
    }

    /// Returns how much of two rectangles is the same.
    pub fn shared(&self, other: &Rect) -> f64 {
        let along = |a: f64, wide: f64, b: f64, broad: f64| ((a + wide).min(b + broad) - a.max(b)).max(0.0);
        along(self.x, self.width, other.x, other.width) * along(self.y, self.height, other.y, other.height)
    }

    /// Returns the distance between two rectangles; 0 if they touch.
    pub fn distance(&self, other: &Rect) -> f64 {
        let (a, b) = (self.middle(), other.middle());
        let dx = (a.x - b.x).abs() - (self.width + other.width) / 2.0;
        let dy = (a.y - b.y).abs() - (self.height + other.height) / 2.0;
        at(dx.max(0.0), dy.max(0.0)).length()
    }
}

/// The cells of a map.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The area of each cell, from 1; 0 off the board.
    area: Arc<[u16]>,
    taken: Vec<bool>,
    /// Around the cells of each area: columns and rows, the latter bounds not included.
    bounds: Arc<[[usize; 4]]>,
}

impl Field {
    /// Puts areas on a map, water first. `rings` are their outlines on the map, by area.
    pub(super) fn of(width: f64, height: f64, areas: &[(Ground, Vec<Vec<Point>>)]) -> Field {
        let (columns, rows) = ((width / CELL) as usize + 1, (height / CELL) as usize + 1);
        let cells = columns * rows;
        let mut grid = Grid { columns, rows, area: vec![0; cells] };
        let mut order: Vec<usize> = (0..areas.len()).collect();
        order.sort_by_key(|area| areas[*area].0);
        for area in order {
            for ring in &areas[area].1 {
                grid.fill(ring, area as u16 + 1);
            }
        }
        let mut bounds = vec![[columns, rows, 0, 0]; areas.len()];
        for row in 0..rows {
            for column in 0..columns {
                let area = usize::from(grid.area[row * columns + column]);
                if let Some(bounds) = area.checked_sub(1).and_then(|area| bounds.get_mut(area)) {
                    let [left, top, right, bottom] = *bounds;
                    *bounds = [left.min(column), top.min(row), right.max(column + 1), bottom.max(row + 1)];
                }
            }
        }
        Field { columns, rows, area: grid.area.into(), taken: vec![false; cells], bounds: bounds.into() }
    }

    /// Takes the cells of a rectangle.
    pub(super) fn take(&mut self, rect: &Rect, margin: f64) {
        let rect = rect.grown(margin);
        let cell = |v: f64, most: usize| ((v / CELL).floor().max(0.0) as usize).min(most);
        let (left, right) = (cell(rect.x, self.columns), cell(rect.x + rect.width + CELL, self.columns));
        let (top, bottom) = (cell(rect.y, self.rows), cell(rect.y + rect.height + CELL, self.rows));
        for row in top..bottom {
            self.taken[row * self.columns + left..row * self.columns + right.max(left)].fill(true);
        }
    }

    /// Returns the area of the cell around a point; none off the board.
    pub(super) fn area(&self, point: Point) -> Option<usize> {
        let Cell(column, row) = Cell::around(point);
        let area = self.area.get(usize::from(row) * self.columns + usize::from(column))?;
        usize::from(*area).checked_sub(1)
    }

    /// Returns `true` if nothing lies on the cell around a point.
    pub(super) fn is_free(&self, point: Point) -> bool {
        let (column, row) = ((point.x / CELL) as usize, (point.y / CELL) as usize);
        self.taken
            .get(row * self.columns + column.min(self.columns.saturating_sub(1)))
            .is_none_or(|taken| !taken)
    }

    /// Returns `true` if nothing lies on the way from one point to another, but for what lies in a rectangle around its end.
    pub(super) fn is_free_between(&self, from: Point, to: Point, around: &Rect) -> bool {
        let steps = ((to - from).length() / CELL).ceil().max(1.0);
        let around = around.grown(2.0 * CELL);
        (0..=steps as usize)
            .map(|step| from + (to - from) * (step as f64 / steps))
            .filter(|point| !around.has(*point))
            .all(|point| self.is_free(point))
    }

    /// Returns the number of cells of each area.
    pub(super) fn sizes(&self, areas: usize) -> Vec<usize> {
        let mut sizes = vec![0; areas + 1];
        self.area.iter().for_each(|area| sizes[usize::from(*area)] += 1);
        sizes.split_off(1)
    }

    /// Returns where the cells of an area lie.
    pub(super) fn extent_of(&self, area: usize) -> Extent {
        let [left, top, right, bottom] = self.bounds.get(area).copied().unwrap_or_default();
        Extent { left, top, columns: right.saturating_sub(left), rows: bottom.saturating_sub(top) }
    }

    /// Returns the free cells of an area.
    pub(super) fn room_of(&self, area: usize) -> Room {
        let bounds = self.bounds.get(area).copied().unwrap_or_default();
        let own = area as u16 + 1;
        self.within(bounds, |cell| self.area[cell] == own)
    }

    /// Returns the free cells of the areas that are wanted; `None` stands for what is off the board.
    pub(super) fn room(&self, wanted: impl Fn(Option<usize>) -> bool) -> Room {
        let wanted: Vec<bool> = (0..=self.bounds.len()).map(|area| wanted(area.checked_sub(1))).collect();
        self.within([0, 0, self.columns, self.rows], |cell| wanted[usize::from(self.area[cell])])
    }

    /// Returns the free cells of the areas that are wanted, no farther from a point than `reach` to each side.
    pub(super) fn room_near(&self, point: Point, reach: f64, wanted: impl Fn(Option<usize>) -> bool) -> Room {
        let wanted: Vec<bool> = (0..=self.bounds.len()).map(|area| wanted(area.checked_sub(1))).collect();
        let cell = |v: f64, most: usize| ((v / CELL).max(0.0) as usize).min(most);
        let (columns, rows) = (self.columns, self.rows);
        let (left, right) = (cell(point.x - reach, columns), cell(point.x + reach, columns));
        let (top, bottom) = (cell(point.y - reach, rows), cell(point.y + reach, rows));
        self.within([left, top, right, bottom], |cell| wanted[usize::from(self.area[cell])])
    }

    fn within(&self, [left, top, right, bottom]: [usize; 4], wanted: impl Fn(usize) -> bool) -> Room {
        let open = |cell: usize| wanted(cell) && !self.taken[cell];
        let (columns, rows) = (right.saturating_sub(left), bottom.saturating_sub(top));
        let mut sums = vec![0u32; (columns + 1) * (rows + 1)];
        let (mut longest, mut highest) = (0, 0);
        let mut heights = vec![0u32; columns];
        for row in 0..rows {
            let (mut sum, mut length) = (0, 0);
            for (column, height) in heights.iter_mut().enumerate() {
                let free = u32::from(open((top + row) * self.columns + left + column));
                sum += free;
                // A run ends where a cell is not free.
                length = (length + 1) * free;
                *height = (*height + 1) * free;
                longest = longest.max(length);
                highest = highest.max(*height);
                sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + sum;
            }
        }
        Room { left, top, columns, rows, sums, longest, highest }
    }
}

/// The areas of the cells, while they are filled in.
struct Grid {
    columns: usize,
    rows: usize,
    area: Vec<u16>,
}

impl Grid {
    /// Fills the inside of a ring, row by row.
    fn fill(&mut self, ring: &[Point], area: u16) {
        // Where the middle line of each row cuts the ring.
        let mut cuts: Vec<Vec<f64>> = vec![Vec::new(); self.rows];
        let row = |y: f64| (y / CELL + 0.5).max(0.0) as usize;
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            let (top, bottom) = if a.y <= b.y { (a.y, b.y) } else { (b.y, a.y) };
            let (first, after) = (row(top).saturating_sub(1), row(bottom) + 1);
            for (row, cuts) in cuts.iter_mut().enumerate().take(after).skip(first) {
                let y = (row as f64 + 0.5) * CELL;
                if (a.y <= y) != (b.y <= y) {
                    cuts.push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
                }
            }
        }
        for (row, cuts) in cuts.iter_mut().enumerate() {
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.chunks_exact(2) {
                let column = |x: f64| (up(x / CELL - 0.5).max(0) as usize).min(self.columns);
                let (from, to) = (column(pair[0]), column(pair[1]));
                self.area[row * self.columns + from..row * self.columns + to.max(from)].fill(area);
            }
        }
    }
}

/// The columns and rows in which cells lie.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Extent {
    /// Returns how far it is from one cell to the next that is searched: large areas need not be searched cell by cell.
    pub(super) fn step(self) -> usize {
        if self.columns * self.rows > 12_000 { 2 } else { 1 }
    }
}

/// Free cells, in which it is quickly found out whether a rectangle fits.
pub(super) struct Room {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The number of free cells above and to the left of each.
    sums: Vec<u32>,
    /// The longest row of free cells, and the highest column.
    longest: u32,
    highest: u32,
}

impl Room {
    fn sum(&self, left: usize, top: usize, right: usize, bottom: usize) -> u32 {
        let at = |column: usize, row: usize| self.sums[row * (self.columns + 1) + column];
        at(right, bottom) + at(left, top) - at(left, bottom) - at(right, top)
    }

    pub(super) fn is_open(&self, column: usize, row: usize) -> bool {
        self.sum(column, row, column + 1, row + 1) == 1
    }

    /// Returns the number of cells below a rectangle, and how many of them are free.
    fn below(&self, rect: &Rect) -> (u32, u32) {
        let (left, top) = (self.left as i64, self.top as i64);
        let (x0, x1) = (down(rect.x / CELL), up((rect.x + rect.width) / CELL));
        let (y0, y1) = (down(rect.y / CELL), up((rect.y + rect.height) / CELL));
        let all = ((x1 - x0) * (y1 - y0)) as u32;
        let within = |v: i64, most: usize| v.clamp(0, most as i64) as usize;
        let (l, r) = (within(x0 - left, self.columns), within(x1 - left, self.columns));
        let (t, b) = (within(y0 - top, self.rows), within(y1 - top, self.rows));
        (all, if r > l && b > t { self.sum(l, t, r, b) } else { 0 })
    }

    /// Returns `false` if a rectangle is too large for this room, wherever it lay.
    pub(super) fn may_hold(&self, rect: &Rect) -> bool {
        // A rectangle covers at least as many cells as it is long, whatever its place; a little less is surely enough.
        let fits = |length: f64, most: u32| length / CELL - 1e-6 <= f64::from(most);
        fits(rect.width, self.longest) && fits(rect.height, self.highest)
    }

    /// Returns `true` if a rectangle lies on free cells alone.
    pub(super) fn fits(&self, rect: &Rect) -> bool {
        // Most do not fit, and most of those reach out of the room: that is seen without counting.
        let edges = [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height];
        let [left, top, right, bottom] = edges.map(|edge| edge / CELL);
        let out = left < self.left as f64
            || top < self.top as f64
            || right > (self.left + self.columns) as f64
            || bottom > (self.top + self.rows) as f64;
        if out {
            return false;
        }
        // Nothing is below 0 here, so cutting off is rounding down.
        let whole = |value: f64| value as usize + usize::from((value as usize as f64) < value);
        let (left, top) = (left as usize - self.left, top as usize - self.top);
        let (right, bottom) = (whole(right) - self.left, whole(bottom) - self.top);
        self.sum(left, top, right, bottom) as usize == (right - left) * (bottom - top)
    }

    /// Returns the share of a rectangle that lies on free cells.
    pub(super) fn share(&self, rect: &Rect) -> f64 {
        let (all, free) = self.below(rect);
        if all == 0 { 0.0 } else { f64::from(free) / f64::from(all) }
    }

    pub(super) fn extent(&self) -> Extent {
        Extent { left: self.left, top: self.top, columns: self.columns, rows: self.rows }
    }

    /// Returns how far it is from one cell to the next that is searched.
    pub(super) fn step(&self) -> usize {
        self.extent().step()
    }

    /// Returns the middle of a cell.
    pub(super) fn middle(&self, column: usize, row: usize) -> Point {
        at(((self.left + column) as f64 + 0.5) * CELL, ((self.top + row) as f64 + 0.5) * CELL)
    }

    /// Returns the middles of the free cells row by row, each with the square of its distance to a point.
    pub(super) fn points(&self, to: Point) -> impl Iterator<Item = (f64, Point)> + '_ {
        let step = self.step();
        let rows = (0..self.rows).step_by(step);
        let cells =
            rows.flat_map(move |row| (0..self.columns).step_by(step).map(move |column| (column, row)));
        cells.filter(|(column, row)| self.is_open(*column, *row)).map(move |(column, row)| {
            let point = self.middle(column, row);
            let step = point - to;
            (step.x * step.x + step.y * step.y, point)
        })
    }

    /// Returns the middle of the free cell nearest to a point at which something fits.
    pub(super) fn nearest(&self, to: Point, fits: impl Fn(&Point) -> bool) -> Option<Point> {
        let mut best: Option<(f64, Point)> = None;
        for (far, point) in self.points(to) {
            if best.is_none_or(|(least, _)| far < least) && fits(&point) {
                best = Some((far, point));
            }
        }
        best.map(|(_, point)| point)
    }

    /// Returns the place deepest inside: the mean of the cells whose distance to the edge is nearly the greatest.
    pub(super) fn pole(&self) -> Point {
        let wide = self.columns + 2;
        let mut depth = vec![0u32; wide * (self.rows + 2)];
        let cell = |column: usize, row: usize| (row + 1) * wide + column + 1;
        for row in 0..self.rows {
            for column in 0..self.columns {
                if self.is_open(column, row) {
                    let here = cell(column, row);
                    depth[here] = 1 + depth[here - 1].min(depth[here - wide]);
                }
            }
        }
        for row in (0..self.rows).rev() {
            for column in (0..self.columns).rev() {
                let here = cell(column, row);
                depth[here] = depth[here].min(1 + depth[here + 1].min(depth[here + wide]));
            }
        }
        let most = depth.iter().copied().max().unwrap_or_default();
        let (mut sum, mut count) = (Point::default(), 0.0);
        for row in 0..self.rows {
            for column in 0..self.columns {
                if depth[cell(column, row)] * 5 >= most * 4 && most > 0 {
                    sum = sum + at((self.left + column) as f64 + 0.5, (self.top + row) as f64 + 0.5);
                    count += 1.0;
                }
            }
        }
        if count > 0.0 { sum * (CELL / count) } else { Point::default() }
    }
}

/// Returns the greatest whole number that is not above a value.
fn down(value: f64) -> i64 {
    let whole = value as i64;
    if whole as f64 > value { whole - 1 } else { whole }
}

/// Returns the least whole number that is not below a value.
fn up(value: f64) -> i64 {
    -down(-value)
}
