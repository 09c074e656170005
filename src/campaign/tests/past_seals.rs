//! Openings of a window that is over, while seals of another are published and opened.

use crate::campaign::tests::world::{World, YAML};
use serde_json::{Value, json};

/// What is answered to the opening of a first seal that comes now.
fn answered(world: &mut World, seat: &str, who: &str, bid: u64) -> Value {
    let body = world.filled(seat, &format!("OPEN FIRST {bid}"));
    world.write(seat, &body);
    world.tick();
    let receipt = world.receipt(who);
    assert_eq!(receipt.codes(), ["opening-late"]);
    receipt.model["problems"][0]["why"]["details"].clone()
}

#[test]
fn what_is_late_is_late_for_its_own_window() {
    let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
    let mut world = World::with(&format!("{yaml}secrecy: sealed\n"));
    let all_seal = [
        ("ash+", "seal: SEAL 3\nfinal: yes\n"),
        ("birch+", "seal: SEAL 2\nfinal: yes\n"),
        ("cedar", "seal: SEAL 1\nfinal: yes\n"),
    ];
    world.blown(&all_seal);
    world.blown(&[("ash", "OPEN 3"), (" ", "27")]);
    assert_eq!(world.window(), "2-bidding");
    let first = answered(&mut world, "birch", "bert", 2);
    assert!(first["late"].is_string() && first["asked"] == json!(true), "{first}");
    // Now the seals of the second window are asked for, until tomorrow; that is no time for those of the first.
    world.blown(&all_seal);
    let then = answered(&mut world, "cedar", "cleo", 1);
    // A few minutes later, both are.
    for late in [&first, &then] {
        assert!(late["late"].as_str().is_some_and(|late| late.starts_with("2 hours")), "{late}");
    }
    let of = |details: &Value| ["window", "asked", "instead", "matches"].map(|key| details[key].clone());
    assert_eq!(of(&then), of(&first));
}
