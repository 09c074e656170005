//! What all questions share: who is asked, in which position, by which key, and how answers are listed.

use super::answer::{listing, malformed, read_card, read_units, sampled, write_units};
use super::board::Board;
use super::data::{Area, CardId, Troop, World};
use super::game::Thrones;
use super::question::Question;
use crate::table::{Listing, Query, Refusal, Seat};
use serde_json::Value;
use std::fmt;
use std::ops::ControlFlow;

/// Where a question is asked: the position, the house, and what tells it from others of its kind.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub board: &'a Board,
    pub seat: Seat,
    pub about: About<'a>,
}

/// What a question is about, as the end of its key.
#[derive(Clone, Copy, Debug)]
pub enum About<'a> {
    /// There is one of its kind for a house at a time.
    Nothing,
    Area(Area),
    /// A battle, and another area.
    Areas(Area, Area),
    Word(&'a str),
    /// A word, and where.
    WordAt(&'a str, Area),
    /// A word, and a number.
    Numbered(&'a str, u8),
    /// A word, perhaps where, and which of several alike.
    Nth(&'a str, Option<Area>, u8),
}

impl About<'_> {
    fn key(self, world: &World) -> String {
        match self {
            About::Nothing => String::new(),
            About::Area(area) => world.area_id(area).to_owned(),
            About::Areas(one, other) => format!("{}/{}", world.area_id(one), world.area_id(other)),
            About::Word(word) => word.to_owned(),
            About::WordAt(word, area) => format!("{word}/{}", world.area_id(area)),
            About::Numbered(word, number) => format!("{word}/{number}"),
            About::Nth(word, None, 0) => word.to_owned(),
            About::Nth(word, None, nth) => format!("{word}/{nth}"),
            About::Nth(word, Some(area), 0) => format!("{word}/{}", world.area_id(area)),
            About::Nth(word, Some(area), nth) => format!("{word}/{}/{nth}", world.area_id(area)),
        }
    }
}

/// An answer as plain data with names, as the ledger keeps it.
pub trait Form: Clone + PartialEq + fmt::Debug {
    /// Returns the answer as data, with ids for all names.
    fn write(&self, world: &World) -> Value;

    /// Reads an answer to a question of a kind. Does not look whether it is legal.
    ///
    /// # Errors
    /// If the value has not the form of such an answer.
    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal>;
}

/// Hands each legal answer once to what it is given, and stops when told to.
pub type Found<'f, A> = &'f mut dyn FnMut(A) -> ControlFlow<()>;

/// What a question says of itself; a [`Query`] follows from it.
pub trait Ask {
    type Answer: Form;
    /// What sort of question it is, such as `retreat`.
    const KIND: &'static str;

    /// Who is asked, where, and about what.
    fn ground(&self) -> Ground<'_>;
    /// The question as plain data, for plans and for people.
    fn question(&self) -> Question;
    /// Checks an answer.
    ///
    /// # Errors
    /// If the answer is not legal: why.
    fn check(&self, answer: &Self::Answer) -> Result<(), Refusal>;
    /// Finds every legal answer.
    fn walk(&self, found: Found<'_, Self::Answer>) -> ControlFlow<()>;
    /// A legal answer by chance, as people play.
    fn sample(&self, dice: &mut fastrand::Rng) -> Self::Answer;
    /// The answer when somebody must choose and nobody did.
    fn default(&self) -> Self::Answer;

    /// Returns the legal answers; at most `limit`, and then a sample if there are more.
    fn list(&self, limit: usize) -> Listing<Self::Answer> {
        listing(limit, |found| self.walk(found), |dice| self.sample(dice))
    }
    /// Returns an answer as plain data, where its form hangs on the question.
    fn write(&self, answer: &Self::Answer) -> Value {
        answer.write(&self.ground().board.world)
    }
    /// An answer from plain data, where its form hangs on the question.
    ///
    /// # Errors
    /// If the value cannot be an answer.
    fn read(&self, value: &Value) -> Result<Self::Answer, Refusal> {
        Form::read(&self.ground().board.world, Self::KIND, value)
    }
}

impl<A: Ask> Query for A {
    type Game = Thrones;
    type Answer = A::Answer;

    fn seat(&self) -> Seat {
        self.ground().seat
    }

    fn kind(&self) -> &'static str {
        A::KIND
    }

    fn key(&self) -> String {
        let Ground { board, seat, about } = self.ground();
        board.key(seat, A::KIND, &about.key(&board.world))
    }

    fn position(&self) -> &Board {
        self.ground().board
    }

    fn question(&self) -> Question {
        Ask::question(self)
    }

    fn check(&self, answer: &A::Answer) -> Result<(), Refusal> {
        Ask::check(self, answer)
    }

    fn list(&self, limit: usize) -> Listing<A::Answer> {
        Ask::list(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> A::Answer {
        Ask::sample(self, dice)
    }

    fn default(&self) -> A::Answer {
        Ask::default(self)
    }

    fn write(&self, answer: &A::Answer) -> Value {
        Ask::write(self, answer)
    }

    fn read(&self, value: &Value) -> Result<A::Answer, Refusal> {
        Ask::read(self, value)
    }
}

/// How many answers stand for all where there are too many to list.
const EXAMPLES: usize = 12;

/// Returns the legal answers; if there are more than `limit`, a few stand for all: nobody reads whole sets of orders or of what is
/// mustered, of which there are thousands, and to draw and write sixty of them takes as long as to play a stage.
pub fn all_or_few<A: Ask>(query: &A, limit: usize) -> Listing<A::Answer> {
    let all = first(query, limit);
    if all.complete {
        return all;
    }
    sampled(limit.min(EXAMPLES), |dice| query.sample(dice))
}

/// Returns the first legal answers, in their order, for questions that have few.
pub fn first<A: Ask>(query: &A, limit: usize) -> Listing<A::Answer> {
    let mut answers = Vec::new();
    let walked = query.walk(&mut |answer| {
        if answers.len() == limit {
            return ControlFlow::Break(());
        }
        answers.push(answer);
        ControlFlow::Continue(())
    });
    Listing { answers, complete: walked.is_continue() }
}

impl Form for bool {
    fn write(&self, _: &World) -> Value {
        (*self).into()
    }

    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        value.as_bool().ok_or_else(|| malformed(kind, value))
    }
}

impl Form for u8 {
    fn write(&self, _: &World) -> Value {
        (*self).into()
    }

    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        value.as_u64().and_then(|n| u8::try_from(n).ok()).ok_or_else(|| malformed(kind, value))
    }
}

impl Form for CardId {
    fn write(&self, world: &World) -> Value {
        world.card(*self).id.clone().into()
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        read_card(world, kind, value)
    }
}

impl Form for Troop {
    fn write(&self, _: &World) -> Value {
        write_units(*self)
    }

    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        read_units(kind, value)
    }
}

impl<F: Form> Form for Option<F> {
    fn write(&self, world: &World) -> Value {
        self.as_ref().map_or(Value::Null, |answer| answer.write(world))
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        if value.is_null() { Ok(None) } else { F::read(world, kind, value).map(Some) }
    }
}
