//! What still counts of an earlier plan: no orders, what stands of the north, and whether any of it can still be played.

use super::merge_tests::{kept, merged, plan, saying};
use super::{Plan, merge};
use crate::games::thrones::people::plan::tests::opening;
use serde_json::json;

/// What stands of the north is named with what it is: cards and abilities by their names, what is there once by its section.
#[test]
fn what_stands_of_the_north_is_named() {
    let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
    let (north, options) = (&crate::games::thrones::editions::NORTH, Default::default());
    let world = crate::games::thrones::Thrones::load_edition(north, &folder, 3, options).unwrap().world;
    let ability = |id: &str| json!({"ability": id, "wish": true});
    for (member, old, section, entries) in [
        ("cards", json!(["pillage", "encircle"]), "tactic", &["Pillage", "Encircle"][..]),
        ("deck", json!(["pillage"]), "tactics", &["deck"]),
        ("objective", json!("one"), "tactics", &["objective"]),
        (
            "abilities",
            json!([ability("pillage/a"), ability("encircle/b")]),
            "tactics",
            &["Pillage a", "Encircle b"],
        ),
        ("quest", json!([{"unit": "footman", "number": 1}]), "quest", &[]),
    ] {
        let old = saying("north", &json!({member: old}));
        let (_, stands) = merge(&world, &old, &saying("ties", &json!([])));
        let stands: Vec<_> = stands.into_iter().map(|kept| (kept.section, kept.entries)).collect();
        assert_eq!(stands, [kept(section, entries)], "{member}");
        let (_, stands) = merge(&world, &old, &old);
        assert!(stands.iter().all(|kept| kept.entries.is_empty()), "{member}: {stands:?}");
    }
}

/// Where no order is wanted, none is until one is named there.
#[test]
fn no_order_stands_for_an_area_until_one_is_named() {
    let old = "plan: {orders: {Winterfell: none, White Harbor: support}}";
    for (new, left) in [
        ("{Winterfell: defense}", &[][..]),
        ("{White Harbor: raid}", &["winterfell"]),
        ("{White Harbor: none}", &["white-harbor", "winterfell"]),
        ("{Winterfell: none}", &["winterfell"]),
    ] {
        let (plan, _) = merged(old, &format!("plan: {{orders: {new}}}"));
        assert_eq!(plan.no_order.iter().map(String::as_str).collect::<Vec<_>>(), left, "{new}");
        let orders = plan.orders.unwrap_or_default();
        assert!(plan.no_order.iter().all(|area| !orders.contains_key(area)), "{new}: {orders:?}");
    }
}

/// A plan is past when all that it speaks of is: orders when their turn is over, bids when the Westeros phase is.
#[test]
fn a_plan_is_past_when_all_of_it_is() {
    use crate::games::thrones::board::Stage;
    use crate::table::Game;
    let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
    let game = crate::games::thrones::Thrones::load(&folder, 5, Default::default()).unwrap();
    let mut board = opening(5);
    let (orders, bids) = ("orders: {Winterfell: march+0}", "bids: {throne: 1}");
    for (text, of_turn, of_westeros) in [
        (orders.to_owned(), true, false),
        (bids.to_owned(), false, true),
        (format!("{orders}, {bids}"), true, true),
    ] {
        let plan = Plan { turn: 3, westeros: 3, ..plan(&format!("plan: {{{text}}}")) };
        for turn in 2..=4 {
            for stage in [Stage::CardOne, Stage::Planning, Stage::Marches] {
                (board.turn, board.stage) = (turn, stage);
                let turn_over = turn > 3;
                let westeros_over = turn > 3 || turn == 3 && stage != Stage::CardOne;
                let is_past = (!of_turn || turn_over) && (!of_westeros || westeros_over);
                assert_eq!(game.is_past(&plan, &board), is_past, "{text} in turn {turn}, {stage:?}");
            }
        }
    }
}
