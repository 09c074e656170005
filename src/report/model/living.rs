//! What a seat's next player is given, and what is asked before the game.

use super::{Decision, Head, Instant, Mail, Note, names_of};
use serde::Serialize;
use serde_json::Value;

/// The rehearsal before the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rehearsal {
    /// Until when; none: until all have passed.
    pub until: Option<Instant>,
}

/// What a welcome says to who takes a seat over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Handover {
    /// The turn that is played; 0 before the game has begun.
    pub turn: u32,
    /// Whether the reader has held the seat before.
    pub again: bool,
    /// Whether the story so far is attached.
    pub story: bool,
    /// Whether a plan of the player before stands, and is attached.
    pub plan: bool,
    /// Whether the press that the seat was sent stands in the story.
    pub press: bool,
}

/// What has happened since the start, as the reader may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Story {
    /// What every mail has.
    pub head: Head,
    /// Turn by turn.
    pub chapters: Vec<Chapter>,
    /// Press that the seat was sent and has sent; empty where it is not handed on.
    pub press: Vec<Note>,
    /// The position, for the names in it.
    pub view: Value,
}

/// A turn of a [`Story`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chapter {
    /// Which.
    pub turn: u32,
    /// What has happened.
    pub events: Vec<Value>,
    /// What was used of the reader's seat.
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
