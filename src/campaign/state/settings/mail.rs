//! Settings about mail: which messages are accepted, what press is carried, and how large and frequent messages may be.

use serde::{Deserialize, Serialize};

/// The senders whose messages are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// Only the seat's own addresses.
    Known,
    /// Any address, if the message carries the key or answers our mail.
    Any,
}

/// The kinds of press (messages between players) that a campaign carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PressKind {
    /// Signed press only.
    White,
    /// Signed press, and unsigned press for players who want it.
    Grey,
    None,
}

/// Limits on the size and number of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of a message that we receive.
    pub mail: u64,
    /// Bytes of a plan as it is written.
    pub plan: usize,
    /// Messages of one seat in an hour.
    pub mails_an_hour: usize,
    /// Characters of a piece of press.
    pub press: usize,
    /// Pieces of press of one seat in a day.
    pub press_a_day: usize,
    /// Bytes of a message that we send; a larger one goes without HTML and pictures, or without attachments.
    pub outgoing: u64,
}
