//! What a plan of Stark's cannot have of a question.

use super::choices::{Wanted, select};
use super::consult;
use super::kind::may_name;
use super::unmet::unmet;
use crate::games::thrones::board::Board;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Troop, Unit};
use crate::games::thrones::people::plan::tests::{opening, stark};
use crate::games::thrones::question::Question;
use crate::table::Says;
use serde_json::json;
use std::collections::BTreeMap;

/// The codes of what a plan of Stark's, read at the opening, cannot have of a question.
fn codes(text: &str, question: &Question, change: impl Fn(&mut Board)) -> Vec<String> {
    codes_of(text, (question, false), change)
}

/// The same for a question that may come later, if the second is `true`.
fn codes_of(text: &str, asked: (&Question, bool), change: impl Fn(&mut Board)) -> Vec<String> {
    let (question, ahead) = asked;
    let plan = stark(&format!("plan: {text}")).plan.unwrap_or_else(|| panic!("{text}"));
    let mut board = opening(5);
    change(&mut board);
    let seat = board.world.seat("stark").unwrap();
    let says = consult(&plan, seat, question, &board);
    unmet(&plan, seat, question, &says, &board, ahead).iter().map(|why| why.code().to_owned()).collect()
}

fn next_westeros(board: &mut Board) {
    (board.turn, board.stage) = (2, Stage::CardTwo);
}

/// Supply 0 allows two armies of two: a third unit in Winterfell is too many.
fn poor(board: &mut Board) {
    next_westeros(board);
    let stark = board.world.seat("stark").unwrap();
    board.houses[stark].supply = 0;
}

fn points(list: &[(&str, u8)]) -> Question {
    Question::Muster {
        points: list.iter().map(|(area, n)| ((*area).to_owned(), *n)).collect(),
        one: false,
        purse: None,
    }
}

fn reach(list: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let ids = |to: &[&str]| to.iter().map(|id| (*id).to_owned()).collect();
    list.iter().map(|(from, to)| ((*from).to_owned(), ids(to))).collect()
}

#[test]
fn musters_that_are_dropped_are_said() {
    let both = points(&[("winterfell", 2), ("white-harbor", 1)]);
    let text = "{muster: {White Harbor: [upgrade], Winterfell: [knight], Seagard: [2 footmen]}}";
    assert_eq!(codes(text, &both, next_westeros), ["muster-not-yours"; 2]);
    let text = "{muster: {Winterfell: [knight], White Harbor: [upgrade]}}";
    assert_eq!(codes(text, &both, poor), ["muster-breaks-supply"]);
    assert_eq!(codes(text, &both, next_westeros), [""; 0]);
    let card = points(&[("winterfell", 2)]);
    assert_eq!(codes(text, &card, next_westeros), ["muster-not-yours"], "a card for Winterfell alone");
}

/// The list serves the cards that let all places muster as well.
#[test]
fn where_one_place_alone_musters_the_others_of_the_list_are_no_fault() {
    let Question::Muster { points, .. } = points(&[("winterfell", 2), ("white-harbor", 1)]) else { panic!() };
    let one = Question::Muster { points, one: true, purse: None };
    let text = "{muster: {Winterfell: [knight], White Harbor: [2 footmen]}}";
    assert_eq!(codes(text, &one, next_westeros), [""; 0]);
    let text = "{muster: {Winterfell: [knight], White Harbor: [upgrade]}}";
    assert_eq!(codes(text, &one, poor), ["muster-breaks-supply"], "the first place");
    let none = [""; 0];
    assert_eq!(codes_of(text, (&one, true), poor), none, "when it comes, another card may have mustered");
}

#[test]
fn what_supply_takes_is_short_only_when_it_takes_it() {
    let supply = Question::Disband { because: "supply".into(), amount: 1 };
    let crowded = |board: &mut Board| {
        poor(board);
        let world = board.world.clone();
        let (stark, winterfell) = (world.seat("stark").unwrap(), world.area("winterfell").unwrap());
        board.place_units(winterfell, stark, Troop::one(Unit::Knight), Troop::NONE);
    };
    assert_eq!(codes("{disband: [ship]}", &supply, crowded), ["unmet-disband-short"]);
    assert_eq!(codes("{disband: [knight]}", &supply, crowded), [""; 0]);
    assert_eq!(
        codes_of("{disband: [ship]}", (&supply, true), next_westeros),
        [""; 0],
        "nothing exceeds it yet"
    );
}

#[test]
fn what_is_cut_or_skipped_is_said() {
    let bid = Question::Bid { on: "fiefdoms".into(), available: 1, wildlings: 0, either: false };
    assert_eq!(codes("{bids: {fiefdoms: 3}}", &bid, next_westeros), ["unmet-bid"]);
    assert_eq!(codes("{bids: {fiefdoms: 1}}", &bid, next_westeros), [""; 0]);
    // A plan is silent in another turn than its own.
    assert_eq!(codes("{bids: {fiefdoms: 3}}", &bid, |_| ()), [""; 0]);
    let disband = Question::Disband { because: "wildlings".into(), amount: 2 };
    let text = "{disband: [footman at Karhold, knight]}";
    assert_eq!(codes(text, &disband, next_westeros), ["unmet-disband"]);
    let areas = vec!["winterfell".to_owned(), "white-harbor".to_owned()];
    let orders = Question::Orders { areas, stars: 0, forbidden: vec![] };
    let text = "{orders: {Winterfell: raid*, White Harbor: support, Shivering Sea: raid}}";
    assert_eq!(codes(text, &orders, |_| ()), ["order-not-yours", "unmet-order"]);
    let raven =
        Question::Raven { orders: [("winterfell".to_owned(), "raid".to_owned())].into(), look: false };
    assert_eq!(codes("{raven: {White Harbor: march*}}", &raven, |_| ()), ["unmet-raven"]);
}

#[test]
fn marches_and_raids_that_find_nothing_are_said() {
    let raid = Question::Raid { orders: reach(&[("winterfell", &["karhold"])]) };
    assert_eq!(codes("{raids: [{from: Winterfell, at: [Moat Cailin]}]}", &raid, |_| ()), ["unmet-raid"]);
    let near = Question::March { orders: reach(&[("winterfell", &["karhold", "castle-black"])]) };
    let text = "{marches: [{from: Winterfell, to: {Karhold: 3 knights, Moat Cailin: footman}}]}";
    assert_eq!(codes(text, &near, |_| ()), ["unmet-march-step", "unmet-march-fewer"]);
    let text = "{marches: [{from: Winterfell, to: Moat Cailin}]}";
    assert_eq!(codes(text, &near, |_| ()), ["unmet-march"]);
    let text = "{marches: [{from: Winterfell, to: Karhold, if: Moat Cailin is mine}]}";
    assert_eq!(codes(text, &near, |_| ()), ["unmet-march-condition"]);
    let text = "{marches: [{from: Winterfell, to: Karhold}]}";
    assert_eq!(codes(text, &near, |_| ()), [""; 0]);
    let to = [("karhold".to_owned(), 0)].into();
    let units = [("footman".to_owned(), 1)].into();
    let retreat = Question::Retreat { battle: "winterfell".into(), units, to };
    assert_eq!(codes("{battle: {retreat: [Moat Cailin]}}", &retreat, |_| ()), ["unmet-retreat"]);
}

/// Nothing is told of what a plan does not speak of.
#[test]
fn where_nothing_is_wished_nothing_is_missed() {
    let retreat = Question::Retreat {
        battle: "winterfell".into(),
        units: [("footman".to_owned(), 1)].into(),
        to: [("karhold".to_owned(), 0)].into(),
    };
    for (text, is) in [
        ("{bids: {throne: 1}}", &[][..]),
        ("{battle: {cards: [Eddard Stark]}}", &[]),
        ("{battle: {retreat: [ask]}}", &[]),
        ("{battle: {retreat: [Moat Cailin]}}", &["unmet-retreat"]),
    ] {
        assert_eq!(codes(text, &retreat, |_| ()), is, "{text}");
    }
}

#[test]
fn a_muster_is_named_by_one_of_its_areas() {
    let points = points(&[("winterfell", 2), ("white-harbor", 1)]);
    assert!(may_name(&points, "winterfell") && !may_name(&points, "moat-cailin"));
    let one = Question::Muster { points: [("winterfell".to_owned(), 2)].into(), one: true, purse: None };
    assert!(may_name(&one, "star-muster"));
    assert!(!may_name(&Question::Raid { orders: BTreeMap::new() }, "winterfell"));
}

/// "None" for a card that need take nothing is its answer, whatever stands behind it.
#[test]
fn a_house_that_gives_none_gives_none() {
    let board = opening(5);
    let seat = board.world.seat("stark").unwrap();
    let given = |wishes: &[&str], least: u8| {
        let mut plan = stark("plan: {bids: {throne: 1}}").plan.unwrap();
        plan.choices.insert("card".to_owned(), wishes.iter().map(|wish| (*wish).to_owned()).collect());
        let wanted = Wanted { what: "card", unit: None, least, most: 2, within: None };
        select(&plan, seat, &wanted, &board).map(|says| match says {
            Says::Answer { value, .. } => value,
            other => panic!("{other:?}"),
        })
    };
    let all = Some(json!({"winterfell": {"footman": 1, "knight": 1}}));
    assert_eq!(given(&["winterfell", "winterfell"], 0), all);
    assert_eq!(given(&["none"], 0), Some(json!({})));
    assert_eq!(given(&["none", "winterfell", "winterfell"], 0), Some(json!({})));
    // Nobody gives what others hold.
    assert_eq!(given(&["pyke", "winterfell"], 0), Some(json!({"winterfell": {"footman": 1}})));
    assert_eq!(given(&["pyke"], 0), None);
    // Where something must be given, none is no answer.
    assert_eq!(given(&["none", "winterfell", "winterfell"], 2), all);
}

/// A reward is told of where none of the cards that were wished for can be had.
#[test]
fn a_reward_that_is_not_among_the_cards_is_said() {
    let reward = || Question::Reward { cards: vec!["robb-stark".to_owned()] };
    for (text, is) in [
        ("{reward: [Eddard]}", &["unmet-reward"][..]),
        ("{reward: [Eddard, Robb]}", &[]),
        ("{reward: none}", &[]),
        ("{reward: [Robb]}", &[]),
    ] {
        assert_eq!(codes(text, &reward(), next_westeros), is, "{text}");
    }
}
