//! What all of war must hold to, whatever is played; and what the tests of its chapters share.

mod marches;
mod neutral;
mod raids;
mod transport;

use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Spot, SpotMut, Stage};
use crate::games::thrones::data::{OrderId, Troop, Unit};
use crate::games::thrones::event::Event;
use crate::games::thrones::realm::sound::sound;
use crate::games::thrones::testing::{Script, agree, area, empty, game, opening, put, troop};
use crate::sheet::Refusal;
use crate::table::{AnyTable, Game, MOST_SEATS, Pause, Query, RandomTable, Seat, Table};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A board with nobody on it, all the supply one could wish, and the marches about to begin.
pub(super) fn field() -> Board {
    let mut board = empty();
    board.stage = Stage::Marches;
    board.houses.iter_mut().for_each(|(_, house)| house.supply = 6);
    board
}

/// Puts units of a house with an order into an area.
pub(super) fn post(board: &mut Board, house: &str, at: &str, letters: &str, order: &str) {
    put(board, house, at, letters);
    let order = board.world.order(order).unwrap_or_else(|| panic!("no order {order}"));
    spot_mut(board, at).order = Some(order);
}

/// What stands in an area, by its id.
pub(super) fn spot<'a>(board: &'a Board, at: &str) -> &'a Spot {
    board.spot(area(board, at))
}

/// The same to change.
pub(super) fn spot_mut<'a>(board: &'a mut Board, at: &str) -> SpotMut<'a> {
    board.spot_mut(area(board, at))
}

/// Who stands where, routed ones after a dash: `tyrell fk-f`; empty if nobody does.
pub(super) fn who(board: &Board, at: &str) -> String {
    let spot = spot(board, at);
    let letters = |troop: Troop| -> String {
        troop.iter().flat_map(|(unit, n)| std::iter::repeat_n(&unit.id()[..1], n.into())).collect()
    };
    let house = spot.holder.map_or("", |seat| board.world.seat_id(seat));
    let dash = if spot.routed.is_empty() { "" } else { "-" };
    format!("{house} {}{dash}{}", letters(spot.fit), letters(spot.routed)).trim().to_owned()
}

/// The order in an area; empty if there is none.
pub(super) fn order_in(board: &Board, at: &str) -> String {
    spot(board, at).order.map_or(String::new(), |order| board.world.token(order).id.clone())
}

/// The answer of a march.
pub(super) fn march(from: &str, to: &[(&str, &str)]) -> Value {
    let units = |letters| crate::games::thrones::answer::write_units(troop(letters));
    let to: serde_json::Map<_, _> =
        to.iter().map(|(at, letters)| ((*at).to_owned(), units(letters))).collect();
    json!({"from": from, "to": to})
}

/// The answer of a march that leaves a power token.
pub(super) fn march_leaving(from: &str, to: &[(&str, &str)]) -> Value {
    let mut answer = march(from, to);
    answer["leave-power"] = json!(true);
    answer
}

/// Plays the marches with answers written down, all of which must be used.
pub(super) fn play(board: &mut Board, mut script: Script) -> Script {
    super::marches::marches(board, &mut AnyTable::of(&mut script)).unwrap();
    script.done();
    script
}

/// The words of a refusal, by the templates.
pub(super) fn words(why: &Refusal) -> String {
    let text = include_str!("../../../../../templates/thrones/refusals/war.yaml");
    let all: BTreeMap<String, String> = serde_saphyr::from_str(text).unwrap();
    let template = all.get(why.code()).unwrap_or_else(|| panic!("no words for {}", why.code()));
    let mut templates = minijinja::Environment::new();
    templates.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
    // Ids stand for their words here.
    templates.add_filter("word", |id: String, _group: String| id);
    templates.render_str(template, minijinja::value::Serde(why.details())).unwrap()
}

/// The code of the refusal of an answer, whose words must come out well; empty if it is legal.
pub(super) fn refused<Q: Query<Game = Thrones>>(query: &Q, answer: Value) -> &'static str {
    match query.read(&answer).and_then(|answer| query.check(&answer)) {
        Ok(()) => "",
        Err(why) if why.code() == "answer-malformed" => "answer-malformed",
        Err(why) => {
            let words = words(&why);
            assert!(words.ends_with('.') && words.chars().count() <= 400, "{words}");
            why.code()
        }
    }
}

#[test]
fn each_refusal_has_words_and_no_words_are_spare() {
    let text = include_str!("../../../../../templates/thrones/refusals/war.yaml");
    let all: BTreeMap<String, String> = serde_saphyr::from_str(text).unwrap();
    let mut codes: Vec<&str> = super::REFUSALS.to_vec();
    codes.sort_unstable();
    assert_eq!(codes, all.keys().map(String::as_str).collect::<Vec<_>>());
}

/// A table of chance that tests the questions of war before it answers them.
struct Probe {
    table: RandomTable,
    dice: fastrand::Rng,
    codes: Vec<&'static str>,
    seen: BTreeMap<&'static str, u32>,
    keys: BTreeSet<String>,
}

/// The kinds of question at war.
const KINDS: [&str; 8] = ["raid", "march", "support", "card", "ability", "blade", "casualties", "retreat"];

impl Probe {
    fn new(seed: u64) -> Self {
        let codes = super::REFUSALS.iter().copied().chain(["answer-malformed"]).collect();
        let dice = fastrand::Rng::with_seed(!seed);
        Probe { table: RandomTable::new(seed), dice, codes, seen: BTreeMap::new(), keys: BTreeSet::new() }
    }

    fn probe<Q: Query<Game = Thrones>>(&mut self, query: &Q) {
        assert!(self.keys.insert(query.key()), "{} is asked twice", query.key());
        let often = self.seen.entry(query.kind()).or_default();
        *often += 1;
        // The rare kinds always, the common ones now and then.
        if KINDS.contains(&query.kind()) && (*often < 12 || self.dice.u32(0..*often) < 6) {
            agree(query, &self.codes, &mut self.dice);
        }
    }
}

impl Table<Thrones> for Probe {
    fn ask<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        self.probe(query);
        self.table.ask(query)
    }

    fn ask_together<Q: Query<Game = Thrones>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        queries.iter().for_each(|query| self.probe(query));
        self.table.ask_together(queries)
    }

    fn shuffle<T>(&mut self, label: impl FnOnce() -> String, items: &mut [T]) {
        Table::<Thrones>::shuffle(&mut self.table, label, items);
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

/// A board full of armies and orders, as no game would bring it about, at the opening of the raids.
fn crowded(seed: u64) -> Board {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut board = opening(3 + (seed % 3) as u8);
    let world = Arc::make_mut(&mut board.world);
    if !seed.is_multiple_of(4) {
        // Room for anybody's armies; otherwise nearly everything breaks supply.
        world.supply_limits = vec![vec![20; 60]];
        world.theatres[0].last_supply = 0;
    }
    world.instant_win = u8::MAX;
    let world = board.world.clone();
    let seats = world.houses.len() as u8;
    board.spots.change(|area, spot| {
        *spot = Spot::default();
        let sea = world.is_sea(area);
        match dice.u8(0..10) {
            0 => spot.neutral = dice.u8(1..5),
            1 if !sea => spot.token = Some(Seat(dice.u8(0..seats))),
            2..9 => {
                spot.holder = Some(Seat(dice.u8(0..seats)));
                spot.token = spot.holder.filter(|_| !sea && dice.u8(0..4) == 0);
                let mut some = |most: u8| match sea {
                    true => ships(dice.u8(0..=most)),
                    false => land(dice.u8(0..=most), dice.u8(0..=most)),
                };
                (spot.fit, spot.routed) = (some(3), some(1));
                if spot.units().is_empty() {
                    spot.fit = Troop::one(if sea { Unit::Ship } else { Unit::Footman });
                }
                // The first three tokens are marches; the rest come less often.
                let last = if dice.u8(0..3) == 0 { 3 } else { world.tokens.len() as u8 };
                spot.order = Some(OrderId(dice.u8(0..last)));
            }
            _ => {}
        }
    });
    board.turn = 3;
    board.stage = if dice.u8(0..3) == 0 { Stage::Raids } else { Stage::Marches };
    let rains = world.theatres[0].decks[2].iter().position(|card| card.card.id() == "rains-of-autumn");
    board.theatres[0].open[2] = rains.filter(|_| dice.bool()).map(|card| card as u8);
    board.houses.iter_mut().for_each(|(_, house)| house.power = dice.u8(0..3));
    board
}

#[test]
fn questions_agree_on_crowded_boards() {
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in 0..32 {
        let mut board = crowded(seed);
        let mut probe = Probe::new(seed);
        match board.stage {
            Stage::Raids => super::raids::raids(&mut board, &mut AnyTable::of(&mut probe)).unwrap(),
            _ => super::marches::marches(&mut board, &mut AnyTable::of(&mut probe)).unwrap(),
        }
        probe.seen.into_iter().for_each(|(kind, n)| *seen.entry(kind).or_default() += n);
    }
    for kind in KINDS {
        assert!(seen.get(kind).is_some_and(|n| *n > 1), "{kind} was hardly asked: {seen:?}");
    }
}

#[test]
fn questions_agree_in_random_games() {
    for seed in 0..6 {
        let game = game(3 + (seed % 3) as u8);
        let mut probe = Probe::new(seed);
        let mut board = game.begin(&mut probe).unwrap();
        while board.stage != Stage::Over {
            game.play(&mut board, &mut probe).unwrap();
        }
        assert!(probe.seen.len() > 5, "{:?}", probe.seen);
    }
}

/// What war can never change: the total of cards, tokens within their limit, and whoever is not at war.
#[test]
fn positions_stay_sound_in_random_games() {
    let mut battles = 0;
    for seed in 0..150 {
        let game = game(3 + (seed % 3) as u8);
        let mut events: Vec<Value> = Vec::new();
        let mut board: Board = game.begin(&mut RandomTable::new(seed)).unwrap();
        let mut stages = 0;
        while board.stage != Stage::Over {
            let before = board.clone();
            let mut heard = Vec::new();
            let listen = Box::new(|event: Event| heard.push(serde_json::to_value(event).unwrap()));
            game.play(&mut board, &mut RandomTable::listening(seed * 1000 + stages, listen)).unwrap();
            sound(&board).unwrap_or_else(|why| {
                panic!(
                    "seed {seed}, turn {}, {:?} after {:?}: {why:?}",
                    board.turn, board.stage, before.stage
                )
            });
            if before.stage == Stage::Marches {
                assert!(board.spots.iter().all(|s| s.routed.is_empty()) || board.stage == Stage::Over);
                let units = |b: &Board| b.spots.iter().fold(0u32, |n, s| n + u32::from(s.units().count()));
                assert!(units(&board) <= units(&before));
                let neutral = |b: &Board| b.spots.iter().filter(|s| s.neutral > 0).count();
                assert!(neutral(&board) <= neutral(&before));
            }
            events.append(&mut heard);
            stages += 1;
        }
        for event in &events {
            sums_are_sums(event);
        }
        battles += events.iter().filter(|event| event["event"] == "battle-won").count();
        assert_eq!(board.spots.iter().filter(|s| s.units() != Troop::NONE && s.holder.is_none()).count(), 0);
    }
    assert!(battles > 1000, "random games must fight: {battles} battles");
}

/// Each strength told is the sum of the addends told with it, and the stronger has won.
fn sums_are_sums(event: &Value) {
    let total = |sum: &Value| {
        let addends = sum["addends"].as_array().unwrap();
        let total: i64 = addends.iter().map(|addend| addend["amount"].as_i64().unwrap()).sum();
        assert_eq!(Some(total), sum["total"].as_i64(), "{sum}");
        total
    };
    if event["event"] == "battle-won" && event["by"] != "last-unit" {
        let (attacker, defender) = (total(&event["attacker"]), total(&event["defender"]));
        let ranks = (event["fiefdoms"][0].as_u64(), event["fiefdoms"][1].as_u64());
        let attacker_wins = attacker > defender || attacker == defender && ranks.0 < ranks.1;
        assert_eq!(event["side"] == "attacker", attacker_wins, "{event}");
        assert_eq!(event["by"] == "fiefdoms", attacker == defender, "{event}");
    }
    if event["event"] == "neutral-force" {
        let enough = total(&event["strength"]) >= event["force"].as_i64().unwrap();
        assert_eq!(event["entered"].as_bool(), Some(enough), "{event}");
    }
}

fn ships(n: u8) -> Troop {
    let mut troop = Troop::NONE;
    troop.add(Unit::Ship, n);
    troop
}

fn land(footmen: u8, knights: u8) -> Troop {
    let mut troop = Troop::NONE;
    troop.add(Unit::Footman, footmen);
    troop.add(Unit::Knight, knights);
    troop
}
