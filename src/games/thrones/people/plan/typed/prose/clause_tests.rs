//! What is told of a clause that cannot be read: the word that nobody knows, and an example for its area.

use crate::games::thrones::board::Stage;
use crate::games::thrones::people::plan::tests::opening;
use crate::games::thrones::people::plan::typed::read_typed;
use crate::sheet::Fault;
use crate::table::{LineFate, TypedLine};
use serde_json::{Value, json};

fn errors(text: &str) -> Vec<Fault> {
    let mut board = opening(5);
    board.stage = Stage::Planning;
    let seat = board.world.seat("stark").unwrap();
    let typed = read_typed(&board, seat, &[], &[], &[TypedLine { text, line: 1 }]);
    typed.faults.into_iter().filter(Fault::is_error).collect()
}

fn detail(fault: &Fault, name: &str) -> Value {
    fault.why.details().get(name).cloned().unwrap_or_default()
}

#[test]
fn the_word_that_nobody_knows_is_named_and_has_the_caret() {
    for (text, word, column) in [
        ("White Harbor support, Winterfell march +0 to Moat Cailin with elephants", "elephants", 63),
        ("Shivering sea fly", "fly", 15),
        ("winterfell defense, white harbour blah support", "blah", 35),
    ] {
        let errors = errors(text);
        let [error] = errors.as_slice() else { panic!("{text}: {errors:?}") };
        let span = error.span.unwrap();
        assert_eq!((error.why.code(), detail(error, "word")), ("line-unclear", json!(word)), "{text}");
        assert_eq!((span.column, span.length), (column, word.len()), "{text}");
    }
    // Among many words that nobody knows, none of them is to blame.
    let errors = errors("Winterfell march +0 zu Karhold mit dem Ritter, White Harbor support");
    assert!(!errors.is_empty() && errors.iter().all(|error| detail(error, "word").is_null()), "{errors:?}");
}

#[test]
fn a_short_name_of_an_area_is_not_to_blame_and_no_unit_that_the_game_has_not() {
    for text in ["WH M+0>Karhold elephants", "WH support, WF march +0 to elephants"] {
        let errors = errors(text);
        assert_eq!(
            errors.iter().map(|error| detail(error, "word")).collect::<Vec<_>>(),
            ["elephants"],
            "{text}"
        );
    }
    assert!(errors("WF M+0>MC, WH D, Shivering Sea R").is_empty());
    let mut board = opening(5);
    board.stage = Stage::Planning;
    let seat = board.world.seat("baratheon").unwrap();
    let lines = [TypedLine { text: "DS M+0>SE; KW S; Shipbreaker Bay S SE", line: 1 }];
    let typed = read_typed(&board, seat, &[], &[], &lines);
    let errors = typed.faults.iter().filter(|fault| fault.is_error());
    let told: Vec<Value> = errors.map(|fault| detail(fault, "candidates")).collect();
    assert_eq!(told, [json!(["Seagard", "Storm's End"]), json!(["Seagard", "Storm's End"])]);
}

#[test]
fn a_reason_costs_no_order_and_a_condition_does() {
    let read = |text: &str| {
        let mut board = opening(5);
        board.stage = Stage::Planning;
        let seat = board.world.seat("stark").unwrap();
        let typed = read_typed(&board, seat, &[], &[], &[TypedLine { text, line: 1 }]);
        let codes = typed.faults.iter().map(|fault| fault.why.code()).collect::<Vec<_>>().join(" ");
        (typed.fates == [LineFate::Taken], codes)
    };
    let mut bad: Vec<String> = Vec::new();
    for text in [
        "Winterfell march +0 to Karhold because I like it there",
        "Winterfell march +0 to Karhold because it is cold",
        "Winterfell raid because it is cold",
        "Winterfell march +0 to Karhold because Moat Cailin is empty",
        "Winterfell: march +0 to Karhold (because it is cold)",
        "White Harbor: defense. Reason: fear.",
        "White Harbor support, just in case",
        "White Harbor raid, so that the crew is busy",
        "Shivering Sea support in case of ghosts, White Harbor raid, although it rains",
    ] {
        let (taken, codes) = read(text);
        bad.extend((!taken || !codes.contains("line-left-out")).then(|| format!("{text}: {codes}")));
    }
    assert!(bad.is_empty(), "{bad:#?}");
    for text in [
        "Winterfell march +0 to Karhold because Moat Cailin is empty and the footman stays",
        "White Harbor support, although not Winterfell",
        "White Harbor raid because if it rains",
    ] {
        assert!(!read(text).0, "{text}");
    }
}

#[test]
fn the_example_goes_where_the_clause_wanted_to_go() {
    for (goal, meant) in
        [("Moat Cailin", "Moat Cailin"), ("Moat Calin", "Moat Cailin"), ("the castle blakc", "Castle Black")]
    {
        let errors = errors(&format!("White Harbor support, winterfell march +0 to {goal} with elephants"));
        let example = json!({"kind": "march", "from": "Winterfell", "to": meant});
        assert_eq!(
            errors.iter().map(|error| detail(error, "example")).collect::<Vec<_>>(),
            [example],
            "{goal}"
        );
    }
}
