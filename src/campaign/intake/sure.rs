//! Answers among other words that are sure: nothing in the text turns from them.

use crate::plan;
use crate::table::Typed;

/// The detail of the note on an answer that was found among other words, where the answer is all that its writer can mean, beside courtesy or a remark: nobody waits for a correction.
pub(super) const SURE: &str = "sure";
/// The most words of a text of which an answer is sure.
const PLAIN_WORDS: usize = 12;

/// Returns `true` for a short text in which nothing doubts, asks, makes it hang on something or takes anything back: `I'll pass to start
/// with.`, `nope, dont need that. no`.
pub(super) fn is_plain(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let is_short = words.clone().count() <= PLAIN_WORDS;
    is_short && words.all(|word| !plan::turns_aside(word)) && !text.contains('?') && !plan::voids(text)
}

/// Marks the note, with its `code`, that an answer was found among other words as one of an answer that is sure.
pub(super) fn surely(mut typed: Typed, code: &str) -> Typed {
    for fault in typed.faults.iter_mut().filter(|fault| fault.why.code() == code) {
        fault.why = fault.why.clone().with(SURE, true);
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_that_turns_from_nothing_is_plain() {
        for text in [
            "I'll pass to start with.",
            "Ah I see she already played. OK I'll pass this time.",
            "nope, dont need that. no",
            "As I said: nothing happens.",
            "no raven this time, all good as is",
        ] {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            "left, and if it rains tomorrow I stay in bed",
            "pass unless Ruth plays",
            "pass? no",
            "maybe pass",
            "I would rather have the left prize this time, mother always told me so",
            "pass. But not now",
        ] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
