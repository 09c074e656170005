//! Votes as people are shown them.

use crate::campaign::state::clock::{span_words, time_of};
use crate::campaign::state::entries::Ballots;
use crate::campaign::state::record::People;
use crate::plan;
use crate::report::model::{self, Named};
use chrono::TimeDelta;
use serde_json::Value;

/// Returns the votes cast so far, seat by seat; `named` returns a seat with its name for people.
pub fn votes(people: &People, named: &dyn Fn(&str) -> Named) -> Vec<model::Vote> {
    let mut votes = Vec::new();
    let no = || plan::vote_word(false).to_owned();
    for seat in people.playing() {
        let Some(ballots) = people.ballots.get(seat) else { continue };
        let time = TimeDelta::minutes(i64::from(ballots.extend));
        let says = [
            ("draw", ballots.draw.then(|| "yes".to_owned()).or_else(|| ballots.no_draw.then(no))),
            ("extend", (ballots.extend > 0).then(|| span_words(time)).or_else(|| ballots.no_extend.then(no))),
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

/// Adds to what is told of a vote that is under way how many are for the same, how many it needs, whether its reader is among them, and, for
/// more time, how the same is voted for.
pub(super) fn tell_votes(people: &People, reader: &str, details: &mut Value) {
    let (on, to) = (details["on"].as_str().unwrap_or_default(), details["to"].as_str());
    let playing = people.playing().count();
    let need = match on {
        "draw" => playing,
        "extend" => playing / 2 + 1,
        "concede" | "replace" => playing.saturating_sub(1),
        _ => return,
    };
    if details["yes"] != true && details["against"] != true {
        return;
    }
    let is_for = |ballots: &Ballots| match on {
        "draw" => ballots.draw,
        "extend" => ballots.extend > 0,
        "concede" => ballots.concede.as_deref() == to,
        _ => ballots.replace.as_deref() == to,
    };
    let of = |seat: &str| people.ballots.get(seat);
    let count = people.playing().filter(|seat| of(seat).is_some_and(is_for)).count();
    let own = of(reader).is_some_and(is_for);
    let same = details["seat"].as_str().and_then(of).map(|ballots| ballots.extend).and_then(time_of);
    (details["votes"], details["need"], details["own"]) = (count.into(), need.into(), own.into());
    if let Some(same) = same.filter(|_| details["on"] == "extend") {
        details["same"] = same.into();
    }
}
