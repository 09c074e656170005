//! A case as it is written, each part with its place in the file.

use crate::sheet::{Node, Span, plain};
use serde_json::{Map, Value};
use std::sync::Arc;

/// One case of the suite.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Its number, such as `B-03`.
    pub case: String,
    pub title: String,
    /// The rulebook section or ruling that it shows.
    pub rule: String,
    /// The id of the game with its edition.
    pub game: String,
    /// The number of players; as many as the game takes if `None`.
    pub(super) players: Option<u8>,
    /// What all chance follows from.
    pub(super) chance: u64,
    /// The campaign's readings of the rules.
    pub(super) options: Value,
    pub(super) given: Given,
    /// Plans by seat, as players write them.
    pub(super) plans: Entries,
    /// Decisions made before the point of interest.
    pub(super) answered: Vec<Decision>,
    pub(super) when: Vec<Decision>,
    pub(super) otherwise: Otherwise,
    /// Plays stage after stage until this one is next (`marches`, or `3/marches` for that of turn 3); one stage if
    /// `None`.
    pub(super) until: Option<String>,
    pub(super) then: Expected,
    /// Decisions that must be refused.
    pub(super) refused: Vec<Refused>,
    /// Warnings that plans must bring; others may come.
    pub(super) warned: Vec<Refused>,
    /// The whole file, for excerpts.
    pub(super) text: Arc<str>,
}

/// The entries of a mapping, in the order written.
pub(super) type Entries = Vec<(Node, Node)>;

/// The entries of a mapping as plain data.
pub(super) fn data(entries: &Entries) -> Value {
    let pairs = entries.iter().filter_map(|(key, value)| Some((key.text()?.to_owned(), plain(value))));
    Value::Object(pairs.collect::<Map<_, _>>())
}

/// A decision written in a case: `stark raid: {…}`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Decision {
    /// The words before the colon: seat, kind, and perhaps where.
    pub label: String,
    pub span: Span,
    pub answer: Value,
}

/// What happens to a question that no decision answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Otherwise {
    #[default]
    Default,
    /// The game waits.
    Ask,
}

/// A position: a set-up by name, and what differs.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Given {
    pub setup: Setup,
    /// In the form of a position; `null` takes away.
    pub differs: Entries,
}

/// The position that a case changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Setup {
    /// As the game begins.
    #[default]
    Start,
    /// Nothing on the board.
    Empty,
}

/// What must hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Expected {
    /// Events that must have happened, in this order, others between them; each names what it must contain.
    pub events: Vec<Node>,
    /// Answers that plans or defaults gave, in this order, others between them.
    pub answers: Vec<Node>,
    /// Names of events that must not have happened.
    pub never: Vec<Node>,
    /// Texts that the report must contain.
    pub told: Vec<String>,
    /// The questions the game waits for, as `seat kind`; if `None`, the stage must come to its end.
    pub asked: Option<Vec<String>>,
    /// What the outcome must contain; null if the game must go on.
    pub outcome: Option<Value>,
    /// Parts of the position as seats see it.
    pub views: Entries,
    /// Parts of the position; `null` says that nothing is there.
    pub position: Entries,
}

/// A decision that must be refused.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Refused {
    /// A decision's label, or the seat whose plan it is.
    pub decision: String,
    /// The refusal's code.
    pub because: String,
    /// A part of its words, if they are to be checked.
    pub says: Option<String>,
}
