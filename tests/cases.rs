//! Runs every adjudication case in tests/cases (see docs/cases.md).

use ravenpost::casebook::{parse, run};
use ravenpost::report::Writer;
use ravenpost::sheet::Refusal;
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

#[test]
fn every_case_holds() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), &mut paths);
    let writer = Writer::new(&|_| None);
    let words = |game: &str, why: &Refusal| writer.refusal(game, why).expect("words for every refusal");
    let mut numbers: BTreeMap<(String, String), PathBuf> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut count = 0;
    for path in paths {
        let text = fs::read_to_string(&path).expect("a case file");
        let cases = parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for case in &cases {
            count += 1;
            let number = (case.game.clone(), case.case.clone());
            if let Some(other) = numbers.insert(number, path.clone()) {
                failures.push(format!(
                    "{} stands twice: {} and {}",
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
    println!("{count} cases");
    assert!(count > 0, "no cases were found");
    assert!(failures.is_empty(), "{} of {count} cases fail:\n{}", failures.len(), failures.join("\n"));
}
