//! The examples of the rulebooks' chapters on playing by mail: what a player copies out of a mail or a terminal is a plan.

use ravenpost::campaign::Chapters;
use ravenpost::games::king_is_dead::{self, KingIsDead};
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::people::plan;
use ravenpost::report::Writer;
use ravenpost::sheet::{Fault, Node, parse};
use ravenpost::table::{Game, RandomTable, Seat};
use serde_json::{Value, json};

/// Returns the chapter on playing by mail, as `ravenpost rulebook GAME mail` prints it.
fn chapter(game: &str) -> String {
    let rules = Chapters::of(game).unwrap();
    let chapter = rules.find("mail").unwrap();
    let part = json!({"game": game, "chapters": rules.names(), "chapter": chapter});
    Writer::new(&|_| None).page("mail", "mail/rules.md", &Value::Null, &json!({"part": part})).unwrap()
}

/// Returns the plans in a text: lines set off by a bar, the first of which is `plan:`.
fn plans(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let Some(line) = line.strip_prefix("| ") else {
            inside = false;
            continue;
        };
        if line == "plan:" {
            all.push(String::new());
            inside = true;
        }
        if let (true, Some(plan)) = (inside, all.last_mut()) {
            plan.push_str(line);
            plan.push('\n');
        }
    }
    all
}

fn errors(faults: &[Fault]) -> Vec<&'static str> {
    faults.iter().filter(|fault| fault.is_error()).map(|fault| fault.why.code()).collect()
}

/// Returns the errors of a plan of Stark's at the opening of a game of five.
fn stark(node: &Node) -> Vec<&'static str> {
    let folder = |file: &str| ravenpost::games::embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, 5, Default::default()).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    errors(&plan::read(&board, board.world.seat("stark").unwrap(), &[], node).faults)
}

fn value(text: &str) -> Node {
    let node = parse(text).unwrap_or_else(|faults| panic!("{faults:?} in\n{text}"));
    node.entries().unwrap()[0].1.clone()
}

#[test]
fn the_examples_of_thrones_can_be_copied() {
    let all = plans(&chapter("thrones-1e"));
    assert_eq!(all.len(), 1, "{}", chapter("thrones-1e"));
    assert_eq!(stark(&value(&all[0])), Vec::<&str>::new(), "{}", all[0]);
}

#[test]
fn the_examples_of_the_king_can_be_copied() {
    let all = plans(&chapter("king-is-dead"));
    assert_eq!(all.len(), 1, "{}", chapter("king-is-dead"));
    let folder = |file: &str| ravenpost::games::embedded("king-is-dead", file).map(str::to_owned);
    let game = KingIsDead::load(&folder, 3, Default::default()).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let reading = king_is_dead::people::plan::read(&board, Seat(1), &[], &value(&all[0]));
    assert_eq!(errors(&reading.faults), Vec::<&str>::new(), "{}", all[0]);
    assert_eq!(reading.plan.unwrap().turns.len(), 5);
}

/// The table of sections has an example for each.
#[test]
fn every_section_of_the_rulebook_is_read_as_it_stands_there() {
    let rules = std::fs::read_to_string("docs/rules/thrones-1e.md").unwrap();
    let table = rules.split_once("| Rules | Section | Example |").unwrap().1;
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('`').collect())
        .collect();
    assert!(rows.len() >= 10, "{rows:?}");
    for row in rows {
        let [_, section, _, example, ..] = row.as_slice() else { panic!("{row:?}") };
        let node = parse(&format!("{section}: {example}")).unwrap();
        assert_eq!(stark(&node), Vec::<&str>::new(), "{section}: {example}");
    }
}

/// A longer line would be broken in a terminal and in a message, and could not be copied.
#[test]
fn the_examples_of_plans_fit_a_message() {
    for entry in std::fs::read_dir("docs/rules").unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let blocks = text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
        let long: Vec<&str> = blocks.flat_map(str::lines).filter(|line| line.chars().count() > 64).collect();
        assert!(long.is_empty(), "{}: {long:?}", path.display());
    }
}
