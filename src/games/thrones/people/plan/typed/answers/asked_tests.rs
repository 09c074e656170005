//! What a line of a few words says where the sheet of the Westeros cards asks for bids and for mustering.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Troop, Unit};
use crate::games::thrones::people::plan::tests::opening;
use crate::games::thrones::people::plan::typed::read_typed;
use crate::sheet::plain;
use crate::table::{LineFate, Listing, Open, Seat, TypedLine};
use serde_json::{Value, json};

const TRACKS: [&str; 3] = ["iron-throne", "fiefdoms", "kings-court"];

fn board() -> (Board, Seat) {
    let board = Board { turn: 2, stage: Stage::CardTwo, ..opening(5) };
    let stark = board.world.seat("stark").unwrap();
    (board, stark)
}

fn asked(seat: Seat, kind: &str, on: &str) -> Open {
    Open {
        seat,
        kind: kind.to_owned(),
        key: format!("2/westeros/0/stark/{kind}/{on}"),
        question: json!({"ask": kind, "on": on}),
        legal: Listing { answers: Vec::new(), complete: false },
        default: Value::Null,
        ahead: false,
    }
}

/// What all lines together say, if they are understood whole and nothing is left; null otherwise.
fn said(board: &Board, seat: Seat, open: &[Open], text: &str) -> Value {
    let lines: Vec<TypedLine<'_>> =
        text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    let typed = read_typed(board, seat, open, &[], &lines);
    let is_whole = typed.fates.iter().all(|fate| *fate == LineFate::Taken)
        && !typed.faults.iter().any(|fault| fault.is_error());
    typed.tree.filter(|_| is_whole).map_or(Value::Null, |tree| plain(&tree))
}

fn codes(board: &Board, seat: Seat, open: &[Open], text: &str) -> Vec<String> {
    let typed = read_typed(board, seat, open, &[], &[TypedLine { text, line: 1 }]);
    typed.faults.iter().map(|fault| fault.why.code().to_owned()).collect()
}

#[test]
fn bids_without_names_are_those_of_the_sheet_where_one_meaning_alone_is_possible() {
    let (mut board, stark) = board();
    board.houses[stark].power = 5;
    let bids = |on: &[&str]| -> Vec<Open> { on.iter().map(|on| asked(stark, "bid", on)).collect() };
    let three = bids(&TRACKS);
    let four = bids(&[&TRACKS[..], &["wildlings"]].concat());
    let of = |bids: [u8; 3]| json!({"bids": {"iron throne": bids[0], "fiefdoms": bids[1], "king's court": bids[2]}});
    for (text, is) in [
        ("2\n0\n1", of([2, 0, 1])),
        ("two\nnil\n1", Value::Null),
        ("2\n1", Value::Null),
        ("2\n0", Value::Null),
        ("0\n2", Value::Null),
        ("2", Value::Null),
        ("two, one, one", of([2, 1, 1])),
        ("2 1 1", of([2, 1, 1])),
        ("1 each", of([1, 1, 1])),
        ("0 everywhere", of([0, 0, 0])),
        ("2 on the iron throne and nothing else", of([2, 0, 0])),
        ("I bid 2 for the throne, 1 for fiefdoms and keep the rest", of([2, 1, 0])),
        ("throne 2, nothing more", of([2, 0, 0])),
        ("all 5 on the court", json!({"bids": {"king's court": 5}})),
        ("everything on the court", json!({"bids": {"king's court": 5}})),
        ("bid everything (5) on the throne", json!({"bids": {"iron throne": 5}})),
        ("all 4 on the court", Value::Null),
        ("bid everything (4) on the throne", Value::Null),
        ("everything on the court, 2 on the throne", Value::Null),
        ("2 on the throne, everything on the court", Value::Null),
        ("none", json!({"bids": "none"})),
        ("nothing, thanks", json!({"bids": "none"})),
        ("0", json!({"bids": "none"})),
        ("I pass", json!({"bids": "none"})),
        ("nothing for me this time", json!({"bids": "none"})),
        ("I spend 3 on the throne, 2 on the court", json!({"bids": {"iron throne": 3, "king's court": 2}})),
    ] {
        assert_eq!(said(&board, stark, &three, text), is, "{text}");
    }
    // As many lines as bids, or as tracks.
    assert_eq!(said(&board, stark, &four, "2\n0\n1"), of([2, 0, 1]));
    assert_eq!(said(&board, stark, &four, "2\n0\n1\n3")["bids"]["wildlings"], json!(3));
    assert_eq!(said(&board, stark, &four, "2\n0"), Value::Null);
    assert_eq!(said(&board, stark, &four, "2\n\n0\n1"), Value::Null);
    // None is said of all bids only where no other line may be one.
    for (text, is) in [
        ("2\n0", Value::Null),
        ("throne 2\nnone", json!({"iron throne": 2})),
        ("none\nthrone 2", json!({"iron throne": 2})),
    ] {
        let lines: Vec<TypedLine<'_>> =
            text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
        let tree = read_typed(&board, stark, &three, &[], &lines).tree;
        assert_eq!(tree.map_or(Value::Null, |tree| plain(&tree)["bids"].clone()), is, "{text}");
    }
    // A tie cannot be none; mustering can.
    let with = |kind: &str| {
        let later = Open { ahead: true, ..asked(stark, kind, "iron-throne") };
        three.iter().cloned().chain([later]).collect::<Vec<_>>()
    };
    assert_eq!(said(&board, stark, &with("tie"), "none"), json!({"bids": "none"}));
    assert_eq!(said(&board, stark, &with("muster"), "none"), Value::Null);
    assert_eq!(said(&board, stark, &with("muster"), "0"), Value::Null);
    // Beside mustering, a row of numbers is bids all the same.
    assert_eq!(said(&board, stark, &with("muster"), "2 1 1"), of([2, 1, 1]));
    assert_eq!(said(&board, stark, &with("muster"), "2\n1\n1"), of([2, 1, 1]));
    // While orders are given, no number alone is a bid, and "nothing else" none of bids.
    let planning = Board { stage: Stage::Planning, ..board.clone() };
    assert_eq!(said(&planning, stark, &three, "2\n0\n1"), Value::Null);
    assert_eq!(
        said(&planning, stark, &[], "Winterfell raid, nothing else"),
        json!({"orders": {"Winterfell": "raid"}})
    );
    assert_eq!(
        said(&board, stark, &three, "Winterfell raid, nothing else"),
        json!({"orders": {"Winterfell": "raid"}})
    );
}

#[test]
fn an_example_of_a_bid_is_one_that_is_asked_for() {
    let (board, stark) = board();
    let example = |open: &[Open], text: &str| {
        let typed = read_typed(&board, stark, open, &[], &[TypedLine { text, line: 1 }]);
        let own = typed.secret.iter().map(|(_, why)| why).chain(typed.faults.iter().map(|fault| &fault.why));
        own.map(|why| why.details()["example"]["on"].clone()).next()
    };
    let wildlings = [asked(stark, "bid", "wildlings")];
    for text in ["bid a lot", "half my power", "I bid what I have", "as much as 3 or so"] {
        let on = example(&wildlings, text);
        assert!(on.is_none() || on == Some(json!("wildlings")), "{text}: {on:?}");
    }
    assert_eq!(example(&wildlings, "bid a lot"), Some(json!("wildlings")));
    // What is auctioned is of bids without a number, where bids are asked for.
    let court = [asked(stark, "bid", "kings-court")];
    for text in ["a lot on the king's court", "as much as I can on the king's court"] {
        assert_eq!(example(&court, text), Some(json!("kings-court")), "{text}");
    }
    assert_eq!(
        example(&[asked(stark, "bid", "fiefdoms"), asked(stark, "bid", "kings-court")], "bid a lot"),
        Some(json!("fiefdoms"))
    );
}

#[test]
fn units_without_a_place_are_mustered_where_one_meaning_alone_is_possible() {
    let (board, stark) = board();
    let open =
        [asked(stark, "muster", ""), asked(stark, "bid", "iron-throne"), asked(stark, "bid", "fiefdoms")];
    // Winterfell has 2 points, a footman and a knight; White Harbor 1 and a footman.
    let both = json!({"muster": {"White Harbor": ["footman"], "Winterfell": ["footman"]}});
    for (text, is) in [
        ("footman both", both.clone()),
        ("a footman in both", both.clone()),
        ("1 footman in each of my castles, cheers", both.clone()),
        ("I'd like a footman everywhere please", both.clone()),
        (
            "Winterfell\n- footman\n- footman\nWhite Harbor\n- ship, the narrow sea",
            json!({"muster": {"Winterfell": ["footman", "footman"], "White Harbor": ["ship in The Narrow Sea"]}}),
        ),
        (
            "Winterfell:\nknight\nWhite Harbor:\nnone",
            json!({"muster": {"Winterfell": ["knight"], "White Harbor": ["none"]}}),
        ),
        // In either of both.
        ("footman", Value::Null),
        ("upgrade", Value::Null),
        // From the footman in White Harbor it would be one, too.
        ("a knight", Value::Null),
        ("2 footmen", Value::Null),
        ("Winterfell", Value::Null),
        ("Winterfell\nfootman to Karhold", Value::Null),
    ] {
        assert_eq!(said(&board, stark, &open, text), is, "{text}");
    }
    let mut alone = board.clone();
    let world = board.world.clone();
    let area = |id: &str| world.area(id).unwrap();
    let footman = Troop::one(Unit::Footman);
    alone.remove_units(area("white-harbor"), footman, Troop::NONE);
    alone.place_units(area("white-harbor"), stark, Troop::one(Unit::Knight), Troop::NONE);
    for (text, is) in [
        ("upgrade", json!({"muster": {"Winterfell": ["upgrade"]}})),
        ("I'd like a knight please", json!({"muster": {"Winterfell": ["knight"]}})),
        ("footman", Value::Null),
    ] {
        assert_eq!(said(&alone, stark, &open, text), is, "{text}");
    }
    assert_eq!(codes(&alone, stark, &open, "upgrade"), ["line-taken-for"]);
    // Units alone may be those that are given up.
    let lost = [open[0].clone(), asked(stark, "disband", "wildlings")];
    assert_eq!(said(&alone, stark, &lost, "a knight"), Value::Null);
    assert_eq!(said(&alone, stark, &lost, "muster a knight"), json!({"muster": {"Winterfell": ["knight"]}}));
    // Where nothing is mustered now, they are words like others.
    assert_eq!(said(&board, stark, &open[1..], "footman both"), Value::Null);
}

/// What is mustered is nobody's business, however it is said.
#[test]
fn what_may_be_mustered_is_shown_to_nobody() {
    let (board, stark) = board();
    let open = [asked(stark, "muster", "")];
    for text in [
        "I'd like a knight please",
        "a knight and a ship would be nice",
        "more footmen",
        "knights, lots of them",
        "some ships",
    ] {
        let typed = read_typed(&board, stark, &open, &[], &[TypedLine { text, line: 1 }]);
        let told = typed.faults.iter().map(|fault| &fault.why).chain(typed.secret.iter().map(|(_, why)| why));
        let examples: Vec<&Value> = told.map(|why| &why.details()["example"]["kind"]).collect();
        assert!(
            typed.tree.is_none() && examples == [&json!("muster")],
            "{text}: {examples:?} {:?}",
            typed.fates
        );
    }
    for text in ["Do knights cost 2?", "I wonder what a knight costs"] {
        let typed = read_typed(&board, stark, &open, &[], &[TypedLine { text, line: 1 }]);
        assert!(typed.secret.is_empty() && typed.faults.is_empty(), "{text}");
    }
}
