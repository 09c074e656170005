//! What a game master asks a ruling to do.

use crate::campaign::state::entries::RulingKind;
use crate::campaign::store::Command;
use crate::plan::{RulingWord, WrittenRuling};
use serde_json::Value;

pub use crate::plan::When;

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

    /// Returns the request that a message of the game master makes.
    pub fn written(ruling: &WrittenRuling) -> Self {
        let what = match ruling.word {
            RulingWord::Rule => RulingKind::Rule,
            RulingWord::Rewind => RulingKind::Rewind,
            RulingWord::Forward => RulingKind::Forward,
        };
        Request {
            answers: ruling.answers.clone(),
            accept: ruling.accept.clone(),
            refuse: ruling.refuse.clone(),
            outcomes: ruling.outcomes.clone(),
            dispute: ruling.dispute,
            ..Request::new(what, ruling.when.clone(), &ruling.reason)
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
