//! The bench on which an adjudicator by the book and the engine are held against each other: whole games, crowded positions, and
//! answers that the adjudicator chooses.

use crate::clerk::{Clerk, Verdict};
use crate::record::{self, Names, Recorder};
use crate::thorough;
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::game::Edition;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::games::{embedded, referee};
use ravenpost::table::{Game, Note, Played, Position, Progress, RandomTable, RecordDesk, Referee, Seed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// What is adjudicated, and how much.
pub trait Subject {
    /// The id of the game.
    const GAME: &'static str;
    const EDITION: &'static Edition;
    /// The numbers of players, who take turns.
    const TABLES: &'static [u8];
    /// Stages replayed if the environment does not say otherwise.
    const STAGES: u64;
    /// What must have happened in crowded positions, at least so often in a thousand stages.
    const OFTEN: &'static [(&'static str, u64)];

    /// Whether a position has nothing that the adjudicator does not know.
    fn is_in_scope(_state: &Value) -> bool {
        true
    }
}

/// An adjudicator of raids and marches, written from the rulebook of an edition.
pub trait Book: Subject {
    type Printed: Names;
    type At: PartialEq + Debug;

    fn printed(players: u8) -> Self::Printed;
    fn read(printed: &Self::Printed, state: &Value) -> Self::At;
    fn turn(at: &Self::At) -> u64;
    fn is_over(at: &Self::At) -> bool;
    fn raids(at: &mut Self::At, printed: &Self::Printed, clerk: &mut Clerk) -> Verdict<()>;
    fn marches(at: &mut Self::At, printed: &Self::Printed, clerk: &mut Clerk) -> Verdict<()>;
    /// What differs first, by area and by seat.
    fn difference(ours: &Self::At, theirs: &Self::At) -> Option<String>;
    /// A position at the opening of a stage; `start` is a game's beginning, for what it keeps.
    fn crowded(
        printed: &Self::Printed,
        start: &Value,
        stage: &'static str,
        dice: &mut fastrand::Rng,
    ) -> Value;
    /// Whether somebody has won already.
    fn is_won(at: &Self::At, printed: &Self::Printed) -> bool;
}

/// Makes a book of the modules beside a subject, which have the same names in each edition, and its three tests.
macro_rules! book {
    ($subject:ident, seats: $seats:ident, printed: $print:expr, won: $won:expr $(,)?) => {
        impl crate::bench::Book for $subject {
            type Printed = printed::Printed;
            type At = position::Position;

            fn printed(players: u8) -> Self::Printed {
                $print(players)
            }

            fn read(printed: &Self::Printed, state: &Value) -> Self::At {
                Self::At::read(printed, state)
            }

            fn turn(at: &Self::At) -> u64 {
                at.turn
            }

            fn is_over(at: &Self::At) -> bool {
                at.winner.is_some()
            }

            fn raids(at: &mut Self::At, printed: &Self::Printed, clerk: &mut Clerk) -> Verdict<()> {
                raids::raids(at, printed, clerk)
            }

            fn marches(at: &mut Self::At, printed: &Self::Printed, clerk: &mut Clerk) -> Verdict<()> {
                marches::marches(at, printed, clerk)
            }

            fn difference(ours: &Self::At, theirs: &Self::At) -> Option<String> {
                let areas = crate::bench::difference(&ours.areas, &theirs.areas);
                areas.or_else(|| crate::bench::difference(&ours.$seats, &theirs.$seats))
            }

            fn crowded(
                printed: &Self::Printed,
                start: &Value,
                stage: &'static str,
                dice: &mut fastrand::Rng,
            ) -> Value {
                crowded::crowded(printed, start, stage, dice)
            }

            fn is_won(at: &Self::At, printed: &Self::Printed) -> bool {
                $won(at, printed)
            }
        }

        #[test]
        fn whole_games() {
            crate::bench::whole_games::<$subject>();
        }

        #[test]
        fn crowded_positions() {
            crate::bench::crowded_positions::<$subject>();
        }

        #[test]
        fn answers_chosen_by_the_book() {
            crate::bench::answers_chosen_by_the_book::<$subject>();
        }
    };
}
pub(crate) use book;

/// Returns the first that differs of what we have and what they have.
pub fn difference<T: PartialEq + Debug>(
    ours: &BTreeMap<String, T>,
    theirs: &BTreeMap<String, T>,
) -> Option<String> {
    let (id, one) = ours.iter().find(|(id, one)| theirs.get(*id) != Some(one))?;
    Some(format!("{id}: {one:?} here, {:?} there", theirs.get(id)))
}

/// A game for one number of players, with what is printed for it.
struct Table<B: Book> {
    printed: B::Printed,
    game: Thrones,
    referee: Box<dyn Referee>,
}

/// What was compared, and what came of it.
struct Bench<B: Book> {
    tables: Vec<Table<B>>,
    clerk: Clerk,
    /// Stages compared so far, and those wanted of a whole run.
    stages: u64,
    wanted: u64,
    /// Stages that were left out, since the adjudicator does not know what is in them.
    left_out: u64,
    faults: Vec<String>,
}

impl<B: Book> Table<B> {
    fn new(players: u8) -> Self {
        let folder = |file: &str| embedded(B::GAME, file).map(str::to_owned);
        Table {
            printed: B::printed(players),
            game: Thrones::load_edition(B::EDITION, &folder, players, Options::default())
                .expect("the game's own data"),
            referee: referee(B::GAME, players, &Value::Null, &|_| None).expect("the game's own data"),
        }
    }

    /// A crowded position by seed, unless somebody has won in it already.
    fn crowd(&self, seed: u64, dice: &mut fastrand::Rng) -> Option<Board> {
        let Table { printed, game, .. } = self;
        let start = game.begin(&mut RandomTable::new(seed)).expect("no pause");
        let stage = if dice.u8(..4) == 0 { "raids" } else { "marches" };
        let state = B::crowded(printed, &game.write_state(&start), stage, dice);
        let board = game.read_state(&state).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{state}"));
        game.sound(&board).unwrap_or_else(|why| panic!("seed {seed}: {why:?}\n{state}"));
        (!B::is_won(&B::read(printed, &state), printed)).then_some(board)
    }

    /// Plays a stage by the book, and holds what comes of it against what the engine makes.
    fn by_the_book(
        &self,
        clerk: &mut Clerk,
        before: &Value,
        notes: Vec<record::Note>,
        after: impl FnOnce(&Clerk) -> Verdict<Value>,
    ) -> Verdict<()> {
        let mut ours = B::read(&self.printed, before);
        let stage = before["stage"].as_str().expect("a stage");
        clerk.open(B::turn(&ours), stage, notes)?;
        let next = if stage == "raids" {
            B::raids(&mut ours, &self.printed, clerk)?;
            "marches"
        } else {
            B::marches(&mut ours, &self.printed, clerk)?;
            "consolidate"
        };
        let next = if B::is_over(&ours) { "over" } else { next };
        clerk.close()?;
        let after = after(clerk)?;
        let theirs = B::read(&self.printed, &after);
        if let Some(differs) = B::difference(&ours, &theirs) {
            return Err(differs);
        }
        if after["stage"] != json!(next) {
            return Err(format!("{next} is next, not {}", after["stage"]));
        }
        if theirs != ours {
            return Err(format!("winner, Blade or tracks differ: {ours:?} here, {theirs:?} there"));
        }
        Ok(())
    }

    /// Has the engine, behind its front door, play a stage with answers that must all be taken.
    fn played(&self, before: &Value, given: &[(String, Value)]) -> Verdict<Value> {
        let answers = given.iter().cloned().collect();
        let mut desk = RecordDesk::new(&answers, Seed([1; 32]));
        let played = self.referee.play(&Position::from(before.clone()), &[], &mut desk);
        let played = played.map_err(|damaged| damaged.to_string())?;
        for note in desk.notes() {
            match note {
                Note::Answer(answered) => return Err(format!("{}: answered without a record", answered.key)),
                Note::Ignored(ignored) => {
                    return Err(format!("{}: {} is refused, {:?}", ignored.key, ignored.answer, ignored.why));
                }
                _ => {}
            }
        }
        match played {
            Played::Done { position, .. } => Ok(Value::clone(&position)),
            Played::Paused(asked) => Err(format!("the engine waits for {:?}", asked.open)),
        }
    }
}

impl<B: Book> Bench<B> {
    /// For a share of a run's stages, in tenths.
    fn new(tenths: u64) -> Self {
        let told = std::env::var("RAVENPOST_SECOND").ok().and_then(|n| n.parse().ok());
        let stages = told.unwrap_or_else(|| thorough::thorough(B::STAGES, 100_000));
        Bench {
            tables: B::TABLES.iter().map(|players| Table::new(*players)).collect(),
            clerk: Clerk::default(),
            stages: 0,
            wanted: stages * tenths / 10,
            left_out: 0,
            faults: Vec::new(),
        }
    }

    /// Plays one stage with the engine; raids and marches are replayed.
    fn stage(&mut self, seed: u64, board: &mut Board, dice: &mut fastrand::Rng) -> Progress {
        let table = &self.tables[seed as usize % self.tables.len()];
        let ours = matches!(board.stage, Stage::Raids | Stage::Marches);
        let before = if ours { table.game.write_state(board) } else { Value::Null };
        let list = if dice.u8(..4) == 0 { 150 } else { 0 };
        let mut recorder =
            Recorder { printed: &table.printed, dice: dice.fork(), notes: Vec::new(), list, probes: 3 };
        let progress = table.game.play(board, &mut recorder).expect("no pause");
        if !ours {
            return progress;
        }
        if !B::is_in_scope(&before) {
            self.left_out += 1;
            return progress;
        }
        let (notes, after) = (recorder.notes, table.game.write_state(board));
        self.stages += 1;
        if let Err(why) = table.by_the_book(&mut self.clerk, &before, notes.clone(), |_| Ok(after)) {
            let answers: Vec<String> = notes.iter().map(|n| format!("{} = {}", n.key, n.answer)).collect();
            self.faults.push(format!("seed {seed}: {why}\n  before: {before}\n  {}", answers.join("\n  ")));
        }
        progress
    }

    /// Agreement about what never happened would be worth nothing.
    fn must_have_happened(&self) {
        let few = |(what, often): &&(&str, u64)| {
            self.clerk.counts.get(*what).copied().unwrap_or(0) < often * self.stages / 1000
        };
        let few: Vec<_> = B::OFTEN.iter().filter(few).collect();
        assert!(!B::OFTEN.is_empty() && few.is_empty(), "too seldom: {few:?}");
    }

    fn report(&self) {
        println!("{} stages, and {} left out", self.stages, self.left_out);
        assert!(self.left_out * 50 <= self.stages, "{} left out of {}", self.left_out, self.stages);
        for (what, n) in &self.clerk.counts {
            println!("{n:>9}  {what}");
        }
        let faults = self.faults.len();
        let first = self.faults[..faults.min(3)].join("\n\n");
        assert!(faults == 0, "{faults} disagreements; the first:\n{first}");
    }
}

pub fn whole_games<B: Book>() {
    let mut bench = Bench::<B>::new(2);
    let mut seed = 0;
    while bench.stages < bench.wanted {
        let mut dice = fastrand::Rng::with_seed(seed);
        let game = &bench.tables[seed as usize % bench.tables.len()].game;
        let mut board = game.begin(&mut RandomTable::new(seed)).expect("no pause");
        while bench.stage(seed, &mut board, &mut dice) == Progress::Next {}
        seed += 1;
    }
    bench.report();
}

pub fn crowded_positions<B: Book>() {
    let mut bench = Bench::<B>::new(6);
    for seed in 0.. {
        let mut dice = fastrand::Rng::with_seed(seed);
        let crowd = bench.tables[seed as usize % bench.tables.len()].crowd(seed, &mut dice);
        let Some(mut board) = crowd else { continue };
        while matches!(board.stage, Stage::Raids | Stage::Marches) {
            bench.stage(seed, &mut board, &mut dice);
        }
        if bench.stages >= bench.wanted {
            break;
        }
    }
    bench.report();
    bench.must_have_happened();
}

/// The other way round: the adjudicator chooses the answers, by its own idea of what is legal, and the engine must take every one
/// of them and come to the same.
pub fn answers_chosen_by_the_book<B: Book>() {
    let mut bench = Bench::<B>::new(2);
    bench.clerk.dice = Some(fastrand::Rng::with_seed(1));
    for seed in 0.. {
        let table = &bench.tables[seed as usize % bench.tables.len()];
        let mut dice = fastrand::Rng::with_seed(seed ^ 0x5EC0);
        let Some(board) = table.crowd(seed, &mut dice) else { continue };
        let before = table.game.write_state(&board);
        bench.stages += 1;
        let played = |clerk: &Clerk| table.played(&before, &clerk.given);
        if let Err(why) = table.by_the_book(&mut bench.clerk, &before, Vec::new(), played) {
            let given = &bench.clerk.given;
            bench.faults.push(format!("seed {seed}: {why}\n  before: {before}\n  {given:?}"));
        }
        if bench.stages >= bench.wanted {
            break;
        }
    }
    bench.report();
}
