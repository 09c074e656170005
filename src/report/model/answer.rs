//! Answers to what a mail asked for; they travel in its receipt.

use super::{Decision, Instant, Named};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Answer {
    /// Whose move it is.
    Status {
        /// As a mail of its own would have it.
        status: Box<super::Status>,
    },
    /// How to write to us.
    Help {
        /// Where the rules can be read; may be empty.
        rules: String,
    },
    /// Turns, rulings, disputes.
    History {
        /// As a mail of its own would have it.
        history: Box<super::History>,
    },
    /// The board as the reader may know it.
    Map {
        /// The position.
        view: Value,
        /// The turn.
        turn: u32,
        /// The stage.
        stage: String,
    },
    /// A chapter of the rules, or the list of chapters.
    Rules {
        /// The game's name for people.
        game: String,
        /// Names of all chapters, in their order.
        chapters: Vec<String>,
        /// The chapter asked for, in marks; none for the list alone.
        chapter: Option<String>,
    },
    /// What a plan would come to, as far as its owner can know.
    Forecast(Box<Forecast>),
    /// How a result came about.
    Explain {
        /// The turn.
        turn: u32,
        /// What was asked about; empty for the whole turn.
        what: String,
        /// The explanation as data (`Explanation`).
        told: Value,
    },
    /// What could not be sent along.
    LeftOut {
        /// What was asked for.
        what: String,
    },
}

/// What a plan would come to if nobody else did anything.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Forecast {
    /// The turn.
    pub turn: u32,
    /// The stage it begins in.
    pub stage: String,
    /// When it was made.
    pub at: Option<Instant>,
    /// What would happen.
    pub events: Vec<Value>,
    /// What would be decided for the plan's owner.
    pub decisions: Vec<Decision>,
    /// Seats that would have been asked something, and are taken to do what the rules do for who is silent.
    pub others: Vec<Named>,
    /// Whether it ends where chance would have decided.
    pub chance: bool,
    /// Whether the game would be over.
    pub over: bool,
}
