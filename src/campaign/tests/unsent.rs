//! Storms while nothing can be sent: the messages that are due wait, some are replaced or taken back by what happens meanwhile, and the
//! rest goes out when the server is there again. What goes out then is held against the record, and nobody is left without a receipt.

use crate::campaign::tests::long_storms::{CORNERS, SEALS, TURN_OF_THE_YEAR};
use crate::campaign::tests::storm::{GM_ORDERS, Mails, PLAYERS};
use crate::campaign::tests::world::{World, YAML};
use crate::disk::Disk;

/// A program that is not there, so that each message waits for the next attempt.
const NOWHERE: &str = "mail out: {sendmail: /nowhere/ravenpost/sendmail}\n";

/// Everything of which copies, reminders and notices come: a stand-in, windows that close, plans that are replaced.
const COPIES: Mails<'_> = &[
    ("cedar", "absent: {from: 2026-11-20, to: 2026-12-01, stand-in: dora@example.net}\n"),
    ("gm", "do: {remind: cedar}\n"),
    ("ash", "press: {to: cedar, text: \"are you there?\"}\n"),
    ("ash", "vote: {draw: yes}\n"),
    ("gm", "do: {extend: 2h}\n"),
    (" ", "40"),
    ("ash", "plan: {bid: 3, prize: left}\nfinal: yes\n"),
    ("birch", "plan: {bid: 1}\nfinal: yes\n"),
    (" ", "20"),
    ("gm", "do: process\n"),
    ("birch", "dispute: {turn: 1, about: \"the prize\"}\n"),
    ("gm", "do: {rule: {answers: {1/bid/birch: 5}, because: misread}}\n"),
    (" ", "60"),
    ("gm", "do: {resend: cedar}\n"),
    ("gm", "do: process\n"),
    ("gm", "do: {replace: birch, with: \"Ben <ben@example.org>\"}\n"),
    (" ", "50"),
];

/// Plays some mails, then others while nothing can be sent, and the rest when it can again.
fn along(yaml: &str, mails: Mails<'_>, from: usize, to: usize) {
    let mut world = World::with(yaml);
    let set = |world: &World, yaml: &str| {
        world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    };
    world.blown(&mails[..from]);
    let (out, before) = (world.dir.join("mail/out/new"), world.sent().len());
    set(&world, &format!("{yaml}{NOWHERE}"));
    world.blown(&mails[from..to]);
    assert_eq!(world.disk.list(&out).unwrap().len(), before, "nothing is sent");
    let waiting = world.campaign().record.people.due.len();
    assert!(waiting > 0, "something waits");
    set(&world, yaml);
    world.hours(14);
    assert!(world.sent().len() > before, "what waited is sent");
    world.blown(&mails[to..]);
    world.hours(2);
    assert_eq!(world.campaign().record.people.due.len(), 0, "nothing waits");
}

#[test]
fn of_players() {
    along(YAML, PLAYERS, PLAYERS.len() / 4, PLAYERS.len() / 2);
    along(&format!("{YAML}press: grey\nanonymous: yes\n"), PLAYERS, PLAYERS.len() / 2, PLAYERS.len() - 4);
}

#[test]
fn of_the_game_master() {
    along(&YAML.replace("absence: default", "absence: steward"), GM_ORDERS, 4, GM_ORDERS.len() - 8);
}

#[test]
fn of_seals() {
    let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
    along(&format!("{yaml}secrecy: either\n"), SEALS, SEALS.len() / 3, SEALS.len() * 2 / 3);
}

#[test]
fn of_objections() {
    let yaml = format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n");
    along(&yaml, CORNERS, CORNERS.len() / 3, CORNERS.len() * 2 / 3);
}

#[test]
fn of_absences() {
    along(YAML, TURN_OF_THE_YEAR, TURN_OF_THE_YEAR.len() / 4, TURN_OF_THE_YEAR.len() * 3 / 4);
}

#[test]
fn of_copies() {
    for secrecy in
        ["", "secrecy: sealed\n", "observers: [{name: Olga, address: olga@example.org, delay: 1 turn}]\n"]
    {
        for (from, to) in [(0, 8), (1, 7), (1, COPIES.len()), (6, 10), (8, COPIES.len() - 1)] {
            let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
            along(&format!("{yaml}{secrecy}"), COPIES, from, to);
        }
    }
}

/// However many messages wait, what keeps them all back is told once; and the first tick after it is mended sends them all.
#[test]
fn what_keeps_all_messages_back_is_told_once() {
    let mut world = World::new();
    let set = |world: &World, yaml: &str| {
        world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    };
    for round in 0..4 {
        set(&world, &format!("{YAML}{NOWHERE}"));
        crate::campaign::tests::world::all_bid(&mut world, [1, 2, 3]);
        for _ in 0..=round {
            world.now += chrono::TimeDelta::minutes(5);
            let told = world.tick().attention;
            let unsent: Vec<_> = told.iter().filter(|what| what.contains("could not be sent")).collect();
            assert_eq!(unsent.len(), 1, "{told:?}");
            assert!(world.campaign().record.people.due.len() > 2, "several wait");
        }
        set(&world, YAML);
        world.now += chrono::TimeDelta::minutes(5);
        world.tick();
        assert_eq!(world.campaign().record.people.due.len(), 0, "round {round}: something still waits");
    }
}
