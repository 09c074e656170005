//! Questions to seats, and the table that answers them.

use super::{Game, MOST_SEATS, Point, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::fmt;

/// Legal answers to a query.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing<A> {
    /// Legal answers, each once.
    pub answers: Vec<A>,
    /// Whether these are all there are; otherwise a sample.
    pub complete: bool,
}

/// A typed question to one seat. Legal means enumerable: [`list`](Query::list) and
/// [`sample`](Query::sample) give nothing that [`check`](Query::check) refuses, and a complete list
/// holds all that it accepts.
pub trait Query {
    /// The game it belongs to.
    type Game: Game;
    /// What answers it.
    type Answer: Clone + PartialEq + fmt::Debug;

    /// Who is asked.
    fn seat(&self) -> Seat;
    /// What sort of question: the name that `ask about` and `secrecy` of a campaign use, such as `retreat`.
    fn kind(&self) -> &'static str;
    /// Its name, unique and stable within a game: `3/march/2/stark/retreat/moat-cailin`.
    fn key(&self) -> String;
    /// The position as it stands while the question waits.
    fn position(&self) -> &<Self::Game as Game>::State;
    /// The question as plain data, for plans and for people.
    fn question(&self) -> <Self::Game as Game>::Question;
    /// Whether an answer is legal, and if not, why.
    fn check(&self, answer: &Self::Answer) -> Result<(), Refusal>;
    /// Legal answers; at most `limit`, and then a sample if there are more.
    fn list(&self, limit: usize) -> Listing<Self::Answer>;
    /// A legal answer by chance.
    fn sample(&self, dice: &mut fastrand::Rng) -> Self::Answer;
    /// The answer when somebody must choose and nobody did.
    fn default(&self) -> Self::Answer;
    /// An answer as plain data with names, as the ledger keeps it.
    fn write(&self, answer: &Self::Answer) -> Value;
    /// An answer from plain data; says why if it cannot be one. Does not check legality.
    fn read(&self, value: &Value) -> Result<Self::Answer, Refusal>;
}

/// Where rules learn what players want, draw, and tell what happens.
pub trait Table<G: Game> {
    /// Asks one seat.
    fn ask<Q: Query<Game = G>>(&mut self, query: &Q) -> Result<Q::Answer, Pause>;

    /// Asks several seats at once and in secret: no answer is given before all are there. Answers come in
    /// the order of the queries.
    fn ask_together<Q: Query<Game = G>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause>;

    /// Shuffles by chance that can be verified; the label names the draw, such as `2/westeros-1/shuffle`.
    fn shuffle<T>(&mut self, label: impl FnOnce() -> String, items: &mut [T]);

    /// What a ruling makes of something that the rules have worked out: another of what is legal there; none, as nearly
    /// always, if what they found stands. Tables that know of no rulings never build the point.
    fn settle(&mut self, point: impl FnOnce() -> Point) -> Option<Value> {
        let _ = point;
        None
    }

    /// Returns `true` if events that are told to this table are heard. It never changes.
    fn listens(&self) -> bool {
        true
    }

    /// Tells what has happened. Tables that do not listen never build the event.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);
}

/// The rules wait for answers; nothing after the questions has happened. Travels up with `?`.
#[derive(Debug)]
pub struct Pause(pub Box<Asked>);

/// What a paused game waits for.
#[derive(Debug)]
pub struct Asked {
    /// The open questions, none answered yet.
    pub open: Vec<Open>,
    /// Whether they were asked together, and so are secret until all are answered.
    pub together: bool,
    /// The position at this moment, as [`Game::write_state`] gives it.
    pub position: Value,
}

/// One open question, as data.
#[derive(Clone, PartialEq, Debug)]
pub struct Open {
    /// Who is asked.
    pub seat: Seat,
    /// [`Query::key`].
    pub key: String,
    /// [`Query::kind`].
    pub kind: String,
    /// [`Query::question`], serialized.
    pub question: Value,
    /// Some legal answers, as [`Query::write`] gives them; all of them if `complete`.
    pub legal: Listing<Value>,
    /// What will be taken if nothing comes.
    pub default: Value,
}

impl Open {
    /// The question of a query as data, with at most `limit` legal answers beside it.
    pub fn of<Q: Query>(query: &Q, limit: usize) -> Self {
        let legal = match limit {
            0 => Listing { answers: Vec::new(), complete: false },
            _ => query.list(limit),
        };
        Open {
            seat: query.seat(),
            key: query.key(),
            kind: query.kind().to_owned(),
            question: serde_json::to_value(query.question()).unwrap_or(Value::Null),
            legal: Listing {
                answers: legal.answers.iter().map(|a| query.write(a)).collect(),
                complete: legal.complete,
            },
            default: query.write(&query.default()),
        }
    }
}
