//! What answers one question that is asked alone.

use super::*;
use crate::campaign::intake::sure::is_guess;
use crate::table::Example;

#[test]
fn a_turn_is_asked_back_with_what_was_not_read_and_a_form() {
    let mut choices = Choices::new();
    for card in ["Settlement", "Crown", "Garrison", "Ambassador"] {
        let thing = choices.thing(vec![card.to_owned()], String::new());
        choices.examples.push(Example { said: format!("play {card}"), things: vec![thing] });
    }
    choices.complete = false;
    let asked = Asked { choices, beside: false, people: Vec::new(), called: Vec::new(), among: false };
    let game = |lines: &[TypedLine<'_>]| {
        let mut typed = Typed::nothing(lines);
        for (line, fate) in lines.iter().zip(&mut typed.fates) {
            if let Some(at) = line.text.find("romano") {
                *fate = LineFate::Faulty;
                let why = Refusal::new("line-unclear").with("text", line.text.get(at..));
                typed.faults.push(Fault::error(span_of(line), why));
            }
        }
        typed
    };
    let why = |text: &str| {
        let typed = asked.read(&[TypedLine { text, line: 1 }], &game);
        let faults: Vec<Value> =
            typed.faults.iter().map(|fault| Value::Object(fault.why.details().clone())).collect();
        faults.first().cloned().unwrap_or_default()
    };
    let unread = why("Settlement: scots to deva, romano to caerleon");
    assert_eq!((&unread["part"], &unread["form"]), (&"romano to caerleon".into(), &true.into()));
    assert_eq!(unread["legal"], serde_json::json!(["play Settlement"]));
    // It is shown where it stands, whatever line is the first.
    let lines = ["Crown", "", "Settlement: romano to caerleon"];
    let lines: Vec<TypedLine<'_>> =
        lines.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    let spans: Vec<_> = asked.read(&lines, &game).faults.iter().filter_map(|fault| fault.span).collect();
    assert_eq!(spans.first().map(|span| span.line), Some(3));
    // Of many examples a few show the form.
    let many = why("Settlement or Crown or Garrison or Ambassador");
    assert_eq!((many["legal"].as_array().map(Vec::len), many.get("part")), (Some(FORMS), None));
}

/// One line may be a whole turn by itself and, with those below it, the beginning of one.
#[test]
fn lines_that_make_one_turn_together_are_not_asked_back() {
    let mut choices = Choices::new();
    choices.complete = false;
    for name in ["Scots", "Deva", "Welsh"] {
        choices.thing(vec![name.to_owned()], String::new());
    }
    choices.examples.push(Example { said: "play Scots".to_owned(), things: vec![1] });
    let asked = Asked { choices, beside: false, people: Vec::new(), called: Vec::new(), among: false };
    let game = |lines: &[TypedLine<'_>]| {
        let mut typed = Typed::nothing(lines);
        let plays = lines.iter().any(|line| line.text.starts_with("play"));
        for (line, fate) in lines.iter().zip(&mut typed.fates) {
            if plays && !line.text.is_empty() {
                *fate = LineFate::Taken;
                typed.tree = Some(node(span_of(line), &"taken".into()));
            }
        }
        typed
    };
    let lines = ["play: Scots", "place: Deva", "summon: Welsh"];
    let lines: Vec<TypedLine<'_>> =
        lines.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    let typed = asked.read(&lines, &game);
    assert_eq!((typed.fates, typed.faults), (vec![LineFate::Taken; 3], vec![]));
}

/// Where other questions may come up, a number or a "no" may be meant for them: only a name answers.
#[test]
fn beside_other_questions_only_a_name_answers() {
    let mut choices = Choices::new();
    let [left, two] = ["left", "2"].map(|name| choices.thing(vec![name.to_owned()], String::new()));
    for thing in [left, two, Choices::NONE] {
        choices.add(thing.into(), vec![(thing, 1)], false);
    }
    for (text, beside) in [("left", true), ("the left, please", true), ("2", false), ("none", false)] {
        let is_one = |beside: bool| {
            let asked = Asked {
                choices: choices.clone(),
                beside,
                people: Vec::new(),
                called: Vec::new(),
                among: false,
            };
            matches!(asked.chosen(text), Chosen::One { .. })
        };
        assert_eq!((is_one(false), is_one(true)), (true, beside), "{text}");
    }
}

#[test]
fn a_name_that_was_stretched_is_a_guess_and_that_of_a_player_is_none() {
    let problem = |why: Refusal| crate::campaign::intake::problems::refused(&why);
    let taken = |code: &'static str| Refusal::new(code).with("name", "Karhould").with("as", "Karhold");
    assert!(is_guess(&problem(taken("plan-taken-as"))) && is_guess(&problem(taken("taken-as"))));
    assert!(is_guess(&problem(Refusal::new(UNDERSTOOD))));
    assert!(!is_guess(&problem(taken("taken-as").with("player", true))));
    assert!(is_guess(&problem(Refusal::new("place-not-now"))));
    assert!(!is_guess(&problem(Refusal::new("line-unclear"))));
}
