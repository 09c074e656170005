//! Votes that lack what they are about: `I concede`, `vote extend`.

use super::voting::{favours_time, is_conditional};
use super::words::{Words, has_words, plain_words, unmannered};

/// The kinds of votes that say whom or how much, as the table has them.
const KINDS: [&str; 4] = ["concede", "extend", "replace", "any"];

/// Returns the kind of a vote that does not say to whom, how long or for whom; `None` for any other line.
pub fn half_vote(text: &str) -> Option<&'static str> {
    let plain = plain_words(text);
    let bare = unmannered(&plain);
    if favours_time(&plain) {
        return Some("extend");
    }
    KINDS.into_iter().find(|kind| Words::english().means(&format!("half {kind}"), bare))
}

/// The most words of a sentence that speaks of a vote.
const MOST_WORDS: usize = 18;

/// Returns the kind of a vote that a line speaks of without casting it: `I'd accept a draw`, `no more time please`. What asks is a question.
pub fn vote_in_words(text: &str) -> Option<&'static str> {
    let words = Words::english();
    let plain = plain_words(text);
    let says = |meaning: &str| words.all(meaning).any(|phrase| has_words(&plain, phrase));
    if plain.contains('?') || plain.split(' ').count() > MOST_WORDS || has_other_mark(&plain) {
        return None;
    }
    match () {
        () if says("no more time") => Some("any"),
        () if says("a draw") && says("opining") && is_conditional(&plain) => Some("draw if"),
        () if says("a draw") && says("opining") => Some("draw"),
        () if plain.contains(':') => Some("draw"),
        () if says("voting in words") && says("of more time") => Some("any"),
        () => None,
    }
}

/// Returns `true` for a line with a colon that is not right behind the thing that is voted on: `Draw: no, I want to play on`.
fn has_other_mark(plain: &str) -> bool {
    let head = plain.split_once(':').map(|(head, _)| unmannered(head).trim());
    head.is_some_and(|head| !Words::english().means("draw", head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::said;

    /// Nobody's vote is guessed from words, and no answer to a question either.
    #[test]
    fn what_speaks_of_a_vote_without_casting_it() {
        for (line, kind) in [
            ("I vote for a draw if the others agree.", "draw if"),
            ("I'd accept a draw when Bert does", "draw if"),
            ("I'd accept a draw", "draw"),
            ("fine with a draw", "draw"),
            ("Let's call it a draw", "draw"),
            ("I don't want a draw yet.", "draw"),
            ("I'd rather have no more delays", "any"),
            ("I'd rather not draw", "draw"),
            ("Draw: no, I want to play on", "draw"),
            ("Yes to the draw from me Kevin and a merry Christmas", "draw"),
            ("I would rather not end in a draw just yet, so please count me as a no.", "draw"),
            ("no draw lol im winning", "draw"),
            ("Let's not extend", "any"),
            ("I should like another day, so I vote for an extension of 24 hours.", "any"),
        ] {
            assert_eq!((vote_in_words(line), said(line, 1, None)), (Some(kind), None), "{line}");
        }
        for line in [
            "Is a draw possible?",
            // Whoever asks the others has not said what he or she wants.
            "Are you all fine with a draw?",
            "I draw a card",
            "the draw of the cards was poor",
            "pass",
            "Play Scots in Deva if Ratae is a draw",
            "To Bert: I'd accept a draw",
            "Winterfell: no draw",
        ] {
            assert_eq!(vote_in_words(line), None, "{line}");
        }
    }

    /// A sentence speaks of a vote with eighteen words at most; a longer one is a story.
    #[test]
    fn a_long_sentence_speaks_of_no_vote() {
        for more in 0..20 {
            let line = format!("I'd accept a draw {}", "now ".repeat(more));
            let speaks = 4 + more <= 18;
            assert_eq!(vote_in_words(&line).is_some(), speaks, "{line}");
        }
    }

    #[test]
    fn what_a_vote_lacks() {
        for (line, kind) in [
            ("I concede", "concede"),
            ("I concede.", "concede"),
            ("vote extend", "extend"),
            ("Vote: extend!", "extend"),
            ("please extend", "extend"),
            ("I vote yes for extending", "extend"),
            ("I'm for an extension!", "extend"),
            ("vote replace", "replace"),
            ("I vote for the extension", "extend"),
            ("I vote against it.", "any"),
        ] {
            assert_eq!((half_vote(line), said(line, 1, None)), (Some(kind), None), "{line}");
        }
        for line in ["vote extend 24h", "vote concede Kay", "I concede that you are right", "vote"] {
            assert_eq!(half_vote(line), None, "{line}");
        }
    }
}
