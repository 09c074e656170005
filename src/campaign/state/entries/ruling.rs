//! The entry `ruling`: the game goes back to a point of the past and continues from there with changes.

use super::base::SeatId;
use super::window::{In, Question};
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The body of `ruling`: a ruling takes effect, is proposed, or its proposal is dropped.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum RulingStep {
    /// The ruling takes effect. Secret: [`RulingSecret`].
    Adopted(Ruling),
    /// The ruling is proposed, and everybody may object. Secret: [`RulingSecret`].
    Proposed {
        #[serde(flatten)]
        ruling: Ruling,
        /// The end of the objection period.
        until: DateTime<Utc>,
    },
    /// The proposal does not take effect.
    Dropped {
        number: u64,
        /// `objections`, or `withdrawn` if the game master took it back.
        why: String,
    },
}

/// A ruling: the point that the game goes back to, and the changes it makes there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The ruling's number, from 1; a proposal has the number of its ruling.
    pub number: u64,
    pub what: RulingKind,
    /// The last entry of the timeline that the ruling keeps.
    pub after: u64,
    /// The turn at that point.
    pub turn: u32,
    /// The stage at that point.
    pub stage: String,
    /// The game master's reason, for everybody to read.
    pub reason: String,
    /// The entries that it overrules: answers and opened plans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrules: Vec<u64>,
    /// What the ruling changes there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<RulingChange>,
    /// The dispute that it settles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<u64>,
    /// `true` if plans of the replaced timeline answer for seats that send nothing new. Of every rewind since it is kept; older
    /// ones lack it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standby: bool,
}

/// The kinds of ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingKind {
    /// Changes something; later decisions are kept where they are still legal.
    Rule,
    /// Goes back to a point; everything since is decided again.
    Rewind,
    /// Goes back to the timeline that the last ruling replaced.
    Forward,
}

impl RulingKind {
    /// Returns the kind's name: `rule`, `rewind`, `forward`.
    pub fn word(self) -> &'static str {
        match self {
            RulingKind::Rule => "rule",
            RulingKind::Rewind => "rewind",
            RulingKind::Forward => "forward",
        }
    }
}

/// A change that a ruling makes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum RulingChange {
    /// The game master answers a question. The answer is in the secret, because it may still be unknown to the players.
    Answer { key: String, seat: SeatId, kind: String },
    /// A message is accepted that was refused, or refused that was accepted. The plan is in the secret.
    Mail {
        seat: SeatId,
        /// The window that the message was for.
        window: String,
        /// The SHA-256 of the message, or of the seal if only that is known.
        mail: Hash256,
        /// `false` if the message is refused.
        accept: bool,
    },
    /// A result of the rules is replaced.
    Outcome {
        key: String,
        /// The new result.
        value: Value,
    },
    /// A file of the game's data is corrected. It counts before all other changes of the same ruling.
    Data {
        /// The name of the file, as in `data` of the entry `founded`.
        file: String,
        /// The SHA-256 of the file at the point gone back to.
        was: Hash256,
        /// The new text of the whole file.
        text: String,
    },
    /// The position is replaced; the new one is in the secret.
    State,
}

/// The secret of a [`Ruling`], for the game master.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RulingSecret {
    /// The answers of [`RulingChange::Answer`], by the question's key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Value>,
    /// The position of [`RulingChange::State`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The plans of messages that are accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<RuledPlan>,
    /// Open windows that the ruling closes, with their seals: those count when the same questions are asked again. They are
    /// secret, because nobody may know who has sent something while a window takes plans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keeps: Vec<Shut>,
}

/// The plan of a message that a ruling accepts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuledPlan {
    pub seat: SeatId,
    pub window: String,
    pub plan: Value,
}

/// A window that a ruling has closed, with the seals in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shut {
    pub window: String,
    /// The questions, by seat.
    pub asked: BTreeMap<SeatId, Vec<Question>>,
    /// The deadline at that time; `None` if the window had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    pub seats: BTreeMap<SeatId, In>,
}
