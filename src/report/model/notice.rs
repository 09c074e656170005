//! Short messages that nobody asked for: notices, press, and the answer to a stranger.

use super::bundle::BundledNotice;
use super::head::{Head, Mail, mail};
use super::instant::Instant;
use super::name::Named;
use super::note::Note;
use serde::Serialize;
use serde_json::Value;

/// The answer to a stranger. It says nothing about any game; its head has only the address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stranger {
    /// Only `address` and `references` are used.
    pub head: Head,
    /// `true` if the writer is an observer, who only gets reports.
    pub observer: bool,
    /// The campaign and the seat that has the writer's address; `None` for anybody else.
    pub known: Option<KnownAddress>,
}

/// The campaign and the seat at an address, told to nobody but that address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownAddress {
    pub campaign: String,
    pub seat: String,
    /// `true` until the game begins: the welcome is the message to answer.
    pub early: bool,
}

/// News that the game master, a seat or everybody must know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Notice {
    pub head: Head,
    /// Its kind: `clock-gap`, `clock-back`, `unreachable`, `peeked`, `not-opened`, `resigned`, `absent`,
    /// `dispute`, `template`, `delivery`, `error`, `other-address`, `voted`, `vote`, `gm`. The text for each
    /// is in `mail/notice.md`.
    pub what: String,
    /// The values that its text mentions; see there.
    pub details: Value,
    /// The deadline, if it has moved.
    pub deadline: Option<Instant>,
}

/// Press in a message of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Press {
    pub head: Head,
    /// Of one conversation, oldest first.
    pub notes: Vec<Note>,
    /// Everybody in the conversation; empty if it is that of all, or if the press is unsigned.
    pub among: Vec<Named>,
    /// Whom a plain answer goes to; `None` if that cannot be told.
    pub answers: Option<Named>,
    /// `true` if the game master reads press.
    pub gm_reads: bool,
    /// `true` if its reader may write to another player.
    pub writes: bool,
    /// `true` if it may write to all of them.
    pub writes_all: bool,
}

impl From<Notice> for BundledNotice {
    fn from(Notice { head: _, what, details, deadline }: Notice) -> Self {
        BundledNotice { what, details, deadline }
    }
}

mail! {
    Stranger => "stranger";
    Notice => "notice";
    Press => "press";
}
