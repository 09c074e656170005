//! Orders of the game master as people write them in a line: `extend by 24h`, `pause the clock, please`, `remind Anna, Ben`,
//! `replace: dirk, with: Gwen gwen@example.org`, `give everyone 24 hours more, Anna has asked me`.

use super::days::day;
use super::read::read_on;
use super::recipients::{People, parted};
use super::said::{span_of, text_node};
use super::small::{longer, minutes};
use super::words::{Words, doubts, has_words, plain_words, unmannered};
use crate::post::one_line;
use crate::sheet::{Content, Node, Span};
use crate::table::SeatInfo;
use jiff::civil::{Date, Time};

/// The most words of a line that is shown how its order is written, where it begins with one and goes on otherwise.
const MOST_WORDS: usize = 8;

/// Commands after which a length, a day or a name comes, so that a line which begins with one is hardly anything else.
const WITH_MORE: [&str; 4] = ["extend", "remind", "resend", "replace"];
/// The command that shows how things stand.
const STATUS: &str = "status";
/// Commands for several seats or numbers, with commas between them.
const LISTED: [&str; 3] = ["remind", "chance", "correct chance"];
/// Commands that are for the game as a whole, which may be named behind them: `pause the clock`.
const OF_THE_GAME: [&str; 6] = ["pause", "resume", "extend", "process", "status", "help"];

/// A line of the game master's that orders something.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// The entry `do` of a document.
    Certain(Node, Node),
    /// It may as well be said to the player whose letter it answers. The order, without manners around it.
    Perhaps(String),
}

/// Reads the section `do` in a line of the game master's: `do status`, `pause please`, `replace: dirk, with: Gwen gwen@example.org`.
/// Without `do`, a line counts only if all of it is an order, or if it begins as one and nothing else is likely. In answer to a player's
/// letter (`answers_press`) only what names all that it needs is certain: `remind Luis`, and not `continue`.
pub fn commanded(
    text: &str,
    number: usize,
    (seats, people, today): (&[SeatInfo], People<'_>, Option<Date>),
    answers_press: bool,
) -> Option<Order> {
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
    let section = |order: &str| Order::Certain(text_node(span, "do"), text_node(span, order));
    let is_sound = |order: &str| {
        let tree =
            Node { span, content: Content::Map(vec![(text_node(span, "do"), text_node(span, order))]) };
        let envelope = read_on(&tree, seats, people, today);
        envelope.faults.is_empty() && !envelope.document.act.is_empty()
    };
    let asked = plain_words(rest.trim_end_matches('?'));
    if Words::english().means("asking for the status", &asked) {
        return Some(if answers_press { Order::Perhaps(STATUS.to_owned()) } else { section(STATUS) });
    }
    if let Some(given) = given_to_all(rest, today) {
        return Some(section(&given));
    }
    let (word, behind) = begun(rest)?;
    if behind_do.is_some() {
        return Some(section(rest));
    }
    let whole = [rest].into_iter().chain(before_reason(rest)).find(|order| is_sound(order));
    let has_more = WITH_MORE.contains(&word) && !behind.trim().is_empty();
    let is_short = rest.split_whitespace().count() <= MOST_WORDS && !rest.ends_with('?');
    let is_begun = behind.starts_with(':') || WITH_MORE.contains(&word) && is_short;
    if !answers_press {
        return (whole.is_some() || is_begun).then(|| section(whole.unwrap_or(rest)));
    }
    // "Replace Pavel with Nora nora@example.org": nobody is told an address in this way.
    let names_all =
        whole.is_some() && has_more || behind.starts_with(':') || word == "replace" && rest.contains('@');
    if names_all {
        return Some(section(whole.unwrap_or(rest)));
    }
    // "Remind me on Monday" and "replace the ship with a knight" are said to the player.
    let first = plain_words(behind.split_whitespace().next().unwrap_or_default());
    let is_talk = word == "replace" || Words::english().means("in talk", &first);
    (whole.is_some() || is_begun && has_more && !is_talk).then(|| Order::Perhaps(rest.to_owned()))
}

/// Returns an order to move the deadline that is said of those who get time: `extend 24 hours` for `give everyone 24 hours more, Anna has
/// asked me`, `one more day for everybody`. What is given and no such time, though time is spoken of, is left for its writer to mend.
fn given_to_all(text: &str, today: Option<Date>) -> Option<String> {
    let words = Words::english();
    let plain = plain_words(text);
    let plain = unmannered(&plain);
    let behind = words.after("giving everybody", plain).map(str::trim);
    let what = match behind {
        Some(what) => what,
        None => {
            let head = plain.split([',', '.']).next()?.trim();
            words.all("to everybody").find_map(|all| head.strip_suffix(all)?.strip_suffix(' '))?
        }
    };
    let is_time = |length: &str| minutes(length).is_some() || deadline(length, today).is_some();
    let ends =
        [" because ", " since ", " as "].iter().filter_map(|end| what.find(end)).chain(what.find([',', '.']));
    let (head, tail) = what.split_at_checked(ends.min().unwrap_or(what.len()))?;
    let (all, head) = (longer(what), longer(head.trim()));
    let time =
        Some(all).filter(|all| is_time(all)).or(Some(head).filter(|head| is_time(head) && !doubts(tail)));
    let speaks_of_time = || behind.is_some() && words.all("more of it").any(|word| has_words(what, word));
    time.map(|time| format!("extend {time}")).or_else(|| speaks_of_time().then(|| format!("extend {what}")))
}

/// Returns what is before a part of a line that only tells why: `extend by 24h` of `extend by 24h, Anna has asked me`.
fn before_reason(text: &str) -> Option<&str> {
    let (order, reason) = text.split_once(',')?;
    let plain = plain_words(reason);
    let tells = plain.split(' ').any(|word| Words::english().means("telling why", word));
    (tells && !doubts(&plain)).then_some(order.trim())
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
    // "Remind Anna, Ben and Cleo".
    let named = parted(what);
    let value = (!what.is_empty()).then(|| match LISTED.contains(&word) && named.len() > 1 {
        true => {
            let members = named.iter().map(|member| text_node(span, member)).collect();
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
        // "The deadline of turn 6 by 24h".
        let number = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let is_of_turn = number.len() < rest.trim_start().len()
            && words.after("before what is done", number.trim_start()).is_some();
        let rest = if named.is_some() && is_of_turn { number } else { rest };
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
        let Order::Certain(key, value) = commanded(line, 1, (&seats, People::default(), today), false)?
        else {
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
            ("Please remind Stark and Greyjoy.", Act::Remind(vec![Seat(0), Seat(1)])),
            ("resend Stark", Act::Resend(Seat(0))),
            ("replace: Greyjoy, with: Gwen gwen@example.org", replace.clone()),
            ("Replace greyjoy with Gwen <gwen@example.org>", replace.clone()),
            ("- replace greyjoy, with Gwen, gwen@example.org", replace),
            ("adopt", Act::Adopt { propose: false }),
            ("Who hasn't answered yet?", Act::Status),
            ("Give everyone 24 hours more", Act::Extend(1440)),
            ("Please give everyone one more day, Anna has asked me.", Act::Extend(1440)),
            ("give everybody another 2 days because it snows", Act::Extend(2880)),
            ("two days more for everyone please", Act::Extend(2880)),
            ("Give everyone 2 more days, it snows", Act::Extend(2880)),
            ("extend by 24h, Anna has asked me", Act::Extend(1440)),
            ("extend the deadline of turn 6 by 24h", Act::Extend(1440)),
            ("extend the deadline for everyone by 24h", Act::Extend(1440)),
            ("Remind Stark, he is late again.", Act::Remind(vec![Seat(0)])),
        ] {
            assert_eq!(ordered(line), Some(Ok(act)), "{line}");
        }
        for line in [
            "extend until Friday, 20:00",
            "do extend to Friday at 20:00",
            "Give everybody until Friday 20:00.",
        ] {
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
            ("give everyone a bit more time", "envelope-extend"),
            ("extend by 24h, but only if Stark agrees", "envelope-extend"),
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
            "Give everyone my regards",
            "",
        ] {
            assert_eq!(ordered(line), None, "{line}");
        }
    }

    /// What says all that an order needs is one, whatever it answers; what a player may be told as well is asked about; and talk is none.
    #[test]
    fn in_answer_to_a_letter_an_order_is_whole_or_asked_about() {
        let seats = seats();
        let of = (&seats[..], People::default(), Some(jiff::civil::date(2026, 12, 1)));
        for line in [
            "Remind Greyjoy, please.",
            "extend the deadline by 24h",
            "Give everyone 24 hours more",
            "Replace Greyjoy with Gwen gwen@example.org",
            "Replace Pavel with Gwen gwen@example.org",
            "do pause",
            "resend Stark",
        ] {
            assert!(matches!(commanded(line, 1, of, true), Some(Order::Certain(..))), "{line}");
        }
        for line in ["Pause", "Please continue.", "remind", "Remind Sterk", "extend a bit"] {
            assert!(matches!(commanded(line, 1, of, true), Some(Order::Perhaps(_))), "{line}");
        }
        for line in [
            "Remind me on Monday",
            "Replace the ship with a knight, then.",
            "Extend my thanks to her",
            "Continue as you did before",
            "Thank you!",
        ] {
            assert_eq!(commanded(line, 1, of, true), None, "{line}");
        }
    }
}
