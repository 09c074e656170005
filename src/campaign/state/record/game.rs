//! The half of the record that a ruling takes back: the game.

use super::plan::{Carried, Filed};
use super::ruling::Ruled;
use super::story::{Decided, Happened, PastStage, Watched};
use super::window::{Phase, Round, Window};
use crate::campaign::state::corrections::Texts;
use crate::campaign::state::entries::{Ended, From, Order, SeatId, Shut, Standing};
use crate::table::Position;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The game of a campaign: its position, the answers and plans in use, and the open window.
///
/// A game is played in turns, a turn in stages, and a stage is resolved in one go. The position is that of the opening
/// of the stage; the answers so far are kept next to it, and the rules replay the stage from both whenever an answer is
/// added. When all questions are answered, the entry `resolved` makes the next position.
///
/// A ruling replaces the whole struct by the game of an earlier point, and then changes that; nothing else takes it back.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// Turns that are over, for the reports to observers.
    #[serde(default)]
    pub watched: Vec<Watched>,
    /// The number of the present stage, from 1 through the whole game; 0 before the set-up.
    pub stage: u64,
    /// The present turn, from 1; 0 before the set-up.
    pub turn: u32,
    pub stage_name: String,
    /// The position at the opening of the stage, with all secrets; null before the set-up.
    pub position: Position,
    /// The answers of this stage, by the question's key.
    pub answers: BTreeMap<String, Value>,
    /// The open window, or the last one if none is open; `None` before the first and after a ruling.
    pub window: Option<Window>,
    pub before: Option<Window>,
    /// The turn of the last window that had closed before a ruling made this game, until another closes.
    #[serde(default)]
    pub last_told: Option<u32>,
    /// The last window of sealed plans that has closed, with the entry that closed it: whoever gets no report on the next window is
    /// shown its seals with a later one.
    #[serde(default)]
    pub sealed: Option<(u64, Window)>,
    /// The round in which each seat was last asked, or in which a plan that it had sent in the same turn answered before
    /// it was asked.
    pub asked_in: BTreeMap<SeatId, Round>,
    /// The opened plans of each seat, newest first.
    pub plans: BTreeMap<SeatId, Vec<Filed>>,
    /// Questions that the seat can no longer answer, by key, with the reason: one of `silent` in the entry `window`.
    pub silenced: BTreeMap<String, String>,
    /// The round in which a seat last let a window close without a plan, and why; removed with its next message.
    pub missed: BTreeMap<SeatId, (Round, String)>,
    /// The events of resolved stages that have not been reported to all seats.
    pub events: Vec<Happened>,
    /// The decisions that have not been reported to all seats.
    pub decisions: Vec<Decided>,
    /// All shuffles so far with their results, which are secret until the end.
    pub draws: Vec<Order>,
    /// `true` if the rules have ended the game.
    pub over: bool,
    /// The end of the game by rules or vote; `None` while it goes on.
    pub ended: Option<Ended>,
    /// The stages that are over, oldest first.
    pub history: Vec<PastStage>,
    /// How the seats stood at the set-up and at the end of each turn, oldest first; each with its `turn`.
    #[serde(default)]
    pub tallies: Vec<Value>,
    /// Answers that rulings give, by the question's key, until they are used.
    #[serde(default)]
    pub ruled: BTreeMap<String, Ruled>,
    /// Results that rulings put in place of the rules', by key.
    #[serde(default)]
    pub outcomes: BTreeMap<String, Ruled>,
    /// The whole texts of files of the game's data that rulings have corrected, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: Texts,
    /// The answers and plans that replaced timelines still give after the last ruling.
    #[serde(default)]
    pub carried: Carried,
    /// Windows that rulings have closed, with the seals in them, until they open again.
    #[serde(default)]
    pub shut: Vec<Shut>,
}

impl Game {
    /// Returns the window if it is open.
    pub fn open_window(&self) -> Option<&Window> {
        self.window.as_ref().filter(|window| window.is_open())
    }

    /// Returns `true` if the open window, or one that a ruling has closed, has this seal.
    pub(crate) fn knows_seal(&self, seal: &str) -> bool {
        let shut = self.shut.iter().map(|shut| &shut.seats);
        let all = self.window.iter().map(|window| &window.seats).chain(shut).flat_map(|seats| seats.values());
        all.filter_map(|part| part.seal.as_deref()).any(|known| known == seal)
    }

    /// Returns the plans of a seat, newest first. Ask [`may_use`](Self::may_use) whether one may answer a question.
    pub fn plans_of(&self, seat: &str) -> Vec<&Filed> {
        let own = self.plans.get(seat).into_iter().flatten();
        let carried = self.carried.plans.get(seat).into_iter().flatten();
        let mut all: Vec<&Filed> = own.chain(carried).collect();
        all.sort_by_key(|filed| std::cmp::Reverse(filed.seq));
        all
    }

    /// Returns the plans of a seat which answer only where it is silent, newest first: those that a rewind has taken back, as far as
    /// their time has come again.
    pub fn standby_of(&self, seat: &str) -> impl Iterator<Item = &Filed> {
        let all = self.carried.standby.get(seat).into_iter().flatten();
        all.filter(|filed| filed.round.turn <= self.turn)
    }

    /// Returns `true` if a seat that is silent on a question for the reason `why` is answered for by this plan of a replaced
    /// timeline. Who does not open a seal cannot choose another plan by that, now that all others are known.
    pub(crate) fn stands_by(&self, seat: &str, filed: &Filed, why: &str) -> bool {
        match why {
            "absent" | "missed" | "resigned" | "unusable" => true,
            "not-opened" => self.window.as_ref().is_some_and(|window| window.bound(seat) == filed.window),
            _ => false,
        }
    }

    /// Returns `true` if a seat that is silent in a window for the reason `why` has such a plan for what the window asks.
    pub(crate) fn has_standby(&self, window: &Window, seat: &str, why: &str) -> bool {
        let round = window.round();
        self.standby_of(seat).any(|filed| filed.round == round && self.stands_by(seat, filed, why))
    }

    /// Returns `true` if a seat that has sent nothing new in a window has lost nothing by a rewind, so that nobody need wait for it.
    pub(crate) fn is_spared(&self, window: &Window, seat: &str) -> bool {
        match window.standing(seat) {
            Standing::NothingCame => self.has_standby(window, seat, "missed"),
            Standing::Unusable => self.has_standby(window, seat, "unusable"),
            _ => false,
        }
    }

    /// Returns `true` if such a plan has answered a question for its silent seat on a timeline that a later ruling has replaced.
    pub(crate) fn stood_by(&self, filed: &Filed, key: &str) -> bool {
        let answer = self.carried.answers.get(key);
        answer.is_some_and(
            |answer| matches!(&answer.source, From::Plan { window, .. } if *window == filed.window),
        )
    }

    /// Returns `true` if a plan of a seat may answer the question `key`. A plan that came after the last ruling always
    /// may. An older one may if it was there when the question was answered on the replaced timeline, because a later
    /// plan must not change what was decided without it.
    pub fn may_use(&self, seat: &str, filed: &Filed, key: &str) -> bool {
        let carried = &self.carried;
        if carried.since == 0 || filed.seq >= carried.since {
            return true;
        }
        let plans = carried.plans.get(seat);
        let turn = |filed: &Filed| Some(plans?.iter().find(|plan| plan.seq == filed.seq)?.round.turn);
        let answered = carried.answers.get(key).map(|answer| answer.seq).filter(|seq| *seq > carried.after);
        let was_there = |filed: &Filed| match answered {
            Some(seq) => filed.seq < seq,
            None => match carried.lying.get(&filed.seq) {
                Some(stage) => *stage <= self.stage,
                None => turn(filed).is_none_or(|turn| turn <= self.turn),
            },
        };
        let replaced =
            |other: &&Filed| other.window == filed.window && other.seq > filed.seq && was_there(other);
        was_there(filed) && !self.plans_of(seat).iter().any(replaced)
    }

    /// Returns the answer that a ruling gives to a question, with its source; `None` if there is none.
    pub(crate) fn ruled_answer(&self, key: &str) -> Option<(Value, From)> {
        if let Some(ruled) = self.ruled.get(key) {
            return Some((ruled.value.clone(), From::Ruling { number: ruled.number }));
        }
        self.carried.ruled(key).map(|answer| (answer.answer.clone(), answer.source.clone()))
    }

    /// Returns the turn of a dispute that names none: that of the window that closed last, whose results the last reports have,
    /// although the next turn may have begun in them; otherwise the last turn with a resolved stage, or 1.
    pub(crate) fn disputed_turn(&self) -> u32 {
        let last = self.history.last().map_or(1, |stage| stage.turn);
        if self.ended.is_some() {
            return last.max(1);
        }
        // Plans on file may have played whole turns since.
        self.last_closed().map_or(last, |turn| turn.max(last.saturating_sub(1))).max(1)
    }

    /// Returns the turn of the window that closed last, whatever rulings have been made since.
    pub(crate) fn last_closed(&self) -> Option<u32> {
        let closed =
            self.window.as_ref().filter(|window| window.phase == Phase::Closed).or(self.before.as_ref());
        closed.map(|window| window.turn).or(self.last_told)
    }
}
