//! What came back, or went to the game master, when seven wrote by hand.

use super::by_mail::{ability, deck_asked, on, said, used};
use super::*;
use crate::games::thrones::editions::JOINED;
use crate::table::LineFate;

/// Orders and marches of a plan: `milkwater: march-1`, `milkwater -> thenn`.
fn orders(plan: &Plan) -> Vec<String> {
    let orders = plan.orders.iter().flatten().map(|(area, order)| format!("{area}: {order}"));
    let marches = plan.marches.iter().flat_map(|march| {
        march.to.iter().map(|step| format!("{} -> {}", march.from, step.to)).collect::<Vec<_>>()
    });
    orders.chain(marches).collect()
}

/// A plan that lines come to, with no other remarks than on what it leaves open or gives up.
fn told(board: &Board, side: &str, text: &str) -> Plan {
    let (plan, codes) = typed(board, side, text);
    const REMARKS: [&str; 4] =
        ["plan-taken-as", "plan-areas-need-order", "plan-march-gives-up", "plan-raid-orders-unplanned"];
    let others: Vec<&String> = codes.iter().filter(|code| !REMARKS.contains(&code.as_str())).collect();
    assert!(others.is_empty(), "{text}: {codes:?}");
    plan.unwrap_or_else(|| panic!("{text}: no plan"))
}

/// The number of a March order says that it is one, before where it goes and behind.
#[test]
fn a_march_may_be_told_by_its_number() {
    let board = planning();
    let means = |text: &str| orders(&told(&board, "wildlings", text));
    for text in [
        "Milkwater goes to Thenn (-1)",
        "Milkwater goes to Thenn -1",
        "Milkwater march to Thenn -1",
        "Milkwater -> Thenn (-1)",
        "Milkwater -1 -> Thenn",
        "Milkwater -1 to Thenn",
        "Milkwater: -1 to Thenn",
        "Milkwater (-1) to Thenn",
        "Milkwater moves to Thenn -1",
    ] {
        assert_eq!(means(text), ["milkwater: march-1", "milkwater -> thenn"], "{text}");
    }
    for text in [
        "Storrold's +0 at wall east",
        "Storrold's +0 to wall east, both men",
        "Storrolds march +0 at East Wall",
    ] {
        assert_eq!(means(text), ["storrolds-point: march+0", "storrolds-point -> wall-east"], "{text}");
    }
    let text = "Milkwater -> Haunted Forest (march -1), both units, leave a power token";
    let plan = told(&board, "wildlings", text);
    assert_eq!(orders(&plan), ["milkwater: march-1", "milkwater -> haunted-forest"]);
    assert!(plan.marches[0].leave_power);
    // A number alone leads nowhere.
    for text in ["Milkwater -1", "Milkwater +1 footman"] {
        let (plan, codes) = typed(&board, "wildlings", text);
        assert!(plan.is_none_or(|plan| plan.marches.is_empty()) || !codes.is_empty(), "{text}: {codes:?}");
    }
}

/// Several areas get no order on one line, in either sequence.
#[test]
fn areas_in_a_row_may_get_none() {
    let board = planning();
    let none = ["wall-east", "wall-west"];
    for text in [
        "west & east no orders",
        "west and east: none",
        "West, East: no order",
        "west/east no orders",
        "no orders for west and east",
    ] {
        let plan = said(&board, "nights-watch", text);
        assert_eq!(plan.no_order.iter().map(String::as_str).collect::<Vec<_>>(), none, "{text}");
        assert!(plan.orders.is_none_or(|orders| orders.is_empty()), "{text}");
    }
}

/// Whatever says in a few words who gets no order, or names a tactic card, is shown to nobody while it is asked for.
#[test]
fn what_names_a_tactic_card_or_who_does_nothing_is_shown_to_nobody() {
    let board = planning();
    let seat = board.world.seat("nights-watch").unwrap();
    let open = ["orders", "tactic-card"].map(|kind| Open {
        seat,
        key: format!("1/planning/0/nights-watch/{kind}"),
        kind: kind.into(),
        question: json!({"ask": kind}),
        legal: Listing { answers: vec![], complete: false },
        default: Value::Null,
        ahead: false,
    });
    for text in [
        "west and east get no order",
        "the two catapults do nothing",
        "catapults: none",
        "pillage would be fine",
        "i'd rather hold hit and run back",
    ] {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        let shown = typed.secret.is_empty() && typed.tree.is_none() && typed.fates == [LineFate::NotMine];
        assert!(!shown, "{text}");
    }
    for text in ["nothing new here, see you all on friday", "thanks for the report, no hurry"] {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        assert!(typed.secret.is_empty() && typed.fates == [LineFate::NotMine], "{text}: {:?}", typed.fates);
    }
}

/// What a card does may be told in words, with the card or behind its letter.
#[test]
fn what_pillage_takes_is_told_in_words() {
    let board = planning();
    for (text, whom) in [
        ("8a: take 1 power off the Others", "others"),
        ("8a steal from the watch", "nights-watch"),
        ("Pillage: take one from each", "both"),
        ("Play Pillage, take 1 power off the Others.", "others"),
        ("Pillage and steal a power from the Watch", "nights-watch"),
        ("Pillage the Watch", "nights-watch"),
        ("pillage on the Others", "others"),
    ] {
        let plan = said(&board, "wildlings", text);
        assert_eq!(ability(&plan, "pillage/a"), on(&[whom]), "{text}");
        let plays = !text.starts_with('8');
        assert_eq!(plan.north.cards == ["pillage"], plays, "{text}");
    }
    for text in ["tactic: Pillage (8)", "tactic: 8 Pillage", "card: Pillage 8", "tactic Pillage(8)"] {
        assert_eq!(said(&board, "wildlings", text).north.cards, ["pillage"], "{text}");
    }
    let plan = said(&board, "others", "Hit & run; 15a no");
    assert_eq!(plan.north.cards, ["hit-and-run"]);
    assert_eq!(ability(&plan, "hit-and-run/a"), used(false));
}

/// A deck among words that say nothing of their own.
#[test]
fn a_deck_may_have_words_around_it() {
    let board = decks();
    let seat = board.world.seat("wildlings").unwrap();
    let open = [deck_asked(seat)];
    for text in [
        "I'd like Encircle, Ambush and Detailed Planning for my tactic deck.",
        "so again: Encircle, Ambush, Detailed planning",
        "I choose Encircle, Ambush and Detailed planning as my deck",
        "tactic cards for the game: encircle, ambush, detailed planning",
        "my three: Encircle + Ambush + Detailed planning",
        "Let's go with Encircle, Ambush and Detailed Planning for my deck!",
        "deck: Encircle (7), Prepare an Ambush (9), Detailed Planning (2)",
    ] {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        let plan = typed.tree.and_then(|tree| read(&board, seat, &open, &tree).plan);
        let deck = plan.map(|plan| plan.north.deck).unwrap_or_default();
        assert_eq!(deck, ["encircle", "prepare-an-ambush", "detailed-planning"], "{text}");
    }
    // Of somebody else's cards nothing is taken.
    for text in ["Bert has 1, 8 and 16", "not these: 1, 8, 16"] {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        let plan = typed.tree.and_then(|tree| read(&board, seat, &open, &tree).plan);
        assert!(plan.is_none_or(|plan| plan.north.deck.is_empty()), "{text}");
    }
}

/// The Lands of Always Winter have a name that people cut.
#[test]
fn the_lands_of_winter_are_those_of_always_winter() {
    let board = planning();
    let plan = told(&board, "others", "lands of winter stay put (defend). Ice River raid");
    assert_eq!(orders(&plan), ["ice-river: raid", "lands-of-always-winter: defense"]);
}

/// What a card asks is shown to nobody, if it is not read.
#[test]
fn whether_somebody_pays_for_supply_is_shown_to_nobody() {
    let mut board = planning();
    (board.turn, board.stage) = (2, Stage::CardOne);
    let seat = board.world.seat("others").unwrap();
    let open = [Open {
        seat,
        key: "2/westeros-1/0/others/pick/others-supply".into(),
        kind: "pick".into(),
        question: json!({"ask": "pick", "what": "others-supply", "items": [null, "pay"]}),
        legal: Listing { answers: vec![Value::Null, json!("pay")], complete: true },
        default: Value::Null,
        ahead: true,
    }];
    for text in
        ["I'd rather not buy that supply this year", "we can't pay so much", "supply stays as it is I think"]
    {
        let typed = read_typed(&board, seat, &open, &[], &[TypedLine { text, line: 1 }]);
        let shown = typed.secret.is_empty() && typed.tree.is_none() && typed.fates == [LineFate::NotMine];
        assert!(!shown, "{text}");
    }
}

/// What a house gives to the Watch is no bid in an attack that does not come.
#[test]
fn nothing_for_the_watch_is_no_bid_where_gifts_are_asked_for() {
    let folder = |file: &str| crate::games::embedded("westeros-and-the-north", file).map(str::to_owned);
    let game = Thrones::load_edition(&JOINED, &folder, 6, Options::default()).unwrap();
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    (board.turn, board.stage) = (2, Stage::CardOne);
    let seat = board.world.seat("stark").unwrap();
    let asked = |kind: &str, question: Value| Open {
        seat,
        key: format!("2/westeros-1/0/stark/{kind}"),
        kind: kind.into(),
        question,
        legal: Listing { answers: vec![], complete: false },
        default: Value::Null,
        ahead: true,
    };
    let gifts = [asked("gift", json!({"ask": "gift", "what": "barrels", "most": 1}))];
    let read_lines = |open: &[Open], text: &str| {
        let typed = read_typed(&board, seat, open, &[], &[TypedLine { text, line: 1 }]);
        let plan = typed.tree.and_then(|tree| read(&board, seat, open, &tree).plan);
        plan.map(|plan| (plan.bids.contains_key("wildlings"), plan.north.gifts.len()))
    };
    for text in ["I give the Watch nothing this time", "nothing for the Watch"] {
        assert!(read_lines(&gifts, text).is_some_and(|(bid, gifts)| !bid && gifts > 0), "{text}");
    }
    assert!(read_lines(&gifts, "2 for the Watch").is_none_or(|said| said == (false, 0)));
    let attack = [asked("bid", json!({"ask": "bid", "on": "wildlings", "available": 5, "wildlings": 4}))];
    assert_eq!(read_lines(&attack, "nothing for the Watch"), Some((true, 0)));
}
