//! The table of a campaign, a case or a replay: answers come from a [`Desk`] that looks in a record, then in
//! the seat's plans, then in what is to be done with silence; else the game pauses.

use super::{Asked, Damaged, Draw, Game, MOST_SEATS, Open, Pause, Query, Refusal, Says, Seat, Table};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// How many legal answers travel with an open question.
const LISTED: usize = 60;

/// Where an answer came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The seat's plan: which of the plans given (0 is the newest), and where in it.
    Plan {
        /// Index in the list of plans.
        number: usize,
        /// Place in the plan.
        path: String,
    },
    /// The rules' default for who is silent, and what made it apply.
    Default {
        /// `pace`, `guess`, `absent`, `missed`, …: the campaign's word for it.
        why: String,
    },
    /// The game master.
    Gm,
}

/// An answer that was given and counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Answered {
    /// Whose.
    pub seat: Seat,
    /// [`Query::key`].
    pub key: String,
    /// [`Query::kind`].
    pub kind: String,
    /// The answer, as [`Query::write`] gives it.
    pub answer: Value,
    /// Where it came from.
    pub source: Source,
}

/// Something that the rules have worked out and a ruling may decide otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Its name, unique and stable within a game: `3/marches/2/battle/moat-cailin/winner`.
    pub key: String,
    /// What the rules came to, as data with names.
    pub found: Value,
    /// What it can be.
    pub legal: Vec<Value>,
}

/// What to do when neither record nor plan answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Policy {
    /// Ask the seat: the game pauses.
    Ask,
    /// Take the default, for this reason (see [`Source::Default`]).
    Default(String),
}

/// What stands behind a table: the record of one campaign, case or replay.
pub trait Desk {
    /// The answer on record for a key.
    fn recorded(&mut self, key: &str) -> Option<Value>;
    /// Passes over a question that is not asked because one answer alone is legal; `check` says whether an answer is that
    /// one. Only cases listen: they may write it down all the same.
    fn forced(&mut self, key: &str, check: &dyn Fn(&Value) -> Result<(), Refusal>) {
        let _ = (key, check);
    }
    /// What to do with a question that neither record nor plan answers; `says` is what the plan said short of an
    /// answer (`Silent`, `Ask` or `Guess`).
    fn policy(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> Policy;
    /// How many legal answers are listed with an open question. A desk at which nobody reads them says 0: to list them
    /// takes longer than to play a stage.
    fn lists(&self) -> usize {
        LISTED
    }
    /// An answer not on record was found and is used.
    fn answered(&mut self, answered: Answered);
    /// The answer that a ruling gives, if one does. It goes before what plans say.
    fn ruled(&mut self, key: &str) -> Option<Value> {
        let _ = key;
        None
    }
    /// Whether one of the plans given for a seat, by its number, may be asked about a key.
    fn may_consult(&mut self, seat: Seat, number: usize, key: &str) -> bool {
        let _ = (seat, number, key);
        true
    }
    /// What a ruling says of something that the rules have worked out ([`Table::settle`]).
    fn settled(&mut self, point: &Point) -> Option<Value> {
        let _ = point;
        None
    }
    /// An answer of a plan or record is not legal here, and was passed over.
    fn unusable(&mut self, seat: Seat, key: &str, answer: &Value, why: &Refusal);
    /// The draw of a label.
    fn draw(&mut self, label: &str) -> Draw;
    /// Something was shuffled with the draw of a label: its new first is what was at `order[0]`, and so on.
    fn drawn(&mut self, label: &str, order: &[usize]) {
        let _ = (label, order);
    }
    /// Something happened.
    fn told(&mut self, event: Value);
}

/// A [`Table`] over a [`Desk`], with each seat's plans, newest first.
pub(super) struct DeskTable<'a, G: Game> {
    game: &'a G,
    desk: &'a mut dyn Desk,
    written: &'a [Vec<Value>],
    /// Plans that were looked into, by seat and number. Most stages ask nobody and most questions are answered by the
    /// newest plan, so reading all plans of a campaign took more than half of the time of a stage.
    read: BTreeMap<(Seat, usize), G::Plan>,
    damaged: Option<Damaged>,
}

/// What was found for one query.
enum Found<A> {
    Recorded(A),
    New(A, Source),
    Nothing,
}

impl<'a, G: Game> DeskTable<'a, G> {
    /// A table with each seat's plans as the record holds them, newest first.
    pub(super) fn new(game: &'a G, desk: &'a mut dyn Desk, plans: &'a [Vec<Value>]) -> Self {
        DeskTable { game, desk, written: plans, read: BTreeMap::new(), damaged: None }
    }

    /// What is wrong with a plan that was looked into: then nothing that came of the game counts.
    pub(super) fn damaged(self) -> Option<Damaged> {
        self.damaged
    }

    /// What a plan says to a question; none if it cannot be read.
    fn consult<Q: Query<Game = G>>(
        &mut self,
        query: &Q,
        question: &G::Question,
        number: usize,
        written: &Value,
    ) -> Option<Says> {
        let seat = query.seat();
        let plan = match self.read.entry((seat, number)) {
            Entry::Occupied(plan) => plan.into_mut(),
            Entry::Vacant(place) => match G::Plan::deserialize(written) {
                Ok(plan) => place.insert(plan),
                Err(error) => {
                    self.damaged = Some(Damaged(format!("a plan: {error}")));
                    return None;
                }
            },
        };
        Some(self.game.consult(plan, seat, question, query.position()))
    }

    fn legal<Q: Query<Game = G>>(&mut self, query: &Q, key: &str, value: &Value) -> Option<Q::Answer> {
        let answer = query.read(value).and_then(|a| query.check(&a).map(|()| a));
        answer.map_err(|why| self.desk.unusable(query.seat(), key, value, &why)).ok()
    }

    fn find<Q: Query<Game = G>>(&mut self, query: &Q) -> Found<Q::Answer> {
        let (seat, key) = (query.seat(), query.key());
        if let Some(value) = self.desk.recorded(&key)
            && let Some(answer) = self.legal(query, &key, &value)
        {
            return Found::Recorded(answer);
        }
        if let Some(value) = self.desk.ruled(&key)
            && let Some(answer) = self.legal(query, &key, &value)
        {
            return Found::New(answer, Source::Gm);
        }
        let written = self.written;
        let mut wish = Says::Silent;
        let mut question = None;
        for (number, plan) in written.get(seat.index()).into_iter().flatten().enumerate() {
            if !self.desk.may_consult(seat, number, &key) {
                continue;
            }
            let question = question.get_or_insert_with(|| query.question());
            let Some(says) = self.consult(query, question, number, plan) else { return Found::Nothing };
            match says {
                Says::Answer { value, path } => {
                    if let Some(answer) = self.legal(query, &key, &value) {
                        return Found::New(answer, Source::Plan { number, path });
                    }
                }
                Says::Silent => {}
                says => {
                    wish = says;
                    break;
                }
            }
        }
        match self.desk.policy(seat, query.kind(), &key, &wish) {
            Policy::Default(why) => Found::New(query.default(), Source::Default { why }),
            Policy::Ask => Found::Nothing,
        }
    }

    fn keep<Q: Query<Game = G>>(&mut self, query: &Q, answer: &Q::Answer, source: Source) {
        self.desk.answered(Answered {
            seat: query.seat(),
            key: query.key(),
            kind: query.kind().to_owned(),
            answer: query.write(answer),
            source,
        });
    }

    fn pause(&self, open: Vec<Open>, together: bool, state: &G::State) -> Pause {
        Pause(Box::new(Asked { open, together, position: self.game.write_state(state) }))
    }
}

impl<G: Game> Table<G> for DeskTable<'_, G> {
    fn ask<Q: Query<Game = G>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        match self.find(query) {
            Found::Recorded(answer) => Ok(answer),
            Found::New(answer, source) => {
                self.keep(query, &answer, source);
                Ok(answer)
            }
            Found::Nothing => {
                Err(self.pause(vec![Open::of(query, self.desk.lists())], false, query.position()))
            }
        }
    }

    fn ask_together<Q: Query<Game = G>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        let found: Vec<_> = queries.iter().map(|query| self.find(query)).collect();
        let open: Vec<Open> = queries
            .iter()
            .zip(&found)
            .filter(|(_, found)| matches!(found, Found::Nothing))
            .map(|(query, _)| Open::of(query, self.desk.lists()))
            .collect();
        if !open.is_empty() {
            return Err(self.pause(open, true, queries[0].position()));
        }
        let mut answers = ArrayVec::new();
        for (query, found) in queries.iter().zip(found) {
            match found {
                Found::Recorded(answer) => answers.push(answer),
                Found::New(answer, source) => {
                    self.keep(query, &answer, source);
                    answers.push(answer);
                }
                Found::Nothing => {}
            }
        }
        Ok(answers)
    }

    fn forced<Q: Query<Game = G>>(&mut self, query: &Q, _: &Q::Answer) {
        let check = |value: &Value| query.read(value).and_then(|answer| query.check(&answer));
        self.desk.forced(&query.key(), &check);
    }

    fn shuffle<T>(&mut self, label: impl FnOnce() -> String, items: &mut [T]) {
        let label = label();
        let mut order: Vec<usize> = (0..items.len()).collect();
        self.desk.draw(&label).shuffle(&mut order);
        self.desk.drawn(&label, &order);
        // The same draw makes the same swaps.
        self.desk.draw(&label).shuffle(items);
    }

    fn settle(&mut self, point: impl FnOnce() -> Point) -> Option<Value> {
        let point = point();
        let ruled = self.desk.settled(&point)?;
        (ruled != point.found && point.legal.contains(&ruled)).then_some(ruled)
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if let Ok(value) = serde_json::to_value(event()) {
            self.desk.told(value);
        }
    }
}
