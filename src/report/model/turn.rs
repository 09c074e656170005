//! The report of a turn or of a part of it.

use super::{Dispute, Head, Instant, Mail, Named, SealLine, Window, names_of};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What has become of a seat's part in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The window is open and nothing has come yet.
    Waiting,
    /// The window is open and something usable has come.
    In,
    /// The same, and its owner says that nothing more will come.
    Final,
    /// Nothing came.
    NothingCame,
    /// Something came and none of it could be used.
    Unusable,
    /// A seal came (and, once the window is closed: it was not opened).
    Sealed,
    /// A plan came that chooses to do nothing.
    Hold,
    /// An absence was booked.
    Absent,
}

/// One seat in a list of seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatState {
    /// Which.
    pub seat: Named,
    /// What has become of its part.
    pub state: State,
    /// Whether its mail comes back undelivered.
    pub unreachable: bool,
}

/// Where an answer came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum Origin {
    /// The seat's plan.
    Plan {
        /// Place in the plan: `marches.1`.
        path: String,
        /// Line of the mail it stood on, if known.
        line: Option<usize>,
    },
    /// An answer by mail to the very question.
    Mail,
    /// The rules' default.
    Default {
        /// What made it apply: `pace`, `guess`, `absent`, `missed`, …
        why: String,
    },
    /// The steward of an absent seat.
    Steward,
    /// The game master.
    Gm,
    /// A ruling of the game master.
    Ruling {
        /// Its number.
        number: u64,
    },
}

/// A decision of the reader's seat as it was used.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The question's key: `3/marches/2/stark/retreat/moat-cailin`.
    pub key: String,
    /// Its kind: `retreat`.
    pub kind: String,
    /// The answer, as the ledger keeps it.
    pub answer: Value,
    /// Where it came from.
    pub origin: Origin,
}

/// An open question to the reader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// Its key, to answer under.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// The question as data.
    pub question: Value,
    /// Legal answers, all or some.
    pub legal: Vec<Value>,
    /// Whether these are all.
    pub complete: bool,
    /// What is taken if nothing comes.
    pub default: Value,
}

impl From<&crate::table::Open> for Question {
    fn from(open: &crate::table::Open) -> Self {
        Question {
            key: open.key.clone(),
            kind: open.kind.clone(),
            question: open.question.clone(),
            legal: open.legal.answers.clone(),
            complete: open.legal.complete,
            default: open.default.clone(),
        }
    }
}

/// A vote of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vote {
    /// Whose; none if votes are secret.
    pub seat: Option<Named>,
    /// On what: `draw`, `extend`, `concede`.
    pub on: String,
    /// What it says: `yes`, `24h`, a seat's name.
    pub says: String,
    /// Whether the vote is now carried.
    pub carried: bool,
}

/// A piece of press.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// Who wrote it; none if unsigned.
    pub from: Option<Named>,
    /// To whom; empty for everybody.
    pub to: Vec<Named>,
    /// When it came.
    pub at: Option<Instant>,
    /// What it says, as written.
    pub text: String,
}

/// A ruling of the game master.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ruling {
    /// Its number in the campaign.
    pub number: u32,
    /// The turn it is about.
    pub turn: u32,
    /// When it was given.
    pub at: Option<Instant>,
    /// What is ruled, in the game master's words.
    pub text: String,
    /// Why, likewise.
    pub because: String,
}

/// What has happened since the last report, where the game stands, and what is asked now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnReport {
    /// What every mail has.
    pub head: Head,
    /// The turn that was told of or is being played.
    pub turn: u32,
    /// The stage the game stands at.
    pub stage: String,
    /// What has happened since the last report, in order.
    pub events: Vec<Value>,
    /// The position as the reader may know it.
    pub view: Value,
    /// Open questions to the reader; empty if nothing is asked of him.
    pub asked: Vec<Question>,
    /// The window that is open; none if the game is over.
    pub window: Option<Window>,
    /// The order sheet ([`Game::sheet`](crate::table::Game::sheet)); none if nothing is asked.
    pub sheet: Option<Value>,
    /// All seats, what became of their part in the window that was closed (or is open, if none was).
    pub seats: Vec<SeatState>,
    /// The reader's decisions that were used since the last report.
    pub decisions: Vec<Decision>,
    /// Votes as they stand.
    pub votes: Vec<Vote>,
    /// Rulings since the last report.
    pub rulings: Vec<Ruling>,
    /// Windows of which earlier reports told and that count no more by these rulings.
    pub replaces: Vec<String>,
    /// Disputes that are open.
    pub disputes: Vec<Dispute>,
    /// The seals of the window that was closed.
    pub seals: Vec<SealLine>,
    /// Names of attachments, to say what they are: `state-3.yaml`.
    pub attachments: Vec<String>,
}

impl Mail for TurnReport {
    const TEMPLATE: &'static str = "turn";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        names_of(&self.view)
    }
}
