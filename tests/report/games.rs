//! Reports of whole games as they really go: whatever the rules bring about can be told.

use crate::fixture::*;
use ravenpost::games::thrones::{Thrones, data::Options, event::Event};
use ravenpost::report::model::TurnReport;
use ravenpost::table::{Game, Progress, RandomTable, Seat};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use unicode_width::UnicodeWidthStr;

/// Plays a random game and hands each turn's events and the view after it to `turn`.
fn play(players: u8, seed: u64, mut turn: impl FnMut(Vec<Value>, Value)) {
    let folder = |file: &str| ravenpost::games::embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, players, Options::default()).expect("the game's own data");
    let told = Rc::new(RefCell::new(vec![]));
    let ear = told.clone();
    let mut table = RandomTable::listening(
        seed,
        Box::new(move |event: Event| {
            ear.borrow_mut().push(serde_json::to_value(event).expect("events are data"));
        }),
    );
    let mut board = game.begin(&mut table).expect("set-up never asks");
    let mut number = board.turn;
    for _ in 0..200 {
        let progress = game.play(&mut board, &mut table).expect("a random table never pauses");
        if board.turn != number || progress == Progress::Ended {
            number = board.turn;
            turn(told.take(), game.view(&board, Some(Seat(0))));
        }
        if progress == Progress::Ended {
            return;
        }
    }
    panic!("no end after 200 stages");
}

#[test]
fn any_game_can_be_told() {
    let writer = writer();
    let mut events_told = BTreeSet::new();
    let mut largest = (0, 0);
    for (players, seeds) in [(3, 0..4), (4, 0..4), (5, 0..8)] {
        for seed in seeds {
            play(players, seed, |events, view| {
                events_told.extend(events.iter().filter_map(|e| e["event"].as_str().map(str::to_owned)));
                let model = TurnReport { view: view.into(), ..report(&[orders()], events) };
                let written = writer.write(&model).unwrap_or_else(|e| panic!("{players} {seed}: {e}"));
                // What neither names the reader nor concerns everybody has changed nothing for the reader.
                let all = TurnReport { concerns: (0..model.events.len()).collect(), ..model.clone() };
                assert_eq!(
                    writer.write(&all).map(|all| all.mail.text).ok().as_ref(),
                    Some(&written.mail.text)
                );
                let mail = written.mail;
                let wide = mail.text.lines().find(|line| line.width() > 72);
                assert_eq!(wide, None, "{players} players, seed {seed}");
                assert!(!mail.text.contains("event: "), "an event without words: {}", mail.text);
                let ids = [" the-", "-sea ", "moat-cailin", "kings-landing", "-stark "];
                let story = mail.text.split("The order sheet\n").next().unwrap_or_default();
                assert_eq!(ids.iter().find(|id| story.contains(*id)), None, "an id for people: {story}");
                largest = largest.max((mail.text.len() + mail.html.len(), mail.text.len()));
            });
        }
    }
    println!("largest mail: {largest:?}");
    // Gmail cuts a message off after 102 KB of HTML.
    assert!(largest.0 < 90_000, "a mail of {largest:?} bytes");
    assert!(events_told.len() > 25, "{events_told:?}");
}
