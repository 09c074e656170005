//! Planning and the Raven. Rules: 1e, The Planning phase, The Messenger Raven, The Westeros cards.

use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::Options;
use crate::games::thrones::realm::bidding::clash_of_kings;
use crate::games::thrones::realm::planning::{Ordering, planning};
use crate::games::thrones::realm::raven::{Raven, raven};
use crate::games::thrones::testing::{
    Script, area, empty, game_with, opening, put, refusal, seat, set_track,
};
use crate::table::{AnyTable, Game, Query, RandomTable};
use serde_json::{Value, json};

fn plan(board: &Board, house: &str, orders: Value) -> &'static str {
    refusal(&Ordering::new(board, seat(board, house)), orders)
}

fn open_card(board: &mut Board, card: &str) {
    board.theatres[0].open[2] =
        board.world.theatres[0].decks[2].iter().position(|c| c.card.id() == card).map(|i| i as u8);
}

#[test]
fn all_plan_together_and_all_is_revealed() {
    let mut board = opening(5);
    let orders = json!({"winterfell": "march+0", "the-shivering-sea": "raid*"});
    let mut table = Script::default().answer("stark", "orders", orders.clone());
    planning(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(table.asked.len(), 1);
    assert_eq!(table.asked[0].len(), 5);
    assert_eq!(board.spot(area(&board, "winterfell")).order, board.world.order("march+0"));
    let told = table.told("orders-revealed")[0];
    assert_eq!(told["orders"], json!({"stark": orders}), "silence is no orders");
    assert_eq!(told["bare"]["stark"], json!(["white-harbor"]));
}

/// it goes on bidding, and controls what its tokens and shield hold.
#[test]
fn a_house_without_units_is_not_asked_to_plan_but_bids() {
    let mut board = empty();
    put(&mut board, "tyrell", "highgarden", "f");
    let mut table = Script::default();
    planning(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(table.asked.concat(), ["2/planning/0/tyrell/orders"]);
    clash_of_kings(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(table.asked[1].len(), 5);
    assert_eq!(board.structures_of(seat(&board, "stark")), 1, "Winterfell by its shield");
    let mut nobody = empty();
    let mut table = Script::default();
    planning(&mut nobody, &mut AnyTable::of(&mut table)).unwrap();
    assert!(table.asked.is_empty());
}

#[test]
fn orders_go_only_where_own_units_are() {
    let board = opening(5);
    assert_eq!(plan(&board, "stark", json!({"karhold": "march+0"})), "order-not-yours");
    assert_eq!(plan(&board, "stark", json!({"pyke": "march+0"})), "order-not-yours");
    assert_eq!(plan(&board, "stark", json!({"winterfell": "charge"})), "answer-malformed");
    assert_eq!(plan(&board, "stark", json!({"westeros": "march+0"})), "answer-malformed");
    assert_eq!(plan(&board, "stark", json!(["winterfell"])), "answer-malformed");
    assert_eq!(plan(&board, "stark", json!({})), "", "leaving all bare is legal");
}

#[test]
fn each_token_is_there_as_often_as_printed() {
    let mut board = empty();
    for at in ["winterfell", "white-harbor", "karhold"] {
        put(&mut board, "stark", at, "f");
    }
    assert_eq!(
        plan(&board, "stark", json!({"winterfell": "march+0", "karhold": "march+0"})),
        "order-used-up"
    );
    assert_eq!(plan(&board, "stark", json!({"winterfell": "march+0", "karhold": "march-1"})), "");
    let thrice = json!({"winterfell": "defense", "karhold": "defense", "white-harbor": "defense"});
    assert_eq!(plan(&board, "stark", thrice), "order-used-up");
    assert_eq!(plan(&board, "stark", json!({"winterfell": "defense", "karhold": "defense"})), "");
}

/// "House Lannister is third at the King's Court": two special orders, of any of the five kinds.
#[test]
fn stars_go_by_the_kings_court() {
    let mut board = empty();
    for at in ["lannisport", "riverrun", "harrenhal", "stoney-sept"] {
        put(&mut board, "lannister", at, "f");
    }
    let court = ["stark", "baratheon", "lannister", "tyrell", "greyjoy"];
    set_track(&mut board, Track::KingsCourt, &court);
    assert_eq!(court.map(|house| board.stars(seat(&board, house))), [3, 3, 2, 1, 0]);
    let two = json!({"lannisport": "march*", "riverrun": "consolidate*"});
    let three = json!({"lannisport": "march*", "riverrun": "support*", "harrenhal": "defense*"});
    assert_eq!(plan(&board, "lannister", two), "");
    assert_eq!(plan(&board, "lannister", three), "order-too-many-stars");
    set_track(&mut board, Track::KingsCourt, &["stark", "baratheon", "tyrell", "greyjoy", "lannister"]);
    assert_eq!(plan(&board, "lannister", json!({"lannisport": "raid*"})), "order-too-many-stars");
}

#[test]
fn islands_support_nothing_and_the_sea_consolidates_nothing() {
    let mut board = empty();
    for at in ["dragonstone", "pyke", "the-arbor", "oldtown", "storms-end"] {
        put(&mut board, "stark", at, "f");
    }
    put(&mut board, "stark", "sunset-sea", "s");
    for island in ["dragonstone", "pyke", "the-arbor"] {
        assert_eq!(plan(&board, "stark", json!({island: "support"})), "order-support-nowhere");
        assert_eq!(plan(&board, "stark", json!({island: "consolidate"})), "");
    }
    for at in ["oldtown", "storms-end", "sunset-sea"] {
        assert_eq!(plan(&board, "stark", json!({at: "support"})), "");
    }
    assert_eq!(plan(&board, "stark", json!({"sunset-sea": "consolidate"})), "order-consolidate-at-sea");
}

#[test]
fn westeros_cards_forbid_their_orders() {
    let mut board = opening(5);
    for (card, tokens) in [
        ("sea-of-storms", ["raid", "raid*"]),
        ("storm-of-swords", ["defense", "defense*"]),
        ("feast-for-crows", ["consolidate", "consolidate*"]),
    ] {
        for token in tokens {
            open_card(&mut board, "rains-of-autumn");
            assert_eq!(plan(&board, "stark", json!({"winterfell": token})), "");
            open_card(&mut board, card);
            assert_eq!(plan(&board, "stark", json!({"winterfell": token})), "order-forbidden");
        }
        let query = Ordering::new(&board, seat(&board, "stark"));
        let kinds = serde_json::to_value(query.question()).unwrap();
        assert_eq!(kinds["forbidden"], json!([tokens[0]]));
    }
}

#[test]
fn a_campaign_may_want_an_order_everywhere() {
    let options = Options { order_in_every_area: true, ..Options::default() };
    let board = game_with(5, options).begin(&mut RandomTable::new(1)).unwrap();
    assert_eq!(
        plan(&board, "stark", json!({"winterfell": "march+0", "white-harbor": "raid"})),
        "order-missing"
    );
    let all = json!({"winterfell": "march+0", "white-harbor": "raid", "the-shivering-sea": "raid"});
    assert_eq!(plan(&board, "stark", all), "");
}

#[test]
fn a_few_sets_of_orders_are_listed_as_examples() {
    let board = opening(5);
    for seat in board.houses.seats() {
        let listing = Ordering::new(&board, seat).list(60);
        assert!((2..=12).contains(&listing.answers.len()) && !listing.complete, "{listing:?}");
    }
}

/// Lannister has the Raven; Lannisport marches with a star, Stoney Sept defends.
fn revealed() -> Board {
    let mut board = opening(5);
    let orders = json!({"lannisport": "march*", "stoney-sept": "defense"});
    planning(&mut board, &mut AnyTable::of(&mut Script::default().answer("lannister", "orders", orders)))
        .unwrap();
    board.stage = Stage::Raven;
    board
}

#[test]
fn the_raven_replaces_an_order_by_one_not_used() {
    let mut board = revealed();
    let mut table =
        Script::default().answer("lannister", "raven", json!({"area": "stoney-sept", "order": "raid*"}));
    raven(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    assert_eq!(board.spot(area(&board, "stoney-sept")).order, board.world.order("raid*"));
    let told = table.told("order-replaced")[0];
    assert_eq!((&told["from"], &told["to"]), (&json!("defense"), &json!("raid*")));
    let mut table = Script::default();
    raven(&mut revealed(), &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(table.told("raven-unused").len(), 1);
}

#[test]
fn the_raven_keeps_to_tokens_stars_and_places() {
    let mut board = revealed();
    let court = ["stark", "baratheon", "tyrell", "lannister", "greyjoy"];
    set_track(&mut board, Track::KingsCourt, &court);
    let lannister = seat(&board, "lannister");
    let change = |board: &Board, at: &str, order: &str| {
        refusal(&Raven::new(board, lannister), json!({"area": at, "order": order}))
    };
    assert_eq!(change(&board, "stoney-sept", "raid*"), "order-too-many-stars", "its one star marches");
    assert_eq!(change(&board, "lannisport", "raid*"), "", "a star may replace a star");
    assert_eq!(change(&board, "stoney-sept", "defense"), "raven-same-order");
    assert_eq!(change(&board, "the-golden-sound", "raid"), "raven-no-order");
    assert_eq!(change(&board, "winterfell", "raid"), "raven-no-order");
    let sound = area(&board, "the-golden-sound");
    board.spot_mut(sound).order = board.world.order("march+0");
    assert_eq!(change(&board, "the-golden-sound", "consolidate"), "order-consolidate-at-sea");
    assert_eq!(change(&board, "stoney-sept", "march+0"), "order-used-up");
    open_card(&mut board, "sea-of-storms");
    assert_eq!(change(&board, "stoney-sept", "raid"), "order-forbidden");
    assert_eq!(refusal(&Raven::new(&board, lannister), json!({"area": "stoney-sept"})), "answer-malformed");
}

#[test]
fn the_raven_without_orders_is_not_asked() {
    let mut board = opening(5);
    let mut table = Script::default();
    raven(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert!(table.asked.is_empty() && table.events.is_empty());
}
