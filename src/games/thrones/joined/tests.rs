//! Whole games on two boards: that they end, are reproducible, and keep what must hold of every position.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Options, Troop, Unit};
use crate::games::thrones::editions::JOINED;
use crate::games::thrones::event::Event;
use crate::games::thrones::north::tests::play_while;
use crate::games::thrones::people::plan::Plan;
use crate::games::thrones::testing::seen_alike;
use crate::sheet::parse;
use crate::table::{AuditTable, Game, RandomTable, Table};
use serde_json::json;
use std::collections::BTreeMap;

fn game(players: u8) -> Thrones {
    with(players, Options::default())
}

fn with(players: u8, options: Options) -> Thrones {
    let folder = |file: &str| crate::games::embedded("westeros-and-the-north", file).map(str::to_owned);
    Thrones::load_edition(&JOINED, &folder, players, options).unwrap_or_else(|e| panic!("{e}"))
}

fn play<T: Table<Thrones>>(game: &Thrones, table: &mut T, each: &mut dyn FnMut(&Board)) -> Board {
    play_while(game, table, holds, each)
}

/// What holds on two boards besides: nobody and nothing crosses.
fn holds(board: &Board) {
    let world = &board.world;
    for (area, spot) in board.areas() {
        let place = world.place(area);
        let here = |seat: Option<crate::table::Seat>| {
            seat.is_none_or(|seat| world.houses[seat].theatre == place.theatre)
        };
        assert!(here(spot.holder) && here(spot.token), "somebody from the other board is in {}", place.name);
        assert!(here(board.controller(area)), "{} is controlled from the other board", place.name);
        assert!(world.borders(area).iter().all(|near| world.place(near).theatre == place.theatre));
        let northern = [Unit::Catapult, Unit::Giant, Unit::Zombie, Unit::Other, Unit::King];
        let strange = spot.units().iter().any(|(unit, _)| northern.contains(&unit) != world.is_north(area));
        let common = [Unit::Footman, Unit::Knight];
        let strange = strange && !spot.units().iter().all(|(unit, _)| common.contains(&unit));
        assert!(!strange || world.is_north(area), "{:?} in {}", spot.units(), place.name);
    }
    for seat in board.houses.seats() {
        assert!(board.houses[seat].supply <= world.last_supply(seat));
    }
    assert!(board.stage != Stage::Over || board.outcome.is_some());
}

#[test]
fn random_games_end_for_every_number_of_players() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for players in 6..=12 {
        let mut ends: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..12 {
            let mut count = |what: String| *seen.entry(what).or_default() += 1;
            let listen = |event: Event| {
                let event = serde_json::to_value(event).unwrap();
                count(event["event"].as_str().unwrap_or_default().to_owned());
            };
            let game = game(players);
            let board = play(&game, &mut RandomTable::listening(seed, Box::new(listen)), &mut |_| {});
            *ends.entry(board.outcome.unwrap().by.to_owned()).or_default() += 1;
        }
        println!("{players}: {ends:?}");
    }
    for name in [
        "gifts-shown",
        "house-singled-out",
        "attack-decided",
        "wildling-card",
        "quest-sent",
        "raid",
        "battle-won",
    ] {
        assert!(seen.contains_key(name), "{name} was never told: {seen:?}");
    }
}

#[test]
fn a_seed_makes_one_game() {
    for players in [6, 9, 10, 12] {
        let game = game(players);
        let one = play(&game, &mut RandomTable::new(7), &mut |_| {});
        let again = play(&game, &mut RandomTable::new(7), &mut |_| {});
        assert_eq!(game.write_state(&one), game.write_state(&again));
    }
}

#[test]
fn positions_survive_being_written_and_views_being_read() {
    for players in [6, 12] {
        let game = game(players);
        let mut each = |board: &Board| {
            let written = game.write_state(board);
            let read = game.read_state(&written).unwrap_or_else(|e| panic!("{e}"));
            assert!(game.write_state(&read) == written, "turn {}, {:?}", board.turn, board.stage);
            let view = game.view(board, None);
            let read = game.read_view(&view).unwrap_or_else(|e| panic!("{e}"));
            assert!(game.view(&read, None) == view, "turn {}, {:?}", board.turn, board.stage);
            seen_alike(&game, board);
        };
        play(&game, &mut RandomTable::new(3), &mut each);
    }
}

#[test]
fn listed_answers_are_legal_and_legal_answers_are_listed() {
    for players in [6, 9, 12] {
        let mut table = AuditTable::new(u64::from(players), 40);
        play(&game(players), &mut table, &mut |_| {});
        assert!(table.faults().is_empty(), "{players}: {:#?}", table.faults());
    }
}

/// A plan of a seat before the second round, as a player writes it: what is read, and the codes of what is wrong with it.
fn read(board: &Board, game: &Thrones, seat: &str, text: &str) -> (Option<Plan>, Vec<String>) {
    let node = parse(text).expect("YAML");
    let reading = game.read_plan(board, board.world.seat(seat).expect("a seat"), &[], &node);
    let codes = reading.faults.iter().map(|fault| fault.why.code().to_owned()).collect();
    (reading.plan, codes)
}

#[test]
fn gifts_are_read_written_and_merged() {
    let game = game(6);
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    (board.turn, board.stage) = (2, Stage::CardOne);
    let (plan, faults) = read(&board, &game, "stark", "gifts: {barrels: 1, mustering: 2}");
    assert!(faults.is_empty(), "{faults:?}");
    let plan = plan.unwrap();
    assert_eq!(json!(plan.north.gifts), json!({"barrels": 1, "points": 2}));
    let written = game.write_plan(&plan, &board);
    assert!(written.contains("gifts: {barrels: 1, points: 2}"), "{written}");
    let (later, _) = read(&board, &game, "stark", "gifts: {points: 0, power: 3}");
    let (merged, kept) = game.merge(&plan, &later.unwrap());
    assert_eq!(json!(merged.north.gifts), json!({"barrels": 1, "points": 0, "power": 3}));
    assert_eq!(kept.iter().map(|kept| kept.section.as_str()).collect::<Vec<_>>(), ["gifts"]);
    let (none, _) = read(&board, &game, "stark", "gifts: none");
    assert_eq!(json!(none.unwrap().north.gifts), json!({"barrels": 0, "points": 0, "power": 0}));
}

#[test]
fn what_cannot_be_given_is_refused() {
    let game = game(6);
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    for (seat, text, code) in [
        ("stark", "gifts: {castles: 1}", "plan-no-such-gift"),
        ("stark", "gifts: {barrels: some}", "plan-gift-number"),
        ("stark", "gifts: {barrels: 1, supply: 2}", "plan-named-twice"),
        ("nights-watch", "gifts: {barrels: 1}", "plan-no-gifts"),
    ] {
        let (_, faults) = read(&board, &game, seat, text);
        assert_eq!(faults, [code], "{text}");
    }
}

/// The Supply card is open, and Stark has nothing but three units in Winterfell, which its own barrels feed.
fn supply_to_come(game: &Thrones) -> Board {
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    (board.turn, board.stage) = (2, Stage::CardOne);
    let deck = &board.world.theatres[0].decks[0];
    let supply = deck.iter().position(|card| card.card.id() == "supply").map(|place| place as u8);
    board.theatres[0].open[0] = supply;
    let (stark, winterfell) = (board.world.seat("stark").unwrap(), board.world.area("winterfell").unwrap());
    let held: Vec<_> = board.held_by(stark).map(|(area, _)| area).collect();
    for area in held {
        let mut spot = board.spot_mut(area);
        (spot.holder, spot.fit, spot.order) = (None, Troop::NONE, None);
    }
    let mut spot = board.spot_mut(winterfell);
    spot.holder = Some(stark);
    spot.fit = Troop::one(Unit::Footman).plus(Troop::one(Unit::Footman)).plus(Troop::one(Unit::Knight));
    drop(spot);
    assert!(board.barrels_of(stark) > 0, "Winterfell has a barrel");
    board
}

#[test]
fn who_may_give_all_barrels_away_is_asked_ahead_which_units_that_may_cost() {
    let game = game(6);
    let board = supply_to_come(&game);
    let stark = board.world.seat("stark").unwrap();
    let foreseen = game.foresee(&board, 10);
    let losses = foreseen.iter().find(|f| f.open.seat == stark && f.open.kind == "disband");
    let losses = losses.expect("Stark may lose a unit by giving").open.clone();
    // Whoever has no units yet may have some by then, and names kinds of those it can have.
    let mut later = board.clone();
    let winterfell = later.world.area("winterfell").unwrap();
    later.spot_mut(winterfell).holder = None;
    later.spot_mut(winterfell).fit = Troop::NONE;
    let sheet = game.sheet(&later, stark, &[losses]);
    assert_eq!(sheet["disband"]["units"][0], "footman", "{}", sheet["disband"]);
}

#[test]
fn a_steward_gives_a_little_now_and_then_and_not_all_there_is() {
    let game = game(6);
    let board = supply_to_come(&game);
    let stark = board.world.seat("stark").unwrap();
    let open: Vec<_> = game.foresee(&board, 10).into_iter().map(|foreseen| foreseen.open).collect();
    let gifts = open.iter().filter(|open| open.seat == stark && open.kind == "gift").count();
    assert!(gifts > 0, "Stark may be asked for gifts");
    for seed in 0..20 {
        let plan = game.suggest(&board, stark, &open, &mut fastrand::Rng::with_seed(seed));
        let answered = plan.answers.keys().filter(|key| key.contains("gift")).count();
        assert_eq!(answered, 0, "the section of gifts says it: {:?}", plan.answers);
        assert!(plan.north.gifts.values().all(|number| *number <= 1), "{:?}", plan.north.gifts);
    }
}

#[test]
fn nobody_in_the_north_is_told_of_ports() {
    let game = game(6);
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let port =
        |seat: &str| game.sheet(&board, board.world.seat(seat).unwrap(), &[])["example"]["port"].clone();
    assert!(port("stark").is_string(), "{}", port("stark"));
    for side in ["nights-watch", "wildlings", "others"] {
        assert_eq!(port(side), serde_json::Value::Null, "{side}");
    }
}

/// What the houses give is a secret until all have said it, so a window that asks for it ahead is sealed.
#[test]
fn gifts_are_asked_for_together_ahead_too() {
    let game = game(6);
    let foreseen = game.foresee(&supply_to_come(&game), 10);
    let gifts: Vec<_> = foreseen.iter().filter(|foreseen| foreseen.open.kind == "gift").collect();
    assert!(gifts.len() > 1);
    assert!(gifts.iter().all(|gift| gift.together));
}

/// A border over which nobody supports has two sides.
#[test]
fn dashed_borders_are_dashed_from_both_sides() {
    let world = game(6).world;
    let mut count = 0;
    for (at, barred) in world.dashed.iter().enumerate() {
        let area = crate::games::thrones::data::Area(at as u8);
        for other in barred.iter() {
            assert!(world.dashed[other.index()].has(area), "{area:?} {other:?}");
            count += 1;
        }
    }
    assert!(count >= 2);
}
