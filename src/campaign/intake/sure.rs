//! What was read for sure, and what may have been meant otherwise, so that the window waits for a correction: an answer among other words
//! is sure if nothing in the text turns from it or names more.

use crate::plan;
use crate::report::model::Problem;
use crate::sheet::fold;
use crate::table::Typed;

/// The detail of the note on an answer that was found among other words, where the answer is all that its writer can mean, beside courtesy or a remark: nobody waits for a correction.
const SURE: &str = "sure";

/// The code of the note on an answer that was found among other words.
pub(super) const UNDERSTOOD: &str = "answer-understood";

/// How games say that they have read a misspelt word as another.
const TAKEN_AS: [&str; 2] = ["plan-taken-as", "taken-as"];

/// How games say that a part of a turn cannot be had as things are: nobody wants half of it for sure.
const HALVES: [&str; 2] = ["place-not-now", "summon-not-now"];

/// The code of the note that a plan without sections takes the place of all of an earlier one.
const REPLACED: &str = "plan-replaced";

/// The most words of a text of which an answer is sure.
const PLAIN_WORDS: usize = 12;

/// Returns `true` for a remark that offers its reader to send something once more, if it was meant otherwise. That a player's name
/// stands for a seat is sure.
pub(crate) fn is_guess(problem: &Problem) -> bool {
    let code = problem.why.code.as_str();
    code == UNDERSTOOD && !problem.why.details.contains_key(SURE)
        || HALVES.contains(&code)
        || code == REPLACED && problem.why.details.get("section").is_some_and(|section| section == "")
        || TAKEN_AS.contains(&code) && !problem.why.details.contains_key("player")
}

/// Returns `true` for a short text in which nothing doubts, asks, makes it hang on something or takes anything back: `I'll pass to start
/// with.`, `nope, dont need that. no`.
pub(super) fn is_plain(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let is_short = words.clone().count() <= PLAIN_WORDS;
    is_short && words.all(|word| !plan::turns_aside(word)) && !text.contains('?') && !plan::voids(text)
}

/// Returns `true` if a text names something within a sentence, by its capital letter, that is neither in its answer nor one of these
/// people: the card of "Defender! And I'll play Tywin", which may be worth more to its writer than the answer.
pub(super) fn names_more(text: &str, answer: &str, people: &[String]) -> bool {
    let (answer, mut is_first) = (fold(answer), true);
    let is_known = |word: &str| {
        let folded = fold(word);
        answer.contains(&folded) || people.iter().any(|name| fold(name).contains(&folded))
    };
    text.split_whitespace().any(|word| {
        let begins = std::mem::replace(&mut is_first, word.ends_with(['.', '!', '?']));
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = bare.starts_with(char::is_uppercase) && bare.chars().any(char::is_lowercase);
        !begins && is_name && !bare.starts_with("I'") && !is_known(bare)
    })
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
    fn a_card_beside_an_answer_is_more_than_a_remark() {
        let people = ["Ruth Long".to_owned()];
        for text in [
            "Defender, obviously! And I'll play Tywin in that battle.",
            "Golden Sound too. Defender. House card: Tywin",
            "Reach n/a. No. Card: Garlan.",
        ] {
            assert!(names_more(text, "the defender", &people), "{text}");
        }
        for text in [
            "Defender, obviously! And thanks for asking, Ruth.",
            "OK the Defender. I'm off to bed, I think",
            "As I said: nothing happens.\nThanks!",
        ] {
            assert!(!names_more(text, "the defender", &people), "{text}");
        }
    }

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
