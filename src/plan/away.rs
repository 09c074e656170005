//! Absences as people write them in a line: `away until Friday`.

use super::days::{NoDay, day, period};
use super::document::Play;
use super::said::{Said, text_node};
use super::words::{Words, doubts, is_nothing, plain_words, truth, unmannered};
use crate::sheet::{Content, Node, Span};
use jiff::civil::Date;

/// Reads an absence, with a heading, a greeting or a reason behind it, or who plays meanwhile: `away 4.9. to 7.9., my orders:`,
/// `away until Friday, the steward plays`, `away 4.9. to 7.9., stand-in: bea@example.org`.
pub(super) fn away(plain: &str, span: Span, today: Option<Date>) -> Option<Said> {
    let words = Words::english();
    // "I am not away this weekend after all".
    let taken_back =
        words.after("back", plain).is_some() && words.all("after all").any(|end| plain.ends_with(end));
    if words.means("back", plain) || taken_back {
        return Some(Said::section(span, "absent", "none"));
    }
    // "Yes, but I'm away next week" may be an objection.
    let plain = if words.after("contrast", plain).is_some() { plain } else { conjoined(plain) };
    // "I can't play 1.12. to 3.12., Ana ana@example.org plays for me": whoever names a stand-in is away.
    let renamed = match begun(plain) {
        Some(_) => None,
        None => {
            let rest = words.after("away perhaps", plain).filter(|rest| played_by(rest).is_some())?;
            Some(format!("{}{rest}", words.all("away").next()?))
        }
    };
    let plain = renamed.as_deref().unwrap_or(plain);
    let is_talk = |tail: &str| {
        let tail = tail.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        // "Away 1 to 3 December and 10 to 12 December" gives other days, and no reason.
        let is_day = |text: &str| !matches!(day(text, today), Err(NoDay::Unknown));
        let gives_days = |reason: &str| is_day(reason) || split(reason, &is_day).is_some();
        let because =
            words.after("reasons", tail).is_some_and(|reason| !gives_days(reason.trim())) && !doubts(tail);
        because
            || words.means("headings", tail)
            || words.means("courtesy", tail)
            || unmannered(tail).is_empty()
    };
    let plays = |tail: &str| {
        let tail = tail.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        // "Away until Friday and should like the game to wait".
        let tail = words.after("and", tail).map_or(tail, str::trim_start);
        words.place("while away", unmannered(tail)).and_then(|place| Play::ALL.get(place).copied())
    };
    // "stand-in: bea@example.org", "my stand-in is bea@example.org".
    let stands_in = |tail: &'_ str| -> Option<String> {
        // Behind a mark alone: "until 2 January, Ana … plays" is not away until the 2nd of the month before.
        let is_apart = tail.starts_with([',', ';']);
        let tail = tail.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        let Some(who) = words.after("standing in", tail) else {
            return played_by(tail).filter(|_| is_apart);
        };
        let who = who.trim_matches([':', '=', ' ', '<', '>', ')', '.']);
        (who.contains('@') && !who.contains(' ')).then(|| who.to_owned())
    };
    let ends = plain.char_indices().filter(|(_, c)| matches!(c, ' ' | ',' | ';')).map(|(at, _)| at);
    absence(plain, (None, None), span, today).or_else(|| {
        let mut parts = ends.filter_map(|at| Some((plain.get(..at)?, plain.get(at..)?)));
        let read = |(head, tail)| {
            if let Some(booked) = returns(head, tail, span, today) {
                return Some(booked);
            }
            let meanwhile = (plays(tail), stands_in(tail));
            let says = meanwhile != (None, None) || is_talk(tail);
            says.then(|| absence(head, meanwhile, span, today)).flatten()
        };
        parts.find_map(read)
    })
}

/// Returns the address in a line that names a stand-in and nothing else: `stand-in: owen@example.org`.
pub fn names_stand_in(text: &str) -> Option<String> {
    let plain = plain_words(text);
    let who = Words::english().after("standing in", unmannered(&plain))?;
    let who = who.trim_matches([':', '=', ' ', '<', '>', ')', '.']);
    (who.contains('@') && !who.contains(' ')).then(|| who.to_owned())
}

/// Returns the only address in words that say that somebody plays for their writer: `my cousin Ana (ana@example.org) plays for me`.
fn played_by(text: &str) -> Option<String> {
    let words = Words::english();
    let text = text.trim_end_matches(['.', '!', ' ']);
    let plays = words.all("plays for another").any(|end| text.ends_with(end));
    let mut addresses = text.split([' ', ',', '(', ')', '<', '>']).filter(|word| word.contains('@'));
    let only = addresses.next().filter(|_| addresses.next().is_none() && plays);
    only.map(str::to_owned)
}

/// Reads an absence behind which its end is said once more: `from Friday till Sunday, back on Monday`. `None` if the two do not fit together.
fn returns(head: &str, tail: &str, span: Span, today: Option<Date>) -> Option<Said> {
    let words = Words::english();
    let tail = tail.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
    let back = words.after("back on", tail)?.trim_start();
    let back = words.after("on", back).map_or(back, str::trim_start);
    let said = absence(head, (None, None), span, today)?;
    let Said::Section(_, value) = &said else { return None };
    let (from, to) = match value.entries()? {
        [(_, from), (_, to), ..] => (from.text()?, to.text()?),
        _ => return None,
    };
    let last = day(to, day(from, today).ok()).ok()?;
    (day(back, Some(last)).ok()? == last.tomorrow().ok()?).then_some(said)
}

/// Returns what follows the words that begin an absence: `away`, `I shall be out of the office`.
fn begun(text: &str) -> Option<&str> {
    let words = Words::english();
    words.after("away", text).or_else(|| {
        let state = words.after("being", text)?.trim_start();
        words.after("away", state).or_else(|| words.after("away said", state))
    })
}

/// Returns a text without words before it that say nothing: `but I'm away until Friday`.
fn conjoined(mut text: &str) -> &str {
    let words = Words::english();
    while let Some(rest) = words.after("before away", text) {
        text = rest.trim_start_matches([' ', ',', ':', '-', '.']);
    }
    text
}

/// Returns days of the coming weeks as an example of an absence, the first and the last.
pub fn example_of_absence(today: Date) -> Option<(String, String)> {
    let first = today.checked_add(jiff::ToSpan::days(7)).ok()?;
    Some((first.to_string(), first.checked_add(jiff::ToSpan::days(3)).ok()?.to_string()))
}

/// Returns the first and the last day that a line names somewhere, if it names two that belong together: `I will be travelling from Monday
/// until Wednesday by the way`, or one alone: `also I am away on Saturday`. Days that are over are none.
pub fn days_named(text: &str, today: Date) -> Option<(String, String)> {
    const FEWEST: usize = 3;
    const MOST: usize = 8;
    const OF_ONE: std::ops::RangeInclusive<usize> = 2..=4;
    let plain = plain_words(text);
    let marks = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '!' | '?' | '(' | ')');
    let words: Vec<&str> = plain.split(marks).filter(|word| !word.is_empty()).take(1 << 7).collect();
    let away = Words::english().all("away").next()?;
    let span = Span { line: 1, column: 1, length: 1 };
    let read = |from: usize, to: usize| {
        let text = format!("{away} {}", words.get(from..to)?.join(" "));
        let Said::Section(_, value) = absence(&text, (None, None), span, Some(today))? else { return None };
        let mut days = value.entries()?.iter().filter_map(|(_, value)| value.text());
        // "Until Wednesday" is that after the first day.
        let first = day(days.next()?, Some(today)).ok()?;
        let last = day(days.next()?, Some(first)).ok()?;
        (today <= last).then_some((first, last))
    };
    let is_two = |(first, last): &(Date, Date)| first < last;
    let runs = (FEWEST..=MOST).rev().flat_map(|length| (0..words.len()).map(move |at| (at, at + length)));
    let two = |(from, to)| Some((from, to, read(from, to).filter(is_two)?));
    let mut found: Vec<_> = runs.filter_map(two).collect();
    if found.is_empty() {
        // "Away on 9 December", but not "back on 9 December".
        let is = |at: usize, meaning| words.get(at).is_some_and(|word| Words::english().means(meaning, word));
        let is_begun = |at: &usize| is(*at, "on a day") && at.checked_sub(1).is_some_and(|at| is(at, "away"));
        let begins = (0..words.len()).filter(is_begun);
        let one = |at: usize| {
            let mut runs = OF_ONE.rev().map(|length| (at, at + length));
            runs.find_map(|(from, to)| Some((from, to, read(from, to).filter(|days| !is_two(days))?)))
        };
        found.extend(begins.filter_map(one));
    }
    let (from, to, (first, last)) = found.first()?;
    // Of two absences neither is the one.
    let is_one = found.iter().all(|(begin, end, _)| begin < to && from < end);
    is_one.then(|| (first.to_string(), last.to_string()))
}

/// Returns `true` for an absence with its colon, as its section is written: `away: 4.12. to 6.12.`.
pub fn is_absence_section(text: &str) -> bool {
    let plain = plain_words(text);
    begun(&plain).is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// Returns `true` for few words that only put off what their writer owes: `Sorry, tomorrow!`
pub fn puts_off(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let is_one = |word: &str| words.means("delays", word) || words.place("weekdays", word).is_some();
    plain.split(|c: char| !c.is_alphanumeric()).any(is_one)
}

/// Returns `true` for a text that begins by being sorry and tells why: `Sorry, was ill`.
pub fn excuses(text: &str) -> bool {
    let (words, plain) = (Words::english(), plain_words(text));
    let is_reason = |word: &str| words.means("excuses", word);
    words
        .after("being sorry", &plain)
        .is_some_and(|rest| rest.split(|c: char| !c.is_alphanumeric()).any(is_reason))
}

/// Returns `true` for a line of which a sentence begins as an absence does, or says when one ends, and names a day or a length of time.
pub fn hints_at_absence(text: &str) -> bool {
    let (words, plain) = (Words::english(), plain_words(text));
    // "Back to Throne 2" is where somebody comes back to, not when.
    let is_place =
        |rest: &str| rest.split_whitespace().next().is_some_and(|word| words.means("back to", word));
    let names_time = |rest: &str| {
        rest.split(|c: char| !c.is_alphanumeric()).any(|word| {
            word.starts_with(|c: char| c.is_ascii_digit()) && !is_place(rest)
                || words.means("time hints", word)
                || ["weekdays", "months"].iter().any(|days| words.place(days, word).is_some())
        })
    };
    let begins = |part: &str| {
        let part = conjoined(unmannered(part.trim()));
        let begins = begun(part)
            .or_else(|| ["back on", "away perhaps"].into_iter().find_map(|list| words.after(list, part)));
        begins.is_some_and(names_time)
    };
    // A question at the end tells nothing, but what stands before it may.
    let told = match plain.ends_with('?') {
        true => {
            [". ", "! ", "? "].iter().filter_map(|end| plain.rfind(end)).max().and_then(|at| plain.get(..at))
        }
        false => Some(plain.as_str()),
    };
    let Some(told) = told else { return false };
    let ends =
        told.char_indices().filter(|(_, c)| matches!(c, ',' | '.' | '!' | '?' | ';' | '–' | '—' | '('));
    begins(told) || ends.into_iter().any(|(at, mark)| told.get(at + mark.len_utf8()..).is_some_and(begins))
}

/// Reads an absence; who plays and who stands in meanwhile were read behind it. After `absent:` the days are meant, whatever they are; in a sentence they must be days.
fn absence(
    plain: &str,
    (play, stand_in): (Option<Play>, Option<String>),
    span: Span,
    today: Option<Date>,
) -> Option<Said> {
    let words = Words::english();
    let rest = begun(plain)?;
    let is_section = rest.trim_start().starts_with(':');
    let rest = rest.trim_start_matches([':', ' ']);
    if is_section && (is_nothing(rest) || truth(rest) == Some(false)) {
        return Some(Said::section(span, "absent", "none"));
    }
    let rest = words.after("on", rest).map_or(rest, str::trim_start);
    let rest = rest.trim_end_matches([' ', ')']);
    let rest = words
        .all("inclusive")
        .find_map(|word| rest.strip_suffix(word))
        .unwrap_or(rest)
        .trim_end_matches([' ', ',', '(']);
    let is_day = |text: &str| !matches!(day(text, today), Err(NoDay::Unknown));
    let days = split(rest, &is_day);
    let named = period(rest, today).map(|(from, to)| (from.to_string(), to.to_string()));
    let (from, to) = match named.or(days) {
        Some((from, to)) if is_day(&from) && is_day(&to) => (from, to),
        Some((from, to)) if is_section && !to.is_empty() => (from, to),
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
    days.truncate(if from == to && day(&from, today).is_err() { 1 } else { 2 });
    days.extend(play.map(|play| entry("play", play.id())));
    days.extend(stand_in.map(|who| entry("stand-in", &who)));
    let value = Node { span, content: Content::Map(days) };
    Some(Said::Section(text_node(span, "absent"), value))
}

/// Returns the first and the last day of an absence: what is before and after a word such as `until`, or a dash.
fn split(text: &str, is_day: &dyn Fn(&str) -> bool) -> Option<(String, String)> {
    let words = Words::english();
    let text = words.after("from", text).map_or(text, str::trim_start);
    // "The 24th".
    let bare = |text: &'_ str| -> String {
        let text = text.trim();
        words.after("of", text).map_or(text, str::trim_start).to_owned()
    };
    for word in words.all("until") {
        if let Some((from, to)) = text.split_once(&format!(" {word} ")) {
            return Some(completed(&bare(from), &bare(to)));
        }
    }
    let dashes = text.match_indices(['-', '–', '—', '→']);
    let mut parts = dashes.map(|(at, dash)| (text.get(..at), text.get(at + dash.len()..)));
    parts.find_map(|(from, to)| {
        let (from, to) = completed(from?.trim(), to?.trim());
        (is_day(&from) && is_day(&to)).then_some((from, to))
    })
}

/// Returns two days with the month of one that only the other has: `3 to 4 December`, `December 3 - 4`.
fn completed(from: &str, to: &str) -> (String, String) {
    let ends: Vec<&str> = Words::english().all("ordinals").chain(["."]).collect();
    let digits = |word: &str| {
        let bare = ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
        let is_date = (1..=2).contains(&bare.len()) && bare.bytes().all(|byte| byte.is_ascii_digit());
        is_date.then(|| bare.to_owned())
    };
    let with_date = |day: &str, date: &str| {
        let start = day.find(|c: char| c.is_ascii_digit())?;
        let rest = day.get(start..)?;
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (length <= 2).then(|| format!("{}{date}{}", &day[..start], &rest[length..]))
    };
    let whole = |bare: &str, other: &str| {
        let date = digits(bare).filter(|_| digits(other).is_none())?;
        with_date(other, &date)
    };
    (whole(from, to).unwrap_or_else(|| from.to_owned()), whole(to, from).unwrap_or_else(|| to.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excuse_is_sorry_and_tells_why() {
        for text in ["sorry was ill", "Sorry, I was away!", "My apologies, busy week"] {
            assert!(excuses(text), "{text}");
        }
        for text in ["sorry", "a sorry heron", "ill wind", "sorry purple heron"] {
            assert!(!excuses(text), "{text}");
        }
    }

    #[test]
    fn days_are_found_in_a_sentence() {
        let today: Date = "2026-12-01".parse().unwrap();
        let named = |text: &str| days_named(text, today).map(|(from, to)| format!("{from} {to}"));
        for (text, days) in [
            (
                "Ready when you are! I will be travelling from Monday until Wednesday by the way.",
                "2026-12-07 2026-12-09",
            ),
            ("I cannot play 24.12. to 26.12., sorry", "2026-12-24 2026-12-26"),
            ("also: I am away on 9 December, I think", "2026-12-09 2026-12-09"),
            ("we are on the road from 1 to 5 January but I have my phone", "2027-01-01 2027-01-05"),
        ] {
            assert_eq!(named(text).as_deref(), Some(days), "{text}");
        }
        let two = "away 1 to 3 January and 10 to 12 January";
        let over = "I was away 2026-11-20 to 2026-11-22";
        for text in [
            "away for 3 days",
            two,
            over,
            "back on 3 December",
            "not here on Saturday",
            "on Friday or on Sunday I cannot play",
            "",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn when_an_absence_ends_may_be_said_twice_if_it_is_the_same() {
        let today = "2026-12-01".parse().ok();
        let span = Span { line: 1, column: 1, length: 1 };
        for (text, is_booked) in [
            ("i'm away from friday till sunday, back on monday", true),
            ("away 5.12. to 7.12., i'll be back on 8.12.", true),
            ("away from friday till sunday, back on friday", false),
            ("away from friday till sunday, back on tuesday", false),
            ("away, back on monday", false),
        ] {
            assert_eq!(away(text, span, today).is_some(), is_booked, "{text}");
        }
    }
}
