//! What is said of plans and rulings, held against what happens: a steward keeps to a plan, and a report names the earliest turn that
//! has changed.

use super::club::{Club, flat, text};
use super::world::{World, YAML};
use crate::campaign::entries::RulingKind;
use crate::campaign::ruling::{Request, When};
use crate::disk::Disk;
use crate::ledger::Kind;
use serde_json::Value;

const THRONES: [&str; 3] = ["stark", "lannister", "baratheon"];

fn stewards(seed: u8) -> Club {
    Club::of("thrones-1e", &THRONES, "pace: batch\nabsence: steward\n", seed)
}

/// The orders of Stark in turn 2, and where they come from.
fn orders(club: &Club) -> (Value, Value) {
    let campaign = club.campaign();
    let entries = campaign.entries().unwrap();
    let answered = |entry: &&crate::ledger::Entry| {
        entry.kind == Kind::Answered && entry.body["key"] == "2/planning/0/stark/orders"
    };
    let entry = entries.iter().rfind(answered).expect("Stark has orders in turn 2");
    (entry.body["answer"].clone(), entry.body["source"]["from"].clone())
}

#[test]
fn a_steward_keeps_to_the_orders_that_were_sent_ahead_for_some_areas() {
    let (mut tried, mut raided) = (0, 0);
    for seed in 1..30 {
        let mut club = stewards(seed);
        for (seat, orders) in [
            ("stark", "Winterfell support\nWhite Harbor defense\nShivering Sea support\nfinal"),
            ("lannister", "Lannisport support\nStoney Sept defense\nGolden Sound support\nfinal"),
            ("baratheon", "Dragonstone consolidate\nKingswood defense\nShipbreaker Bay support\nfinal"),
        ] {
            club.write(seat, orders);
        }
        club.hours(1);
        if !club.window().starts_with("2-westeros") {
            continue;
        }
        tried += 1;
        club.write("stark", "Winterfell support\nThe Shivering Sea raid\n");
        while club.window().starts_with("2-westeros") {
            club.hours(10);
        }
        if club.window() != "2-planning" {
            continue;
        }
        let said = flat(&text(&club.report("stark")));
        assert!(said.contains("what it answers we do not ask again"), "{said}");
        while club.window() == "2-planning" {
            club.hours(10);
        }
        let (orders, from) = orders(&club);
        assert_eq!(from, "steward", "seed {seed}: {orders}");
        assert_eq!(orders["winterfell"], "support", "seed {seed}: {orders}");
        // Where a card forbids raids, there is none.
        let raids = orders["the-shivering-sea"] == "raid";
        assert!(raids || orders["the-shivering-sea"].is_null(), "seed {seed}: {orders}");
        assert!(orders["white-harbor"].is_string(), "the steward orders the rest; seed {seed}: {orders}");
        raided += usize::from(raids);
        if tried >= 4 && raided > 0 {
            return;
        }
    }
    panic!("{tried} campaigns asked something before the orders; {raided} raided");
}

#[test]
fn after_several_rulings_a_report_names_the_earliest_turn_that_has_changed() {
    let mut club = stewards(7);
    while club.campaign().record.game.turn < 3 {
        club.hours(10);
    }
    let back = |turn| Request::new(RulingKind::Rewind, When::Turn { turn, stage: None }, "Once more.");
    club.adopt(&back(3));
    club.adopt(&back(2));
    club.tick();
    let said = flat(&text(&club.report("stark")));
    assert!(
        said.contains("The game master has made rulings, and the game is not as it was from turn 2 on."),
        "{said}"
    );
}

#[test]
fn a_changed_setting_is_told_by_its_own_name_as_people_write_it() {
    let mut world = World::new();
    world.tick();
    for (rulings, parts) in [
        ("{protest: 48h, vote: yes}", ["rulings: protest: 2 days", "rulings: vote: yes (was no)"]),
        ("{protest: no, vote: no}", ["rulings: protest: no (was 2 days)", "rulings: vote: no (was yes)"]),
    ] {
        let yaml = format!("{YAML}rulings: {rulings}\n");
        world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
        world.tick();
        let told = world.find("notice", "anna").pop().unwrap();
        assert_eq!(told.model["what"], "settings");
        let said = flat(&told.text);
        for part in parts {
            assert!(said.contains(part), "no “{part}” in: {said}");
        }
        assert!(!said.contains("(vote:)"), "{said}");
    }
}
