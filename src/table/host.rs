//! Any game as a [`Referee`]: its types are read from data and written as data.

use super::desk_table::DeskTable;
use super::form::Form;
use super::reading::lost;
use super::{
    Choices, Damaged, Desk, Game, Kept, Moment, Open, Pause, Played, Position, Reading, Referee, Refusal,
    Seat, SeatInfo, Typed, TypedLine, View, Vocabulary,
};
use crate::picture::Picture;
use crate::sheet::{Fault, Node, Severity};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Turns a [`Game`] into a [`Referee`]. The number tells it from all others of the process; the seats are those of the game.
pub struct Host<G>(Arc<G>, u64, Vec<SeatInfo>);

impl<G: Game> Host<G> {
    /// Makes a referee of a game.
    pub fn new(game: G) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let seats = game.seats();
        Host(Arc::new(game), NEXT.fetch_add(1, Ordering::Relaxed), seats)
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
        self.2.clone()
    }

    fn seat(&self, id: &str) -> Option<(Seat, &SeatInfo)> {
        let place = self.2.iter().position(|info| info.id == id)?;
        Some((Seat(u8::try_from(place).ok()?), self.2.get(place)?))
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

    fn read_changes(
        &self,
        at: &Position,
        seat: Seat,
        names: &[(String, Seat)],
        earlier: &Value,
        lines: &[TypedLine<'_>],
    ) -> Result<Option<Typed>, Damaged> {
        Ok(self.0.read_changes(&*self.state(at)?, seat, names, &self.plan(earlier)?, lines))
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
