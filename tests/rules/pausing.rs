//! Whole games in which every single question waits for an answer, as in a campaign that asks everything by
//! mail: a stage is run again from its opening after each answer, and comes to the same as in one go.

use ravenpost::games;
use ravenpost::table::{
    Answered, Desk, Draw, Played, Policy, Position, Progress, Referee, Refusal, Says, Seat, Seed,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// A record of answers; whatever is not on it is asked.
#[derive(Default)]
struct Record {
    answers: BTreeMap<String, Value>,
    events: Vec<Value>,
    unusable: Vec<String>,
}

impl Desk for Record {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.answers.get(key).cloned()
    }
    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        Policy::Ask
    }
    fn answered(&mut self, answered: Answered) {
        panic!("{} was answered without a record", answered.key);
    }
    fn unusable(&mut self, _: Seat, key: &str, answer: &Value, why: &Refusal) {
        self.unusable.push(format!("{key}: {answer}: {why:?}"));
    }
    fn draw(&mut self, label: &str) -> Draw {
        Seed([7; 32]).draw(label)
    }
    fn told(&mut self, event: Value) {
        self.events.push(event);
    }
}

/// Plays a game to its end, answering each question by chance from what it lists; says how many were asked.
fn play(game: &dyn Referee, seed: u64) -> (Position, usize) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut position = game.begin(&mut Record::default()).expect("set-up");
    let mut asked_in_all = 0;
    for _ in 0..200 {
        let mut record = Record::default();
        let (next, progress) = loop {
            record.events.clear();
            match game.play(&position, &[], &mut record).expect("own positions can be read") {
                Played::Done { position, progress } => break (position, progress),
                Played::Paused(asked) => {
                    for open in &asked.open {
                        let answer = dice.choice(&open.legal.answers).expect("something is legal").clone();
                        asked_in_all += 1;
                        assert!(
                            record.answers.insert(open.key.clone(), answer).is_none(),
                            "{} asked twice",
                            open.key
                        );
                    }
                }
            }
        };
        assert!(record.unusable.is_empty(), "seed {seed}: {:?}", record.unusable);
        // In one go, with all answers on record: the same.
        let events = std::mem::take(&mut record.events);
        let Played::Done { position: again, .. } = game.play(&position, &[], &mut record).expect("readable")
        else {
            panic!("seed {seed}: waits although all is answered");
        };
        assert_eq!(again, next, "seed {seed}");
        assert_eq!(record.events, events, "seed {seed}");
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
