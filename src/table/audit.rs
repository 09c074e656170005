//! A table that plays by chance like the random table and checks the promises of every query. For tests and the fuzzer.

use super::{Game, MOST_SEATS, Pause, Query, Table};
use arrayvec::ArrayVec;
use std::collections::HashSet;

/// Answers by chance, and notes each query that breaks a promise of [`Query`].
pub struct AuditTable {
    dice: fastrand::Rng,
    limit: usize,
    keys: HashSet<String>,
    faults: Vec<String>,
}

impl AuditTable {
    /// Makes a table whose choices follow from `seed`. It checks lists of up to `limit` legal answers.
    pub fn new(seed: u64, limit: usize) -> Self {
        AuditTable { dice: fastrand::Rng::with_seed(seed), limit, keys: HashSet::new(), faults: Vec::new() }
    }

    /// Describes the promises broken so far.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    fn audit<Q: Query>(&mut self, query: &Q) -> Q::Answer {
        let key = query.key();
        let mut fault = |what: String| self.faults.push(format!("{key}: {what}"));
        let answer = query.sample(&mut self.dice);
        for (name, answer) in [("sample", &answer), ("default", &query.default())] {
            if let Err(why) = query.check(answer) {
                fault(format!("the {name} {answer:?} is refused: {why:?}"));
            }
            match query.read(&query.write(answer)) {
                Ok(read) if read == *answer => {}
                other => fault(format!("the {name} {answer:?} is written and read as {other:?}")),
            }
        }
        let listing = query.list(self.limit);
        for (place, listed) in listing.answers.iter().enumerate() {
            if let Err(why) = query.check(listed) {
                fault(format!("{listed:?} is listed and refused: {why:?}"));
            }
            if place < 64 && listing.answers[..place].contains(listed) {
                fault(format!("{listed:?} is listed twice"));
            }
        }
        if listing.answers.is_empty() {
            fault("no answer is legal".to_owned());
        }
        if listing.complete && !listing.answers.contains(&answer) {
            fault(format!("the sample {answer:?} is not in the complete list"));
        }
        if listing.complete && !listing.answers.contains(&query.default()) {
            fault(format!("the default {:?} is not in the complete list", query.default()));
        }
        if !self.keys.insert(key.clone()) {
            self.faults.push(format!("{key}: asked twice"));
        }
        answer
    }
}

impl<G: Game> Table<G> for AuditTable {
    fn ask<Q: Query<Game = G>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        Ok(self.audit(query))
    }

    fn ask_together<Q: Query<Game = G>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        Ok(queries.iter().map(|query| self.audit(query)).collect())
    }

    fn forced<Q: Query<Game = G>>(&mut self, query: &Q, answer: &Q::Answer) {
        let listing = query.list(self.limit.max(2));
        if !listing.complete || listing.answers != [answer.clone()] {
            let key = query.key();
            self.faults.push(format!("{key}: {answer:?} is forced, and legal are {:?}", listing.answers));
        }
    }

    fn shuffle<T>(&mut self, _: impl FnOnce() -> String, items: &mut [T]) {
        self.dice.shuffle(items);
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        // Events are built and must be data.
        if let Err(error) = serde_json::to_value(event()) {
            self.faults.push(format!("an event is no data: {error}"));
        }
    }
}
