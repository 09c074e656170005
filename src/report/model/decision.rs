//! Questions to a seat, and the answers that were used.

use super::why::Why;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The source of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum Origin {
    Plan {
        /// Place in the plan, such as `marches.1`.
        path: String,
        /// Line of the message, from 1, if known.
        line: Option<usize>,
    },
    /// An answer by mail to this question.
    Mail,
    Default {
        /// The reason: `pace`, `guess`, `absent`, `missed`, …
        why: String,
    },
    /// The steward of an absent seat.
    Steward,
    Gm,
    Ruling {
        number: u64,
    },
}

/// A decision of the reader's seat, with the answer that was used.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The question's key: `3/marches/2/stark/retreat/moat-cailin`.
    pub key: String,
    /// The kind of question, such as `retreat`.
    pub kind: String,
    /// The answer as the ledger keeps it.
    pub answer: Value,
    pub origin: Origin,
    /// What the seat's plan says to the question and could not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<Why>,
}

/// An open question to the reader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The key to answer under.
    pub key: String,
    pub kind: String,
    pub question: Value,
    /// Legal answers; see `complete`.
    pub legal: Vec<Value>,
    /// `true` if `legal` has all legal answers.
    pub complete: bool,
    /// The answer used if nothing comes.
    pub default: Value,
    /// `true` if it may come up in this round: a plan answers it beforehand.
    pub ahead: bool,
}

impl From<&crate::table::Open> for Question {
    fn from(open: &crate::table::Open) -> Self {
        Question {
            key: open.key.clone(),
            kind: open.kind.clone(),
            question: open.question.clone(),
            legal: open.legal.answers.clone(),
            complete: open.legal.complete,
            default: open.default.clone(),
            ahead: open.ahead,
        }
    }
}
