//! The table over a [`Desk`]: an answer comes from the record, from a ruling, from the seat's plans, or from the policy
//! for silence; if none of these answers, the game pauses.

use super::{
    Answered, Asked, Damaged, Desk, Foreseen, Game, MOST_SEATS, Open, Pause, Point, Policy, Position, Query,
    Says, Seat, Source, Table,
};
use arrayvec::ArrayVec;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// A [`Table`] over a [`Desk`], with each seat's plans, newest first.
pub(super) struct DeskTable<'a, G: Game> {
    game: &'a Arc<G>,
    desk: &'a mut dyn Desk,
    written: &'a [Vec<&'a Value>],
    /// Plans that were consulted, by seat and number. Most stages ask nobody and most questions are answered by the
    /// newest plan, so reading all plans of a campaign took more than half of the time of a stage.
    read: BTreeMap<(Seat, usize), G::Plan>,
    damaged: Option<Damaged>,
}

/// The answer found for one query.
enum Found<A> {
    Recorded(A),
    New(A, Source),
    Nothing,
}

impl<'a, G: Game> DeskTable<'a, G> {
    /// Makes a table with each seat's plans as the record holds them, newest first.
    pub(super) fn new(game: &'a Arc<G>, desk: &'a mut dyn Desk, plans: &'a [Vec<&'a Value>]) -> Self {
        DeskTable { game, desk, written: plans, read: BTreeMap::new(), damaged: None }
    }

    /// Returns what is wrong with a plan that was consulted; then no result of the game counts.
    pub(super) fn damaged(self) -> Option<Damaged> {
        self.damaged
    }

    /// Returns what a plan says to a question, or `None` if it cannot be read.
    fn consult(
        &mut self,
        seat: Seat,
        question: &G::Question,
        position: &G::State,
        number: usize,
        written: &Value,
    ) -> Option<Says> {
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
        Some(self.game.consult(plan, seat, question, position))
    }

    /// Notes what a plan that was consulted says to a question and cannot have.
    fn note_unmet(
        &mut self,
        (seat, number): (Seat, usize),
        (key, ahead): (&str, bool),
        question: &G::Question,
        says: &Says,
        position: &G::State,
    ) {
        let Some(plan) = self.read.get(&(seat, number)) else { return };
        let why = self.game.unmet(plan, seat, question, says, position, ahead);
        if !why.is_empty() {
            self.desk.unmet(seat, key, why);
        }
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
        let (mut wish, mut rest) = (Says::Silent, None);
        let mut question = None;
        let mut is_newest = true;
        for (number, plan) in written.get(seat.index()).into_iter().flatten().enumerate() {
            if !self.desk.may_consult(seat, number, &key) {
                continue;
            }
            let question = question.get_or_insert_with(|| query.question());
            let Some(says) = self.consult(seat, question, query.position(), number, plan) else {
                return Found::Nothing;
            };
            if std::mem::take(&mut is_newest) {
                self.note_unmet((seat, number), (&key, false), question, &says, query.position());
            }
            match says {
                Says::Answer { value, path } => {
                    if let Some(answer) = self.legal(query, &key, &value) {
                        return Found::New(answer, Source::Plan { number, path });
                    }
                }
                Says::Part { ref value, ref path } | Says::IfUnasked { ref value, ref path } => {
                    if let Some(answer) = self.legal(query, &key, value) {
                        return match self.desk.policy(seat, query.kind(), &key, &says) {
                            Policy::Ask => Found::Nothing,
                            Policy::Default(_) => {
                                Found::New(answer, Source::Plan { number, path: path.clone() })
                            }
                        };
                    }
                }
                Says::Silent => {}
                // What the older plans of the seat say goes before it.
                Says::Otherwise { ask } => rest = rest.or(Some(if ask { Says::Ask } else { Says::Guess })),
                says => {
                    wish = says;
                    break;
                }
            }
        }
        let wish = rest.unwrap_or(wish);
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

    fn pause(&mut self, open: Vec<Open>, together: bool, state: &G::State) -> Pause {
        let (mut ahead, mut secret_ahead) = (Vec::new(), false);
        for foreseen in self.game.foresee(state, self.desk.lists()) {
            let is_open = open.iter().chain(&ahead).any(|open: &Open| open.key == foreseen.open.key);
            if !is_open && self.is_put_ahead(&foreseen, state) {
                secret_ahead |= foreseen.together;
                ahead.push(foreseen.open);
            }
        }
        // Many a pause is only tried, and nobody looks at its position.
        let (game, state) = (self.game.clone(), state.clone());
        let position = Position::of_data(move || game.write_state(&state));
        Pause(Box::new(Asked { open, ahead, secret_ahead, together, position }))
    }

    /// Returns `true` if a foreseen question is put to its seat now: no plan of the seat answers it, and the desk wants it.
    fn is_put_ahead(&mut self, foreseen: &Foreseen<G::Question>, state: &G::State) -> bool {
        let Foreseen { open: Open { seat, key, kind, .. }, question, .. } = foreseen;
        let written = self.written;
        let (mut wish, mut rest) = (Says::Silent, None);
        let mut is_newest = true;
        for (number, plan) in written.get(seat.index()).into_iter().flatten().enumerate() {
            if !self.desk.may_consult(*seat, number, key) {
                continue;
            }
            let says = self.consult(*seat, question, state, number, plan);
            if let Some(says) = says.as_ref().filter(|_| std::mem::take(&mut is_newest)) {
                self.note_unmet((*seat, number), (key, true), question, says, state);
            }
            match says {
                None | Some(Says::Answer { .. } | Says::Part { .. } | Says::IfUnasked { .. }) => {
                    return false;
                }
                Some(Says::Silent) => {}
                Some(Says::Otherwise { ask }) => {
                    rest = rest.or(Some(if ask { Says::Ask } else { Says::Guess }));
                }
                Some(says) => {
                    wish = says;
                    break;
                }
            }
        }
        let wish = rest.unwrap_or(wish);
        self.desk.ahead(*seat, kind, key, &wish)
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
                let open = Open::of(query, self.desk.lists());
                Err(self.pause(vec![open], false, query.position()))
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
