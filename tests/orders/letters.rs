//! What is said of the letters of a tactic card, in every way and of every card with two of them, says the same as the sheet.

use crate::spelling::{Means, Scene, Spelling};
use std::fmt::Write as _;

/// What may be said behind a letter, and whether it is used then; nothing says what the next letter does.
const SAID: [(&str, Option<bool>); 5] = [
    ("", None),
    (" yes", Some(true)),
    (" always", Some(true)),
    (" no", Some(false)),
    (" never", Some(false)),
];
const BETWEEN: [&str; 5] = [", ", " and ", " + ", "/", " "];
const CARDS: [&str; 3] = ["encircle", "pillage", "organise"];

fn plan_of(card: &str, letters: &[(&str, bool)]) -> String {
    let mut tree = String::from("{");
    if letters.iter().any(|(_, used)| *used) {
        let _ = write!(tree, "tactic: {card}, ");
    }
    let each = letters.iter().map(|(letter, used)| {
        let word = if *used { "yes" } else { "no" };
        format!("{card} {letter}: '{word}'")
    });
    tree + "tactics: {" + &each.collect::<Vec<_>>().join(", ") + "}}"
}

#[test]
fn letters_are_used_as_is_said_of_each_or_of_the_next() {
    let spelling =
        "{id: letters, game: beyond-the-wall, players: 3, seat: wildlings, at: planning, lines: ''}";
    let spelling: Spelling = serde_saphyr::from_str(spelling).unwrap();
    let scene = Scene::of(&spelling);
    let (mut tried, mut wrong) = (0, Vec::new());
    let mut compare = |line: String, card: &str, letters: &[(&str, bool)]| {
        let means: Means = serde_saphyr::from_str(&plan_of(card, letters)).unwrap();
        let (meant, taken) = (scene.sheet(&means), scene.take(&line));
        assert!(meant.is_some(), "{line}");
        tried += 1;
        if taken.plan != meant {
            wrong.push(format!("{line}: {:?}, meant {meant:?}, {:?}", taken.plan, taken.faults));
        }
    };
    for card in CARDS {
        for (one, first) in SAID {
            for letter in ["a", "b"] {
                compare(format!("{card} {letter}{one}"), card, &[(letter, first.unwrap_or(true))]);
            }
            for (other, second) in SAID {
                let second = second.unwrap_or(true);
                let letters = [("a", first.unwrap_or(second)), ("b", second)];
                for between in BETWEEN {
                    compare(format!("{card} a{one}{between}b{other}"), card, &letters);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
