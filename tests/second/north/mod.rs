//! A second opinion on raids, marches, battles and the tactic cards that work in them beyond the Wall: a slow, literal
//! adjudicator, written from the scenario's text, the list of rulings and the rulebook, replays what the engine played by chance
//! and must agree about every question, every legal answer it looks at and the whole position afterwards.
//!
//! `RAVENPOST_SECOND=50000` plays that many stages (docs/testing.md).

mod aftermath;
mod battle;
mod crowded;
mod marches;
mod position;
mod printed;
mod raids;
mod spoils;

use crate::clerk::{Clerk, Verdict};
use crate::record::{self, Recorder};
use crate::{fault, stages_or};
use position::Position;
use printed::Printed;
use ravenpost::games::embedded;
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::editions::NORTH;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{Game, Host, Played, Position as Recorded, Progress, RandomTable, RecordDesk};
use ravenpost::table::{Referee, Seed};
use serde_json::{Value, json};

fn thrones() -> Thrones {
    let folder = |file: &str| embedded("beyond-the-wall", file).map(str::to_owned);
    Thrones::load_edition(&NORTH, &folder, 3, Options::default()).expect("the game's own data")
}

/// Plays one stage from its opening by the book; says what comes next.
fn by_the_book(
    printed: &Printed,
    clerk: &mut Clerk,
    at: &mut Position,
    stage: &str,
) -> Verdict<&'static str> {
    let next = if stage == "raids" {
        raids::raids(at, printed, clerk)?;
        "marches"
    } else {
        marches::marches(at, printed, clerk)?;
        "consolidate"
    };
    Ok(if at.winner.is_some() { "over" } else { next })
}

/// Compares what we make of a stage with what the engine does.
fn compare(printed: &Printed, ours: &Position, next: &str, engine: &Value) -> Verdict<()> {
    let theirs = Position::read(printed, engine);
    for (area, ground) in &ours.areas {
        if theirs.at(area) != ground {
            return Err(format!("{area}: {ground:?} here, {:?} there", theirs.at(area)));
        }
    }
    for (id, side) in &ours.sides {
        if &theirs.sides[id] != side {
            return Err(format!("{id}: {side:?} here, {:?} there", theirs.sides[id]));
        }
    }
    if engine["stage"] != json!(next) {
        return Err(format!("{next} is next, not {}", engine["stage"]));
    }
    if &theirs != ours {
        return Err(format!("winner, Blade or tracks differ: {ours:?} here, {theirs:?} there"));
    }
    Ok(())
}

/// Stages replayed if the environment does not say otherwise.
const STAGES: u64 = 600;

/// What must have happened, at least so often in a thousand stages of crowded positions.
const OFTEN: &[(&str, u64)] = &[
    ("Jon Snow, barred", 1),
    ("ability of general-of-the-others", 15),
    ("ability of zombie-horde", 30),
    ("armies reconciled", 2),
    ("attacker wins", 300),
    ("battle against a catapult alone", 20),
    ("battle against routed units only", 20),
    ("battle by breakthrough", 2),
    ("battle by hit and run", 5),
    ("blade: true", 30),
    ("breakthrough/a", 5),
    ("breakthrough/b", 3),
    ("card benjen-stark of the defender", 10),
    ("card janos-slynt of the defender", 10),
    ("card osha of the attacker", 30),
    ("casualties: skulls/1", 100),
    ("coup-de-main/b", 10),
    ("encircle/a", 15),
    ("encircle/b", 30),
    ("hand returned", 100),
    ("hit and run: lost", 1),
    ("hit and run: won", 2),
    ("hit-and-run/b", 1),
    ("march onto an empty shield", 30),
    ("offensive-manoeuvres/a counts", 30),
    ("organise-the-defence/a", 5),
    ("organise-the-defence/b", 10),
    ("pillage/b works", 30),
    ("prepare-an-ambush/a", 15),
    ("prepare-an-ambush/b", 20),
    ("redistribute-the-forces/b", 10),
    ("retreat of the defender with loss", 1),
    ("retreat: nowhere to go", 30),
    ("simultaneous-attacks/a", 20),
    ("simultaneous-attacks/b", 20),
    ("victory with nobody left", 10),
    ("widen-the-net/b", 5),
    ("won by others", 10),
    ("won by wildlings", 2),
    ("zombies by captain-of-the-others", 5),
    ("zombies by king-of-the-others", 20),
    ("zombies by sorcerer-of-the-others", 10),
];

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
        if let Err(why) = self.second_opinion(&before, notes.clone(), &after) {
            let answers: Vec<String> = notes.iter().map(|n| format!("{} = {}", n.key, n.answer)).collect();
            self.faults.push(format!("{name}: {why}\n  before: {before}\n  {}", answers.join("\n  ")));
        }
        progress
    }

    /// Replays one stage from its opening; `after` is what the engine made of it.
    fn second_opinion(&mut self, before: &Value, notes: Vec<record::Note>, after: &Value) -> Verdict<()> {
        let mut at = Position::read(&self.printed, before);
        let stage = before["stage"].as_str().expect("a stage");
        self.clerk.open(at.turn, stage, notes)?;
        let next = by_the_book(&self.printed, &mut self.clerk, &mut at, stage)?;
        self.clerk.close()?;
        compare(&self.printed, &at, next, after)
    }

    /// Chooses all answers of a stage, and has the engine play it with them.
    fn chosen(&mut self, engine: &dyn Referee, before: Value) -> Verdict<()> {
        let mut at = Position::read(&self.printed, &before);
        let stage = before["stage"].as_str().expect("a stage").to_owned();
        self.clerk.open(at.turn, &stage, Vec::new())?;
        let next = by_the_book(&self.printed, &mut self.clerk, &mut at, &stage)?;
        let answers = self.clerk.given.iter().cloned().collect();
        let mut desk = RecordDesk::new(&answers, Seed([1; 32]));
        let played =
            engine.play(&Recorded::from(before), &[], &mut desk).map_err(|damaged| damaged.to_string())?;
        if let Some(fault) = fault(desk.notes()) {
            return Err(fault);
        }
        match played {
            Played::Done { position, .. } => compare(&self.printed, &at, next, &position),
            Played::Paused(asked) => Err(format!("the engine waits for {:?}", asked.open)),
        }
    }

    /// Agreement about what never happened would be worth nothing.
    fn must_have_happened(&self) {
        let few = |(what, often): &&(&str, u64)| {
            self.clerk.counts.get(*what).copied().unwrap_or(0) < often * self.stages / 1000
        };
        let few: Vec<_> = OFTEN.iter().filter(few).collect();
        assert!(few.is_empty(), "too seldom: {few:?}");
    }

    fn report(&self) {
        println!("{} stages", self.stages);
        for (what, n) in &self.clerk.counts {
            println!("{n:>9}  {what}");
        }
        let faults = self.faults.len();
        let first = self.faults[..faults.min(4)].join("\n\n");
        assert!(faults == 0, "{faults} disagreements; the first:\n{first}");
    }
}

#[test]
fn whole_games() {
    let (mut bench, game) = (Bench::new(), thrones());
    for seed in 0.. {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut board = game.begin(&mut RandomTable::new(seed)).expect("no pause");
        while bench.stage(&game, &mut board, &mut dice, &format!("seed {seed}")) == Progress::Next {}
        if bench.stages >= stages_or(STAGES) * 2 / 10 {
            break;
        }
    }
    bench.report();
}

/// A crowded position by seed, unless somebody has won in it already.
fn crowd(printed: &Printed, game: &Thrones, seed: u64, dice: &mut fastrand::Rng) -> Option<Board> {
    let start = game.begin(&mut RandomTable::new(seed)).expect("no pause");
    let stage = if dice.u8(..4) == 0 { "raids" } else { "marches" };
    let state = crowded::crowded(printed, &game.write_state(&start), stage, dice);
    let board = game.read_state(&state).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{state}"));
    game.sound(&board).unwrap_or_else(|why| panic!("seed {seed}: {why:?}\n{state}"));
    let at = Position::read(printed, &state);
    at.winner_now(&at.stormed()).is_none().then_some(board)
}

#[test]
fn crowded_positions() {
    let (mut bench, game) = (Bench::new(), thrones());
    for seed in 0.. {
        let mut dice = fastrand::Rng::with_seed(seed);
        let Some(mut board) = crowd(&bench.printed, &game, seed, &mut dice) else { continue };
        while matches!(board.stage, Stage::Raids | Stage::Marches) {
            bench.stage(&game, &mut board, &mut dice, &format!("crowd {seed}"));
        }
        if bench.stages >= stages_or(STAGES) * 6 / 10 {
            break;
        }
    }
    bench.report();
    bench.must_have_happened();
}

/// The other way round: we choose the answers, by our own idea of what is legal, and the engine, behind its front door, must
/// take every one of them and come to the same.
#[test]
fn answers_chosen_by_the_book() {
    let (mut bench, game) = (Bench::new(), thrones());
    let referee = Host::new(thrones());
    bench.clerk.dice = Some(fastrand::Rng::with_seed(1));
    for seed in 0.. {
        let mut dice = fastrand::Rng::with_seed(seed ^ 0x5EC0);
        let Some(board) = crowd(&bench.printed, &game, seed, &mut dice) else { continue };
        let before = game.write_state(&board);
        bench.stages += 1;
        if let Err(why) = bench.chosen(&referee, before.clone()) {
            let given = &bench.clerk.given;
            bench.faults.push(format!("chosen {seed}: {why}\n  before: {before}\n  {given:?}"));
        }
        if bench.stages >= stages_or(STAGES) * 2 / 10 {
            break;
        }
    }
    bench.report();
}
