//! The order sheet and the reader of plans: what the sheet offers can be written there and means what it says. A
//! game is played by nothing but filled-in sheets.

use crate::fixture::*;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::report::Writer;
use ravenpost::report::model::{Question, TurnReport};
use ravenpost::sheet::{Node, Severity, parse};
use ravenpost::table::{
    Game, Host, Note, Open, Played, Position, Progress, RecordDesk, Referee, Seat, SeatInfo, Seed,
    Understood, lent,
};
use serde_json::Value;
use std::collections::BTreeMap;

fn host() -> Host<Thrones> {
    let folder = |file: &str| ravenpost::games::embedded("thrones-1e", file).map(str::to_owned);
    Host::new(Thrones::load(&folder, 3, Options::default()).expect("the game's own data"))
}

/// Plays a stage in which whatever is neither on record nor in a plan is asked; says which answers plans gave.
fn play_stage(
    host: &Host<Thrones>,
    from: &Position,
    plans: &[Vec<Value>],
    record: &BTreeMap<String, Value>,
) -> (Played, BTreeMap<String, Value>) {
    let mut desk = RecordDesk::new(record, Seed([7; 32]));
    let played = host.play(from, &lent(plans), &mut desk).expect("a game");
    let answer = |note| match note {
        Note::Answer(answered) => Some((answered.key, answered.answer)),
        Note::Ignored(ignored) => panic!("{}: {}: {:?}", ignored.key, ignored.answer, ignored.why),
        _ => None,
    };
    (played, desk.into_notes().into_iter().filter_map(answer).collect())
}

/// The order sheet of a seat as it stands in its mail, line by line.
fn sheet(
    writer: &Writer,
    host: &Host<Thrones>,
    at: &Position,
    seat: Seat,
    open: &[Open],
) -> (Vec<String>, Value) {
    let info: SeatInfo = host.seats().swap_remove(seat.index());
    let data = host.sheet(at, seat, open).expect("a sheet");
    let mut model: TurnReport = report(&[], vec![]);
    model.head.seat = Some(named(&info.id, &info.name));
    model.view = host.view(at, Some(seat)).expect("a view").into();
    model.asked = open.iter().map(Question::from).collect();
    model.sheet = Some(data.clone());
    let text = writer.write(&model).unwrap_or_else(|e| panic!("{e}")).mail.text;
    let lines = text.lines().skip_while(|l| *l != "---").skip(1).take_while(|l| *l != "---");
    (lines.map(str::to_owned).collect(), data)
}

/// Writes an answer in its place, and says what it must come to.
fn fill(lines: &mut [String], names: &Value, data: &Value, open: &Open, choice: usize) -> Value {
    let mut put = |begins: &str, what: &str| {
        let line = lines.iter_mut().find(|line| line.trim_start().starts_with(&format!("{begins}: ~")));
        let line = line.unwrap_or_else(|| panic!("no place for {begins}"));
        *line = line.replacen('~', what, 1);
    };
    let answer = &open.legal.answers[choice % open.legal.answers.len()];
    let name = |id: &str| names[id].as_str().expect("a name").to_owned();
    match open.kind.as_str() {
        "orders" => {
            for (area, order) in answer.as_object().expect("orders by area") {
                put(&name(area), order.as_str().expect("an order"));
            }
            if answer.as_object().is_some_and(serde_json::Map::is_empty) {
                let line = lines.iter_mut().find(|line| line.trim() == "orders:").expect("the section");
                *line = "  orders: none".into();
                lines.iter_mut().filter(|line| line.ends_with(": ~")).for_each(String::clear);
            }
            answer.clone()
        }
        "bid" => {
            let on = match open.question["on"].as_str().expect("an auction") {
                "iron-throne" => "iron throne",
                "kings-court" => "court",
                other => other,
            };
            put(on, &answer.to_string());
            answer.clone()
        }
        "muster" => {
            let line = lines.iter_mut().find(|line| line.trim() == "muster:").expect("the section");
            *line = "  muster: none".into();
            lines.iter_mut().filter(|line| line.ends_with(": ~")).for_each(String::clear);
            Value::Array(vec![])
        }
        _ => {
            let item = data["answers"]
                .as_array()
                .expect("answers")
                .iter()
                .find(|item| item["key"] == open.key.as_str());
            let item = item.expect("the question");
            let shown: Vec<&Value> =
                ["words", "forms"].iter().flat_map(|list| item[*list].as_array().expect("a list")).collect();
            let choice = choice % shown.len();
            put(&open.key, shown[choice].as_str().expect("a text"));
            open.legal.answers[choice].clone()
        }
    }
}

fn plan_of(lines: &[String]) -> Node {
    let text = lines.join("\n");
    let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let entries = node.entries().expect("a map");
    entries.iter().find(|(key, _)| key.text() == Some("plan")).expect("a plan").1.clone()
}

/// What was understood is told in words, each on one line.
fn understood_in_words(items: &[Understood]) {
    for item in items {
        let data = serde_json::json!({"what": item.what});
        let said = writer().fragment("thrones", "understood.md", &Value::Null, &data);
        let said = said.unwrap_or_else(|e| panic!("{}: {e}", item.what));
        assert!(!said.contains("item: ") && !said.trim().is_empty(), "{}: {said}", item.what);
    }
}

/// Plays a game and counts the questions of each kind.
fn play(seed: u64, kinds: &mut BTreeMap<String, usize>) {
    let (host, writer) = (host(), writer());
    let mut record = BTreeMap::new();
    let mut at = host.begin(&mut RecordDesk::new(&record, Seed([7; 32]))).expect("set-up");
    let mut plans: Vec<Vec<Value>> = vec![vec![]; 3];
    let mut dice = fastrand::Rng::with_seed(seed);
    for _ in 0..700 {
        let (played, given) = play_stage(&host, &at, &plans, &record);
        record.extend(given);
        match played {
            Played::Done { position, progress } => {
                at = position;
                plans = vec![vec![]; 3];
                if progress == Progress::Ended {
                    break;
                }
            }
            Played::Paused(asked) => {
                let here = asked.position;
                let names = host.view(&here, None).expect("a view")["names"].clone();
                plans = vec![vec![]; 3];
                let mut expected = vec![];
                for seat in [0, 1, 2].map(Seat) {
                    let open: Vec<Open> =
                        asked.open.iter().filter(|open| open.seat == seat).cloned().collect();
                    if open.is_empty() {
                        continue;
                    }
                    let (mut lines, data) = sheet(writer, &host, &here, seat, &open);
                    let unfilled = host.read_plan(&here, seat, &open, &plan_of(&lines)).expect("a position");
                    assert_eq!(unfilled.plan, None, "an unfilled sheet is no plan");
                    let codes: Vec<&str> = unfilled.faults.iter().map(|fault| fault.why.code()).collect();
                    assert_eq!(codes, ["plan-empty"]);
                    for open in &open {
                        expected.push((
                            open.key.clone(),
                            fill(&mut lines, &names, &data, open, dice.usize(..1000)),
                        ));
                        *kinds.entry(open.kind.clone()).or_default() += 1;
                    }
                    let read = host.read_plan(&here, seat, &open, &plan_of(&lines)).expect("a position");
                    let errors: Vec<_> =
                        read.faults.iter().filter(|f| f.severity == Severity::Error).collect();
                    assert!(errors.is_empty(), "{errors:?}\n{}", lines.join("\n"));
                    understood_in_words(&read.understood);
                    plans[seat.index()] = vec![read.plan.expect("a plan")];
                }
                // Played again, the game finds what the sheets say.
                let (_, given) = play_stage(&host, &at, &plans, &record);
                for (key, answer) in expected {
                    assert_eq!(given.get(&key), Some(&answer), "{key}");
                    record.insert(key, answer);
                }
                plans = vec![vec![]; 3];
            }
        }
    }
}

#[test]
fn games_are_played_by_filled_in_sheets() {
    let mut kinds = BTreeMap::new();
    (0..6).for_each(|seed| play(seed, &mut kinds));
    println!("{kinds:?}");
    for kind in
        ["orders", "bid", "march", "support", "card", "blade", "raid", "tie", "disband", "muster", "raven"]
    {
        assert!(kinds.contains_key(kind), "{kind} never came up: {kinds:?}");
    }
}

#[test]
fn what_is_commented_out_can_be_taken_in() {
    let game = game();
    let board = game.begin(&mut ravenpost::table::RandomTable::new(7)).expect("set-up");
    let text = writer().write(&report(&[orders()], vec![])).expect("a mail").mail.text;
    let lines: Vec<String> = text
        .lines()
        .skip_while(|l| *l != "---")
        .skip(1)
        .take_while(|l| *l != "---")
        .map(|line| {
            let example = [
                "  # raids:",
                "  #   -",
                "  # marches:",
                "  # support:",
                "  # battle:",
                "  #   ",
                "  # bids:",
                "  # otherwise:",
            ];
            let line = if example.iter().any(|e| line.starts_with(e)) {
                line.replacen("# ", "", 1)
            } else {
                line.to_owned()
            };
            line.replace("    Winterfell: ~", "    Winterfell: march+0")
        })
        .collect();
    let reading = game.read_plan(&board, Seat(0), &[orders()], &plan_of(&lines));
    let errors: Vec<_> = reading.faults.iter().filter(|f| f.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", lines.join("\n"));
    assert!(reading.plan.is_some());
    let items: Vec<&str> = reading.understood.iter().filter_map(|u| u.what["item"].as_str()).collect();
    understood_in_words(&reading.understood);
    for item in ["order", "raid", "march", "support", "cards", "blade", "retreat", "bid", "otherwise"] {
        assert!(items.contains(&item), "{item} is missing: {items:?}");
    }
}

#[test]
fn everything_a_plan_can_say_is_understood_in_words() {
    let game = game();
    let board = game.begin(&mut ravenpost::table::RandomTable::new(7)).expect("set-up");
    let plan = "\
orders: {Winterfell: march+0, White Harbor: none}
bids: {iron throne: 1, wildlings: 2, ties: [stark, tyrell]}
muster: {Winterfell: [knight], White Harbor: [ship in The Narrow Sea]}
disband: [footman at Winterfell, all ships]
reward: [Robb Stark]
raven: {Winterfell: defense}
raids: [{from: The Shivering Sea, at: [The Narrow Sea]}]
marches: [{from: Winterfell, to: {Moat Cailin: all}, leave power: yes, unless: defended by more than 3}]
support: {own: always, lannister: never, others: ask, Moat Cailin: attacker}
battle: {cards: [Robb Stark], blade: no, retreat: [Winterfell], lose: [footman], attacking: {cards: [Eddard Stark]}}
abilities: {Luwin: Robb Stark}
otherwise: best guess
";
    let node = parse(plan).unwrap_or_else(|faults| panic!("{faults:?}"));
    let reading = game.read_plan(&board, Seat(0), &[], &node);
    understood_in_words(&reading.understood);
    let items: std::collections::BTreeSet<&str> =
        reading.understood.iter().filter_map(|item| item.what["item"].as_str()).collect();
    assert!(items.len() >= 18, "{items:?} {:?}", reading.faults);
}
