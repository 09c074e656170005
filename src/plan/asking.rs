//! Lines that ask for something to be sent: `help`, `send me the map`, `status?`, `rules about raids`, `explain 1 Riverrun`.

use super::said::Said;
use super::words::Words;
use crate::sheet::Span;

/// The most words of what is to be explained: with more, it is a question to a person.
const MOST_WORDS: usize = 5;

/// Reads what is asked for in a few words: `help`, `send me the map`, `rules about raids`.
pub(super) fn asks(plain: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    let sent = words.after("send me", plain).map(|rest| rest.trim_start_matches([':', ' ']));
    let what = sent.unwrap_or(plain);
    alone(what, span).or_else(|| about(what, sent.is_some(), span))
}

/// Reads a thing that can be asked for, in its own words and no others: `status`.
fn alone(what: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    if words.means("asking who is awaited", what) {
        return words.all("ask status").next().map(|status| Said::section(span, "ask", status));
    }
    ["ask help", "ask status", "ask map", "ask sheet", "ask rules", "ask history", "ask new key"]
        .into_iter()
        .find(|meaning| words.means(meaning, what))
        .and_then(|meaning| words.all(meaning).next())
        .map(|what| Said::section(span, "ask", what))
}

/// Reads a chapter of the rules or a result to explain: `rules about raids`, `explain 1 Riverrun`. `Rules are rules` asks for none, and
/// `explain to me how` is said to a person.
fn about(what: &str, is_sent: bool, span: Span) -> Option<Said> {
    let words = Words::english();
    let word = words.all("ask explain").next().filter(|word| what.starts_with(word));
    // "Ask: help raven" is about the rules too; "help me" is said to a person.
    let help = || words.after("ask help", what).filter(|_| is_sent);
    let (meaning, rest) = match word {
        Some(_) => ("ask explain", words.after("ask explain", what)?),
        None => ("ask rules", words.after("ask rules", what).or_else(help)?),
    };
    let topic = rest.trim_start_matches([':', ' ']);
    let is_marked = rest.starts_with(':') || is_sent;
    let behind = words.after("about", topic).map(str::trim_start);
    let is_marked = is_marked || behind.is_some() || meaning == "ask explain";
    let topic = behind.unwrap_or(topic);
    let first = topic.split(' ').next().unwrap_or_default();
    let is_topic = !first.is_empty()
        && topic.split(' ').count() <= MOST_WORDS
        && !words.means("questions", first)
        && !words.means("people", first)
        && !words.means("address", first);
    let name = words.all(meaning).next()?;
    (is_marked && is_topic).then(|| Said::section(span, "ask", &format!("{name} {topic}")))
}
