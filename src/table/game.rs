//! What a game must be to be played here. The campaign knows games only through this (and through the
//! object-safe [`Referee`](super::Referee) made from it).

use super::{Open, Pause, Refusal, Seat, Table};
use crate::sheet::{Fault, Node, Span};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;

/// A seat as people know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatInfo {
    /// Its name in files and mails, lower case with hyphens: `stark`.
    pub id: String,
    /// Its name for people: `Stark`.
    pub name: String,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The stage is over; the position holds the next.
    Next,
    /// The game is over.
    Ended,
}

/// Where a game stands, for names of windows and headings of reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// The turn (or struggle), from 1.
    pub turn: u32,
    /// The stage of the turn, such as `planning`; lower case with hyphens.
    pub stage: String,
}

/// What a plan says to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// Nothing; the pace of the campaign decides.
    Silent,
    /// `ask`: its owner wants to be asked.
    Ask,
    /// `best guess`: its owner wants the default.
    Guess,
    /// An answer as [`Query::write`](super::Query::write) gives them, and where the plan says so
    /// (`battle.retreat.1`).
    Answer {
        /// The answer.
        value: Value,
        /// The place in the plan.
        path: String,
    },
}

/// Something understood in a plan, with where it stood.
#[derive(Clone, PartialEq, Debug)]
pub struct Understood {
    /// Where.
    pub span: Option<Span>,
    /// What, as data for the game's `understood` template: `{"item": "order", …}`.
    pub what: Value,
}

/// What came of reading a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading<P> {
    /// The plan; none if it holds an error. Warnings leave it good.
    pub plan: Option<P>,
    /// Item by item what it says, in the order written.
    pub understood: Vec<Understood>,
    /// Errors and warnings, in the order of lines.
    pub faults: Vec<Fault>,
}

impl<P> Reading<P> {
    /// The same with the plan made into something else.
    pub fn map<R>(self, make: impl FnOnce(P) -> R) -> Reading<R> {
        Reading { plan: self.plan.map(make), understood: self.understood, faults: self.faults }
    }
}

/// The names in a game's events and positions, so that a case that misspells one can be refused.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Vocabulary {
    /// The `event` tags of all events.
    pub events: Vec<&'static str>,
    /// A sample of a position that has everything a position can have: each value is of the type that belongs there, a
    /// list has the members that repeat, and null is anything.
    pub position: Value,
}

/// A game: its rules, and the words and data through which people meet them.
pub trait Game: Send + Sync + Sized + 'static {
    /// The whole position, between and within stages. Plain data; equal positions play equally.
    type State: Clone + PartialEq + Debug + Send;
    /// A question as plain data, all names as ids (`moat-cailin`).
    type Question: Clone + Debug + Serialize;
    /// Something that has happened, as plain data tagged by `event`.
    type Event: Clone + Debug + Serialize;
    /// What a player wrote, checked. Its JSON is what is sealed.
    type Plan: Clone + Debug + Serialize + DeserializeOwned + Send;

    /// Its id with the edition: `thrones-1e`.
    fn id(&self) -> &str;
    /// The folder of its templates: `thrones`.
    fn templates(&self) -> &str;
    /// Its seats, in their listed order.
    fn seats(&self) -> Vec<SeatInfo>;
    /// Its name with the edition, for people.
    fn title(&self) -> String;

    /// Sets the game up.
    fn begin<T: Table<Self>>(&self, table: &mut T) -> Result<Self::State, Pause>;
    /// Plays the one stage that the position is at the opening of, and leaves the position at the opening
    /// of the next. After a pause the position is of no use: the caller plays again from its own copy.
    fn play<T: Table<Self>>(&self, state: &mut Self::State, table: &mut T) -> Result<Progress, Pause>;
    /// Where the position is.
    fn moment(&self, state: &Self::State) -> Moment;
    /// How the game ended, as data for templates: at least `{"winners": [seat ids]}`; none if it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Value>;

    /// The whole position as data with names.
    fn write_state(&self, state: &Self::State) -> Value;
    /// A position from data; says in words what is wrong with it.
    fn read_state(&self, value: &Value) -> Result<Self::State, String>;
    /// What a seat may know of a position (none: what everybody may), as data with names: what reports are
    /// made from and what a player is mailed.
    fn view(&self, state: &Self::State, seat: Option<Seat>) -> Value;
    /// A position from what a seat may know; what it cannot know is filled with something harmless.
    fn read_view(&self, value: &Value) -> Result<Self::State, String>;

    /// Reads a plan: understands, checks against the position, suggests.
    fn read_plan(&self, state: &Self::State, seat: Seat, open: &[Open], plan: &Node) -> Reading<Self::Plan>;
    /// What a plan says to a question in a position.
    fn consult(&self, plan: &Self::Plan, seat: Seat, question: &Self::Question, state: &Self::State) -> Says;
    /// The order sheet of a seat as data for the game's `sheet` template: what it holds, what is asked, what
    /// is legal there.
    fn sheet(&self, state: &Self::State, seat: Seat, open: &[Open]) -> Value;
    /// A sensible plan by chance for what is open and what may follow, as a player could have written it
    /// (the value of `plan:`): for stewards and stand-ins.
    fn suggest(&self, state: &Self::State, seat: Seat, open: &[Open], dice: &mut fastrand::Rng)
    -> Self::Plan;
    /// Whether the rules let one seat write to another while the game lasts; most games let all.
    ///
    /// # Errors
    /// Why press to that seat is refused.
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        let _ = (from, to);
        Ok(())
    }
    /// A plan as a player would type it: YAML lines, beginning with `plan:`.
    fn write_plan(&self, plan: &Self::Plan, state: &Self::State) -> String;
    /// Every code a refusal or a fault of this game can have: each has words in a `refusals/*.yaml` of its
    /// templates, which the tests check.
    fn refusal_codes(&self) -> Vec<&'static str>;
    /// Returns the names that its events and positions are made of.
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::default()
    }
    /// Whether a position holds what can never be otherwise (units, tokens and cards conserved, nobody where
    /// they cannot be).
    fn sound(&self, state: &Self::State) -> Result<(), Refusal>;
}
