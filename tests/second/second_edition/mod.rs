//! A second opinion on raids, marches and battles of the second edition: a slow, literal adjudicator, written from lists of its
//! rules and hard cases, replays what the engine played by chance and must agree about every question, every legal answer it
//! looks at and the whole position afterwards. The Tides of Battle are not played with here.

mod aftermath;
mod battle;
mod crowded;
mod marches;
mod position;
mod printed;
mod raids;

use crate::clerk::{Clerk, Verdict};
use crate::record::{self, Recorder};
use crate::stages;
use position::Position;
use printed::Printed;
use ravenpost::games::embedded;
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{Game, Host, Note, Played, Position as Recorded, Progress, RandomTable, RecordDesk};
use ravenpost::table::{Referee, Seed};
use serde_json::{Value, json};

fn thrones(players: u8) -> Thrones {
    let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
    Thrones::load_edition(&SECOND, &folder, players, Options::default()).expect("the game's own data")
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
    for (id, house) in &ours.houses {
        if &theirs.houses[id] != house {
            return Err(format!("{id}: {house:?} here, {:?} there", theirs.houses[id]));
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

/// What must have happened, at least so often in a thousand stages of crowded positions.
const OFTEN: &[(&str, u64)] = &[
    ("ability of aeron-damphair", 2),
    ("ability of arianne-martell", 2),
    ("ability of cersei-lannister", 2),
    ("ability of doran-martell", 5),
    ("ability of mace-tyrell", 3),
    ("ability of patchface", 5),
    ("ability of queen-of-thorns", 2),
    ("ability of renly-baratheon", 2),
    ("ability of robb-stark", 1),
    ("ability of roose-bolton", 3),
    ("ability of ser-loras-tyrell", 2),
    ("ability of the-blackfish", 2),
    ("ability of tyrion-lannister", 5),
    ("attacker wins", 200),
    ("battle against a garrison alone", 3),
    ("battle at sea", 80),
    ("blade: true", 10),
    ("casualties: 2", 5),
    ("defender wins", 200),
    ("hand returned", 20),
    ("march by port", 50),
    ("march: several ways", 10),
    ("neutral force falls", 10),
    ("order of routed units removed", 10),
    ("port taken, ships wanted", 5),
    ("port taken, no ships", 5),
    ("raid of a port", 1),
    ("raid of defense", 1),
    ("retreat of the attacker", 100),
    ("retreat of the defender", 50),
    ("retreat: already routed, destroyed", 20),
    ("retreat: nowhere to go", 30),
    ("siege engines destroyed", 30),
    ("support taken away", 1),
    ("support: another's, attacker", 20),
    ("token left", 100),
    ("transport", 50),
];

struct Bench {
    clerk: Clerk,
    stages: u64,
    faults: Vec<String>,
}

impl Bench {
    fn new() -> Self {
        Bench { clerk: Clerk::default(), stages: 0, faults: Vec::new() }
    }

    /// Plays one stage with the engine; raids and marches are replayed.
    fn stage(
        &mut self,
        printed: &Printed,
        game: &Thrones,
        board: &mut Board,
        dice: &mut fastrand::Rng,
        name: &str,
    ) -> Progress {
        let ours = matches!(board.stage, Stage::Raids | Stage::Marches);
        let before = if ours { game.write_state(board) } else { Value::Null };
        let list = if dice.u8(..4) == 0 { 150 } else { 0 };
        let mut table = Recorder { printed, dice: dice.fork(), notes: Vec::new(), list, probes: 3 };
        let progress = game.play(board, &mut table).expect("no pause");
        if !ours {
            return progress;
        }
        let (notes, after) = (table.notes, game.write_state(board));
        self.stages += 1;
        if let Err(why) = self.second_opinion(printed, &before, notes.clone(), &after) {
            let answers: Vec<String> = notes.iter().map(|n| format!("{} = {}", n.key, n.answer)).collect();
            self.faults.push(format!("{name}: {why}\n  before: {before}\n  {}", answers.join("\n  ")));
        }
        progress
    }

    /// Replays one stage from its opening; `after` is what the engine made of it.
    fn second_opinion(
        &mut self,
        printed: &Printed,
        before: &Value,
        notes: Vec<record::Note>,
        after: &Value,
    ) -> Verdict<()> {
        let mut at = Position::read(printed, before);
        let stage = before["stage"].as_str().expect("a stage");
        self.clerk.open(at.turn, stage, notes)?;
        let next = by_the_book(printed, &mut self.clerk, &mut at, stage)?;
        self.clerk.close()?;
        compare(printed, &at, next, after)
    }

    /// Chooses all answers of a stage, and has the engine play it with them.
    fn chosen(&mut self, printed: &Printed, engine: &dyn Referee, before: Value) -> Verdict<()> {
        let mut at = Position::read(printed, &before);
        let stage = before["stage"].as_str().expect("a stage").to_owned();
        self.clerk.open(at.turn, &stage, Vec::new())?;
        let next = by_the_book(printed, &mut self.clerk, &mut at, &stage)?;
        let answers = self.clerk.given.iter().cloned().collect();
        let mut desk = RecordDesk::new(&answers, Seed([1; 32]));
        let played =
            engine.play(&Recorded::from(before), &[], &mut desk).map_err(|damaged| damaged.to_string())?;
        for note in desk.notes() {
            match note {
                Note::Answer(answered) => {
                    return Err(format!("{}: answered without a record", answered.key));
                }
                Note::Ignored(ignored) => {
                    let (key, answer) = (&ignored.key, &ignored.answer);
                    return Err(format!("{key}: {answer} is refused, {:?}", ignored.why));
                }
                _ => {}
            }
        }
        match played {
            Played::Done { position, .. } => compare(printed, &at, next, &position),
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

/// Each number of houses, with what is printed for it.
fn games() -> [(Printed, Thrones); 4] {
    [3, 4, 5, 6].map(|players| (Printed::read(players), thrones(players)))
}

#[test]
fn whole_games() {
    let (mut bench, games) = (Bench::new(), games());
    for seed in 0.. {
        let (printed, game) = &games[(seed % 4) as usize];
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut board = game.begin(&mut RandomTable::new(seed)).expect("no pause");
        while bench.stage(printed, game, &mut board, &mut dice, &format!("seed {seed}")) == Progress::Next {}
        if bench.stages >= stages() * 2 / 10 {
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
    Position::read(printed, &state).winner_by_areas(printed).is_none().then_some(board)
}

#[test]
fn crowded_positions() {
    let (mut bench, games) = (Bench::new(), games());
    for seed in 0.. {
        let (printed, game) = &games[(seed % 4) as usize];
        let mut dice = fastrand::Rng::with_seed(seed);
        let Some(mut board) = crowd(printed, game, seed, &mut dice) else { continue };
        while matches!(board.stage, Stage::Raids | Stage::Marches) {
            bench.stage(printed, game, &mut board, &mut dice, &format!("crowd {seed}"));
        }
        if bench.stages >= stages() * 6 / 10 {
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
    let (mut bench, games) = (Bench::new(), games());
    let referees = [3, 4, 5, 6].map(|players| Host::new(thrones(players)));
    bench.clerk.dice = Some(fastrand::Rng::with_seed(1));
    for seed in 0.. {
        let which = (seed % 4) as usize;
        let (printed, game) = &games[which];
        let mut dice = fastrand::Rng::with_seed(seed ^ 0x5EC0);
        let Some(board) = crowd(printed, game, seed, &mut dice) else { continue };
        let before = game.write_state(&board);
        bench.stages += 1;
        if let Err(why) = bench.chosen(printed, &referees[which], before.clone()) {
            let given = &bench.clerk.given;
            bench.faults.push(format!("chosen {seed}: {why}\n  before: {before}\n  {given:?}"));
        }
        if bench.stages >= stages() * 2 / 10 {
            break;
        }
    }
    bench.report();
}
