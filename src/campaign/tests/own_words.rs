//! Whatever a question says can be said back: every question of whole random games, of every game, is answered in its own words.

use crate::games;
use crate::plan::{Chosen, choose, said_choice};
use crate::table::{
    Choices, LineFate, Open, Played, Position, Progress, RecordDesk, Referee, Seat, Seed, TypedLine,
};
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The games, with the number of players and how many questions of each are answered.
const GAMES: &[(&str, u8, usize)] = &[
    ("thrones-1e", 5, 500),
    ("thrones-2e", 6, 500),
    ("thrones-nine", 8, 300),
    ("beyond-the-wall", 3, 500),
    ("westeros-and-the-north", 9, 300),
    ("king-is-dead", 3, 200),
];
/// Plays a game at random, and shows every question before it is answered.
fn each_question(
    (game, players, most): (&str, u8, usize),
    seed: u64,
    mut look: impl FnMut(&dyn Referee, &Position, &Open),
) {
    let referee = games::referee(game, players, &Value::Null, &|_| None).unwrap();
    let mut dice = Rng::with_seed(seed);
    let mut answers: BTreeMap<String, Value> = BTreeMap::new();
    let seed = || Seed([seed as u8; 32]);
    let mut position = referee.begin(&mut RecordDesk::new(&answers, seed())).unwrap();
    let plans = vec![Vec::new(); usize::from(players)];
    let mut asked_so_far = 0;
    while asked_so_far < most {
        let played = referee.play(&position, &plans, &mut RecordDesk::new(&answers, seed())).unwrap();
        match played {
            Played::Done { position: next, progress } => {
                position = next;
                answers.clear();
                if progress == Progress::Ended {
                    return;
                }
            }
            Played::Paused(asked) => {
                for open in &asked.open {
                    asked_so_far += 1;
                    let seen = referee.seen(&asked.position, open.seat).unwrap();
                    look(&*referee, &seen, open);
                    let legal = &open.legal.answers;
                    let answer = if legal.is_empty() {
                        open.default.clone()
                    } else {
                        legal[dice.usize(..legal.len())].clone()
                    };
                    answers.insert(open.key.clone(), answer);
                }
            }
        }
    }
}

fn choices_of(referee: &dyn Referee, at: &Position, open: &Open) -> Choices {
    let names = [("Frank".to_owned(), Seat(0)), ("Gwen".to_owned(), Seat(1))];
    referee.choices(at, open.seat, open, &names).unwrap().unwrap()
}

#[test]
fn each_legal_answer_is_read_in_the_words_of_its_question() {
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (number, game) in GAMES.iter().enumerate() {
        each_question(*game, number as u64 + 1, |referee, at, open| {
            let choices = choices_of(referee, at, open);
            let kind = format!("{} {}", game.0, open.kind);
            let count = seen.entry(kind).or_default();
            count.0 += 1;
            count.1 += usize::from(!choices.all.is_empty());
            if std::env::var("SHOW").is_ok() && count.0 <= 3 {
                let all: Vec<String> =
                    choices.all.iter().map(|choice| said_choice(&choices, choice)).collect();
                println!(
                    "{} {} {} {all:?} of {:?} ex {:?}",
                    game.0,
                    open.key,
                    open.question,
                    &open.legal.answers[..open.legal.answers.len().min(6)],
                    choices.examples
                );
            }
            for (place, choice) in choices.all.iter().enumerate() {
                let said = said_choice(&choices, choice);
                let capitals = said.to_uppercase();
                for text in [
                    said.clone(),
                    capitals,
                    format!("{said}, please."),
                    format!("{said}\nNora"),
                    format!("I would like to answer: {said}, mate."),
                ] {
                    let found = choose(&choices, &text);
                    let is_it = matches!(found, Chosen::One { at, .. } if at == place);
                    assert!(
                        is_it,
                        "{} {}: {text:?} is {found:?}, not {place} of {:?}",
                        game.0, open.key, choices.all
                    );
                }
            }
        });
    }
    for (kind, (asked, named)) in &seen {
        println!("{kind}: {named} of {asked}");
    }
    let of = |kind: &str| {
        seen.iter().filter(|(known, _)| known.ends_with(kind)).map(|(_, count)| count.1).sum::<usize>()
    };
    for kind in
        ["bid", "tie", "support", "card", "blade", "retreat", "ability", "westeros", "pick", "raise", "turn"]
    {
        assert!(of(kind) > 0, "{kind}: {seen:?}");
    }
}

/// Texts that people wrote, by the end of the key or the kind of the question, with the answer that they are.
fn sentences(open: &Open) -> Vec<(&'static str, Value)> {
    let key = open.key.as_str();
    match open.kind.as_str() {
        "blade" => vec![
            ("Yes please, Nora.", json!(true)),
            ("Yes, please do use the Valyrian Steel Blade.", json!(true)),
            ("I should be grateful if you would draw the Blade.", json!(true)),
            ("nah save it", json!(false)),
            ("No, thanks. Wait - no, really no.", json!(false)),
        ],
        "support" => vec![
            ("Attacker, please.", json!("attacker")),
            ("the defender, thats the one", json!("defender")),
            ("support the attacker and villa won 2-1", json!("attacker")),
            ("nobody", json!("none")),
            ("Neither, sorry", json!("none")),
        ],
        "westeros" if open.legal.answers.contains(&json!("last-days-of-summer")) => vec![
            ("nothing happens", json!("last-days-of-summer")),
            ("Nothing happens please", json!("last-days-of-summer")),
            ("Neither, sorry", json!("last-days-of-summer")),
            ("I choose nothing", json!("last-days-of-summer")),
            ("nothing", json!("last-days-of-summer")),
        ],
        "raven" => vec![
            ("I do not wish to use the Messenger Raven on this occasion.", Value::Null),
            ("No change, please.", Value::Null),
            ("Keep everything as it is", Value::Null),
            ("No, thanks. Wait - no, really no.", Value::Null),
        ],
        "pick" if key.ends_with("wildling-card") => vec![
            ("Oh dear. Put it under the deck please... yes under.", json!("bottom")),
            ("on top of the deck", json!("top")),
            ("bottom", json!("bottom")),
        ],
        "pick" if key.contains("others-supply") && open.legal.answers.len() == 2 => {
            vec![("no more barrels, thanks", Value::Null), ("do not pay", Value::Null)]
        }
        "turn" => vec![
            ("I would prefer to pass this time.", json!("pass")),
            ("I shall not be playing a card at this time.", json!("pass")),
        ],
        _ => Vec::new(),
    }
}

/// A text is the answer that it names, and is asked back if it names two, denies what it names, or asks.
#[test]
fn what_people_write_is_read_or_asked_back() {
    let mut read: BTreeMap<String, usize> = BTreeMap::new();
    for (number, game) in GAMES.iter().enumerate() {
        each_question(*game, number as u64 + 11, |referee, at, open| {
            let choices = choices_of(referee, at, open);
            let legal = |(_, answer): &(&str, Value)| open.legal.answers.contains(answer);
            for (text, answer) in sentences(open).into_iter().filter(legal) {
                let found = choose(&choices, text);
                let Chosen::One { at, .. } = found else {
                    panic!("{} {text:?} is {found:?} of {choices:?}", open.key)
                };
                let plan = &choices.all[at].plan;
                let is_it = plan["answers"][&open.key] == answer
                    || open.kind == "turn" && plan.to_string().contains("pass");
                assert!(is_it, "{} {text:?}: {plan}", open.key);
                *read.entry(format!("{} {answer}", open.kind)).or_default() += 1;
            }
            let one = |place: usize| {
                let choice = choices
                    .all
                    .get(place)
                    .filter(|choice| matches!(choice.named[..], [(thing, 1)] if thing > 1))?;
                Some(said_choice(&choices, choice))
            };
            let (Some(a), Some(b)) = (one(0), one(1)) else { return };
            *read.entry(format!("two {}", open.kind)).or_default() += 1;
            for text in [
                format!("{a} or {b}"),
                format!("{a}. No, sorry, {b}!"),
                format!("not {a}"),
                format!("not {a}, {b}"),
                format!("{a} if it rains"),
                format!("Can it be {a}?"),
                format!("{a}. Wait"),
            ] {
                assert!(matches!(choose(&choices, &text), Chosen::Unclear { .. }), "{} {text}", open.key);
            }
            for text in [
                format!("{b} i guess. gutted. villa lost too"),
                format!("{b} like i said, and tell henk he is next if it goes wrong"),
                format!("Sorry, {b}."),
            ] {
                assert!(
                    matches!(choose(&choices, &text), Chosen::One { at: 1, .. }),
                    "{} {text} {choices:?}",
                    open.key
                );
            }
        });
    }
    for kind in [
        "blade true",
        "support \"attacker\"",
        "westeros \"last-days-of-summer\"",
        "raven null",
        "turn \"pass\"",
        "two card",
        "two retreat",
        "two bid",
    ] {
        assert!(read.contains_key(kind), "{kind}: {read:?}");
    }
}

/// What is shown as an example is read as it is.
#[test]
fn each_example_is_taken() {
    let mut taken = BTreeMap::new();
    let mut look = |referee: &dyn Referee, at: &Position, open: &Open| {
        let choices = choices_of(referee, at, open);
        for example in &choices.examples {
            let lines = [TypedLine { text: &example.said, line: 1 }];
            let own = std::slice::from_ref(open);
            let game = |lines: &[TypedLine<'_>]| referee.read_typed(at, open.seat, own, &[], lines).unwrap();
            let asked = crate::campaign::only_question((referee, at), (open.seat, &[]), (own, false));
            let typed = asked.expect("one question").read(&lines, &game);
            assert_eq!(typed.fates, [LineFate::Taken], "{} {:?}", example.said, typed.faults);
            let reading =
                referee.read_plan(at, open.seat, std::slice::from_ref(open), &typed.tree.unwrap()).unwrap();
            assert!(
                reading.faults.iter().all(|fault| !fault.is_error()),
                "{} {:?}",
                example.said,
                reading.faults
            );
            *taken.entry(open.kind.clone()).or_insert(0) += 1;
        }
    };
    each_question(("king-is-dead", 3, 200), 4, &mut look);
    each_question(("thrones-1e", 5, 300), 5, &mut look);
    each_question(("thrones-2e", 6, 300), 6, &mut look);
    assert!(taken["turn"] > 100 && taken["raven"] > 10, "{taken:?}");
}
