//! Open questions as plain data.

use super::Seat;
use serde_json::Value;

/// Legal answers to a query: all of them, or a sample.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing<A> {
    /// No answer comes twice.
    pub answers: Vec<A>,
    /// `true` if every legal answer is listed, `false` if this is a sample.
    pub complete: bool,
}

/// The signal that the rules wait for answers. It travels up with `?`; nothing after the questions has happened.
#[derive(Debug)]
pub struct Pause(pub Box<Asked>);

/// The open questions of a paused game.
#[derive(Debug)]
pub struct Asked {
    /// The questions that have no answer yet.
    pub open: Vec<Open>,
    /// `true` if they were asked together: then every answer is secret until all are in.
    pub together: bool,
    /// The position in which they are asked, as [`Game::write_state`](super::Game::write_state) gives it.
    pub position: Value,
}

/// One open question, as data.
#[derive(Clone, PartialEq, Debug)]
pub struct Open {
    pub seat: Seat,
    /// See [`Query::key`](super::Query::key).
    pub key: String,
    /// See [`Query::kind`](super::Query::kind).
    pub kind: String,
    /// The serialized [`Query::question`](super::Query::question).
    pub question: Value,
    /// Legal answers as [`Query::write`](super::Query::write) gives them; empty at a desk that lists none.
    pub legal: Listing<Value>,
    /// The answer that is used if the seat sends nothing.
    pub default: Value,
}
