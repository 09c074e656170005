//! What is made of plans, all of it held against a record: spellings with a slip in them, documents with a slip in them, and
//! whole games in which every seat's plan is suggested, written, read back, merged and consulted.

use crate::outputs::{self, Scenario};
use crate::slips::slips;
use crate::spelling::{Scene, all};
use ravenpost::games;
use ravenpost::table::{Played, Policy, Position, Progress, RecordDesk, Referee, Seat, Seed, lent};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The most stages of a game.
const STAGES: usize = 60;

#[test]
fn spellings_with_a_slip() {
    let mut scenario = Scenario::new();
    for spelling in all() {
        let scene = Scene::of(&spelling);
        let mut said = String::new();
        let capitals = [spelling.lines.to_uppercase(), spelling.lines.to_lowercase()];
        for text in slips(&spelling.lines, 8).into_iter().chain(capitals) {
            let taken = scene.take(&text);
            let faults: Vec<_> = taken.faults.iter().map(|fault| (fault.span, &fault.why)).collect();
            let _ = writeln!(
                said,
                "{text}\n{:?}\n{:?}\n{faults:?}\n",
                taken.plan.map(|plan| plan.to_string()),
                taken.fates
            );
        }
        outputs::said(&spelling.id, said);
    }
    scenario.ends(Vec::new);
}

/// A game that stands at its opening.
pub struct Table {
    pub referee: Box<dyn Referee>,
    pub position: Position,
}

impl Table {
    pub fn new(game: &str, players: u8, options: &Value) -> Self {
        let referee = games::referee(game, players, options, &|_| None).unwrap();
        let nothing = BTreeMap::new();
        let position = referee.begin(&mut RecordDesk::new(&nothing, Seed([7; 32]))).unwrap();
        Table { referee, position }
    }

    /// Reads a plan as it stands in a document, and says all that is said of it.
    pub fn read(&self, seat: Seat, text: &str, said: &mut String) -> Option<Value> {
        let envelope = ravenpost::plan::read_text(text, &self.referee.seats());
        let _ = writeln!(said, "{text}");
        for fault in &envelope.faults {
            let _ = writeln!(said, "{:?} {:?}", fault.span, fault.why);
        }
        let node = &envelope.document.plan.as_ref()?.value;
        let reading = self.referee.read_plan(&self.position, seat, &[], node).unwrap();
        for item in &reading.understood {
            let _ = writeln!(said, "{:?} {}", item.span, item.what);
        }
        for fault in &reading.faults {
            let _ = writeln!(said, "{:?} {:?}", fault.span, fault.why);
        }
        let _ = writeln!(said, "{:?}\n", reading.plan.as_ref().map(Value::to_string));
        reading.plan
    }

    /// Plays a stage; `false` if the game is over.
    pub fn play(&mut self, plans: &[Vec<Value>], said: &mut String) -> bool {
        let nothing = BTreeMap::new();
        let mut desk =
            RecordDesk::new(&nothing, Seed([7; 32])).with_policy(|_| Policy::Default("silent".to_owned()));
        let played = self.referee.play(&self.position, &lent(plans), &mut desk).unwrap();
        desk.into_notes().into_iter().for_each(|note| said.push_str(&format!("{note:?}\n")));
        let Played::Done { position, progress } = played else { panic!("nobody was silent") };
        self.position = position;
        progress != Progress::Ended
    }
}

/// Returns the documents of plans that the tests have, of both games, in order.
pub fn plan_files() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in ["tests/plans", "tests/plans/king-is-dead"] {
        paths.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    assert!(paths.len() > 50, "{}", paths.len());
    paths
}

#[test]
fn documents_with_a_slip() {
    let mut scenario = Scenario::new();
    let paths = plan_files();
    let thrones = Table::new("thrones-1e", 5, &Value::Null);
    let king = Table::new("king-is-dead", 4, &Value::Null);
    let others = [("thrones-2e", 6), ("beyond-the-wall", 3), ("westeros-and-the-north", 6)];
    let others = others.map(|(game, players)| Table::new(game, players, &Value::Null));
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let is_king = path.parent().is_some_and(|folder| folder.ends_with("king-is-dead"));
        let mut said = String::new();
        for (number, slip) in slips(&text, 60).into_iter().enumerate() {
            if is_king {
                king.read(Seat(0), &slip, &mut said);
                continue;
            }
            thrones.read(Seat(0), &slip, &mut said);
            // Each of the other games has one in three.
            others[number % others.len()].read(Seat(1), &slip, &mut said);
        }
        outputs::said(path.file_stem().unwrap().to_str().unwrap(), said);
    }
    scenario.ends(Vec::new);
}

#[test]
fn whole_games_by_plans() {
    let mut scenario = Scenario::new();
    for (game, players) in [("thrones-1e", 4), ("thrones-2e", 4), ("beyond-the-wall", 3), ("king-is-dead", 4)]
    {
        let mut table = Table::new(game, players, &Value::Null);
        let mut dice = fastrand::Rng::with_seed(7);
        let mut plans: Vec<Vec<Value>> = vec![Vec::new(); usize::from(players)];
        let mut turns = BTreeMap::<u32, String>::new();
        for _ in 0..STAGES {
            let said = turns.entry(table.referee.moment(&table.position).unwrap().turn).or_default();
            for (seat, kept) in plans.iter_mut().enumerate() {
                let seat = Seat(seat as u8);
                let plan = table.referee.suggest(&table.position, seat, &[], &mut dice).unwrap();
                let written = table.referee.write_plan(&plan, &table.position).unwrap();
                let Some(read) = table.read(seat, &written, said) else { continue };
                // Half of the plans add to the one before.
                let merged =
                    kept.first().filter(|_| dice.bool()).map(|old| table.referee.merge(old, &read).unwrap());
                if let Some((plan, of_old)) = &merged {
                    let _ = writeln!(said, "merged: {plan} {of_old:?}");
                }
                let last = merged.map_or(read, |(plan, _)| plan);
                let _ = writeln!(said, "lasts: {}", table.referee.lasting(&last, &table.position).unwrap());
                let _ = writeln!(said, "past: {}", table.referee.is_past(&last, &table.position).unwrap());
                let (text, again) = table.referee.review_plan(&table.position, seat, &[], &last).unwrap();
                let faults: Vec<_> = again.faults.iter().map(|fault| &fault.why).collect();
                let _ = writeln!(said, "reviewed: {text} {faults:?}");
                // What a plan was made for is nothing that its player wrote.
                let lost = faults.iter().filter(|why| why.code() == "opening-lost");
                for part in
                    lost.flat_map(|why| why.details()["parts"].as_array().cloned().unwrap_or_default())
                {
                    assert!(
                        !["westeros", "implied", "once", "tentative"].iter().any(|stamp| part == *stamp),
                        "{part}"
                    );
                }
                *kept = vec![last];
            }
            if !table.play(&plans, said) {
                break;
            }
        }
        assert!(turns.len() > 1, "{game}: {}", turns.len());
        turns.into_iter().for_each(|(turn, said)| outputs::said(&format!("{game}, turn {turn}"), said));
    }
    scenario.ends(Vec::new);
}
