//! Whole games beyond the Wall: that they end, are reproducible, and keep what must hold of every position.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Options, Troop, Unit};
use crate::games::thrones::editions::NORTH;
use crate::games::thrones::editions::north::{DECKS, QUESTS, ROUND_END, TACTICS};
use crate::games::thrones::event::Event;
use crate::games::thrones::realm::tests::foresight::audit;
use crate::games::thrones::testing::seen_alike;
use crate::table::{
    AuditTable, Game, Host, Played, Position, Progress, RandomTable, RecordDesk, Referee, Seed, Table,
};
use serde_json::json;
use std::collections::BTreeMap;

mod balance;

pub fn game() -> Thrones {
    with(Options::default())
}

fn with(options: Options) -> Thrones {
    let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
    Thrones::load_edition(&NORTH, &folder, 3, options).unwrap_or_else(|e| panic!("{e}"))
}

fn play<T: Table<Thrones>>(game: &Thrones, table: &mut T, each: &mut dyn FnMut(&Board)) -> Board {
    play_while(game, table, holds, each)
}

/// Plays to the end, holding each position to what must be true of it.
pub(in crate::games::thrones) fn play_while<T: Table<Thrones>>(
    game: &Thrones,
    table: &mut T,
    holds: fn(&Board),
    each: &mut dyn FnMut(&Board),
) -> Board {
    let mut board = game.begin(table).unwrap();
    for _ in 0..200 {
        each(&board);
        let progress = game.play(&mut board, table).unwrap();
        game.sound(&board).unwrap_or_else(|e| panic!("turn {}, {:?}: {e:?}", board.turn, board.stage));
        holds(&board);
        if progress == Progress::Ended {
            return board;
        }
    }
    panic!("no end")
}

/// What holds beyond the Wall besides.
fn holds(board: &Board) {
    let world = &board.world;
    let north = world.north.as_ref().unwrap();
    for (area, spot) in board.areas() {
        let place = world.place(area);
        let catapults = spot.units().of(Unit::Catapult);
        assert!(catapults <= u8::from(place.wall), "{catapults} catapults in {}", place.name);
        assert!(spot.token != Some(north.others), "the Others leave no token, in {}", place.name);
        assert!(spot.holder != Some(north.others) || spot.routed.is_empty(), "the Others are never routed");
        assert!(board.controller(area).is_some(), "{} is nobody's", place.name);
        let barred = spot.holder.is_some_and(|seat| world.houses[seat].barred.has(area));
        assert!(!barred && (place.only.is_none() || spot.token.is_none()), "somebody in {}", place.name);
        assert!(spot.routed.of(Unit::Catapult) == 0);
    }
    assert!(board.stage != Stage::Over || board.outcome.is_some());
}

#[test]
fn random_games_end_and_show_every_rule() {
    let game = game();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..150 {
        let mut count = |what: String| *seen.entry(what).or_default() += 1;
        let listen = |event: Event| {
            let event = serde_json::to_value(event).unwrap();
            let name = event["event"].as_str().unwrap_or_default().to_owned();
            for detail in ["ability", "because", "card", "quest", "objective"] {
                if let Some(word) = event[detail].as_str() {
                    count(format!("{name} {word}"));
                }
            }
            count(name);
        };
        let mut table = RandomTable::listening(seed, Box::new(listen));
        play(&game, &mut table, &mut |_| {});
    }
    for name in [
        "tactic-deck",
        "tactic-shown",
        "watch-draws",
        "quest-sent",
        "quest-return",
        "card-replaced yoren",
        "card-replaced maester-aemon",
        "attack-decided",
        "mustered",
        "skulls",
        "area-taken",
        "units-raised king-of-the-others",
        "units-raised captain-of-the-others",
        "units-raised sorcerer-of-the-others",
        "ability general-of-the-others",
        "ability zombie-horde",
        "ability jon-snow",
        "ability benjen-stark",
        "ability janos-slynt",
        "ability osha",
        "objective-paid watch-hold-the-fist",
        "objective-paid others-white-walkers",
        "card-recovered",
        "units-lost supply",
    ] {
        assert!(seen.contains_key(name), "no {name} in 150 games: {seen:#?}");
    }
}

#[test]
fn a_seed_plays_one_game() {
    let game = game();
    for seed in 0..5 {
        let end = |_| game.write_state(&play(&game, &mut RandomTable::new(seed), &mut |_| {}));
        assert_eq!(end(0), end(1));
    }
}

#[test]
fn every_question_keeps_its_promises() {
    let game = game();
    for seed in 0..6 {
        let mut table = AuditTable::new(seed, 40);
        play(&game, &mut table, &mut |_| {});
        assert_eq!(table.faults(), &[] as &[String], "seed {seed}");
    }
}

#[test]
fn whatever_the_westeros_cards_ask_was_foreseen() {
    let mut counts = BTreeMap::new();
    (0..4).for_each(|seed| audit(&Host::new(game()), seed, &mut counts));
    assert!(counts.contains_key("muster") && counts.contains_key("bid"), "{counts:?}");
}

#[test]
fn positions_are_written_and_read() {
    let game = game();
    for seed in 0..4 {
        play(&game, &mut RandomTable::new(seed), &mut |board| {
            let written = game.write_state(board);
            let read = game.read_state(&written).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(game.write_state(&read), written);
            let view = game.view(board, None);
            let seen = game.read_view(&view).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(game.view(&seen, None), view);
            seen_alike(&game, board);
            let told = view.to_string();
            assert!(!told.contains("watch-supply\"") && !told.contains("watch-mustering\""), "{told}");
        });
    }
}

#[test]
fn the_stages_of_a_round_are_these() {
    let (game, mut table) = (game(), RandomTable::new(2));
    let mut board = game.begin(&mut table).unwrap();
    let mut stages = vec![board.stage];
    while board.turn == 1 && game.play(&mut board, &mut table).unwrap() == Progress::Next {
        stages.push(board.stage);
    }
    let first = [
        DECKS,
        Stage::Planning,
        TACTICS,
        Stage::Raven,
        QUESTS,
        Stage::Raids,
        Stage::Marches,
        Stage::Consolidate,
        ROUND_END,
        Stage::Westeros,
    ];
    assert_eq!(stages, first);
    assert!(first[..9].is_sorted() || DECKS < Stage::Planning);
}

#[test]
fn one_objective_card_is_chosen_with_the_deck() {
    let game = with(Options { objectives: 1, ..Options::default() });
    let mut table = AuditTable::new(3, 20);
    let board = play(&game, &mut table, &mut |_| {});
    assert_eq!(table.faults(), &[] as &[String]);
    let state = game.write_state(&board);
    for side in ["nights-watch", "wildlings", "others"] {
        assert_eq!(state["north"]["sides"][side]["objectives"].as_array().map(Vec::len), Some(1), "{side}");
    }
    assert_ne!(state["north"]["sides"]["others"]["objectives"], json!(["watch-hold-the-fist"]));
}

/// What the Wildlings are told that an attack may let them recruit: the places, and the points in all.
fn spoils_foreseen(board: &Board) -> Option<(usize, u64)> {
    let game = game();
    let (record, position) = (BTreeMap::new(), Position::from(game.write_state(board)));
    let mut table = RecordDesk::new(&record, Seed([0; 32])).listing(12);
    let played = Host::new(game).play(&position, &[], &mut table).unwrap();
    let Played::Paused(asked) = played else { return None };
    let of = |open: &&crate::table::Open| open.key.ends_with("muster/wildling-attack");
    let found = asked.open.iter().chain(&asked.ahead).find(of)?;
    Some((found.question["points"].as_object()?.len(), found.question["purse"].as_u64()?))
}

#[test]
fn what_an_attack_may_bring_is_foreseen_as_far_as_it_can_come_to() {
    let mut board = game().begin(&mut RandomTable::new(1)).unwrap();
    (board.turn, board.stage) = (2, Stage::Westeros);
    while board.stage != Stage::CardThree {
        let progress = game().play(&mut board, &mut RandomTable::new(5)).unwrap();
        assert_eq!(progress, Progress::Next);
    }
    let deck = &board.world.theatres[0].decks[2];
    let attack = deck.iter().position(|card| card.card.id() == "wildling-attack").unwrap();
    board.theatres[0].open[2] = Some(attack as u8);
    let north = board.world.north.clone().unwrap();
    for seat in north.sides() {
        board.houses[seat].power = 3;
    }
    let (places, most) = spoils_foreseen(&board).unwrap();
    assert_eq!((places, most), (4, u64::from(board.wildlings_strength()) + 6));
    let own = board.controlled_by(north.wildlings);
    board.spots.change(|area, spot| {
        if own.has(area) {
            (spot.holder, spot.fit, spot.routed, spot.token) = (None, Troop::NONE, Troop::NONE, None);
        }
    });
    assert_eq!(spoils_foreseen(&board), None);
}
