//! Messages about an open window: the reminder, and the table of seals.

use super::head::{Head, Mail, mail};
use super::instant::Instant;
use super::name::Named;
use super::window::{SealLine, Window};
use serde::Serialize;

/// The table of seals, sent when everyone has sealed, with the request to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SealsTable {
    pub head: Head,
    /// The window that was sealed.
    pub window: Window,
    pub seals: Vec<SealLine>,
    /// By when openings must arrive.
    pub open_until: Option<Instant>,
    /// `true` if the reader is asked to open now; a deposited plan is opened for its owner.
    pub asked: bool,
    /// The seat that the game master plays, if it opens before all others.
    pub first: Option<Named>,
    /// `true` while only that seat is asked.
    pub only_first: bool,
    /// `true` if the reader has a seal and is asked later.
    pub waits: bool,
    /// What plays for the first seat, `default` or `steward`, if it did not open in time.
    pub instead: Option<String>,
    /// What plays for the reader, likewise, if the reader does not open.
    pub otherwise: String,
}

/// A reminder before a deadline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reminder {
    pub head: Head,
    pub window: Window,
    /// What we still need from the reader: `plan`, `answer` or `opening`; `rest` of a plan of which a part could not be read.
    pub awaited: String,
    /// Number of open questions.
    pub questions: usize,
    /// What happens if nothing comes: `default`, `wait`, `steward`.
    pub otherwise: String,
    /// `true` if the reader is asked to open before all others.
    pub first: bool,
    /// What the reader's absence changes; `None` if it changes nothing.
    pub leave: Option<Leave>,
}

/// An absence of the reader's that matters for the open window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Leave {
    /// When it begins, and the game no longer waits for the reader. `None` if it has begun.
    pub begins: Option<Instant>,
    /// Until when the game waits at most, because the reader has asked for it. `None` if the game does not wait, or waits anyway.
    pub waits_until: Option<Instant>,
    /// What plays for the reader if nothing comes: `default` or `steward`.
    pub instead: String,
}

mail! {
    SealsTable => "seals";
    Reminder => "reminder";
}
