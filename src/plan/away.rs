//! Absences as people write them in a line: `away until Friday`.

use super::days::{NoDay, day};
use super::line::{Said, text_node};
use super::words::Words;
use crate::sheet::{Content, Node, Span};
use jiff::civil::Date;

/// Reads an absence. After `absent:` the days are meant, whatever they are; in a sentence they must be days.
pub(super) fn away(plain: &str, span: Span, today: Option<Date>) -> Option<Said> {
    let words = Words::english();
    let rest = words.after("away", plain)?;
    let is_section = rest.trim_start().starts_with(':');
    let rest = rest.trim_start_matches([':', ' ']);
    let rest = rest.trim_end_matches([' ', ')']);
    let rest = words
        .all("inclusive")
        .find_map(|word| rest.strip_suffix(word))
        .unwrap_or(rest)
        .trim_end_matches([' ', ',', '(']);
    let is_day = |text: &str| !matches!(day(text, today), Err(NoDay::Unknown));
    let days = split(rest, &is_day);
    let (from, to) = match days {
        Some((from, to)) if is_day(from) && is_day(to) => (from.to_owned(), to.to_owned()),
        Some((from, to)) if is_section && !to.is_empty() => (from.to_owned(), to.to_owned()),
        // Whoever is away until a day is away from now on.
        None if words.after("until", rest).is_some_and(|to| is_day(to.trim())) => {
            (today?.to_string(), words.after("until", rest)?.trim().to_owned())
        }
        None if is_day(rest) => (rest.to_owned(), rest.to_owned()),
        _ if is_section && !words.means("nothing", rest) && !rest.is_empty() => {
            (rest.to_owned(), rest.to_owned())
        }
        _ => return None,
    };
    let entry = |name: &str, value: &str| (text_node(span, name), text_node(span, value));
    let mut days = vec![entry("from", &from), entry("to", &to)];
    // What is no day is told once.
    days.truncate(if from == to && !is_day(&from) { 1 } else { 2 });
    let value = Node { span, content: Content::Map(days) };
    Some(Said::Section(text_node(span, "absent"), value))
}

/// Returns the first and the last day of an absence: what is before and after a word such as `until`, or a dash.
fn split<'t>(text: &'t str, is_day: &dyn Fn(&str) -> bool) -> Option<(&'t str, &'t str)> {
    let words = Words::english();
    let text = words.after("from", text).map_or(text, str::trim_start);
    for word in words.all("until") {
        if let Some((from, to)) = text.split_once(&format!(" {word} ")) {
            return Some((from.trim(), to.trim()));
        }
    }
    let dashes = text.match_indices(['-', '–', '—', '→']);
    let mut parts = dashes.map(|(at, dash)| (text.get(..at), text.get(at + dash.len()..)));
    parts.find_map(|(from, to)| {
        let (from, to) = (from?.trim(), to?.trim());
        (is_day(from) && is_day(to)).then_some((from, to))
    })
}
