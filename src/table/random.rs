//! A table that answers every question with a random legal answer, for fuzzing, benchmarks and
//! invariants; no clone and no allocation per question.

use super::{Game, MOST_SEATS, Pause, Query, Table};
use arrayvec::ArrayVec;

/// Answers every question by chance; the same seed gives the same game.
pub struct RandomTable<E = fn()> {
    dice: fastrand::Rng,
    questions: u64,
    listen: Option<E>,
}

impl RandomTable {
    /// Makes a table whose choices and shuffles follow from `seed`.
    pub fn new(seed: u64) -> Self {
        RandomTable { dice: fastrand::Rng::with_seed(seed), questions: 0, listen: None }
    }
}

impl<E> RandomTable<E> {
    /// Makes a table that also hands every event to `listen`.
    pub fn listening(seed: u64, listen: E) -> Self {
        RandomTable { dice: fastrand::Rng::with_seed(seed), questions: 0, listen: Some(listen) }
    }

    /// Returns how many questions have been answered.
    pub fn questions(&self) -> u64 {
        self.questions
    }
}

/// Receives the events of a [`RandomTable`].
pub trait Listen<G: Game> {
    /// Receives one event, in the order of happening.
    fn hear(&mut self, event: G::Event);
}

impl<G: Game> Listen<G> for fn() {
    fn hear(&mut self, _: G::Event) {}
}

impl<G: Game, F: FnMut(G::Event)> Listen<G> for Box<F> {
    fn hear(&mut self, event: G::Event) {
        self(event);
    }
}

impl<G: Game, E: Listen<G>> Table<G> for RandomTable<E> {
    fn ask<Q: Query<Game = G>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        self.questions += 1;
        Ok(query.sample(&mut self.dice))
    }

    fn ask_together<Q: Query<Game = G>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        self.questions += queries.len() as u64;
        Ok(queries.iter().map(|query| query.sample(&mut self.dice)).collect())
    }

    fn shuffle<T>(&mut self, _: impl FnOnce() -> String, items: &mut [T]) {
        self.dice.shuffle(items);
    }

    fn listens(&self) -> bool {
        self.listen.is_some()
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if let Some(listen) = &mut self.listen {
            listen.hear(event());
        }
    }
}
