//! The mail about a ruling.

use super::{Head, Instant, Mail, Named};
use serde::Serialize;
use serde_json::Value;

/// A ruling, the proposal of one, or the end of a proposal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulingMail {
    /// What every mail has.
    pub head: Head,
    /// Its number.
    pub number: u64,
    /// What sort: `rule`, `rewind`, `forward`.
    pub sort: String,
    /// How it stands: `adopted`, `proposed`, `dropped`.
    pub standing: String,
    /// The turn gone back to.
    pub turn: u32,
    /// The stage gone back to.
    pub stage: String,
    /// Who rules.
    pub by: String,
    /// When.
    pub at: Instant,
    /// Why, in the game master's words.
    pub reason: String,
    /// The dispute that it answers.
    pub dispute: Option<u64>,
    /// What it makes otherwise, as its reader may know.
    pub changes: Vec<RulingPart>,
    /// Windows whose reports count no more.
    pub windows: Vec<String>,
    /// What is otherwise now of what the reader knows.
    pub difference: Vec<Changed>,
    /// How many lines of that are left out.
    pub more: usize,
    /// Names of the questions that the reader is asked now and was not before.
    pub asked: Vec<String>,
    /// Until when a proposal may be objected to.
    pub until: Option<Instant>,
    /// Whether those who play can drop it by objecting.
    pub vote: bool,
    /// Whether the game was over, so that the secret of its shuffles is known.
    pub reopens: bool,
    /// Display names by id.
    pub names: Value,
}

/// One thing that a ruling makes otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum RulingPart {
    /// An answer.
    Answer {
        /// Whose.
        seat: Named,
        /// The question's kind.
        kind: String,
        /// Its key, where it is the reader's own.
        key: Option<String>,
    },
    /// A mail.
    Mail {
        /// Whose.
        seat: Named,
        /// The window that it was for.
        window: String,
        /// Whether it is taken.
        accept: bool,
    },
    /// Something that the rules had worked out.
    Outcome {
        /// Its key.
        key: String,
        /// What it is.
        value: Value,
    },
    /// A file of the game's data.
    Data {
        /// Its name.
        file: String,
        /// The places at which it is otherwise, the first few of them.
        lines: Vec<LinesChanged>,
        /// How many places are left out.
        more: usize,
    },
    /// The position.
    State,
}

/// A place at which a file is otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LinesChanged {
    /// The number of its first line as the file was, from 1.
    pub line: usize,
    /// The lines as they were.
    pub was: Vec<String>,
    /// The lines as they are.
    pub is: Vec<String>,
}

/// Something that is otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Changed {
    /// Where: `areas.winterfell.units`.
    pub path: String,
    /// What it was; null for nothing.
    pub was: Value,
    /// What it is; null for nothing.
    pub is: Value,
}

impl Mail for RulingMail {
    const TEMPLATE: &'static str = "ruling";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        &self.names
    }
}

/// What a ruling would change, before it is given: for the game master, or for everybody.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulingDifference {
    /// What every mail has; no seat's.
    pub head: Head,
    /// Its number.
    pub number: u64,
    /// What sort: `rule`, `rewind`, `forward`.
    pub sort: String,
    /// The turn gone back to.
    pub turn: u32,
    /// The stage gone back to.
    pub stage: String,
    /// The last entry whose game stands; none in what everybody may read, for it can count the mails that have come.
    pub after: Option<u64>,
    /// Why.
    pub reason: String,
    /// The dispute that it answers.
    pub dispute: Option<u64>,
    /// What it makes otherwise.
    pub changes: Vec<RulingPart>,
    /// Where the game stands.
    pub was: (u32, String),
    /// Where it would stand.
    pub is: (u32, String),
    /// Whether it would be over.
    pub over: bool,
    /// What would be otherwise of what everybody may know.
    pub position: Vec<Changed>,
    /// Decisions that would be otherwise.
    pub decisions: Vec<DecisionTold>,
    /// How many decisions belong to stages that the game would not have come to yet.
    pub not_reached: usize,
    /// What earlier rulings have made that it would undo.
    pub undone: Vec<Undone>,
    /// Answers that would not be legal any more; for the game master alone.
    pub illegal: Vec<IllegalTold>,
    /// Whom something would be asked.
    pub asked: Vec<AskedTold>,
    /// What else each seat would see otherwise; for the game master alone.
    pub seats: Vec<SeatTold>,
    /// Display names by id.
    pub names: Value,
}

/// Something that an earlier ruling has made and another would undo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Undone {
    /// The number of the earlier ruling.
    pub ruling: u64,
    /// The file of the game's data that it has corrected; none: it has edited the position.
    pub file: Option<String>,
}

/// A decision that a ruling would change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionTold {
    /// Whose.
    pub seat: Named,
    /// The question's key; for the game master alone.
    pub key: Option<String>,
    /// Its kind.
    pub kind: String,
    /// What it was, as YAML; none: it was not asked, or is not to be told.
    pub was: Option<String>,
    /// What it would be, as YAML; none: it would not be asked, or is not to be told.
    pub is: Option<String>,
}

/// An answer that would not be legal any more.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IllegalTold {
    /// The question's key.
    pub key: String,
    /// The answer.
    pub answer: Value,
    /// Why: a code of the game's refusals.
    pub code: String,
    /// What its words need.
    pub details: Value,
}

/// A question that would be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AskedTold {
    /// Whom.
    pub seat: Named,
    /// Its kind.
    pub kind: String,
}

/// What a seat would see otherwise beyond what everybody does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatTold {
    /// Which.
    pub seat: Named,
    /// What.
    pub difference: Vec<Changed>,
}

impl Mail for RulingDifference {
    const TEMPLATE: &'static str = "ruling-difference";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        &self.names
    }
}
