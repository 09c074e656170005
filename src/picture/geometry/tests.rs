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
        closed: false,
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

/// Checks that the outlines of a board are closed and simple.
fn examine(board: &Board) {
    let outlines = Outlines::of(board);
    for (area, rings) in outlines.rings.iter().enumerate() {
        let name = &board.areas[area].name;
        assert!(!rings.is_empty(), "{name} has an outline");
        for ring in rings {
            let points = ring.flattened(6);
            let closed = points.iter().copied().chain([points[0]]);
            let lines: Vec<(Point, Point)> = points.iter().copied().zip(closed.skip(1)).collect();
            for (i, one) in lines.iter().enumerate() {
                assert!(!lines[..i].iter().any(|other| cross(*one, *other)), "{name} crosses itself");
            }
            assert!((ring.end() - ring.start).length() < 1e-9, "{name} is closed");
        }
    }
}

#[test]
fn no_outline_crosses_itself() {
    for (halvings, bleeds) in [(0, true), (0, false), (1, false), (2, false)] {
        examine(&board(halvings, bleeds));
    }
}

#[test]
fn no_outline_of_a_real_board_crosses_itself() {
    for file in ["thrones-1e", "thrones-2e"] {
        let text = std::fs::read_to_string(format!("games/{file}/map.yaml")).expect("the game's own map");
        let (areas, chart) = text.split_once("\nchart: |\n").expect("areas, then the chart");
        let value = |line: &str, key: &str| {
            let (_, rest) = line.split_once(&format!("{key}: "))?;
            Some(rest.split([',', '}']).next()?.trim().to_owned())
        };
        let mut board = Board { bleeds: true, ..Board::default() };
        let mut codes = Vec::new();
        for line in areas.lines().filter(|line| line.starts_with("  - {id:")) {
            let ground = match value(line, "kind").expect("a kind").as_str() {
                "sea" => Ground::Sea,
                "port" => Ground::Port,
                _ => Ground::Land,
            };
            codes.push(value(line, "code").expect("a code"));
            let name = value(line, "id").expect("an id");
            let (short, printed) = (Vec::new(), Vec::new());
            board.areas.push(Area { name, short, ground, printed, wall: false, closed: false });
        }
        let rows = chart.lines().take_while(|line| line.starts_with("  ")).collect::<Vec<_>>().join("\n");
        board.chart = read_chart(&rows, |code| codes.iter().position(|known| known == code));
        assert!(board.areas.len() > 40 && board.chart.len() > 40, "{file} was read");
        examine(&board);
    }
}

#[test]
fn little_runs_over_a_seam() {
    let reach = |seams: [bool; 2]| {
        let outlines = Outlines::of(&Board { seams, ..board(0, true) });
        let points = outlines.rings.iter().flatten().flat_map(|ring| ring.flattened(4));
        let (least, most) =
            points.fold((f64::MAX, f64::MIN), |(a, b), point| (a.min(point.y), b.max(point.y)));
        (-least, most - outlines.height)
    };
    let (above, below) = reach([true, true]);
    // The edge of the chart is covered, and what runs over it is lower than the heading that hides it.
    for over in [above, below] {
        assert!((0.5..2.2).contains(&over), "{over} sides of a hexagon");
    }
    let (above, below) = reach([false, false]);
    assert!(above > 4.0 && below > 4.0, "{above}, {below}");
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
