//! Votes that lack what they are about: `I concede`, `vote extend`.

use super::words::{Words, plain_words, unmannered};

/// The kinds of votes that say whom or how much, as the table has them.
const KINDS: [&str; 4] = ["concede", "extend", "replace", "any"];

/// Returns the kind of a vote that does not say to whom, how long or for whom; `None` for any other line.
pub fn half_vote(text: &str) -> Option<&'static str> {
    let plain = plain_words(text);
    let bare = unmannered(&plain);
    KINDS.into_iter().find(|kind| Words::english().means(&format!("half {kind}"), bare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::said;

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
