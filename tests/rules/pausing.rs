//! Whole games in which every single question waits for an answer, as in a campaign that asks everything by
//! mail: a stage is run again from its opening after each answer, and comes to the same as in one go.

use ravenpost::games;
use ravenpost::table::{Note, Played, Position, Progress, RecordDesk, Referee, Seed};
use serde_json::Value;
use std::collections::BTreeMap;

const SEED: Seed = Seed([7; 32]);

/// The events of a stage in which every answer came from the record, and was legal.
fn events<'a>(notes: &'a [Note]) -> Vec<&'a Value> {
    let event = |note: &'a Note| match note {
        Note::Event(event) => Some(event),
        Note::Answer(answered) => panic!("{} was answered without a record", answered.key),
        Note::Ignored(ignored) => panic!("{}: {}: {:?}", ignored.key, ignored.answer, ignored.why),
        _ => None,
    };
    notes.iter().filter_map(event).collect()
}

/// Plays a game to its end, answering each question by chance from what it lists; says how many were asked.
fn play(game: &dyn Referee, seed: u64) -> (Position, usize) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut record = BTreeMap::new();
    let mut position = game.begin(&mut RecordDesk::new(&record, SEED)).expect("set-up");
    let mut asked_in_all = 0;
    for _ in 0..200 {
        record.clear();
        let (next, progress, notes) = loop {
            let mut desk = RecordDesk::new(&record, SEED);
            let played = game.play(&position, &[], &mut desk).expect("own positions can be read");
            let notes = desk.into_notes();
            // Whatever is asked must be on record: no answer may come from anywhere else.
            events(&notes);
            match played {
                Played::Done { position, progress } => break (position, progress, notes),
                Played::Paused(asked) => {
                    for open in &asked.open {
                        let answer = dice.choice(&open.legal.answers).expect("something is legal").clone();
                        asked_in_all += 1;
                        assert!(
                            record.insert(open.key.clone(), answer).is_none(),
                            "{} asked twice",
                            open.key
                        );
                    }
                }
            }
        };
        // In one go, with all answers on record: the same.
        let mut desk = RecordDesk::new(&record, SEED);
        let Played::Done { position: again, .. } = game.play(&position, &[], &mut desk).expect("readable")
        else {
            panic!("seed {seed}: waits although all is answered");
        };
        assert_eq!(again, next, "seed {seed}");
        assert_eq!(events(desk.notes()), events(&notes), "seed {seed}");
        assert_eq!(game.sound(&next).expect("readable"), Ok(()), "seed {seed}");
        position = next;
        if progress == Progress::Ended {
            return (position, asked_in_all);
        }
    }
    panic!("seed {seed}: the game does not end");
}

#[test]
fn a_game_that_waits_for_every_answer_comes_to_its_end() {
    for entry in games::ALL {
        for players in entry.players {
            let game =
                games::referee(entry.id, *players, &Value::Null, &|_| None).expect("the game's own data");
            for seed in 0..3 {
                let (position, asked) = play(game.as_ref(), seed);
                // The smallest game, for two, has a dozen turns at the least.
                assert!(asked > 10, "only {asked} questions");
                let outcome =
                    game.outcome(&position).expect("readable").expect("a game that is over has an outcome");
                assert!(outcome["winners"].as_array().is_some_and(|winners| !winners.is_empty()));
            }
        }
    }
}
