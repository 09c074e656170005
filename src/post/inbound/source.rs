//! The trait of all sources of mail, and what they hand out.

use crate::post::error::PostError;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The printable name of a message within its source, valid until it is filed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(pub String);

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A message as its source hands it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collected {
    pub handle: Handle,
    /// The bytes of the message; only its headers if it is larger than [`LARGEST`](super::LARGEST).
    pub raw: Vec<u8>,
    /// Its size in the mailbox, in bytes: more than the length of `raw` if it is too large.
    pub size: u64,
    /// When our host received it; see [`Receipt`](super::Receipt).
    pub received: DateTime<Utc>,
}

/// What a message was filed as; each outcome has a folder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It had an effect.
    Used,
    /// It was a seat's, but nothing in it could be used. Its sender has been told.
    Refused,
    /// A copy of a message filed before.
    Duplicate,
    /// It is from nobody who plays.
    Stranger,
    /// An automatic answer, a mailing list, or a message of our own.
    Ignored,
    /// A report that a message of ours was not delivered.
    Bounced,
    /// It cannot be read, or is too large.
    Broken,
    /// It is not filed but stays where it is, so that it comes again in the next tick.
    Kept,
}

impl Outcome {
    /// All outcomes with which a message is filed, for mailboxes that keep a folder for each.
    pub const ALL: [Outcome; 7] = [
        Outcome::Used,
        Outcome::Refused,
        Outcome::Duplicate,
        Outcome::Stranger,
        Outcome::Ignored,
        Outcome::Bounced,
        Outcome::Broken,
    ];

    /// Returns its name in folders and records, such as `Used`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Used => "Used",
            Outcome::Refused => "Refused",
            Outcome::Duplicate => "Duplicate",
            Outcome::Stranger => "Stranger",
            Outcome::Ignored => "Ignored",
            Outcome::Bounced => "Bounced",
            Outcome::Broken => "Broken",
            Outcome::Kept => "Kept",
        }
    }
}

/// Where a mailbox on a server stands: while it is the same, no message has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MailboxMark {
    /// The numbering of its messages (UIDVALIDITY).
    pub validity: u32,
    /// The number that the next message will get (UIDNEXT).
    pub next: u32,
}

/// A place from which messages are collected. One value serves one tick.
pub trait MailSource {
    /// Returns the next messages that are not filed yet, in the order of receipt, each once in the life of
    /// this value. To save memory it returns a few at a time: call it until it returns none.
    ///
    /// A message that is not filed comes again in the next tick, so processing it twice must do no harm.
    ///
    /// # Errors
    /// If the mailbox as a whole cannot be read.
    fn collect(&mut self) -> Result<Vec<Collected>, PostError>;

    /// Returns the messages that could not be read since the last call. They remain in place for the next
    /// tick, and do not stop the others.
    fn problems(&mut self) -> Vec<PostError> {
        Vec::new()
    }

    /// Files a collected message under its outcome, for good once it is [settled](Self::settle). Nothing is ever deleted,
    /// and filing it again is not an error.
    ///
    /// # Errors
    /// If it cannot be filed; then it is still there to be collected.
    fn file(&mut self, handle: &Handle, outcome: Outcome) -> Result<(), PostError>;

    /// Makes sure that what was filed stays so. What was not is collected again after a power cut.
    ///
    /// # Errors
    /// If a folder cannot be synced.
    fn settle(&mut self) -> Result<(), PostError> {
        Ok(())
    }

    /// Returns where a mailbox on a server stood when it was first looked at, if everything that it had then was collected and
    /// filed. `None` for other mailboxes, and if the server does not say.
    fn mark(&self) -> Option<MailboxMark> {
        None
    }
}
