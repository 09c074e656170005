//! Ledgers that go on with entries which no campaign makes, of people: seats given up by a vote that was none, and several things said
//! in one entry.

use super::forged::{by, forged, says};
use crate::campaign::ruling::propose;
use crate::campaign::tests::replace::replace;
use crate::campaign::tests::ruling::{request, rewind};
use crate::campaign::tests::world::{World, YAML, all_bid, left_by_cedar};
use crate::campaign::verify_entries;
use crate::ledger::{Entry, Kind};
use chrono::TimeDelta;
use serde_json::{Value, json};

/// The others vote for a new player at a seat, and what comes of it stands in the same batch.
fn voted(world: &World, seats: &[&str], then: Value) -> Vec<(Kind, Value)> {
    let vote =
        |seat: &&str| by(world, seat, Kind::Vote, json!({"seat": seat, "on": "replace", "whom": "cedar"}));
    let mut all: Vec<(Kind, Value)> = seats.iter().flat_map(vote).collect();
    all.push((Kind::Absence, then));
    all
}

#[test]
pub(super) fn a_seat_is_taken_by_the_votes_of_all_others_where_that_may_be() {
    let yes = World::with(&format!("{YAML}replace by vote: yes\n"));
    let given_up = |by: &str| json!({"seat": "cedar", "resigned": true, "by": by});
    forged(&yes, &voted(&yes, &["ash", "birch"], given_up("vote"))).unwrap_or_else(|flaw| panic!("{flaw}"));
    let not_voted = "the others have not voted for it";
    says(&yes, &voted(&yes, &["ash"], given_up("vote")), not_voted);
    says(&yes, &[(Kind::Absence, given_up("vote"))], not_voted);
    says(&yes, &voted(&yes, &["ash", "birch"], given_up("gm")), not_voted);
    let other = json!({"seat": "ash", "resigned": true, "by": "vote"});
    says(&yes, &voted(&yes, &["birch", "ash"], other), not_voted);
    let no = World::with(&format!("{YAML}replace by vote: no\n"));
    says(&no, &voted(&no, &["ash", "birch"], given_up("vote")), not_voted);
}

#[test]
pub(super) fn an_entry_of_an_absence_says_one_thing() {
    let world = World::new();
    for both in [
        json!({"seat": "ash", "resigned": true, "stand-in": true}),
        json!({"seat": "ash", "by": "vote"}),
        json!({"seat": "ash", "stand-in": true, "by": "vote"}),
    ] {
        says(&world, &[(Kind::Absence, both)], "it says several things at once");
    }
    says(
        &world,
        &[(Kind::Absence, json!({"seat": "ash", "stand-in": true}))],
        "nobody was named to stand in",
    );
    let unconfirmed = [(Kind::Absence, json!({"seat": "ash", "resigned": true}))];
    says(&world, &unconfirmed, "its player has not confirmed that the seat is given up");
}

/// Where no deadline moves, the time to object to a ruling still does.
#[test]
pub(super) fn an_outage_moves_the_time_of_objection_alone() {
    let yaml = YAML.replace("deadline: in 48h", "deadline: none");
    let mut world = World::with(&format!("{yaml}rulings: {{protest: 12h}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    let (_, until) = propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).unwrap();
    world.tick();
    world.now += TimeDelta::hours(6);
    world.tick();
    let outages: Vec<Value> = world.entries(Kind::Clock).into_iter().map(|entry| entry.body).collect();
    let [outage] = outages.as_slice() else { panic!("{outages:?}") };
    assert_eq!(outage["moved"], Value::Null, "{outage}");
    let is = world.campaign().record.people.proposal.as_ref().unwrap().until;
    assert_eq!(is, until + TimeDelta::hours(6));
    world.holds();
    // Neither moves: then it is none.
    let mut idle = World::with(&yaml);
    idle.now += TimeDelta::hours(6);
    let mut none = outage.clone();
    for gone in ["batch", "protest"] {
        none.as_object_mut().unwrap().remove(gone);
    }
    let last = idle.campaign().entries().unwrap().last().unwrap().at;
    (none["from"], none["to"]) = (json!(last), json!(idle.now));
    says(&idle, &[(Kind::Clock, none)], "the outage moves nothing");
}

/// A copy without secrets does not know what the game waits for, but a seat that joins a window is asked something.
#[test]
pub(super) fn who_joins_a_window_is_asked_something() {
    let mut world = left_by_cedar();
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    let campaign = world.campaign();
    let public: Vec<Entry> =
        campaign.entries().unwrap().iter().map(|entry| entry.redacted().unwrap()).collect();
    let joined =
        public.iter().position(|entry| entry.body["what"] == "joined").expect("the new player is asked");
    let verified = |asked: Value| {
        let mut entries = public.clone();
        entries[joined].body["asked"] = asked;
        let told = verify_entries(&*campaign.referee, &entries, None);
        told.map_or_else(|flaw| flaw.why, |_| String::new())
    };
    let good = public[joined].body["asked"].clone();
    assert_eq!(verified(good), "");
    assert_eq!(verified(json!([])), "it asks what is answered already");
}

/// Settings that name no time to object, and say so, are like those that say nothing of it.
#[test]
pub(super) fn without_a_time_to_object_a_ruling_is_adopted_at_once() {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    let campaign = world.campaign();
    let mut entries = campaign.entries().unwrap().to_vec();
    let verified = |entries: &[Entry]| {
        let secret = Some(campaign.secrets.chance);
        verify_entries(&*campaign.referee, entries, secret).map_or_else(|flaw| flaw.why, |_| String::new())
    };
    assert_eq!(verified(&entries), "");
    entries[0].body["settings"]["rulings"] = json!({"protest": null, "vote": false});
    assert_eq!(verified(&entries), "");
    entries[0].body["settings"]["rulings"] = json!({"protest": "12h", "vote": false});
    assert!(verified(&entries).contains("it was not proposed"), "{}", verified(&entries));
}
