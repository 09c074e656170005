//! Answers of a word or two where one thing alone is asked.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Options;
use crate::games::thrones::editions::NORTH;
use crate::games::thrones::people::plan::typed::read_typed;
use crate::sheet::plain;
use crate::table::{Game, Listing, Open, RandomTable, TypedLine};
use serde_json::{Value, json};

fn opening() -> Board {
    let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
    let game = Thrones::load_edition(&NORTH, &folder, 3, Options::default()).unwrap();
    game.begin(&mut RandomTable::new(1)).unwrap()
}

/// What a line answers where the Wildlings are asked one question of a kind.
fn answer(text: &str, (kind, key): (&str, &str), question: Value, legal: &[Value]) -> Option<Value> {
    let board = opening();
    let seat = board.world.seat("wildlings").unwrap();
    let open = Open {
        seat,
        key: format!("1/marches/2/wildlings/{key}"),
        kind: kind.to_owned(),
        question,
        legal: Listing { answers: legal.to_vec(), complete: true },
        default: Value::Null,
        ahead: false,
    };
    let lines = [TypedLine { text, line: 1 }];
    let tree = read_typed(&board, seat, std::slice::from_ref(&open), &[], &lines).tree?;
    let sections = plain(&tree);
    let (_, values) = sections.as_object()?.iter().next()?;
    Some(values.as_object().and_then(|values| values.values().next()).unwrap_or(values).clone())
}

fn picked(text: &str, legal: &[Value]) -> Option<Value> {
    answer(text, ("pick", "pick/tactic"), Value::Null, legal)
}

#[test]
fn the_only_pick_is_answered_in_words() {
    let one = [json!(null), json!("call-to-arms/b")];
    for text in ["none", "nobody", "pass", "none, thanks"] {
        assert_eq!(picked(text, &one), Some(json!("none")), "{text}");
    }
    for text in ["yes", "Yes please", "use it", "call to arms b", "use call to arms b", "b", "yes, b"] {
        assert_eq!(picked(text, &one), Some(json!("call-to-arms/b")), "{text}");
    }
    let two = [json!(null), json!("call-to-arms/a"), json!("call-to-arms/b")];
    assert_eq!(picked("yes", &two), None, "it does not say which");
    assert_eq!(picked("a", &two), Some(json!("call-to-arms/a")));
    let level = [json!(null), json!(3)];
    for text in ["3", "yes 3", "yes, 3", "yes"] {
        assert_eq!(picked(text, &level), Some(json!(3)), "{text}");
    }
    let places = [json!(null), json!("thenn"), json!("fist-of-the-first-men")];
    assert_eq!(picked("the fist", &places), Some(json!("fist-of-the-first-men")));
    assert_eq!(picked("Antler", &places), None);
    let pays = [json!(null), json!("pay")];
    let supply = |text: &str| answer(text, ("pick", "pick/others-supply"), Value::Null, &pays);
    for text in ["yes", "supply yes", "supply: yes", "supply pay", "yes, pay", "pay"] {
        assert_eq!(supply(text), Some(json!("pay")), "{text}");
    }
    for text in ["no", "none", "supply no", "supply: none"] {
        assert_eq!(supply(text), Some(json!("none")), "{text}");
    }
    assert_eq!(supply("supply"), None);
    // As the rules ask it, for so many tokens; a greeting pays nothing.
    let tokens = [json!(null), json!(3)];
    let supply = |text: &str| answer(text, ("pick", "pick/others-supply"), Value::Null, &tokens);
    assert_eq!(supply("3"), Some(json!(3)));
    for text in ["Hallo!", "Thanks!", "Thank you.", "Cheers"] {
        assert_eq!(supply(text), None, "{text}");
    }
    let sides = [json!("nights-watch"), json!("others"), json!("both")];
    assert_eq!(picked("both", &sides), Some(json!("both")));
    assert_eq!(picked("the Watch", &sides), Some(json!("nights-watch")));
    assert_eq!(picked("none", &sides), None, "nothing is no answer");
}

/// Whom an ability is used on says that it is used.
#[test]
fn a_side_answers_whether_a_card_is_used() {
    let pillage = [json!(null), json!("pillage/a")];
    for (text, said) in [
        ("Watch", "Watch"),
        ("the Watch", "the Watch"),
        ("Others", "Others"),
        ("yes, the Others", "the Others"),
        ("on the watch, please", "the watch"),
    ] {
        assert_eq!(picked(text, &pillage), Some(json!(said)), "{text}");
    }
    assert_eq!(picked("the Watch is mine", &pillage), None);
    let two = [json!(null), json!("pillage/a"), json!("call-to-arms/a")];
    assert_eq!(picked("Watch", &two), None, "it does not say which");
}

#[test]
fn the_only_support_is_answered_in_words() {
    let support = |text: &str| {
        let question = json!({"ask": "support", "attacker": "others", "defender": "wildlings"});
        let legal = [json!("none"), json!("attacker"), json!("defender")];
        answer(text, ("support", "support/thenn/milkwater"), question, &legal)
    };
    for text in ["defender", "the defender", "me", "myself", "support me", "support: defender", "Wildlings"] {
        assert_eq!(support(text), Some(json!("defender")), "{text}");
    }
    for text in ["attacker", "the others", "support the attacker please", "Attacker, please."] {
        assert_eq!(support(text), Some(json!("attacker")), "{text}");
    }
    assert_eq!(support("none"), Some(json!("none")));
    assert_eq!(support("nobody"), Some(json!("none")));
}

#[test]
fn a_march_that_can_go_nowhere_is_answered_in_a_word() {
    let stays = |from: &str| json!({"from": from, "to": {}, "leave-power": false});
    let march = |legal: &[Value]| answer("none", ("march", "march"), json!({"ask": "march"}), legal);
    let said = march(&[stays("thenn")]).unwrap();
    assert_eq!((&said["from"], &said["to"]), (&json!("thenn"), &json!({})), "{said}");
    assert_eq!(march(&[stays("thenn"), stays("milkwater")]), None, "it does not say which");
}

#[test]
fn nobody_goes_on_the_quest() {
    let legal = [json!({}), json!({"milkwater": {"footman": 1}})];
    let said = answer("nobody", ("quest", "quest"), json!({"ask": "quest"}), &legal);
    assert_eq!(said, Some(json!({})));
}

#[test]
fn what_one_order_musters_is_answered_in_words() {
    let zombie = |area: &str| json!([{"area": area, "build": "zombie"}]);
    let upgrade = |area: &str, to: &str| json!([{"area": area, "upgrade": to}]);
    let muster =
        |text: &str, legal: &[Value]| answer(text, ("muster", "muster"), json!({"ask": "muster"}), legal);
    let one = [json!([]), zombie("antler"), upgrade("antler", "other")];
    for text in ["zombie", "a zombie please", "1 zombie", "make a zombie"] {
        assert_eq!(muster(text, &one), Some(zombie("antler")), "{text}");
    }
    // With its place it is what the section says, to which another message may add other places.
    for text in ["zombie in antler", "antler: zombie", "a zombie in Antler please"] {
        assert_eq!(muster(text, &one), Some(json!(["zombie"])), "{text}");
    }
    for text in ["upgrade", "upgrade to other"] {
        assert_eq!(muster(text, &one), Some(upgrade("antler", "other")), "{text}");
    }
    assert_eq!(muster("none", &one), Some(json!([])));
    assert_eq!(muster("2 zombies", &one), None);
    let two = [json!([]), zombie("antler"), zombie("thenn")];
    assert_eq!(muster("a zombie", &two), None, "it does not say where");
    assert_eq!(muster("a zombie in Thenn", &two), Some(json!(["zombie"])));
}

/// The only march that is asked about needs no area to be named.
#[test]
fn the_only_march_is_answered_in_words() {
    let question = json!({"ask": "march", "orders": {"milkwater": ["thenn", "antler"]}});
    let march = |text: &str| {
        let stays = json!({"from": "milkwater", "to": {}, "leave-power": false});
        answer(text, ("march", "march"), question.clone(), &[stays])
    };
    let area =
        |text: &str| march(text).and_then(|said| Some(said[0]["to"].as_object()?.keys().next()?.clone()));
    for text in [
        "to Thenn",
        "Thenn",
        "all to Thenn",
        "Thenn with all",
        "Thenn, all",
        "footman to Thenn",
        "everything to Thenn, leave power",
        "go to Thenn please",
        "march to Thenn",
        "-> Thenn",
    ] {
        assert_eq!(area(text).as_deref(), Some("Thenn"), "{text}: {:?}", march(text));
    }
    for text in ["stay", "stay put", "nobody moves", "no march", "all stay", "none"] {
        let said = march(text);
        let stays = said
            .as_ref()
            .map(|said| if said.is_array() { said[0]["to"].clone() } else { said["to"].clone() });
        assert!(stays == Some(json!("none")) || stays == Some(json!({})), "{text}: {said:?}");
    }
    for text in
        ["Milkwater", "I like Thenn", "Thenn is cold", "perhaps to Thenn", "not to Thenn", "to Winterfell"]
    {
        assert_eq!(area(text), None, "{text}");
    }
}

/// A question may be named by its whole key, as the sheet has it.
#[test]
fn a_whole_key_names_its_question() {
    let pays = [json!(null), json!("pay")];
    let said = answer(
        "1/marches/2/wildlings/pick/others-supply: pay",
        ("pick", "pick/others-supply"),
        Value::Null,
        &pays,
    );
    assert_eq!(said, Some(json!("pay")));
    assert_eq!(
        answer("1/marches/2/others/raven: none", ("pick", "pick/others-supply"), Value::Null, &pays),
        None
    );
}

#[test]
fn some_words_of_one_answer_tell_it() {
    let cards = [json!("rains-of-autumn"), json!("storm-of-swords"), json!("last-days-of-summer")];
    for (text, said) in [
        ("storm", "storm-of-swords"),
        ("Last Days of Summer please", "last-days-of-summer"),
        ("I take the rains", "rains-of-autumn"),
        ("I choose storm of swords", "storm-of-swords"),
    ] {
        assert_eq!(answer(text, ("pick", "pick/card"), Value::Null, &cards), Some(json!(said)), "{text}");
    }
    let two = [json!("storm-of-swords"), json!("storm-of-rains")];
    for (text, legal) in
        [("storm", two.as_slice()), ("of", &cards), ("summer storm", &cards), ("what a storm", &cards)]
    {
        assert_eq!(answer(text, ("pick", "pick/card"), Value::Null, legal), None, "{text}");
    }
    for text in ["nothing to change", "no change, please", "I do not use it", "not used", "leave it"] {
        let raven = [json!(null), json!({"area": "thenn", "order": "raid"})];
        let said = answer(text, ("raven", "raven"), json!({"ask": "raven"}), &raven);
        assert_eq!(said, Some(json!("none")), "{text}");
    }
}

/// What is taken back within a line is no part of a list.
#[test]
fn second_thoughts_within_a_line_are_asked_back() {
    let lose =
        |text: &str| answer(text, ("casualties", "casualties/thenn"), json!({"ask": "casualties"}), &[]);
    assert!(
        lose("footman").is_some() && lose("footman, giant").is_some() && lose("footman, or giant").is_some()
    );
    for text in [
        "giant. No, sorry, the footman!",
        "the giant, no wait, footman",
        "the giant. Sorry, footman.",
        "giant - I mean the footman",
        "giant, rather the footman",
        "giant! Actually the footman",
    ] {
        assert_eq!(lose(text), None, "{text}");
    }
}

/// One house is chosen by its name, or by an order of which it is the first.
#[test]
fn one_house_decides_a_tie() {
    let tie = |text: &str, legal: &[Value]| {
        answer(text, ("tie", "tie/iron-throne/0"), json!({"ask": "tie"}), legal)
    };
    let one = [json!("nights-watch"), json!("wildlings")];
    for (text, said) in [
        ("Wildlings", "wildlings"),
        ("the Watch first", "nights-watch"),
        ("me then the Watch", "wildlings"),
        ("Others, Watch, Wildlings", "nights-watch"),
        ("wildlings i guess", "wildlings"),
    ] {
        assert_eq!(tie(text, &one), Some(json!(said)), "{text}");
    }
    for text in ["Others", "not the Watch", "the Watch or whoever"] {
        assert_eq!(tie(text, &one), None, "{text}");
    }
    let order = [json!(["nights-watch", "wildlings"]), json!(["wildlings", "nights-watch"])];
    assert_eq!(tie("me then the Watch", &order), Some(json!(["wildlings", "nights-watch"])));
    assert_eq!(tie("me", &order), None);
}
