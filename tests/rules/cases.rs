//! Runs every adjudication case in tests/cases (see docs/cases.md).

use super::our_words::OurWords;
use ravenpost::casebook::{describe, parse, run};
use ravenpost::games::thrones::{realm, war};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).expect("tests/cases").map(|e| e.expect("entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            found.push(path);
        }
    }
}

/// Cases in a file, counted without the reader of cases: each begins with its number.
fn written(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("- case:") || line.starts_with("case:")).count()
}

#[test]
fn every_case_holds() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), &mut paths);
    let words = OurWords::new();
    let mut numbers: BTreeMap<(String, String), PathBuf> = BTreeMap::new();
    let mut failures = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a case file");
        let cases = parse(&text).unwrap_or_else(|faults| {
            panic!("{}\n{}", path.display(), describe(&text, &faults, &words).join("\n"))
        });
        assert!(!cases.is_empty(), "{} holds no case", path.display());
        assert_eq!(cases.len(), written(&text), "{}: cases are lost in reading", path.display());
        for case in &cases {
            let folder = path.parent().and_then(Path::file_name).expect("a folder");
            assert_eq!(folder, case.game.as_str(), "{} is in the folder of another game", case.case);
            let number = (case.game.clone(), case.case.clone());
            if let Some(other) = numbers.insert(number, path.clone()) {
                failures.push(format!(
                    "{} is there twice: {} and {}",
                    case.case,
                    other.display(),
                    path.display()
                ));
            }
            let verdict = run(case, &words);
            if !verdict.passes() {
                failures.push(format!(
                    "{} {}\n    {}",
                    verdict.case,
                    verdict.title,
                    verdict.problems.join("\n    ")
                ));
            }
        }
    }
    let count = |game: &str| numbers.keys().filter(|(of, _)| of == game).count();
    let counts: Vec<(&str, usize)> =
        ravenpost::games::ALL.iter().map(|game| (game.id, count(game.id))).collect();
    println!("{counts:?}");
    assert!(failures.is_empty(), "{} of {counts:?} cases fail:\n{}", failures.len(), failures.join("\n"));
    // A suite that has shrunk is noticed; raise these when cases are added.
    for (game, least) in [
        ("thrones-1e", 572),
        ("thrones-2e", 541),
        ("thrones-nine", 94),
        ("king-is-dead", 138),
        ("beyond-the-wall", 397),
        ("westeros-and-the-north", 99),
    ] {
        assert!(count(game) >= least, "{game} has {} cases, and had {least}", count(game));
    }
}

/// How long the two lists are from which the second edition was written; of the rulings one is about what no card of the box
/// does (10: a card that comes back after it was replaced).
const RULES_OF_THE_SECOND: u32 = 57;
const RULINGS_OF_THE_SECOND: (u32, u32) = (107, 10);

/// Each entry of the two lists has a case, each House card and each wildling card two: the ordinary use and an awkward one,
/// or the outcome of each attack.
#[test]
fn each_rule_and_card_of_the_second_edition_has_a_case() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/thrones-2e"), &mut paths);
    let (mut rules, mut rulings) = (BTreeSet::new(), BTreeSet::new());
    let mut cards: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a case file");
        let cases = parse(&text).unwrap_or_else(|_| panic!("{}", path.display()));
        for part in cases.iter().flat_map(|case| case.rule.split(';')).map(str::trim) {
            let numbers = |text: &str| -> Vec<u32> {
                text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
            };
            if let Some(rest) = part.strip_prefix("2e") {
                rules.extend(numbers(rest));
            } else if part.starts_with("ruling") {
                rulings.extend(numbers(part));
            } else if let Some(rest) = part.strip_prefix("cards ") {
                rest.split(',').for_each(|id| *cards.entry(id.trim().to_owned()).or_default() += 1);
            }
        }
    }
    let missing: Vec<u32> = (1..=RULES_OF_THE_SECOND).filter(|number| !rules.contains(number)).collect();
    assert!(missing.is_empty(), "rules without a case: {missing:?}");
    let (last, idle) = RULINGS_OF_THE_SECOND;
    let missing: Vec<u32> =
        (1..=last).filter(|number| *number != idle && !rulings.contains(number)).collect();
    assert!(missing.is_empty(), "rulings without a case: {missing:?}");
    let printed = |file: &str, mark: &str| -> Vec<String> {
        let text = ravenpost::games::embedded("thrones-2e", file).expect("the game's own data");
        let ids =
            text.lines().filter(|line| line.contains(mark)).filter_map(|line| line.split("id: ").nth(1));
        ids.filter_map(|rest| rest.split([',', '}']).next()).map(|id| id.trim().to_owned()).collect()
    };
    let house_cards = printed("houses.yaml", "strength: ");
    assert_eq!(house_cards.len(), 42);
    let few: Vec<&String> =
        house_cards.iter().filter(|id| cards.get(*id).is_none_or(|number| *number < 2)).collect();
    assert!(few.is_empty(), "House cards with fewer than two cases: {few:?}");
    let wildlings = [
        "a-king-beyond-the-wall",
        "crow-killers",
        "mammoth-riders",
        "massing-on-the-milkwater",
        "preemptive-raid",
        "rattleshirts-raiders",
        "silence-at-the-wall",
        "skinchanger-scout",
        "the-horde-descends",
    ];
    for id in wildlings {
        assert!(cards.get(id).is_some_and(|number| *number >= 2), "{id} has no case for each outcome");
    }
}

/// Refusals of the rules that cannot come up in the second edition: those of the first, and those of the north.
const NOT_OF_THE_SECOND: [&str; 9] = [
    "bid-side-missing",
    "disband-too-little",
    "disband-too-much",
    "march-power-never",
    "muster-not-recruited",
    "order-consolidate-at-sea",
    "order-support-cut-off",
    "order-support-nowhere",
    "order-unmanned",
];
const OF_THE_NORTH: [&str; 5] = ["gift-", "quest-", "raise-", "return-", "tactic-"];

/// Each refusal of the rules that can come up in the second edition has a case that quotes its words.
#[test]
fn each_refusal_of_the_second_edition_has_a_case_with_its_words() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/thrones-2e"), &mut paths);
    let mut quoted = BTreeSet::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a case file");
        let cases: Vec<Value> =
            serde_yaml::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let refused = cases.iter().filter_map(|case| case.get("refused")?.as_array()).flatten();
        let with_words = refused.filter(|refused| refused.get("says").is_some());
        quoted.extend(with_words.filter_map(|refused| refused["because"].as_str().map(str::to_owned)));
    }
    let here = |code: &&&str| {
        !NOT_OF_THE_SECOND.contains(code) && !OF_THE_NORTH.iter().any(|prefix| code.starts_with(prefix))
    };
    let missing: Vec<&&str> = [realm::REFUSALS, war::REFUSALS]
        .into_iter()
        .flatten()
        .filter(here)
        .filter(|code| !quoted.contains(**code))
        .collect();
    assert!(missing.is_empty(), "refusals without a case that quotes them: {missing:?}");
}
