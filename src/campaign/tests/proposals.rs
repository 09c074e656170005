//! Rulings that are proposed first.

use crate::campaign::ruling::{Request, When, propose, withdraw};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::state::record::Standing;
use crate::campaign::tests::ruled_games::begun;
use crate::campaign::tests::ruling::{request, rewind};
use crate::campaign::tests::world::{World, YAML};
use crate::disk::Disk;
use crate::ledger::{Entry, Kind};
use chrono::TimeDelta;
use serde_json::json;

const PROTEST: &str = "rulings: {protest: 12h, vote: yes}\n";

fn proposed() -> World {
    let mut world = World::with(&format!("{YAML}{PROTEST}"));
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    let wanted = request(&[("1/bid/birch", json!(5))]);
    let error = world.try_rule(&wanted).unwrap_err().to_string();
    assert!(error.contains("--propose"), "{error}");
    let (_, until) = propose(&world.edge, &world.dir, world.now, &wanted).unwrap();
    assert_eq!(until, world.now + TimeDelta::hours(12));
    world.tick();
    world
}

#[test]
fn a_proposal_is_told_to_all_the_clock_waits_and_then_it_is_done() {
    let mut world = proposed();
    let before = world.position();
    let deadline = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    for who in ["anna", "bert", "cleo", "maria"] {
        let told = world.find("ruling", who);
        assert_eq!(told[0].model["standing"], "proposed", "{who}");
        let difference = told[0].model["difference"].as_array().unwrap();
        assert!(difference.iter().any(|line| line["path"] == "coins"), "{who}: {difference:?}");
    }
    let error = world.try_rule(&rewind(1, "bidding")).unwrap_err().to_string();
    assert!(error.contains("--propose"), "{error}");
    world.write("ash", "vote: {ruling: no}\n");
    world.write("ash", "vote: {ruling: no}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    assert_eq!(world.entries(Kind::Vote).len(), 1, "said twice, counted once");
    // A plan that comes meanwhile is kept.
    world.write("cedar", "plan: {bid: 4}\n");
    world.hours(11);
    assert_eq!(world.position(), before);
    world.hours(1);
    assert_eq!(world.answer("1/bid/birch").0, json!(5));
    let campaign = world.campaign();
    assert!(campaign.record.people.proposal.is_none() && campaign.record.people.held.is_none());
    let window = campaign.record.game.open_window().unwrap();
    assert_eq!((window.id.as_str(), window.seats.contains_key("cedar")), ("2-bidding-2", true));
    assert!(window.deadline.unwrap() >= deadline);
    drop(campaign);
    assert_eq!(world.find("ruling", "bert").len(), 2);
    world.holds();
    world.write("ash", "vote: {ruling: no}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-no-ruling"]);
}

#[test]
fn a_bare_no_to_the_news_of_an_objection_is_asked_back() {
    let mut world = proposed();
    world.write("ash", "vote: {ruling: no}\n");
    world.tick();
    let news = world.find("notice", "bert").pop().unwrap().id().to_owned();
    world.mail("bert@example.org", &format!("In-Reply-To: <{news}>\n"), "no\n");
    world.tick();
    let receipt = world.receipt("bert");
    assert_eq!(receipt.codes(), ["word-unclear"]);
    let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("To object to the ruling, write") && !said.contains("resign: no"), "{said}");
    assert_eq!(world.entries(Kind::Vote).len(), 1);
}

#[test]
fn a_proposal_to_which_most_object_is_not_done() {
    let mut world = proposed();
    let before = world.position();
    let deadline = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    let falls = |world: &World| {
        let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
        (
            status.proposal.unwrap().falls,
            world.find("notice", "cleo").pop().map(|told| told.model["details"]["stands"].clone()),
        )
    };
    assert_eq!(falls(&world), (false, None));
    for (seat, stands) in [("ash", "holds"), ("birch", "falls")] {
        world.write(seat, "vote: {ruling: no}\n");
        world.tick();
        assert_eq!(falls(&world), (stands == "falls", Some(json!(stands))));
        let told = world.find("notice", "cleo").pop().unwrap().text;
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let count = "So far one player objects; it takes 2. To object, reply";
        assert_eq!(told.contains(count), stands == "holds", "{told}");
    }
    world.write("cedar", "vote: {ruling: no}\n");
    world.write("cedar", "vote: {ruling: yes}\n");
    world.hours(13);
    assert_eq!((world.position(), world.window()), (before, "2-bidding".to_owned()));
    let given = world.campaign().record.people.rulings[0].clone();
    assert_eq!(given.standing, Standing::Dropped);
    let moved = world.campaign().record.game.open_window().unwrap().deadline.unwrap() - deadline;
    assert_eq!(moved, TimeDelta::hours(12), "the time is made good");
    // Everybody knows from the proposal what was to be answered.
    for who in ["anna", "bert"] {
        let told = world.find("ruling", who);
        let of = |standing: &str| {
            let mail = told.iter().find(|mail| mail.model["standing"] == standing);
            mail.unwrap_or_else(|| panic!("{who} is not told that it is {standing}")).model["changes"].clone()
        };
        assert_eq!(of("proposed")[0]["answer"], 5, "{who}");
        assert_eq!(of("dropped"), of("proposed"), "{who}");
    }
    // The next has the next number.
    let (difference, _) =
        propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(4))])).unwrap();
    assert_eq!(difference.ruling.number, 2);
    assert_eq!(withdraw(&world.edge, &world.dir, world.now).unwrap(), 2);
    assert!(withdraw(&world.edge, &world.dir, world.now).is_err());
    world.tick();
    world.holds();
}

#[test]
fn a_proposal_that_takes_the_game_back_is_done_by_a_tick() {
    let mut world = proposed();
    withdraw(&world.edge, &world.dir, world.now).unwrap();
    let back = rewind(1, "bidding");
    propose(&world.edge, &world.dir, world.now, &back).unwrap();
    let again = |world: &World| propose(&world.edge, &world.dir, world.now, &back).unwrap_err().to_string();
    assert!(again(&world).contains("done already"), "{}", again(&world));
    back.proposal().told(&*world.edge.store(&world.dir));
    assert!(again(&world).contains("--withdraw"), "{}", again(&world));
    world.hours(13);
    assert_eq!((world.position()["turn"].clone(), world.window()), (json!(1), "1-bidding-2".to_owned()));
    world.holds();
}

#[test]
fn nobody_loses_time_to_object_while_nothing_runs() {
    let mut world = proposed();
    let until =
        |world: &World| world.campaign().record.people.proposal.as_ref().map(|proposal| proposal.until);
    let before = until(&world).unwrap();
    world.now += TimeDelta::days(2);
    world.tick();
    assert_eq!(until(&world), Some(before + TimeDelta::days(2)), "moved by as long as nothing ran");
    let told = world.find("notice", "bert");
    assert!(told.iter().any(|mail| mail.model["what"] == "clock-gap"), "and everybody is told");
    world.holds();
    world.hours(11);
    assert!(until(&world).is_some());
    world.hours(1);
    assert_eq!((until(&world), world.answer("1/bid/birch").0), (None, json!(5)));
    world.holds();
}

#[test]
fn a_proposal_after_a_ruling_that_was_given_is_told_and_done_like_the_first() {
    let mut world = proposed();
    world.hours(13);
    assert_eq!(world.answer("1/bid/birch").0, json!(5));
    propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(4))])).unwrap();
    world.tick();
    for who in ["anna", "bert", "cleo", "maria"] {
        let told = world.find("ruling", who);
        let told = told.last().unwrap();
        assert_eq!(
            (&told.model["number"], &told.model["standing"]),
            (&json!(2), &json!("proposed")),
            "{who}"
        );
        assert!(!told.model["difference"].as_array().unwrap().is_empty(), "{who}");
    }
    world.hours(13);
    assert_eq!(world.answer("1/bid/birch").0, json!(4));
    assert!(world.campaign().record.people.due.is_empty(), "every mail went out");
    world.holds();
}

#[test]
fn after_rulings_and_proposals_the_game_is_still_ruled_on() {
    let mut world = proposed();
    world.hours(13);
    assert_eq!(world.answer("1/bid/birch").0, json!(5));
    for bid in [3, 2] {
        propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(bid))])).unwrap();
        withdraw(&world.edge, &world.dir, world.now).unwrap();
        world.tick();
    }
    // The way that the game has come holds proposals now, with numbers that count on from rulings.
    for (seat, bid) in crate::campaign::toy::SEATS.iter().zip([2, 1, 0]) {
        world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
    }
    world.tick();
    assert_eq!(world.window(), "3-bidding");
    let late = request(&[("2/bid/birch", json!(4))]);
    let (difference, _) = propose(&world.edge, &world.dir, world.now, &late).unwrap();
    assert_eq!(difference.ruling.number, 4);
    world.hours(13);
    assert_eq!(world.answer("2/bid/birch"), (json!(4), json!({"from": "ruling", "number": 4})));
    world.holds();
}

#[test]
fn what_comes_in_by_the_tick_that_does_it_is_on_record_first() {
    let mut world = World::with(&format!("{YAML}{PROTEST}"));
    for (seat, bid) in crate::campaign::toy::SEATS.iter().zip([3, 2, 1]) {
        world.write(seat, &format!("plan: {{bid: {bid}}}\nfinal: yes\n"));
    }
    world.tick();
    let asked: Vec<String> =
        world.campaign().record.game.open_window().unwrap().asked.keys().cloned().collect();
    assert_eq!(asked, ["ash"], "whoever has won chooses a prize");
    propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(1))])).unwrap();
    world.hours(11);
    world.write("ash", "plan: {prize: right}\n");
    world.hours(1);
    assert_eq!(world.answer("1/bid/birch").0, json!(1));
    // The record as it went on is the one that the ledger gives, and nothing was left undone.
    world.holds();
    let before = world.ledger();
    let mut fork = world.fork();
    fork.disk.remove(&fork.dir.join("private/record.json")).unwrap();
    fork.tick();
    assert_eq!(fork.ledger(), before);
}

#[test]
fn a_proposal_that_falls_before_anybody_is_told_of_it_is_told_once() {
    let mut world = proposed();
    withdraw(&world.edge, &world.dir, world.now).unwrap();
    world.tick();
    let before = world.find("ruling", "bert").len();
    propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(4))])).unwrap();
    withdraw(&world.edge, &world.dir, world.now).unwrap();
    world.tick();
    for (who, before) in [("anna", before), ("bert", before), ("maria", before)] {
        let told = world.find("ruling", who);
        assert_eq!(told.len(), before + 1, "{who}");
        assert_eq!(told.last().unwrap().model["standing"], "dropped");
    }
    world.holds();
}

/// What was proposed is called by its names when it falls, as it was before.
#[test]
fn a_proposal_that_falls_is_told_in_the_words_of_the_game() {
    let mut world = begun("thrones-1e", PROTEST, &["stark", "lannister", "baratheon"], 2);
    let marches = |entry: &&Entry| {
        entry.kind == Kind::Answered
            && entry.body["answer"]["to"].as_object().is_some_and(|to| !to.is_empty())
    };
    let march = world.entries(Kind::Answered).iter().find(marches).cloned().unwrap();
    let (key, from) = (march.body["key"].as_str().unwrap(), &march.body["answer"]["from"]);
    let stays = json!({"from": from, "leave-power": false, "to": {}});
    let wanted = Request::new(RulingKind::Rule, When::Before(key.to_owned()), "agreed");
    let wanted = Request { answers: vec![(key.to_owned(), stays)], ..wanted };
    propose(&world.edge, &world.dir, world.now, &wanted).unwrap();
    world.tick();
    withdraw(&world.edge, &world.dir, world.now).unwrap();
    world.tick();
    for who in ["stark", "lannister", "maria"] {
        let told = world.find("ruling", who);
        let standing: Vec<&str> = told.iter().map(|mail| mail.model["standing"].as_str().unwrap()).collect();
        assert_eq!(standing, ["proposed", "dropped"], "{who}");
        assert_eq!(told[1].model["names"]["moat-cailin"], "Moat Cailin", "{who}");
        assert_eq!(told[1].model["changes"], told[0].model["changes"], "{who}");
        assert_eq!(told[1].model["places"], json!([]), "{who}");
    }
}
