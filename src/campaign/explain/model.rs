//! The explanation as data, for templates/mail/explain.md and as JSON.

use crate::report::model::{Head, Instant, Mail as Letter, Named, Why};
use crate::seal::Hash256;
use serde::Serialize;
use serde_json::Value;

/// The explanation of a turn, or of the part of it that was asked about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// Without the reader's key.
    pub head: Head,
    pub turn: u32,
    /// The question as it was written; empty for the whole turn.
    pub what: String,
    /// Names that were understood in the question.
    pub about: Vec<Named>,
    /// Topics and scenes that were understood in the question.
    pub topics: Vec<String>,
    /// `true` if the whole turn is explained.
    pub whole: bool,
    /// Places of the scenes (battles) of the turn; empty if a topic was asked about.
    pub scenes: Vec<Named>,
    /// In the order of the game. A stage of an earlier turn comes first if it set a number that was asked about.
    pub stages: Vec<StageAccount>,
    /// Rulings that corrected the position or the game's data before the turn or in stages that are not told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub built_on: Vec<BuiltOn>,
    /// The position at the beginning of the turn, as the reader may know it.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub before: Value,
    /// The position at the end of the turn, or the present one, as the reader may know it.
    pub after: Value,
    /// The path of the rules, such as `docs/rules/thrones-1e.md`.
    pub rules: String,
    /// `true` while the turn is played.
    pub going_on: bool,
    /// The ruling that has replaced what is explained; `None` for the present timeline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_ruling: Option<u64>,
}

impl Letter for Explanation {
    const TEMPLATE: &'static str = "explain";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        self.after.get("names").unwrap_or(&Value::Null)
    }
}

/// An account of a stage, or of its part that belongs to the question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageAccount {
    pub number: u64,
    pub turn: u32,
    /// The stage's name.
    pub stage: String,
    /// When it was resolved; `None` while it is played.
    pub at: Option<Instant>,
    /// The entry of the ledger that resolved it.
    pub entry: Option<u64>,
    /// Rulings that corrected the position or the game's data at its opening.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<CorrectedBy>,
    pub parts: Vec<Part>,
}

/// A ruling that corrected the position or files of the game's data at the opening of a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CorrectedBy {
    /// The ruling's number.
    pub ruling: u64,
    /// `true` if it edited the position.
    pub position: bool,
    /// The files that it corrected.
    pub files: Vec<String>,
}

/// A correction at the opening of a stage that is not told, from which what is told was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BuiltOn {
    pub turn: u32,
    /// The stage's name.
    pub stage: String,
    #[serde(flatten)]
    pub by: CorrectedBy,
}

/// A part of an account.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Part {
    Decision(Box<DecisionAccount>),
    /// Events up to the next decision.
    Events {
        /// Events as the game records them.
        events: Vec<Value>,
        /// References to the rules of the events.
        rules: Vec<String>,
    },
    /// What would have changed the outcome.
    #[serde(rename = "otherwise")]
    Counterfactuals {
        tries: Vec<Tried>,
    },
}

impl Part {
    /// Returns `false` for counterfactuals without a try.
    pub(crate) fn says_something(&self) -> bool {
        !matches!(self, Part::Counterfactuals { tries } if tries.is_empty())
    }
}

/// A decision and its source.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionAccount {
    /// The entry of the ledger.
    pub entry: u64,
    pub seat: Named,
    pub key: String,
    pub kind: String,
    /// The answer; a mapping by ids is cut to what belongs to the question.
    pub answer: Value,
    /// `true` if the rules keep the answer from the reader; it is null then.
    pub hidden: bool,
    pub origin: OriginAccount,
    /// The unusable answer that was ignored, if the reader may know it.
    pub passed_over: Option<PassedOver>,
    /// What the plan says to the question and cannot have, if the reader may know it.
    pub unmet: Vec<Why>,
    /// Messages of the seat for that window that could not be used, if the reader may know them.
    pub refused: Vec<MailRef>,
    /// References to the rules of the question.
    pub rules: Vec<String>,
}

/// The source of a decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum OriginAccount {
    /// The seat's plan.
    Plan {
        /// The id of the window it was sent in.
        window: String,
        /// The place in the plan, if the reader may know it.
        path: Option<String>,
        seal: Option<String>,
        /// The message that brought the plan or its seal.
        mail: Option<Box<MailRef>>,
        /// The message that brought the opening, if that came separately.
        opening: Option<Box<MailRef>>,
        /// The entry of the ledger that opened the plan.
        opened: Option<u64>,
    },
    /// The steward's plan for an absent seat.
    Steward,
    /// The rules' default.
    Default {
        why: String,
    },
    Gm,
    /// A ruling of the game master.
    Ruling {
        number: u64,
        /// When it was given; `None` if it is not on record.
        at: Option<Instant>,
        /// In the game master's words.
        reason: String,
    },
}

/// A message, as far as the ledger records it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MailRef {
    /// The number of its receipt.
    pub receipt: u64,
    pub received: Instant,
    /// SHA-256 of the message.
    pub mail: Hash256,
    /// The Message-ID, if the reader may know it.
    pub message_id: Option<String>,
    /// The subject, if the reader may know it.
    pub subject: Option<String>,
    /// What was wrong with the message, if the reader may know it.
    pub problems: Vec<Why>,
}

/// An answer that was ignored because it could not be used.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PassedOver {
    pub answer: Value,
    /// A code of the game's refusals.
    pub code: String,
    /// Values for the text of the refusal.
    pub details: Value,
}

/// A decision replayed with other answers while everything else stayed the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    pub seat: Named,
    pub key: String,
    pub kind: String,
    /// The answer on record.
    pub answer: Value,
    /// Answers with the same outcome.
    pub same: Vec<Value>,
    /// Answers with another outcome.
    pub changes: Vec<Change>,
    /// Answers that would have led to a question without a recorded answer.
    pub unknown: Vec<Value>,
    /// `true` if these are all legal answers.
    pub complete: bool,
}

/// An answer with its outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    pub answer: Value,
    pub outcome: Value,
}
