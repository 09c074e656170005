//! Seals and openings by mail.

use crate::campaign::tests::world::{World, YAML, all_bid, clear};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::json;

fn opening(seat: &str, bid: u64) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
    Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[bid as u8; 16]).unwrap()
}

fn sealed(world: &mut World) {
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        let seal = opening(seat, bid).seal();
        let last = if seat == "birch" { "final" } else { "final: yes" };
        world.write(seat, &format!("seal: {seal}\n{last}\n"));
    }
    world.tick();
}

#[test]
fn all_seal_then_all_open() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["plan-not-allowed"]);
    sealed(&mut world);
    let table = world.find("seals", "cleo").pop().unwrap();
    assert_eq!(table.model["asked"], true);
    assert_eq!(table.model["seals"].as_array().unwrap().len(), 3);
    world.write("ash", &opening("ash", 1).armour());
    world.write("birch", &opening("birch", 9).armour());
    world.write("cedar", &opening("ash", 1).armour());
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["seal-mismatch"]);
    let details = &world.receipt("bert").model["problems"][0]["why"]["details"];
    assert_eq!(details["sealed"], opening("birch", 2).seal().to_string());
    assert_eq!(details["found"], opening("birch", 9).seal().to_string());
    assert!(!world.receipt("cleo").codes().is_empty());
    assert!(world.entries(Kind::Answered).is_empty());
    // The seal stands, and one may try again.
    world.write("birch", &opening("birch", 2).armour());
    world.write("cedar", &format!("opening: {}\n", opening("cedar", 3).json()));
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), Vec::<&str>::new());
    let bids: Vec<_> =
        world.entries(Kind::Answered).iter().map(|entry| entry.body["answer"].clone()).collect();
    assert_eq!(bids, [json!(1), json!(2), json!(3)]);
}

#[test]
fn a_seal_and_no_opening_plays_as_absent_and_all_are_told() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    sealed(&mut world);
    world.write("ash", &opening("ash", 1).armour());
    world.write("birch", &opening("birch", 2).armour());
    world.hours(50);
    let answered = world.entries(Kind::Answered);
    assert_eq!(answered[2].body["source"], json!({"from": "default", "why": "not-opened"}));
    for who in ["anna", "bert", "cleo", "maria"] {
        assert!(world.told(who).iter().any(|notice| notice["what"] == "not-opened"), "{who}");
    }
    let report = world.find("report", "bert").pop().unwrap();
    assert_eq!(report.model["seats"][2]["state"], "sealed");
}

#[test]
fn an_opening_before_all_have_sealed_is_too_early() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("ash", &format!("seal: {}\n", opening("ash", 1).seal()));
    world.write("ash", &opening("ash", 1).armour());
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["opening-too-early"]);
}

#[test]
fn a_campaign_of_deposits_takes_no_seals_but_from_a_gm_who_plays() {
    let yaml = YAML.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}");
    let mut world = World::with(&yaml);
    world.write("ash", &format!("seal: {}\n", opening("ash", 1).seal()));
    world.write("cedar", "plan: {bid: 3}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["seal-not-allowed"]);
    assert_eq!(world.receipt("cleo").codes(), ["plan-not-allowed"]);
    world.write("cedar", &format!("seal: {}\nfinal: yes\n", opening("cedar", 3).seal()));
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.find("seals", "").len(), 3);
    assert!(world.entries(Kind::Opened).is_empty(), "nobody is open before the GM is bound");
    world.write("cedar", &opening("cedar", 3).armour());
    world.tick();
    assert_eq!(world.window(), "1-prize");
}

/// A window keeps the secrecy that it was opened with, and what is said of a changed setting is true in it too.
#[test]
fn a_changed_secrecy_is_told_for_the_windows_to_come() {
    let mut world = World::new();
    world.tick();
    let yaml = world.read("campaign.yaml") + "secrecy: either\n";
    world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    world.tick();
    let told = world.raw().iter().map(|raw| clear(raw)).find(|text| text.contains("secrecy: either"));
    let told = told.expect("a notice").replace("\r\n", "");
    assert!(told.contains("In windows that open from now on"), "{told}");
    assert!(told.contains("that is open now stays as it is"), "{told}");
    world.write("ash", &format!("seal: {}\n", opening("ash", 1).seal()));
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["seal-not-allowed"]);
}

#[test]
fn who_seals_what_is_no_plan_does_not_stop_the_game() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    let binding = Binding { campaign: "toy-1".into(), seat: "ash".into(), window: "1-bidding".into() };
    let garbage = Opening::new(&binding, json!({"turn": "no plan"}), &[1; 16]).unwrap();
    world.write("ash", &format!("seal: {}\nfinal: yes\n", garbage.seal()));
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    world.write("ash", &garbage.armour());
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["opening-no-plan"]);
    let ash = world.entries(Kind::Answered)[0].body.clone();
    assert_eq!(ash["source"]["why"], "unusable");
    assert_eq!(world.window(), "1-prize");
}

#[test]
fn a_deposited_plan_lies_in_private_until_its_window_closes() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 7}\n");
    world.tick();
    let receipt = world.receipt("anna");
    let seal = receipt.model["seal"].as_str().unwrap().to_owned();
    let path = world.dir.join(format!("private/1-bidding/ash-{}.json", &seal[7..23]));
    assert_eq!(world.disk.mode(&path), Some(0o600));
    assert!(!world.ledger().contains("\"bid\":7"), "the plan is not in the record");
    world.hours(50);
    assert_eq!(world.disk.mode(&path), None);
    assert!(world.entries(Kind::Opened)[0].secret.is_some());
}

#[test]
fn nobody_waits_for_the_seal_of_a_seat_that_is_not_asked() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-12-10}\n");
    world.tick();
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
    }
    world.tick();
    let asked = world.entries(Kind::Window).pop().unwrap().body.clone();
    assert_eq!(asked["window"], "2-bidding", "{asked}");
    let binding = Binding { campaign: "toy-1".into(), seat: "cedar".into(), window: "2-bidding".into() };
    let seal = Opening::new(&binding, json!({"turn": 2, "bid": 1}), &[7; 16]).unwrap().seal();
    world.write("cedar", &format!("seal: {seal}\nfinal: yes\n"));
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), ["seal-not-asked"]);
    let bound = world.entries(Kind::Sealed);
    assert!(
        bound.iter().all(|entry| entry.body["seal"] != seal.to_string()),
        "{:?}",
        bound.last().map(|e| &e.body)
    );
}

#[test]
fn the_table_of_seals_reaches_those_too_who_are_not_asked_next() {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    assert_eq!(world.window(), "1-prize", "only ash is asked, and gets a report");
    assert_eq!(world.find("report", "anna").pop().unwrap().model["seals"].as_array().unwrap().len(), 3);
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    for (who, seals) in [("anna", 0), ("bert", 3), ("cleo", 3), ("maria", 3)] {
        let report = world.find("report", who).pop().unwrap().model;
        assert_eq!(report["seals"].as_array().unwrap().len(), seals, "{who}");
        let of = if seals == 0 { json!(null) } else { json!({"turn": 1, "stage": "bidding"}) };
        assert_eq!(report["sealed_for"], of, "{who}");
    }
}

#[test]
fn who_is_asked_to_open_is_not_reminded_in_the_same_breath() {
    let yaml = YAML.replace("reminder: 12h", "reminder: 24h, opening: in 24h");
    let mut world = World::with(&format!("{yaml}secrecy: sealed\n"));
    world.hours(30);
    let before = world.find("reminder", "").len();
    sealed(&mut world);
    assert_eq!(world.find("seals", "").len(), 3);
    world.hours(11);
    assert_eq!(world.find("reminder", "").len(), before);
    world.hours(1);
    assert_eq!(world.find("reminder", "").len(), before + 3, "half of the time is over");
}

#[test]
fn a_game_master_who_plays_changes_nothing_of_a_sealed_plan_while_others_are_asked() {
    let yaml = YAML.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}");
    let mut world = World::with(&yaml);
    world.write("cedar", &format!("seal: {}\nfinal: yes\n", opening("cedar", 0).seal()));
    world.write("ash", "plan: {bid: 2}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    world.write("cedar", &opening("cedar", 0).armour());
    world.tick();
    assert_eq!(world.window(), "1-prize");
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {prize: right}\n");
    }
    world.tick();
    // Whoever cannot read the others' plans may think again of what was not asked yet.
    assert_eq!(world.receipt("bert").codes(), Vec::<&str>::new());
    assert_eq!(world.receipt("cleo").codes(), ["plan-of-gm"]);
    assert_eq!(world.entries(Kind::Opened).iter().filter(|entry| entry.body["seat"] == "cedar").count(), 1);
}
