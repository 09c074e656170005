//! The sections of a document, each read for itself: one that is not YAML costs no other.

use super::forms::IDENTITY;
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
    let text = without_marks_of_nothing(text);
    let mut read = match parse(&text) {
        Ok(node) => of_tree(node, seats, known),
        Err(faults) => of_pieces(&text, faults, seats, known),
    };
    read.envelope.faults.extend(read.broken.iter().cloned());
    read.envelope.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
    read
}

/// Returns a text with `~` in place of a dash that is a whole value, which YAML takes for an item of a list, and without a `~`
/// below which something is filled in: who takes the hash away from a line of the sheet leaves the `~` above it.
fn without_marks_of_nothing(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_filled = |at: usize, line: &str| {
        let says = |below: &&&str| !below.trim().is_empty() && !below.trim_start().starts_with('#');
        let below = lines.iter().skip(at + 1).find(says);
        below.is_some_and(|below| {
            let is_item = below.trim_start().starts_with("- ");
            indent(below) > indent(line) || is_item && indent(below) == indent(line)
        })
    };
    let line = |(at, line): (usize, &&str)| {
        let bare = line.split(" #").next().unwrap_or_default().trim_end();
        match (line.strip_suffix(": -"), bare.strip_suffix(": ~")) {
            (Some(key), _) if !key.trim().is_empty() => format!("{key}: ~\n"),
            (_, Some(key)) if !key.trim().is_empty() && is_filled(at, line) => format!("{key}:\n"),
            _ => format!("{line}\n"),
        }
    };
    lines.iter().enumerate().map(line).collect()
}

fn of_tree(node: Node, seats: &[SeatInfo], known: (People<'_>, Option<Date>)) -> Sections {
    let entries = node.entries().unwrap_or_default();
    let ends = entries.iter().skip(1).map(|(key, _)| key.span.line).chain([usize::MAX]);
    let mut unread = Vec::new();
    for ((key, value), end) in entries.iter().zip(ends) {
        let name = key.text().unwrap_or_default();
        let is_formless = plan::is_plan(name) && !value.is_empty() && value.entries().is_none();
        // "final: pass" may be a line of orders.
        let is_line = value.text().is_some_and(|value| plan::is_final_with_more(name, value));
        if is_formless || is_line || !plan::is_section(name) {
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
                let Parted { sections, unread, broken } = of_plan(&lines, (start, end), faults);
                entries.extend(sections);
                read.unread.extend(unread);
                read.broken.extend(broken);
            }
            Err(faults) => match free_text(&lines, (start, end)) {
                Some(entry) => entries.push(entry),
                None => {
                    // The lines are read one by one, as if they were in no document.
                    let (first, from) = alone(&lines, start);
                    if let Some(from) = from {
                        read.unread.extend(from..=end);
                        read.broken.extend(faults.iter().cloned());
                    } else {
                        wrong.extend(faults);
                    }
                    entries.extend(first);
                }
            },
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

/// Returns the entry of the first line of a piece that is not YAML, if it is whole by itself, and the number of the first line that may
/// be read without it: lines right below a key belong to no section, and what the game master orders needs no form.
fn alone(lines: &[&str], start: usize) -> (Option<(Node, Node)>, Option<usize>) {
    let line = lines.get(start).copied().unwrap_or_default();
    let name = line.split_once(':').map(|(name, _)| name.trim()).unwrap_or_default();
    if plan::is_command(name) {
        return (None, Some(start + 1));
    }
    if !IDENTITY.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return (None, None);
    }
    match parse(&("\n".repeat(start) + line)) {
        Ok(Node { content: Content::Map(all), .. }) => (all.into_iter().next(), Some(start + 2)),
        _ => (None, None),
    }
}

/// Returns a section of one line whose value is a text, as its writer typed it: `chance: Kantine heute: Linsensuppe`.
fn free_text(lines: &[&str], (start, end): (usize, usize)) -> Option<(Node, Node)> {
    let (name, text) = lines.get(start)?.split_once(':')?;
    let is_alone = lines.get(start + 1..end)?.iter().all(|line| line.trim().is_empty());
    if !is_alone || !plan::is_free_text(name.trim()) || text.trim().is_empty() {
        return None;
    }
    let begins = name.chars().count() + 1 + text.chars().take_while(|c| c.is_whitespace()).count();
    let node = |from: usize, text: &str| {
        let text = text.trim();
        let span = Span { line: start + 1, column: from + 1, length: text.chars().count() };
        Node { span, content: Content::Text(text.to_owned()) }
    };
    Some((node(0, name), node(begins, text)))
}

/// What is left of a plan that is not YAML as a whole.
struct Parted {
    /// `plan:` with the sections that have their form; `None` without any.
    sections: Option<(Node, Node)>,
    unread: Vec<usize>,
    broken: Vec<Fault>,
}

/// Reads a plan that is not YAML section by section, so that a slip costs its own; `faults` are those of the whole. Only
/// sections with entries of their own are told from other lines without knowing the game.
fn of_plan(lines: &[&str], (start, end): (usize, usize), faults: Vec<Fault>) -> Parted {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let says = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let body = lines.get(start + 1..end).unwrap_or_default();
    let level = body.iter().copied().find(|line| says(line)).map_or(0, indent);
    let begins = |at: &usize| {
        let is_key = |line: &&str| !line.trim_start().starts_with(['-', '#']) && line.contains(':');
        lines.get(*at).is_some_and(|line| says(line) && indent(line) == level && is_key(line))
    };
    let starts: Vec<usize> = (start + 1..end).filter(begins).take(MOST_PIECES).collect();
    let ends = starts.iter().skip(1).copied().chain([end]);
    let (mut key, mut sections) = (None, Vec::new());
    let mut parted = Parted { sections: None, unread: Vec::new(), broken: Vec::new() };
    for (from, to) in starts.iter().copied().zip(ends) {
        // Empty lines keep the places of everything in it.
        let before = "\n".repeat(start) + "plan:" + &"\n".repeat(from - start);
        let piece = before + &lines.get(from..to).unwrap_or_default().join("\n");
        let found = parse(&piece).map(|node| match node.content {
            Content::Map(all) => all.into_iter().next(),
            _ => None,
        });
        match found {
            Ok(Some((plan, Node { content: Content::Map(all), .. })))
                if all
                    .iter()
                    .all(|(_, value)| matches!(value.content, Content::Map(_) | Content::List(_))) =>
            {
                key = Some(plan);
                sections.extend(all);
            }
            Ok(_) => parted.unread.extend(from + 1..=to),
            Err(faults) => {
                parted.unread.extend(from + 1..=to);
                parted.broken.extend(faults);
            }
        }
    }
    match key {
        Some(key) if level > 0 && !parted.broken.is_empty() => {
            parted.unread.splice(0..0, start + 2..=*starts.first().unwrap_or(&start));
            let value = Node { span: key.span, content: Content::Map(sections) };
            parted.sections = Some((key, value));
            parted
        }
        _ => Parted { sections: None, unread: (start + 1..=end).collect(), broken: faults },
    }
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
        // A line of an example without its heading: the other sections of the plan keep their form.
        let read = sections_of(
            "plan:\n  orders:\n    A: march\n    - {from: A, at: [B]}\n  marches:\n    - {from: A, to: B}\n  otherwise: ask\n",
        );
        let plan = read.envelope.document.plan.unwrap().value;
        let names: Vec<_> = plan.entries().unwrap().iter().filter_map(|(key, _)| key.text()).collect();
        assert_eq!((names.as_slice(), read.unread.as_slice()), (&["marches"][..], &[2, 3, 4, 7][..]));
        assert_eq!(read.broken[0].span.unwrap().line, 4);
    }

    /// A text has a line to itself: empty lines may follow in its section, and nothing else, with empty lines between or without.
    #[test]
    fn a_text_of_one_line_has_nothing_below_it() {
        for (lines, is_text) in [
            (&["chance: a: b"][..], true),
            (&["chance: a: b", "", "  "], true),
            (&["chance: a: b", "c"], false),
            (&["chance: a: b", "", "  c"], false),
            (&["chance: a: b", "  c", ""], false),
            (&["chance:  "], false),
            (&["plan: a: b"], false),
            (&["chance"], false),
        ] {
            let found = free_text(lines, (0, lines.len()));
            let text = found.as_ref().and_then(|(_, text)| text.text());
            assert_eq!(text, Some("a: b").filter(|_| is_text), "{lines:?}");
        }
        // What stands above and below it is of other sections.
        let (name, text) = free_text(&["seat: x", "chance:  a: b", "final: yes"], (1, 2)).unwrap();
        assert_eq!((name.span.line, name.span.column, text.span.column, text.span.length), (2, 1, 10, 4));
    }

    #[test]
    fn a_colon_in_a_text_is_a_colon() {
        let read = sections_of("chance: Kantine heute: Linsensuppe\nfinal: yes\n");
        assert_eq!(codes(&read), [""; 0]);
        assert_eq!(read.envelope.document.chance.unwrap().value, "Kantine heute: Linsensuppe");
        assert!(read.envelope.document.is_final.is_some());
        let read = sections_of("chance: [soup\n");
        assert_eq!(read.envelope.document.chance.unwrap().value, "[soup");
    }

    /// Where each section is well by itself, the whole is not, and nobody knows which of them is meant.
    #[test]
    fn a_section_that_comes_twice_leaves_nothing_of_the_plan() {
        let read = sections_of("plan:\n  orders: {A: march}\n  orders: {B: raid}\nfinal: yes\n");
        assert!(read.envelope.document.plan.is_none() && read.envelope.document.is_final.is_some());
        assert!(!codes(&read).is_empty() || !read.broken.is_empty());
        assert_eq!(read.unread, [1, 2, 3]);
    }

    #[test]
    fn lines_that_lost_their_form_are_unread() {
        let read = sections_of("plan:\norders:\nWinterfell: march+1\nfinal: yes\n");
        assert_eq!(read.unread, [2, 3]);
        assert!(read.is_yaml && read.envelope.document.is_final.is_some());
        let read = sections_of("plan:\n  orders:\n    A: -\n    B: march\n");
        assert!(read.is_yaml && codes(&read).is_empty() && read.unread.is_empty());
    }

    /// Lines that are in no section are read one by one, whether the whole has its form or only some of its pieces.
    #[test]
    fn lines_of_no_section_are_unread_beside_a_slip() {
        for (text, unread) in [
            ("final: yes\nfoo: bar\nask: status\n", &[2][..]),
            ("final: yes\nfoo: bar\nchance: a: b\n", &[2]),
            ("final: yes\nfoo: bar\nmore: x\nchance: a: b\nother: y\n", &[2, 3]),
            ("chance: a: b\nplan: left\nfinal: yes\n", &[2]),
            ("chance: a: b\nplan: {bid: 1}\nfinal: yes\n", &[]),
        ] {
            assert_eq!(sections_of(text).unread, unread, "{text}");
        }
    }
}
