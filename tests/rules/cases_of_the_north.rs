//! That the cases of the north leave nothing out: every reading B-… and every refusal of its own has one.

use ravenpost::games::thrones::realm;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The readings, by their first and last numbers (docs/disputed-points.md has those that a campaign may choose).
const READINGS: [(u32, u32); 11] = [
    (1, 9),
    (10, 19),
    (20, 35),
    (40, 51),
    (55, 60),
    (62, 66),
    (70, 77),
    (80, 88),
    (92, 97),
    (101, 118),
    (120, 128),
];

/// Readings that no case can show, with the test that does.
const WITHOUT: [(u32, &str); 1] = [
    // Press is no matter of the rules that a case plays.
    (5, "src/games/thrones/people/plan/north_tests.rs"),
];

/// The beginnings of the codes that only the north has.
const CODES: [&str; 5] = ["gift-", "quest-", "raise-", "return-", "tactic-"];

fn cases() -> Vec<Value> {
    let mut all = Vec::new();
    for folder in ["beyond-the-wall", "westeros-and-the-north"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
        for file in fs::read_dir(folder).expect("a folder of cases") {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("a case file");
            let cases: Vec<Value> =
                serde_yaml::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            all.extend(cases);
        }
    }
    all
}

#[test]
fn each_reading_of_the_north_has_a_case() {
    let mut cited: BTreeSet<u32> = BTreeSet::new();
    for case in cases() {
        let parts = case["rule"].as_str().unwrap_or_default().split("B-").skip(1);
        cited.extend(parts.filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<u32>().ok()
        }));
    }
    for (reading, test) in WITHOUT {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(test)).expect("a test");
        assert!(text.contains(&format!("B-{reading:02}")), "{test} does not show B-{reading:02}");
    }
    let all = READINGS.into_iter().flat_map(|(first, last)| first..=last);
    let has_none =
        |reading: &u32| !cited.contains(reading) && WITHOUT.iter().all(|(known, _)| known != reading);
    let missing: Vec<u32> = all.filter(has_none).collect();
    assert!(missing.is_empty(), "readings without a case: {missing:?}");
}

#[test]
fn each_refusal_of_the_north_has_a_case() {
    let cases = cases();
    let refused = cases.iter().filter_map(|case| case.get("refused")?.as_array()).flatten();
    let refused: BTreeSet<&str> = refused.filter_map(|refusal| refusal["because"].as_str()).collect();
    let missing: Vec<&&str> = realm::REFUSALS
        .iter()
        .filter(|code| CODES.iter().any(|prefix| code.starts_with(prefix)) && !refused.contains(**code))
        .collect();
    assert!(missing.is_empty(), "refusals without a case: {missing:?}");
}
