//! A game as the campaign sees it: object-safe, positions and plans as data. [`Host`] makes one of any
//! [`Game`].

use super::desk::DeskTable;
use super::game::{Moment, Vocabulary};
use super::{Asked, Desk, Game, Open, Pause, Progress, Reading, Refusal, Seat, SeatInfo};
use crate::sheet::Node;
use serde::Deserialize;
use serde_json::Value;

/// A position as data, as [`Game::write_state`] gives it.
#[derive(Clone, PartialEq, Debug)]
pub struct Position(pub Value);

/// A position or plan on record that the rules cannot read, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the record holds what the rules cannot read: {0}")]
pub struct Damaged(pub String);

/// What came of playing one stage.
#[derive(Debug)]
pub enum Played {
    /// The stage is over.
    Done {
        /// The position at the opening of the next stage.
        position: Position,
        /// Whether there is a next stage.
        progress: Progress,
    },
    /// The game waits.
    Paused(Box<Asked>),
}

/// A game without its types. Every method that takes a position says [`Damaged`] if it cannot be read.
pub trait Referee: Send + Sync {
    /// [`Game::id`].
    fn id(&self) -> &str;
    /// [`Game::templates`].
    fn templates(&self) -> &str;
    /// [`Game::title`].
    fn title(&self) -> String;
    /// [`Game::seats`].
    fn seats(&self) -> Vec<SeatInfo>;
    /// [`Game::begin`]. A game that asks before there is a position is damaged.
    fn begin(&self, desk: &mut dyn Desk) -> Result<Position, Damaged>;
    /// [`Game::play`]: one stage from its opening. `plans` holds each seat's plans, newest first; one that is looked
    /// into and cannot be read is damage.
    fn play(&self, from: &Position, plans: &[Vec<Value>], desk: &mut dyn Desk) -> Result<Played, Damaged>;
    /// [`Game::may_write`].
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal>;
    /// [`Game::moment`].
    fn moment(&self, at: &Position) -> Result<Moment, Damaged>;
    /// [`Game::outcome`].
    fn outcome(&self, at: &Position) -> Result<Option<Value>, Damaged>;
    /// [`Game::view`].
    fn view(&self, at: &Position, seat: Option<Seat>) -> Result<Value, Damaged>;
    /// A position from a view ([`Game::read_view`]).
    fn position_from_view(&self, view: &Value) -> Result<Position, Damaged>;
    /// [`Game::read_plan`].
    fn read_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Node,
    ) -> Result<Reading<Value>, Damaged>;
    /// Whether a value can be a plan of this game: for openings, whose plan is data already.
    fn accept_plan(&self, plan: &Value) -> Result<(), Damaged>;
    /// [`Game::sheet`].
    fn sheet(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Value, Damaged>;
    /// [`Game::suggest`].
    fn suggest(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        dice: &mut fastrand::Rng,
    ) -> Result<Value, Damaged>;
    /// [`Game::refusal_codes`].
    fn refusal_codes(&self) -> Vec<&'static str>;
    /// [`Game::vocabulary`].
    fn vocabulary(&self) -> Vocabulary;
    /// [`Game::write_plan`].
    fn write_plan(&self, plan: &Value, at: &Position) -> Result<String, Damaged>;
    /// [`Game::sound`]; the outer error is damage, the inner what is unsound.
    fn sound(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged>;
}

/// Makes a [`Referee`] of a [`Game`].
pub struct Host<G>(pub G);

impl<G: Game> Host<G> {
    fn state(&self, at: &Position) -> Result<G::State, Damaged> {
        self.0.read_state(&at.0).map_err(Damaged)
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
        Ok(Position(self.0.write_state(&state)))
    }

    fn play(&self, from: &Position, plans: &[Vec<Value>], desk: &mut dyn Desk) -> Result<Played, Damaged> {
        let mut state = self.state(from)?;
        let mut table = DeskTable::new(&self.0, desk, plans);
        let played = self.0.play(&mut state, &mut table);
        if let Some(damaged) = table.damaged() {
            return Err(damaged);
        }
        Ok(match played {
            Ok(progress) => Played::Done { position: Position(self.0.write_state(&state)), progress },
            Err(Pause(asked)) => Played::Paused(asked),
        })
    }

    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        self.0.may_write(from, to)
    }

    fn moment(&self, at: &Position) -> Result<Moment, Damaged> {
        Ok(self.0.moment(&self.state(at)?))
    }

    fn outcome(&self, at: &Position) -> Result<Option<Value>, Damaged> {
        Ok(self.0.outcome(&self.state(at)?))
    }

    fn view(&self, at: &Position, seat: Option<Seat>) -> Result<Value, Damaged> {
        Ok(self.0.view(&self.state(at)?, seat))
    }

    fn position_from_view(&self, view: &Value) -> Result<Position, Damaged> {
        let state = self.0.read_view(view).map_err(Damaged)?;
        Ok(Position(self.0.write_state(&state)))
    }

    fn read_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Node,
    ) -> Result<Reading<Value>, Damaged> {
        let reading = self.0.read_plan(&self.state(at)?, seat, open, plan);
        Ok(reading.map(|plan| serde_json::to_value(plan).unwrap_or(Value::Null)))
    }

    fn accept_plan(&self, plan: &Value) -> Result<(), Damaged> {
        self.plan(plan).map(drop)
    }

    fn sheet(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Value, Damaged> {
        Ok(self.0.sheet(&self.state(at)?, seat, open))
    }

    fn suggest(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        dice: &mut fastrand::Rng,
    ) -> Result<Value, Damaged> {
        let plan = self.0.suggest(&self.state(at)?, seat, open, dice);
        serde_json::to_value(plan).map_err(|e| Damaged(e.to_string()))
    }

    fn refusal_codes(&self) -> Vec<&'static str> {
        self.0.refusal_codes()
    }

    fn vocabulary(&self) -> Vocabulary {
        self.0.vocabulary()
    }

    fn write_plan(&self, plan: &Value, at: &Position) -> Result<String, Damaged> {
        Ok(self.0.write_plan(&self.plan(plan)?, &self.state(at)?))
    }

    fn sound(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged> {
        Ok(self.0.sound(&self.state(at)?))
    }
}
