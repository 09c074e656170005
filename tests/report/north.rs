//! Order sheets of the north: every example on one is understood, and every question has a title in words.

use crate::fixture::*;
use ravenpost::games;
use ravenpost::report::model::{GameName, Question, TurnReport};
use ravenpost::sheet::{Severity, parse};
use ravenpost::table::{Open, Played, Position, Progress, RecordDesk, Referee, Seat, Seed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The text of a seat's report.
fn text(game: &dyn Referee, id: &str, at: &Position, seat: Seat, open: &[Open]) -> String {
    let info = game.seats().swap_remove(seat.index());
    let mut model: TurnReport = report(&[], vec![]);
    model.head.seat = Some(named(&info.id, &info.name));
    model.head.game = GameName { id: id.into(), title: "The north".into(), templates: "thrones".into() };
    model.view = game.view(at, Some(seat)).expect("a view").into();
    model.asked = open.iter().map(Question::from).collect();
    model.sheet = Some(game.sheet(at, seat, open).expect("a sheet"));
    writer().write(&model).unwrap_or_else(|e| panic!("{e}")).mail.text
}

/// The sheet's examples as plans: the block at its end without its hashes, and the lists after "such as".
fn examples(text: &str) -> Vec<String> {
    let sheet: Vec<&str> =
        text.lines().skip_while(|line| *line != "plan:").take_while(|line| *line != "---").collect();
    let is_entry = |line: &&str| {
        let key = line.strip_prefix("  # ").and_then(|line| line.split_once(':')).map(|(key, _)| key);
        key.is_some_and(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase()))
    };
    let more = sheet
        .iter()
        .skip_while(|line| !line.contains("MORE, if you like"))
        .skip_while(|line| !is_entry(line));
    // One of the two lines about the quest.
    let more = more.filter(|line| line.starts_with("  # ") && !line.contains("quest: none"));
    let block: Vec<String> = more.map(|line| line.replacen("# ", "", 1)).collect();
    let mut all = Vec::new();
    if !block.is_empty() {
        all.push(format!("plan:\n{}\n", block.join("\n")));
    }
    let whole = sheet.iter().map(|line| line.trim().trim_start_matches("# ")).collect::<Vec<_>>().join(" ");
    for (begins, section) in [
        ("QUEST.", "quest: "),
        ("TIES.", "ties: "),
        ("UNITS YOU GIVE UP", "disband: "),
        ("TACTIC DECK.", "tactics: "),
    ] {
        let said = whole.split_once(begins).map(|(_, rest)| rest.split(": ~").next().unwrap_or(rest));
        let list =
            said.and_then(|said| said.split_once("such as ")).and_then(|(_, said)| said.split_once(']'));
        all.extend(list.map(|(list, _)| format!("plan: {{{section}{list}]}}")));
    }
    // Not those of CONSOLIDATE POWER: a sheet has that section for what Yoren and Call to Arms recruit too, and there the Watch
    // and the Wildlings are refused. Nor ships, whose example names one sea for all places.
    if let Some((_, rest)) = whole.split_once("MUSTERING")
        && let Some((said, _)) = rest.split_once("muster: ")
    {
        // What the most points of a place pay: its name is on one line, its points are on the next.
        let mut most: Option<(u8, &str)> = None;
        let lines: Vec<&str> = sheet.iter().skip_while(|line| **line != "  muster:").copied().collect();
        for pair in lines.windows(2).take_while(|pair| !pair[1].is_empty()) {
            let name = pair[0].strip_prefix("    ").and_then(|line| line.strip_suffix(": ~"));
            let points =
                pair[1].trim().strip_prefix("# ").and_then(|rest| rest.split(' ').next()?.parse().ok());
            if let (Some(name), Some(points)) = (name, points)
                && most.is_none_or(|(best, _)| points > best)
            {
                most = Some((points, name.trim_matches('"')));
            }
        }
        let place = most.map_or("", |(_, place)| place);
        let lists = said.split('[').skip(1).filter_map(|list| list.split_once(']'));
        all.extend(
            lists
                .filter(|(list, _)| most.is_some() && !list.starts_with("ship"))
                .map(|(list, _)| format!("plan: {{muster: {{\"{place}\": [{list}]}}}}")),
        );
    }
    all
}

fn is_understood(game: &dyn Referee, at: &Position, seat: Seat, open: &[Open], plan: &str) {
    let tree = parse(plan).unwrap_or_else(|faults| panic!("{faults:?}\n{plan}"));
    let (_, node) = &tree.entries().expect("a map")[0];
    let reading = game.read_plan(at, seat, open, node).expect("a position");
    let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.severity == Severity::Error).collect();
    assert!(errors.is_empty() && reading.plan.is_some(), "{errors:?}\n{plan}");
}

/// The title of a question is words, not the key of one.
fn has_a_title(view: &Value, open: &Open) {
    let decision = serde_json::json!({"decision": {"kind": open.kind, "key": open.key, "answer": null}});
    let said = writer().fragment("thrones", "decision.md", &view["names"], &decision).expect("words");
    let title = said.split(": ").next().unwrap_or_default();
    let is_key =
        |word: &str| word.contains('/') || word.contains('-') && word.chars().all(|c| !c.is_uppercase());
    assert!(!title.split_whitespace().any(is_key), "{}: {said}", open.key);
    let receipt = serde_json::json!({"what":
        {"item": "answer", "question": open.key, "kind": open.kind, "answer": "x"}});
    let said = writer().fragment("thrones", "understood.md", &view["names"], &receipt).expect("words");
    assert!(!said.contains('/') && !said.split_whitespace().any(is_key), "{}: {said}", open.key);
}

fn play(id: &str, players: u8, seed: u8, stages: usize, kinds: &mut BTreeSet<String>) -> usize {
    let game = games::referee(id, players, &Value::Null, &|_| None).expect("the game's own data");
    let game = game.as_ref();
    let mut record = BTreeMap::new();
    let mut at = game.begin(&mut RecordDesk::new(&record, Seed([seed; 32]))).expect("set-up");
    let mut dice = fastrand::Rng::with_seed(seed.into());
    let (mut checked, mut left) = (0, stages);
    let plans: Vec<Vec<&Value>> = vec![vec![]; usize::from(players)];
    while left > 0 {
        let played = game.play(&at, &plans, &mut RecordDesk::new(&record, Seed([seed; 32])));
        match played.expect("a game") {
            Played::Done { position, progress } => {
                (at, left) = (position, left - 1);
                if progress == Progress::Ended {
                    break;
                }
            }
            Played::Paused(asked) => {
                let here = asked.position;
                for seat in (0..players).map(Seat) {
                    let open: Vec<Open> =
                        asked.open.iter().filter(|open| open.seat == seat).cloned().collect();
                    if open.is_empty() {
                        continue;
                    }
                    let view = game.view(&here, Some(seat)).expect("a view");
                    open.iter().for_each(|open| has_a_title(&view, open));
                    for plan in examples(&text(game, id, &here, seat, &open)) {
                        is_understood(game, &here, seat, &open, &plan);
                        checked += 1;
                    }
                    let plan = game.suggest(&here, seat, &open, &mut dice).expect("a plan");
                    let plan = game.write_plan(&plan, &here).expect("a text");
                    is_understood(game, &here, seat, &open, &plan);
                }
                for open in asked.open.iter().filter(|open| !open.ahead) {
                    kinds.insert(open.kind.clone());
                    let answer = dice.choice(&open.legal.answers).unwrap_or(&open.default);
                    record.insert(open.key.clone(), answer.clone());
                }
            }
        }
    }
    checked
}

#[test]
fn every_example_on_a_sheet_of_the_north_is_understood() {
    let mut kinds = BTreeSet::new();
    let checked: usize = (1..5).map(|seed| play("beyond-the-wall", 3, seed, 60, &mut kinds)).sum();
    assert!(checked > 50 && kinds.contains("quest") && kinds.contains("muster"), "{checked}: {kinds:?}");
    assert!(play("westeros-and-the-north", 6, 1, 12, &mut kinds) > 10);
}

/// What the rulebook prints of tactic cards is what the mails say of them, with the price that is taken.
#[test]
fn tactic_cards_are_told_with_their_prices_as_in_the_rulebook() {
    let game = games::referee("beyond-the-wall", 3, &Value::Null, &|_| None).expect("the game's own data");
    let position = game.begin(&mut RecordDesk::new(&BTreeMap::new(), Seed([7; 32]))).expect("set-up");
    let view = game.view(&position, Some(Seat(0))).expect("a view");
    let book = std::fs::read_to_string("docs/rules/beyond-the-wall.md").expect("the rulebook");
    let words = std::fs::read_to_string("templates/thrones/words.yaml").expect("the words");
    let mut told = 0;
    for (id, card) in view["tactics"].as_object().expect("cards") {
        let head = format!("| {} | {} | ", card["number"], card["name"].as_str().expect("a name"));
        let row =
            book.lines().find_map(|line| line.strip_prefix(&head)).unwrap_or_else(|| panic!("no row {head}"));
        let cells: Vec<&str> = row.trim_end_matches('|').split(" | ").map(str::trim).collect();
        for (letter, cell) in ["a", "b"].into_iter().zip(cells) {
            assert_eq!(cell.is_empty(), card[letter] == "", "{id}/{letter}");
            if cell.is_empty() {
                continue;
            }
            let cost = card["costs"][letter].as_u64().expect("a number");
            let price = format!("*{cost} power.* ");
            // What a barrel costs stands in the sentence.
            let priced = cost > 0 && format!("{id}/{letter}") != "advanced-planning/b";
            let text = if priced { cell.strip_prefix(&price) } else { Some(cell) };
            let text = text.unwrap_or_else(|| panic!("{id}/{letter}: {price} in {cell}"));
            assert!(words.contains(&format!("\n  {id}/{letter}: \"{text}\"\n")), "{id}/{letter}: {text}");
            told += 1;
        }
    }
    assert_eq!(told, 35);
}
