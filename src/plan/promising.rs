//! Lines that only say that their writer will answer later: `Not sure yet, will answer tonight!` They tell nothing of a plan.

use super::words::{Words, plain_words};

/// Returns `true` for a line of which every word belongs to such a promise, and one names a time: `Orders follow on Friday`, but not
/// `I march on Friday`, whose writer may mean the game.
pub fn promises(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let is_time = |word: &str| {
        words.means("delays", word)
            || words.means("time hints", word)
            || words.place("weekdays", word).is_some()
    };
    let is_length = |word: &str| {
        ["after a time", "minutes", "hours", "days", "weeks"].iter().any(|of| words.means(of, word))
    };
    let all: Vec<&str> =
        plain.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    // "At 8", "2 days": any other number may be an answer.
    let is_of_time = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| all.get(at));
        before.is_some_and(|word| words.means("before a time", word))
            || all.get(at + 1).is_some_and(|word| is_length(word))
    };
    let is_word = |(at, word): (usize, &&str)| {
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        is_time(word) || words.means("promising", word) || is_number && is_of_time(at)
    };
    // "Not sure yet" says when, too: not now.
    let is_open = |word: &&str| is_time(word) || words.means("open yet", word);
    all.iter().any(is_open) && all.iter().enumerate().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_says_when_and_nothing_of_the_plan() {
        for text in [
            "Not sure yet, will answer tonight!",
            "Orders follow tonight",
            "Sorry, I am ill, orders on Friday",
            "I'll send my plan tomorrow evening at 8",
            "Give me until tomorrow",
            "Sorry, busy until Monday",
            "I need another day to decide",
            "Not sure yet",
            "Not sure yet, will tell you later",
            "Still thinking about it",
        ] {
            assert!(promises(text), "{text}");
        }
        for text in [
            "I am sure",
            "Will send my march orders tomorrow",
            "I hold until Friday",
            "Tomorrow I attack",
            "Stark gets my orders tomorrow",
            "bid 3 tomorrow",
            "3, more tomorrow",
            "answer 3 tomorrow",
            "Yes, tomorrow",
            "I will support Anna today",
            "",
        ] {
            assert!(!promises(text), "{text}");
        }
    }
}
