//! A game as a campaign sees it: object-safe, with positions and plans as data. [`Host`](super::Host) turns any
//! [`Game`] into one.

#[cfg(doc)]
use super::Game;
use super::form::Form;
use super::{
    Choices, Damaged, Desk, Kept, Moment, Open, Played, Position, Reading, Refusal, Seat, SeatInfo, Typed,
    TypedLine, View, Vocabulary,
};
use crate::picture::Picture;
use crate::sheet::{Fault, Node};
use serde_json::Value;

/// A game without its types: most methods do what the method of [`Game`] with the same name does.
///
/// A method that takes a position or a view returns [`Damaged`] if the rules cannot read it.
pub trait Referee: Send + Sync {
    /// See [`Game::id`].
    fn id(&self) -> &str;
    /// See [`Game::templates`].
    fn templates(&self) -> &str;
    /// See [`Game::title`].
    fn title(&self) -> String;
    /// See [`Game::seats`].
    fn seats(&self) -> Vec<SeatInfo>;
    /// Returns the seat with an id; `None` if the game has none. Messages ask for each seat once more for each of them, which
    /// copies of all would make dear.
    fn seat(&self, id: &str) -> Option<(Seat, &SeatInfo)>;
    /// Sets the game up ([`Game::begin`]).
    ///
    /// # Errors
    /// If the game asks before there is a position.
    fn begin(&self, desk: &mut dyn Desk) -> Result<Position, Damaged>;
    /// Plays one stage from its opening ([`Game::play`]). `plans` has each seat's plans, newest first.
    ///
    /// # Errors
    /// If the position or a plan that is consulted cannot be read.
    fn play(&self, from: &Position, plans: &[Vec<&Value>], desk: &mut dyn Desk) -> Result<Played, Damaged>;
    /// See [`Game::may_write`].
    ///
    /// # Errors
    /// If press from `from` to `to` is forbidden.
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal>;
    /// See [`Game::moment`].
    fn moment(&self, at: &Position) -> Result<Moment, Damaged>;
    /// See [`Game::round`].
    fn round(&self, stage: &str) -> &'static str;
    /// See [`Game::gathers`].
    fn gathers(&self, stage: &str) -> bool;
    /// See [`Game::outcome`].
    fn outcome(&self, at: &Position) -> Result<Option<Value>, Damaged>;
    /// See [`Game::view`].
    fn view(&self, at: &Position, seat: Option<Seat>) -> Result<Value, Damaged>;
    /// Returns a seat's view, which shares with what everybody may know whatever is the same ([`Game::own_view`]).
    fn view_of(&self, at: &Position, seat: Seat, open: &View) -> Result<View, Damaged> {
        let _ = open;
        Ok(self.view(at, Some(seat))?.into())
    }
    /// See [`Game::picture`].
    fn picture(&self, view: &Value, events: &[Value]) -> Option<Picture>;
    /// See [`Game::tally`].
    fn tally(&self, at: &Position) -> Result<Value, Damaged>;
    /// See [`Game::chart`].
    fn chart(&self, view: &Value, tallies: &[Value]) -> Option<Picture>;
    /// Makes a position from a view ([`Game::read_view`]).
    fn position_from_view(&self, view: &Value) -> Result<Position, Damaged>;
    /// Returns a position as a seat may know it, with something harmless in place of what the seat may not know ([`Game::seen`]).
    fn seen(&self, at: &Position, seat: Seat) -> Result<Position, Damaged>;
    /// See [`Game::read_plan`].
    fn read_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Node,
    ) -> Result<Reading<Value>, Damaged>;
    /// See [`Game::name_seats`].
    ///
    /// # Errors
    /// If the position is not one of this game.
    fn name_seats(
        &self,
        at: &Position,
        seat: Seat,
        names: &[(String, Seat)],
        plan: Node,
    ) -> Result<(Node, Vec<Fault>), Damaged>;
    /// See [`Game::read_typed`].
    fn read_typed(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Result<Typed, Damaged>;
    /// See [`Game::read_changes`].
    ///
    /// # Errors
    /// If the position or the plan is not one of this game.
    fn read_changes(
        &self,
        at: &Position,
        seat: Seat,
        names: &[(String, Seat)],
        earlier: &Value,
        lines: &[TypedLine<'_>],
    ) -> Result<Option<Typed>, Damaged>;
    /// See [`Game::choices`].
    ///
    /// # Errors
    /// If the position is not one of this game.
    fn choices(
        &self,
        at: &Position,
        seat: Seat,
        open: &Open,
        names: &[(String, Seat)],
    ) -> Result<Option<Choices>, Damaged>;
    /// See [`Game::merge`].
    ///
    /// # Errors
    /// If one of them is not a plan of this game.
    fn merge(&self, old: &Value, new: &Value) -> Result<(Value, Vec<Kept>), Damaged>;
    /// See [`Game::lasting`].
    ///
    /// # Errors
    /// If it is not a plan or not a position of this game.
    fn lasting(&self, plan: &Value, at: &Position) -> Result<Value, Damaged>;
    /// Checks that a value is a plan of this game, for openings, whose plan is data already.
    fn accept_plan(&self, plan: &Value) -> Result<(), Damaged>;
    /// Reads a plan that is data already once more, as if its owner had written it now: what it says, and what of it is
    /// wrong, with the text in which the faults have their places. A plan for another time is not read.
    ///
    /// # Errors
    /// If it is not a plan of this game.
    fn review_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Value,
    ) -> Result<(String, Reading<Value>), Damaged>;
    /// See [`Game::sheet`].
    fn sheet(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Value, Damaged>;
    /// See [`Game::form`].
    fn form(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Option<Form>, Damaged>;
    /// See [`Game::suggest`].
    fn suggest(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        dice: &mut fastrand::Rng,
    ) -> Result<Value, Damaged>;
    /// See [`Game::refusal_codes`].
    fn refusal_codes(&self) -> Vec<&'static str>;
    /// See [`Game::vocabulary`].
    fn vocabulary(&self) -> Vocabulary;
    /// See [`Game::write_plan`].
    fn write_plan(&self, plan: &Value, at: &Position) -> Result<String, Damaged>;
    /// See [`Game::lines_done`].
    ///
    /// # Errors
    /// If the plan or the position cannot be read.
    fn lines_done(&self, plan: &Value, seat: Seat, at: &Position) -> Result<Option<usize>, Damaged> {
        let _ = (plan, seat, at);
        Ok(None)
    }
    /// See [`Game::has_lines_left`].
    ///
    /// # Errors
    /// If the plan or the position cannot be read.
    fn has_lines_left(&self, plan: &Value, seat: Seat, at: &Position) -> Result<bool, Damaged> {
        let _ = (plan, seat, at);
        Ok(false)
    }
    /// Returns why some open questions of a seat are asked although a plan of it is on file. See [`Game::why_asked`].
    ///
    /// # Errors
    /// If the plan, a question or the position cannot be read.
    fn why_asked(
        &self,
        plan: &Value,
        seat: Seat,
        open: &[Open],
        at: &Position,
    ) -> Result<Vec<Refusal>, Damaged> {
        let _ = (plan, seat, open, at);
        Ok(Vec::new())
    }
    /// See [`Game::answers_by_key`].
    ///
    /// # Errors
    /// If the plan cannot be read.
    fn answers_by_key(&self, plan: &Value, key: &str) -> Result<bool, Damaged> {
        let _ = (plan, key);
        Ok(false)
    }
    /// See [`Game::together`].
    ///
    /// # Errors
    /// If the plan or the position cannot be read.
    fn together(&self, plan: &Value, seat: Seat, at: &Position) -> Result<Vec<Refusal>, Damaged> {
        let _ = (plan, seat, at);
        Ok(Vec::new())
    }
    /// See [`Game::is_past`].
    ///
    /// # Errors
    /// If the plan or the position cannot be read.
    fn is_past(&self, plan: &Value, at: &Position) -> Result<bool, Damaged> {
        let _ = (plan, at);
        Ok(false)
    }
    /// Returns a position as the game writes it after it has read it, without anything that it does not know.
    ///
    /// # Errors
    /// If the position cannot be read.
    fn rewritten(&self, at: &Position) -> Result<Position, Damaged>;
    /// Checks a position ([`Game::sound`]): the inner error says why it cannot come up.
    ///
    /// # Errors
    /// If the position cannot be read.
    fn sound(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged>;
    /// Checks a position that somebody has written just now ([`Game::sound`] and [`Game::comes_up`]).
    fn possible(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged>;
    /// See [`Game::keeps_secret`].
    fn keeps_secret(&self, key: &str) -> bool;
}
