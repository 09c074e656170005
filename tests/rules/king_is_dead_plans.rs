//! The King is Dead from plans: whole games in which a plan is written when a seat is asked, typed, read back and
//! consulted from then on; and how many mails that saves.

use ravenpost::games::king_is_dead::KingIsDead;
use ravenpost::games::king_is_dead::data::Options;
use ravenpost::games::king_is_dead::people::plan::{Entry, Plan, What};
use ravenpost::sheet::parse;
use ravenpost::table::{
    Game, Host, Note, Played, Position, Progress, RecordDesk, Referee, Says, Seat, Seed, Source, lent,
};
use serde_json::Value;
use std::collections::BTreeMap;

const GAMES: u8 = 12;

/// A record of answers by key; whatever neither it nor a plan answers is asked.
struct Record {
    answers: BTreeMap<String, Value>,
    /// Turns that were somebody's to decide.
    decisions: u32,
    illegal: Vec<String>,
    seed: Seed,
}

impl Record {
    fn desk(&self) -> RecordDesk<'_> {
        RecordDesk::new(&self.answers, self.seed.clone())
    }

    /// Plays a stage and records its answers.
    fn play(&mut self, host: &Host<KingIsDead>, from: &Position, plans: &[Vec<Value>]) -> Played {
        let mut desk = self.desk();
        let played = host.play(from, &lent(plans), &mut desk).expect("own positions and plans can be read");
        for note in desk.into_notes() {
            match note {
                Note::Answer(answered) => {
                    assert!(matches!(answered.source, Source::Plan { .. }), "{answered:?}");
                    self.answers.insert(answered.key, answered.answer);
                    self.decisions += 1;
                }
                Note::Ignored(ignored) => {
                    self.illegal.push(format!("{}: {}: {:?}", ignored.key, ignored.answer, ignored.why));
                }
                _ => {}
            }
        }
        played
    }
}

fn game(players: u8, mordred: bool) -> KingIsDead {
    let folder = |file: &str| ravenpost::games::embedded("king-is-dead", file).map(str::to_owned);
    KingIsDead::load(&folder, players, Options { mordred, ..Options::default() })
        .expect("the game's own data")
}

/// A game in which each seat writes a plan whenever it is asked: turns decided, and mails it took (a question and the
/// plan that answers it).
///
/// `plays`: how many plays ahead a seat plans at most.
fn campaign(players: u8, mordred: bool, number: u8, plays: usize) -> (u32, u32) {
    let game = game(players, mordred);
    let host = Host::new(game.clone());
    let mut dice = fastrand::Rng::with_seed(u64::from(number));
    let (answers, illegal) = Default::default();
    let mut record = Record { answers, decisions: 0, illegal, seed: Seed([number; 32]) };
    let mut plans: Vec<Vec<Value>> = vec![vec![]; usize::from(players)];
    let mut position: Position = host.begin(&mut record.desk()).expect("set-up");
    let mut mails = 0;
    loop {
        match record.play(&host, &position, &plans) {
            Played::Done { position: next, progress } => {
                assert_eq!(host.sound(&next).expect("readable"), Ok(()));
                position = next;
                if progress == Progress::Ended {
                    assert!(record.illegal.is_empty(), "{:#?}", record.illegal);
                    return (record.decisions, mails);
                }
            }
            Played::Paused(asked) => {
                let [open] = asked.open.as_slice() else { panic!("one is asked at a time: {asked:?}") };
                mails += 1;
                assert!(mails < 1_000, "a question is asked for ever");
                let board = game.read_state(&asked.position).expect("readable");
                // A plan that waits for what is there already must not ask the same again: a few tries.
                let plan = std::iter::repeat_with(|| game.suggest(&board, open.seat, &asked.open, &mut dice))
                    .map(|plan| ahead(plan, plays))
                    .take(200)
                    .find(|plan| {
                        matches!(
                            game.consult(plan, open.seat, &question(&game, &board), &board),
                            Says::Answer { .. }
                        )
                    })
                    .expect("a suggestion that answers");
                let text = game.write_plan(&plan, &board);
                let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
                let value = node.entries().expect("a mapping")[0].1.clone();
                let reading = game.read_plan(&board, open.seat, &asked.open, &value);
                let read = reading.plan.unwrap_or_else(|| panic!("{:?}\n{text}", reading.faults));
                assert_eq!(read, plan, "{text}");
                // The newest first; those below stay.
                plans[open.seat.index()].insert(0, serde_json::to_value(read).expect("data"));
            }
        }
    }
}

fn question(
    _: &KingIsDead,
    board: &ravenpost::games::king_is_dead::board::Board,
) -> ravenpost::games::king_is_dead::question::Question {
    use ravenpost::table::Query;
    ravenpost::games::king_is_dead::turn::TurnQuery::new(board).question()
}

/// A plan up to so many plays.
fn ahead(mut plan: Plan, plays: usize) -> Plan {
    let is_play = |entry: &Entry| matches!(entry.what, What::Play { .. });
    let last = plan.turns.iter().enumerate().filter(|(_, entry)| is_play(entry)).nth(plays.saturating_sub(1));
    if let Some((place, _)) = last {
        plan.turns.truncate(place + 1);
    }
    plan
}

/// Turns to decide, and mails, in the mean of some games.
fn measured(players: u8, mordred: bool, plays: usize) -> (f64, f64) {
    let (mut decisions, mut mails) = (0, 0);
    for number in 0..GAMES {
        let (turns, asked) = campaign(players, mordred, number, plays);
        decisions += turns;
        mails += asked;
    }
    (f64::from(decisions) / f64::from(GAMES), f64::from(mails) / f64::from(GAMES))
}

#[test]
fn the_rulebooks_example_is_a_plan() {
    let text = include_str!("../../docs/rules/king-is-dead.md");
    let example =
        text.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let node = parse(example).unwrap_or_else(|faults| panic!("{faults:?}"));
    let game = game(3, true);
    let board = game.begin(&mut ravenpost::table::RandomTable::new(1)).expect("set-up never asks");
    let reading = game.read_plan(&board, Seat(0), &[], &node.entries().expect("plan")[0].1);
    assert!(!reading.faults.iter().any(ravenpost::sheet::Fault::is_error), "{:?}", reading.faults);
    assert_eq!(reading.plan.expect("a plan").turns.len(), 5);
}

/// Every sentence that the rulebook shows as a condition is one.
#[test]
fn the_rulebooks_conditions_are_conditions() {
    let text = include_str!("../../docs/rules/king-is-dead.md");
    let table = text.split("| about | for example |").nth(1).expect("the table of conditions");
    let table = table.split("\n\n").next().expect("its lines");
    let sentences: Vec<&str> = table.split('`').skip(1).step_by(2).collect();
    assert!(sentences.len() >= 30, "{sentences:?}");
    let game = game(4, true);
    let board = game.begin(&mut ravenpost::table::RandomTable::new(1)).expect("set-up never asks");
    for sentence in sentences {
        let plan =
            format!("turns: [{{play: Crown, without effect: yes, summon: anybody, if: \"{sentence}\"}}]");
        let node = parse(&plan).unwrap_or_else(|faults| panic!("{faults:?}"));
        let reading = game.read_plan(&board, Seat(0), &[], &node);
        assert!(reading.plan.is_some(), "{sentence}: {:?}", reading.faults);
    }
}

#[test]
fn plans_save_two_thirds_of_the_mails() {
    for (players, mordred) in [(2, false), (3, true), (4, false), (4, true)] {
        for plays in [1, 2, 4] {
            let (turns, mails) = measured(players, mordred, plays);
            println!(
                "{players} players, Mordred {mordred}, {plays} plays ahead: {turns:.1} turns to decide, {mails:.1} \
                 mails with plans ({:.0} %)",
                100.0 * mails / turns
            );
            // One play ahead, with what to wait for before it, saves half at least; four save two thirds.
            let most = if plays == 1 { 2.0 } else { 3.0 };
            assert!(mails * most <= turns, "{players} players, Mordred {mordred}: {mails} of {turns}");
        }
    }
}
