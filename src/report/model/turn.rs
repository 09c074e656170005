//! The report of a turn or of part of one.

use super::deadline::Leave;
use super::decision::{Decision, Question};
use super::dispute::Dispute;
use super::head::{Head, HeadTold, Mail};
use super::instant::Instant;
use super::name::Named;
use super::plan_on_file::PlanOnFile;
use super::window::{SealLine, SeatState, Window};
use crate::report::vocabulary::{shared_events, shared_view};
use crate::table::{Event, View};
use serde::Serialize;
use serde_json::Value;

/// A seat's vote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vote {
    /// `None` if votes are secret.
    pub seat: Option<Named>,
    /// `draw`, `extend` or `concede`.
    pub on: String,
    /// Such as `yes`, `24h`, or a seat's name.
    pub says: String,
    /// `true` if the motion has now passed.
    pub carried: bool,
}

/// A ruling of the game master, as listed in reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ruling {
    /// From 1 in each campaign.
    pub number: u32,
    /// The turn in question.
    pub turn: u32,
    pub at: Option<Instant>,
    /// In the game master's words.
    pub text: String,
    /// The reason, in the game master's words.
    pub because: String,
}

/// The time in the game that a window was open for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SentFor {
    pub turn: u32,
    pub stage: String,
}

/// The report to a seat: what has happened since the last one, the position, and what is asked now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnReport {
    pub head: Head,
    /// The turn that was resolved or is being played.
    pub turn: u32,
    /// The current stage; empty in a report of a whole turn.
    pub stage: String,
    /// Events since the last report, in order.
    #[serde(serialize_with = "shared_events")]
    pub events: Vec<Event>,
    /// Places in `events`, from 0, of those that name the reader.
    pub concerns: Vec<usize>,
    /// Events of the same stage that the last report has told already: what it left open may be settled now.
    pub earlier: Vec<Event>,
    /// The position as the reader may know it.
    #[serde(serialize_with = "shared_view")]
    pub view: View,
    /// Open questions to the reader; empty if there are none.
    pub asked: Vec<Question>,
    /// The open window; `None` if the game is over.
    pub window: Option<Window>,
    /// `true` if what the reader has sent for the open window counts and will be used, as after a ruling that has kept a plan.
    pub is_in: bool,
    /// `true` if a ruling has kept a plan of the reader's for the open window of which a part can no longer be done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub misfits: bool,
    /// `batch` or `ask`, as the setting `pace` says for the reader.
    pub pace: String,
    /// `true` if the window asks the reader for the first time in its round.
    #[serde(default)]
    pub begins: bool,
    /// `true` if nothing is asked of the reader because its plan on file answers.
    pub is_answered: bool,
    /// `true` if the window would ask the reader, who is away, and the game does not wait.
    #[serde(default)]
    pub is_away: bool,
    /// What the reader's absence changes in the open window; `None` if it changes nothing.
    #[serde(default)]
    pub leave: Option<Leave>,
    /// `true` if a ruling of the game master answers for the reader what the window would ask.
    #[serde(default)]
    pub is_ruled: bool,
    /// `true` if the reader has sent something for the open window, be it that it answers nothing of what is asked.
    #[serde(default)]
    pub is_part: bool,
    /// The last day of an absence of the reader's that has ended since the last report; `None` if none has.
    pub back: Option<String>,
    /// The order sheet ([`Game::sheet`](crate::table::Game::sheet)); `None` if nothing is asked.
    pub sheet: Option<Value>,
    /// All seats, with what each sent for the window that closed (or is open, if none closed).
    pub seats: Vec<SeatState>,
    /// When that window was open; `None` if there is none.
    pub sent_for: Option<SentFor>,
    /// The reader's decisions since the last report.
    pub decisions: Vec<Decision>,
    /// The plan that is on file for the reader's seat.
    pub on_file: Option<PlanOnFile>,
    pub votes: Vec<Vote>,
    /// Rulings since the last report.
    pub rulings: Vec<Ruling>,
    /// Windows whose earlier reports no longer count because of these rulings.
    pub replaces: Vec<String>,
    /// Open disputes only.
    pub disputes: Vec<Dispute>,
    /// The seals of the last sealed window that closed since the reader's last report.
    pub seals: Vec<SealLine>,
    /// What that window was for. `None` if it is the one of `sent_for`.
    pub sealed_for: Option<SentFor>,
    /// The entries of the ledger that the last reports to the other seats have named, each once.
    pub heads: Vec<HeadTold>,
    /// Names of attachments, such as `state-3.yaml`, so that the report can explain them.
    pub attachments: Vec<String>,
}

/// Returns the places of those events that name a seat.
pub fn concerning(events: &[Event], seat: &str) -> Vec<usize> {
    events.iter().enumerate().filter(|(_, event)| is_named(event, seat)).map(|(place, _)| place).collect()
}

fn is_named(part: &Value, seat: &str) -> bool {
    match part {
        Value::String(text) => text == seat,
        Value::Array(all) => all.iter().any(|part| is_named(part, seat)),
        Value::Object(all) => all.iter().any(|(name, part)| name == seat || is_named(part, seat)),
        _ => false,
    }
}

impl Mail for TurnReport {
    const TEMPLATE: &'static str = "turn";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        self.view.get("names").unwrap_or(&Value::Null)
    }
}
