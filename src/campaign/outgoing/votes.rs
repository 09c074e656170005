//! Votes as people are shown them.

use crate::campaign::state::clock::span_words;
use crate::campaign::state::record::People;
use crate::report::model::{self, Named};
use chrono::TimeDelta;

/// Returns the votes cast so far, seat by seat; `named` returns a seat with its name for people.
pub fn votes(people: &People, named: &dyn Fn(&str) -> Named) -> Vec<model::Vote> {
    let mut votes = Vec::new();
    for seat in people.playing() {
        let Some(ballots) = people.ballots.get(seat) else { continue };
        let time = TimeDelta::minutes(i64::from(ballots.extend));
        let says = [
            ("draw", ballots.draw.then(|| "yes".to_owned())),
            ("extend", (ballots.extend > 0).then(|| span_words(time))),
            ("concede", ballots.concede.as_ref().map(|to| named(to).name)),
            ("replace", ballots.replace.as_ref().map(|whom| named(whom).name)),
        ];
        let seat = Some(named(seat));
        votes.extend(says.into_iter().filter_map(|(on, says)| {
            Some(model::Vote { seat: seat.clone(), on: on.to_owned(), says: says?, carried: false })
        }));
    }
    votes
}
