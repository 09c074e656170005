//! Works a player's edits into the quoted order sheet around them.
//!
//! A line of the sender's own among quoted ones replaces the quoted line with the same key. It takes over
//! that line's indentation, which people seldom keep, and replaces what was below it. If no quoted line has
//! its key, it is inserted where it is.

use super::block::Candidate;
use super::yaml_line::{Open, Shape, indent, shape, value_of};
use std::collections::HashSet;

/// How many lines around an edit are searched: enough for any sheet, and little enough to be fast.
const NEAR: usize = 200;

/// A sheet with the edits worked in.
pub(super) struct MergedSheet<'a> {
    pub lines: Vec<Candidate<'a>>,
    /// Pairs of a quoted line and the own line that replaced it.
    pub replaced: Vec<(usize, usize)>,
    /// The sender's lines that were worked in.
    pub edits: HashSet<usize>,
}

struct Entry<'a> {
    cand: Candidate<'a>,
    /// Where it goes: after the line with the first number, by the second among several.
    place: (usize, usize),
    is_own: bool,
    gone: Option<usize>,
    is_placed: bool,
}

/// Works the sender's lines into the quoted ones. Both must be in the order of their numbers.
pub(super) fn merge<'a>(quoted: &[Candidate<'a>], own: &[Candidate<'a>]) -> MergedSheet<'a> {
    let entry = |cand: &Candidate<'a>, is_own: bool| Entry {
        cand: cand.clone(),
        place: (cand.line, cand.line),
        is_own,
        gone: None,
        is_placed: !is_own,
    };
    let mut entries: Vec<Entry<'a>> = quoted
        .iter()
        .map(|cand| entry(cand, false))
        .chain(own.iter().map(|cand| entry(cand, true)))
        .collect();
    entries.sort_by_key(|entry| entry.cand.line);
    let mut n = 0;
    while n < entries.len() {
        let is_open = entries.get(n).is_some_and(|entry| entry.is_own && !entry.is_placed);
        n = if is_open { place(&mut entries, n) } else { n + 1 };
    }
    let replaced = entries.iter().filter_map(|entry| Some((entry.cand.line, entry.gone?))).collect();
    let mut kept: Vec<Entry<'a>> =
        entries.into_iter().filter(|entry| entry.is_placed && entry.gone.is_none()).collect();
    kept.sort_by_key(|entry| entry.place);
    let edits = kept.iter().filter(|entry| entry.is_own).map(|entry| entry.cand.line).collect();
    MergedSheet { lines: kept.into_iter().map(|entry| entry.cand).collect(), replaced, edits }
}

/// Places the own line `n` and the deeper ones below it; returns the line to continue with.
fn place(entries: &mut [Entry<'_>], n: usize) -> usize {
    let Some((text, line)) = entries.get(n).map(|entry| (entry.cand.text.clone(), entry.cand.line)) else {
        return n + 1;
    };
    let before = (n.saturating_sub(NEAR)..n).rev().find(|at| {
        entries.get(*at).is_some_and(|e| e.is_placed && e.gone.is_none() && !e.cand.text.is_empty())
    });
    let is_open = before
        .and_then(|at| entries.get(at))
        .is_some_and(|e| Open::default().after(value_of(&e.cand.text)).goes_on());
    if let (Shape::Pair { key, value }, false) = (shape(&text), is_open)
        && let Some(target) = target(entries, n, key, indent(&text))
    {
        return replace(entries, n, target, line, value.is_empty());
    }
    let Some(deep) = depth_here(entries, n, before, &text, is_open) else { return n + 1 };
    let shift = deep as isize - indent(&text) as isize;
    let end = end_of_run(entries, n, indent(&text));
    for entry in entries.iter_mut().take(end).skip(n) {
        let depth = indent(&entry.cand.text).saturating_add_signed(shift);
        entry.cand.text = format!("{}{}", " ".repeat(depth), entry.cand.text.trim_start()).into();
        entry.is_placed = true;
    }
    end
}

/// Returns the quoted line with this key: the nearest above, or else one of the next three below; the same
/// depth first.
fn target(entries: &[Entry<'_>], n: usize, key: &str, depth: usize) -> Option<usize> {
    let key = key.to_lowercase();
    let is_same = |at: &usize| {
        let quoted = entries.get(*at).filter(|entry| !entry.is_own && entry.gone.is_none());
        let shape = quoted.map(|entry| shape(&entry.cand.text));
        matches!(shape, Some(Shape::Pair { key: known, .. }) if known.to_lowercase() == key)
    };
    let near: Vec<usize> = (n.saturating_sub(NEAR)..n)
        .rev()
        .filter(is_same)
        .chain((n + 1..entries.len().min(n + 4)).filter(is_same))
        .collect();
    let same_depth =
        near.iter().find(|at| entries.get(**at).is_some_and(|entry| indent(&entry.cand.text) == depth));
    same_depth.or(near.first()).copied()
}

fn replace(entries: &mut [Entry<'_>], n: usize, target: usize, line: usize, is_empty: bool) -> usize {
    let Some((deep, place)) = entries.get(target).map(|entry| (indent(&entry.cand.text), entry.place.0))
    else {
        return n + 1;
    };
    let own_depth = entries.get(n).map_or(0, |entry| indent(&entry.cand.text));
    let end = end_of_run(entries, n, own_depth);
    let shift = deep as isize - own_depth as isize;
    let keeps_children = is_empty && end == n + 1;
    let target_is_empty = entries.get(target).is_some_and(|entry| value_of(&entry.cand.text).is_empty());
    for (at, entry) in entries.iter_mut().enumerate().skip(target).take(5 * NEAR) {
        let depth = indent(&entry.cand.text);
        let is_item = target_is_empty && depth == deep && shape(&entry.cand.text) == Shape::Item;
        if at > target && !entry.is_own && !entry.cand.text.is_empty() && depth <= deep && !is_item {
            break;
        }
        if !entry.is_own && (at == target || !keeps_children) {
            entry.gone = Some(line);
        }
    }
    for entry in entries.iter_mut().take(end).skip(n) {
        let depth = indent(&entry.cand.text).saturating_add_signed(shift);
        entry.cand.text = format!("{}{}", " ".repeat(depth), entry.cand.text.trim_start()).into();
        entry.place = (place, entry.cand.line);
        entry.is_placed = true;
    }
    end
}

/// Returns the end of the deeper own lines below an own line.
fn end_of_run(entries: &[Entry<'_>], n: usize, depth: usize) -> usize {
    let below = entries
        .iter()
        .skip(n + 1)
        // An empty line is not deeper.
        .take_while(|entry| entry.is_own && indent(&entry.cand.text) > depth);
    n + 1 + below.count()
}

/// Returns the indentation of a line that replaces nothing; `None` if it does not belong to the sheet.
fn depth_here(
    entries: &[Entry<'_>],
    n: usize,
    before: Option<usize>,
    text: &str,
    is_open: bool,
) -> Option<usize> {
    let above = &*entries.get(before?)?.cand.text;
    let below = entries
        .iter()
        .skip(n + 1)
        .take(NEAR)
        .find(|entry| !entry.is_own && !entry.cand.text.is_empty())
        .map(|entry| &*entry.cand.text);
    let (depth, up) = (indent(text), indent(above));
    if is_open {
        return Some(up + 2);
    }
    let is_parent = value_of(above).is_empty() && matches!(shape(above), Shape::Pair { .. });
    let child = below.map(indent).filter(|below| *below > up).unwrap_or(up + 2);
    match shape(text) {
        Shape::Pair { .. }
            if depth == up && !is_parent || Some(depth) == below.map(indent) || is_parent && depth > up =>
        {
            Some(depth)
        }
        Shape::Pair { .. } if is_parent => Some(child),
        Shape::Pair { .. } => Some(match shape(above) {
            // A further key of a list's entry goes below its first.
            Shape::Item => {
                if depth == 0 {
                    up.saturating_sub(2)
                } else {
                    depth.max(up + 2)
                }
            }
            _ => up,
        }),
        Shape::Item if shape(above) == Shape::Item => Some(up),
        Shape::Item if is_parent => {
            Some(below.filter(|below| shape(below) == Shape::Item).map_or(child, indent))
        }
        Shape::Item => below.filter(|below| shape(below) == Shape::Item).map(indent),
        // The value of a key whose place was left empty, or the rest of a wrapped line.
        Shape::Other
            if is_parent
                && below.is_none_or(|below| indent(below) <= up)
                && text.split_whitespace().count() <= 6 =>
        {
            Some(up + 2)
        }
        Shape::Other => {
            let first = text.trim().split(' ').next().unwrap_or_default().chars().count();
            let long = above.chars().count();
            (!is_parent && (50..=85).contains(&long) && long + 3 + first > 70).then_some(up + 2)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `>` marks quoted lines, everything else is the sender's.
    fn merged(text: &str) -> String {
        let (mut quoted, mut own) = (Vec::new(), Vec::new());
        for (line, text) in text.lines().enumerate() {
            match text.strip_prefix('>') {
                Some(text) => quoted.push(Candidate { line, text: text.into() }),
                None => own.push(Candidate { line, text: text.into() }),
            }
        }
        merge(&quoted, &own).lines.iter().map(|cand| format!("{}\n", cand.text)).collect()
    }

    #[test]
    fn a_line_takes_the_place_of_the_quoted_one() {
        assert_eq!(
            merged(
                ">plan:\n>  orders:\n>    A: hold\n>    B: hold\nA: march+0\n>  bids: {x: 0}\nbids: {x: 3}\nI am not sure about this"
            ),
            "plan:\n  orders:\n    A: march+0\n    B: hold\n  bids: {x: 3}\n"
        );
    }

    #[test]
    fn what_was_below_goes_with_it() {
        assert_eq!(
            merged(
                ">plan:\n>  marches:\n>    - {from: A}\n>    - {from: B}\n  marches:\n    - {from: C}\n>final: no\nfinal: yes"
            ),
            "plan:\n  marches:\n    - {from: C}\nfinal: yes\n"
        );
    }

    /// Items may stand as deep as the name above them, and go with it; what stands as deep and is no item stays.
    #[test]
    fn items_as_deep_as_their_name_go_with_it() {
        let marches = ">plan:\n>  marches:\n>  - {from: A}\n>  - {from: B}\n";
        assert_eq!(
            merged(&format!("{marches}>  bids: {{x: 0}}\n  marches:\n    - {{from: C}}")),
            "plan:\n  marches:\n    - {from: C}\n  bids: {x: 0}\n"
        );
        assert_eq!(
            merged(">plan:\n>  orders: {A: hold}\n>  bids: {x: 0}\n  orders: {A: raid}"),
            "plan:\n  orders: {A: raid}\n  bids: {x: 0}\n"
        );
    }

    #[test]
    fn an_edit_has_the_depth_of_what_it_replaces() {
        assert_eq!(
            merged(">plan:\n>  orders:\n>    A: hold\n      A:\n        march: x\n>    B: hold"),
            "plan:\n  orders:\n    A:\n      march: x\n    B: hold\n"
        );
        assert_eq!(
            merged(">plan:\n>      A: hold\nA:\n  march: x\n>      B: hold"),
            "plan:\n      A:\n        march: x\n      B: hold\n"
        );
    }

    #[test]
    fn new_lines_are_put_in_where_they_stand() {
        assert_eq!(
            merged(">plan:\n>  orders:\nA: hold\nB: march\n>  bids:\n>    x: 1"),
            "plan:\n  orders:\n    A: hold\n    B: march\n  bids:\n    x: 1\n"
        );
        assert_eq!(
            merged(">plan:\n>  marches:\n>    - {from: A}\n- {from: B}\n>final:\nyes"),
            "plan:\n  marches:\n    - {from: A}\n    - {from: B}\nfinal:\n  yes\n"
        );
        assert_eq!(
            merged(">plan:\n>  orders: {A: hold,\nB: march}"),
            "plan:\n  orders: {A: hold,\n    B: march}\n"
        );
    }

    /// What may be the end of a wrapped line stands below one of 50 to 85 characters, which had no room for it.
    #[test]
    fn the_end_of_a_line_goes_on_one_that_programs_wrap() {
        for (long, first, goes_on) in [
            (49, 30, false),
            (50, 30, true),
            (70, 1, true),
            (85, 1, true),
            (86, 1, false),
            (60, 7, false),
            (60, 8, true),
        ] {
            let above = format!("  a: {}", "x".repeat(long - 5));
            let end = format!("{} and the rest of the words of the line", "y".repeat(first));
            let is = merged(&format!(">plan:\n>{above}\n{end}\n>  b: 1"));
            // Deeper than what it goes on.
            assert_eq!(is.contains(&format!("\n    {end}\n")), goes_on, "{long} {first}");
            assert_eq!(is.contains(&end), goes_on, "{long} {first}");
        }
    }
}
