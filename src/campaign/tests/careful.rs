//! Rulings that are checked before they are made: edited positions, rulings that change nothing, reasons with keys, differences.

use crate::campaign::explain::{Question, explain};
use crate::campaign::ruling::{Request, When, position_at, propose, try_ruling};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::state::record::Standing;
use crate::campaign::tests::explain::guide;
use crate::campaign::tests::ruling::{forward, request, rewind, third_turn};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::report::model::{Head, Undone};
use chrono::TimeDelta;
use serde_json::{Value, json};

fn opening(turn: u32) -> When {
    When::Turn { turn, stage: Some("bidding".to_owned()) }
}

fn edit(when: When, position: Value) -> Request {
    Request { state: Some(position), when, ..request(&[]) }
}

#[test]
fn an_edited_position_says_nothing_that_the_game_does_not_know() {
    let mut world = third_turn();
    let was = position_at(&world.campaign(), &opening(3)).unwrap().1;
    let refused = |world: &mut World, change: &dyn Fn(&mut Value)| {
        let mut position = was.clone();
        change(&mut position);
        world.try_rule(&edit(opening(3), position)).unwrap_err().to_string()
    };
    let ledger = world.ledger();
    let why = refused(&mut world, &|position| position["turn"] = json!(2));
    assert!(why.contains("turn 2, bidding") && why.contains("turn and stage at 3, bidding"), "{why}");
    let why = refused(&mut world, &|position| position["stage"] = json!("prize"));
    assert!(why.contains("turn 3, prize"), "{why}");
    let why = refused(&mut world, &|position| {
        position["coinz"] = position["coins"].clone();
        position["coins"] = json!([1, 2, 3]);
    });
    assert!(why.contains("coinz: there is no such entry; did you mean coins?"), "{why}");
    let why = refused(&mut world, &|position| position["won"] = json!([]));
    assert!(why.contains("is not accepted"), "{why}");
    // All that cannot be read is told, and not the first of it alone.
    let why = refused(&mut world, &|position| {
        position["coins"] = json!("many");
        position["won"] = json!({"none": 0});
    });
    assert!(why.contains("is not accepted:") && why.contains("\"many\"") && why.contains("map"), "{why}");
    let why = refused(&mut world, &|_| {});
    assert!(why.contains("would change nothing"), "{why}");
    assert_eq!(world.ledger(), ledger);
}

#[test]
fn a_second_edit_at_the_same_stage_is_made_on_top_of_the_first() {
    let mut world = third_turn();
    let mut position = position_at(&world.campaign(), &opening(2)).unwrap().1;
    position["coins"] = json!([9, 9, 9]);
    world.rule(&edit(opening(2), position));
    // What the editor is given has the first edit in it.
    let (_, mut position) = position_at(&world.campaign(), &opening(2)).unwrap();
    assert_eq!(position["coins"], json!([9, 9, 9]));
    position["won"] = json!([1, 1, 1]);
    let second = edit(opening(2), position.clone());
    assert_eq!(world.rule(&second).undone, []);
    let edited = position_at(&world.campaign(), &opening(2)).unwrap().1;
    assert_eq!((&edited["coins"], &edited["won"]), (&json!([9, 9, 9]), &json!([1, 1, 1])));
    // Whoever goes back to before them is told that both are lost.
    let before = world.campaign().record.people.rulings[0].ruling.after;
    position["won"] = json!([2, 2, 2]);
    let campaign = world.campaign();
    let told = try_ruling(&campaign, &edit(When::Entry(before), position), world.now).unwrap();
    let undone = told.difference().unwrap().undone;
    assert_eq!(undone, [1, 2].map(|ruling| Undone { ruling, file: None, key: None }));
    world.holds();
}

#[test]
fn what_the_editor_changed_is_shown_to_the_game_master_decks_and_all() {
    let world = third_turn();
    let (_, mut position) = position_at(&world.campaign(), &opening(3)).unwrap();
    position["prizes"].as_array_mut().unwrap().swap(0, 1);
    let campaign = world.campaign();
    let trial = try_ruling(&campaign, &edit(opening(3), position), world.now).unwrap();
    let difference = trial.difference().unwrap();
    assert_eq!(difference.position, [], "nobody can see the next prizes");
    assert_eq!(difference.edited.len(), 1, "{:?}", difference.edited);
    assert_eq!(difference.edited[0].path, "prizes");
    assert!(trial.told(false).unwrap().edited.len() == 1 && trial.told(true).unwrap().edited.is_empty());
}

#[test]
fn a_ruling_that_changes_nothing_is_refused_with_what_is_so_already() {
    for key in ["1/bid/ash", "1/bid/cedar", "1/prize/ash", "2/bid/birch", "2/prize/birch"] {
        let mut world = third_turn();
        let (value, _) = world.answer(key);
        let same = request(&[(key, value)]);
        let why = world.try_rule(&same).unwrap_err().to_string();
        assert!(why.contains(&format!("would change nothing: {key} is answered by")), "{why}");
        // Beside a change of something else it may be said.
        let mut both = same.clone();
        both.answers.push(("3/bid/cedar".to_owned(), json!(1)));
        world.rule(&both);
    }
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/cedar", json!(1))]));
    let why = world.try_rule(&request(&[("3/bid/cedar", json!(1))])).unwrap_err().to_string();
    assert!(why.contains("3/bid/cedar is answered by 1 already"), "{why}");
    let mut world = World::new();
    let why = world.try_rule(&rewind(1, "bidding")).unwrap_err().to_string();
    assert!(why.contains("nothing has been sent or decided since"), "{why}");
}

/// What was sent in an open window counts before and after a point in the middle of it.
#[test]
fn a_rewind_into_the_middle_of_the_open_window_would_change_nothing() {
    for yaml in [YAML.to_owned(), format!("{YAML}secrecy: either\n"), format!("{YAML}pace: batch\n")] {
        let mut world = World::with(&yaml);
        let opened = world.campaign().head().seq;
        world.write("ash", "plan: {bid: 1}\n");
        world.tick();
        let middle = world.campaign().head().seq;
        world.write("birch", "plan: {bid: 2}\n");
        world.write("ash", "plan: {bid: 3}\n");
        world.tick();
        for seq in [opened, middle] {
            let request = Request::new(RulingKind::Rewind, When::Entry(seq), "once more");
            let why = world.try_rule(&request).unwrap_err().to_string();
            assert!(why.contains("in the middle of the window that is still open"), "{yaml}: {why}");
            assert!(why.contains("ravenpost rewind DIR 1/bidding") && why.contains("extend"), "{why}");
        }
    }
    // Something has been decided since, or the window has gone on to its openings: then it is taken.
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    let middle = world.campaign().head().seq;
    world.hours(50);
    assert_eq!(world.window(), "1-prize");
    world.rule(&Request::new(RulingKind::Rewind, When::Entry(middle), "once more"));
    assert_eq!(world.window(), "1-bidding-2");
}

#[test]
fn a_key_in_the_reason_is_masked() {
    let mut world = third_turn();
    let key = world.key("birch");
    let mut wanted = request(&[("1/bid/birch", json!(5))]);
    wanted.reason = format!("Bert wrote “key: {key}” from another address");
    world.rule(&wanted);
    world.tick();
    assert!(!world.ledger().contains(&key) && world.ledger().contains("****"));
    assert!(world.find("ruling", "anna")[0].model["reason"].as_str().unwrap().contains("****"));
}

#[test]
fn the_difference_of_a_forward_lists_only_what_it_changes() {
    let mut world = third_turn();
    world.rule(&request(&[("2/bid/cedar", json!(7))]));
    world.now += TimeDelta::hours(1);
    let difference = world.rule(&forward());
    let changed: Vec<(&str, Option<&Value>, Option<&Value>)> = difference
        .decisions
        .iter()
        .map(|changed| (changed.key.as_str(), changed.was.as_ref(), changed.is.as_ref()))
        .collect();
    let (seven, two, left) = (json!(7), json!(2), json!("left"));
    assert_eq!(
        changed,
        [
            ("2/bid/cedar", Some(&seven), Some(&two)),
            ("2/prize/birch", None, Some(&left)),
            ("2/prize/cedar", Some(&left), None),
        ]
    );
}

#[test]
fn a_ruling_on_the_first_stage_of_a_turn_makes_the_page_before_it_again() {
    let mut world = third_turn();
    let (_, mut position) = position_at(&world.campaign(), &opening(3)).unwrap();
    position["coins"] = json!([1, 2, 3]);
    world.rule(&edit(opening(3), position));
    for turn in ["02", "03"] {
        let page = world.read(&format!("turns/{turn}/state.yaml"));
        assert!(page.contains("coins: [1, 2, 3]"), "{turn}: {page}");
    }
}

#[test]
fn an_explanation_names_the_ruling_that_corrected_the_position() {
    let mut world = third_turn();
    let (_, mut position) = position_at(&world.campaign(), &opening(2)).unwrap();
    position["coins"] = json!([8, 8, 8]);
    world.rule(&edit(opening(2), position));
    let campaign = world.campaign();
    let question = Question { turn: 2, what: "", reader: None };
    let told =
        explain(campaign.rules(), campaign.entries().unwrap(), &guide(), Head::default(), &question).unwrap();
    assert_eq!(told.before["coins"], json!([8, 8, 8]));
    let by: Vec<(u64, bool)> =
        told.stages.iter().flat_map(|stage| &stage.corrected).map(|by| (by.ruling, by.position)).collect();
    assert_eq!((by, told.built_on.len()), (vec![(1, true)], 0));
    // What was played from it later says so, and what was played before does not.
    let of = |turn: u32| {
        let question = Question { turn, what: "", reader: None };
        let told =
            explain(campaign.rules(), campaign.entries().unwrap(), &guide(), Head::default(), &question);
        let built_on = told.unwrap().built_on;
        built_on.iter().map(|on| (on.by.ruling, on.turn, on.stage.clone())).collect::<Vec<_>>()
    };
    assert_eq!((of(1), of(3)), (vec![], vec![(1, 2, "bidding".to_owned())]));
}

#[test]
fn batch_defaults_after_a_ruling_what_it_defaulted_before() {
    let mut world = World::with(&format!("{YAML}pace: batch\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    // Nobody is asked about the prize once the bids were asked for.
    assert_eq!(world.answer("1/prize/ash").1, json!({"from": "default", "why": "pace"}));
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    assert_eq!(world.answer("1/prize/birch").1, json!({"from": "default", "why": "pace"}));
    assert_eq!(world.position()["turn"], 2);
    world.holds();
}

#[test]
fn exactly_half_of_the_players_do_not_drop_a_ruling() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
    all_bid(&mut world, [1, 1, 1]);
    world.tick();
    world.resign("cedar");
    world.hours(50);
    assert_eq!(world.campaign().record.people.playing().count(), 2);
    propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(5))])).unwrap();
    world.tick();
    world.write("ash", "vote: {ruling: no}\n");
    world.hours(13);
    let standing = |world: &World| world.campaign().record.people.rulings.last().unwrap().standing;
    assert_eq!(standing(&world), Standing::Adopted, "one of two");
    propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(6))])).unwrap();
    world.tick();
    world.write("ash", "vote: {ruling: no}\n");
    world.write("birch", "vote: {ruling: no}\n");
    world.hours(13);
    assert_eq!(standing(&world), Standing::Dropped);
    world.holds();
}

#[test]
fn a_ruling_while_the_clock_stands_leaves_a_ledger_on_which_another_can_be_made() {
    let mut world = third_turn();
    let by_gm = |world: &mut World, body: &str| {
        let key = world.key("gm");
        world.mail("maria@example.org", "", &format!("key: {key}\n{body}"));
        world.tick();
    };
    by_gm(&mut world, "do: pause\n");
    world.rule(&rewind(2, "bidding"));
    by_gm(&mut world, "do: resume\n");
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    assert_eq!(world.position()["coins"], json!([10, 5, 10]));
    assert!(world.entries(Kind::Clock).len() == 2 && world.disk.list(&world.dir).is_ok());
}
