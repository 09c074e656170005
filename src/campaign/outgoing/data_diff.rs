//! The lines that a ruling changes in the game's data, as people are shown them.

use crate::campaign::state::entries::{Ruling, RulingChange};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::report::model::LinesChanged;
use std::collections::BTreeMap;

/// Texts with more differing lines than this are shown as one change, to bound the work.
const MOST_LINES: usize = 1500;

/// Returns the changed lines of each data file that a ruling corrects, by file.
///
/// # Errors
/// If the ledger cannot be replayed, or a data file cannot be read.
pub(crate) fn data_diff(
    rules: Rules<'_>,
    ruling: &Ruling,
) -> Result<BTreeMap<String, Vec<LinesChanged>>, CampaignError> {
    let mut all = BTreeMap::new();
    if !ruling.changes.iter().any(|change| matches!(change, RulingChange::Data { .. })) {
        return Ok(all);
    }
    let then = Record::at(rules, ruling.after)?;
    for change in &ruling.changes {
        let RulingChange::Data { file, text, .. } = change else { continue };
        let was = rules.text_of(&then, file)?.unwrap_or_default();
        all.insert(file.clone(), line_diff(&was, text));
    }
    Ok(all)
}

/// Returns the places where two texts differ, in order; lines count from 1.
fn line_diff(was: &str, is: &str) -> Vec<LinesChanged> {
    let (old, new): (Vec<&str>, Vec<&str>) = (was.lines().collect(), is.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let old = old.get(..old.len() - end).unwrap_or_default();
    let new = new.get(..new.len() - end).unwrap_or_default();
    let mut all: Vec<LinesChanged> = Vec::new();
    let (mut o, mut n, mut together) = (0, 0, false);
    let common = if old.len().max(new.len()) > MOST_LINES { Vec::new() } else { common(old, new) };
    let mut note = |o: usize, was: Option<&str>, is: Option<&str>, together: bool| {
        if !together {
            all.push(LinesChanged { line: start + o + 1, was: Vec::new(), is: Vec::new() });
        }
        if let Some(last) = all.last_mut() {
            last.was.extend(was.map(str::to_owned));
            last.is.extend(is.map(str::to_owned));
        }
    };
    for (own, other) in common.into_iter().chain([(old.len(), new.len())]) {
        for line in old.get(o..own).unwrap_or_default() {
            note(o, Some(line), None, together);
            together = true;
        }
        for line in new.get(n..other).unwrap_or_default() {
            note(own, None, Some(line), together);
            together = true;
        }
        (o, n, together) = (own + 1, other + 1, false);
    }
    all.into_iter().flat_map(one_by_one).filter_map(without_blanks).collect()
}

/// Leaves out blank lines, which say nothing; `None` if nothing is left.
fn without_blanks(mut place: LinesChanged) -> Option<LinesChanged> {
    for lines in [&mut place.was, &mut place.is] {
        lines.retain(|line| !line.trim().is_empty());
    }
    (!place.was.is_empty() || !place.is.is_empty()).then_some(place)
}

/// Pairs the old and new lines of a place if there are equally many of both.
fn one_by_one(place: LinesChanged) -> Vec<LinesChanged> {
    let LinesChanged { line, was, is } = place;
    if was.len() != is.len() {
        return vec![LinesChanged { line, was, is }];
    }
    let pairs = was.into_iter().zip(is).enumerate();
    pairs.map(|(at, (was, is))| LinesChanged { line: line + at, was: vec![was], is: vec![is] }).collect()
}

/// Returns a longest common subsequence of lines, as places in both texts, from 0.
fn common(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    // The length of the longest common subsequence from each pair of places on.
    let mut best = vec![0_u32; (old.len() + 1) * width];
    let at = |best: &[u32], o: usize, n: usize| best.get(o * width + n).copied().unwrap_or(0);
    for (o, line) in old.iter().enumerate().rev() {
        for (n, other) in new.iter().enumerate().rev() {
            let length = match line == other {
                true => at(&best, o + 1, n + 1) + 1,
                false => at(&best, o + 1, n).max(at(&best, o, n + 1)),
            };
            if let Some(place) = best.get_mut(o * width + n) {
                *place = length;
            }
        }
    }
    let (mut o, mut n, mut all) = (0, 0, Vec::new());
    while let (Some(line), Some(other)) = (old.get(o), new.get(n)) {
        if line == other {
            all.push((o, n));
            (o, n) = (o + 1, n + 1);
        } else if at(&best, o + 1, n) >= at(&best, o, n + 1) {
            o += 1;
        } else {
            n += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(was: &str, is: &str) -> Vec<(usize, String, String)> {
        line_diff(was, is).into_iter().map(|l| (l.line, l.was.join("|"), l.is.join("|"))).collect()
    }

    fn line(at: usize, was: &str, is: &str) -> (usize, String, String) {
        (at, was.to_owned(), is.to_owned())
    }

    #[test]
    fn only_lines_that_differ_are_listed_with_their_places() {
        assert_eq!(changes("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(changes("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n"), [line(2, "b", "B"), line(5, "", "e")]);
        assert_eq!(changes("a\nb\nc\nd\n", "x\na\nc\nd\n"), [line(1, "", "x"), line(2, "b", "")]);
        assert_eq!(changes("a\nb\n", "c\n"), [line(1, "a|b", "c")]);
        assert_eq!(changes("a\nb\n", "c\nd\n"), [line(1, "a", "c"), line(2, "b", "d")]);
        assert_eq!(changes("", "a\nb"), [line(1, "", "a|b")]);
        assert_eq!(changes("a\n", "a\n\nb\n"), [line(2, "", "b")]);
        assert_eq!(changes("a\nb\n", "a\n\nb\n \n"), []);
        assert_eq!(changes("a\na\na\n", "a\na\n"), [line(3, "a", "")]);
    }

    /// The new text, made of the old one and what is listed.
    fn applied(was: &str, changes: &[LinesChanged]) -> String {
        let old: Vec<&str> = was.lines().collect();
        let (mut at, mut made) = (0, Vec::new());
        for change in changes {
            made.extend(&old[at..change.line - 1]);
            at = change.line - 1 + change.was.len();
            assert_eq!(old[change.line - 1..at], change.was, "{was:?}: {changes:?}");
            made.extend(change.is.iter().map(String::as_str));
        }
        made.extend(&old[at..]);
        made.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The most lines that two texts have in common, tried one by one.
    fn most_in_common(old: &[&str], new: &[&str]) -> usize {
        match (old, new) {
            ([one, old @ ..], [other, new @ ..]) if one == other => 1 + most_in_common(old, new),
            ([_, fewer @ ..], [_, less @ ..]) => most_in_common(fewer, new).max(most_in_common(old, less)),
            _ => 0,
        }
    }

    #[test]
    fn drawn_texts_follow_from_each_other_by_as_few_lines_as_can_be() {
        let mut dice = fastrand::Rng::with_seed(7);
        let mut text =
            || -> String { (0..dice.usize(..8)).map(|_| ["a\n", "b\n", "c\n"][dice.usize(..3)]).collect() };
        for _ in 0..500 {
            let (was, is) = (text(), text());
            let changes = line_diff(&was, &is);
            assert_eq!(applied(&was, &changes), is, "{was:?}: {changes:?}");
            let (old, new): (Vec<&str>, Vec<&str>) = (was.lines().collect(), is.lines().collect());
            let listed: usize = changes.iter().map(|change| change.was.len() + change.is.len()).sum();
            let least = old.len() + new.len() - 2 * most_in_common(&old, &new);
            assert_eq!(listed, least, "{was:?}, {is:?}: {changes:?}");
        }
    }

    #[test]
    fn texts_too_long_to_compare_are_one_change() {
        let old: String = (0..=MOST_LINES).map(|n| format!("{n}\n")).collect();
        let new = format!("first\n{old}last\n");
        let all = line_diff(&old, &new);
        assert_eq!((all.len(), all[0].line, all[0].is.len()), (1, 1, MOST_LINES + 3));
    }

    /// Of two texts that differ in very many lines what they have in common is not looked for.
    #[test]
    fn of_how_many_lines_the_common_ones_are_found() {
        let numbered =
            |name: &str, count: usize| (0..count).map(|n| format!("{name}{n}\n")).collect::<String>();
        for (was, is, parts) in
            [(MOST_LINES, 10, 2), (MOST_LINES + 1, 10, 1), (10, MOST_LINES, 2), (10, MOST_LINES + 1, 1)]
        {
            let text = |name: &str, count: usize| {
                format!("{}same\n{}", numbered(name, 3), numbered(name, count - 4))
            };
            let (was, is) = (text("a", was), text("b", is));
            let found = line_diff(&was, &is);
            let together = found.iter().filter(|part| part.was.len() != part.is.len()).count();
            let has_same = found.iter().any(|part| part.was.iter().any(|line| line == "same"));
            assert_eq!((together, has_same), (1, parts == 1), "{} {}", was.len(), is.len());
        }
    }
}
