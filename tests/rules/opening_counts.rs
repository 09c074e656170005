//! Counts at the opening, after the manner of chess programs' *perft*: how many answers are legal, how many ways
//! a stage can be played, how many positions come of it. Whatever changes a rule by accident changes a number.
//!
//! The numbers of both editions were counted a second time by separate Python scripts that share nothing with the program but
//! the game's YAML files. It takes the crudest way it can: for orders, every word of the alphabet "eleven tokens
//! or none" over the areas of a house, thrown out if tokens, stars, the sea or an island forbid it; for marches,
//! every unit by itself to every area in reach or nowhere, equal results counted once, thrown out if two areas
//! would see battle or if supply breaks (also if a neutral force should hold), and counted twice if a token may be
//! left; for musterings, every build in every order, kept as sets; for whole stages, all of that one after the
//! other with the position copied, neutral forces by arithmetic. The stages here hold no battles.

use arrayvec::ArrayVec;
use ravenpost::games::embedded;
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::event::Event;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{Game, MOST_SEATS, Pause, Query, RandomTable, Table};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

/// More than any question at the opening has legal answers.
const ALL: usize = 10_000;

fn thrones(players: u8) -> Thrones {
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, players, Options::default()).expect("the game's own data")
}

/// The opening with some things changed.
fn opening(game: &Thrones, change: impl FnOnce(&mut Value)) -> Value {
    let board = game.begin(&mut RandomTable::new(0)).expect("no pause");
    let mut state = game.write_state(&board);
    change(&mut state);
    state
}

/// The opening at a stage with some orders on the board.
fn with_orders(game: &Thrones, stage: &str, orders: &[(&str, &str)]) -> Value {
    opening(game, |state| {
        state["stage"] = json!(stage);
        for (area, order) in orders {
            assert!(state["areas"][*area]["house"].is_string(), "nobody is in {area}");
            state["areas"][*area]["order"] = json!(order);
        }
    })
}

/// Answers each question with a given one of all its legal answers, and notes how many there are.
#[derive(Default)]
struct Scout {
    /// Which answer, question by question; the first after the end.
    path: Vec<usize>,
    /// Who was asked, and how many answers there were.
    asked: Vec<(String, usize)>,
}

impl Scout {
    fn answer<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Q::Answer {
        let legal = query.list(ALL);
        assert!(legal.complete, "{}", query.key());
        let which = self.path.get(self.asked.len()).copied().unwrap_or(0);
        let house = query.key().split('/').nth(3).expect("a house").to_owned();
        self.asked.push((house, legal.answers.len()));
        legal.answers[which].clone()
    }
}

impl Table<Thrones> for Scout {
    fn ask<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        Ok(self.answer(query))
    }
    fn ask_together<Q: Query<Game = Thrones>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        Ok(queries.iter().map(|query| self.answer(query)).collect())
    }
    fn shuffle<T>(&mut self, _: impl FnOnce() -> String, _: &mut [T]) {}
    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

/// How many answers each house has to the first question of a stage; a house that is not asked has one.
fn answers(game: &Thrones, state: &Value) -> BTreeMap<String, usize> {
    let mut board = game.read_state(state).expect("a position");
    let mut scout = Scout::default();
    game.play(&mut board, &mut scout).expect("no pause");
    let mut counts: BTreeMap<String, usize> = game.seats().into_iter().map(|seat| (seat.id, 1)).collect();
    for (house, number) in scout.asked.into_iter().rev() {
        counts.insert(house, number);
    }
    counts
}

/// In how many ways a stage can be played, and how many positions come of it.
fn ways(game: &Thrones, state: &Value) -> (usize, usize) {
    let start = game.read_state(state).expect("a position");
    let (mut number, mut positions) = (0, HashSet::new());
    let mut path = Vec::new();
    loop {
        let mut board = start.clone();
        let mut scout = Scout { path, asked: Vec::new() };
        game.play(&mut board, &mut scout).expect("no pause");
        number += 1;
        // How many orders the stage has taken is no part of what came of it.
        board.step = 0;
        positions.insert(game.write_state(&board).to_string());
        // The next path: the last question that has another answer takes it, all before stay.
        path = scout.path;
        path.resize(scout.asked.len(), 0);
        while path.last().is_some_and(|last| last + 1 == scout.asked[path.len() - 1].1) {
            path.pop();
        }
        match path.last_mut() {
            Some(last) => *last += 1,
            None => return (number, positions.len()),
        }
    }
}

fn expect(players: u8, state: impl Fn(&Thrones) -> Value, expected: &[(&str, usize)]) {
    expect_of(&thrones(players), state, expected);
}

fn expect_of(game: &Thrones, state: impl Fn(&Thrones) -> Value, expected: &[(&str, usize)]) {
    let expected: BTreeMap<String, usize> = expected.iter().map(|(house, n)| ((*house).into(), *n)).collect();
    assert_eq!(answers(game, &state(game)), expected, "{}, {} houses", game.title(), game.seats().len());
}

/// Planning, with nothing forbidden. The numbers differ by areas, stars and islands: Greyjoy has no star and an
/// island, Baratheon two stars and an island, Tyrell one star, the others three.
const ORDERS: &[(&str, usize)] =
    &[("stark", 1235), ("lannister", 1235), ("baratheon", 989), ("tyrell", 843), ("greyjoy", 216)];

/// Musterings, as sets of builds.
const MUSTERINGS: &[(&str, usize)] =
    &[("stark", 61), ("lannister", 9), ("baratheon", 7), ("tyrell", 14), ("greyjoy", 7)];

/// Marches from each house's home, its other land and its sea.
const MARCHES: [(&str, &[(&str, usize)]); 3] = [
    ("home", &[("stark", 85), ("lannister", 25), ("baratheon", 25), ("tyrell", 113), ("greyjoy", 41)]),
    ("land", &[("stark", 11), ("lannister", 11), ("baratheon", 13), ("tyrell", 15), ("greyjoy", 11)]),
    ("sea", &[("stark", 2), ("lannister", 3), ("baratheon", 15), ("tyrell", 3), ("greyjoy", 6)]),
];

/// Where each house's units are at the opening: home, other land, sea.
const PLACES: [(&str, [&str; 3]); 5] = [
    ("stark", ["winterfell", "white-harbor", "the-shivering-sea"]),
    ("lannister", ["lannisport", "stoney-sept", "the-golden-sound"]),
    ("baratheon", ["dragonstone", "kingswood", "shipbreaker-bay"]),
    ("tyrell", ["highgarden", "dornish-marches", "redwyne-straights"]),
    ("greyjoy", ["pyke", "greywater-watch", "ironmans-bay"]),
];

#[test]
fn order_sets() {
    for players in [3, 4, 5] {
        expect(players, |game| opening(game, |_| ()), &ORDERS[..players.into()]);
    }
}

#[test]
fn musterings() {
    for players in [3, 4, 5] {
        let mustering = |game: &Thrones| {
            opening(game, |state| {
                state["stage"] = json!("westeros-1");
                state["open"] = json!(["mustering", null, null]);
            })
        };
        expect(players, mustering, &MUSTERINGS[..players.into()]);
    }
}

#[test]
fn marches() {
    for players in [3, 4, 5] {
        for (which, (what, expected)) in MARCHES.iter().enumerate() {
            let houses = &PLACES[..players.into()];
            let orders: Vec<_> = houses.iter().map(|(_, places)| (places[which], "march+0")).collect();
            println!("{players} houses, {what}");
            expect(players, |game| with_orders(game, "marches", &orders), &expected[..players.into()]);
        }
    }
}

/// Houses, orders, ways to play the stage, positions that come of them.
type Stage = (u8, &'static [(&'static str, &'static str)], usize, usize);

/// Whole stages of marches: one house with two orders in either order (tokens, supply, a neutral force too strong
/// and one that is not), two houses, ships that sail before and after those they might carry.
const STAGES_OF_MARCHES: [Stage; 5] = [
    (3, &[("dragonstone", "march+0"), ("kingswood", "march-1")], 1874, 366),
    (5, &[("lannisport", "march+0"), ("stoney-sept", "march-1")], 1371, 460),
    (
        5,
        &[("white-harbor", "march+0"), ("the-shivering-sea", "march-1"), ("redwyne-straights", "march+0")],
        150,
        90,
    ),
    (3, &[("lannisport", "march*"), ("the-golden-sound", "march+0")], 150, 50),
    (4, &[("highgarden", "march*"), ("redwyne-straights", "march+0")], 554, 359),
];

/// Whole stages of raids.
const STAGES_OF_RAIDS: [Stage; 2] = [
    (
        5,
        &[
            ("the-golden-sound", "raid"),
            ("ironmans-bay", "raid"),
            ("kingswood", "raid*"),
            ("dornish-marches", "consolidate"),
            ("stoney-sept", "raid*"),
        ],
        8,
        2,
    ),
    (
        5,
        &[
            ("kingswood", "raid"),
            ("dornish-marches", "raid"),
            ("the-golden-sound", "raid*"),
            ("ironmans-bay", "support"),
        ],
        4,
        2,
    ),
];

fn stages(game: fn(u8) -> Thrones, stage: &str, counts: &[Stage]) {
    for (players, orders, number, positions) in counts {
        let game = game(*players);
        let state = with_orders(&game, stage, orders);
        assert_eq!(ways(&game, &state), (*number, *positions), "{players} houses, {orders:?}");
    }
}

#[test]
fn stages_of_marches() {
    stages(thrones, "marches", &STAGES_OF_MARCHES);
}

#[test]
fn stages_of_raids() {
    stages(thrones, "raids", &STAGES_OF_RAIDS);
}

fn second(players: u8) -> Thrones {
    let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
    Thrones::load_edition(&SECOND, &folder, players, Options::default()).expect("the game's own data")
}

/// Houses with the number of their answers, by the number of houses in play.
type Counts = [(u8, &'static [(&'static str, usize)]); 4];

/// Planning of the second edition: each area has an order, so each house a word of the alphabet of tokens. Stars and neighbours
/// differ by who plays.
const ORDERS_OF_THE_SECOND: Counts = [
    (3, &[("baratheon", 690), ("lannister", 9996), ("stark", 1050)]),
    (4, &[("baratheon", 690), ("lannister", 9996), ("stark", 1050), ("greyjoy", 876)]),
    (5, &[("baratheon", 1050), ("lannister", 9996), ("stark", 1110), ("greyjoy", 876), ("tyrell", 690)]),
    (
        6,
        &[
            ("baratheon", 690),
            ("lannister", 9996),
            ("stark", 1110),
            ("greyjoy", 876),
            ("tyrell", 180),
            ("martell", 1050),
        ],
    ),
];

/// Musterings of the second edition, as sets of builds: siege engines, ships in ports.
const MUSTERINGS_OF_THE_SECOND: &[(&str, usize)] =
    &[("baratheon", 17), ("lannister", 19), ("stark", 169), ("greyjoy", 19), ("tyrell", 19), ("martell", 26)];

/// Marches of the second edition from each house's home, its other land and its sea. Neutral forces that are too strong bar
/// the way, garrisons are fought, and no token is left at home.
const MARCHES_OF_THE_SECOND: [[&[(&str, usize)]; 3]; 4] = [
    [
        &[("stark", 49), ("lannister", 16), ("baratheon", 9)],
        &[("stark", 11), ("lannister", 11), ("baratheon", 7)],
        &[("stark", 2), ("lannister", 4), ("baratheon", 15)],
    ],
    [
        &[("stark", 49), ("lannister", 16), ("baratheon", 9), ("greyjoy", 25)],
        &[("stark", 11), ("lannister", 11), ("baratheon", 7), ("greyjoy", 11)],
        &[("stark", 2), ("lannister", 4), ("baratheon", 15), ("greyjoy", 4)],
    ],
    [
        &[("stark", 49), ("lannister", 16), ("baratheon", 16), ("tyrell", 37), ("greyjoy", 25)],
        &[("stark", 11), ("lannister", 11), ("baratheon", 9), ("tyrell", 7), ("greyjoy", 11)],
        &[("stark", 2), ("lannister", 4), ("baratheon", 15), ("tyrell", 2), ("greyjoy", 4)],
    ],
    [
        &[
            ("stark", 49),
            ("lannister", 16),
            ("baratheon", 16),
            ("tyrell", 49),
            ("greyjoy", 25),
            ("martell", 25),
        ],
        &[
            ("stark", 11),
            ("lannister", 11),
            ("baratheon", 11),
            ("tyrell", 13),
            ("greyjoy", 11),
            ("martell", 7),
        ],
        &[("stark", 2), ("lannister", 4), ("baratheon", 15), ("tyrell", 2), ("greyjoy", 4), ("martell", 2)],
    ],
];

const MARTELL: [&str; 3] = ["sunspear", "salt-shore", "sea-of-dorne"];

#[test]
fn order_sets_of_the_second_edition() {
    for (players, expected) in ORDERS_OF_THE_SECOND {
        expect_of(&second(players), |game| opening(game, |_| ()), expected);
    }
}

#[test]
fn musterings_of_the_second_edition() {
    for players in [3, 4, 5, 6] {
        let mustering = |game: &Thrones| {
            opening(game, |state| {
                state["stage"] = json!("westeros-1");
                state["open"] = json!(["mustering", null, null]);
            })
        };
        expect_of(&second(players), mustering, &MUSTERINGS_OF_THE_SECOND[..players.into()]);
    }
}

#[test]
fn marches_of_the_second_edition() {
    for (players, by_place) in (3..=6).zip(MARCHES_OF_THE_SECOND) {
        for (which, expected) in by_place.into_iter().enumerate() {
            let places: BTreeMap<&str, [&str; 3]> =
                PLACES.into_iter().chain([("martell", MARTELL)]).collect();
            let orders: Vec<_> =
                expected.iter().map(|(house, _)| (places[house][which], "march+0")).collect();
            expect_of(&second(players), |game| with_orders(game, "marches", &orders), expected);
        }
    }
}

/// Whole stages of marches of the second edition: two houses, ports and the sea before them, neutral forces, ships that carry.
const STAGES_OF_MARCHES_OF_THE_SECOND: [Stage; 6] = [
    (6, &[("winterfell", "march+0"), ("white-harbor", "march-1")], 2012, 392),
    (6, &[("kingswood", "march*"), ("salt-shore", "march-1")], 77, 77),
    (3, &[("port-of-lannisport", "march+0"), ("the-golden-sound", "march-1")], 23, 10),
    (4, &[("pyke", "march*"), ("port-of-pyke", "march-1")], 100, 50),
    (5, &[("highgarden", "march*"), ("dornish-marches", "march+0")], 1109, 346),
    (5, &[("highgarden", "march*"), ("redwyne-straights", "march-1")], 191, 105),
];

/// Whole stages of raids of the second edition: a starred raid takes a defense, a plain one does not; a port raids its sea.
const STAGES_OF_RAIDS_OF_THE_SECOND: [Stage; 4] = [
    (
        6,
        &[
            ("the-golden-sound", "raid"),
            ("ironmans-bay", "raid"),
            ("port-of-pyke", "support"),
            ("port-of-lannisport", "consolidate"),
        ],
        2,
        1,
    ),
    (4, &[("the-golden-sound", "raid*"), ("port-of-pyke", "raid"), ("ironmans-bay", "defense*")], 2, 2),
    (4, &[("the-golden-sound", "raid"), ("port-of-pyke", "raid"), ("ironmans-bay", "defense*")], 1, 1),
    (
        6,
        &[
            ("the-golden-sound", "consolidate"),
            ("ironmans-bay", "raid*"),
            ("port-of-lannisport", "raid"),
            ("kingswood", "raid"),
        ],
        2,
        2,
    ),
];

#[test]
fn stages_of_the_second_edition() {
    stages(second, "marches", &STAGES_OF_MARCHES_OF_THE_SECOND);
    stages(second, "raids", &STAGES_OF_RAIDS_OF_THE_SECOND);
}
