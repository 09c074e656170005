//! What tactic cards are used on, in words, and gifts that nobody can make.

use super::*;

/// A tactic card moves the units that are named, in whatever words, and all that may go where none are.
#[test]
fn a_tactic_card_moves_the_units_that_are_named() {
    let board = planning();
    let ways = [("milkwater".to_owned(), vec!["giants-stairs".to_owned(), "skirling-pass".to_owned()])];
    let question =
        Question::TacticMove { what: "widen-the-net-a".into(), inward: false, most: 1, ways: ways.into() };
    let move_of = |units: Value| Some(json!({"from": "milkwater", "to": {"giants-stairs": units}}));
    let said = |text: &str| {
        let (plan, codes) = typed(&board, "wildlings", text);
        let plan = plan.unwrap_or_else(|| panic!("{text}: {codes:?}"));
        assert!(codes.is_empty(), "{text}: {codes:?}");
        let written = to_yaml(&plan, &board);
        let again = read(&board, board.world.seat("wildlings").unwrap(), &[], &value(&written));
        assert_eq!(again.plan.as_ref(), Some(&plan), "{written}");
        ask(&board, "wildlings", &plan, &question)
    };
    for text in [
        "17a: Milkwater to Giant's Stairs: 1 knight",
        "17a: Milkwater to Giant's Stairs, knight",
        "17a: a knight from Milkwater to Giant's Stairs",
        "Widen the Net a: move the knight from Milkwater to Giant's Stairs",
        "tactic: 17a\n17a: knight from Milkwater to Giant's Stairs",
    ] {
        assert_eq!(said(text), move_of(json!({"knight": 1})), "{text}");
    }
    let both = "17a: a knight and a footman from Milkwater to Giant's Stairs";
    assert_eq!(said(both), move_of(json!({"footman": 1, "knight": 1})));
    assert_eq!(said("17a: Milkwater to Giant's Stairs"), move_of(json!({"footman": 1, "knight": 1})));
    // Nobody of that kind is there.
    assert_eq!(said("17a: 2 giants from Milkwater to Giant's Stairs"), None);
    let (_, codes) = typed(&board, "wildlings", "17a: a dragon from Milkwater to Giant's Stairs");
    assert_eq!(codes, ["plan-tactic-target"]);
}

#[test]
fn what_a_tactic_card_says_of_its_targets_is_understood() {
    let board = planning();
    for text in ["8a: one from each", "8a from both", "Pillage a: 1 from each"] {
        let (plan, codes) = typed(&board, "wildlings", text);
        let plan = plan.unwrap_or_else(|| panic!("{text}: {codes:?}"));
        let said =
            ask(&board, "wildlings", &plan, &pick("pillage-a", json!(["nights-watch", "others", "both"])));
        assert_eq!(said, Some(json!("both")), "{text}");
    }
}

/// Nobody can give the Wildlings power, and no bid is meant.
#[test]
fn a_gift_to_the_wildlings_is_no_bid() {
    let board = planning();
    for text in [
        "give the Wildlings 2 power",
        "give Wildlings 2 power",
        "give to the Wildlings: 2",
        "bid 2 for the Iron Throne of the free folk",
    ] {
        let (plan, codes) = typed(&board, "nights-watch", text);
        assert!(plan.is_none_or(|plan| plan.bids.is_empty()), "{text}");
        assert!(!codes.is_empty(), "{text}");
    }
    let (plan, _) = typed(&board, "nights-watch", "bid 2 against the wildlings");
    assert!(!plan.unwrap().bids.is_empty());
}

/// One bid for each of several, beside others in the line.
#[test]
fn several_bids_are_made_at_once() {
    let board = planning();
    let bids = |text: &str| {
        let (plan, codes) = typed(&board, "wildlings", text);
        assert!(codes.is_empty(), "{text}: {codes:?}");
        let bids = plan.unwrap_or_else(|| panic!("{text}")).bids;
        let of = |on: &str| bids.get(on).map(|bid| i32::from(*bid));
        ["iron-throne", "fiefdoms", "kings-court", "wildlings"].map(of)
    };
    let nothing = [Some(0), Some(0), Some(0), Some(4)];
    assert_eq!(bids("nothing for throne, fiefs and court, 4 on the wildlings"), nothing);
    assert_eq!(bids("bid 0 for throne, fiefs and court and 4 for the wildlings"), nothing);
    assert_eq!(bids("throne and court: 1 each, fiefdoms 2"), [Some(1), Some(2), Some(1), None]);
    assert_eq!(bids("1 each for throne and court"), [Some(1), None, Some(1), None]);
    // Each with its own.
    assert_eq!(bids("3 for the throne, fiefdoms 2, court 0"), [Some(3), Some(2), Some(0), None]);
    assert_eq!(bids("2 on throne, 1 on fiefs"), [Some(2), Some(1), None, None]);
    assert_eq!(bids("throne 3, fiefdoms 2"), [Some(3), Some(2), None, None]);
}
