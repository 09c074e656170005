//! A second opinion on raids, marches and battles: a slow, literal adjudicator, written from the rulebook and
//! the rulings without a look at the engine, replays what the engine played by chance and must agree about every
//! question, every legal answer it looks at and the whole position afterwards.
//!
//! `RAVENPOST_SECOND=100000 cargo test --release --test second` plays that many stages.

mod aftermath;
mod battle;
mod clerk;
mod crowded;
mod marches;
mod north;
mod position;
mod printed;
mod raids;
mod record;
mod second_edition;
mod tactic_effects;
#[path = "../common/thorough.rs"]
mod thorough;
#[path = "../common/units.rs"]
mod units;

use clerk::{Clerk, Verdict};
use position::Position;
use printed::Printed;
use ravenpost::games;
use ravenpost::games::embedded;
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::Position as Recorded;
use ravenpost::table::{Game, Note, Played, Progress, RandomTable, RecordDesk, Referee, Seed};
use record::Recorder;
use serde_json::{Value, json};

/// Stages replayed if the environment does not say otherwise.
const STAGES: u64 = 3_000;

fn thrones(players: u8) -> Thrones {
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, players, Options::default()).expect("the game's own data")
}

fn stages() -> u64 {
    stages_or(STAGES)
}

/// Returns how many stages are replayed: `usual` if the environment does not say otherwise.
fn stages_or(usual: u64) -> u64 {
    let wanted = std::env::var("RAVENPOST_SECOND").ok().and_then(|n| n.parse().ok());
    wanted.unwrap_or_else(|| thorough::thorough(usual, 100_000))
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
    if engine["stage"] != json!(next) {
        return Err(format!("{next} is next, not {}", engine["stage"]));
    }
    let theirs = Position::read(printed, engine);
    for (area, ground) in &ours.areas {
        if theirs.at(area) != ground {
            return Err(format!("{area}: {ground:?} here, {:?} there", theirs.at(area)));
        }
    }
    for (id, house) in &ours.houses {
        if &theirs.houses[id] != house {
            return Err(format!("{id}: {house:?} here, {:?} there", theirs.houses[id]));
        }
    }
    if &theirs != ours {
        return Err(format!("winner, Blade or tracks differ: {ours:?} here, {theirs:?} there"));
    }
    Ok(())
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
    let next = by_the_book(printed, clerk, &mut at, stage)?;
    clerk.close()?;
    compare(printed, &at, next, after)
}

/// The first thing that must not happen where every answer is on record and legal.
fn fault(notes: &[Note]) -> Option<String> {
    notes.iter().find_map(|note| match note {
        Note::Answer(answered) => Some(format!("{}: answered without a record", answered.key)),
        Note::Ignored(ignored) => {
            Some(format!("{}: {} is refused, {:?}", ignored.key, ignored.answer, ignored.why))
        }
        _ => None,
    })
}

/// What must have happened in crowded positions, at least so often in a thousand stages.
const OFTEN: &[(&str, u64)] = &[
    ("ability cancel-card-ability", 3),
    ("ability discard-defense-order", 1),
    ("ability discard-losers-card", 10),
    ("ability double-defense by the defender", 2),
    ("ability enemy-card-0 by the attacker", 4),
    ("ability enemy-card-0 by the defender", 4),
    ("ability enemy-support-ships-0 by the attacker", 2),
    ("ability enemy-support-ships-0 by the defender", 2),
    ("ability footmen-attack-2 by the attacker", 10),
    ("ability kill-footman by the attacker", 3),
    ("ability kill-footman by the defender", 2),
    ("ability knights-attack-3 by the attacker", 4),
    ("ability recover-card", 3),
    ("ability remove-adjacent-order", 1),
    ("ability remove-losers-order", 10),
    ("ability ships-attack-2 by the attacker", 2),
    ("ability upgrade-footman", 8),
    ("ability win-two-power: 0", 1),
    ("ability win-two-power: 1", 1),
    ("ability win-two-power: 2", 20),
    ("attacker wins", 300),
    ("attacker wiped out", 50),
    ("battle against routed units only", 50),
    ("battle at sea", 100),
    ("battle ended by kill-footman: attacker gone", 1),
    ("battle ended by kill-footman: defender gone", 1),
    ("battle on land", 500),
    ("battle with some routed", 30),
    ("blade: false", 100),
    ("blade: true", 30),
    ("casualties: 1", 200),
    ("casualties: 2", 20),
    ("defender wins", 300),
    ("hand returned", 50),
    ("march onto an enemy token", 50),
    ("march: several ways", 10),
    ("neutral entered by support", 5),
    ("neutral land: entered", 20),
    ("neutral land: too strong", 20),
    ("neutral sea: entered", 5),
    ("neutral sea: too strong", 5),
    ("pillaged", 5),
    ("raid of one order", 30),
    ("raid of two orders", 2),
    ("retreat of the attacker", 200),
    ("retreat of the defender", 100),
    ("retreat of the defender with loss", 5),
    ("retreat: already routed, destroyed", 50),
    ("retreat: could go by sea", 15),
    ("retreat: nowhere to go", 40),
    ("support order that adds nothing", 10),
    ("support: another's, attacker", 40),
    ("support: another's, defender", 30),
    ("support: another's, none", 40),
    ("support: own, attacker", 100),
    ("support: own, defender", 80),
    ("tie in battle", 80),
    ("token left", 300),
    ("token not left: units stayed before a neutral force", 5),
    ("transport", 100),
    ("won by areas", 5),
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
        let opinion = second_opinion(&self.printed, &mut self.clerk, &before, notes.clone(), &after);
        if let Err(why) = opinion {
            let answers: Vec<String> = notes.iter().map(|n| format!("{} = {}", n.key, n.answer)).collect();
            self.faults.push(format!("{name}: {why}\n  before: {before}\n  {}", answers.join("\n  ")));
        }
        progress
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
        for (what, often) in OFTEN {
            let times = self.clerk.counts.get(*what).copied().unwrap_or(0);
            let least = often * self.stages / 1000;
            assert!(times >= least, "'{what}' happened {times} times only, not {least}");
        }
    }

    fn report(&self) {
        println!("{} stages", self.stages);
        for (what, n) in &self.clerk.counts {
            println!("{n:>9}  {what}");
        }
        let faults = self.faults.len();
        assert!(
            faults == 0,
            "{faults} disagreements; the first:\n{}",
            self.faults[..faults.min(3)].join("\n\n")
        );
    }
}

#[test]
fn whole_games() {
    let mut bench = Bench::new();
    for seed in 0.. {
        let game = thrones(3 + (seed % 3) as u8);
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut board = game.begin(&mut RandomTable::new(seed)).expect("no pause");
        while bench.stage(&game, &mut board, &mut dice, &format!("seed {seed}")) == Progress::Next {}
        if bench.stages >= stages() * 2 / 10 {
            break;
        }
    }
    bench.report();
}

/// A crowded position by seed, unless somebody has won in it already.
fn crowd(printed: &Printed, game: &Thrones, seed: u64, dice: &mut fastrand::Rng) -> Option<Board> {
    let mut table = RandomTable::new(seed);
    let start = game.begin(&mut table).expect("no pause");
    let stage = if dice.u8(..4) == 0 { "raids" } else { "marches" };
    let state = crowded::crowded(printed, &game.write_state(&start), stage, dice);
    let board = game.read_state(&state).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{state}"));
    game.sound(&board).unwrap_or_else(|why| panic!("seed {seed}: {why:?}\n{state}"));
    Position::read(printed, &state).winner_by_areas(printed, None).is_none().then_some(board)
}

#[test]
fn crowded_positions() {
    let mut bench = Bench::new();
    let games = [3, 4, 5].map(thrones);
    for seed in 0.. {
        let game = &games[(seed % 3) as usize];
        let mut dice = fastrand::Rng::with_seed(seed);
        let Some(mut board) = crowd(&bench.printed, game, seed, &mut dice) else { continue };
        while matches!(board.stage, Stage::Raids | Stage::Marches) {
            bench.stage(game, &mut board, &mut dice, &format!("crowd {seed}"));
        }
        if bench.stages >= stages() * 6 / 10 {
            break;
        }
    }
    bench.report();
    bench.must_have_happened();
}

/// The other way round: we choose the answers, by our own idea of what is legal, and the engine, behind its
/// front door, must take every one of them and come to the same.
#[test]
fn answers_chosen_by_the_book() {
    let mut bench = Bench::new();
    let games = [3, 4, 5].map(thrones);
    let referees = [3, 4, 5].map(|players| {
        games::referee("thrones-1e", players, &Value::Null, &|_| None).expect("the game's own data")
    });
    bench.clerk.dice = Some(fastrand::Rng::with_seed(1));
    for seed in 0.. {
        let which = (seed % 3) as usize;
        let mut dice = fastrand::Rng::with_seed(seed ^ 0x5EC0);
        let Some(board) = crowd(&bench.printed, &games[which], seed, &mut dice) else { continue };
        let before = games[which].write_state(&board);
        bench.stages += 1;
        if let Err(why) = bench.chosen(referees[which].as_ref(), before.clone()) {
            bench.faults.push(format!("chosen {seed}: {why}\n  before: {before}\n  {:?}", bench.clerk.given));
        }
        if bench.stages >= stages() * 2 / 10 {
            break;
        }
    }
    bench.report();
}
