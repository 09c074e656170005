//! A game as a campaign sees it: object-safe, with positions and plans as data. [`Host`] turns any [`Game`] into one.

use super::desk_table::DeskTable;
use super::form::Form;
use super::reading::lost;
use super::{
    Choices, Damaged, Desk, Game, Kept, Moment, Open, Pause, Played, Position, Reading, Refusal, Seat,
    SeatInfo, Typed, TypedLine, View, Vocabulary,
};
use crate::picture::Picture;
use crate::sheet::{Fault, Node, Severity};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Turns a [`Game`] into a [`Referee`]. The number tells it from all others of the process.
pub struct Host<G>(Arc<G>, u64);

impl<G: Game> Host<G> {
    /// Makes a referee of a game.
    pub fn new(game: G) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Host(Arc::new(game), NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn state(&self, at: &Position) -> Result<Arc<G::State>, Damaged> {
        at.read_by(self.1, |data| self.0.read_state(data)).map_err(Damaged)
    }

    /// Returns a position by its data, from which it is read like one of the record: a state may hold more than is written of it.
    fn written(&self, state: G::State) -> Position {
        let game = self.0.clone();
        Position::of_written(self.1, state, move |state| game.write_state(state))
    }

    fn plan(&self, plan: &Value) -> Result<G::Plan, Damaged> {
        G::Plan::deserialize(plan).map_err(|e| Damaged(format!("a plan: {e}")))
    }
}

impl<G: Game> Referee for Host<G> {
    fn id(&self) -> &str {
        self.0.id()
    }

    fn templates(&self) -> &str {
        self.0.templates()
    }

    fn title(&self) -> String {
        self.0.title()
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.0.seats()
    }

    fn begin(&self, desk: &mut dyn Desk) -> Result<Position, Damaged> {
        let state = self
            .0
            .begin(&mut DeskTable::new(&self.0, desk, &[]))
            .map_err(|Pause(asked)| Damaged(format!("asked before the start: {:?}", asked.open)))?;
        Ok(self.written(state))
    }

    fn play(&self, from: &Position, plans: &[Vec<&Value>], desk: &mut dyn Desk) -> Result<Played, Damaged> {
        let mut state = G::State::clone(&*self.state(from)?);
        let mut table = DeskTable::new(&self.0, desk, plans);
        let played = self.0.play(&mut state, &mut table);
        if let Some(damaged) = table.damaged() {
            return Err(damaged);
        }
        Ok(match played {
            Ok(progress) => Played::Done { position: self.written(state), progress },
            Err(Pause(asked)) => Played::Paused(asked),
        })
    }

    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        self.0.may_write(from, to)
    }

    fn moment(&self, at: &Position) -> Result<Moment, Damaged> {
        Ok(self.0.moment(&*self.state(at)?))
    }

    fn round(&self, stage: &str) -> &'static str {
        self.0.round(stage)
    }

    fn gathers(&self, stage: &str) -> bool {
        self.0.gathers(stage)
    }

    fn outcome(&self, at: &Position) -> Result<Option<Value>, Damaged> {
        Ok(self.0.outcome(&*self.state(at)?))
    }

    fn view(&self, at: &Position, seat: Option<Seat>) -> Result<Value, Damaged> {
        Ok(self.0.view(&*self.state(at)?, seat))
    }

    fn view_of(&self, at: &Position, seat: Seat, open: &View) -> Result<View, Damaged> {
        Ok(open.with(self.0.own_view(&*self.state(at)?, seat, open)))
    }

    fn picture(&self, view: &Value, events: &[Value]) -> Option<Picture> {
        self.0.picture(view, events)
    }

    fn tally(&self, at: &Position) -> Result<Value, Damaged> {
        Ok(self.0.tally(&*self.state(at)?))
    }

    fn chart(&self, view: &Value, tallies: &[Value]) -> Option<Picture> {
        self.0.chart(view, tallies)
    }

    fn position_from_view(&self, view: &Value) -> Result<Position, Damaged> {
        Ok(self.written(self.0.read_view(view).map_err(Damaged)?))
    }

    fn seen(&self, at: &Position, seat: Seat) -> Result<Position, Damaged> {
        let state = Arc::new(self.0.seen(&*self.state(at)?, seat).map_err(Damaged)?);
        let game = self.0.clone();
        Ok(Position::of_state(self.1, state, move |state| game.write_state(state)))
    }

    fn read_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Node,
    ) -> Result<Reading<Value>, Damaged> {
        let reading = self.0.read_plan(&*self.state(at)?, seat, open, plan);
        Ok(reading.map(|plan| serde_json::to_value(plan).unwrap_or(Value::Null)))
    }

    fn name_seats(
        &self,
        at: &Position,
        seat: Seat,
        names: &[(String, Seat)],
        plan: Node,
    ) -> Result<(Node, Vec<Fault>), Damaged> {
        Ok(self.0.name_seats(&*self.state(at)?, seat, names, plan))
    }

    fn read_typed(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Result<Typed, Damaged> {
        Ok(self.0.read_typed(&*self.state(at)?, seat, open, names, lines))
    }

    fn choices(
        &self,
        at: &Position,
        seat: Seat,
        open: &Open,
        names: &[(String, Seat)],
    ) -> Result<Option<Choices>, Damaged> {
        Ok(self.0.choices(&*self.state(at)?, seat, open, names))
    }

    fn merge(&self, old: &Value, new: &Value) -> Result<(Value, Vec<Kept>), Damaged> {
        let (plan, kept) = self.0.merge(&self.plan(old)?, &self.plan(new)?);
        let plan = serde_json::to_value(plan).map_err(|e| Damaged(e.to_string()))?;
        Ok((plan, kept))
    }

    fn lasting(&self, plan: &Value, at: &Position) -> Result<Value, Damaged> {
        let plan = self.0.lasting(&self.plan(plan)?, &*self.state(at)?);
        serde_json::to_value(plan).map_err(|e| Damaged(e.to_string()))
    }

    fn accept_plan(&self, plan: &Value) -> Result<(), Damaged> {
        self.plan(plan).map(drop)
    }

    fn review_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Value,
    ) -> Result<(String, Reading<Value>), Damaged> {
        let (state, sealed) = (self.state(at)?, self.plan(plan)?);
        let untimely = self.0.untimely(&sealed, &state);
        if let Some(fault) = untimely.as_ref().filter(|fault| fault.is_error()) {
            let reading = Reading { plan: None, understood: Vec::new(), faults: vec![fault.clone()] };
            return Ok((String::new(), reading));
        }
        let text = self.0.write_plan(&sealed, &state);
        let document = crate::sheet::parse(&text).map_err(|faults| Damaged(format!("a plan: {faults:?}")))?;
        let entries = document.entries().unwrap_or_default();
        let Some((_, node)) = entries.iter().find(|(key, _)| key.text() == Some("plan")) else {
            return Err(Damaged("a plan is written without “plan:”".to_owned()));
        };
        let data = |plan: G::Plan| serde_json::to_value(plan).unwrap_or(Value::Null);
        let mut reading = self.0.read_plan(&state, seat, open, node).map(data);
        // A sealed plan can hold what cannot be written, and so what cannot be read either.
        let whole = untimely.is_none() && !reading.faults.iter().any(Fault::is_error);
        let read = reading.plan.as_ref().filter(|_| whole);
        let lost = read.map(|read| lost(read, &data(sealed), self.0.stamps()));
        if let Some(lost) = lost.filter(|lost| !lost.is_empty()) {
            let why = Refusal::new("opening-lost").with("parts", lost);
            reading.faults.push(Fault { span: None, why, suggestion: None, severity: Severity::Error });
        }
        reading.faults.extend(untimely);
        Ok((text, reading))
    }

    fn sheet(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Value, Damaged> {
        Ok(self.0.sheet(&*self.state(at)?, seat, open))
    }

    fn form(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Option<Form>, Damaged> {
        Ok(self.0.form(&*self.state(at)?, seat, open))
    }

    fn suggest(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        dice: &mut fastrand::Rng,
    ) -> Result<Value, Damaged> {
        let plan = self.0.suggest(&*self.state(at)?, seat, open, dice);
        serde_json::to_value(plan).map_err(|e| Damaged(e.to_string()))
    }

    fn refusal_codes(&self) -> Vec<&'static str> {
        self.0.refusal_codes()
    }

    fn vocabulary(&self) -> Vocabulary {
        self.0.vocabulary()
    }

    fn write_plan(&self, plan: &Value, at: &Position) -> Result<String, Damaged> {
        Ok(self.0.write_plan(&self.plan(plan)?, &*self.state(at)?))
    }

    fn lines_done(&self, plan: &Value, seat: Seat, at: &Position) -> Result<Option<usize>, Damaged> {
        Ok(self.0.lines_done(&self.plan(plan)?, seat, &*self.state(at)?))
    }

    fn has_lines_left(&self, plan: &Value, seat: Seat, at: &Position) -> Result<bool, Damaged> {
        Ok(self.0.has_lines_left(&self.plan(plan)?, seat, &*self.state(at)?))
    }

    fn why_asked(
        &self,
        plan: &Value,
        seat: Seat,
        open: &[Open],
        at: &Position,
    ) -> Result<Vec<Refusal>, Damaged> {
        Ok(self.0.why_asked(&self.plan(plan)?, seat, open, &*self.state(at)?))
    }

    fn answers_by_key(&self, plan: &Value, key: &str) -> Result<bool, Damaged> {
        Ok(self.0.answers_by_key(&self.plan(plan)?, key))
    }

    fn together(&self, plan: &Value, seat: Seat, at: &Position) -> Result<Vec<Refusal>, Damaged> {
        Ok(self.0.together(&self.plan(plan)?, seat, &*self.state(at)?))
    }

    fn is_past(&self, plan: &Value, at: &Position) -> Result<bool, Damaged> {
        Ok(self.0.is_past(&self.plan(plan)?, &*self.state(at)?))
    }

    fn rewritten(&self, at: &Position) -> Result<Position, Damaged> {
        Ok(self.written(G::State::clone(&*self.state(at)?)))
    }

    fn sound(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged> {
        Ok(self.0.sound(&*self.state(at)?))
    }

    fn possible(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged> {
        let state = self.state(at)?;
        Ok(self.0.sound(&*state).and_then(|()| self.0.comes_up(&*state)))
    }

    fn keeps_secret(&self, key: &str) -> bool {
        self.0.keeps_secret(key)
    }
}
