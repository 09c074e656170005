//! Runs every adjudication case in tests/cases (see docs/cases.md).

use super::our_words::OurWords;
use ravenpost::casebook::{describe, parse, run};
use std::collections::BTreeMap;
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
        ("thrones-2e", 522),
        ("thrones-nine", 94),
        ("king-is-dead", 138),
        ("beyond-the-wall", 364),
        ("westeros-and-the-north", 96),
    ] {
        assert!(count(game) >= least, "{game} has {} cases, and had {least}", count(game));
    }
}
