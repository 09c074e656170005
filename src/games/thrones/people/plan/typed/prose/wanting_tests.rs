//! Sentences: those that are orders, those that are meant as such and cannot be read, and talk of the game.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::people::plan::tests::opening;
use crate::games::thrones::people::plan::typed::read_typed;
use crate::sheet::plain;
use crate::table::{LineFate, Listing, Open, Seat, Typed, TypedLine};
use serde_json::{Value, json};

fn at_planning(house: &str) -> (Board, Seat) {
    let mut board = opening(5);
    board.stage = Stage::Planning;
    let seat = board.world.seat(house).unwrap();
    (board, seat)
}

fn said(house: &str, text: &str) -> Typed {
    let (board, seat) = at_planning(house);
    read_typed(&board, seat, &[], &[], &[TypedLine { text, line: 1 }])
}

/// Why a line is shown to nobody, with its example.
fn secret(house: &str, text: &str) -> Option<Value> {
    let typed = said(house, text);
    assert_eq!(typed.fates, [LineFate::NotMine], "{text}: {:?}", typed.faults);
    let (line, why) = typed.secret.first()?;
    assert_eq!((*line, why.code()), (1, "line-unclear"), "{text}");
    let example = why.details().iter().find(|(name, _)| *name == "example");
    Some(example.map_or(Value::Null, |(_, example)| example.clone()))
}

#[test]
fn a_sentence_that_wants_what_it_names_is_shown_to_nobody() {
    for text in [
        "It would be splendid if the men at Stoney Sept could consolidate power",
        "In Lannisport the good old knight moves out towards Riverrun while the footman minds the shop",
        "The garrison at Lannisport goes to Riverrun tonight under cover of fog with every knight",
        "Should it come to a battle, march +0 from Lannisport to Riverrun.",
        "I meant Riverrun",
        "sorry i meant Riverrun not Harrenhal",
        "Riverrun, not Harrenhal",
        "Riverrun instead of Harrenhal please",
        "it was supposed to be Riverrun, not Harrenhal",
        "I shall have my fine fellows at Lannisport march off to Riverrun at first light",
        "I want Riverrun raided by my good ship in the Golden Sound",
        "My intention is to leave Lannisport with the knight and to march on Riverrun by night",
        "If it comes to a battle I should like Ser Jaime Lannister to lead the men",
        "Should I win I do not wish to leave a power token behind.",
        "No power token is to be left at Riverrun.",
    ] {
        assert!(secret("lannister", text).is_some(), "{text}");
    }
}

#[test]
fn talk_of_the_game_is_for_people() {
    for text in [
        "Hi Maria, I'll be in Oldtown for the weekend",
        "I wonder what Lannister will do with the army in Lannisport.",
        "My march from Lannisport to Riverrun did not happen, why?",
        "The map shows the wrong owner of Riverrun",
        "I'll send you the picture of Winterfell I drew",
        "Could you please tell me who holds the raven now?",
        "I will be late with my orders, the train is delayed.",
        "Thanks for the game, Maria! I love the picture of Lannisport.",
        "I like the Knight of Flowers",
        "The report says that Stark attacked Moat Cailin with two knights.",
        "I have never played this before, what is a raid?",
        "I think Stark wants Moat Cailin",
        "Sorry, I do not understand what happened in Riverrun.",
        "Hear me roar!",
        "I need more time, can we extend by a day?",
        "Good luck to all, may the best house win!",
        "Does the ship in the Golden Sound support Lannisport by itself?",
        "You moved my knight from Lannisport to Riverrun, and I had written Harrenhal",
        "My cat sat on the keyboard, apologies",
        "Kind regards,",
        "Kind greetings,",
    ] {
        assert_eq!(secret("lannister", text), None, "{text}");
    }
}

#[test]
fn the_example_of_a_sentence_says_what_was_meant() {
    // Where from is not said, and an example for some area would replace what lies there.
    let meant = secret("greyjoy", "sorry i meant seagard not flints finger").unwrap();
    assert_eq!(meant, json!(null));
    let meant = secret("lannister", "It would be splendid if the men at Stoney Sept could consolidate power");
    assert_eq!(meant.unwrap(), json!({"kind": "order", "from": "Stoney Sept", "order": "consolidate"}));
    let example = |house: &str, text: &str| {
        let typed = said(house, text);
        let (_, example) = typed.faults[0].why.details().iter().find(|(name, _)| *name == "example").unwrap();
        example.clone()
    };
    let text = "march from pyke to flints finger with everyone, singing";
    assert_eq!(example("greyjoy", text), json!({"kind": "march", "from": "Pyke", "to": "Flint's Finger"}));
    // Nobody copies an attack who wanted none.
    let order = example("baratheon", "Kingswood: Verteidigung");
    assert_eq!(order, json!({"kind": "order", "from": "Kingswood", "order": "defense"}));
}

#[test]
fn what_the_westeros_cards_ask_is_shown_to_nobody() {
    let (mut board, seat) = at_planning("stark");
    board.stage = Stage::Westeros;
    let open = |kind: &str, ahead| Open {
        seat,
        key: format!("2/westeros-1/0/stark/{kind}"),
        kind: kind.to_owned(),
        question: json!({"ask": kind}),
        legal: Listing { answers: Vec::new(), complete: false },
        default: Value::Null,
        ahead,
    };
    let asked = [open("bid", false), open("bid", false), open("tie", true), open("muster", false)];
    let secret = |asked: &[Open], text: &str| {
        let typed = read_typed(&board, seat, asked, &[], &[TypedLine { text, line: 1 }]);
        typed.fates == [LineFate::Faulty] || !typed.secret.is_empty()
    };
    for text in [
        "which answers?! no time, just bid 1 on everything and build a ship at pyke",
        "0 on everything that there is to bid on",
        "Ties as last time.",
        "1 1 1",
        "1 and 1 and 0",
        "ship at white harbour for me",
        "I put everything on the throne",
        "all my power on court",
        "I will not bid for the throne, two for the fiefdoms and three for the court.",
        "Footman and Knight at Winterfell (knight first). Sorry, a ship at White Harbor instead of the two.",
    ] {
        assert!(secret(&asked, text), "{text}");
    }
    assert!(!secret(&asked, "I have 5 cats, and each of them is on the mat"));
    for text in [
        "Have you seen the 2 cats",
        "Greetings to Lannister and Tyrell from the north",
        "It is 5 o'clock and I have not had any tea yet",
        "The power went out here, so I am late",
        "Who sits on the throne now?",
        "I think the throne was cheap last turn",
    ] {
        assert!(!secret(&asked, text), "{text}");
    }
    assert!(!secret(&[], "1 1 1"));
    assert!(!secret(&[], "ties of old friendship, you know"));
}

#[test]
fn a_nought_among_other_numbers_is_no_bid_for_everything() {
    // How much is bid for how many things, and whether something was not read.
    let bids = |text: &str| {
        let typed = said("lannister", text);
        let tree = typed.tree;
        let entries = tree.iter().flat_map(|tree| tree.entries().unwrap_or_default());
        let bids = entries.filter(|(key, _)| key.text() == Some("bids"));
        let count = bids.flat_map(|(_, bids)| bids.entries().unwrap_or_default()).count();
        (count, typed.faults.iter().any(crate::sheet::Fault::is_error))
    };
    for text in ["Bids: I. 0, F. 2, KC. 3", "bids 0; 2; 3 or so"] {
        assert_eq!(bids(text), (0, true), "{text}");
    }
    for text in ["bids: 0", "bids 0 for all", "bids 1 each"] {
        assert_eq!(bids(text), (3, false), "{text}");
    }
}

#[test]
fn where_one_thing_is_asked_its_answer_is_read_as_the_sheet_or_the_question_has_it() {
    let (mut board, seat) = at_planning("lannister");
    board.stage = Stage::Westeros;
    let answer = |text: &str, kind: &str, legal: Vec<Value>, default: Value| {
        let open = Open {
            seat,
            key: format!("3/westeros-1/0/lannister/{kind}"),
            kind: kind.to_owned(),
            question: json!({"ask": kind}),
            legal: Listing { complete: kind != "quest", answers: legal },
            default,
            ahead: false,
        };
        let typed = read_typed(&board, seat, &[open], &[], &[TypedLine { text, line: 1 }]);
        let tree = typed.tree.map(|tree| crate::sheet::plain(&tree));
        tree.and_then(|tree| tree["answers"].as_object()?.values().next().cloned()).unwrap_or_default()
    };
    let order = json!(["tyrell", "lannister", "greyjoy"]);
    for text in [
        "Tyrell, Lannister, Greyjoy",
        "Tyrell Lannister Greyjoy",
        "Tyrell > Lannister > Greyjoy",
        "[tyrell, lannister, greyjoy]",
        "tie order: Tyrell, Lannister and Greyjoy please",
    ] {
        assert_eq!(answer(text, "tie", vec![order.clone()], Value::Null), order, "{text}");
    }
    let card = json!("tywin-lannister");
    for text in ["Tywin Lannister", "yes", "yes, Tywin Lannister", "Tywin Lannister please"] {
        assert_eq!(answer(text, "reward", vec![Value::Null, card.clone()], Value::Null), card, "{text}");
    }
    let gain = || vec![json!("gain"), json!("detailed-planning")];
    for text in ["gain 3 power", "Gain 3 power.", "gain"] {
        assert_eq!(answer(text, "pick", gain(), Value::Null), json!("gain"), "{text}");
    }
    assert_eq!(answer("again", "pick", gain(), Value::Null), Value::Null);
    // The default says what nothing is where the list is cut short.
    assert_eq!(answer("nobody", "quest", vec![json!({"riverrun": {"footman": 1}})], json!({})), json!({}));
    let march = json!({"from": "lannisport", "to": {"riverrun": {"knight": 1}}});
    let written = "{from: lannisport, to: {riverrun: {knight: 1}}}";
    assert_eq!(answer(written, "march", vec![], Value::Null)["from"], march["from"]);
    assert_eq!(answer(&format!("1: {written}"), "march", vec![], Value::Null)["from"], march["from"]);
}

#[test]
fn a_house_that_musters_after_others_is_asked_on_the_same_sheet() {
    let (mut board, seat) = at_planning("stark");
    board.stage = Stage::Westeros;
    let open = |kind: &str, default: Value| Open {
        seat,
        key: format!("2/westeros-1/0/stark/{kind}"),
        kind: kind.to_owned(),
        question: json!({"ask": kind}),
        legal: Listing { answers: Vec::new(), complete: false },
        default,
        ahead: true,
    };
    let said = |asked: &[Open], text: &str| {
        read_typed(&board, seat, asked, &[], &[TypedLine { text, line: 1 }]).tree.map(|tree| plain(&tree))
    };
    let muster = open("muster", json!([]));
    for text in ["none", "nothing", "pass", "no thanks", "I pass", "Nobody, thanks"] {
        let answer = said(std::slice::from_ref(&muster), text);
        assert_eq!(answer, Some(json!({"answers": {"muster": []}})), "{text}");
        assert_eq!(said(&[muster.clone(), open("tie", Value::Null)], text), None, "{text} of two things");
    }
    // In the planning phase it would answer what nobody has asked.
    board.stage = Stage::Planning;
    let line = [TypedLine { text: "none", line: 1 }];
    let typed = read_typed(&board, seat, std::slice::from_ref(&muster), &[], &line);
    assert_eq!(typed.tree.map(|tree| plain(&tree)), None);
}

#[test]
fn several_bids_on_one_sheet_are_told_apart_by_their_order_alone_if_all_are_there() {
    let (mut board, seat) = at_planning("stark");
    board.stage = Stage::Westeros;
    let open = |kind: &str, on: &str, ahead| Open {
        seat,
        key: format!("2/westeros-2/0/stark/{kind}/{on}"),
        kind: kind.to_owned(),
        question: json!({"ask": kind, "on": on}),
        legal: Listing { answers: Vec::new(), complete: false },
        default: Value::Null,
        ahead,
    };
    let asked = [
        open("bid", "iron-throne", false),
        open("tie", "iron-throne", true),
        open("bid", "fiefdoms", true),
        open("bid", "kings-court", true),
        open("bid", "wildlings", true),
    ];
    let said = |text: &str| read_typed(&board, seat, &asked, &[], &[TypedLine { text, line: 1 }]).tree;
    let bids = json!({"iron throne": 2, "fiefdoms": 1, "king's court": 0});
    for text in ["2 1 0", "2/1/0", "2, 1, 0", "Bids: 2-1-0"] {
        let values = said(text).map(|tree| plain(&tree)["bids"].clone());
        assert_eq!(values, Some(bids.clone()), "{text}");
    }
    // The first of several is not the one that is meant.
    for text in ["2", "2 1"] {
        assert_eq!(said(text).map(|tree| plain(&tree)), None, "{text}");
    }
    // None is said of all.
    for text in ["none", "nothing", "0"] {
        assert_eq!(said(text).map(|tree| plain(&tree)), Some(json!({"bids": "none"})), "{text}");
    }
    let attack = [asked[4].clone(), open("disband", "wildlings", true)];
    let said = |text: &str| read_typed(&board, seat, &attack, &[], &[TypedLine { text, line: 1 }]).tree;
    assert_eq!(said("2").map(|tree| plain(&tree)), Some(json!({"bids": {"wildlings": 2}})));
    assert_eq!(said("none").map(|tree| plain(&tree)), Some(json!({"bids": "none"})));
}
