//! The messages about a ruling.

use super::head::{Head, Mail};
use super::instant::Instant;
use super::name::Named;
use serde::Serialize;
use serde_json::Value;

/// A ruling, the proposal of one, or the end of a proposal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulingMail {
    pub head: Head,
    /// From 1.
    pub number: u64,
    /// `rule`, `rewind` or `forward`.
    pub sort: String,
    /// `adopted`, `proposed` or `dropped`.
    pub standing: String,
    /// The turn to which the game goes back.
    pub turn: u32,
    /// The stage to which the game goes back.
    pub stage: String,
    /// Who made the ruling.
    pub by: String,
    pub at: Instant,
    /// In the game master's words.
    pub reason: String,
    /// The number of the dispute that it settles.
    pub dispute: Option<u64>,
    /// The changes it makes, as far as the reader may know them.
    pub changes: Vec<RulingPart>,
    /// Windows whose reports no longer count.
    pub windows: Vec<String>,
    /// Turn and stage of the two positions that `difference` compares.
    pub compares: [(u32, String); 2],
    /// `true` if something had been decided since the point to which the game goes back, and is played again.
    pub replays: bool,
    /// Earlier rulings of which something no longer counts, by their numbers.
    pub undoes: Vec<u64>,
    /// Turn and stage in which the game was before.
    pub was: (u32, String),
    /// Turn and stage in which the game waits now, or would wait.
    pub waits: (u32, String),
    /// The deadline of the window that an adopted ruling has opened; `None` if it has none, or is closed.
    pub deadline: Option<Instant>,
    /// `true` if the game is over, or would be.
    pub over: bool,
    /// What changes in the position as the reader knows it.
    pub difference: Vec<Changed>,
    /// The same, put together by what it is about, the reader's own first.
    pub places: Vec<PlaceChanged>,
    /// `true` if plans that it takes back answer for seats that send nothing new.
    pub standby: bool,
    /// The reader's sealed plans that the ruling keeps.
    pub kept: Vec<KeptPlan>,
    /// Why it was dropped: `objections` or `withdrawn`.
    pub why: Option<String>,
    /// The seats that objected.
    pub against: Vec<Named>,
    /// The questions that the reader is asked only because of it.
    pub asked: Vec<AskedAgain>,
    /// The end of the objection period of a proposal.
    pub until: Option<Instant>,
    /// `true` if the players can drop it by objecting.
    pub vote: bool,
    /// `true` if the game was over, so that the secret of its shuffles is public.
    pub reopens: bool,
    pub names: Value,
}

/// A change that a ruling makes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum RulingPart {
    /// To an answer.
    Answer {
        /// The seat that gave or will give it.
        seat: Named,
        /// The kind of question.
        kind: String,
        /// The question's key, if it is the reader's own.
        key: Option<String>,
        /// What the question is about, in words, if it is the reader's own or everybody knows the answer.
        about: Option<String>,
        /// The answer, if it is the reader's own or known to all.
        answer: Option<Value>,
    },
    /// To whether a message counts.
    Mail {
        /// Its sender.
        seat: Named,
        /// The window it was for.
        window: String,
        /// `true` if it now counts.
        accept: bool,
    },
    /// To a result that the rules worked out, such as the winner of a battle.
    Outcome {
        key: String,
        /// The result by the ruling.
        value: Value,
    },
    /// To a file of the game's data.
    Data {
        file: String,
        /// The places that change.
        lines: Vec<LinesChanged>,
    },
    /// To the position itself.
    State,
}

/// A place at which a file changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LinesChanged {
    /// Its first line in the old file, from 1.
    pub line: usize,
    /// The old lines.
    pub was: Vec<String>,
    /// The new lines.
    pub is: Vec<String>,
}

/// A value that changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Changed {
    /// Its path, such as `areas.winterfell.units`.
    pub path: String,
    /// The old value; null if there was none.
    pub was: Value,
    /// The new value; null if there is none.
    pub is: Value,
}

/// What changes about one house, area, court and so on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlaceChanged {
    /// The section of the view, such as `areas`; empty for what belongs to the whole game.
    pub section: String,
    /// Its id; empty for the whole game.
    pub id: String,
    /// `true` if it is, was or will be the reader's.
    pub own: bool,
    pub lines: Vec<LineChanged>,
}

/// A value that changes about one thing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineChanged {
    /// What it is, such as `units`.
    pub what: String,
    /// The old value; null if there was none.
    pub was: Value,
    /// The new value; null if there is none.
    pub is: Value,
}

/// A question that the reader is asked because of a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AskedAgain {
    /// The question's key.
    pub key: String,
    pub kind: String,
}

/// A sealed plan of the reader that a ruling keeps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeptPlan {
    /// The window that it was sealed for.
    pub window: String,
    /// The open window in which it counts; `None` if the game has yet to reach its questions.
    pub now: Option<String>,
    /// `true` if it was sealed at home, so that only its owner can open it.
    pub sealed: bool,
    /// Whether all of it still fits; `None` if we cannot or may not read it.
    pub fits: Option<bool>,
    /// Whether it fits, but something in it has a warning.
    pub warned: bool,
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

/// What a ruling would change, for the game master or for everybody to see before it is made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulingDifference {
    /// Without a seat.
    pub head: Head,
    pub number: u64,
    /// `rule`, `rewind` or `forward`.
    pub sort: String,
    /// The turn to which the game would go back.
    pub turn: u32,
    /// The stage to which the game would go back.
    pub stage: String,
    /// The ledger entry to which the game would go back. `None` in the public version, because its number
    /// reveals how many messages have come.
    pub after: Option<u64>,
    pub reason: String,
    /// The number of the dispute that it would settle.
    pub dispute: Option<u64>,
    pub changes: Vec<RulingPart>,
    /// The current turn and stage.
    pub was: (u32, String),
    /// The turn and stage after the ruling.
    pub is: (u32, String),
    /// `true` if the game is over at present.
    pub was_over: bool,
    /// `true` if the game would then be over.
    pub over: bool,
    /// `true` if the window that would be open then would close with the next tick.
    pub closes: bool,
    /// Turn and stage of the two positions that are compared.
    pub compares: [(u32, String); 2],
    /// Changes to the position that everybody may know.
    pub position: Vec<Changed>,
    /// The same, put together by what it is about.
    pub places: Vec<PlaceChanged>,
    /// What the game master edits in the whole position; for the game master alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edited: Vec<Changed>,
    /// Decisions that would change.
    pub decisions: Vec<DecisionTold>,
    /// How many decisions belong to stages that the game would not have reached yet.
    pub not_reached: usize,
    /// What it would undo of earlier rulings.
    pub undone: Vec<Undone>,
    /// Answers that would no longer be legal; for the game master alone.
    pub illegal: Vec<IllegalTold>,
    /// Questions that would be asked.
    pub asked: Vec<AskedTold>,
    /// Other changes that each seat would see; for the game master alone.
    pub seats: Vec<SeatTold>,
    pub names: Value,
}

/// The work of an earlier ruling that another ruling would undo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Undone {
    /// The number of the earlier ruling.
    pub ruling: u64,
    /// The file of the game's data that it corrected; `None` if it did something else.
    pub file: Option<String>,
    /// The key of the question that it answered, or of the result that it set; `None`, as with the file, if it edited the position.
    pub key: Option<String>,
}

/// A decision that a ruling would change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionTold {
    pub seat: Named,
    /// The question's key; for the game master alone.
    pub key: Option<String>,
    /// The kind of question.
    pub kind: String,
    /// The old answer as YAML; `None` if the question was not asked, or the answer is secret.
    pub was: Option<String>,
    /// The new answer as YAML; `None` if the question would not be asked, or the answer is secret.
    pub is: Option<String>,
}

/// An answer that would no longer be legal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IllegalTold {
    /// The question's key.
    pub key: String,
    pub answer: Value,
    /// The code of the game's refusal.
    pub code: String,
    /// The values that the refusal mentions.
    pub details: Value,
}

/// A question that a ruling would cause to be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AskedTold {
    /// The seat to be asked.
    pub seat: Named,
    /// The kind of question.
    pub kind: String,
}

/// Changes that only one seat would see.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatTold {
    pub seat: Named,
    pub difference: Vec<Changed>,
    /// The same, put together by what it is about.
    pub places: Vec<PlaceChanged>,
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
