//! Where mails come from.

use crate::post::error::PostError;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What names a mail within its source, for as long as it is not filed. Printable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(pub String);

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A mail that came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collected {
    /// What names it within its source.
    pub handle: Handle,
    /// The mail; of one larger than [`LARGEST`](super::LARGEST) the headers only.
    pub raw: Vec<u8>,
    /// Its bytes where it lies: more than `raw` has if it is too large.
    pub size: u64,
    /// When our host received it; see [`Receipt`](super::Receipt).
    pub received: DateTime<Utc>,
}

/// What became of a mail: where it is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It had an effect.
    Used,
    /// It spoke for a seat, but could not be used; its sender was told.
    Refused,
    /// A copy of one that was filed before.
    Duplicate,
    /// It speaks for no seat.
    Stranger,
    /// An automatic answer, a list, our own: nothing for us.
    Ignored,
    /// A delivery failure came back.
    Bounced,
    /// It cannot be read, or is too large.
    Broken,
}

impl Outcome {
    /// All, for mailboxes that keep a folder each.
    pub const ALL: [Outcome; 7] = [
        Outcome::Used,
        Outcome::Refused,
        Outcome::Duplicate,
        Outcome::Stranger,
        Outcome::Ignored,
        Outcome::Bounced,
        Outcome::Broken,
    ];

    /// Its name in folders and records: `Used`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Used => "Used",
            Outcome::Refused => "Refused",
            Outcome::Duplicate => "Duplicate",
            Outcome::Stranger => "Stranger",
            Outcome::Ignored => "Ignored",
            Outcome::Bounced => "Bounced",
            Outcome::Broken => "Broken",
        }
    }
}

/// A place from which mails are collected. One value serves one tick.
pub trait MailSource {
    /// The next mails that are not filed yet, in the order of receipt, each once in the life of this value;
    /// some at a time, so that memory stays small: call it until nothing comes. A mail that is not filed after
    /// that comes again in the next tick, so filing it twice must do no harm to the campaign.
    ///
    /// # Errors
    /// If the mailbox as a whole cannot be read.
    fn collect(&mut self) -> Result<Vec<Collected>, PostError>;

    /// Which mails could not be read, since this was last asked. They stay where they are and are tried again in
    /// the next tick; the others come all the same.
    fn problems(&mut self) -> Vec<PostError> {
        Vec::new()
    }

    /// Puts a collected mail away under its outcome, for good; nothing is ever deleted. Doing it again is no
    /// error.
    ///
    /// # Errors
    /// If it cannot be kept; then it is still there to be collected.
    fn file(&mut self, handle: &Handle, outcome: Outcome) -> Result<(), PostError>;
}
