//! What tests of the rules share: a game, a table with answers written down, and the test that listing, sampling
//! and checking agree.

use super::Thrones;
use super::board::{Board, Stage};
use super::data::{Area, Options, Troop, Unit};
use super::event::Event;
use crate::games::embedded;
use crate::table::{Game, MOST_SEATS, Pause, Query, RandomTable, Seat, Table, View};
use arrayvec::ArrayVec;
use serde_json::{Value, json};

/// Returns the first edition for a number of players.
pub fn game_with(players: u8, options: Options) -> Thrones {
    Thrones::load(&|file| embedded("thrones-1e", file).map(str::to_owned), players, options).unwrap()
}

/// Returns how many cases a property is tried with: `some` in an ordinary run, `all` if `RAVENPOST_THOROUGH` is 1
/// (docs/testing.md).
pub fn cases(some: u32, all: u32) -> u32 {
    if std::env::var("RAVENPOST_THOROUGH").is_ok_and(|value| value == "1") { all } else { some }
}

/// Returns the first edition for a number of players, by our reading.
pub fn game(players: u8) -> Thrones {
    game_with(players, Options::default())
}

/// Returns the opening position of a game.
pub fn opening(players: u8) -> Board {
    game(players).begin(&mut RandomTable::new(1)).unwrap()
}

/// Returns the opening position of a game with five houses and nobody on the board.
pub fn empty() -> Board {
    let mut board = opening(5);
    board.spots.change(|_, spot| (spot.holder, spot.fit) = (None, Troop::NONE));
    board.turn = 2;
    board
}

/// Returns a house by its id.
pub fn seat(board: &Board, id: &str) -> Seat {
    board.world.seat(id).unwrap_or_else(|| panic!("no house {id}"))
}

/// Returns an area by its id.
pub fn area(board: &Board, id: &str) -> Area {
    board.world.area(id).unwrap_or_else(|| panic!("no area {id}"))
}

/// Returns the units by first letters: `fk` is a footman and a knight.
pub fn troop(letters: &str) -> Troop {
    let mut troop = Troop::NONE;
    for letter in letters.chars() {
        let unit = match letter {
            'f' => Unit::Footman,
            'k' => Unit::Knight,
            's' => Unit::Ship,
            _ => panic!("no unit {letter}"),
        };
        troop.add(unit, 1);
    }
    troop
}

/// Puts units of a house into an area.
pub fn put(board: &mut Board, house: &str, at: &str, letters: &str) {
    let (house, at) = (seat(board, house), area(board, at));
    board.place_units(at, house, troop(letters), Troop::NONE);
}

/// Fails unless each seat's sight of a position is what can be read from its view.
pub fn seen_alike(game: &Thrones, board: &Board) {
    for seat in board.houses.seats() {
        let view = game.view(board, Some(seat));
        let open = View::from(game.view(board, None));
        assert_eq!(open.with(game.own_view(board, seat, &open)).to_value(), view);
        let read = game.read_view(&view);
        assert_eq!(game.seen(board, seat), read, "turn {}, {:?}, {seat}", board.turn, board.stage);
    }
}

/// Sets a track from first to last.
pub fn set_track(board: &mut Board, track: super::board::Track, houses: &[&str]) {
    board.theatres[0].tracks[track as usize] = houses.iter().map(|id| seat(board, id)).collect();
}

/// A table with answers written down; each is used once, in order. Who has no answer takes the default.
#[derive(Default)]
pub struct Script {
    answers: Vec<(String, String, Value)>,
    /// By how many places each shuffle turns the row, in order; 3 when there is no more.
    shuffles: Vec<usize>,
    /// Keys of the questions asked, those together in one.
    pub asked: Vec<Vec<String>>,
    /// All that was told.
    pub events: Vec<Value>,
}

impl Script {
    /// A table whose shuffles turn rows by these places.
    pub fn shuffling(by: &[usize]) -> Self {
        Script { shuffles: by.to_vec(), ..Script::default() }
    }

    /// The answer of a house to the next question of a kind.
    pub fn answer(mut self, house: &str, kind: &str, answer: Value) -> Self {
        self.answers.push((house.to_owned(), kind.to_owned(), answer));
        self
    }

    fn take<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Q::Answer {
        let house = query.position().world.seat_id(query.seat()).to_owned();
        match self.answers.iter().position(|(h, k, _)| *h == house && k == query.kind()) {
            Some(i) => {
                let (_, _, value) = self.answers.remove(i);
                let answer = query.read(&value).unwrap_or_else(|why| panic!("{value}: {why:?}"));
                query.check(&answer).unwrap_or_else(|why| panic!("{value}: {why:?}"));
                answer
            }
            None => query.default(),
        }
    }

    /// Events with a name.
    pub fn told(&self, name: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["event"] == json!(name)).collect()
    }

    /// That every answer has been used.
    pub fn done(&self) {
        assert!(self.answers.is_empty(), "not asked: {:?}", self.answers);
    }
}

impl Table<Thrones> for Script {
    fn ask<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        self.asked.push(vec![query.key()]);
        Ok(self.take(query))
    }

    fn ask_together<Q: Query<Game = Thrones>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        self.asked.push(queries.iter().map(Query::key).collect());
        Ok(queries.iter().map(|query| self.take(query)).collect())
    }

    fn shuffle<T>(&mut self, label: impl FnOnce() -> String, items: &mut [T]) {
        self.asked.push(vec![label()]);
        let by = if self.shuffles.is_empty() { 3 } else { self.shuffles.remove(0) };
        items.rotate_left(by % items.len().max(1));
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(serde_json::to_value(event()).unwrap());
    }
}

/// Returns the code with which an answer is refused, in reading or in checking; empty if it is legal.
pub fn refusal<Q: Query<Game = Thrones>>(query: &Q, answer: Value) -> &'static str {
    let checked = query.read(&answer).and_then(|answer| query.check(&answer));
    checked.map_or_else(|why| why.code(), |()| "")
}

/// That listing, sampling, the default, checking, writing and reading agree, and refusals have known codes.
pub fn agree<Q: Query<Game = Thrones>>(query: &Q, codes: &[&str], dice: &mut fastrand::Rng) {
    let key = query.key();
    let list = query.list(2000);
    let legal = |answer: &Q::Answer, how: &str| {
        query.check(answer).unwrap_or_else(|why| panic!("{key}: {how} {answer:?} is refused: {why:?}"));
        let written = query.write(answer);
        assert_eq!(query.read(&written).as_ref(), Ok(answer), "{key}: {how} {written} is read otherwise");
        assert!(!list.complete || list.answers.contains(answer), "{key}: {how} {answer:?} is not listed");
    };
    for (i, answer) in list.answers.iter().enumerate().take(300) {
        legal(answer, "listed");
        assert!(!list.answers[..i].contains(answer), "{key}: {answer:?} is listed twice");
    }
    legal(&query.default(), "default");
    for _ in 0..40 {
        legal(&query.sample(dice), "sampled");
    }
    let short = query.list(3);
    assert!(short.answers.len() <= 3 && (short.complete == (list.complete && list.answers.len() <= 3)));
    let written: Vec<Value> = (0..30)
        .map(|_| query.write(&query.sample(dice)))
        .chain(list.answers.iter().take(30).map(|a| query.write(a)))
        .collect();
    for _ in 0..200 {
        let mut value = written[dice.usize(0..written.len())].clone();
        (0..dice.u8(1..4)).for_each(|_| mutate(&mut value, &written, query.position(), dice));
        match query.read(&value).and_then(|answer| query.check(&answer).map(|()| answer)) {
            Ok(answer) => legal(&answer, "mutated"),
            Err(why) => assert!(codes.contains(&why.code()), "{key}: unknown code {why:?}"),
        }
    }
}

/// Changes something of an answer at random, borrowing from other answers.
fn mutate(value: &mut Value, others: &[Value], board: &Board, dice: &mut fastrand::Rng) {
    let other = others[dice.usize(0..others.len())].clone();
    match value {
        Value::Object(map) if !map.is_empty() && dice.u8(0..4) > 0 => {
            let at = dice.usize(0..map.len());
            let key = map.keys().nth(at).cloned().unwrap_or_default();
            match (dice.u8(0..4), other) {
                (0, _) => drop(map.remove(&key)),
                (1, Value::Object(other)) => map.extend(other.into_iter().take(1)),
                (2, _) => {
                    let inner = map.remove(&key).unwrap_or_default();
                    map.insert(word(board, dice), inner);
                }
                _ => map.values_mut().nth(at).into_iter().for_each(|v| mutate(v, others, board, dice)),
            }
        }
        Value::Array(list) if !list.is_empty() && dice.u8(0..4) > 0 => {
            let at = dice.usize(0..list.len());
            match (dice.u8(0..4), other) {
                (0, _) => drop(list.remove(at)),
                (1, Value::Array(other)) => list.extend(other.into_iter().take(1)),
                (2, _) => list.push(list[at].clone()),
                _ => mutate(&mut list[at], others, board, dice),
            }
        }
        Value::Number(_) => *value = dice.u8(0..9).into(),
        Value::String(_) if dice.bool() => *value = word(board, dice).into(),
        _ => *value = other,
    }
}

fn word(board: &Board, dice: &mut fastrand::Rng) -> String {
    let world = &board.world;
    match dice.u8(0..5) {
        0 => world.houses[Seat(dice.u8(0..world.houses.len() as u8))].info.id.clone(),
        1 => world.tokens[dice.usize(0..world.tokens.len())].id.clone(),
        2 => Unit::ALL[dice.usize(0..4)].id().to_owned(),
        3 => world.cards[dice.usize(0..world.cards.len())].id.clone(),
        _ => world.areas[dice.usize(0..world.areas.len())].id.clone(),
    }
}

/// Returns some position of a random game, at the opening of a stage.
pub fn some_position(seed: u64, stages: u32) -> Board {
    let (game, mut table) = (game(3 + (seed % 3) as u8), RandomTable::new(seed));
    let mut board = game.begin(&mut table).unwrap();
    for _ in 0..stages {
        if board.stage == Stage::Over {
            break;
        }
        game.play(&mut board, &mut table).unwrap();
    }
    board
}
