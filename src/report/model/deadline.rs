//! Messages about an open window: the reminder, and the table of seals.

use super::head::{Head, Mail, mail};
use super::instant::Instant;
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
    /// `true` if the reader still has to open; a deposited plan is opened for its owner.
    pub asked: bool,
}

/// A reminder before a deadline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reminder {
    pub head: Head,
    pub window: Window,
    /// What we still need from the reader: `plan`, `answer` or `opening`.
    pub awaited: String,
    /// Number of open questions.
    pub questions: usize,
    /// What happens if nothing comes: `default`, `wait`, `steward`.
    pub otherwise: String,
}

mail! {
    SealsTable => "seals";
    Reminder => "reminder";
}
