//! Arcs from junction to junction, and the outlines of areas that are chained from them.

use super::mesh::{Line, Mesh};
use super::point::{Point, Spline};
use crate::picture::board::Board;
use std::collections::BTreeMap;

/// A line between two junctions, or a closed one.
#[derive(Clone, Debug)]
pub struct Arc {
    pub spline: Spline,
    pub line: Line,
    /// The areas on both sides; `None` off the board.
    pub sides: (Option<usize>, Option<usize>),
    pub closed: bool,
    /// The corners at its ends.
    ends: (usize, usize),
}

/// The outlines of a board's areas; the side of a hexagon is one long.
pub struct Outlines {
    pub arcs: Vec<Arc>,
    /// For each area, closed lines.
    pub rings: Vec<Vec<Spline>>,
    pub width: f64,
    pub height: f64,
}

impl Outlines {
    /// Works out the outlines of a board.
    pub fn of(board: &Board) -> Outlines {
        let mesh = Mesh::of(board);
        let arcs = arcs(&mesh);
        let rings = (0..board.areas.len()).map(|area| rings(&arcs, area)).collect();
        let columns = board.chart.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let width = columns * 1.732_050_807_568_877_2;
        Outlines { arcs, rings, width, height: board.chart.len() as f64 * 1.5 + 0.5 }
    }
}

fn arcs(mesh: &Mesh) -> Vec<Arc> {
    let junction = |corner: usize| mesh.neighbours[corner].len() != 2;
    let mut done = vec![false; mesh.edges.len()];
    let mut arcs = Vec::new();
    // First from the junctions; what is then left are rings.
    let starts = (0..mesh.corners.len()).filter(|corner| junction(*corner)).chain(0..mesh.corners.len());
    for start in starts {
        for &(next, edge) in &mesh.neighbours[start] {
            if done[edge] {
                continue;
            }
            let (first, mut chain, mut last) = (edge, vec![start, next], edge);
            done[edge] = true;
            let mut here = next;
            while here != start && !junction(here) {
                let Some(&(there, edge)) = mesh.neighbours[here].iter().find(|(_, edge)| *edge != last)
                else {
                    break;
                };
                done[edge] = true;
                chain.push(there);
                (here, last) = (there, edge);
            }
            let edge = mesh.edges[first];
            let sides = if edge.from == start { edge.sides } else { (edge.sides.1, edge.sides.0) };
            let closed = here == start;
            let spline = match closed && !junction(start) {
                true => round(mesh, &chain),
                false => open(mesh, &chain, edge.line),
            };
            arcs.push(Arc { spline, line: edge.line, sides, closed, ends: (start, here) });
        }
    }
    arcs
}

fn middle(mesh: &Mesh, a: usize, b: usize) -> Point {
    mesh.corners[a].middle(mesh.corners[b])
}

/// Returns a closed line through the middles of its edges, with the corners as control points.
fn round(mesh: &Mesh, chain: &[usize]) -> Spline {
    let corners = &chain[..chain.len() - 1];
    let next = |i: usize| corners[(i + 1) % corners.len()];
    let curve = |i: usize| {
        let corner = next(i);
        (mesh.corners[corner], middle(mesh, corner, next(i + 1)))
    };
    let start = middle(mesh, corners[0], next(0));
    Spline { start, curves: (0..corners.len()).map(curve).collect() }
}

/// Returns a line from junction to junction.
fn open(mesh: &Mesh, chain: &[usize], line: Line) -> Spline {
    let last = chain.len() - 1;
    let (start, near, first) = end(mesh, chain[0], chain[1], line);
    let (stop, far, _) = end(mesh, chain[last], chain[last - 1], line);
    let mut curves = vec![(near, first)];
    for i in 1..last {
        curves.push((mesh.corners[chain[i]], middle(mesh, chain[i], chain[i + 1])));
    }
    curves.push((far, stop));
    Spline { start, curves }
}

/// Returns where a line ends at a junction, its control point there, and the middle of its last edge. A coast passes
/// junctions without a kink; another line ends exactly on it.
fn end(mesh: &Mesh, corner: usize, next: usize, line: Line) -> (Point, Point, Point) {
    let (place, first) = (mesh.corners[corner], middle(mesh, corner, next));
    match mesh.along(corner, Line::Coast).as_slice() {
        [a, b] if mesh.neighbours[corner].len() != 2 => {
            let (before, after) = (middle(mesh, *a, corner), middle(mesh, corner, *b));
            let on = (before + place * 2.0 + after) * 0.25;
            let from = if line == Line::Coast { place } else { on };
            (on, from.middle(first), first)
        }
        _ => (place, place.middle(first), first),
    }
}

/// Chains the arcs around an area.
fn rings(arcs: &[Arc], area: usize) -> Vec<Spline> {
    let mut rings = Vec::new();
    let mut open: BTreeMap<usize, Vec<(Spline, usize)>> = BTreeMap::new();
    for arc in arcs {
        let around = match arc.sides {
            (Some(first), _) if first == area => (arc.spline.clone(), arc.ends),
            (_, Some(second)) if second == area => (arc.spline.reversed(), (arc.ends.1, arc.ends.0)),
            _ => continue,
        };
        let (spline, (from, to)) = around;
        match arc.closed {
            true => rings.push(spline),
            false => open.entry(from).or_default().push((spline, to)),
        }
    }
    while let Some((&first, _)) = open.first_key_value() {
        let mut ring: Option<Spline> = None;
        let mut here = first;
        while let Some(mut waiting) = open.remove(&here) {
            let Some((spline, to)) = waiting.pop() else { break };
            if !waiting.is_empty() {
                open.insert(here, waiting);
            }
            match &mut ring {
                Some(ring) => ring.curves.extend(spline.curves),
                None => ring = Some(spline),
            }
            here = to;
        }
        rings.extend(ring);
    }
    rings
}
