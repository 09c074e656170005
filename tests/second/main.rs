//! A second opinion on raids, marches and battles: a slow, literal adjudicator, written from the rulebook and
//! the rulings without a look at the engine, replays what the engine played by chance and must agree about every
//! question, every legal answer it looks at and the whole position afterwards.
//!
//! `RAVENPOST_SECOND=100000 cargo test --release --test second` plays that many stages.

mod battle;
mod clerk;
mod crowded;
mod marches;
mod position;
mod printed;
mod raids;
mod record;

use clerk::{Clerk, Verdict};
use position::Position;
use printed::Printed;
use ravenpost::games::embedded;
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{Game, Progress};
use record::Recorder;
use serde_json::{Value, json};

/// Stages replayed if the environment does not say otherwise.
const STAGES: u64 = 3_000;

fn thrones(players: u8) -> Thrones {
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, players, Options::default()).expect("the game's own data")
}

fn stages() -> u64 {
    std::env::var("RAVENPOST_SECOND").ok().and_then(|n| n.parse().ok()).unwrap_or(STAGES)
}

/// Replays one stage from its opening; `after` is what the engine made of it.
fn second_opinion(
    printed: &Printed,
    clerk: &mut Clerk,
    before: &Value,
    notes: Vec<record::Note>,
    after: &Value,
) -> Verdict<()> {
    let mut at = Position::read(printed, before);
    let stage = before["stage"].as_str().expect("a stage");
    clerk.open(at.turn, stage, notes)?;
    let next = if stage == "raids" {
        raids::raids(&mut at, printed, clerk)?;
        "marches"
    } else {
        marches::marches(&mut at, printed, clerk)?;
        "consolidate"
    };
    clerk.close()?;
    let next = if at.winner.is_some() { "over" } else { next };
    if after["stage"] != json!(next) {
        return Err(format!("{next} is next, not {}", after["stage"]));
    }
    let theirs = Position::read(printed, after);
    for (area, ground) in &at.areas {
        if theirs.at(area) != ground {
            return Err(format!("{area}: {ground:?} here, {:?} there", theirs.at(area)));
        }
    }
    for (id, house) in &at.houses {
        if &theirs.houses[id] != house {
            return Err(format!("{id}: {house:?} here, {:?} there", theirs.houses[id]));
        }
    }
    if theirs != at {
        return Err(format!("winner, Blade or tracks differ: {at:?} here, {theirs:?} there"));
    }
    Ok(())
}

struct Bench {
    printed: Printed,
    clerk: Clerk,
    stages: u64,
    faults: Vec<String>,
}

impl Bench {
    fn new() -> Self {
        Bench { printed: Printed::read(), clerk: Clerk::default(), stages: 0, faults: Vec::new() }
    }

    /// Plays one stage with the engine; raids and marches are replayed.
    fn stage(&mut self, game: &Thrones, board: &mut Board, dice: &mut fastrand::Rng, name: &str) -> Progress {
        let ours = matches!(board.stage, Stage::Raids | Stage::Marches);
        let before = if ours { game.write_state(board) } else { Value::Null };
        let list = if dice.u8(..4) == 0 { 150 } else { 0 };
        let mut table =
            Recorder { printed: &self.printed, dice: dice.fork(), notes: Vec::new(), list, probes: 3 };
        let progress = game.play(board, &mut table).expect("no pause");
        if !ours {
            return progress;
        }
        let (notes, after) = (table.notes, game.write_state(board));
        self.stages += 1;
        let opinion = second_opinion(&self.printed, &mut self.clerk, &before, notes.clone(), &after);
        if let Err(why) = opinion {
            let answers: Vec<String> = notes.iter().map(|n| format!("{} = {}", n.key, n.answer)).collect();
            self.faults.push(format!("{name}: {why}\n  before: {before}\n  {}", answers.join("\n  ")));
        }
        progress
    }

    fn report(&self) {
        println!("{} stages", self.stages);
        for (what, n) in &self.clerk.counts {
            println!("{n:>9}  {what}");
        }
        let faults = self.faults.len();
        for fault in &self.faults { println!("FAULT {}", fault.lines().next().unwrap()); if fault.starts_with("crowd 961") || fault.starts_with("crowd 118:") { println!("{fault}"); } }
        assert!(faults == 0, "{faults} disagreements; the first:\n{}", self.faults[..faults.min(3)].join("\n\n"));
    }
}

#[test]
fn whole_games() {
    let mut bench = Bench::new();
    for seed in 0.. {
        let game = thrones(3 + (seed % 3) as u8);
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut table =
            Recorder { printed: &bench.printed, dice: dice.fork(), notes: Vec::new(), list: 0, probes: 0 };
        let mut board = game.begin(&mut table).expect("no pause");
        while bench.stage(&game, &mut board, &mut dice, &format!("seed {seed}")) == Progress::Next {}
        if bench.stages >= stages() / 3 {
            break;
        }
    }
    bench.report();
}

#[test]
fn crowded_positions() {
    let mut bench = Bench::new();
    let games = [3, 4, 5].map(thrones);
    let mut unsound = 0;
    for seed in 0.. {
        let game = &games[(seed % 3) as usize];
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut table =
            Recorder { printed: &bench.printed, dice: dice.fork(), notes: Vec::new(), list: 0, probes: 0 };
        let start = game.begin(&mut table).expect("no pause");
        let stage = if dice.u8(..4) == 0 { "raids" } else { "marches" };
        let state = crowded::crowded(&bench.printed, &game.write_state(&start), stage, &mut dice);
        let mut board = game.read_state(&state).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{state}"));
        let won = Position::read(&bench.printed, &state).winner_by_areas(&bench.printed, None);
        if let Err(why) = game.sound(&board) {
            unsound += 1;
            println!("seed {seed}: {why:?}");
            continue;
        }
        if won.is_some() {
            continue;
        }
        while matches!(board.stage, Stage::Raids | Stage::Marches) {
            bench.stage(game, &mut board, &mut dice, &format!("crowd {seed}"));
        }
        if bench.stages >= stages() * 2 / 3 {
            break;
        }
    }
    println!("{unsound} unsound");
    bench.report();
}
