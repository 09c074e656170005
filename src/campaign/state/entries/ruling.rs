//! What the entries hold that come of rulings: a point of the past from which the game is played on otherwise.
//!
//! May use: record (windows). Is used by: entries.

use super::base::SeatId;
use super::window::{In, Question};
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// `ruling`: the game goes back to a point of the past, and on from there otherwise; or it is proposed that it should.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum RulingStep {
    /// It is so from now on. Secret: [`RulingSecret`].
    Adopted(Ruling),
    /// Everybody may object until a time. Secret: [`RulingSecret`].
    Proposed {
        /// What is proposed.
        #[serde(flatten)]
        ruling: Ruling,
        /// Until when.
        until: DateTime<Utc>,
    },
    /// What was proposed is not done.
    Dropped {
        /// The proposal's number.
        number: u64,
        /// Why: `objections`, or `withdrawn` by the game master.
        why: String,
    },
}

/// A ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// Its number, from 1; a proposal has one too.
    pub number: u64,
    /// What sort.
    pub what: RulingKind,
    /// The last entry whose game stands.
    pub after: u64,
    /// The turn of that point.
    pub turn: u32,
    /// Its stage.
    pub stage: String,
    /// Why, in the game master's words.
    pub reason: String,
    /// Entries that it overrules: answers, opened plans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrules: Vec<u64>,
    /// What is otherwise from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<RulingChange>,
    /// The dispute that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<u64>,
}

/// What sort of ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingKind {
    /// Something is changed; what was decided since is kept where it still fits.
    Rule,
    /// Back to a point; all that was decided since is decided again.
    Rewind,
    /// Back to the way that a ruling has left.
    Forward,
}

impl RulingKind {
    /// Its name: `rule`, `rewind`, `forward`.
    pub fn word(self) -> &'static str {
        match self {
            RulingKind::Rule => "rule",
            RulingKind::Rewind => "rewind",
            RulingKind::Forward => "forward",
        }
    }
}

/// One thing that a ruling makes otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum RulingChange {
    /// A question is answered by the game master. The answer is in the secret: perhaps nobody may know it yet.
    Answer {
        /// The question's key.
        key: String,
        /// Whose question it is.
        seat: SeatId,
        /// Its kind.
        kind: String,
    },
    /// A mail is taken that was not, or not taken that was. The plan is in the secret.
    Mail {
        /// Whose.
        seat: SeatId,
        /// The window that it was for.
        window: String,
        /// SHA-256 of the mail, or of the seal where that is all there is.
        mail: Hash256,
        /// Whether it is taken.
        accept: bool,
    },
    /// Something that the rules have worked out is otherwise.
    Outcome {
        /// Its key.
        key: String,
        /// What it is.
        value: Value,
    },
    /// A file of the game's data is corrected; it counts before anything else that the same ruling changes.
    Data {
        /// Its name, as in the `data` of the founding.
        file: String,
        /// SHA-256 of the file as it was at the point gone back to.
        was: Hash256,
        /// The whole file as it is from there.
        text: String,
    },
    /// The position is edited. It is in the secret.
    State,
}

/// The secret of a [`Ruling`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RulingSecret {
    /// Answers by key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Value>,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// Plans that are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<RuledPlan>,
    /// Windows that were open, with what is sealed in them: it counts when their questions are asked again. Who has sent
    /// what is nobody's business while plans are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keeps: Vec<Shut>,
}

/// A plan that a ruling takes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuledPlan {
    /// Whose.
    pub seat: SeatId,
    /// The window that it was for.
    pub window: String,
    /// The plan.
    pub plan: Value,
}

/// What is sealed in a window that a ruling has closed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shut {
    /// The window.
    pub window: String,
    /// What it asked.
    pub asked: BTreeMap<SeatId, Vec<Question>>,
    /// When it was to close.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// What is sealed.
    pub seats: BTreeMap<SeatId, In>,
}
