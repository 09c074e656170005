//! Disputes as people write them in a line: `dispute: my march`, `dispute turn 1: my march`, `dispute 1: he is right`.

use super::said::{Said, text_node};
use super::words::{Words, plain_words, unmannered};
use crate::sheet::{Content, Node, Span, whole_number};

/// Reads a line about a dispute: one that opens it has what is wrong behind a colon.
pub(super) fn dispute(text: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    let plain = plain_words(text);
    if let Some(number) = words.after("withdraw", &plain).and_then(|rest| number(rest, "of a dispute")) {
        return section(span, &[("number", &number), ("withdraw", "yes")]);
    }
    let sentence = || {
        let turn = turn_disputed(&plain)?;
        section(span, &[("turn", &turn), ("about", text.trim())])
    };
    let Some((name, rest)) = text.split_once([':', '：']) else { return sentence() };
    let (name, rest) = (plain_words(name), rest.trim());
    let said = plain_words(rest);
    if rest.is_empty() || words.means("nothing", &said) {
        return None;
    }
    if let Some(number) = words.after("close", &name).and_then(|rest| number(rest, "of a dispute")) {
        return section(span, &[("number", &number), ("close", rest)]);
    }
    // "Dispute: turn 1, my march".
    if words.means("dispute", &name)
        && let Some((head, about)) = rest.split_once([',', ':', ';'])
        && let Some(turn) = number(&plain_words(head), "about turn")
        && !about.trim().is_empty()
    {
        return section(span, &[("turn", &turn), ("about", about.trim())]);
    }
    if words.means("dispute", &name) {
        return Some(Said::section(span, "dispute", rest));
    }
    if let Some(number) = number(&name, "of a dispute") {
        let withdraws = words.means("withdraw", &said);
        let what = if withdraws { ("withdraw", "yes") } else { ("says", rest) };
        return section(span, &[("number", &number), what]);
    }
    // "I dispute the result of turn 1: my march".
    let about = words.after("dispute", &name)?.trim_start();
    let about = words.after("what is disputed", about).map_or(about, str::trim_start);
    match number(about, "about turn") {
        Some(turn) => section(span, &[("turn", &turn), ("about", rest)]),
        None => sentence(),
    }
}

/// The fewest words of a sentence that disputes something: "I dispute that" is talk.
const FEWEST: usize = 4;

/// Returns `true` for a sentence that disputes something and does not say of which turn: `I dispute the result at Riverrun`.
pub fn disputes(text: &str) -> bool {
    is_of_dispute(&plain_words(text)) && turn_disputed(&plain_words(text)).is_none()
}

/// Returns `true` for a line of which a sentence disputes something: `This is not correct! I want to dispute this.`
pub fn disputes_within(text: &str) -> bool {
    text.split_inclusive(['.', '!', '?', ';']).any(|sentence| is_of_dispute(&plain_words(sentence)))
}

fn is_of_dispute(plain: &str) -> bool {
    let is_one = Words::english().after("disputing", unmannered(plain)).is_some();
    is_one && !plain.ends_with('?') && plain.split(' ').count() >= FEWEST
}

/// Returns the number of the turn that a sentence disputes something of: `I dispute the throne in turn 3, we both bid 2`.
fn turn_disputed(plain: &str) -> Option<String> {
    let words = Words::english();
    let plain = plain.replace('#', " ");
    let about = words.after("disputing", unmannered(&plain))?;
    if plain.ends_with('?') || plain.split(' ').count() < FEWEST {
        return None;
    }
    let said: Vec<&str> =
        about.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let turns: Vec<String> = said
        .windows(2)
        .filter_map(|pair| match pair {
            [turn, number] if words.means("ask turn", turn) => {
                let said = words.place("counting", number).map(|number| number.to_string());
                said.or_else(|| whole_number(number).map(|_| (*number).to_owned()))
            }
            _ => None,
        })
        .collect();
    // Of two turns neither is the one.
    <[String; 1]>::try_from(turns).ok().map(|[turn]| turn)
}

/// Returns `true` for words that end a dispute, whatever else they lack: `close dispute 1`, `settle dispute`.
pub(super) fn is_closing(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let rest = words.after("close", &plain);
    rest.is_some_and(|rest| words.after("of a dispute", rest.trim_start()).is_some())
}

/// Returns the number behind some words, which are all that is before it.
fn number(text: &str, meaning: &str) -> Option<String> {
    let text = text.replace('#', " ");
    let words = Words::english();
    let number = words.after(meaning, text.trim())?.trim_matches(['.', ' ']);
    let said = words.place("counting", number).map(|number| number.to_string());
    said.or_else(|| whole_number(number).map(|_| number.to_owned()))
}

fn section(span: Span, entries: &[(&str, &str)]) -> Option<Said> {
    let entries = entries.iter().map(|(key, value)| (text_node(span, key), text_node(span, value)));
    let value = Node { span, content: Content::Map(entries.collect()) };
    Some(Said::Section(text_node(span, "dispute"), value))
}

#[cfg(test)]
mod tests {
    use super::super::line::said;
    use super::*;

    /// The entries that a line stands for; a text alone has no name.
    fn entries(line: &str) -> Vec<(String, String)> {
        let text = |node: &Node| node.text().unwrap_or_default().to_owned();
        match said(line, 1, None) {
            Some(Said::Section(key, value)) if key.text() == Some("dispute") => match value.entries() {
                Some(entries) => entries.iter().map(|(key, value)| (text(key), text(value))).collect(),
                None => vec![(String::new(), text(&value))],
            },
            _ => Vec::new(),
        }
    }

    #[test]
    fn the_turn_of_a_dispute_may_stand_before_or_behind_the_colon() {
        let about = |turn: &str, about: &str| {
            vec![("turn".to_owned(), turn.to_owned()), ("about".to_owned(), about.to_owned())]
        };
        for line in [
            "dispute: turn 1, my march was lost",
            "dispute turn 1: my march was lost",
            "I dispute the result of turn 1: my march was lost",
        ] {
            assert_eq!(entries(line), about("1", "my march was lost"), "{line}");
        }
        assert_eq!(entries("dispute: turn 1")[0].0, "", "a text alone");
    }

    #[test]
    fn a_sentence_that_disputes_without_a_turn_is_known() {
        assert!(disputes_within("This is not correct! I want to dispute this. Please take it back."));
        assert!(!disputes_within("I dispute that. Can I dispute the bids of turn 3?"));
        assert!(
            disputes("I dispute the result at Riverrun") && disputes("I would like to dispute the bids.")
        );
        for line in [
            "I dispute that",
            "I dispute the throne in turn 3",
            "Can I dispute the result?",
            "no dispute here, all well",
        ] {
            assert!(!disputes(line), "{line}");
        }
    }

    #[test]
    fn a_dispute_is_opened_joined_and_ended_in_a_line() {
        for (line, expected) in [
            ("dispute: my Card", &[("", "my Card")][..]),
            ("Dispute turn 2: my Card", &[("turn", "2"), ("about", "my Card")]),
            ("dispute turn two: my Card", &[("turn", "2"), ("about", "my Card")]),
            ("dispute about turn 2: my Card", &[("turn", "2"), ("about", "my Card")]),
            ("Dispute 1: He is right.", &[("number", "1"), ("says", "He is right.")]),
            ("dispute no. 1: ok?", &[("number", "1"), ("says", "ok?")]),
            ("dispute #1: ok", &[("number", "1"), ("says", "ok")]),
            ("dispute 1: withdrawn", &[("number", "1"), ("withdraw", "yes")]),
            ("I withdraw dispute 1", &[("number", "1"), ("withdraw", "yes")]),
            ("close dispute 1: The march stands.", &[("number", "1"), ("close", "The march stands.")]),
            ("dispute:", &[]),
            ("dispute 1", &[]),
            ("I dispute that", &[]),
            ("I dispute the result at Riverrun", &[]),
            ("Do I dispute the result of turn 3?", &[]),
            (
                "I dispute the throne in turn 3, we both bid 2.",
                &[("turn", "3"), ("about", "I dispute the throne in turn 3, we both bid 2.")],
            ),
            (
                "I want to dispute turn two: my march was lost",
                &[("turn", "2"), ("about", "my march was lost")],
            ),
        ] {
            let expected: Vec<(String, String)> =
                expected.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
            assert_eq!(entries(line), expected, "{line}");
        }
    }
}
