//! That the mechanism of editions is real: an edition of test code overrides most questions, has ports, garrisons, units
//! and tokens by house, a second board, own cards and sixteen houses, and is played to the end.

mod folder;
mod trial;

use super::FIRST;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Options, Unit};
use crate::games::thrones::event::Event;
use crate::games::thrones::realm::tests::foresight::audit;
use crate::games::thrones::realm::yard::{Build, Trouble, Yard};
use crate::games::thrones::testing::{Script, area, put, seat, seen_alike, troop};
use crate::games::thrones::war::battle::casualties::icons;
use crate::games::thrones::war::battle::contest::{Battle, Contest, Lent, Role};
use crate::games::thrones::war::transport::reach;
use crate::table::{AnyTable, AuditTable, Game, Host, Progress, RandomTable, Table};
use folder::{NORTH, SOUTH, file};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trial::{QUESTS, TRIAL};

fn game() -> Thrones {
    Thrones::load_edition(&TRIAL, &file, 16, Options::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn opening() -> Board {
    game().begin(&mut RandomTable::new(1)).unwrap()
}

/// Plays to the end, holding each position to what must be true of it.
fn play<T: Table<Thrones>>(game: &Thrones, table: &mut T, each: &mut dyn FnMut(&Board)) -> Board {
    let mut board = game.begin(table).unwrap();
    for _ in 0..200 {
        let progress = game.play(&mut board, table).unwrap();
        game.sound(&board).unwrap_or_else(|e| panic!("turn {}, {:?}: {e:?}", board.turn, board.stage));
        each(&board);
        if progress == Progress::Ended {
            return board;
        }
    }
    panic!("no end")
}

#[test]
fn random_games_of_sixteen_houses_on_two_boards_end() {
    let game = game();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..40 {
        let mut count = |what: String| *seen.entry(what).or_default() += 1;
        let listen = |event: Event| {
            let event = serde_json::to_value(event).unwrap();
            for name in tell_tale(&event) {
                count(name);
            }
        };
        let mut table = RandomTable::listening(seed, Box::new(listen));
        let board = play(&game, &mut table, &mut |_| {});
        let outcome = board.outcome.unwrap();
        assert!(["castles", "land", "power", "draw"].contains(&outcome.by), "{}", outcome.by);
    }
    for name in [
        "reason garrison",
        "reason place",
        "ability pillage",
        "ability plunder",
        "ability slay",
        "gained quests",
        "gained northern-muster",
        "card no-starred-march",
        "card no-defense",
        "card mustering",
        "lost port",
        "lost wildlings",
        "mustered one area",
        "raid of Defense",
        "wildlings withdraw",
        "turns",
    ] {
        assert!(seen.contains_key(name), "no {name} in forty games: {seen:?}");
    }
    assert!(!seen.contains_key("reason siege engine in defense"));
}

#[test]
fn whatever_its_westeros_cards_ask_was_foreseen_too() {
    let mut counts = BTreeMap::new();
    (0..2).for_each(|seed| audit(&Host::new(game()), seed, &mut counts));
    assert!(counts.contains_key("westeros") && counts.contains_key("muster"), "{counts:?}");
}

/// What of an event shows that an answer of the edition was used.
fn tell_tale(event: &Value) -> Vec<String> {
    let word = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
    match event["event"].as_str().unwrap_or_default() {
        "battle-won" => ["attacker", "defender"]
            .into_iter()
            .flat_map(|side| {
                let addends = event[side]["addends"].as_array().cloned().unwrap_or_default();
                addends.into_iter().map(move |addend| {
                    let reason = addend["reason"].as_str().unwrap_or_default().to_owned();
                    let engine = addend["unit"] == json!("siege-engine") && addend["amount"] != json!(0);
                    if engine && side == "defender" {
                        "reason siege engine in defense".into()
                    } else {
                        format!("reason {reason}")
                    }
                })
            })
            .collect(),
        "ability" => vec![format!("ability {}", word("ability"))],
        "power-gained" => vec![format!("gained {}", word("because"))],
        "westeros-executed" => vec![format!("card {}", word("card"))],
        "units-lost" => vec![format!("lost {}", word("because"))],
        "mustered" if event["points"].as_object().is_some_and(|points| points.len() == 1) => {
            vec!["mustered one area".into()]
        }
        "raid" => {
            let removed = event["removed"].as_array().cloned().unwrap_or_default();
            let defense = removed.iter().any(|order| order["order"] == json!("defense"));
            if defense { vec!["raid of Defense".into()] } else { vec![] }
        }
        "wildlings-withdraw" => vec!["wildlings withdraw".into()],
        "turn-begins" => vec!["turns".into()],
        _ => vec![],
    }
}

#[test]
fn every_query_of_an_edition_keeps_its_promises() {
    let game = game();
    for seed in 0..2 {
        let mut table = AuditTable::new(seed, 40);
        play(&game, &mut table, &mut |_| {});
        assert_eq!(table.faults(), &[] as &[String], "seed {seed}");
    }
}

#[test]
fn positions_of_two_boards_are_written_and_read() {
    let game = game();
    let mut compared = 0;
    play(&game, &mut RandomTable::new(5), &mut |board| {
        let written = game.write_state(board);
        let read = game.read_state(&written).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(game.write_state(&read), written);
        let view = game.view(board, None);
        let seen = game.read_view(&view).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(game.view(&seen, None), view);
        seen_alike(&game, board);
        compared += 1;
    });
    assert!(compared > 20);
    let written = game.write_state(&opening());
    assert_eq!(written["areas"]["home-0"]["garrison"], json!(2));
    assert_eq!(written["theatres"]["north"]["tracks"]["iron-throne"].as_array().unwrap().len(), NORTH);
    let view = game.view(&opening(), None);
    assert_eq!(view["theatres"]["north"].get("decks"), None, "nobody may know the order of a deck");
    assert!(!view.to_string().contains("wildling-deck"));
}

#[test]
fn pools_tokens_and_power_are_by_house() {
    let board = opening();
    let (south, north) = (seat(&board, "south-3"), seat(&board, "north-2"));
    assert_eq!((board.pool(south, Unit::Footman), board.pool(north, Unit::Footman)), (6, 4));
    assert_eq!((board.pool(south, Unit::Giant), board.pool(north, Unit::Giant)), (0, 1));
    assert_eq!((board.houses[south].power, board.houses[north].power), (5, 2));
    let order = |id| board.world.order(id).unwrap();
    let tokens = |id| (board.world.tokens_of(south, order(id)), board.world.tokens_of(north, order(id)));
    assert_eq!((tokens("march+0"), tokens("support")), ((1, 2), (2, 0)));
    let mut board = board;
    assert_eq!(board.gain_power(north, 20), 10);
}

#[test]
fn each_board_has_tracks_of_its_own() {
    let board = opening();
    assert_eq!(board.houses.len(), SOUTH + NORTH);
    let ids = |seats: &[crate::table::Seat]| board.seat_ids(seats);
    assert_eq!(ids(&board.play_order())[SOUTH - 1..SOUTH + 1], ["south-9", "north-0"]);
    assert_eq!(board.first_on(1, Track::Fiefdoms), Some(seat(&board, "north-0")));
    assert_eq!(board.stars(seat(&board, "north-2")), 1);
    assert!(board.has_token(seat(&board, "north-0"), Track::KingsCourt));
}

#[test]
fn ports_open_on_their_sea_and_to_their_owner_alone() {
    let mut board = opening();
    let at = |board: &Board, id: &str| area(board, id);
    let (port, sea, home) = (at(&board, "port-0"), at(&board, "sea-0"), at(&board, "home-0"));
    let (owner, other) = (seat(&board, "south-0"), seat(&board, "south-1"));
    assert_eq!(board.controller(port), Some(owner));
    assert!(reach(&board, owner, port).has(sea) && reach(&board, owner, sea).has(port));
    assert!(!reach(&board, other, sea).has(port));
    assert!(!reach(&board, owner, home).has(port), "land units do not enter a port");
    // Ships are built in a port even while the sea before it is an enemy's.
    board.spot_mut(sea).holder = Some(other);
    let yard = Yard::new(&board, owner, None);
    let ship = |at| Build::New { area: home, unit: Unit::Ship, at };
    assert_eq!((yard.trouble(ship(port)), yard.trouble(ship(sea))), (None, Some(Trouble::SeaTaken)));
    assert_eq!(yard.trouble(ship(at(&board, "port-1"))), Some(Trouble::Place));
}

#[test]
fn a_garrison_fights_alone_and_falls_with_its_home() {
    let mut board = opening();
    for home in ["home-0", "land-0", "land-9", "land-1", "sea-0"] {
        let mut spot = board.spot_mut(area(&board, home));
        (spot.holder, spot.fit) = (None, troop(""));
    }
    board.stage = Stage::Marches;
    put(&mut board, "south-1", "land-0", "kk");
    let order = board.world.order("march+0");
    board.spot_mut(area(&board, "land-0")).order = order;
    let march = json!({"from": "land-0", "to": {"home-0": {"knight": 2}}, "leave-power": false});
    let mut script =
        Script::default().answer("south-1", "march", march).answer("south-1", "card", json!("lord-1"));
    game().play(&mut board, &mut script).unwrap();
    let won = script.told("battle-won")[0].clone();
    assert_eq!((won["winner"].clone(), won["loser"].clone()), (json!("south-1"), json!("south-0")));
    assert_eq!(won["defender"]["addends"][0], json!({"amount": 2, "reason": "garrison"}));
    let taken = board.spot(area(&board, "home-0"));
    assert_eq!((taken.garrison, taken.holder), (0, Some(seat(&board, "south-1"))));
    assert_eq!(board.spot(area(&board, "port-0")).holder, None, "the ships in its port are gone");
    script.done();
}

#[test]
fn icons_are_counted_as_abilities_leave_them() {
    let board = opening();
    let at = |id: &str| area(&board, id);
    let order = board.world.order("march+0").unwrap();
    let attacker = seat(&board, "south-1");
    let contest = Contest::new(&board, attacker, at("land-1"), order, at("land-0"), troop("f"));
    let mut battle = Battle::new(&board, contest, seat(&board, "south-0"));
    battle.cards = ["lady-1", "guard-0"].map(|id| board.world.card_id(id));
    let icons = |battle: &Battle| Role::ALL.map(|role| icons(&board, battle, role));
    assert_eq!(icons(&battle).map(|icons| (icons.swords, icons.fortifications)), [(1, 0), (0, 2)]);
    battle.contest.lent.push(Lent { seat: attacker, from: at("home-1"), to: Role::Attacker });
    assert_eq!(icons(&battle)[0].swords, 0, "a side with support has no sword more");
    battle.cancelled = [true; 2];
    battle.contest.lent.clear();
    assert_eq!(icons(&battle)[0].swords, 0, "nor has one whose card is cancelled");
}

#[test]
fn the_stages_are_the_editions() {
    let (game, mut table) = (game(), RandomTable::new(2));
    let mut board = game.begin(&mut table).unwrap();
    let mut stages = vec![board.stage];
    while board.turn == 1 && game.play(&mut board, &mut table).unwrap() == Progress::Next {
        stages.push(board.stage);
    }
    let first = [Stage::Planning, QUESTS, Stage::Raids, Stage::Marches, Stage::Consolidate, Stage::Westeros];
    assert_eq!(stages, first);
    assert!(Stage::Raven < QUESTS && QUESTS < Stage::Raids);
    assert!(FIRST.stages.iter().all(|chapter| chapter.stage != QUESTS));
}

#[test]
fn a_card_counts_as_what_the_holder_of_a_token_chose() {
    let mut board = opening();
    let deck = &board.world.theatres[0].decks[2];
    let sword = deck.iter().position(|card| card.card.id() == "put-to-the-sword");
    board.theatres[0].open[2] = sword.map(|place| place as u8);
    let mut script = Script::default().answer("south-0", "westeros", json!("no-starred-march"));
    crate::games::thrones::realm::westeros::execute(&mut board, 2, &mut AnyTable::of(&mut script)).unwrap();
    script.done();
    let forbidden = |id: &str| board.forbids(board.world.order(id).unwrap()).map(|row| row.id);
    assert_eq!((forbidden("march*"), forbidden("march+0")), (Some("no-starred-march"), None));
    let read = game().read_state(&game().write_state(&board)).unwrap();
    assert_eq!(read.theatres[0].chosen, board.theatres[0].chosen);
}
