//! What the next player of a seat is given.

use super::decision::Decision;
use super::head::{Head, Mail};
use super::name::names_of;
use super::note::Note;
use serde::Serialize;
use serde_json::Value;

/// The part of a welcome for a player who takes over a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Handover {
    /// The current turn; 0 before the game has begun.
    pub turn: u32,
    /// `true` if the reader has held the seat before.
    pub again: bool,
    /// `true` if the reader holds the seat all along and is sent everything once more, at another address.
    pub resent: bool,
    /// `true` if the story so far is attached.
    pub story: bool,
    /// `true` if a plan of the previous player still counts, and is attached.
    pub plan: bool,
    /// `true` if that plan was sent for an earlier window, so that it may answer nothing of what is asked.
    pub earlier: bool,
    /// Set while the open window waits for openings: `true` if it waits for that of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<bool>,
    /// `true` if the story includes the press that the seat was sent.
    pub press: bool,
}

/// What has happened since the start, as the reader may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Story {
    pub head: Head,
    /// Turn by turn.
    pub chapters: Vec<Chapter>,
    /// Press to and from the seat; empty if it is not handed over.
    pub press: Vec<Note>,
    /// The position, for its names.
    pub view: Value,
}

/// A turn of a [`Story`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chapter {
    /// From 1.
    pub turn: u32,
    pub events: Vec<Value>,
    /// Decisions of the reader's seat that were used.
    pub decisions: Vec<Decision>,
}

impl Mail for Story {
    const TEMPLATE: &'static str = "story";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        names_of(&self.view)
    }
}
