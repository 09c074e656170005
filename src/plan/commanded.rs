//! Orders of the game master as people write them in a line: `extend by 24h`, `pause the clock, please`, `remind Anna, Ben`,
//! `replace: dirk, with: Gwen gwen@example.org`.

use super::days::day;
use super::read::read_on;
use super::recipients::People;
use super::said::{Said, span_of, text_node};
use super::words::{Words, has_words, plain_words, unmannered};
use crate::post::one_line;
use crate::sheet::{Content, Node, Span};
use crate::table::SeatInfo;
use jiff::civil::{Date, Time};

/// The most words of a line that is shown how its order is written, where it begins with one and goes on otherwise.
const MOST_WORDS: usize = 8;

/// Commands after which a length, a day or a name comes, so that a line which begins with one is hardly anything else.
const WITH_MORE: [&str; 4] = ["extend", "remind", "resend", "replace"];
/// Commands for several seats or numbers, with commas between them.
const LISTED: [&str; 3] = ["remind", "chance", "correct chance"];
/// Commands that are for the game as a whole, which may be named behind them: `pause the clock`.
const OF_THE_GAME: [&str; 6] = ["pause", "resume", "extend", "process", "status", "help"];

/// Reads the section `do` in a line of the game master's: `do status`, `pause please`, `replace: dirk, with: Gwen gwen@example.org`.
/// Without `do`, a line counts only if all of it is an order, or if it begins as one and nothing else is likely.
pub fn commanded(
    text: &str,
    number: usize,
    (seats, people, today): (&[SeatInfo], People<'_>, Option<Date>),
) -> Option<Said> {
    let span = span_of(text, number);
    let bare = text.trim().trim_start_matches(['-', '*', '•']).trim();
    let lower = bare.to_ascii_lowercase();
    let manners = unmannered(lower.trim_end_matches(['.', '!']));
    let at = lower.find(manners)?;
    // "Process anyway" is more than manners.
    let manners =
        if has_words(&lower, "anyway") { lower.get(at..)?.trim_end_matches(['.', '!']) } else { manners };
    let (bare, manners) = (bare.get(at..at + manners.len())?, manners);
    let behind_do = manners.strip_prefix("do").filter(|rest| rest.starts_with([' ', ':']));
    let rest = match behind_do {
        Some(rest) => bare.get(bare.len() - rest.len()..)?.trim_start_matches([' ', ':']),
        None => bare,
    };
    let (word, behind) = begun(rest)?;
    let section = Said::section(span, "do", rest);
    if behind_do.is_some() {
        return Some(section);
    }
    let tree = Node { span, content: Content::Map(vec![(text_node(span, "do"), text_node(span, rest))]) };
    let envelope = read_on(&tree, seats, people, today);
    let is_sound = envelope.faults.is_empty() && !envelope.document.act.is_empty();
    let is_begun = behind.starts_with(':')
        || WITH_MORE.contains(&word) && rest.split_whitespace().count() <= MOST_WORDS && !rest.ends_with('?');
    (is_sound || is_begun).then_some(section)
}

/// Returns the command that a text begins with, as it is in a document, and what is behind its words.
fn begun(text: &str) -> Option<(&'static str, &str)> {
    let lower = text.to_ascii_lowercase();
    let behind = |word: &&str| {
        let rest = lower.strip_prefix(*word)?;
        let is_end =
            rest.chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, ':' | ',' | '.' | '!'));
        is_end.then_some(rest.len())
    };
    let groups = Words::english().list("acts");
    let found =
        groups.iter().filter_map(|group| Some((group.first()?, group.iter().filter_map(behind).min()?)));
    let (word, length) = found.min_by_key(|(_, length)| *length)?;
    Some((*word, text.get(text.len() - length..)?))
}

/// Reads a command and what it is for, as in a sentence: `extend by 24h`, `remind Anna, Ben`, `rewind to 3/marches because her
/// mail lay in our spam folder`. Returns its word, its value and the whole entry; `None` if it begins with no command.
pub(super) fn spoken(text: &str, span: Span) -> Option<(Node, Option<Node>, Node)> {
    let words = Words::english();
    let (word, rest) = begun(text.trim())?;
    let rest = rest.trim();
    let reason = words.all("reason of an act").find_map(|because| {
        let at = rest.to_lowercase().find(because)?;
        let is_word = rest.get(..at).is_some_and(|before| before.is_empty() || before.ends_with([' ', ',']));
        Some((rest.get(..at)?, rest.get(at + because.len()..)?)).filter(|_| is_word)
    });
    let (what, because) = reason.map_or((rest, None), |(what, because)| (what, Some(because.trim())));
    let what = what.trim_matches([' ', ',', ':']);
    let (what, with) = match word {
        "replace" => part(what, "before a new player"),
        _ => (what, None),
    };
    let what = about(word, what);
    let value = (!what.is_empty()).then(|| match LISTED.contains(&word) && what.contains(',') {
        true => {
            let members = what.split(',').map(|member| text_node(span, member.trim())).collect();
            Node { span, content: Content::List(members) }
        }
        false => text_node(span, what),
    });
    let key = text_node(span, word);
    let mut entries = vec![(key.clone(), value.clone().unwrap_or(Node { span, content: Content::Empty }))];
    entries.extend(because.map(|because| (text_node(span, "because"), text_node(span, because))));
    entries.extend(with.map(|with| (text_node(span, "with"), text_node(span, with))));
    Some((key, value, Node { span, content: Content::Map(entries) }))
}

/// Returns what a command is for without the words that say nothing: `24h` of `the deadline by 24h, please`.
fn about<'t>(word: &str, what: &'t str) -> &'t str {
    let words = Words::english();
    let is_plain = OF_THE_GAME.contains(&word);
    let mut what = what;
    if is_plain {
        let lower = what.to_ascii_lowercase();
        // "Anyway" is more than manners here.
        if has_words(&lower, "anyway") {
            return "anyway";
        }
        let bare = unmannered(&lower);
        what = lower.find(bare).and_then(|at| what.get(at..at + bare.len())).unwrap_or(what);
    }
    let joint = |text: &str| {
        let lower = text.to_ascii_lowercase();
        let named = words.after("what acts are for", &lower).filter(|_| is_plain);
        let rest = words.after("before what is done", &lower).or(named)?;
        Some(text.len() - rest.trim_start().len())
    };
    while let Some(rest) = joint(what).and_then(|at| what.get(at..)) {
        what = rest;
    }
    what.trim()
}

/// Reads a new deadline: `until Friday`, `2026-12-05 20:00`, `to 5 December at 18:30`; `None` for the time of day if none is named.
pub fn deadline(text: &str, today: Option<Date>) -> Option<(Date, Option<Time>)> {
    let words = Words::english();
    let plain = plain_words(text);
    let plain = words.after("until", &plain).unwrap_or(&plain).trim();
    let (before, last) = plain.rsplit_once(' ').unwrap_or(("", plain));
    let time = clock_time(last);
    // A day is read whatever comes after it.
    if time.is_none() && last.contains(':') {
        return None;
    }
    let date = if time.is_some() { before } else { plain };
    let date = words.all("at a time").find_map(|at| date.strip_suffix(at)?.strip_suffix(' ')).unwrap_or(date);
    Some((day(date.trim_matches([' ', ',']), today).ok()?, time))
}

/// Reads a time of day such as `20:00`.
fn clock_time(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim_end_matches(['.', ',']).split_once(':')?;
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// Parts a text at the first of some words that stands alone in it, with or without marks around it.
fn part<'t>(text: &'t str, meaning: &str) -> (&'t str, Option<&'t str>) {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';');
    let lower = text.to_ascii_lowercase();
    let place = |word: &str| {
        let is_alone = |at: &usize| {
            let (before, behind) = (lower.get(..*at), lower.get(at + word.len()..));
            before.is_some_and(|text| text.ends_with(is_mark))
                && behind.is_some_and(|text| text.starts_with(is_mark))
        };
        lower.match_indices(word).map(|(at, _)| at).find(is_alone).map(|at| (at, at + word.len()))
    };
    let parted = Words::english().all(meaning).filter_map(place).min().and_then(|(end, begin)| {
        Some((text.get(..end)?.trim_end_matches(is_mark), text.get(begin..)?.trim_start_matches(is_mark)))
    });
    parted.map_or((text, None), |(before, behind)| (before, Some(behind.trim())))
}

/// Reads a name and an address in one line: `Eva <eva@example.org>`, `Eva, eva@example.org`.
pub(super) fn person(text: &str) -> Option<(String, String)> {
    let text = one_line(text);
    let (name, address) = text.trim().rsplit_once([' ', '<', ','])?;
    let name = name.trim_end_matches([' ', '<', ',']).trim();
    let address = address.trim_matches(['<', '>', '(', ')', '.']);
    (!name.is_empty() && !name.contains('@') && address.contains('@'))
        .then(|| (name.to_owned(), address.to_owned()))
}

/// Returns `true` if those are meant whom something is awaited of: `all`.
pub(super) fn means_all(text: &str) -> bool {
    Words::english().means("everybody", &plain_words(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Act;
    use crate::table::Seat;

    fn seats() -> Vec<SeatInfo> {
        let seat = |id: &str, name: &str| SeatInfo { id: id.to_owned(), name: name.to_owned() };
        vec![seat("stark", "Stark"), seat("greyjoy", "Greyjoy")]
    }

    /// The order that a line is, or the code of the fault that it is told.
    fn ordered(line: &str) -> Option<Result<Act, String>> {
        let seats = seats();
        let today = Some("2026-12-01".parse().unwrap());
        let Said::Section(key, value) = commanded(line, 1, (&seats, People::default(), today))? else {
            return None;
        };
        let tree = Node { span: key.span, content: Content::Map(vec![(key, value)]) };
        let mut envelope = read_on(&tree, &seats, People::default(), today);
        Some(match envelope.faults.first() {
            Some(fault) => Err(fault.why.code().to_owned()),
            None => Ok(envelope.document.act.remove(0).value),
        })
    }

    #[test]
    fn a_line_that_is_an_order_is_one() {
        let replace =
            Act::Replace { seat: Seat(1), player: "Gwen".into(), address: "gwen@example.org".into() };
        for (line, act) in [
            ("do status", Act::Status),
            ("Do: status", Act::Status),
            ("pause", Act::Pause),
            ("Pause the clock, please.", Act::Pause),
            ("Please stop the clock!", Act::Pause),
            ("resume the game", Act::Resume),
            ("continue", Act::Resume),
            ("process now", Act::Process { anyway: false }),
            ("process the window anyway", Act::Process { anyway: true }),
            ("extend the deadline by 24h", Act::Extend(1440)),
            ("Extend by two days please", Act::Extend(2880)),
            ("remind everyone", Act::Remind(Vec::new())),
            ("remind stark, greyjoy", Act::Remind(vec![Seat(0), Seat(1)])),
            ("resend Stark", Act::Resend(Seat(0))),
            ("replace: Greyjoy, with: Gwen gwen@example.org", replace.clone()),
            ("Replace greyjoy with Gwen <gwen@example.org>", replace.clone()),
            ("- replace greyjoy, with Gwen, gwen@example.org", replace),
            ("adopt", Act::Adopt { propose: false }),
        ] {
            assert_eq!(ordered(line), Some(Ok(act)), "{line}");
        }
        for line in ["extend until Friday, 20:00", "do extend to Friday at 20:00"] {
            let date = jiff::civil::date(2026, 12, 4);
            let time = Some(jiff::civil::time(20, 0, 0, 0));
            assert_eq!(ordered(line), Some(Ok(Act::ExtendTo { date, time })), "{line}");
        }
    }

    #[test]
    fn what_begins_as_an_order_is_shown_how_it_is_written_and_talk_is_none() {
        for (line, code) in [
            ("extend a bit", "envelope-extend"),
            ("do pause until monday", "envelope-do-alone"),
            ("resend", "envelope-do-seat"),
            ("remind Sterk", "envelope-house"),
            ("replace: greyjoy", "envelope-replace"),
        ] {
            assert_eq!(ordered(line), Some(Err(code.to_owned())), "{line}");
        }
        for line in [
            "Thank you all.",
            "pausing is fine with me",
            "Resume what you did before the holiday, everybody.",
            "Extend my thanks to all those who have helped with the game so far",
            "do you know where Anna is?",
            "Status quo is fine",
            "Process of elimination",
            "",
        ] {
            assert_eq!(ordered(line), None, "{line}");
        }
    }
}
