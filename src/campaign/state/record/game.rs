//! The game as it stands: what goes back when a ruling goes back.

use super::plan::{Carried, Filed};
use super::ruling::Ruled;
use super::story::{Decided, Happened, PastStage, Watched};
use super::window::Window;
use crate::campaign::state::corrections::Texts;
use crate::campaign::state::entries::{Ended, From, Order, SeatId, Shut};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The game of a campaign. A ruling puts the one of an earlier point in its place; nothing else ever takes it back.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// Turns that are over and observers may be told of.
    #[serde(default)]
    pub watched: Vec<Watched>,
    /// The number of the stage that is played, from 1; 0 before the set-up.
    pub stage: u64,
    /// The turn.
    pub turn: u32,
    /// The name of the stage.
    pub stage_name: String,
    /// The position at the opening of the stage.
    pub position: Value,
    /// Answers of this stage, by key.
    pub answers: BTreeMap<String, Value>,
    /// The window that is open, or the last that was.
    pub window: Option<Window>,
    /// The window before it.
    pub before: Option<Window>,
    /// The turn in which each seat was last asked.
    pub asked_turn: BTreeMap<SeatId, u32>,
    /// Plans in use, newest first.
    pub plans: BTreeMap<SeatId, Vec<Filed>>,
    /// Questions that the seat will not answer any more, by key, with the reason.
    pub silenced: BTreeMap<String, String>,
    /// The turn in which a seat was last silent to the end of a window; forgotten when it is heard of.
    pub missed: BTreeMap<SeatId, (u32, String)>,
    /// What has happened in stages that are over and not all seats were told of.
    pub events: Vec<Happened>,
    /// What was decided likewise.
    pub decisions: Vec<Decided>,
    /// All that was shuffled.
    pub draws: Vec<Order>,
    /// Whether the rules say that the game is over.
    pub over: bool,
    /// How it ended.
    pub ended: Option<Ended>,
    /// The stages that are over: turn and name of each at its opening, the entry that resolved it.
    pub history: Vec<PastStage>,
    /// Answers that rulings give, by key, until they are used.
    #[serde(default)]
    pub ruled: BTreeMap<String, Ruled>,
    /// What rulings make of things that the rules work out, by key.
    #[serde(default)]
    pub outcomes: BTreeMap<String, Ruled>,
    /// Files of the game's data that rulings have corrected, by name: their whole texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: Texts,
    /// What the way of the game that the last ruling has left still gives.
    #[serde(default)]
    pub carried: Carried,
    /// What is sealed for windows that rulings have closed.
    #[serde(default)]
    pub shut: Vec<Shut>,
}

impl Game {
    /// The window, if it is open.
    pub fn open_window(&self) -> Option<&Window> {
        self.window.as_ref().filter(|window| window.is_open())
    }

    /// Whether a plan in the open window, or in one that a ruling has closed, is sealed so.
    pub(crate) fn knows_seal(&self, seal: &str) -> bool {
        let shut = self.shut.iter().map(|shut| &shut.seats);
        let all = self.window.iter().map(|window| &window.seats).chain(shut).flat_map(|seats| seats.values());
        all.filter_map(|part| part.seal.as_deref()).any(|known| known == seal)
    }

    /// The plans of a seat that may be asked, newest first; about which keys, [`may_use`](Record::may_use) says.
    pub fn plans_of(&self, seat: &str) -> Vec<&Filed> {
        let own = self.plans.get(seat).into_iter().flatten();
        let carried = self.carried.plans.get(seat).into_iter().flatten();
        let mut all: Vec<&Filed> = own.chain(carried.map(|plan| &plan.filed)).collect();
        all.sort_by_key(|filed| std::cmp::Reverse(filed.seq));
        all
    }

    /// Whether a plan of a seat may be asked about a key. What came since the last ruling always may. What came before
    /// may, if it was there when the question was answered on the way that was left: a later plan must not change what
    /// was decided without it.
    pub fn may_use(&self, seat: &str, filed: &Filed, key: &str) -> bool {
        let carried = &self.carried;
        if carried.since == 0 || filed.seq >= carried.since {
            return true;
        }
        let turns = carried.plans.get(seat);
        let turn = |filed: &Filed| {
            let plan = turns?.iter().find(|plan| plan.filed.seq == filed.seq)?;
            Some(plan.turn)
        };
        let answered = carried.answers.get(key).map(|answer| answer.seq).filter(|seq| *seq > carried.after);
        let was_there = |filed: &Filed| match answered {
            Some(seq) => filed.seq < seq,
            None => turn(filed).is_none_or(|turn| turn <= self.turn),
        };
        let replaced =
            |other: &&Filed| other.window == filed.window && other.seq > filed.seq && was_there(other);
        was_there(filed) && !self.plans_of(seat).iter().any(replaced)
    }

    /// The answer that a ruling gives to a key, with its number where it is known.
    pub(crate) fn ruled_answer(&self, key: &str) -> Option<(Value, From)> {
        if let Some(ruled) = self.ruled.get(key) {
            return Some((ruled.value.clone(), From::Ruling { number: ruled.number }));
        }
        self.carried.ruled(key).map(|answer| (answer.answer.clone(), answer.source.clone()))
    }

    /// The turn that a dispute is about which names none: the last of which something is resolved.
    pub(crate) fn disputed_turn(&self) -> u32 {
        self.history.last().map_or(1, |stage| stage.turn).max(1)
    }
}
