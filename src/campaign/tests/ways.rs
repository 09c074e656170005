//! Ways of the game that rulings leave and take up again: what is kept of them, and what their pages say.

use crate::campaign::tests::ruling::{forward, request, rewind, third_turn};
use crate::campaign::tests::world::{World, all_bid, exists};
use serde_json::json;

#[test]
fn pages_of_turns_are_made_again_and_those_that_are_left_say_so() {
    let mut world = third_turn();
    let left = |world: &World| -> Vec<bool> {
        (1..=3).map(|turn| exists(world, &format!("turns/{turn:02}/left.txt"))).collect()
    };
    let first = world.read("turns/01/state.yaml");
    assert!(first.contains("coins: [7, 10, 10]"), "{first}");
    // The first turn is neither the present one nor the one before it.
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    assert_eq!(world.position()["coins"], json!([10, 1, 10]));
    let again = world.read("turns/01/state.yaml");
    assert!(again.contains("coins: [10, 5, 10]"), "{again}");
    let report = world.read("turns/01/report.txt");
    assert!(report.contains("[3,5,1]") && !report.contains("[1,4,2]"), "{report}");
    assert_eq!(left(&world), [false, false, false]);
    world.rule(&rewind(1, "bidding"));
    assert_eq!(left(&world), [false, true, true]);
    assert_eq!(world.read("turns/03/left.txt"), "3 2 once more\n");
    world.rule(&forward());
    assert_eq!(left(&world), [false, false, false]);
    assert_eq!(world.read("turns/01/state.yaml"), again);
}

#[test]
fn a_ruling_upon_a_ruling_keeps_what_the_first_said() {
    let mut world = third_turn();
    world.rule(&request(&[("2/bid/cedar", json!(7))]));
    assert_eq!(world.position()["coins"], json!([7, 10, 3]));
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    assert_eq!(world.answer("2/bid/cedar"), (json!(7), json!({"from": "ruling", "number": 1})));
    assert_eq!(world.position()["coins"], json!([10, 5, 3]));
}

#[test]
fn what_was_ruled_on_a_way_that_is_left_and_is_not_used_yet_stands_in_the_past_too() {
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    let said = world.campaign().record.game.ruled.clone();
    assert_eq!(said.len(), 1);
    // What the second ruling goes back to is before the first, which is not on its way.
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    assert_eq!(world.campaign().record.game.ruled, said);
    // Back to before both is back to before either has said anything.
    world.rule(&rewind(1, "bidding"));
    assert!(world.campaign().record.game.ruled.is_empty());
    // Nor does a ruling after that find it again.
    world.fork().rule(&request(&[("1/bid/ash", json!(2))]));
    world.rule(&forward());
    assert_eq!(world.campaign().record.game.ruled, said);
}

#[test]
fn rewound_turns_are_decided_again_and_forward_undoes_it() {
    let mut world = third_turn();
    let before = world.position();
    let deadline = world.campaign().record.game.open_window().unwrap().deadline;
    world.rule(&rewind(2, "bidding"));
    assert_eq!(world.window(), "2-bidding-2");
    assert_eq!(world.position()["turn"], 2);
    assert_eq!(world.position()["coins"], json!([7, 10, 10]));
    assert_eq!(world.campaign().record.game.open_window().unwrap().asked.len(), 3);
    world.tick();
    all_bid(&mut world, [0, 0, 6]);
    world.tick();
    assert_eq!(world.answer("2/bid/cedar").0, json!(6));
    let left = world.position();
    world.rule(&forward());
    assert_eq!(world.position(), before);
    assert_eq!(world.window(), "3-bidding-3");
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap();
    assert_eq!(window.again.as_deref(), Some("3-bidding-2"), "what was sent last counts");
    assert!(window.deadline >= deadline);
    drop(campaign);
    // What ash had sealed on that way still counts, though it lay a while.
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 0}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.answer("3/bid/ash").0, json!(2));
    // And back again to the other way.
    world.rule(&forward());
    assert_eq!(world.position(), left);
}
