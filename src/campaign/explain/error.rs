//! Why a question cannot be answered.

/// A question that cannot be answered, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExplained {
    /// The record does not follow.
    #[error("{0}")]
    Record(String),
    /// The turn has not come.
    #[error("turn {turn} has not come yet; the campaign is in turn {now}")]
    NoTurn {
        /// Asked.
        turn: u32,
        /// The turn that is played.
        now: u32,
    },
    /// There is no such seat.
    #[error("there is no seat “{0}” in this campaign")]
    NoSeat(String),
    /// A word that is no name and no topic.
    #[error("“{word}” is nothing that can be explained here{}", hint(near))]
    Unknown {
        /// The word.
        word: String,
        /// What is spelled nearly so.
        near: Vec<String>,
    },
    /// Words that can mean several things.
    #[error("“{word}” can mean {}; write the whole name", or(names))]
    Ambiguous {
        /// The word.
        word: String,
        /// What it can mean.
        names: Vec<String>,
    },
}

fn or(names: &[String]) -> String {
    names.join(" or ")
}

fn hint(near: &[String]) -> String {
    if near.is_empty() {
        ". Name an area, a seat, a card or a stage, or a topic (see docs/disputes.md)".to_owned()
    } else {
        format!("; did you mean {}?", or(near))
    }
}
