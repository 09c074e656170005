//! Outlines are simple rings that share their borders.

use super::{Outlines, Point};
use crate::picture::board::{Area, Board, Ground, read_chart};

/// Two lands, an island, two seas and a port.
const CHART: &str = "\
    s s s s s s s s t t
     s s a a a s s t t
    s s a a a a a s t t
     s a a a a b b t t
    s s a a b b p p t t
     s s a b b b p p t
    s s s s b b b t t t
     s i i s b b t t t
    s i i s s s t t t t
     s s s s s s t t t
    s s s s s s t t t t";

fn board(halvings: u32, bleeds: bool) -> Board {
    let codes = ["a", "b", "i", "s", "t", "p"];
    let ground = |code: &str| match code {
        "s" | "t" => Ground::Sea,
        "p" => Ground::Port,
        _ => Ground::Land,
    };
    let area = |code: &&str| Area {
        name: (*code).to_owned(),
        short: Vec::new(),
        ground: ground(code),
        printed: Vec::new(),
        wall: false,
    };
    let chart = read_chart(CHART, |code| codes.iter().position(|known| *known == code));
    Board { areas: codes.iter().map(area).collect(), chart, halvings, bleeds, ..Board::default() }
}

/// Returns `true` if two pieces of lines cross.
fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let apart = |p: f64, q: f64| p * q < -1e-12;
    apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b))
}

fn area_of(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>() / 2.0
}

#[test]
fn no_outline_crosses_itself() {
    for (halvings, bleeds) in [(0, true), (0, false), (1, false), (2, false)] {
        let outlines = Outlines::of(&board(halvings, bleeds));
        for (area, rings) in outlines.rings.iter().enumerate() {
            assert!(!rings.is_empty(), "area {area} has an outline");
            for ring in rings {
                let points = ring.flattened(6);
                let closed = points.iter().copied().chain([points[0]]);
                let lines: Vec<(Point, Point)> = points.iter().copied().zip(closed.skip(1)).collect();
                for (i, one) in lines.iter().enumerate() {
                    assert!(
                        !lines[..i].iter().any(|other| cross(*one, *other)),
                        "area {area} crosses itself"
                    );
                }
                assert!((ring.end() - ring.start).length() < 1e-9, "area {area} is closed");
            }
        }
    }
}

#[test]
fn neighbours_share_their_borders() {
    let outlines = Outlines::of(&board(0, false));
    // Seen from both sides, every curve of a border is the same: the areas of all rings add up to that of the whole.
    let sum: f64 = outlines.rings.iter().flatten().map(|ring| area_of(&ring.flattened(6))).sum();
    let rim = outlines.arcs.iter().filter(|arc| arc.sides.0.is_none() != arc.sides.1.is_none());
    let whole: f64 = rim
        .map(|arc| {
            let inward = if arc.sides.0.is_some() { arc.spline.clone() } else { arc.spline.reversed() };
            let mut points = inward.flattened(6);
            points.push(inward.end());
            points.windows(2).map(|w| w[0].x * w[1].y - w[0].y * w[1].x).sum::<f64>() / 2.0
        })
        .sum();
    assert!((sum - whole).abs() < 1e-6, "{sum} is not {whole}");
    assert!(whole > 100.0);
}

#[test]
fn an_island_lies_in_its_sea() {
    let outlines = Outlines::of(&board(0, true));
    let [sea, island] = [3, 2].map(|area| outlines.rings[area].len());
    assert_eq!(island, 1);
    assert!(sea >= 2, "the sea has a hole for the island");
}
