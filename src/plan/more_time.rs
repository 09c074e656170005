//! Lines that ask for more time without the form of a vote: `Could we have 2 days more?`, `can we have until Sunday pls`.

use super::commanded::deadline;
use super::small::minutes;
use super::words::{Words, has_words, plain_words};
use jiff::civil::{Date, Time};

/// How long an extension is that names no length, in minutes.
const USUAL: u32 = 24 * 60;

/// The most words of a day and its time: `Sunday 6 December at 20:00`.
const LONGEST_DAY: usize = 5;

/// How much more time a line asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoreTime {
    Minutes(u32),
    /// Until this day, and the time of day if one is named.
    Until(Date, Option<Time>),
}

/// Returns how much time a line asks for; `None` if it asks for none. What only tells of time does not: `another day, another battle`.
/// `today` is the day on which it came.
pub fn asks_for_time(text: &str, today: Option<Date>) -> Option<MoreTime> {
    let words = Words::english();
    let plain = plain_words(text);
    let sentence = plain.split_inclusive(['.', '!', '?']).find(|sentence| wishes(sentence))?;
    let is_mark = |c: char| !c.is_alphanumeric() && c != ':';
    let said: Vec<&str> = sentence.split(is_mark).filter(|word| !word.is_empty()).collect();
    let pairs = said.windows(2).filter_map(|pair| minutes(&pair.join(" ")));
    // "2 more days".
    let parted = said.windows(3).filter_map(|all| match all {
        [number, more, unit] if words.means("more", more) => minutes(&format!("{number} {unit}")),
        _ => None,
    });
    if let Some(minutes) = pairs.chain(parted).max() {
        return Some(MoreTime::Minutes(minutes));
    }
    let day = (0..said.len()).find_map(|at| day_behind(&said, at, today));
    match day {
        Some((date, time)) => Some(MoreTime::Until(date, time)),
        None if words.all("more time").any(|more| has_words(sentence, more)) => {
            Some(MoreTime::Minutes(USUAL))
        }
        // "Can I have until you answer?"
        None => None,
    }
}

/// Returns `true` for a line that asks others not to wait for its writer.
pub fn asks_not_to_wait(text: &str) -> bool {
    let plain = plain_words(text);
    Words::english().all("not to wait").any(|phrase| has_words(&plain, phrase))
}

/// Returns `true` for a line that seems to ask for time, whatever day it names.
pub fn may_ask_for_time(text: &str) -> bool {
    plain_words(text).split_inclusive(['.', '!', '?']).any(wishes)
}

/// Returns how much more time a line names, whoever is to have it: `give Pauline 24 hours more`. In minutes.
pub fn names_time(text: &str) -> Option<u32> {
    let words = Words::english();
    let plain = plain_words(text);
    let said: Vec<&str> =
        plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_more = said.iter().any(|word| words.means("more", word))
        || words.all("more time").any(|more| has_words(&plain, more));
    let pairs = said.windows(2).filter_map(|pair| minutes(&pair.join(" ")));
    let parted = said.windows(3).filter_map(|all| match all {
        [number, more, unit] if words.means("more", more) => minutes(&format!("{number} {unit}")),
        _ => None,
    });
    let alone = said.iter().filter_map(|word| minutes(word));
    pairs.chain(parted).chain(alone).max().filter(|_| is_more)
}

fn wishes(sentence: &str) -> bool {
    let words = Words::english();
    let wishes = sentence.ends_with('?') || words.all("wishes").any(|wish| has_words(sentence, wish));
    let has_phrase = words.all("more time").any(|more| has_words(sentence, more));
    wishes && (has_phrase || has_until(sentence))
}

/// Returns `true` for a sentence that wants to have, or to move something, until then: `we have until Sunday`.
fn has_until(sentence: &str) -> bool {
    let words = Words::english();
    let untils = || words.all("until");
    words
        .all("time given")
        .any(|given| has_words(sentence, given) && untils().any(|until| has_words(sentence, until)))
}

/// Returns the day behind a word such as "until".
fn day_behind(said: &[&str], at: usize, today: Option<Date>) -> Option<(Date, Option<Time>)> {
    let words = Words::english();
    said.get(at).filter(|word| words.means("until", word))?;
    (1..=LONGEST_DAY).rev().find_map(|length| {
        let day = said.get(at + 1..at + 1 + length)?;
        deadline(&day.join(" "), today)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_for_time_is_known_with_its_length() {
        for (text, hours) in [
            ("could we have 2 days more?", 48),
            ("Hi Maria, can we get two more days?", 48),
            ("I need another day to decide", 24),
            ("Please move the deadline, I am on a train", 24),
            ("Sorry! Is there any chance of an extension?", 24),
            ("may I have 12 hours more", 12),
            ("extend till sunday please", 24),
            ("Would it be possible to have a week more? I am ill", 168),
            // Whoever names two lengths needs the longer.
            ("Could we have 12 hours more, or better 2 days?", 48),
            ("Could we have 2 days more, or at least 12 hours?", 48),
        ] {
            assert_eq!(asks_for_time(text, None), Some(MoreTime::Minutes(hours * 60)), "{text}");
        }
        for text in [
            "Another day, another battle",
            "I have had more time than I needed",
            "Can my ship stay there for 2 days?",
            "When is the deadline?",
            "",
            "Can I have until you answer?",
        ] {
            assert_eq!(asks_for_time(text, None), None, "{text}");
        }
    }

    #[test]
    fn a_time_is_known_that_somebody_is_to_have() {
        for (text, hours) in [
            ("give Pauline 24 hours more", 24),
            ("Pauline gets 2 more days.", 48),
            ("extend the window by another 12h", 12),
        ] {
            assert_eq!(names_time(text), Some(hours * 60), "{text}");
        }
        for text in ["Pauline needs 24 hours", "more time for Pauline", "give Pauline the map"] {
            assert_eq!(names_time(text), None, "{text}");
        }
    }

    /// The day until which it is asked for, near the day on which the line came.
    #[test]
    fn a_wish_for_a_day_is_known_with_it() {
        let today = jiff::civil::date(2026, 12, 1);
        let sunday = MoreTime::Until(jiff::civil::date(2026, 12, 6), None);
        for text in [
            "Could we extend till Sunday?",
            "can we have until sunday pls",
            "can we move the deadline to Sunday",
            "I need until Sunday, sorry",
            "Any chance to get till 6 December?",
        ] {
            assert_eq!(asks_for_time(text, Some(today)), Some(sunday), "{text}");
        }
        let evening = MoreTime::Until(jiff::civil::date(2026, 12, 6), Some(jiff::civil::time(18, 0, 0, 0)));
        assert_eq!(asks_for_time("could we have until sunday 18:00?", Some(today)), Some(evening));
        for text in ["I am away until Sunday", "Does a pass last until Sunday?", "we have until sunday"] {
            assert_eq!(asks_for_time(text, Some(today)), None, "{text}");
        }
    }
}
