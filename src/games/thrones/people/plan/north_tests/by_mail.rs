//! What hurried people wrote when the north was played by mail.

use super::*;
use crate::games::thrones::people::plan::merge::merge;
use crate::table::{LineFate, Seat};

/// A plan that lines come to, without a fault.
pub(super) fn said(board: &Board, side: &str, text: &str) -> Plan {
    let (plan, codes) = typed(board, side, text);
    const NOTES: [&str; 3] = ["plan-taken-as", "plan-areas-need-order", "plan-tactic-not-in-hand"];
    let errors: Vec<&String> = codes.iter().filter(|code| !NOTES.contains(&code.as_str())).collect();
    assert!(errors.is_empty(), "{text}: {codes:?}");
    plan.unwrap_or_else(|| panic!("{text}: no plan"))
}

pub(super) fn ability(plan: &Plan, id: &str) -> Option<crate::games::thrones::people::plan::model::Wish> {
    plan.north.abilities.iter().find(|one| one.ability == id).map(|one| one.wish.clone())
}

pub(super) fn on(wishes: &[&str]) -> Option<crate::games::thrones::people::plan::model::Wish> {
    Some(crate::games::thrones::people::plan::model::Wish::Choose(
        wishes.iter().map(|wish| (*wish).to_owned()).collect(),
    ))
}

pub(super) fn used(yes: bool) -> Option<crate::games::thrones::people::plan::model::Wish> {
    Some(crate::games::thrones::people::plan::model::Wish::Use(yes))
}

/// Several abilities on one line are several, whatever is said of each.
#[test]
fn abilities_in_a_row_are_told_apart() {
    let board = planning();
    let both = said(&board, "nights-watch", "5a yes, 5b no");
    assert_eq!(ability(&both, "organise-the-defence/a"), used(true));
    assert_eq!(ability(&both, "organise-the-defence/b"), used(false));
    let levy = said(&board, "wildlings", "16a milkwater, 16b no");
    assert_eq!(ability(&levy, "call-to-arms/a"), on(&["milkwater"]));
    assert_eq!(ability(&levy, "call-to-arms/b"), used(false));
    let letter = said(&board, "others", "14a: Ice River, b yes");
    assert_eq!(ability(&letter, "breakthrough/a"), on(&["ice-river"]));
    assert_eq!(ability(&letter, "breakthrough/b"), used(true));
    // One ability with two areas stays one.
    let two = said(&board, "wildlings", "2a: milkwater, skirling pass");
    assert_eq!(ability(&two, "detailed-planning/a"), on(&["milkwater", "skirling-pass"]));
}

/// What an ability is used on may stand among words that say nothing; a word that says something else asks back.
#[test]
fn what_an_ability_is_used_on_may_be_told_in_words() {
    let board = planning();
    for (side, text, id, wishes) in [
        ("wildlings", "16a: a footman at milkwater", "call-to-arms/a", &["1 footman", "milkwater"][..]),
        ("nights-watch", "1a: swap for Coup de Main", "advanced-planning/a", &["coup-de-main"]),
        ("nights-watch", "12b: copy call to arms a", "exploration-and-espionage/b", &["call-to-arms/a"]),
        ("others", "3b: discard Mormont", "offensive-manoeuvres/b", &["lord-mormont"]),
        (
            "wildlings",
            "2a: milkwater and skirling pass",
            "detailed-planning/a",
            &["milkwater", "skirling-pass"],
        ),
        ("wildlings", "2b: lower by 1", "detailed-planning/b", &["1"]),
        (
            "wildlings",
            "15a: attack haunted forest from giant's stairs",
            "hit-and-run/a",
            &["giants-stairs", "haunted-forest"],
        ),
        ("others", "10a: down 1 on the fiefdoms, up on the iron throne", "coup-de-main/a", &["fiefdoms-1"]),
        ("others", "10a fiefdoms to throne by 2", "coup-de-main/a", &["fiefdoms-2"]),
        ("others", "10a: throne up", "coup-de-main/a", &["fiefdoms-1"]),
        ("others", "10a: rise one on the fiefdoms", "coup-de-main/a", &["iron-throne-1"]),
    ] {
        assert_eq!(ability(&said(&board, side, text), id), on(wishes), "{text}");
    }
    for text in ["16a: milkwater unless attacked", "16a: not milkwater", "3b: discard Mormont or Thorne?"] {
        let (plan, codes) = typed(&board, "wildlings", text);
        assert!(!codes.is_empty() || plan.is_none(), "{text}: {plan:?}");
    }
}

/// Who says what the abilities of one card do, and names no card, plays that one.
#[test]
fn abilities_of_one_card_of_the_hand_play_it() {
    let board = planning();
    let question = Question::TacticCard { hand: vec!["pillage".into(), "encircle".into()] };
    let plan = said(&board, "wildlings", "8a: the Watch");
    assert_eq!(ask(&board, "wildlings", &plan, &question), Some(json!("pillage")));
    for text in ["8a: no", "8a: the Watch\n7b yes", "16a milkwater"] {
        let plan = said(&board, "wildlings", text);
        assert_eq!(ask(&board, "wildlings", &plan, &question), None, "{text}");
    }
}

/// Nobody's quest, and units of several areas: all of them or none.
#[test]
fn a_quest_is_told_as_people_tell_it() {
    let board = planning();
    for text in
        ["nobody goes on the quest", "no quest this turn", "quest: nobody goes", "nobody on the quest"]
    {
        assert_eq!(said(&board, "wildlings", text).north.quest, Some(vec![]), "{text}");
    }
    let units = |text: &str| {
        let mut all: Vec<String> = said(&board, "wildlings", text)
            .north
            .quest
            .unwrap_or_default()
            .iter()
            .map(|loss| format!("{:?} {} {:?}", loss.number, loss.unit.id(), loss.at))
            .collect();
        all.sort();
        all
    };
    let plain = units("quest: 2 footmen from storrold's point, 1 footman from skirling pass");
    assert_eq!(plain.len(), 2);
    for text in [
        "quest: 2 footmen from storrolds and 1 from skirling",
        "quest: storrolds 2 footmen + skirling footman",
        "quest: skirling footman, 2 footmen from storrolds",
    ] {
        assert_eq!(units(text), plain, "{text}");
    }
    // Of one that cannot be read nothing is sent.
    let (plan, codes) = typed(&board, "wildlings", "quest: 1 footman from skirling, 1 dragon from storrolds");
    assert!(!codes.is_empty() && plan.is_none_or(|plan| plan.north.quest.is_none()));
}

/// House cards alone in a line are those of the plan; what else speaks of a plan beside one is asked back.
#[test]
fn nothing_that_speaks_of_a_plan_is_lost_beside_one() {
    let board = planning();
    let seat = board.world.seat("nights-watch").unwrap();
    for text in ["Mormont, then Thorne", "lord mormont, alliser thorne"] {
        let plan = said(&board, "nights-watch", &format!("fist support\n{text}"));
        assert_eq!(plan.battle.always.cards, ["lord-mormont", "alliser-thorne"], "{text}");
    }
    for text in [
        "dont send anyone back to the fist",
        "own support always",
        "jon snow vs the others, otherwise Qhorin",
        "no mustering for now",
    ] {
        let lines = [TypedLine { text: "fist support", line: 1 }, TypedLine { text, line: 2 }];
        let typed = read_typed(&board, seat, &[], &[], &lines);
        let told =
            typed.fates.get(1) != Some(&LineFate::NotMine) || typed.secret.iter().any(|(line, _)| *line == 2);
        assert!(told, "{text}: {:?}", typed.fates);
    }
    for text in ["Thanks and see you on Friday!", "Anna, on the train", "What a cold night it was up there"] {
        let lines = [TypedLine { text: "fist support", line: 1 }, TypedLine { text, line: 2 }];
        assert!(read_typed(&board, seat, &[], &[], &lines).secret.is_empty(), "{text}");
    }
}

/// What a side bids in the message that plays Counter-offensive is for its auction, before anything that it bid for Westeros cards.
#[test]
fn the_newest_bids_are_those_of_counter_offensive() {
    let mut board = planning();
    board.turn = 2;
    let old = Plan {
        turn: 2,
        westeros: 2,
        bids: plan(&board, "others", "{bids: {court: 0}}").bids,
        ..Plan::default()
    };
    let bids = plan(&board, "others", "{bids: {court: 3}}");
    let card = said(&board, "others", "tactic: 4\n4a yes");
    let question = Question::Bid { on: "kings-court".into(), available: 9, wildlings: 2, either: false };
    let (first, _) = merge(&board.world, &old, &bids);
    let (last, _) = merge(&board.world, &first, &card);
    board.stage = Stage::Raven;
    assert_eq!(ask(&board, "others", &last, &question), Some(json!(3)));
    // They are spent there, and not once more on the next Westeros cards.
    (board.turn, board.stage) = (3, Stage::CardTwo);
    assert_eq!(ask(&board, "others", &last, &question), None);
}

/// The question for the tactic deck of the Wildlings.
pub(super) fn deck_asked(seat: Seat) -> Open {
    Open {
        seat,
        key: "1/decks/0/wildlings/tactic-deck".into(),
        kind: "tactic-deck".into(),
        question: json!({"ask": "tactic-deck", "cards": [], "least": 3, "most": 5, "objectives": []}),
        legal: Listing { answers: vec![], complete: false },
        default: Value::Null,
        ahead: false,
    }
}

/// A deck in a sentence is read, and one that is changed in words is shown to nobody.
#[test]
fn a_deck_may_be_told_in_a_sentence() {
    let board = decks();
    let seat = board.world.seat("wildlings").unwrap();
    let open = [deck_asked(seat)];
    for (text, deck) in [
        (
            "i take 1, 5, 7, 12 and 8 for my deck thx",
            &[
                "advanced-planning",
                "organise-the-defence",
                "encircle",
                "exploration-and-espionage",
                "pillage",
            ][..],
        ),
        ("deck 3,9,10 instead", &["offensive-manoeuvres", "prepare-an-ambush", "coup-de-main"]),
        ("i choose cards 2, 4 and 15", &["detailed-planning", "counter-offensive", "hit-and-run"]),
    ] {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        let plan = typed.tree.and_then(|tree| read(&board, seat, &open, &tree).plan);
        assert_eq!(plan.map(|plan| plan.north.deck).unwrap_or_default(), deck, "{text}");
    }
    for text in ["actually swap 17 for 14 pls", "not 8 but 9"] {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        let told = !typed.secret.is_empty() || typed.fates != [LineFate::NotMine];
        assert!(told && typed.tree.is_none(), "{text}");
    }
}

/// Sections of the Wall are named by what tells them apart, several at once; a card by the word that stands out in its name.
#[test]
fn parts_of_names_are_enough() {
    let board = planning();
    let plan = said(&board, "nights-watch", "west, centre support\neast def");
    let orders: Vec<(String, String)> = plan.orders.unwrap().into_iter().collect();
    let expected = [("wall-centre", "support"), ("wall-east", "defense"), ("wall-west", "support")];
    assert_eq!(orders, expected.map(|(area, order)| (area.to_owned(), order.to_owned())));
    let mut board = board;
    (board.turn, board.stage) = (2, Stage::Westeros);
    for text in ["blades: mustering", "throne of blades: mustering"] {
        let plan = said(&board, "others", text);
        assert_eq!(plan.choices["a-throne-of-blades"], ["mustering"], "{text}");
    }
}

/// A line is read sentence by sentence if each of them can be read.
#[test]
fn sentences_on_one_line_are_read_each_by_itself() {
    let board = planning();
    let plan = said(&board, "others", "pillage. 8a both");
    assert_eq!(plan.north.cards, ["pillage"]);
    assert_eq!(ability(&plan, "pillage/a"), on(&["both"]));
    // What cannot be read is asked back by itself, and keeps the rest of its line from counting if it may change that.
    let gives = |text: &str| {
        let (plan, codes) = typed(&board, "others", text);
        assert!(!codes.is_empty(), "{text}");
        plan.is_some_and(|plan| plan.orders.is_some())
    };
    assert!(gives("Ice River support. Antler enjoys the snow."));
    assert!(!gives("Ice River support. But only if Antler does as it likes."));
}

/// Units in a row leave the area that is named behind the last of them, unless one of their own is named.
#[test]
fn units_for_the_quest_leave_the_area_that_is_named_behind_them() {
    let board = planning();
    for (text, all) in [
        ("quest: a knight and a footman from the Fist of the First Men", &["fist", "fist"][..]),
        (
            "quest: a knight, a footman and a footman from the Fist of the First Men",
            &["fist", "fist", "fist"],
        ),
        (
            "quest: a footman from Wall (centre) and a knight from the Fist of the First Men",
            &["wall", "fist"],
        ),
    ] {
        let (plan, codes) = typed(&board, "nights-watch", text);
        let quest = plan.and_then(|plan| plan.north.quest).unwrap_or_else(|| panic!("{text}: {codes:?}"));
        let from: Vec<String> = quest.iter().map(|one| json!(one).to_string()).collect();
        assert_eq!(from.len(), all.len(), "{text}: {from:?}");
        for (one, area) in from.iter().zip(all) {
            assert!(one.contains(area), "{text}: {from:?}");
        }
    }
}
