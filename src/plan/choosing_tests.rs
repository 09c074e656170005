//! How many of each thing a text means, however it says so.

use super::choosing::{Chosen, choose, said};
use crate::table::{Choice, Choices, Thing};
use serde_json::Value;

const PLACES: [&str; 3] = ["Milkwater", "Antler", "Thenn"];

/// Every way to take at most two from each of three places, but not none at all.
fn choices() -> Choices {
    let mut choices = Choices::new();
    let thing = |name: &str| Thing { names: vec![name.to_owned()], many: String::new() };
    choices.things.extend(PLACES.map(thing));
    for number in 1..27_u64 {
        let counts = [number % 3, number / 3 % 3, number / 9];
        let named = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let named = named.map(|(place, count)| (place + 2, count)).collect();
        choices.all.push(Choice { plan: Value::from(number), named, ordered: false });
    }
    choices
}

#[test]
fn as_many_are_meant_as_are_said() {
    let choices = choices();
    for (at, choice) in choices.all.iter().enumerate() {
        let each = |with: &dyn Fn(&str, u64) -> String| {
            let parts: Vec<String> =
                choice.named.iter().map(|(thing, count)| with(PLACES[thing - 2], *count)).collect();
            parts.join(", ")
        };
        let backwards = || {
            let all = choice.named.iter().rev();
            all.map(|(thing, count)| format!("{count} from {}", PLACES[thing - 2]))
                .collect::<Vec<_>>()
                .join(" and ")
        };
        for text in [
            each(&|place, count| format!("{place} {count}")),
            each(&|place, count| format!("{count} in {place}")),
            each(&|place, count| vec![place; count as usize].join(", ")),
            backwards(),
            said(&choices, choice),
        ] {
            assert!(
                matches!(choose(&choices, &text), Chosen::One { at: found, .. } if found == at),
                "{text}"
            );
        }
    }
}

/// Where each can be had once, what is said twice is meant once.
#[test]
fn what_can_be_had_once_is_meant_once() {
    let mut choices = choices();
    choices.all.retain(|choice| choice.named.iter().all(|(_, count)| *count == 1));
    for (at, choice) in choices.all.iter().enumerate() {
        let names: Vec<&str> = choice.named.iter().map(|(thing, _)| PLACES[thing - 2]).collect();
        let twice = [names.clone(), names].concat().join(", ");
        assert!(matches!(choose(&choices, &twice), Chosen::One { at: found, .. } if found == at), "{twice}");
    }
}

/// What is put off is not declined.
#[test]
fn not_alone_declines_nothing() {
    let mut choices = choices();
    choices.all.push(Choice { plan: Value::from(0), named: vec![(Choices::NONE, 1)], ordered: false });
    let none = choices.all.len() - 1;
    for text in ["Not now", "not this time, thanks", "No thank you", "not at all", "no"] {
        assert!(matches!(choose(&choices, text), Chosen::One { at, .. } if at == none), "{text}");
    }
    for text in ["Not sure yet, will answer tonight!", "I have not decided", "not yet"] {
        assert_eq!(choose(&choices, text), Chosen::Nothing, "{text}");
    }
}

/// In a short answer "me" is a name like any other; in a long sentence it is how people talk.
#[test]
fn me_in_a_long_sentence_chooses_nobody() {
    let mut choices = Choices::new();
    for (place, names) in [vec!["Stark", "me"], vec!["Lannister"]].into_iter().enumerate() {
        let names = names.into_iter().map(str::to_owned).collect();
        choices.things.push(Thing { names, many: String::new() });
        choices.all.push(Choice { plan: Value::from(place), named: vec![(place + 2, 1)], ordered: false });
    }
    let chosen = |text: &str| match choose(&choices, text) {
        Chosen::One { at, .. } => Some(at),
        _ => None,
    };
    assert_eq!((chosen("me"), chosen("Stark"), chosen("Lannister")), (Some(0), Some(0), Some(1)));
    // The same words with a name that is none of these.
    let talk = |name: &str| format!("well the house that i want to give this old thing to is {name}");
    assert_eq!((chosen(&talk("me")), chosen(&talk("Stark"))), (None, Some(0)));
    assert_eq!(chosen("it goes to me"), Some(0));
}

#[test]
fn a_number_is_said_where_it_is_more_than_one() {
    let mut choices = choices();
    choices.things.push(Thing { names: vec!["footman".to_owned()], many: "footmen".to_owned() });
    let footman = choices.things.len() - 1;
    for (named, is) in [
        (vec![(2, 1)], "Milkwater"),
        (vec![(2, 2)], "Milkwater 2"),
        (vec![(3, 1), (2, 3)], "Antler, Milkwater 3"),
        (vec![(footman, 1)], "footman"),
        (vec![(footman, 2), (4, 1)], "2 footmen, Thenn"),
    ] {
        let choice = Choice { plan: Value::Null, named, ordered: false };
        assert_eq!(said(&choices, &choice), is);
    }
}

/// Where answers can follow each other, the same said twice is not one answer alone, so that the game may read two.
#[test]
fn what_is_repeated_is_no_whole_answer_of_a_list() {
    let mut choices = choices();
    choices.all.retain(|choice| choice.named.iter().all(|(_, count)| *count == 1));
    let whole =
        |choices: &Choices, text: &str| matches!(choose(choices, text), Chosen::One { whole: true, .. });
    choices.things[Choices::NONE].names = vec!["pass".to_owned()];
    choices.add(Value::Null, vec![(Choices::NONE, 1)], false);
    for (complete, twice) in [(true, true), (false, false)] {
        choices.complete = complete;
        assert!(whole(&choices, "pass") && whole(&choices, "nothing, I pass"), "{complete}");
        assert_eq!(whole(&choices, "pass, pass"), twice, "{complete}");
        assert!(whole(&choices, "Pass. I pass."), "{complete}");
    }
}

/// Where answers may say more than those that are known, words of how long, when or what then are part of the answer.
#[test]
fn what_may_be_a_longer_answer_is_none_of_the_short_ones() {
    let mut choices = choices();
    choices.all.clear();
    choices.complete = false;
    choices.things[Choices::NONE].names = vec!["pass".to_owned()];
    choices.add(Value::Null, vec![(Choices::NONE, 1)], false);
    let is_one = |choices: &Choices, text: &str| matches!(choose(choices, text), Chosen::One { .. });
    for text in [
        "pass the rest of the game",
        "once everybody has moved I pass as well",
        "wait for Bert to move, pass after that",
        "pass 2",
        "a) pass b) pass",
        "Bert should pass",
        "please undo my pass",
    ] {
        assert!(!is_one(&choices, text), "{text}");
    }
    for text in ["Not a good hand this, pass", "my dog ate it, pass"] {
        assert!(is_one(&choices, text), "{text}");
    }
    // What puts something else in the place of what was named stands behind it.
    choices.things.push(Thing { names: vec!["Crown".to_owned()], many: String::new() });
    let corrected = |text: &str| matches!(choose(&choices, text), Chosen::Unclear { corrected: true });
    assert!(corrected("Crown, sorry, pass") && !corrected("Sorry for the delay! Crown pass"));
}

/// One and several of a thing have the same name but for an "s", from three letters on: "ask" and "asks", but not "as" and "ass".
#[test]
fn short_words_are_no_plurals() {
    use super::choosing::same;
    for (one, many, is_same) in
        [("ask", "asks", true), ("ship", "ships", true), ("as", "ass", false), ("i", "is", false)]
    {
        assert_eq!((same(one, many), same(many, one)), (is_same, is_same), "{one} {many}");
        assert!(same(one, one) && same(many, many), "{one} {many}");
    }
}

/// What follows on a word that takes back counts again; what came before it does not.
#[test]
fn only_the_last_word_takes_back() {
    let mut choices = choices();
    choices.all.retain(|choice| choice.named.iter().all(|(_, count)| *count == 1));
    let milkwater = choices.all.iter().position(|choice| choice.named == [(2, 1)]).unwrap();
    for (text, is_answer) in [
        ("wait, Milkwater", true),
        ("Milkwater, oops, Milkwater", true),
        ("Milkwater, Milkwater", true),
        ("Milkwater, wait", false),
        ("Milkwater, Milkwater, wait", false),
        ("wait, Milkwater, wait", false),
    ] {
        let chosen = choose(&choices, text);
        let is_it = matches!(chosen, Chosen::One { at, .. } if at == milkwater);
        assert_eq!(is_it, is_answer, "{text}: {chosen:?}");
        assert!(is_answer || matches!(chosen, Chosen::Unclear { .. }), "{text}: {chosen:?}");
    }
}

/// Every order of some houses, by their names.
fn orders(names: &[&[&str]]) -> Choices {
    let mut choices = Choices::new();
    let things: Vec<usize> = names
        .iter()
        .map(|names| choices.thing(names.iter().map(|name| (*name).to_owned()).collect(), String::new()))
        .collect();
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in &things {
        all = all
            .iter()
            .flat_map(|begun| {
                let left = things.iter().filter(|thing| !begun.contains(thing));
                left.map(|thing| [begun.as_slice(), &[*thing]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    for order in all {
        choices.add(Value::from(order.clone()), order.iter().map(|thing| (*thing, 1)).collect(), true);
    }
    choices.complete = true;
    choices
}

#[test]
fn an_order_may_be_begun_and_counted() {
    const OWN: &[&str] = &["Baratheon", "me"];
    const WALLY: &[&str] = &["Stark", "Wally"];
    let (two, three) = (orders(&[OWN, WALLY]), orders(&[OWN, WALLY, &["Lannister", "Kit"]]));
    for (choices, text, is) in [
        (&two, "Me first, Wally second", Some("[2,3]")),
        (&two, "me of course. final", Some("[2,3]")),
        (&two, "first Wally, second me", Some("[3,2]")),
        (&two, "Wally again! and the same for anything else you ask", Some("[3,2]")),
        (&two, "Wally last", None),
        (&two, "Wally last, me first", None),
        (&two, "second Wally, first me", None),
        (&two, "anyone but Wally", None),
        (&two, "not Wally", None),
        (&three, "Me, then Wally. Kit last, he knows why", Some("[2,3,4]")),
        (&three, "Me, then Wally", Some("[2,3,4]")),
        (&three, "Wally", None),
    ] {
        let found = match choose(choices, text) {
            Chosen::One { at, .. } => Some(choices.all[at].plan.to_string()),
            _ => None,
        };
        assert_eq!(found.as_deref(), is, "{text}");
    }
}

/// One name is the answer, whatever its writer says beside it; what is asked before it is talk.
#[test]
fn one_name_is_the_answer_whatever_is_said_beside_it() {
    let mut choices = Choices::new();
    for name in ["Stannis Baratheon", "Renly Baratheon", "storm of swords", "nothing happens"] {
        let thing = choices.thing(vec![name.to_owned()], String::new());
        choices.add(name.into(), vec![(thing, 1)], false);
    }
    choices.complete = true;
    for (text, is) in [
        ("chuck stannis at her lol. sorry ingrid nothing personal", Some("Stannis Baratheon")),
        ("renly why not", Some("Renly Baratheon")),
        (
            "Put to the sword, is it? I think we'd best have a quiet year. Nothing happens, please.",
            Some("nothing happens"),
        ),
        ("Stannis? No. Renly.", None),
        ("Renly. Or is Stannis better?", None),
        ("Stannis or Renly", None),
        ("anybody, but not Stannis", None),
    ] {
        let found = match choose(&choices, text) {
            Chosen::One { at, .. } => choices.all[at].plan.as_str().map(str::to_owned),
            _ => None,
        };
        assert_eq!(found.as_deref(), is, "{text}");
    }
}

/// Which sentence answers, where the others give a reason, tell of what was named, or say the same; and where they may change it.
#[test]
fn one_sentence_answers_beside_others_that_change_nothing() {
    let mut blade = Choices::new();
    blade.things[Choices::YES].names = vec!["the Blade".to_owned()];
    blade.complete = true;
    blade.add(Value::from(true), vec![(Choices::YES, 1)], false);
    blade.add(Value::from(false), vec![(Choices::NONE, 1)], false);
    let one = |choices: &Choices, text: &str| match choose(choices, text) {
        Chosen::One { at, .. } => Some(at),
        _ => None,
    };
    for text in [
        "There is no need for the Blade here, so no.",
        "No, I save the power",
        "No, thank you, I have no wish to use the Blade; it is better at home. No.",
    ] {
        assert_eq!(one(&blade, text), Some(1), "{text}");
    }
    assert_eq!(one(&blade, "No, but use the Blade"), None);
}
