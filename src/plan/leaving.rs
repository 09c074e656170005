//! Lines that give up the seat, in whatever words: `I resign`, `have to drop out, sorry`, `I'm out, can somebody take over?` Whoever
//! writes so is asked whether it is meant.

use super::words::{Words, doubts, has_words, unmannered};

/// Returns `true` for a line of which a sentence gives up the seat: `I resign. Too much work, sorry.`, `No time any more. I resign`.
/// With a condition before it or a doubt behind it, it is talk.
pub(super) fn resigns(plain: &str) -> bool {
    let words = Words::english();
    let sentences: Vec<&str> = plain.split(['.', '!', ';', ',', '–', '—']).collect();
    let hangs = |sentence: &&str| {
        sentence.contains('?') || sentence.split_whitespace().any(|word| words.means("conditions", word))
    };
    let first = sentences.iter().position(|sentence| gives_up(sentence));
    let leaves = first.is_some_and(|at| {
        let behind = sentences.get(at + 1..).unwrap_or_default();
        !sentences.iter().take(at).any(hangs) && !behind.iter().any(|sentence| doubts(sentence))
    });
    leaves || asks_for_another(plain)
}

/// Returns `true` for a sentence that says that its writer leaves: `have to drop out`, `I'm afraid I must quit the game`.
fn gives_up(sentence: &str) -> bool {
    let words = Words::english();
    let mut rest = unmannered(sentence.trim());
    if words.means("resign", rest) {
        return true;
    }
    let mut leads = false;
    while let Some(behind) = words.after("before leaving", rest) {
        (rest, leads) = (behind.trim_start(), true);
    }
    let Some(tail) = words.after("leaving", rest).filter(|_| leads) else { return false };
    let tail = unmannered(tail.trim());
    tail.is_empty() || words.means("what is left", tail) || words.after("left because", tail).is_some()
}

/// Returns `true` for words that want somebody else for their writer's seat, for good: `please find a replacement`. For some days
/// a steward or a stand-in plays.
fn asks_for_another(plain: &str) -> bool {
    let words = Words::english();
    let has = |meaning: &str| words.all(meaning).any(|phrase| has_words(plain, phrase));
    let ends = |phrase: &str| {
        let parts = plain.split(['.', '!', '?', ';', ',']);
        parts.map(|part| unmannered(part.trim())).any(|part| part.ends_with(phrase))
    };
    let asks = has("another for me") || words.all("another at the end").any(ends);
    asks && !has("conditions") && !has("for a time") && !has("time hints")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::words::plain_words;

    #[test]
    fn a_seat_is_given_up_in_many_words() {
        for line in [
            "have to drop out sorry",
            "I am afraid I have to give up, my new job leaves me no time.",
            "Sorry all, I have to drop out.",
            "I'm out, can somebody take over?",
            "I'm done with this game, please find a replacement",
            "I need to quit the game because of work",
            "I'm afraid I must resign",
            "I think I'll bow out of the game",
            "I don't have the time any more. Can you find somebody else for my seat?",
            "Could anyone take over my seat",
        ] {
            assert!(resigns(&plain_words(line)), "{line}");
        }
        for line in [
            "If Anna wins I quit",
            "I'm out",
            "Can somebody take over while I am away?",
            "Can Bert take over until Friday?",
            "I drop out of Deva",
            "Should I drop out?",
            "I want to pull my men out",
            "did Anna drop out",
            "I will not drop out",
            "I resign? Never",
            "I have to give up Riverrun",
            "I give up the throne",
            "The Scots take over Deva",
        ] {
            assert!(!resigns(&plain_words(line)), "{line}");
        }
    }
}
