//! Small questions about plans, each answered by several conditions of which one alone must do.

use super::answered::settle;
use super::tests::{opening, stark, value};
use super::write::scalar;
use super::{Plan, read};

use crate::games::thrones::board::{Board, Stage};
use crate::sheet::{Severity, parse, plain};
use crate::table::{Listing, Open};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn a_plan_for_another_turn_is_an_error_unless_it_speaks_of_the_present_phase() {
    use Severity::{Error, Warning};
    for (stage, turn, westeros, told) in [
        // Planning in turn 3: the Westeros phase to come is that of turn 4; that of this turn may be answered beside it.
        (Stage::Planning, 3, 4, None),
        (Stage::Planning, 3, 3, None),
        (Stage::Planning, 3, 5, Some(Warning)),
        (Stage::Planning, 2, 4, Some(Error)),
        (Stage::Planning, 4, 4, Some(Error)),
        (Stage::Marches, 3, 2, Some(Warning)),
        // The Westeros phase of turn 3.
        (Stage::CardOne, 3, 3, None),
        (Stage::CardOne, 2, 3, Some(Warning)),
        (Stage::CardOne, 4, 3, Some(Warning)),
        (Stage::CardOne, 3, 4, Some(Error)),
        (Stage::CardOne, 3, 2, Some(Error)),
    ] {
        let board = Board { turn: 3, stage, ..opening(5) };
        let plan = Plan { turn, westeros, ..Plan::default() };
        let fault = read::untimely(&plan, &board);
        assert_eq!(fault.map(|fault| fault.severity), told, "{stage:?}: a plan for {turn} and {westeros}");
    }
}

#[test]
fn any_answer_to_the_westeros_phase_speaks_of_it_and_no_order_does() {
    let none = Plan { turn: 2, westeros: 3, once: true, tentative: true, ..Plan::default() };
    assert!(!none.speaks_of_westeros() && !none.speaks_of_turn());
    let name = || vec!["lannister".to_owned()];
    let map = |value: u8| BTreeMap::from([("fiefdoms".to_owned(), value)]);
    let mut gifts = none.clone();
    gifts.north.gifts = map(1).into_keys().map(|to| (to, Default::default())).collect();
    let mut attack = none.clone();
    attack.north.attack = Some("watch".to_owned());
    for (what, plan) in [
        ("attack", attack),
        ("ties", Plan { ties: name(), ..none.clone() }),
        ("muster", Plan { muster: Some(Vec::new()), ..none.clone() }),
        ("bids", Plan { bids: map(0), ..none.clone() }),
        ("reward", Plan { reward: Some(Vec::new()), ..none.clone() }),
        ("choices", Plan { choices: BTreeMap::from([("x".to_owned(), name())]), ..none.clone() }),
        ("gifts", gifts),
    ] {
        assert!(plan.speaks_of_westeros(), "{what}");
        assert!(!plan.speaks_of_turn(), "{what}");
    }
    for (what, plan) in [
        ("orders", Plan { orders: Some(BTreeMap::new()), ..none.clone() }),
        ("raven", Plan { raven: Some(Vec::new()), ..none.clone() }),
    ] {
        assert!(plan.speaks_of_turn(), "{what}");
        assert!(!plan.speaks_of_westeros(), "{what}");
    }
    // A single question may be of any phase.
    let answers = Plan { answers: BTreeMap::from([("3/x".to_owned(), json!("y"))]), ..none };
    assert!(answers.speaks_of_westeros() && answers.speaks_of_turn());
}

/// What is written without marks is read as the same word, and marks stand only where they are needed.
#[test]
fn a_word_that_yaml_takes_for_something_else_is_in_quotation_marks() {
    let plain_words =
        ["Winterfell", "march+1", "King's Landing", "3 footmen", "Ärmel", "all the rest", "nobody"];
    let odd = [
        "", " x", "x ", "-x", "*x", "&x", "!x", "'x'", "@x", "x: y", "x #y", "a, b", "[x", "x]", "{x", "x}",
        "a \"b", "a\\b", "a\nb", "a\tb", "a\rb", "null", "Yes", "NO", "true", "False", "on", "off",
    ];
    for word in plain_words {
        assert_eq!(scalar(word), word);
    }
    for word in odd {
        assert!(scalar(word).starts_with('"'), "{word:?} is {}", scalar(word));
    }
    let is_value = |word: &&&str| {
        matches!(word.to_lowercase().as_str(), "true" | "false" | "null" | "yes" | "no" | "on" | "off")
    };
    for word in plain_words.iter().chain(&odd).filter(|word| !is_value(word)) {
        let written = format!("x: {}", scalar(word));
        let read = parse(&written).map(|tree| plain(&tree)["x"].clone());
        assert_eq!(read.ok(), Some(json!(word)), "{written}");
    }
}

/// The codes of what is said about a plan of Stark's at the opening.
fn codes(text: &str) -> Vec<&'static str> {
    stark(text).faults.iter().map(|fault| fault.why.code()).collect()
}

#[test]
fn a_house_is_named_once_among_those_in_a_tie() {
    assert!(!codes("plan: {ties: [Lannister, Greyjoy]}").contains(&"plan-named-twice"));
    assert!(codes("plan: {ties: [Lannister, Greyjoy, Lannister]}").contains(&"plan-named-twice"));
}

/// Only a plan without a mistake is asked what its orders are to do.
#[test]
fn an_order_without_a_deed_is_told_beside_no_mistake() {
    let unplanned = "plan-march-orders-unplanned";
    let orders = "orders: {Winterfell: march+0}";
    assert!(codes(&format!("plan: {{{orders}}}")).contains(&unplanned));
    assert!(!codes(&format!("plan: {{{orders}, bids: {{throne: many}}}}")).contains(&unplanned));
    assert!(!codes(&format!("plan: {{{orders}, otherwise: ask}}")).contains(&unplanned));
}

/// More power than a house has can still come, but not when its own bid is asked for.
#[test]
fn a_bid_above_the_power_is_wrong_only_where_it_is_asked_for() {
    let mut board = Board { stage: Stage::CardOne, ..opening(5) };
    let (stark, greyjoy) = (board.world.seat("stark").unwrap(), board.world.seat("greyjoy").unwrap());
    board.houses[stark].power = 2;
    let open = |seat, kind: &str, ahead| Open {
        seat,
        key: "1/westeros/0/bid".to_owned(),
        kind: kind.to_owned(),
        question: json!(null),
        legal: Listing { answers: Vec::new(), complete: true },
        default: json!(null),
        ahead,
    };
    for (open, is_error) in [
        (vec![], false),
        (vec![open(stark, "bid", false)], true),
        (vec![open(greyjoy, "bid", false)], false),
        (vec![open(greyjoy, "bid", false), open(stark, "bid", false)], true),
        (vec![open(stark, "bid", true)], false),
        (vec![open(stark, "card", false)], false),
    ] {
        let read = read(&board, stark, &open, &value("plan: {bids: {throne: 5}}"));
        let fault = read.faults.iter().find(|fault| fault.why.code() == "plan-bid-above-power").unwrap();
        assert_eq!(fault.is_error(), is_error, "{open:?}");
    }
}

/// Whoever bids all that there is bids no more than that, and is not told so.
#[test]
fn bids_are_above_the_power_together_only_if_they_are_more() {
    let mut board = Board { stage: Stage::CardOne, ..opening(5) };
    let stark = board.world.seat("stark").unwrap();
    board.houses[stark].power = 5;
    for (fiefdoms, is_over) in [(1, false), (2, false), (3, true)] {
        let text = format!("plan: {{bids: {{throne: 3, fiefdoms: {fiefdoms}}}}}");
        let read = read(&board, stark, &[], &value(&text));
        let told = read.faults.iter().any(|fault| fault.why.code() == "plan-bids-above-power");
        assert_eq!(told, is_over, "{fiefdoms}");
    }
}

/// A player who believes that a token holds an area would lose it.
#[test]
fn a_token_that_cannot_be_left_is_told_where_no_march_is_named_too() {
    let read = stark("plan: {marches: [{from: The Shivering Sea, leave power: yes}]}");
    let codes: Vec<&str> = read.faults.iter().map(|fault| fault.why.code()).collect();
    assert!(codes.contains(&"plan-march-power-at-sea"), "{codes:?}");
}

/// Of too many orders with a star none is placed, and all others are.
#[test]
fn too_many_stars_cost_only_the_orders_with_a_star() {
    let mut board = Board { stage: Stage::Planning, ..opening(5) };
    let stark = board.world.seat("stark").unwrap();
    let text = "plan: {orders: {Winterfell: march*, White Harbor: support*, The Shivering Sea: raid}}";
    let placed = |board: &Board| {
        let read = read(board, stark, &[], &value(text));
        let stars = read.faults.iter().any(|fault| fault.why.code() == "plan-order-stars");
        let orders = read.plan.into_iter().flat_map(|plan| plan.orders.unwrap_or_default());
        (stars, orders.map(|(area, _)| area).collect::<Vec<_>>())
    };
    for track in board.theatres[0].tracks.iter_mut() {
        let at = track.iter().position(|seat| *seat == stark).unwrap();
        track[..=at].rotate_right(1);
    }
    assert_eq!(
        placed(&board),
        (false, ["the-shivering-sea", "white-harbor", "winterfell"].map(str::to_owned).to_vec())
    );
    for track in board.theatres[0].tracks.iter_mut() {
        track.rotate_left(1);
    }
    assert_eq!(placed(&board), (true, vec!["the-shivering-sea".to_owned()]));
}

/// A choice that cannot be read is told once.
#[test]
fn a_choice_of_a_card_that_is_no_choice_is_told_once() {
    let board = super::second_tests::opening();
    let tyrell = board.world.seat("tyrell").unwrap();
    let told = |choice: &str| {
        let text = format!("plan: {{abilities: {{The Queen of Thorns: {choice}}}}}");
        read(&board, tyrell, &[], &value(&text)).faults.len()
    };
    assert_eq!(told("Winterfell"), 0);
    assert_eq!((told("Nowhere"), told("[]"), told("[Nowhere]")), (1, 1, 1));
}

/// What a section says of one battle or one area takes the place of the answer about that one alone.
#[test]
fn a_section_says_anew_what_was_answered_of_the_same_thing() {
    let plan = |text: &str| stark(&format!("plan: {{{text}}}")).plan.unwrap_or_else(|| panic!("{text}"));
    for (key, section) in [
        ("card/moat-cailin", "battle: {AREA: {cards: [Eddard Stark]}}"),
        ("blade/moat-cailin", "battle: {AREA: {blade: yes}}"),
        ("retreat/moat-cailin", "battle: {AREA: {retreat: [Winterfell]}}"),
        ("casualties/moat-cailin", "battle: {AREA: {lose: [footman]}}"),
        ("support/moat-cailin", "support: {AREA: attacker}"),
    ] {
        for (area, is_kept) in [("Moat Cailin", false), ("Karhold", true)] {
            let mut old = Plan { answers: BTreeMap::from([(key.to_owned(), json!("x"))]), ..Plan::default() };
            settle(&mut old, &plan(&section.replace("AREA", area)), &BTreeSet::new());
            assert_eq!(old.answers.contains_key(key), is_kept, "{key} and {area}");
        }
    }
}

/// A raid from land that cannot reach the sea next to it is told so; one that names an area far away, that it is far away.
#[test]
fn a_raid_that_cannot_be_is_told_why() {
    let board = Board { stage: Stage::Planning, ..opening(5) };
    let stark = board.world.seat("stark").unwrap();
    for (at, code) in [
        ("Bay of Ice", Some("plan-raid-land-to-sea")),
        ("Sunspear", Some("plan-raid-not-adjacent")),
        ("Karhold", None),
    ] {
        let text = format!("plan: {{orders: {{Winterfell: raid}}, raids: [{{from: Winterfell, at: {at}}}]}}");
        let read = read(&board, stark, &[], &value(&text));
        let told = read.faults.iter().map(|fault| fault.why.code());
        let told: Vec<&str> = told.filter(|code| code.starts_with("plan-raid-")).collect();
        assert_eq!(told, code.into_iter().collect::<Vec<_>>(), "{at}");
    }
}
