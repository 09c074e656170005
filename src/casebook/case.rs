//! A case as it is written.

use serde::Deserialize;
use serde_json::{Map, Value};

/// One case of the suite.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its number, such as `B-03`.
    pub case: String,
    /// What it shows, in a line.
    pub title: String,
    /// Where the rule stands: rulebook section, ruling.
    pub rule: String,
    /// The game with its edition.
    pub game: String,
    /// How many play.
    #[serde(default = "five")]
    pub players: u8,
    /// The campaign's readings of the rules.
    #[serde(default)]
    pub options: Value,
    /// The position.
    pub given: Given,
    /// Plans by seat, as players write them.
    #[serde(default)]
    pub plans: Map<String, Value>,
    /// Decisions in order: each a map of one entry, `seat kind [where]: answer`.
    #[serde(default)]
    pub when: Vec<Map<String, Value>>,
    /// What is done with a question that no decision answers: `default` (the rules' default) or `ask`.
    #[serde(default)]
    pub otherwise: Otherwise,
    /// Plays stage after stage until this one is next (`marches`, or `3/marches` for that of turn 3); without it,
    /// one stage.
    pub until: Option<String>,
    /// What must hold then.
    #[serde(default)]
    pub then: Expected,
    /// Decisions that must be refused.
    #[serde(default)]
    pub refused: Vec<Refused>,
    /// Warnings that plans must bring; others may come.
    #[serde(default)]
    pub warned: Vec<Refused>,
}

fn five() -> u8 {
    5
}

/// See [`Case::otherwise`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// The default counts.
    #[default]
    Default,
    /// The seat is asked: the game waits.
    Ask,
}

/// A position: a set-up by name, and what differs.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct Given {
    /// `start` (as the game begins) or `empty` (nothing on the board).
    #[serde(default)]
    pub setup: Setup,
    /// What differs, in the form of a position; `null` takes away.
    #[serde(flatten)]
    pub differs: Map<String, Value>,
}

/// See [`Given::setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setup {
    /// As the game begins.
    #[default]
    Start,
    /// Nothing on the board.
    Empty,
}

/// What must hold.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct Expected {
    /// Events that must have happened, in this order, others between them; each names what it must contain.
    #[serde(default)]
    pub events: Vec<Value>,
    /// Answers that plans or defaults gave, in this order, others between them: `seat`, `kind`, `answer`, and
    /// `plan` with the place in the plan, or `by: default`. Decisions of the case are not among them.
    #[serde(default)]
    pub answers: Vec<Value>,
    /// Names of events that must not have happened.
    #[serde(default)]
    pub never: Vec<String>,
    /// The questions the game waits for, as `seat kind`; without it the stage must come to its end.
    pub asked: Option<Vec<String>>,
    /// What the outcome must contain.
    pub outcome: Option<Value>,
    /// What seats must see: parts of their views of the position.
    #[serde(default)]
    pub views: Map<String, Value>,
    /// Parts of the position; `null` says that nothing is there.
    #[serde(flatten)]
    pub position: Map<String, Value>,
}

/// A decision that must be refused.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// Which: its label in `when`, or a seat whose plan it is.
    pub decision: String,
    /// The refusal's code.
    pub because: String,
    /// Its words, if they are to be checked: this must be part of them.
    pub says: Option<String>,
}

/// The cases of a file: one, or a list of them.
///
/// # Errors
/// In words with the line.
pub fn parse(text: &str) -> Result<Vec<Case>, String> {
    let list = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    if list.is_some_and(|line| line.starts_with('-')) {
        serde_saphyr::from_str(text).map_err(|e| e.to_string())
    } else {
        serde_saphyr::from_str(text).map(|case| vec![case]).map_err(|e| e.to_string())
    }
}
