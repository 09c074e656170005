//! One game of people, as far as its log tells: its auctions are held again by our rules, its marches must be possible on our
//! board, its House cards are ours.

use super::trace;
use arrayvec::ArrayVec;
use ravenpost::games::embedded;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::data::{Options, Troop, Unit};
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::event::Event;
use ravenpost::games::thrones::war::transport::reach;
use ravenpost::table::{Game, MOST_SEATS, Pause, Query, RandomTable, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

const TRACKS: [&str; 3] = ["iron-throne", "fiefdoms", "kings-court"];

/// Answers bids and ties of one *Clash of Kings* as the log has them, and notes who decided a tie.
struct Auctions<'a> {
    /// By track and house.
    bids: BTreeMap<(String, String), Value>,
    /// The order of each track afterwards.
    orders: BTreeMap<String, &'a Value>,
    judges: BTreeMap<String, String>,
}

impl Auctions<'_> {
    fn answer<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Q::Answer {
        let board = query.position();
        let seat = board.world.seat_id(query.seat()).to_owned();
        let question = serde_json::to_value(query.question()).expect("plain data");
        let track = question["on"].as_str().expect("an auction").to_owned();
        let answer = if query.kind() == "bid" {
            self.bids[&(track, seat)].clone()
        } else {
            let tied = question["tied"].as_array().expect("houses");
            let order = self.orders[&track].as_array().expect("houses").iter();
            self.judges.insert(track, seat);
            json!(order.filter(|house| tied.contains(house)).collect::<Vec<_>>())
        };
        let answer = query.read(&answer).unwrap_or_else(|why| panic!("{}: {why:?}", query.key()));
        query.check(&answer).unwrap_or_else(|why| panic!("{}: {why:?}", query.key()));
        answer
    }
}

impl Table<Thrones> for Auctions<'_> {
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

fn log() -> Option<Vec<Value>> {
    let text = fs::read_to_string(trace::folder()?.join("thronemaster-90001.json")).ok()?;
    let log: Value = serde_json::from_str(&text).expect("the log is JSON");
    Some(log["events"].as_array().expect("events").clone())
}

fn six() -> Thrones {
    let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
    Thrones::load_edition(&SECOND, &folder, 6, Options::default()).expect("the game's own data")
}

fn of<'a>(log: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    log.iter().filter(move |event| event["type"] == kind)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn auctions_end_as_they_did_among_people() {
    let Some(log) = log() else { return };
    let game = six();
    let board = game.begin(&mut RandomTable::new(0)).expect("no pause");
    let mut state = game.write_state(&board);
    for turn in 2..=5 {
        let of_turn: Vec<Value> = log.iter().filter(|event| event["turn"] == turn).cloned().collect();
        let track = |event: &Value| TRACKS[event["track"].as_u64().expect("a track") as usize].to_owned();
        let bids: BTreeMap<_, _> = of(&of_turn, "bid")
            .map(|bid| ((track(bid), text(&bid["house"]).to_owned()), bid["bid"].clone()))
            .collect();
        let settled: Vec<&Value> = of(&of_turn, "track").collect();
        // A house that Doran Martell has moved down was seen to go; nothing else moves houses but auctions.
        if !settled.is_empty() {
            assert_eq!((settled.len(), bids.len()), (3, 18), "turn {turn}");
            let orders = settled.iter().map(|event| (track(event), &event["order"])).collect();
            let mut auctions = Auctions { bids, orders, judges: BTreeMap::new() };
            state["stage"] = json!("westeros-2");
            state["open"] = json!([null, "clash-of-kings", null]);
            for (_, house) in state["houses"].as_object_mut().expect("houses") {
                house["power"] = json!(19);
            }
            let mut board = game.read_state(&state).expect("a position");
            game.play(&mut board, &mut auctions).expect("no pause");
            state["tracks"] = game.write_state(&board)["tracks"].clone();
            for event in settled {
                let track = track(event);
                assert_eq!(state["tracks"][&track], event["order"], "turn {turn}, {track}");
                let judge = auctions.judges.get(&track).map_or("", String::as_str);
                // The log leaves out who decided where the holder of the Throne was among the tied.
                if let Some(by) = event["tiesResolvedBy"].as_str() {
                    assert_eq!(judge, by, "turn {turn}, {track}");
                }
            }
        }
        for pushed in of(&of_turn, "ability").filter(|event| event["card"] == "doran-martell") {
            let row = state["tracks"][track(pushed)].as_array_mut().expect("a track");
            row.retain(|house| *house != pushed["affected"]);
            row.push(pushed["affected"].clone());
        }
    }
}

#[test]
fn marches_and_cards_of_people_are_those_of_our_board() {
    let Some(log) = log() else { return };
    let game = six();
    let world = game.world();
    let empty = game.begin(&mut RandomTable::new(0)).expect("no pause");
    let mut marches = 0;
    for event in of(&log, "march") {
        let mut board = empty.clone();
        let seat = world.seat(text(&event["house"])).expect("a house");
        // Whose ships were where the log does not tell: all seas are open, and all land is the house's.
        for area in world.all_areas() {
            *board.spot_mut(area) = Default::default();
            if world.is_sea(area) && !world.ports.has(area) {
                board.place_units(area, seat, Troop::one(Unit::Ship), Troop::NONE);
            } else {
                board.spot_mut(area).token = Some(seat);
            }
        }
        let area = |id: &Value| world.area(text(id)).unwrap_or_else(|| panic!("no area {id}"));
        let reach = reach(&board, seat, area(&event["from"]));
        let attacked =
            [&event["attack"]].into_iter().filter(|attack| !attack.is_null()).map(|to| &to["region"]);
        let moved = event["moves"].as_array().into_iter().flatten().map(|to| &to["to"]);
        for to in moved.chain(attacked) {
            assert!(reach.has(area(to)), "{event}: {to} is out of reach");
            marches += 1;
        }
    }
    assert!(marches > 50, "{marches}");
    for event in of(&log, "house-card") {
        let card = world.card_id(text(&event["card"])).unwrap_or_else(|| panic!("{event}"));
        let seat = world.seat(text(&event["house"])).expect("a house");
        assert!(world.houses[seat].cards.has(card), "{event}");
        assert_eq!(json!(world.card(card).strength), event["strength"], "{event}");
    }
    let row = |id: &Value| SECOND.westeros.iter().find(|row| row.id == text(id));
    for event in of(&log, "westeros-choice") {
        let (_, cards) = row(&event["card"]).and_then(|row| row.choice).expect("a card with a choice");
        assert!(cards.contains(&text(&event["choice"])), "{event}");
    }
}
