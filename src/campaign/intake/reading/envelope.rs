//! The sections of a document, each read for itself: one that is not YAML costs no other.

use crate::plan::{self, Envelope, People};
use crate::post::{Found, is_opening};
use crate::sheet::{Content, Fault, Node, Span, parse};
use crate::table::SeatInfo;
use jiff::civil::Date;

/// A document as it was read, section by section.
#[derive(Default)]
pub(crate) struct Sections {
    pub(crate) envelope: Envelope,
    /// `false` if its plan, or all of it, is not YAML.
    pub(crate) is_yaml: bool,
    /// The lines of the document, from 1, that belong to no section that could be read: a plan that is not YAML or has no
    /// entries, and entries at the top that are no section. They may be lines of a plan that has lost its form.
    pub(crate) unread: Vec<usize>,
    /// The problems of `envelope` that say why the plan is not YAML.
    pub(crate) broken: Vec<Fault>,
}

/// Reads the sections of a document; `known` are the people of the campaign, and the day on which it came.
pub(crate) fn sections(
    found: &Found,
    text: &str,
    seats: &[SeatInfo],
    known: (People<'_>, Option<Date>),
) -> Sections {
    // A pasted opening contains a plan, but that must not count as a plan of this message.
    if found.document.is_err() || is_opening(text) {
        return Sections { is_yaml: true, ..Sections::default() };
    }
    let text = without_dashes(text);
    let mut read = match parse(&text) {
        Ok(node) => of_tree(node, seats, known),
        Err(faults) => of_pieces(&text, faults, seats, known),
    };
    read.envelope.faults.extend(read.broken.iter().cloned());
    read.envelope.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
    read
}

/// Returns a text with `~` in place of a dash that is a whole value, which YAML takes for an item of a list.
fn without_dashes(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix(": -") {
        Some(key) if !key.trim().is_empty() => format!("{key}: ~\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn of_tree(node: Node, seats: &[SeatInfo], known: (People<'_>, Option<Date>)) -> Sections {
    let entries = node.entries().unwrap_or_default();
    let ends = entries.iter().skip(1).map(|(key, _)| key.span.line).chain([usize::MAX]);
    let mut unread = Vec::new();
    for ((key, value), end) in entries.iter().zip(ends) {
        let name = key.text().unwrap_or_default();
        let is_formless = plan::is_plan(name) && !value.is_empty() && value.entries().is_none();
        if is_formless || !plan::is_section(name) {
            unread.extend(key.span.line..end.min(last_line(value).max(key.span.line) + 1));
        }
    }
    Sections {
        envelope: plan::read_on(&node, seats, known.0, known.1),
        is_yaml: true,
        unread,
        broken: Vec::new(),
    }
}

fn last_line(node: &Node) -> usize {
    let deepest = match &node.content {
        Content::List(members) => members.iter().map(last_line).max(),
        Content::Map(entries) => entries.iter().map(|(key, value)| last_line(value).max(key.span.line)).max(),
        _ => None,
    };
    deepest.unwrap_or_default().max(node.span.line)
}

/// The most pieces that a text is read in; nobody writes more sections, and each costs a look at the whole text.
const MOST_PIECES: usize = 100;

/// Reads a text that is not YAML piece by piece: a piece begins at each line that names a section.
fn of_pieces(
    text: &str,
    faults: Vec<Fault>,
    seats: &[SeatInfo],
    known: (People<'_>, Option<Date>),
) -> Sections {
    let lines: Vec<&str> = text.lines().collect();
    let name = |line: &str| line.split_once(':').map(|(name, _)| name.trim().to_owned()).unwrap_or_default();
    let begins = |line: &str| !line.starts_with([' ', '\t', '#', '-']) && plan::is_section(&name(line));
    let starts = (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|line| begins(line)));
    let starts: Vec<usize> = starts.take(MOST_PIECES).collect();
    if starts.is_empty() {
        let unread = (1..=lines.len()).collect();
        return Sections { envelope: Envelope::default(), is_yaml: false, unread, broken: faults };
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let mut entries = Vec::new();
    let mut read = Sections { is_yaml: true, ..Sections::default() };
    let mut wrong = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends) {
        // Empty lines before it keep the places of everything in it.
        let piece = "\n".repeat(start) + &lines.get(start..end).unwrap_or_default().join("\n");
        match parse(&piece) {
            Ok(Node { content: Content::Map(all), .. }) => entries.extend(all),
            Ok(_) => {}
            Err(faults) if plan::is_plan(&name(lines.get(start).unwrap_or(&""))) => {
                read.is_yaml = false;
                read.unread.extend(start + 1..=end);
                read.broken.extend(faults);
            }
            Err(faults) => wrong.extend(faults),
        }
    }
    let span = Span { line: starts.first().map_or(1, |start| start + 1), column: 1, length: 1 };
    let whole = Node { span, content: Content::Map(entries) };
    let of_tree = of_tree(whole, seats, known);
    read.unread.extend(of_tree.unread);
    read.unread.sort_unstable();
    read.envelope = of_tree.envelope;
    read.envelope.faults.extend(wrong);
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::intake::reading::document::no_ours;
    use crate::post::read;

    fn sections_of(text: &str) -> Sections {
        let letter = read(format!("From: a@example.org\n\n{text}").as_bytes());
        let found = no_ours(|ours| ours.document(&letter));
        let text = found.document.as_ref().map(|document| document.text.clone()).unwrap_or_default();
        sections(&found, &text, &[], (People::default(), None))
    }

    fn codes(read: &Sections) -> Vec<&str> {
        read.envelope.faults.iter().map(|fault| fault.why.code()).collect()
    }

    #[test]
    fn a_slip_costs_its_section_only() {
        let read = sections_of("plan:\n  orders: {A: march}\npress: {to: all, text: \"hello}\nfinal: yes\n");
        assert!(read.envelope.document.plan.is_some() && read.is_yaml);
        assert_eq!(codes(&read).len(), 1, "{:?}", codes(&read));
        assert!(read.unread.is_empty() && read.broken.is_empty());
        let read = sections_of("plan:\n  orders:\n    A march\n    B: raid\nfinal: yes\nask: status\n");
        assert!(read.envelope.document.is_final.is_some() && read.envelope.document.ask.len() == 1);
        assert!(!read.is_yaml && !read.broken.is_empty() && read.envelope.document.plan.is_none());
        assert_eq!(read.unread, [1, 2, 3, 4]);
    }

    #[test]
    fn lines_that_lost_their_form_are_unread() {
        let read = sections_of("plan:\norders:\nWinterfell: march+1\nfinal: yes\n");
        assert_eq!(read.unread, [2, 3]);
        assert!(read.is_yaml && read.envelope.document.is_final.is_some());
        let read = sections_of("plan:\n  orders:\n    A: -\n    B: march\n");
        assert!(read.is_yaml && codes(&read).is_empty() && read.unread.is_empty());
    }
}
