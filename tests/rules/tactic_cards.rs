//! Beyond the Wall by chance, with all tactic cards: games end and follow from their seed, every ability comes to be used, and
//! every question keeps its word.

use super::thorough::thorough;
use ravenpost::games::embedded;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::Board;
use ravenpost::games::thrones::data::Options;
use ravenpost::games::thrones::editions::NORTH;
use ravenpost::games::thrones::event::Event;
use ravenpost::table::{AuditTable, Game, Progress, RandomTable};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const MOST_STAGES: u32 = 10 * 15;

fn north() -> Thrones {
    let folder = |file: &str| embedded("beyond-the-wall", file).map(str::to_owned);
    Thrones::load_edition(&NORTH, &folder, 3, Options::default()).expect("the game's own data")
}

/// Plays a game to its end, and counts how often each ability was used.
fn play(game: &Thrones, seed: u64) -> (Board, BTreeMap<String, u32>) {
    let used = Rc::new(RefCell::new(BTreeMap::new()));
    let heard = Rc::clone(&used);
    let listen = Box::new(move |event: Event| {
        let event = serde_json::to_value(&event).expect("data");
        if event["event"] == "tactic-used" {
            let ability =
                format!("{}/{}", event["card"].as_str().unwrap(), event["ability"].as_str().unwrap());
            *heard.borrow_mut().entry(ability).or_default() += 1;
        }
    });
    let mut table = RandomTable::listening(seed, listen);
    let mut board = game.begin(&mut table).expect("a random table never pauses");
    for _ in 0..MOST_STAGES {
        let progress = game.play(&mut board, &mut table).expect("a random table never pauses");
        if let Err(why) = game.sound(&board) {
            panic!("seed {seed}: after turn {} before {:?}: {why:?}", board.turn, board.stage);
        }
        let written = game.write_state(&board);
        let read = game.read_state(&written).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(game.write_state(&read), written, "seed {seed}");
        if progress == Progress::Ended {
            let used = used.borrow().clone();
            return (board, used);
        }
    }
    panic!("seed {seed}: no end after {MOST_STAGES} stages");
}

#[test]
fn games_end_and_every_ability_comes_to_be_used() {
    let game = north();
    let mut all: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..thorough(300, 5_000) {
        let (board, used) = play(&game, seed);
        assert!(board.outcome.is_some(), "seed {seed}: over without an outcome");
        for (ability, times) in used {
            *all.entry(ability).or_default() += times;
        }
    }
    println!("{all:?}");
    let cards = game.world().north.as_ref().expect("the board of the north").tactics.iter();
    let abilities = cards.flat_map(|card| {
        let letters = ["a", "b"].into_iter().zip(&card.texts).filter(|(_, text)| !text.is_empty());
        letters.map(|(letter, _)| format!("{}/{letter}", card.card.id())).collect::<Vec<_>>()
    });
    let unused: Vec<String> = abilities.filter(|ability| !all.contains_key(ability)).collect();
    assert!(unused.is_empty(), "never used: {unused:?}");
    assert_eq!(all.len(), 35);
}

#[test]
fn a_seed_reproduces_its_game() {
    let game = north();
    for seed in 0..10 {
        assert_eq!(play(&game, seed), play(&game, seed), "seed {seed}");
    }
    assert_ne!(play(&game, 1).0, play(&game, 2).0);
}

#[test]
fn every_question_keeps_its_word() {
    let game = north();
    for seed in 0..thorough(25, 400) {
        let mut table = AuditTable::new(seed, 120);
        let mut board = game.begin(&mut table).expect("no pause");
        while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {}
        let faults = table.faults().join("\n");
        assert!(faults.is_empty(), "seed {seed}:\n{faults}");
    }
}
