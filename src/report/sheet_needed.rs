//! What is still open of an order sheet: a receipt that refuses one line does not repeat a hundred.

use super::sheet_notes::{entry, with_notes};
use crate::sheet::{Node, parse};

/// A section of a sheet: remarks, the line that names it, and its places.
#[derive(Default)]
struct Section<'s> {
    remarks: Vec<&'s str>,
    line: &'s str,
    /// What belongs to a section that is itself one place.
    tail: Vec<&'s str>,
    places: Vec<Place<'s>>,
    /// Remarks before the next place.
    before: Vec<&'s str>,
}

struct Place<'s> {
    name: &'s str,
    lines: Vec<&'s str>,
}

/// Returns a sheet with those places only that are still needed: to which `plan` says nothing, and which the `wrong` lines name. What may be
/// decided beforehand is shown where a wrong line names no place. Empty if nothing is needed.
pub(super) fn still_needed(sheet: &str, plan: &str, wrong: &[String]) -> String {
    let tree = parse(plan).ok();
    let known = tree.as_ref().and_then(|tree| entry(tree, "plan"));
    let wrong: Vec<String> = wrong.iter().map(|line| letters(line)).collect();
    let mut lines = sheet.lines();
    // What says whose sheet it is.
    let mut all: Vec<&str> = lines.by_ref().take_while(|line| line.trim_end() != "plan:").collect();
    all.push("plan:");
    let lines: Vec<&str> = lines.collect();
    let is_end = |line: &&str| line.starts_with("# final") || line.trim_end() == "---";
    let (body, end) = lines.split_at(lines.iter().position(is_end).unwrap_or(lines.len()));
    let (sections, ahead) = sections_of(body);
    let is_named = |name: &str| wrong.iter().any(|line| line.contains(&letters(name)));
    let mut is_any = false;
    for section in &sections {
        let name = name_of(section.line);
        let filed = known.and_then(|known| entry(known, name));
        if section.is_one_place() {
            if is_open(filed) || is_named(name) {
                all.push("");
                all.extend(section.remarks.iter().chain([&section.line]).chain(&section.tail));
                is_any = true;
            }
            continue;
        }
        let needed = |place: &&Place<'_>| {
            is_open(filed.and_then(|filed| entry(filed, place.name))) || is_named(place.name)
        };
        let mut needed = section.places.iter().filter(needed).peekable();
        if needed.peek().is_some() {
            all.push("");
            all.extend(section.remarks.iter().chain([&section.line]));
            all.extend(needed.flat_map(|place| &place.lines));
            is_any = true;
        }
    }
    let names = sections.iter().flat_map(Section::names).map(letters).collect::<Vec<_>>();
    let is_vague = wrong.iter().any(|line| !names.iter().any(|name| line.contains(name)));
    if is_vague && !ahead.is_empty() {
        all.push("");
        all.extend(&ahead);
    }
    if !is_any && (!is_vague || ahead.is_empty()) {
        return String::new();
    }
    all.push("");
    all.extend(end);
    with_notes(&(all.join("\n") + "\n"), plan)
}

/// Returns the sections below `plan:`, and the remarks behind the last.
fn sections_of<'s>(body: &[&'s str]) -> (Vec<Section<'s>>, Vec<&'s str>) {
    let (mut sections, mut remarks): (Vec<Section<'_>>, Vec<&str>) = (Vec::new(), Vec::new());
    for &line in body {
        let text = line.trim_start();
        let depth = line.len() - text.len();
        let is_remark = text.starts_with('#');
        if text.is_empty() {
            continue;
        }
        match sections.last_mut() {
            _ if depth <= 2 && is_remark => remarks.push(line),
            _ if depth <= 2 => {
                sections.push(Section { remarks: std::mem::take(&mut remarks), line, ..Section::default() });
            }
            Some(section) if section.is_one_place() => section.tail.push(line),
            Some(section) if depth == 4 && !is_remark => {
                let mut lines = std::mem::take(&mut section.before);
                lines.push(line);
                section.places.push(Place { name: name_of(line), lines });
            }
            // A remark is before its place, and a deeper one behind it or below the remark.
            Some(section) => {
                match section.places.last_mut().filter(|_| depth > 4 && section.before.is_empty()) {
                    Some(place) => place.lines.push(line),
                    None => section.before.push(line),
                }
            }
            None => remarks.push(line),
        }
    }
    (sections, remarks)
}

impl<'s> Section<'s> {
    fn is_one_place(&self) -> bool {
        self.line.contains(": ~")
    }

    fn names(&self) -> impl Iterator<Item = &'s str> {
        let own = self.is_one_place().then(|| name_of(self.line));
        own.into_iter().chain(self.places.iter().map(|place| place.name).collect::<Vec<_>>())
    }
}

fn is_open(filed: Option<&Node>) -> bool {
    filed.is_none_or(|node| !node.says_something())
}

fn name_of(line: &str) -> &str {
    line.split_once(':').map_or(line, |(name, _)| name).trim().trim_matches(['"', '\''])
}

/// Returns a text as its names are compared.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "```sheet\n\n---\ncampaign: x\nplan:\n  # ORDERS\n  orders:\n    Winterfell: ~\n      # legal: all\n    White Harbor: ~\n      # legal: some\n\n  # BIDS\n  bids:\n    iron throne: ~   # 0 to 5\n  # TIES\n  ties: ~\n  answers:\n    # 1. Reward\n      # Euron\n    3/x/reward: ~\n  # MORE\n  # battle:\n  #   cards: [x]\n# final: yes\n---\n```\n";

    #[test]
    fn what_is_answered_and_was_not_refused_is_not_shown_again() {
        let plan = "plan:\n  orders: {Winterfell: march+1}\n  bids: {Iron Throne: 3}\n";
        let shown = still_needed(SHEET, plan, &[]);
        let left = [
            "ORDERS",
            "  orders:",
            "White Harbor: ~",
            "legal: some",
            "ties: ~",
            "# 1. Reward",
            "# Euron",
            "3/x/reward: ~",
        ];
        assert!(left.iter().all(|line| shown.contains(line)), "{shown}");
        let gone = ["Winterfell", "legal: all", "BIDS", "bids:", "MORE", "battle"];
        assert!(gone.iter().all(|line| !shown.contains(line)), "{shown}");
        assert!(
            shown.starts_with("```sheet\n\n---\ncampaign: x\nplan:\n")
                && shown.ends_with("# final: yes\n---\n```\n")
        );
        // What was refused is shown with what still counts there.
        let refused = still_needed(SHEET, plan, &["winterfell: raid banana".to_owned()]);
        assert!(
            refused.contains("Winterfell: ~   # now: march+1") && !refused.contains("battle"),
            "{refused}"
        );
        let vague = still_needed(SHEET, plan, &["play the big one".to_owned()]);
        assert!(vague.contains("# battle:") && !vague.contains("Winterfell"), "{vague}");
    }

    #[test]
    fn a_sheet_with_nothing_open_is_not_shown() {
        let plan = "plan:\n  orders: {Winterfell: march+1, White Harbor: raid}\n  bids: {Iron Throne: 3}\n  ties: [x]\n  answers: {3/x/reward: none}\n";
        assert_eq!(still_needed(SHEET, plan, &[]), "");
        assert_eq!(still_needed(SHEET, plan, &["WINTERFELL".to_owned()]).matches(": ~").count(), 1);
    }
}
