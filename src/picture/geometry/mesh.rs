//! The lines between cells of different areas, smoothed corner by corner. Corners are shared, so nothing can tear.

use super::grid::Grid;
use super::noise::displacement;
use super::point::{Point, at};
use crate::picture::board::{Board, Ground};
use std::collections::BTreeMap;

/// Half the width of a hexagon with sides one long.
const HALF: f64 = 0.866_025_403_784_438_6;
/// The lattice has this many points a step, so that edges can be halved twice.
const FINE: i32 = 4;

/// What a line separates. Earlier ones are smoothed first, and later ones give way to them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Line {
    /// Land from anything else.
    Coast,
    /// Land from land.
    Inland,
    /// Water from water, or from what is off the board.
    Sea,
}

/// A piece of a line between two corners.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The areas on both sides; `None` off the board. Going from `from` to `to`, the first one is on the right.
    pub(super) sides: (Option<usize>, Option<usize>),
    pub(super) line: Line,
}

/// All lines of a board.
pub(super) struct Mesh {
    pub(super) corners: Vec<Point>,
    pub(super) edges: Vec<Edge>,
    /// The edges at each corner: the corner at the other end, and the edge's number.
    pub(super) neighbours: Vec<Vec<(usize, usize)>>,
}

type Corner = (i32, i32);

impl Mesh {
    /// Finds the lines of a board, smooths and roughens them.
    pub(super) fn of(board: &Board) -> Mesh {
        let grid = Grid::of(board);
        let mut edges: BTreeMap<(Corner, Corner), (Option<usize>, Option<usize>)> = BTreeMap::new();
        for (r, c, own) in grid.all() {
            let odd = r.rem_euclid(2);
            let (x, y) = (2 * c + 1 + odd, 3 * r + 2);
            let ring = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
            let ring = ring.map(|(dx, dy)| ((x + dx) * FINE, (y + dy) * FINE));
            let (left, right) = (c - 1 + odd, c + odd);
            let beside =
                [(r - 1, right), (r, c + 1), (r + 1, right), (r + 1, left), (r, c - 1), (r - 1, left)];
            for (i, (row, column)) in beside.into_iter().enumerate() {
                let other = grid.get(row, column);
                if other == own {
                    continue;
                }
                let (a, b) = (ring[i], ring[(i + 1) % 6]);
                let (key, sides) = if a < b { ((a, b), (own, other)) } else { ((b, a), (other, own)) };
                edges.insert(key, sides);
            }
        }
        let mut mesh = Mesh::built(board, edges);
        let ports = mesh.around_ports(board);
        mesh.smooth(Line::Coast, 3, &[]);
        mesh.smooth(Line::Inland, 4, &[]);
        mesh.smooth(Line::Sea, 2, &[]);
        // The line of a port of two cells would be pulled flat and cross itself.
        mesh.smooth(Line::Sea, 12, &ports);
        for _ in 0..board.halvings {
            mesh.halve();
        }
        if board.halvings > 0 {
            mesh.smooth(Line::Coast, 1, &[]);
            mesh.smooth(Line::Inland, 1, &[]);
        }
        mesh.roughen(board);
        mesh
    }

    /// Returns the corners on the lines around ports, in order.
    fn around_ports(&self, board: &Board) -> Vec<usize> {
        let is_port = |area: Option<usize>| area.is_some_and(|area| board.ground(area) == Ground::Port);
        self.ends_where(|edge| is_port(edge.sides.0) || is_port(edge.sides.1))
    }

    fn built(board: &Board, found: BTreeMap<(Corner, Corner), (Option<usize>, Option<usize>)>) -> Mesh {
        let mut number: BTreeMap<Corner, usize> = BTreeMap::new();
        for (a, b) in found.keys() {
            for corner in [a, b] {
                number.entry(*corner).or_insert(0);
            }
        }
        number.values_mut().enumerate().for_each(|(i, n)| *n = i);
        let lattice: Vec<Corner> = number.keys().copied().collect();
        let scale = 0.5 / f64::from(FINE);
        let corners = lattice
            .iter()
            .map(|(x, y)| at(f64::from(*x) * HALF * 2.0 * scale, f64::from(*y) * scale))
            .collect();
        let land = |area: Option<usize>| area.is_some_and(|a| board.ground(a) == Ground::Land);
        let edges = found
            .into_iter()
            .filter_map(|((a, b), sides)| {
                let line = match (land(sides.0), land(sides.1)) {
                    (true, true) => Line::Inland,
                    (false, false) => Line::Sea,
                    _ => Line::Coast,
                };
                Some(Edge { from: *number.get(&a)?, to: *number.get(&b)?, sides, line })
            })
            .collect();
        let mut mesh = Mesh { corners, edges, neighbours: Vec::new() };
        mesh.join();
        mesh
    }

    /// Notes which edges meet at each corner.
    fn join(&mut self) {
        self.neighbours = vec![Vec::new(); self.corners.len()];
        for (number, edge) in self.edges.iter().enumerate() {
            self.neighbours[edge.from].push((edge.to, number));
            self.neighbours[edge.to].push((edge.from, number));
        }
    }

    /// Returns the first kind of line that passes a corner.
    pub(super) fn line_at(&self, corner: usize) -> Line {
        let lines = self.neighbours[corner].iter().map(|(_, edge)| self.edges[*edge].line);
        lines.min().unwrap_or(Line::Sea)
    }

    /// Returns the corners next to one along lines of a kind.
    pub(super) fn along(&self, corner: usize, line: Line) -> Vec<usize> {
        let beside = self.neighbours[corner].iter();
        beside.filter(|(_, edge)| self.edges[*edge].line == line).map(|(next, _)| *next).collect()
    }

    fn ends_where(&self, wanted: impl Fn(&Edge) -> bool) -> Vec<usize> {
        let mut ends: Vec<usize> =
            self.edges.iter().filter(|edge| wanted(edge)).flat_map(|edge| [edge.from, edge.to]).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Moves each corner of a kind of line half the way to the middle of its neighbours, some times over. Corners that an
    /// earlier kind of line passes, and those that are fixed, stay.
    fn smooth(&mut self, line: Line, times: u32, fixed: &[usize]) {
        let free = |corner: &usize| self.line_at(*corner) == line && fixed.binary_search(corner).is_err();
        let moving: Vec<(usize, Vec<usize>)> = (0..self.corners.len())
            .filter(free)
            .map(|corner| (corner, self.along(corner, line)))
            .filter(|(_, beside)| beside.len() >= 2)
            .collect();
        for _ in 0..times {
            let moved = |(corner, beside): &(usize, Vec<usize>)| {
                let sum = beside.iter().fold(Point::default(), |sum, next| sum + self.corners[*next]);
                self.corners[*corner].middle(sum * (1.0 / beside.len() as f64))
            };
            let moved: Vec<Point> = moving.iter().map(moved).collect();
            for ((corner, _), place) in moving.iter().zip(moved) {
                self.corners[*corner] = place;
            }
        }
    }

    /// Puts a new corner into the middle of each edge.
    fn halve(&mut self) {
        let mut halves = Vec::with_capacity(self.edges.len() * 2);
        for edge in std::mem::take(&mut self.edges) {
            let middle = self.corners.len();
            self.corners.push(self.corners[edge.from].middle(self.corners[edge.to]));
            halves.push(Edge { to: middle, ..edge });
            halves.push(Edge { from: middle, ..edge });
        }
        self.edges = halves;
        self.join();
    }

    fn roughen(&mut self, board: &Board) {
        // The line of a port moves with the coast that it meets, or it would cross it there.
        let ports = self.around_ports(board);
        for corner in 0..self.corners.len() {
            let amount = match self.line_at(corner) {
                Line::Coast => board.roughness.coast,
                Line::Inland => board.roughness.inland,
                Line::Sea if ports.binary_search(&corner).is_ok() => board.roughness.coast,
                Line::Sea => continue,
            };
            let place = self.corners[corner];
            self.corners[corner] = place + displacement(place * board.roughness.frequency) * amount;
        }
    }
}
