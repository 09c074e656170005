//! What mails are made from: plain data that the campaign fills in and templates read. A model holds what its
//! reader may know and nothing else; no template can show more.
//!
//! May use: `sheet` (refusals), `post` (what a server said of a mail). Is used by: `campaign`, templates.

mod answer;
mod besides;
mod dispute;
mod letters;
mod living;
mod receipt;
mod ruling;
mod trust;
mod turn;

pub use answer::{Answer, Forecast};
pub use besides::{Also, Besides};
pub use dispute::{Dispute, DisputeEnd, DisputeWord};
pub use letters::{
    End, Help, History, HistoryLine, Notice, Opening, Press, Reminder, Row, SealsTable, Status, Stranger,
};
pub use living::{Chapter, Handover, Rehearsal, Story};
pub use receipt::{Answers, Ignored, Item, Problem, Receipt, Standing, WindowState};
pub use ruling::{
    AskedTold, Changed, DecisionTold, IllegalTold, LinesChanged, RulingDifference, RulingMail, RulingPart,
    SeatTold, Undone,
};
pub use trust::{Dkim, Trust};
pub use turn::{Decision, Note, Origin, Question, Ruling, SeatState, State, TurnReport, Vote};

use crate::sheet::Refusal;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An instant; templates show it in the reader's zone and in UTC.
pub type Instant = DateTime<Utc>;

/// Something with an id and a name for people.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Named {
    /// `stark`.
    pub id: String,
    /// `Stark`.
    pub name: String,
}

/// The game that is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameName {
    /// `thrones-1e`.
    pub id: String,
    /// `A Game of Thrones (first edition)`.
    pub title: String,
    /// The folder of its templates: `thrones`.
    pub templates: String,
}

/// What every mail has.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Head {
    /// The campaign's id, which begins the subject: `westeros-7`.
    pub campaign: String,
    /// Its name for people.
    pub title: String,
    /// The game.
    pub game: GameName,
    /// The reader's seat; none for the game master, for the public and for strangers.
    pub seat: Option<Named>,
    /// How the reader is addressed; may be empty.
    pub player: String,
    /// The reader's IANA zone: `Europe/Rome`.
    pub zone: String,
    /// The reader's key in groups, never masked here; none for who has none.
    pub key: Option<String>,
    /// Where answers go.
    pub address: String,
    /// Message-IDs this mail belongs to, oldest first; for the envelope, not shown.
    pub references: Vec<String>,
    /// What was left out because the mail would have been too large: `html` or `files`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// What else the mail tells.
    #[serde(default)]
    pub besides: Besides,
}

/// Why something was refused, as data for the words in `refusals`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// Its code.
    pub code: String,
    /// What its words speak of.
    pub details: serde_json::Map<String, Value>,
}

impl From<&Refusal> for Why {
    fn from(refusal: &Refusal) -> Self {
        Why { code: refusal.code().to_owned(), details: refusal.details().clone() }
    }
}

/// A window of questions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Its id, which sealed plans carry: `3/planning`.
    pub id: String,
    /// Turn, from 1.
    pub turn: u32,
    /// Stage, such as `planning`.
    pub stage: String,
    /// When it closes at the latest; none if it waits for ever.
    pub deadline: Option<Instant>,
    /// Until when mails that come late are still taken; none without grace.
    pub grace: Option<Instant>,
    /// How plans are kept until it closes: `deposit`, `sealed`, `either`, or `open` where nothing is secret.
    pub secrecy: String,
    /// Whether the clock waits for a dispute, so that no deadline closes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether the game master has stopped the clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

/// One seat's line in the table of seals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealLine {
    /// Whose.
    pub seat: Named,
    /// `sha256:…`; none if none came.
    pub seal: Option<String>,
    /// When it came.
    pub at: Option<Instant>,
    /// Whether it has been opened.
    pub opened: bool,
}

/// A mail as a template knows it.
pub trait Mail: Serialize {
    /// The name of its template: `turn` for templates/mail/turn.md.
    const TEMPLATE: &'static str;
    /// What every mail has.
    fn head(&self) -> &Head;
    /// Display names by id, for the filter `name`; null if the mail needs none.
    fn names(&self) -> &Value {
        &Value::Null
    }
}

/// The names of a view ([`Game::view`](crate::table::Game::view)).
pub(crate) fn names_of(view: &Value) -> &Value {
    view.get("names").unwrap_or(&Value::Null)
}
