//! Rules: 1e, Action phase, A; R-09.

use super::super::raids::{RaidQuery, raids};
use super::{field, order_in, post, refused, spot_mut};
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::testing::{Script, area, seat, set_track};
use crate::table::{AnyTable, Query};
use serde_json::{Value, json};

fn field_of_raids() -> Board {
    let mut board = field();
    board.stage = Stage::Raids;
    board
}

fn raid(from: &str, at: &[&str]) -> Value {
    json!({"from": from, "at": at})
}

fn run(board: &mut Board, mut script: Script) -> Script {
    raids(board, &mut AnyTable::of(&mut script)).unwrap();
    script.done();
    script
}

fn power(board: &Board, house: &str) -> u8 {
    board.houses[seat(board, house)].power
}

/// The rulebook's example of raids.
#[test]
fn example_of_raids() {
    let mut board = field_of_raids();
    set_track(&mut board, Track::IronThrone, &["greyjoy", "stark", "lannister", "baratheon", "tyrell"]);
    post(&mut board, "lannister", "blackwater", "f", "raid");
    post(&mut board, "lannister", "the-golden-sound", "s", "raid");
    post(&mut board, "lannister", "searoad-marches", "f", "support");
    post(&mut board, "lannister", "riverrun", "f", "support");
    post(&mut board, "greyjoy", "sunset-sea", "s", "raid");
    post(&mut board, "tyrell", "the-reach", "f", "raid");
    post(&mut board, "tyrell", "highgarden", "f", "consolidate");
    post(&mut board, "baratheon", "harrenhal", "f", "raid");
    let script = Script::default()
        .answer("greyjoy", "raid", raid("sunset-sea", &["highgarden"]))
        .answer("lannister", "raid", raid("blackwater", &["the-reach"]))
        .answer("baratheon", "raid", raid("harrenhal", &["riverrun"]));
    let script = run(&mut board, script);

    for at in
        ["blackwater", "the-golden-sound", "riverrun", "sunset-sea", "the-reach", "highgarden", "harrenhal"]
    {
        assert_eq!(order_in(&board, at), "", "{at}");
    }
    assert_eq!(order_in(&board, "searoad-marches"), "support");
    assert_eq!((power(&board, "greyjoy"), power(&board, "lannister")), (6, 5));
    // Tyrell's order is gone before its turn; Lannister's last has nothing to hit, and needs no answer.
    let told: Vec<&str> = script.told("raid").iter().map(|raid| raid["house"].as_str().unwrap()).collect();
    assert_eq!(told, ["greyjoy", "lannister", "baratheon", "lannister"]);
    assert_eq!(
        script.asked.concat(),
        ["2/raids/0/greyjoy/raid", "2/raids/1/lannister/raid", "2/raids/2/baratheon/raid"]
    );
    let first = script.told("raid")[0].clone();
    assert_eq!(first["removed"], json!([{"area": "highgarden", "house": "tyrell", "order": "consolidate"}]));
    assert_eq!((first["power"].as_u64(), first["order"].as_str()), (Some(1), Some("raid")));
}

#[test]
fn houses_take_turns_one_order_at_a_time() {
    let mut board = field_of_raids();
    for (house, areas) in [("baratheon", ["kingswood", "storms-end"]), ("stark", ["winterfell", "karhold"])] {
        areas.iter().for_each(|at| post(&mut board, house, at, "f", "raid"));
    }
    let script = run(&mut board, Script::default());
    let told: Vec<&str> = script.told("raid").iter().map(|raid| raid["house"].as_str().unwrap()).collect();
    assert_eq!(told, ["baratheon", "stark", "baratheon", "stark"]);
}

#[test]
fn what_a_raid_may_hit() {
    let mut board = field_of_raids();
    post(&mut board, "stark", "moat-cailin", "f", "raid");
    post(&mut board, "stark", "white-harbor", "f", "support");
    post(&mut board, "stark", "bay-of-ice", "s", "raid");
    post(&mut board, "greyjoy", "greywater-watch", "f", "consolidate");
    post(&mut board, "greyjoy", "seagard", "f", "defense");
    post(&mut board, "greyjoy", "the-twins", "f", "march+0");
    post(&mut board, "greyjoy", "the-narrow-sea", "s", "support");
    post(&mut board, "greyjoy", "sunset-sea", "s", "raid");
    post(&mut board, "greyjoy", "riverrun", "f", "raid");
    let query = RaidQuery::new(&board, seat(&board, "stark"));
    let verdict = |from, at: &str| refused(&query, raid(from, &[at]));
    assert_eq!(verdict("moat-cailin", "greywater-watch"), "");
    assert_eq!(verdict("moat-cailin", "white-harbor"), "raid-own-order");
    assert_eq!(verdict("moat-cailin", "seagard"), "raid-no-target", "defense");
    assert_eq!(verdict("moat-cailin", "the-twins"), "raid-no-target", "march");
    assert_eq!(verdict("moat-cailin", "winterfell"), "raid-no-target", "nobody there");
    assert_eq!(verdict("moat-cailin", "the-narrow-sea"), "raid-from-land-to-sea");
    assert_eq!(verdict("moat-cailin", "riverrun"), "raid-not-adjacent");
    assert_eq!(verdict("white-harbor", "moat-cailin"), "raid-no-order");
    assert_eq!(verdict("bay-of-ice", "greywater-watch"), "", "from sea to land");
    assert_eq!(verdict("bay-of-ice", "sunset-sea"), "", "from sea to sea");
    assert_eq!(refused(&query, raid("moat-cailin", &[])), "", "a raid may be given up");
    for wrong in [json!({"from": "moat-cailin"}), json!("moat-cailin"), raid("moat-cailin", &["x"])] {
        assert_eq!(refused(&query, wrong), "answer-malformed");
    }
    let twice = raid("bay-of-ice", &["sunset-sea", "sunset-sea"]);
    assert_eq!(refused(&query, twice), "answer-malformed");
}

/// FAQ: neither march nor raid nor support crosses a river.
#[test]
fn faq_no_raid_across_a_river() {
    let mut board = field_of_raids();
    post(&mut board, "stark", "winterfell", "f", "raid*");
    post(&mut board, "greyjoy", "greywater-watch", "f", "consolidate");
    let query = RaidQuery::new(&board, seat(&board, "stark"));
    assert_eq!(refused(&query, raid("winterfell", &["greywater-watch"])), "raid-not-adjacent");
}

#[test]
fn the_starred_raid_removes_two() {
    let mut board = field_of_raids();
    post(&mut board, "stark", "moat-cailin", "f", "raid*");
    post(&mut board, "stark", "the-shivering-sea", "s", "raid");
    post(&mut board, "greyjoy", "greywater-watch", "f", "consolidate*");
    post(&mut board, "lannister", "seagard", "f", "consolidate");
    post(&mut board, "baratheon", "the-twins", "f", "support*");
    post(&mut board, "greyjoy", "the-narrow-sea", "s", "support");
    post(&mut board, "greyjoy", "widows-watch", "f", "support");
    let query = RaidQuery::new(&board, seat(&board, "stark"));
    let three = ["greywater-watch", "seagard", "the-twins"];
    assert_eq!(refused(&query, raid("moat-cailin", &three)), "raid-too-many");
    let two = ["the-narrow-sea", "widows-watch"];
    assert_eq!(refused(&query, raid("the-shivering-sea", &two)), "raid-too-many", "a plain raid removes one");
    assert_eq!(refused(&query, raid("moat-cailin", &["the-twins"])), "", "one is enough");
    let script = Script::default()
        .answer("stark", "raid", raid("moat-cailin", &["greywater-watch", "seagard"]))
        .answer("stark", "raid", raid("the-shivering-sea", &["widows-watch"]));
    run(&mut board, script);
    assert_eq!(power(&board, "stark"), 7, "each order pillaged brings one");
    assert_eq!(order_in(&board, "the-twins"), "support*");
    assert_eq!(order_in(&board, "widows-watch"), "");
}

#[test]
fn pillage_respects_the_limit_of_tokens() {
    let mut board = field_of_raids();
    post(&mut board, "stark", "moat-cailin", "f", "raid");
    post(&mut board, "greyjoy", "greywater-watch", "f", "consolidate");
    let stark = seat(&board, "stark");
    board.houses[stark].power = 19;
    spot_mut(&mut board, "karhold").token = Some(stark);
    let script = Script::default().answer("stark", "raid", raid("moat-cailin", &["greywater-watch"]));
    let script = run(&mut board, script);
    assert_eq!(power(&board, "stark"), 19);
    assert_eq!(script.told("raid")[0]["power"], json!(0));
    assert_eq!(order_in(&board, "greywater-watch"), "", "the order goes all the same");
}

/// a silent house gives its raids up.
#[test]
fn silence_raids_nobody() {
    let mut board = field_of_raids();
    post(&mut board, "stark", "moat-cailin", "f", "raid");
    post(&mut board, "greyjoy", "greywater-watch", "f", "consolidate");
    let query = RaidQuery::new(&board, seat(&board, "stark"));
    assert_eq!(query.write(&query.default()), raid("moat-cailin", &[]));
    assert_eq!(query.orders().len(), 1);
    assert!(query.targets(area(&board, "moat-cailin")).has(area(&board, "greywater-watch")));
    let script = run(&mut board, Script::default());
    assert_eq!(script.asked.len(), 1);
    assert_eq!(order_in(&board, "moat-cailin"), "");
    assert_eq!(order_in(&board, "greywater-watch"), "consolidate");
}
