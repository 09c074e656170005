//! The second edition by mail: six people in a hurry, who write as they would to a friend; ports and siege engines, a battle
//! with a fleet in port, a look at the wildling card.

use super::world::*;
use ravenpost::campaign::{Host, start};
use ravenpost::disk::RealDisk;
use ravenpost::post::Letter;
use std::sync::Arc;

const HOUSES: [&str; 6] = ["baratheon", "lannister", "stark", "greyjoy", "tyrell", "martell"];

/// A campaign for six in `c` that has begun; who plays a house has its name as address.
fn six() -> World {
    let world = World::new();
    let mut args = vec!["new", "c", "--game", "thrones-2e", "--players", "6", "--title", "Six kings"];
    args.extend(["--no-rehearsal", "--address", "ravens@x.example", "--gm", "Maria <maria@x.example>"]);
    args.extend(["--timezone", "Europe/Rome"]);
    let seats = HOUSES.map(|house| format!("{house}={house} <{house}@x.example>"));
    args.extend(seats.iter().flat_map(|seat| ["--seat", seat.as_str()]));
    world.run(&args).says(0, &[]);
    let (from, to) = STEADY;
    for (from, to) in
        [(from, to), ("\nchance: {words: open}", "\nchance: no"), ("\npace: ask\n", "\npace: batch\n")]
    {
        world.edit("c/campaign.yaml", from, to);
    }
    let host = Host::new(Arc::new(RealDisk::default()));
    let mut dice = fastrand::Rng::with_seed(7);
    let mut drawn = |bytes: &mut [u8]| dice.fill(bytes);
    start(&host, &world.path("c"), BEGIN.parse().unwrap(), &mut drawn).unwrap();
    world.tick(BEGIN).says(0, &["8 messages sent"]);
    world
}

/// Hands over what a player wrote, and gives the receipt.
fn send(world: &World, house: &str, text: &str, now: &str) -> Letter {
    let mail = world.plain(house, &format!("key: {}\n{text}", world.key(house)));
    world.hand(&mail, now).says(0, &[]);
    let receipt = world.last(house);
    assert!(receipt.subject.contains("Receipt"), "{}", receipt.subject);
    receipt
}

#[test]
fn a_turn_of_the_second_edition_by_mail() {
    let world = six();
    let opening = world.last("lannister");
    let sheet = [
        "Port of Lannisport: ~",
        "no area may stay without one",
        "raven: {look: under}",
        "ports: all",
        "Lannisport: [siege engine]",
    ];
    holds(&opening, &sheet);
    let lannister = "hi, quick ones from the train\n\nLannisport CP*: muster SE\nGolden sound march +1 -> ironmans bay\n\
                     lannisport port m0 -> golden sound\nstoney sept defence\ncards: tywin, hound\n\
                     raven: look and put it under\ncheers, L.\n";
    let understood = [
        "Lannisport: Consolidate Power*",
        "muster in Lannisport: siege engine",
        "march from Port of Lannisport: all to The Golden Sound",
        "Messenger Raven: look at the wildling card; put it under the deck",
    ];
    holds(&send(&world, "lannister", lannister, SOON), &understood);
    // Who has no stars loses that line, and nothing else.
    let greyjoy = "pyke: consolidate\nPort of Pyke support\nIronman's Bay: defense*\nGreywater m-1 -> Flint's\ncards: Euron\n";
    holds(
        &send(&world, "greyjoy", greyjoy, SOON),
        &["allows you no special (starred) order", "Port of Pyke: Support"],
    );
    holds(
        &send(&world, "greyjoy", "Ironman's Bay: defense\n", SOON),
        &["Ironman's Bay: Defense +1", "still count"],
    );
    // A sheet, filled in where it matters; the area that was forgotten gets an order all the same.
    let stark = "plan:\n  orders:\n    Winterfell: consolidate*\n    White Harbor: march+0\n    The Shivering Sea: ~\n  \
                 consolidate:\n    Winterfell: [upgrade to knight, ship in port]\n  marches:\n    - {from: White Harbor, to: \
                 {Moat Cailin: all}}\n";
    let receipt = send(&world, "stark", stark, SOON);
    holds(
        &receipt,
        &[
            "Each area with your units needs an order",
            "we place Defense +1 in The Shivering Sea.",
            "ship in Port of Winterfell",
        ],
    );
    let baratheon = "Dragonstone CP* (ship in port, footman)\nkingswood march+0 -> storm's end\nshipbreaker bay: support\n";
    holds(&send(&world, "baratheon", baratheon, SOON), &["ship in Port of Dragonstone"]);
    let tyrell = "Highgarden march+0: 1 knight to Oldtown, footman to the reach\nDornish marches: consolidate\nredwyne: support\n";
    send(&world, "tyrell", tyrell, SOON);
    let martell =
        "sunspear march +0: knight -> yronwood\nsalt shore: march -1 -> starfall\nsea of dorne support\n";
    send(&world, "martell", martell, SOON);
    world.run(&["status", "c", "--now", SOON]).says(0, &["Martell martell in"]);
    world.run(&["inbox", "c", "--now", SOON]);

    world.tick(CLOSED).says(0, &["stages resolved"]);
    let mine = world.last("lannister");
    let told = [
        "uses the Messenger Raven to look at the wildling card",
        "Nobody else knows this.",
        "Greyjoy in Port of Pyke (Support) supports the defender and adds 1",
        "Greyjoy wins at Ironman's Bay",
        "Lannister musters a Siege Engine in Lannisport",
        "Stark makes a Footman a Knight in Winterfell; musters a Ship in Port of Winterfell from Winterfell",
        "As you alone know",
    ];
    holds(&mine, &told);
    for house in HOUSES.into_iter().filter(|house| *house != "lannister") {
        let text = words(&world.last(house));
        assert!(text.contains("look at the wildling card"), "{house}: {text}");
        assert!(
            !text.contains("Nobody else knows this") && !text.contains("As you alone know"),
            "{house}: {text}"
        );
    }
    holds(&world.last("stark"), &["each area must have one: we place Defense"]);
    for line in mine.parts[0].text.lines() {
        assert!(line.chars().count() <= 72, "{line}");
    }
    // A plan on file is shown line by line.
    let filed = send(&world, "lannister", "ask: plan\n", CLOSED);
    let is_line = |line: &str| line.trim_start_matches(['|', ' ']).starts_with("orders:");
    assert!(filed.parts[0].text.lines().any(is_line), "{}", filed.parts[0].text);
    // Neither the ledger that everybody may have, nor what another seat is told, says where the card went.
    world.run(&["export", "c", "--out", "all.jsonl", "-q"]).says(0, &[]);
    let copy = world.read("all.jsonl");
    let look = copy.lines().find(|line| line.contains("pick/wildling-card")).expect("the answer");
    assert!(
        look.contains("\"answer\":null") && look.contains("\"hidden\":true") && !look.contains("bottom"),
        "{look}"
    );
    let explained = world.run(&["explain", "c", "1", "--seat", "stark"]);
    explained.says(0, &["known to this seat alone", "2e 5.4"]);
    assert!(!flat(&explained.out).contains("goes under the deck"), "{}", explained.out);
    world.run(&["explain", "c", "1", "--seat", "lannister"]).says(0, &["goes under the deck"]);
    world.run(&["explain", "c", "1", "Ironman's Bay"]).says(0, &["Port of Pyke", "2e 8.1"]);
    world.run(&["rulebook", "thrones-2e", "ports"]).says(0, &["opens on one sea"]);
    world
        .run(&["rewind", "c", "1", "--what-if", "--because", "a try", "--now", "2026-09-04T21:00:00Z"])
        .says(0, &[]);
    world.is_sound();
}

#[test]
fn who_looks_at_the_wildling_card_and_wants_to_be_asked_is_asked() {
    let world = six();
    let looked = send(&world, "lannister", "Lannisport: defense\nraven: look and ask me\n", SOON);
    holds(&looked, &["look at the wildling card; then ask me"]);
    for house in HOUSES.into_iter().filter(|house| *house != "lannister") {
        send(&world, house, "plan: {orders: none}\n", SOON);
    }
    world.tick(CLOSED).says(0, &["resolved"]);
    let asked = world.last("lannister");
    holds(
        &asked,
        &["You have seen the wildling card on top", "Does the card stay on top, or go under the deck?"],
    );
    let other = words(&world.last("stark"));
    assert!(!other.contains("on top:"), "{other}");
}

#[test]
fn receipts_of_the_second_edition_say_what_is_left_open() {
    let world = six();
    // A march that has no order yet, and an area that cannot be held.
    let tyrell = "Highgarden march -> Reach, dornish marches stays\n";
    let receipt = send(&world, "tyrell", tyrell, SOON);
    holds(
        &receipt,
        &[
            "Highgarden has no March order here",
            "Highgarden march+0",
            "There is no hold order. Each area needs",
        ],
    );
    assert!(!words(&receipt).contains("leave the area out"), "{}", words(&receipt));
    // Each area without an order is named once, with what it gets.
    let greyjoy = "Port of Pyke: march+0 -> ironmans bay\n";
    let receipt = words(&send(&world, "greyjoy", greyjoy, SOON));
    assert!(receipt.contains("If you send nothing else, we place"), "{receipt}");
    assert!(!receipt.contains("gives Pyke no order"), "{receipt}");
    // The example is one of the reader's own areas.
    let martell = words(&send(&world, "martell", "Sunspear convoy\n", SOON));
    assert!(!martell.contains("Winterfell march"), "{martell}");
    // A token at home is needless, and does not cost the march.
    let martell = send(&world, "martell", "Sunspear m+1: knight -> Yronwood, leave token\n", SOON);
    holds(&martell, &["march from Sunspear: 1 knight to Yronwood", "Sunspear is your home"]);
}

#[test]
fn bids_that_come_for_orders_do_not_end_the_window() {
    let world = six();
    let early = send(&world, "tyrell", "bids 0/0/0\nfinal\n", SOON);
    holds(&early, &["says nothing of what this window asks you for", "leaves open your orders"]);
    assert!(!words(&early).contains("so we do not wait for any"), "{}", words(&early));
    let plan = send(&world, "tyrell", "ask: plan\nHighgarden: defense\n", SOON);
    assert!(plan.parts[0].text.contains("bids"), "{}", plan.parts[0].text);
    let done = send(&world, "tyrell", "Highgarden: defense\nfinal\n", SOON);
    holds(&done, &["so we do not wait for any"]);
}
