//! The chart of `map.yaml`: a mosaic of hexagons that shows the same borders as the list.

use super::faults::{Faults, get};
use super::map::{Kind, Land, Pair, pair};
use crate::sheet::{Node, Refusal, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Off the board.
const NOTHING: &str = "..";

/// Holds the chart against the areas and the borders. A board without a chart is played without a picture.
pub(super) fn check(file: &Node, land: &Land, faults: &mut Faults) {
    let Some(node) = get(file, "chart") else { return };
    let Some(text) = faults.text(node, "chart") else { return };
    let codes: BTreeMap<&str, &str> =
        land.areas.iter().map(|(id, area)| (area.code.as_str(), id.as_str())).collect();
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split_whitespace().collect()).collect();
    // A block of text stands where its first line does.
    let place = |row: usize| Span { line: node.span.line + row, column: 1, length: 1 };
    let mut cells: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, code) in row.iter().enumerate() {
            match codes.get(code) {
                Some(id) => cells.entry(id).or_default().push((x, y)),
                None if *code == NOTHING => {}
                None => {
                    let why = Refusal::new("board-chart-code").with("code", *code);
                    let column = shown(text, y, x);
                    faults.error_at(Span { column, length: code.chars().count(), ..place(y) }, why);
                }
            }
        }
    }
    for (id, area) in &land.areas {
        let Some(here) = cells.get(id.as_str()) else {
            let why = Refusal::new("board-chart-missing").with("area", area.name.as_str());
            faults.error_at(area.span, why.with("code", area.code.as_str()));
            continue;
        };
        if !is_one_piece(here) {
            let why = Refusal::new("board-chart-apart").with("area", area.name.as_str());
            let (x, y) = here.first().copied().unwrap_or_default();
            faults.warning_at(Span { column: shown(text, y, x), length: 2, ..place(y) }, why);
        }
    }
    let touching = touching(&rows, &codes);
    let is_port = |id: &str| land.areas.get(id).is_some_and(|area| area.kind == Kind::Port);
    let of_port = |(one, other): &Pair| is_port(one) || is_port(other);
    let names = |code, (one, other): &Pair| {
        Refusal::new(code).with("one", land.name(one)).with("other", land.name(other))
    };
    for (both, (x, y)) in touching.iter().filter(|(both, _)| !of_port(both)) {
        if !land.borders.contains_key(both) && !land.rivers.contains_key(both) {
            let span = Span { column: shown(text, *y, *x), length: 2, ..place(*y) };
            faults.error_at(span, names("board-chart-touches", both));
        }
    }
    let drawn = |(one, other): &Pair| cells.contains_key(one.as_str()) && cells.contains_key(other.as_str());
    for (both, span) in land.borders.iter().filter(|(both, _)| drawn(both)) {
        if !touching.contains_key(both) && !land.links.contains(both) {
            faults.error_at(*span, names("board-chart-border", both));
        }
    }
}

/// Returns the column at which a cell stands in the file: the block of a chart is indented by two.
fn shown(text: &str, row: usize, cell: usize) -> usize {
    let line = text.lines().nth(row).unwrap_or_default();
    let start = line.len() - line.trim_start().len();
    3 + start + line.split_whitespace().take(cell).map(|code| code.chars().count() + 1).sum::<usize>()
}

/// Returns the cells beside a cell: odd rows are shifted half a cell to the right.
fn beside((x, y): (usize, usize)) -> [(isize, isize); 6] {
    let (x, y) = (x as isize, y as isize);
    let shift = y % 2;
    [
        (x - 1, y),
        (x + 1, y),
        (x + shift - 1, y - 1),
        (x + shift, y - 1),
        (x + shift - 1, y + 1),
        (x + shift, y + 1),
    ]
}

fn is_one_piece(cells: &[(usize, usize)]) -> bool {
    let all: BTreeSet<(isize, isize)> = cells.iter().map(|(x, y)| (*x as isize, *y as isize)).collect();
    let Some(first) = cells.first() else { return true };
    let mut seen = BTreeSet::from([(first.0 as isize, first.1 as isize)]);
    let mut next = vec![*first];
    while let Some(cell) = next.pop() {
        for (x, y) in beside(cell) {
            if all.contains(&(x, y)) && seen.insert((x, y)) {
                next.push((x as usize, y as usize));
            }
        }
    }
    seen.len() == all.len()
}

/// Returns the areas that touch, each pair with the first place where it does.
fn touching(rows: &[Vec<&str>], codes: &BTreeMap<&str, &str>) -> BTreeMap<Pair, (usize, usize)> {
    let at = |x: isize, y: isize| {
        let row = rows.get(usize::try_from(y).ok()?)?;
        codes.get(*row.get(usize::try_from(x).ok()?)?).copied()
    };
    let mut all = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for x in 0..row.len() {
            let Some(here) = at(x as isize, y as isize) else { continue };
            for other in beside((x, y)).into_iter().filter_map(|(x, y)| at(x, y)) {
                if other != here {
                    all.entry(pair(here, other)).or_insert((x, y));
                }
            }
        }
    }
    all
}
