//! The question of a Westeros card that leaves the choice to the holder of a token. Rules: 2e, Westeros cards.

use crate::games::thrones::answer::malformed;
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Row, World};
use crate::games::thrones::question::Question;
use crate::table::{Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::ops::ControlFlow;

/// The cards that may be chosen.
pub type Cards = ArrayVec<Row, 16>;

/// Which card an open Westeros card counts as.
pub struct CardChoice<'a> {
    board: &'a Board,
    seat: Seat,
    card: &'static str,
    among: &'a Cards,
}

impl<'a> CardChoice<'a> {
    /// The question to the holder of the token; there is at least one card to choose.
    pub fn new(board: &'a Board, seat: Seat, card: &'static str, among: &'a Cards) -> Self {
        CardChoice { board, seat, card, among }
    }
}

/// The id of a card, before it is known whether it may be chosen.
impl Form for String {
    fn write(&self, _: &World) -> Value {
        self.clone().into()
    }

    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        value.as_str().map(str::to_owned).ok_or_else(|| malformed(kind, value))
    }
}

impl Ask for CardChoice<'_> {
    type Answer = String;
    const KIND: &'static str = "westeros";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(self.card) }
    }

    fn question(&self) -> Question {
        let cards = self.among.iter().map(|row| row.id().to_owned()).collect();
        Question::Westeros { card: self.card.to_owned(), cards }
    }

    fn check(&self, answer: &String) -> Result<(), Refusal> {
        let ids: Vec<&str> = self.among.iter().map(|row| row.id()).collect();
        if ids.contains(&answer.as_str()) {
            return Ok(());
        }
        let refusal = Refusal::new("westeros-no-choice").with("card", answer.clone());
        Err(refusal.with("legal", ids.join(", ")))
    }

    fn walk(&self, found: Found<'_, String>) -> ControlFlow<()> {
        self.among.iter().map(|row| row.id().to_owned()).try_for_each(found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> String {
        self.among[dice.usize(0..self.among.len())].id().to_owned()
    }

    /// The last, which is nothing on all cards that leave a choice. R-26.
    fn default(&self) -> String {
        self.among.last().map_or_else(String::new, |row| row.id().to_owned())
    }
}
