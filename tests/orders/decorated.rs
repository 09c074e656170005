//! What people and their programs put around an order changes nothing: a remark, a bullet, stars, a dot, capital letters, blanks.
//! Where it does change something, the record says so.

use crate::outputs::{self, Scenario};
use crate::spelling::{Scene, all};
use std::fmt::Write as _;

type Decorate = fn(&str) -> String;

const DECORATIONS: [(&str, Decorate); 13] = [
    ("a remark", |line| format!("{line} # as we said, to Moat Cailin")),
    ("a remark at once", |line| format!("{line} #1 for me")),
    ("a bullet", |line| format!("- {line}")),
    ("a star", |line| format!("* {line}")),
    ("a round bullet", |line| format!("• {line}")),
    ("bold", |line| format!("**{line}**")),
    ("underlined", |line| format!("__{line}__")),
    ("a dot", |line| format!("{line}.")),
    ("a smile", |line| format!("{line} :-)")),
    ("capitals", str::to_uppercase),
    ("small letters", str::to_lowercase),
    ("blanks", |line| format!("  {}  ", line.replace(' ', "  "))),
    ("hard blanks", |line| line.replace(' ', "\u{a0}")),
];

#[test]
fn what_is_put_around_an_order_changes_nothing() {
    let mut scenario = Scenario::new();
    let (mut tried, mut same) = (0, 0);
    let mut said = String::new();
    for (number, spelling) in all().into_iter().enumerate().filter(|(_, one)| one.means.is_some()) {
        let scene = Scene::of(&spelling);
        let plain = scene.take(&spelling.lines).plan;
        for which in [number, number * 7 + 3] {
            let (name, decorate) = DECORATIONS[which % DECORATIONS.len()];
            let lines = spelling.lines.lines().map(|line| match line.trim() {
                "" => "\n".to_owned(),
                _ => decorate(line) + "\n",
            });
            let text: String = lines.collect();
            let taken = scene.take(&text);
            tried += 1;
            same += usize::from(taken.plan == plain);
            if taken.plan != plain {
                let plan = taken.plan.map(|plan| plan.to_string());
                let _ = writeln!(said, "{}, {name}: {text}{plan:?}\n{:?}", spelling.id, taken.faults);
            }
        }
    }
    outputs::said("what changes something", said.clone());
    assert!(tried > 1000 && same * 10 > tried * 9, "{same} of {tried}\n{said}");
    scenario.ends(Vec::new);
}
