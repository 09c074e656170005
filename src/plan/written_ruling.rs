//! Rulings as the game master writes them in a message.

use crate::sheet::{Span, whole_number};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A point of the past that a ruling goes back to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// The latest point at which all changes of the ruling can still be made.
    #[default]
    Latest,
    /// After the entry of the ledger with this number.
    Entry(u64),
    /// Before the answer to the question with this key.
    Before(String),
    /// The beginning of a day, in the game master's time zone.
    Day(NaiveDate),
    /// The opening of a turn, or of one of its stages.
    Turn {
        turn: u32,
        /// `None` for the first stage of the turn.
        stage: Option<String>,
    },
}

impl When {
    /// Reads a point as people write it: `3`, `3/marches`, or a day such as `2026-11-20`. Returns `None` if it is none of them.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(day) = text.parse() {
            return Some(When::Day(day));
        }
        let (turn, stage) = match text.split_once('/') {
            Some((turn, stage)) => (turn, Some(stage.trim().to_owned()).filter(|stage| !stage.is_empty())),
            None => (text, None),
        };
        let turn = whole_number(turn).filter(|turn| *turn > 0)?;
        Some(When::Turn { turn: u32::try_from(turn).ok()?, stage })
    }
}

/// What a game master writes a ruling to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingWord {
    Rule,
    Rewind,
    Forward,
}

/// A ruling as a message of the game master describes it, not checked against the campaign yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenRuling {
    pub word: RulingWord,
    pub when: When,
    /// The key of each question, and its new answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(String, Value)>,
    /// Messages to accept, by seat and receipt, SHA-256 or Message-ID.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<String>,
    /// Messages to refuse, named in the same way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuse: Vec<String>,
    /// The key of each outcome, and its new value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<(String, Value)>,
    /// Not empty.
    pub reason: String,
    /// The number of the dispute that it settles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<u64>,
}

/// A part of a written ruling that may turn out to be wrong, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulingSpot {
    /// The key or name that the part is about; `when` for the point, `dispute` for the dispute.
    pub of: String,
    pub span: Span,
}

impl WrittenRuling {
    pub(super) fn new(word: RulingWord) -> Self {
        let (answers, accept, refuse, outcomes) = Default::default();
        let (when, reason, dispute) = Default::default();
        WrittenRuling { word, when, answers, accept, refuse, outcomes, reason, dispute }
    }

    pub(super) fn changes_something(&self) -> bool {
        let none = [
            self.answers.is_empty(),
            self.accept.is_empty(),
            self.refuse.is_empty(),
            self.outcomes.is_empty(),
        ];
        none.contains(&false)
    }
}
