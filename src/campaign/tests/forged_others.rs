//! Receipts that claim for one seat what is so of another: everything that `forged` refuses where nobody has it, where another has it.

use super::forged::{receipt, says, seal};
use crate::campaign::tests::world::{World, YAML};
use serde_json::{Value, json};

#[test]
fn what_is_so_of_one_seat_is_not_so_of_another() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-12-01, stand-in: dora@example.net}\n");
    world.write("birch", &format!("seal: {}\nfinal: yes\n", seal("birch", "1-bidding")));
    world.write("gm", "do: {key: birch}\n");
    world.tick();
    let campaign = world.campaign();
    let people = &campaign.record.people;
    assert!(people.away.iter().any(|(seat, _)| seat == "cedar"), "somebody is away");
    assert!(campaign.record.game.open_window().unwrap().seats["birch"].how.is_some(), "and has sealed");
    let mail = |seat: &str, more: Value, why: &str| says(&world, &[receipt(&world, seat, &more)], why);
    for seat in ["ash", "birch"] {
        mail(seat, json!({"stand-in": true}), "a seat that is not away");
    }
    for seat in ["ash", "cedar"] {
        mail(seat, json!({"final": true}), "the seat has sent no plan");
        mail(seat, json!({"new-key": 2}), "a key that was not made");
        mail(seat, json!({"seal": seal("birch", "1-bidding")}), "does not bind the seat");
    }
}
