//! Free lines: any text at all, long ones, and plans whose indentation is lost.

use super::super::tests::{opening, position};
use super::super::{Plan, read, to_yaml};
use super::read_typed;
use crate::games::thrones::board::Board;
use crate::games::thrones::people::suggest::suggest;
use crate::games::thrones::testing::cases;
use crate::table::{LineFate, Listing, Open, Reading, Seat, Typed, TypedLine};
use proptest::prelude::*;

fn typed(board: &Board, seat: Seat, text: &str) -> Typed {
    let lines: Vec<TypedLine<'_>> =
        text.lines().enumerate().map(|(i, text)| TypedLine { text, line: i + 1 }).collect();
    let typed = read_typed(board, seat, &[], &[("Anna Jones".to_owned(), Seat(1))], &lines);
    assert_eq!(typed.fates.len(), lines.len());
    typed
}

/// What Stark's lines mean at the opening, when orders are given.
fn stark(text: &str) -> (Typed, Option<Reading<Plan>>) {
    let mut board = opening(5);
    board.stage = crate::games::thrones::board::Stage::Planning;
    let seat = board.world.seat("stark").unwrap();
    let typed = typed(&board, seat, text);
    let reading = typed.tree.as_ref().map(|tree| read(&board, seat, &[], tree));
    (typed, reading)
}

fn remarks(text: &str) -> Vec<String> {
    let (typed, _) = stark(text);
    let remarks = typed.faults.iter().filter(|fault| !fault.is_error());
    remarks
        .map(|fault| {
            fault.why.details().iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(" as ")
        })
        .collect()
}

#[test]
fn a_stretched_name_is_remarked_and_a_plain_one_is_not() {
    assert_eq!(remarks("Winterfell march +1"), [""; 0]);
    assert_eq!(remarks("MC"), [""; 0]);
    assert_eq!(remarks("Winterf march +1; White H: support"), [""; 0]);
    assert_eq!(remarks("Wintrefell march +1").len(), 1);
    assert_eq!(remarks("Winterfel march +1"), ["\"Winterfell\" as \"Winterfel\""]);
    assert_eq!(remarks("White Harbo: support").len(), 1);
    assert_eq!(remarks("WF M+1 to Moat Calin").len(), 2);
    let (typed, reading) = stark("Wintrefell march +1");
    assert_eq!(typed.faults[0].why.code(), "plan-taken-as");
    assert_eq!(typed.faults[0].span.unwrap().length, "Wintrefell".len());
    assert!(reading.unwrap().plan.unwrap().orders.unwrap().contains_key("winterfell"));
}

#[test]
fn a_bad_line_costs_itself_only() {
    let (typed, reading) = stark("Winterfell march +1\nWhite Harbor blorb\nHello all\nShivering Sea raid");
    assert_eq!(typed.fates, [LineFate::Taken, LineFate::Faulty, LineFate::NotMine, LineFate::Taken]);
    let orders = reading.unwrap().plan.unwrap().orders.unwrap();
    assert_eq!(orders.keys().collect::<Vec<_>>(), ["the-shivering-sea", "winterfell"]);
}

#[test]
fn questions_of_the_sheet_are_answered_by_number_and_numbers_of_lists_are_none() {
    let board = opening(5);
    let seat = board.world.seat("stark").unwrap();
    let open = Open {
        seat,
        key: "1/march/2/stark/retreat/moat-cailin".to_owned(),
        kind: "retreat".to_owned(),
        question: serde_json::Value::Null,
        legal: Listing { answers: vec![], complete: false },
        default: serde_json::Value::Null,
        ahead: false,
    };
    let sections = |text: &str| {
        let lines = [TypedLine { text, line: 1 }];
        let tree = read_typed(&board, seat, std::slice::from_ref(&open), &[], &lines).tree;
        let keys = |tree: crate::sheet::Node| tree.entries().unwrap()[0].0.text().unwrap().to_owned();
        tree.map(keys)
    };
    assert_eq!(sections("1: Winterfell").as_deref(), Some("answers"));
    assert_eq!(sections("1: Winterfell march +1").as_deref(), Some("orders"));
    assert_eq!(sections("2: Winterfell"), None);
    assert_eq!(sections("retreat/moat-cailin: Winterfell").as_deref(), Some("answers"));
}

/// A raid that is all the sheet asks for is answered as one would say it.
#[test]
fn the_only_raid_is_answered_in_words() {
    let board = opening(5);
    let seat = board.world.seat("stark").unwrap();
    let raid = |at: &[&str]| serde_json::json!({"from": "white-harbor", "at": at});
    let open = Open {
        seat,
        key: "1/raids/2/stark/raid".to_owned(),
        kind: "raid".to_owned(),
        question: serde_json::Value::Null,
        legal: Listing { answers: vec![raid(&[]), raid(&["widows-watch"])], complete: true },
        default: raid(&[]),
        ahead: false,
    };
    let answer = |text: &str| {
        let lines = [TypedLine { text, line: 1 }];
        let tree = read_typed(&board, seat, std::slice::from_ref(&open), &[], &lines).tree?;
        crate::sheet::plain(&tree)["answers"].as_object()?.values().next().cloned()
    };
    for none in ["no raid", "none", "no raids please", "don't raid", "raid nothing"] {
        assert_eq!(answer(none), Some(raid(&[])), "{none}");
    }
    for text in ["raid Widow's Watch", "Widow's Watch", "raid the widows watch please"] {
        assert_eq!(answer(text), Some(raid(&["widows-watch"])), "{text}");
    }
    assert_eq!(answer("raid Karhold"), None);
}

#[test]
fn where_the_raven_alone_is_asked_about_an_order_replaces_and_none_leaves_all() {
    let mut board = Board { stage: crate::games::thrones::board::Stage::Raven, ..opening(5) };
    let world = board.world.clone();
    board.spot_mut(world.area("stoney-sept").unwrap()).order = world.order("raid");
    let seat = board.world.seat("lannister").unwrap();
    let open = Open {
        seat,
        key: "1/raven/0/lannister/raven".into(),
        kind: "raven".into(),
        question: serde_json::json!({"ask": "raven"}),
        legal: Listing {
            answers: vec![
                serde_json::Value::Null,
                serde_json::json!({"area": "stoney-sept", "order": "defense"}),
            ],
            complete: true,
        },
        default: serde_json::Value::Null,
        ahead: false,
    };
    let said = |text: &str| {
        let typed =
            read_typed(&board, seat, std::slice::from_ref(&open), &[], &[TypedLine { text, line: 1 }]);
        typed.tree.map(|tree| read(&board, seat, std::slice::from_ref(&open), &tree).plan.unwrap_or_default())
    };
    for text in [
        "Stoney Sept: defense",
        "stoney sept defense please",
        "change Stoney Sept to defense",
        "Replace the order in Stoney Sept with a defense",
    ] {
        let raven = said(text).and_then(|plan| plan.raven).unwrap_or_default();
        let replaced: Vec<&str> = raven.iter().map(|one| one.area.as_str()).collect();
        assert_eq!(replaced, ["stoney-sept"], "{text}");
    }
    for text in
        ["none", "I pass", "nothing, I pass", "nope, leave the raven", "No thanks, leave the raven alone"]
    {
        let plan = said(text).unwrap();
        assert_eq!((plan.answers.len(), plan.raven), (1, None), "{text}");
    }
    // A heading says that orders are meant, and those are revealed.
    let headed = [TypedLine { text: "Orders: Stoney Sept: defense", line: 1 }];
    let typed = read_typed(&board, seat, std::slice::from_ref(&open), &[], &headed);
    let reading = read(&board, seat, std::slice::from_ref(&open), &typed.tree.unwrap());
    let codes: Vec<&str> = reading.faults.iter().map(|fault| fault.why.code()).collect();
    assert_eq!((codes, reading.plan), (vec!["plan-orders-too-late"], None));
}

#[test]
fn a_negation_is_never_an_order() {
    for text in [
        "Don't march to Moat Cailin",
        "I would not march Winterfell to Moat Cailin",
        "Winterfell should not march +1",
        "We might raid the Narrow Sea",
    ] {
        assert_eq!(stark(text).0.tree, None, "{text}");
    }
}

#[test]
fn a_long_line_takes_no_longer_than_its_length() {
    let board = opening(5);
    for piece in
        ["Winterfell march +1, ", "and Winterfell ", "2 footmen and ", "(", "the ", "Winterfell -> ", "a1"]
    {
        let text = piece.repeat(20_000);
        let begun = std::time::Instant::now();
        typed(&board, Seat(0), &text);
        let text = piece.repeat(590 / piece.len());
        typed(&board, Seat(0), &text);
        assert!(begun.elapsed().as_secs() < 10, "{piece}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 400)))]

    #[test]
    fn any_text_is_read_or_left(text in "(\\PC{0,40}\n){0,4}") {
        typed(&opening(5), Seat(0), &text);
    }

    #[test]
    fn any_words_of_orders_are_read_or_left(
        words in prop::collection::vec(prop::sample::select(vec![
            "Winterfell", "march", "+1", "->", ":", ",", "to", "2", "footmen", "knight", "and", "Orders", "(", ")", "support",
            "raid", "from", "at", "Moat", "Cailin", "SS", "bid", "3", "throne", "if", "none", "K", "-", "muster", "\n",
        ]), 0..24),
    ) {
        typed(&opening(5), Seat(0), &words.join(" "));
    }

    #[test]
    fn a_written_plan_without_its_indentation_is_the_same_plan(seed: u64, players in 3u8..=5) {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let board = position(players, dice);
        for seat in board.world.houses.seats() {
            let plan = Plan { answers: Default::default(), ..suggest(&board, seat, &[], dice) };
            let text = to_yaml(&plan, &board);
            let flat: String = text.lines().map(|line| format!("{}\n", line.trim())).collect();
            let typed = typed(&board, seat, &flat);
            let errors: Vec<_> = typed.faults.iter().filter(|fault| fault.is_error()).collect();
            prop_assert!(errors.is_empty(), "{errors:?} in\n{flat}");
            let read = typed.tree.and_then(|tree| read(&board, seat, &[], &tree).plan);
            prop_assert_eq!(read.as_ref(), Some(&plan), "{}", flat);
        }
    }
}

/// The example in the refusal of lines of Stark's, when orders are given.
fn example(text: &str) -> serde_json::Value {
    let (typed, _) = stark(text);
    let of = |why: &crate::sheet::Refusal| {
        let example = why.details().iter().find(|(name, _)| *name == "example");
        (why.code() == "line-unclear").then(|| example.map_or(serde_json::Value::Null, |(_, it)| it.clone()))
    };
    let mut whys = typed.faults.iter().map(|fault| &fault.why).chain(typed.secret.iter().map(|(_, why)| why));
    whys.find_map(of).unwrap_or_else(|| panic!("{text}: {:?}", typed.faults))
}

#[test]
fn an_example_is_of_what_was_meant_and_of_the_area_named() {
    assert_eq!(example("Winterfell march +1 -> Karhold by foot and horse")["from"], "Winterfell");
    assert_eq!(example("Winterfell march +1 -> Karhold by foot and horse")["kind"], "march");
    assert_eq!(
        example("White Harbor support please help them"),
        serde_json::json!(
        {"kind": "order", "from": "White Harbor", "order": "support"}),
        "nobody whom it helps is named"
    );
    // Copied, an example must not order something else than its line.
    let bonus = |text: &str| example(text)["bonus"].clone();
    assert_eq!(bonus("Winterfell march -1 -> Karhold by foot and horse"), "-1");
    assert_eq!(bonus("Winterfell march +0 -> Karhold by foot and horse"), serde_json::Value::Null);
    for text in [
        "Winterfell: if Greyjoy goes to Moat Cailin, Defense; otherwise Support",
        "Winterfell leave power token White Harbor too",
        "if Greyjoy attacks Winterfell then Eddard",
    ] {
        assert_eq!(example(text), serde_json::Value::Null, "{text}");
    }
    let retreat = serde_json::json!({"kind": "retreat", "area": "Karhold"});
    assert_eq!(example("Retreat from Winterfell to Karhold, otherwise blorb"), retreat);
    assert_eq!(example("retreat to Karhold blorb if I lose knights"), retreat);
    assert_eq!(example("lose knights last")["kind"], "lose");
    assert_eq!(example("retreat Winterfell blorb")["kind"], "retreat");
    assert_eq!(example("bid four five")["kind"], "bid");
    assert_eq!(example("bid four five throne"), serde_json::json!({"kind": "bid", "on": "iron-throne"}));
    let muster = example("muster 2 horses Winterfell");
    assert_eq!((&muster["kind"], &muster["area"]), (&"muster".into(), &"Winterfell".into()));
    // No area of Stark's is named, so there is none to give an example of.
    assert_eq!(example("W convoy"), serde_json::Value::Null);
}

/// The first planning of the north, and the Wildlings.
fn in_the_north() -> (Board, Seat) {
    use crate::games::thrones::{Thrones, editions::NORTH};
    use crate::table::{Game, RandomTable};
    let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
    let game = Thrones::load_edition(&NORTH, &folder, 3, Default::default()).unwrap();
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    board.stage = crate::games::thrones::board::Stage::Planning;
    let wildlings = board.world.seat("wildlings").unwrap();
    (board, wildlings)
}

#[test]
fn an_example_in_the_north_can_be_given_there() {
    let (board, wildlings) = in_the_north();
    let why = |text: &str| typed(&board, wildlings, text).faults[0].why.clone();
    let example =
        |text: &str| why(text).details().iter().find(|(name, _)| *name == "example").unwrap().1.clone();
    assert_eq!(example("quest Milkwater footman blorb")["kind"], "quest");
    assert_eq!(example("quest Milkwater footman blorb")["area"], "Milkwater");
    assert_eq!(example("retreat blorb Thenn")["area"], "Thenn");
    let why = why("tactic pillage only if i win");
    assert!(why.details().iter().any(|(name, it)| *name == "tactic" && it == "Pillage"), "{why:?}");
}

#[test]
fn a_name_that_stands_in_two_places_of_a_plan_is_noted_once() {
    let (board, wildlings) = in_the_north();
    for (text, notes) in [("adv planning", 1), ("tactic Pillage on the Watch", 0)] {
        let tree = typed(&board, wildlings, text).tree.unwrap_or_else(|| panic!("{text}"));
        let reading = read(&board, wildlings, &[], &tree);
        let noted = reading.faults.iter().filter(|fault| fault.why.code() == "plan-taken-as").count();
        assert_eq!(noted, notes, "{text}: {:?}", reading.faults);
    }
}

#[test]
fn what_a_correction_takes_back_is_told_and_what_only_looks_so_is_not() {
    let codes = |text: &str| {
        let (typed, reading) = stark(text);
        let orders =
            reading.and_then(|reading| reading.plan).and_then(|plan| plan.orders).unwrap_or_default();
        let told = typed.faults.iter().filter(|fault| fault.why.code() == "line-corrected").count();
        (told, orders.into_iter().map(|(area, order)| format!("{area} {order}")).collect::<Vec<_>>())
    };
    assert_eq!(
        codes("Winterfell raid\nno wait, Winterfell defense"),
        (1, vec!["winterfell defense".to_owned()])
    );
    assert_eq!(codes("White Harbor support Winterfell\nsorry, White Harbor raid").0, 1);
    assert_eq!(
        codes("Winterfell raid\nWinterfell defense instead"),
        (1, vec!["winterfell defense".to_owned()])
    );
    // Unmarked, in one line, or of another area: nothing is taken back.
    assert_eq!(codes("Winterfell raid\nWinterfell defense"), (0, vec![]));
    assert_eq!(codes("sorry, Winterfell raid, Winterfell defense"), (0, vec![]));
    assert_eq!(codes("Winterfell raid\nso sorry, White Harbor raid").1.len(), 2);
}

/// A list that was pasted may have lost its heading, its indentation and its dashes. Where orders are asked for, a march in braces is none
/// of them: as the answer to all of that question it would hide every order that is sent.
#[test]
fn a_march_in_the_form_of_the_sheet_is_a_march_wherever_it_stands() {
    let mut board = opening(5);
    board.stage = crate::games::thrones::board::Stage::Planning;
    let seat = board.world.seat("stark").unwrap();
    let open = Open {
        seat,
        key: "1/planning/0/stark/orders".into(),
        kind: "orders".into(),
        question: serde_json::Value::Null,
        legal: Listing { answers: Vec::new(), complete: false },
        default: serde_json::json!({}),
        ahead: false,
    };
    let open = std::slice::from_ref(&open);
    let march = "{from: Winterfell, to: {Karhold: [knight]}}";
    for text in [
        format!("orders:\nWinterfell: march+0\nmarches:\n– {march}"),
        format!("Winterfell march +0\n{march}"),
        format!("• [{march}]\nWinterfell: march+0"),
    ] {
        let lines: Vec<TypedLine<'_>> =
            text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
        let typed = read_typed(&board, seat, open, &[], &lines);
        assert_eq!(typed.fates, vec![LineFate::Taken; lines.len()], "{text}");
        let reading = read(&board, seat, open, &typed.tree.unwrap());
        let plan = reading.plan.unwrap_or_else(|| panic!("{text}: {:?}", reading.faults));
        assert!(plan.answers.is_empty() && plan.orders.is_some(), "{text}: {plan:?}");
        let goals: Vec<&str> =
            plan.marches.iter().flat_map(|march| march.to.iter().map(|step| &*step.to)).collect();
        assert_eq!(goals, ["karhold"], "{text}: {plan:?} {:?}", reading.faults);
    }
    // Nor is it taken for them where it is said to be.
    let tree = crate::sheet::parse(&format!("answers: {{orders: {march}}}")).unwrap();
    let reading = read(&board, seat, open, &tree);
    assert_eq!(reading.faults.iter().map(|fault| fault.why.code()).collect::<Vec<_>>(), ["answer-malformed"]);
}

/// A place and a sea that are named are not those of the only answer that happens to be listed; and what is mustered in one place leaves what
/// was sent about another.
#[test]
fn a_ship_is_mustered_in_the_sea_that_its_line_names() {
    let mut board = opening(5);
    board.stage = crate::games::thrones::board::Stage::CardOne;
    let seat = board.world.seat("stark").unwrap();
    let ship = serde_json::json!([{"area": "white-harbor", "build": "ship", "in": "the-narrow-sea"}]);
    let open = Open {
        seat,
        key: "1/westeros-1/0/stark/muster".into(),
        kind: "muster".into(),
        question: serde_json::json!({"ask": "muster"}),
        legal: Listing { answers: vec![serde_json::json!([]), ship], complete: false },
        default: serde_json::json!([]),
        ahead: false,
    };
    let sections = |text: &str| {
        let typed =
            read_typed(&board, seat, std::slice::from_ref(&open), &[], &[TypedLine { text, line: 1 }]);
        typed.tree.map(|tree| crate::sheet::plain(&tree)).unwrap_or_default()
    };
    for (text, sea) in [
        ("Ship at White Harbor in the Narrow Sea", "Narrow Sea"),
        ("Ship at White Harbor in the Shivering Sea", "Shivering Sea"),
    ] {
        let sections = sections(text);
        assert!(sections["answers"].is_null(), "{text}: {sections}");
        assert!(sections["muster"].to_string().contains(sea), "{text}: {sections}");
    }
}

#[test]
fn a_bid_needs_no_name_where_one_alone_is_asked_for() {
    let board = opening(5);
    let seat = board.world.seat("stark").unwrap();
    let open = |kind: &str, key: &str, ahead: bool| Open {
        seat,
        key: format!("1/{key}"),
        kind: kind.to_owned(),
        question: serde_json::json!({"ask": kind}),
        legal: Listing { answers: vec![], complete: false },
        default: serde_json::Value::Null,
        ahead,
    };
    let all = [
        open("muster", "westeros-1/0/stark/muster", false),
        open("bid", "westeros-3/0/stark/bid/wildlings", true),
        open("bid", "westeros-2/0/stark/bid/fiefdoms", true),
    ];
    let bids = |open: &[Open]| {
        let typed = read_typed(&board, seat, open, &[], &[TypedLine { text: "bid 3", line: 1 }]);
        typed.tree.map(|tree| crate::sheet::plain(&tree)["bids"].clone()).unwrap_or_default()
    };
    assert_eq!(bids(&all[..2]), serde_json::json!({"wildlings": 3}));
    assert!(bids(&all).is_null(), "which of them?");
}

/// Whoever dictates ends no lines: each sentence of a line that is too long counts, and what says nothing is asked back.
#[test]
fn a_line_that_is_too_long_is_read_sentence_by_sentence() {
    let talk = "I have thought about this for a very long time and I hope that it is the right thing to do. ";
    let orders = "Winterfell march +1 to Moat Cailin. White Harbor raid; Shivering Sea support. ";
    let long = format!("Hello. {orders}{}", talk.repeat(8));
    assert!(long.chars().count() > crate::table::LONGEST_LINE);
    let (typed, reading) = stark(&long);
    assert_eq!(typed.fates, [LineFate::Faulty]);
    let plan = reading.unwrap().plan.unwrap();
    let orders = plan.orders.unwrap();
    assert_eq!(orders.keys().collect::<Vec<_>>(), ["the-shivering-sea", "white-harbor", "winterfell"]);
    assert_eq!(plan.marches.len(), 1);
    let errors: Vec<_> = typed.faults.iter().filter(|fault| fault.is_error()).collect();
    assert_eq!(errors.len(), 8, "each sentence that says nothing: {errors:?}");
    let first = errors[0].span.unwrap();
    let shown: String = long.chars().skip(first.column - 1).take(first.length).collect();
    assert_eq!(shown, talk.trim());
    // Orders alone are whole, and talk alone is nobody's plan.
    let short = "Winterfell march +1 to Moat Cailin. White Harbor raid. ";
    let (typed, _) = stark(&format!("{}{short}", "Shivering Sea support. ".repeat(30)));
    assert!(typed.fates != [LineFate::NotMine] && typed.tree.is_some(), "{typed:?}");
    let (typed, _) = stark(&talk.repeat(8));
    assert!(
        typed.fates == [LineFate::NotMine] && typed.tree.is_none() && typed.faults.is_empty(),
        "{typed:?}"
    );
}
