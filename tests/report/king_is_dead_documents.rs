//! Plans of The King is Dead as players write them, good and bad, with all that is said of them: each
//! tests/plans/king-is-dead/NAME.yaml has its receipt next to it in NAME.txt. `UPDATE_PLANS=1 cargo test --test report plan`
//! writes the receipts anew, to be looked at.

use ravenpost::games::king_is_dead::KingIsDead;
use ravenpost::games::king_is_dead::board::Board;
use ravenpost::games::king_is_dead::data::Options;
use ravenpost::games::king_is_dead::people::plan;
use ravenpost::report::Writer;
use ravenpost::sheet::excerpt;
use ravenpost::table::{Game, RandomTable, Seat};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

const FOLDER: &str = "tests/plans/king-is-dead";

fn documents() -> Vec<PathBuf> {
    let all = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = all.filter(|path| path.extension().is_some_and(|e| e == "yaml")).collect();
    all.sort();
    all
}

/// The opening of the game that the first line of a document names, and its seat: `# morgan of 3`, `# kay of 4 with Mordred`.
fn position(text: &str) -> (KingIsDead, Board, Seat) {
    let head = text.lines().next().unwrap_or_default().trim_start_matches('#');
    let words: Vec<&str> = head.split_whitespace().collect();
    let [seat, "of", players, rest @ ..] = words.as_slice() else { panic!("{head} names no seat") };
    let folder = |file: &str| ravenpost::games::embedded("king-is-dead", file).map(str::to_owned);
    let options = Options { mordred: rest == ["with", "Mordred"], ..Options::default() };
    let game = KingIsDead::load(&folder, players.parse().unwrap(), options).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let seat = game.seats().iter().position(|known| known.id == *seat).expect("a seat of the game");
    (game, board, Seat(seat as u8))
}

fn receipt(text: &str) -> (String, BTreeSet<&'static str>) {
    let (game, board, seat) = position(text);
    let writer = Writer::new(&|_| None);
    let envelope = ravenpost::plan::read_text(text, &game.seats());
    let given = envelope.document.plan.as_ref().expect("a plan");
    let reading = plan::read(&board, seat, &[], &given.value);
    let verdict = match (&reading.plan, reading.faults.iter().any(|fault| fault.is_error())) {
        (Some(_), false) => "a good plan",
        (Some(_), true) => "a plan that is good in part",
        (None, _) => "a bad plan",
    };
    let mut out = format!("{verdict}\n");
    for item in &reading.understood {
        let line = item.span.map_or("-".to_owned(), |span| format!("{}:{}", span.line, span.column));
        let words =
            writer.fragment("king-is-dead", "understood.md", &Value::Null, &json!({"what": item.what}));
        let words = words.unwrap_or_else(|error| panic!("{}: {error}", item.what));
        writeln!(out, "{line} {}", words.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap();
    }
    for fault in &reading.faults {
        let why =
            writer.refusal("king-is-dead", &fault.why).unwrap_or_else(|e| panic!("{:?}: {e}", fault.why));
        writeln!(out, "\n{}", excerpt(text, fault, &why)).unwrap();
    }
    (out, reading.faults.iter().map(|fault| fault.why.code()).collect())
}

#[test]
fn plans_of_the_king_and_their_receipts() {
    let update = std::env::var_os("UPDATE_PLANS").is_some();
    let mut wrong = Vec::new();
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        let ((receipt, _), beside) = (receipt(&text), path.with_extension("txt"));
        if update {
            std::fs::write(&beside, &receipt).unwrap();
        }
        if std::fs::read_to_string(&beside).unwrap_or_default() != receipt {
            wrong.push(format!("{}:\n{receipt}", path.display()));
        }
        let excerpts = receipt.lines().skip_while(|line| !line.is_empty());
        let wide = excerpts.filter(|line| !line.contains('^')).find(|line| line.chars().count() > 72);
        assert_eq!(wide, None, "{}", path.display());
    }
    assert!(documents().len() >= 12, "the documents are gone");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A code that no document meets is one whose words nobody has seen.
#[test]
fn nearly_every_code_of_a_kings_plan_is_met() {
    let texts = documents().into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    let met: BTreeSet<&str> = texts.flat_map(|text| receipt(&text).1).collect();
    // They depend on a position in the middle of a game, or on names and sentences that this board does not have.
    let elsewhere = [
        "region-resolved",
        "turn-over",
        "no-effect-now",
        "summon-not-now",
        "plan-form",
        "ambiguous-name",
        "guard-ambiguous",
        "guard-no-loyalists",
        // Of free lines, which no document is.
        "line-unclear",
        "turn-after-unread",
        "line-left-out",
        "list-replaced",
        "list-changed",
        "list-cut",
        "turns-rest",
    ];
    let missed: Vec<&&str> =
        plan::REFUSALS.iter().filter(|code| !met.contains(**code) && !elsewhere.contains(code)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    let (game, ..) = position("# morgan of 3");
    let listed = game.refusal_codes();
    assert!(met.iter().all(|code| listed.contains(code)), "{met:?}");
}
