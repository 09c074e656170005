//! What a game master asks a ruling to do.

use crate::campaign::state::entries::RulingKind;
use crate::campaign::store::Command;
use chrono::NaiveDate;
use serde_json::Value;

/// A point of the past that a ruling goes back to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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

/// What a game master wants ruled.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    pub what: RulingKind,
    pub when: When,
    /// The key of each question, and its new answer.
    pub answers: Vec<(String, Value)>,
    /// Messages to accept: `stark/3` (seat and receipt), a SHA-256 or its beginning, or a Message-ID.
    pub accept: Vec<String>,
    /// Messages to refuse, named like those of [`accept`](Self::accept).
    pub refuse: Vec<String>,
    /// The key of each point that the rules worked out, and its new outcome.
    pub outcomes: Vec<(String, Value)>,
    /// Corrected files of the game's data: name and complete text.
    pub data: Vec<(String, String)>,
    /// The edited position. `None` leaves it as it was.
    pub state: Option<Value>,
    /// The reason, which every player reads.
    pub reason: String,
    /// The number of the dispute that this ruling answers.
    pub dispute: Option<u64>,
}

impl Request {
    /// Returns a request that goes back to `when` and changes nothing yet.
    pub fn new(what: RulingKind, when: When, reason: &str) -> Self {
        Request {
            what,
            when,
            answers: Vec::new(),
            accept: Vec::new(),
            refuse: Vec::new(),
            outcomes: Vec::new(),
            data: Vec::new(),
            state: None,
            reason: reason.to_owned(),
            dispute: None,
        }
    }

    /// Returns the command that adopts this ruling, so that it is not adopted twice when it is typed again.
    pub fn adoption(&self) -> Command {
        Command::new("adopt", self)
    }

    /// Returns the command that proposes this ruling, so that it is not proposed twice when it is typed again.
    pub fn proposal(&self) -> Command {
        Command::new("propose", self)
    }

    /// Returns `true` if the request asks for more than going back to a point.
    pub(super) fn changes_something(&self) -> bool {
        self.state.is_some()
            || [
                self.answers.is_empty(),
                self.accept.is_empty(),
                self.refuse.is_empty(),
                self.outcomes.is_empty(),
                self.data.is_empty(),
            ]
            .contains(&false)
    }
}
