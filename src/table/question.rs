//! Open questions as plain data.

use super::{Position, Seat};
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

impl Pause {
    /// Returns one pause for the questions of two parts of the rules of which neither hangs on the other. The position is that of
    /// the first.
    pub fn and(mut self, other: Pause) -> Pause {
        let (asked, more) = (&mut *self.0, *other.0);
        asked.together &= more.together;
        asked.secret_ahead |= more.secret_ahead;
        asked.open.extend(more.open);
        asked.ahead.extend(more.ahead);
        let ahead = std::mem::take(&mut asked.ahead);
        for open in ahead {
            if asked.open.iter().chain(&asked.ahead).all(|known| known.key != open.key) {
                asked.ahead.push(open);
            }
        }
        self
    }
}

/// The open questions of a paused game.
#[derive(Debug)]
pub struct Asked {
    /// The questions that have no answer yet.
    pub open: Vec<Open>,
    /// Further questions of the same round that may come up, put to the seats along with the others so that one message
    /// is enough ([`Game::foresee`](super::Game::foresee)). No plan answers them yet.
    pub ahead: Vec<Open>,
    /// `true` if one of `ahead` is of those that several seats answer in secret.
    pub secret_ahead: bool,
    /// `true` if they were asked together: then every answer is secret until all are in.
    pub together: bool,
    /// The position in which they are asked, as [`Game::write_state`](super::Game::write_state) gives it.
    pub position: Position,
}

/// One open question, as data.
#[derive(Clone, PartialEq, Debug)]
pub struct Open {
    pub seat: Seat,
    /// See [`Query::key`](super::Query::key).
    pub key: String,
    /// See [`Query::kind`](super::Query::kind).
    pub kind: String,
    /// The serialized [`Query::question`](super::Query::question); null at a desk that lists no answers.
    pub question: Value,
    /// Legal answers as [`Query::write`](super::Query::write) gives them; empty at a desk that lists none.
    pub legal: Listing<Value>,
    /// The answer that is used if the seat sends nothing; null at a desk that lists none.
    pub default: Value,
    /// `true` if it is not asked yet, and may never be: a plan answers it beforehand.
    pub ahead: bool,
}

impl Open {
    /// Returns `true` if the answer that is used where its seat sends none is to do nothing: a bid of 0, an empty list.
    pub fn does_nothing(&self) -> bool {
        match &self.default {
            Value::Number(number) => number.as_u64() == Some(0),
            Value::Array(all) => all.is_empty(),
            Value::Object(all) => all.is_empty(),
            _ => false,
        }
    }

    /// Returns what a seat is asked first: what waits for its answer, or all that may come up where one sheet
    /// [gathers](super::Game::gathers) it, though several seats answer it one after the other.
    pub fn asked_of(all: &[Open], seat: Seat, gathers: bool) -> Vec<&Open> {
        all.iter().filter(|open| open.seat == seat && (gathers || !open.ahead)).collect()
    }
}

/// A question that may come up in a round ([`Game::foresee`](super::Game::foresee)).
#[derive(Clone, Debug)]
pub struct Foreseen<Q> {
    /// The question as it would be asked in the present position, marked as `ahead`.
    pub open: Open,
    /// The question for plans.
    pub question: Q,
    /// `true` if several seats would be asked at once, in secret.
    pub together: bool,
}
