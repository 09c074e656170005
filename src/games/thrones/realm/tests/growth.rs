//! Supply, mustering, power. Rules: 1e, Supply, Mustering, Game of Thrones, Consolidate Power, Limit of tokens;
//!

use crate::games::thrones::armies::{armies, excess};
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::Unit;
use crate::games::thrones::realm::consolidate::consolidate;
use crate::games::thrones::realm::disband::{Because, Disband};
use crate::games::thrones::realm::mustering::{Muster, mustering};
use crate::games::thrones::realm::power::game_of_thrones;
use crate::games::thrones::realm::supply::supply;
use crate::games::thrones::testing::{Script, area, empty, opening, put, refusal, seat, troop};
use crate::table::{AnyTable, Query};
use serde_json::{Value, json};

/// A token of a house in an area.
fn claim(board: &mut Board, house: &str, at: &str) {
    let (house, at) = (seat(board, house), area(board, at));
    board.spot_mut(at).token = Some(house);
}

/// "Example of a change in supply": Lannister falls from 5 to 3 with armies of 4, 3, 2 and 2.
fn lannister_short_of_supply() -> Board {
    let mut board = empty();
    put(&mut board, "lannister", "harrenhal", "kkff");
    put(&mut board, "lannister", "the-golden-sound", "sss");
    put(&mut board, "lannister", "searoad-marches", "kk");
    put(&mut board, "lannister", "stoney-sept", "ff");
    put(&mut board, "greyjoy", "riverrun", "f");
    put(&mut board, "greyjoy", "seagard", "f");
    let lannister = seat(&board, "lannister");
    board.houses[lannister].supply = 5;
    board
}

#[test]
fn the_rulebooks_example_of_supply() {
    let mut board = lannister_short_of_supply();
    let lannister = seat(&board, "lannister");
    assert_eq!(armies(&board, lannister, &[]).as_slice(), [4, 3, 2, 2]);
    assert_eq!(excess(&board, lannister, &[]), 0, "a supply of 5 feeds them");
    assert_eq!(board.barrels_of(lannister), 3, "Lannisport 2, Searoad Marches 1");
    let mut table = Script::default().answer(
        "lannister",
        "disband",
        json!({"the-golden-sound": {"ship": 1}, "harrenhal": {"footman": 1}}),
    );
    supply(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    assert_eq!(board.houses[lannister].supply, 3);
    assert_eq!(armies(&board, lannister, &[]).as_slice(), [3, 2, 2, 2]);
    let told = table.told("supply-set").into_iter().find(|e| e["house"] == "lannister").unwrap();
    assert_eq!((&told["from"], &told["to"], &told["excess"]), (&json!(5), &json!(3), &json!(2)));
    assert_eq!((&told["armies"], &told["limits"]), (&json!([4, 3, 2, 2]), &json!([3, 2, 2, 2])));
    assert_eq!(told["barrels"], json!({"lannisport": 2, "searoad-marches": 1}));
}

#[test]
fn supply_costs_no_unit_more_than_needed_and_none_less() {
    let mut board = lannister_short_of_supply();
    let lannister = seat(&board, "lannister");
    board.houses[lannister].supply = 3;
    let query = Disband::new(&board, lannister, Because::Supply, excess(&board, lannister, &[]));
    // One army of 3 may stay: of the four-strong army or of the fleet.
    assert_eq!(refusal(&query, json!({"harrenhal": {"footman": 2}})), "");
    assert_eq!(refusal(&query, json!({"harrenhal": {"knight": 1}, "the-golden-sound": {"ship": 1}})), "");
    assert_eq!(refusal(&query, json!({"the-golden-sound": {"ship": 2}})), "disband-supply-exceeded");
    assert_eq!(refusal(&query, json!({"stoney-sept": {"footman": 2}})), "disband-supply-exceeded");
    let three = json!({"harrenhal": {"footman": 2}, "the-golden-sound": {"ship": 1}});
    assert_eq!(refusal(&query, three), "disband-too-many");
    assert_eq!(refusal(&query, json!({"riverrun": {"footman": 2}})), "disband-not-there");
    // Harrenhal loses two of its kinds (3 ways), or one (2 ways) and the fleet a ship.
    assert_eq!(query.list(100).answers.len(), 5);
    assert_eq!(query.write(&query.default()), json!({"harrenhal": {"footman": 2}}));
}

#[test]
fn supply_goes_by_control_and_no_higher_than_its_track() {
    let mut board = opening(5);
    // FAQ: the first levels are the barrels of the opening: 1 Stark and Baratheon, 2 Lannister and Greyjoy, 3 Tyrell.
    let barrels: Vec<u8> = board.houses.seats().map(|seat| board.barrels_of(seat)).collect();
    let levels: Vec<u8> = board.houses.iter().map(|(_, house)| house.supply).collect();
    assert_eq!(barrels, levels);
    assert_eq!(board.seat_ids(&board.houses.seats().collect::<Vec<_>>())[3..], ["tyrell", "greyjoy"]);
    assert_eq!(levels, [1, 2, 1, 3, 2]);
    for at in ["blackwater", "seagard", "riverrun", "the-stony-shore", "widows-watch"] {
        claim(&mut board, "stark", at);
    }
    supply(&mut board, &mut AnyTable::of(&mut Script::default())).unwrap();
    let stark = seat(&board, "stark");
    assert_eq!((board.barrels_of(stark), board.houses[stark].supply), (7, 6));
}

#[test]
fn neutral_forces_feed_nobody() {
    let board = opening(4);
    let pyke = area(&board, "pyke");
    assert!(board.spot(pyke).neutral > 0);
    assert_eq!(board.controller(pyke), None, "the shield of an absent house controls nothing");
}

/// "Example of mustering": Lannister, supply 3. (The rulebook's picture must have others' ships in Ironman's Bay,
/// for its text finds no place for another ship.)
#[test]
fn the_rulebooks_example_of_mustering() {
    let mut board = empty();
    put(&mut board, "lannister", "lannisport", "f");
    put(&mut board, "lannister", "harrenhal", "ff");
    put(&mut board, "lannister", "riverrun", "kkk");
    put(&mut board, "lannister", "stoney-sept", "f");
    put(&mut board, "lannister", "sunset-sea", "s");
    put(&mut board, "greyjoy", "ironmans-bay", "s");
    let lannister = seat(&board, "lannister");
    board.houses[lannister].supply = 3;
    let built = json!([
        {"area": "lannisport", "build": "footman"},
        {"area": "lannisport", "build": "ship", "in": "the-golden-sound"},
        {"area": "harrenhal", "upgrade": "knight"},
        {"area": "riverrun", "build": "ship", "in": "the-golden-sound"},
    ]);
    for more in [
        json!({"area": "riverrun", "build": "footman"}),
        json!({"area": "riverrun", "build": "ship", "in": "the-golden-sound"}),
    ] {
        let mut with_more = built.clone();
        with_more.as_array_mut().unwrap().push(more);
        assert_eq!(refusal(&Muster::new(&board, lannister), with_more), "muster-breaks-supply");
    }
    let mut table = Script::default().answer("lannister", "muster", built);
    mustering(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    assert_eq!(armies(&board, lannister, &[]).as_slice(), [3, 2, 2, 2]);
    assert_eq!(board.spot(area(&board, "harrenhal")).fit, troop("fk"));
    assert_eq!(board.spot(area(&board, "the-golden-sound")).fit, troop("ss"));
    let told = table.told("mustered").into_iter().find(|e| e["house"] == "lannister").unwrap();
    assert_eq!(told["unspent"], json!(1));
    assert_eq!(told["points"], json!({"lannisport": 2, "harrenhal": 1, "riverrun": 2}));
    let houses: Vec<&Value> = table.told("mustered").iter().map(|e| &e["house"]).collect();
    assert_eq!(houses, ["baratheon", "lannister", "stark", "tyrell", "greyjoy"], "in order of play");
}

fn stark_at_winterfell(letters: &str, supply: u8) -> Board {
    let mut board = empty();
    put(&mut board, "stark", "winterfell", letters);
    let stark = seat(&board, "stark");
    board.houses[stark].supply = supply;
    board
}

fn muster_refusal(board: &Board, answer: Value) -> &'static str {
    refusal(&Muster::new(board, seat(board, "stark")), answer)
}

#[test]
fn points_are_spent_where_they_arise() {
    let board = stark_at_winterfell("f", 6);
    let (footman, knight) =
        (json!({"area": "winterfell", "build": "footman"}), json!({"area": "winterfell", "build": "knight"}));
    assert_eq!(muster_refusal(&board, json!([footman, footman])), "");
    assert_eq!(muster_refusal(&board, json!([knight])), "");
    assert_eq!(muster_refusal(&board, json!([])), "", "points may be left");
    assert_eq!(muster_refusal(&board, json!([footman, knight])), "muster-too-few-points");
    assert_eq!(
        muster_refusal(&board, json!([{"area": "white-harbor", "build": "footman"}])),
        "muster-not-yours"
    );
    assert_eq!(muster_refusal(&board, json!([{"area": "karhold", "build": "footman"}])), "muster-not-yours");
    let elsewhere = json!([{"area": "winterfell", "build": "footman", "in": "white-harbor"}]);
    assert_eq!(muster_refusal(&board, elsewhere), "muster-wrong-place");
    let mut city = empty();
    put(&mut city, "stark", "white-harbor", "f");
    let knight = json!([{"area": "white-harbor", "build": "knight"}]);
    assert_eq!(muster_refusal(&city, knight), "muster-too-few-points", "a city has one point");
}

#[test]
fn a_token_or_a_shield_is_enough_to_muster() {
    let mut board = empty();
    claim(&mut board, "stark", "moat-cailin");
    let both =
        json!([{"area": "moat-cailin", "build": "footman"}, {"area": "winterfell", "build": "knight"}]);
    mustering(&mut board, &mut AnyTable::of(&mut Script::default().answer("stark", "muster", both))).unwrap();
    assert_eq!(board.units_of(seat(&board, "stark")), troop("fk"));
    let moat = board.spot(area(&board, "moat-cailin"));
    assert_eq!(moat.token, moat.holder, "one's own token stays");
}

#[test]
fn only_footmen_who_stood_there_are_upgraded() {
    let board = stark_at_winterfell("f", 6);
    let upgrade = json!({"area": "winterfell", "upgrade": "knight"});
    let footman = json!({"area": "winterfell", "build": "footman"});
    assert_eq!(muster_refusal(&board, json!([upgrade, footman])), "");
    assert_eq!(muster_refusal(&board, json!([footman, upgrade])), "", "in whatever order they are written");
    assert_eq!(muster_refusal(&board, json!([upgrade, upgrade])), "muster-nobody-to-upgrade");
    let nobody = empty();
    assert_eq!(muster_refusal(&nobody, json!([footman, upgrade])), "muster-nobody-to-upgrade");
    assert_eq!(
        muster_refusal(&board, json!([{"area": "winterfell", "upgrade": "ship"}])),
        "muster-no-upgrade"
    );
    let mut board = stark_at_winterfell("ff", 6);
    let twice = Script::default().answer("stark", "muster", json!([upgrade, upgrade]));
    mustering(&mut board, &mut AnyTable::of(&mut { twice })).unwrap();
    assert_eq!(board.units_of(seat(&board, "stark")), troop("kk"));
}

#[test]
fn ships_go_to_a_sea_beside_without_others() {
    let mut board = stark_at_winterfell("f", 6);
    let ship = |sea: &str| json!([{"area": "winterfell", "build": "ship", "in": sea}]);
    assert_eq!(muster_refusal(&board, ship("bay-of-ice")), "");
    put(&mut board, "greyjoy", "bay-of-ice", "s");
    assert_eq!(muster_refusal(&board, ship("bay-of-ice")), "muster-sea-taken");
    assert_eq!(muster_refusal(&board, ship("the-narrow-sea")), "muster-wrong-place");
    assert_eq!(
        muster_refusal(&board, json!([{"area": "winterfell", "build": "ship"}])),
        "muster-wrong-place"
    );
    let shivering = area(&board, "the-shivering-sea");
    board.spot_mut(shivering).neutral = 1;
    assert_eq!(muster_refusal(&board, ship("the-shivering-sea")), "muster-sea-taken");
}

#[test]
fn supply_and_pool_are_kept_as_it_is_built() {
    let board = stark_at_winterfell("ff", 0);
    let footman = json!([{"area": "winterfell", "build": "footman"}]);
    assert_eq!(muster_refusal(&board, footman.clone()), "muster-breaks-supply");
    let upgrade = json!([{"area": "winterfell", "upgrade": "knight"}]);
    assert_eq!(muster_refusal(&board, upgrade.clone()), "", "an upgrade makes no army larger");
    let mut board = stark_at_winterfell("f", 6);
    for at in ["karhold", "castle-black", "widows-watch"] {
        put(&mut board, "stark", at, "fff");
    }
    assert_eq!(board.pool(seat(&board, "stark"), Unit::Footman), 0);
    assert_eq!(muster_refusal(&board, footman.clone()), "muster-pool-empty");
    // The Footman who becomes a Knight is back in the pool for what follows.
    board.houses.iter_mut().for_each(|(_, house)| house.supply = 6);
    let mut both = upgrade;
    both.as_array_mut().unwrap().extend(footman.as_array().unwrap().clone());
    board.spots.change(|_, spot| {
        if spot.fit == troop("fff") {
            spot.fit = troop("ff")
        }
    });
    let spare = area(&board, "the-twins");
    board.place_units(spare, seat(&board, "stark"), troop("fff"), troop(""));
    assert_eq!(board.pool(seat(&board, "stark"), Unit::Footman), 0);
    assert_eq!(muster_refusal(&board, both), "");
}

#[test]
fn forms_that_are_no_mustering_are_refused() {
    let board = stark_at_winterfell("f", 6);
    for wrong in [
        json!({"winterfell": "footman"}),
        json!([{"area": "winterfell"}]),
        json!([{"area": "winterfell", "build": "dragon"}]),
        json!([{"area": "winterfell", "build": "footman", "upgrade": "knight"}]),
        json!([{"area": "winterfell", "upgrade": "knight", "in": "bay-of-ice"}]),
        json!([{"area": "winterfell", "build": "footman", "for": "free"}]),
        Value::Array(vec![json!({"area": "winterfell", "build": "footman"}); 65]),
    ] {
        assert_eq!(muster_refusal(&board, wrong), "answer-malformed");
    }
    let many = Value::Array(vec![json!({"area": "winterfell", "build": "footman"}); 64]);
    assert_eq!(muster_refusal(&board, many), "muster-too-few-points");
}

#[test]
fn who_can_build_nothing_is_not_asked() {
    let mut board = empty();
    let stark = seat(&board, "stark");
    put(&mut board, "tyrell", "winterfell", "f");
    let mut table = Script::default();
    mustering(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    // The others are asked, one after the other: each can build at its home.
    let asked = table.asked.iter().map(|together| together.join(" ")).collect::<Vec<_>>();
    let others = ["baratheon", "lannister", "tyrell", "greyjoy"];
    assert_eq!(asked.len(), others.len(), "{asked:?}");
    for house in others {
        assert!(asked.iter().any(|key| key.contains(&format!("/{house}/muster"))), "{house}: {asked:?}");
    }
    assert!(!asked.iter().any(|key| key.contains(board.world.seat_id(stark))), "{asked:?}");
}

#[test]
fn game_of_thrones_brings_a_power_for_each_crown() {
    let mut board = opening(5);
    claim(&mut board, "stark", "kings-landing");
    let landing = area(&board, "kings-landing");
    board.spot_mut(landing).neutral = 0;
    let mut table = Script::default();
    game_of_thrones(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    let stark = seat(&board, "stark");
    assert_eq!(board.houses[stark].power, 5 + 1 + 2);
    let told = table.told("power-gained").into_iter().find(|e| e["house"] == "stark").unwrap();
    assert_eq!(told["areas"], json!({"winterfell": 1, "kings-landing": 2}));
}

#[test]
fn power_ends_with_the_tokens() {
    let mut board = opening(5);
    let stark = seat(&board, "stark");
    board.houses[stark].power = 18;
    claim(&mut board, "stark", "castle-black");
    let mut table = Script::default();
    game_of_thrones(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    // 18 available, 1 on the board, 1 left of the 20; two crowns are due.
    assert_eq!(board.houses[stark].power, 19);
    let told = table.told("power-gained").into_iter().find(|e| e["house"] == "stark").unwrap();
    assert_eq!((&told["due"], &told["gained"]), (&json!(2), &json!(1)));
}

/// "On Dragonstone a single Footman is left …": one for the order and one for the crown.
#[test]
fn the_rulebooks_example_of_consolidating() {
    let mut board = empty();
    put(&mut board, "baratheon", "dragonstone", "f");
    put(&mut board, "stark", "winterfell", "f");
    let (dragonstone, winterfell) = (area(&board, "dragonstone"), area(&board, "winterfell"));
    board.spot_mut(dragonstone).order = board.world.order("consolidate");
    board.spot_mut(winterfell).order = board.world.order("defense");
    board.theatres[0].blade_used = true;
    board.stage = Stage::Consolidate;
    let mut table = Script::default();
    consolidate(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(board.houses[seat(&board, "baratheon")].power, 7);
    assert_eq!(board.houses[seat(&board, "stark")].power, 5);
    assert!(board.spots.iter().all(|spot| spot.order.is_none()), "all orders are taken away");
    assert!(!board.theatres[0].blade_used);
    let ends = json!({"event": "turn-ends", "turn": 2, "orders": {"dragonstone": "consolidate", "winterfell": "defense"}});
    assert_eq!(table.told("turn-ends"), [&ends]);
}

#[test]
fn a_feast_for_crows_brings_nothing() {
    let mut board = empty();
    put(&mut board, "baratheon", "dragonstone", "f");
    let dragonstone = area(&board, "dragonstone");
    board.spot_mut(dragonstone).order = board.world.order("consolidate");
    board.theatres[0].open[2] = board.world.theatres[0].decks[2]
        .iter()
        .position(|c| c.card.id() == "feast-for-crows")
        .map(|i| i as u8);
    consolidate(&mut board, &mut AnyTable::of(&mut Script::default())).unwrap();
    assert_eq!(board.houses[seat(&board, "baratheon")].power, 5);
}
