//! The reasons why a result cannot be explained.

/// A question about a result that cannot be answered; displayed in words for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExplained {
    /// The ledger cannot be replayed; the text says where.
    #[error("{0}")]
    Record(String),
    #[error("{}", no_turn(*turn, *now))]
    NoTurn {
        turn: u32,
        /// The turn that the campaign is in.
        now: u32,
    },
    /// No seat has this id.
    #[error("there is no seat “{0}” in this campaign")]
    NoSeat(String),
    /// A word that is neither a name nor a topic.
    #[error("“{word}” is not something that can be explained here{}", hint(near))]
    Unknown {
        word: String,
        /// Known names with a similar spelling.
        near: Vec<String>,
    },
    /// Words that can mean several things.
    #[error("“{word}” can mean {}; write the whole name", or(names))]
    Ambiguous { word: String, names: Vec<String> },
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

/// Returns why there is nothing to say of a turn.
pub(crate) fn no_turn(turn: u32, now: u32) -> String {
    match (turn, now) {
        (_, 0) => "the first turn has not begun".to_owned(),
        (0, _) => format!("turns are counted from 1; the campaign is in turn {now}"),
        _ => format!("turn {turn} has not come yet; the campaign is in turn {now}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_nothing_is_known_of_is_before_or_after() {
        for (turn, now, said) in [
            (0, 0, "has not begun"),
            (1, 0, "has not begun"),
            (0, 3, "counted from 1; the campaign is in turn 3"),
            (4, 3, "turn 4 has not come yet; the campaign is in turn 3"),
        ] {
            assert!(no_turn(turn, now).contains(said), "{turn} {now}: {}", no_turn(turn, now));
        }
    }
}
