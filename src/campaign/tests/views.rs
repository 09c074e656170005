//! What the command line shows: status, preview, history, verify, doctor, peek.

use crate::campaign::tests::world::{World, YAML, address, all_bid};
use crate::campaign::*;
use crate::disk::{Disk, Fault, Trouble};
use crate::ledger::{Entry, Kind, Secret};
use serde_json::{Value, json};

fn played() -> World {
    let mut world = World::new();
    for turn in 1..=3 {
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        if turn == 1 {
            world.write("cedar", "plan: {prize: right}\n");
            world.tick();
        }
    }
    world
}

#[test]
fn status_says_whose_move_it_is() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
    let window = status.window.unwrap();
    let standings: Vec<_> = window.seats.iter().map(|seat| seat.standing).collect();
    assert_eq!(
        standings,
        [entries::Standing::Final, entries::Standing::NothingCame, entries::Standing::NothingCame]
    );
    assert!(window.seats[0].seal.is_some() && status.attention.is_empty() && status.unsent.is_empty());
    assert_eq!(status.next, Some(window.deadline.unwrap() - chrono::TimeDelta::hours(12)));
}

/// The game master asks for the status to learn for whom the game waits: an absence is the answer. Players do not learn of it.
#[test]
fn the_game_master_is_shown_who_is_away_and_how_a_game_has_ended() {
    let mut world = World::new();
    world.write("ash", "absent: {from: 2026-12-10, to: 2026-12-12}\n");
    world.tick();
    let asked = |world: &mut World| {
        let key = world.key("gm");
        world.mail("maria@example.org", "", &format!("key: {key}\ndo: status\n"));
        world.write("birch", "ask: status\n");
        world.now += chrono::TimeDelta::minutes(4);
        world.tick();
        ["maria", "bert"].map(|who| world.receipt(who).model["extra"][0]["status"].clone())
    };
    let [gm, player] = asked(&mut world);
    assert_eq!((&gm["away"][0]["seat"]["name"], &gm["away"][0]["begun"]), (&json!("ASH"), &json!(false)));
    assert_eq!((&player["away"], &gm["outcome"]), (&Value::Null, &Value::Null));
    world.write("ash", "vote: {draw: yes}\n");
    world.write("birch", "vote: {draw: yes}\n");
    world.write("cedar", "vote: {draw: yes}\n");
    world.tick();
    let [gm, player] = asked(&mut world);
    assert_eq!((&gm["outcome"]["by"], &player["outcome"]["by"]), (&json!("draw-vote"), &json!("draw-vote")));
}

#[test]
fn a_preview_keeps_sealed_plans_sealed() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 7}\n");
    world.tick();
    let preview = crate::campaign::preview(&world.campaign(), world.now).unwrap();
    assert_eq!(
        preview.seats,
        [("ash".into(), Use::Plan), ("birch".into(), Use::Default), ("cedar".into(), Use::Default)]
    );
    assert!(!serde_json::to_string(&preview).unwrap().contains('7'));
    assert!(preview.answers.is_empty());
}

#[test]
fn a_preview_tells_an_earlier_plan_from_none() {
    let mut world = World::new();
    for (seat, plan) in [("ash", "bid: 1"), ("birch", "bid: 2"), ("cedar", "bid: 3, prize: right")] {
        world.write(seat, &format!("plan: {{{plan}}}\nfinal: yes\n"));
    }
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    let preview = crate::campaign::preview(&world.campaign(), world.now).unwrap();
    assert_eq!(
        preview.seats,
        [("ash".into(), Use::Default), ("birch".into(), Use::Default), ("cedar".into(), Use::Earlier)]
    );
}

#[test]
fn everything_is_worked_out_again_and_the_first_flaw_is_named() {
    let world = played();
    let verified = verify(&world.edge, &world.dir).unwrap().unwrap();
    assert_eq!((verified.stages, verified.shuffles, verified.seals, verified.answers), (7, 1, 10, 12));
    // Without secrets.yaml the published secret serves.
    let campaign = world.campaign();
    let again = verify_entries(&*campaign.referee, campaign.entries().unwrap(), None).unwrap();
    assert_eq!(again, verified);
    // A record made anew, chain and all, with one answer changed, does not follow by the rules.
    let flaw = forged(&world, Kind::Answered, |body| body["answer"] = 2.into());
    assert!(flaw.why.contains("the plan says 1"), "{flaw}");

    let flaw =
        forged(&world, Kind::Opened, |body| body["seal"] = format!("sha256:{}", "0".repeat(64)).into());
    assert!(flaw.why.contains("another seal"), "{flaw}");
    let flaw = forged(&world, Kind::Ended, |body| body["draws"][0]["order"][0] = 99.into());
    assert!(flaw.why.contains("does not follow from the secret"), "{flaw}");
    // Another commitment shows where the secret is published.
    let flaw = changed(&world, Kind::Founded, |body| body["shuffle-commitment"] = "0".repeat(64).into()).1;
    let ended = world.entries(Kind::Ended).pop().unwrap().seq;
    assert!(flaw.why.contains("committed") && flaw.entry == ended, "{flaw}");
    // An edit by hand breaks the chain.
    let path = world.dir.join("ledger.jsonl");
    world
        .disk
        .write(&path, world.ledger().replacen("\"answer\":1", "\"answer\":2", 1).as_bytes(), 0o600)
        .unwrap();
    let flaw = verify(&world.edge, &world.dir).unwrap().unwrap_err();
    assert!(flaw.entry > 1, "{flaw}");
}

/// The flaw of a ledger in which the body of the first entry of a kind is another; it must be named at that entry.
fn forged(world: &World, kind: Kind, change: impl FnOnce(&mut serde_json::Value)) -> Flaw {
    let (seq, flaw) = changed(world, kind, change);
    assert_eq!(flaw.entry, seq, "{flaw}");
    flaw
}

/// Changes the first entry of a kind. Returns its number, and the flaw that is found.
fn changed(world: &World, kind: Kind, change: impl FnOnce(&mut serde_json::Value)) -> (u64, Flaw) {
    let campaign = world.campaign();
    let mut entries = campaign.entries().unwrap().to_vec();
    let entry = entries.iter_mut().find(|entry| entry.kind == kind).unwrap();
    change(&mut entry.body);
    let seq = entry.seq;
    (seq, verify_entries(&*campaign.referee, &entries, None).unwrap_err())
}

#[test]
fn history_tells_what_was_decided_and_from_where() {
    let history = crate::campaign::history(&played().campaign()).unwrap();
    assert_eq!(history.len(), 7);
    assert_eq!((history[1].turn, history[1].stage.as_str(), history[1].answers.len()), (1, "bidding", 3));
    assert_eq!(history[2].answers[0].source.word(), "plan");
}

#[test]
fn a_peek_is_on_record_before_it_shows_and_everybody_is_told() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 7}\n");
    world.tick();
    assert!(peek(&world.edge, &world.dir, world.now, "birch").is_err());
    let plan = peek(&world.edge, &world.dir, world.now, "ash").unwrap();
    assert_eq!(plan["bid"], 7);
    world.tick();
    assert_eq!(world.entries(Kind::Peeked).len(), 1);
    for who in ["anna", "bert", "cleo", "maria"] {
        assert_eq!(world.find("notice", who)[0].model["what"], "peeked");
    }
}

#[test]
fn the_doctor_says_what_is_wrong() {
    let mut world = World::folder(YAML);
    world.start();
    let wrong = |world: &World| {
        let checks = doctor(&world.edge, &world.dir, world.now);
        checks.into_iter().filter(|check| !check.ok).map(|check| check.what).collect::<Vec<_>>()
    };
    assert_eq!(wrong(&world), ["clock"], "no tick yet");
    world.tick();
    assert_eq!(wrong(&world), Vec::<&str>::new());
    world.now += chrono::TimeDelta::hours(12);
    assert_eq!(wrong(&world), ["clock"]);
    let yaml = YAML.replace("absence", "mail in: {mbox: /var/mail/nobody-here}\nabsence");
    world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    assert_eq!(wrong(&world), ["mail in", "clock"]);
    // A campaign that has begun goes on with a name that nobody can write to; the doctor says so.
    let yaml = YAML.replace("player: Bert", "player: Cedar");
    world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    assert_eq!(wrong(&world), ["settings", "clock"]);
    world.tick();
    let mut again = World::folder(&yaml);
    let refused = crate::campaign::start(&again.edge, &again.dir, again.now, &mut |_| ()).unwrap_err();
    assert!(refused.to_string().contains("in press and votes “Cedar” means the seat CEDAR"), "{refused}");
    again.now = world.now;
    world.disk.write(&world.dir.join("campaign.yaml"), b"campaign: x\n", 0o600).unwrap();
    assert_eq!(wrong(&world), ["settings"]);
}

#[test]
fn the_doctor_tries_what_a_tick_does_and_says_what_fails() {
    let mut world = World::folder(YAML);
    world.start();
    world.mail(address("ash"), "", "ask: help\n");
    world.tick();
    let checks = |world: &World| doctor(&world.edge, &world.dir, world.now);
    let before = world.disk.effects();
    let before_ledger = world.ledger();
    assert!(checks(&world).iter().all(|check| check.ok), "{:?}", checks(&world));
    assert_eq!(world.ledger(), before_ledger);
    let effects = world.disk.effects() - before;
    assert!(effects > 10, "{effects}");
    for number in 1..=effects {
        let world = world.fork();
        world.disk.fail_at(number, Fault::Fail(Trouble::Broken));
        assert!(checks(&world).iter().any(|check| !check.ok), "effect {number} of {effects}");
    }
}

#[test]
fn a_seats_blind_campaign_holds_nothing_of_the_others() {
    use crate::campaign::outgoing::models::MailModels;
    use crate::campaign::outgoing::redaction::Redaction;
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.write("birch", "plan: {bid: 4, otherwise: \"birch whispers\"}\n");
    world.write("cedar", "plan: {bid: 3, otherwise: \"cedar whispers\"}\n");
    world.tick();
    let campaign = world.campaign();
    let now = campaign.rules().pending(&campaign.record).unwrap();
    let models = MailModels::of(&campaign, &now);
    let blind = Redaction::of(models, campaign.entries().unwrap(), "birch", crate::table::Seat(1)).unwrap();
    let entries: Vec<String> = blind.entries.iter().map(|entry| format!("{:?}", entry.secret)).collect();
    let keys: Vec<String> = blind.secrets.keys.values().map(|key| key.text()).collect();
    let shown = format!(
        "{} {:?} {:?} {entries:?} {keys:?}",
        serde_json::to_string(&blind.record).unwrap(),
        blind.settings,
        blind.now,
    );
    let truth = format!(
        "{} {:?}",
        serde_json::to_string(&campaign.record).unwrap(),
        campaign.entries().unwrap().iter().map(|entry| format!("{:?}", entry.secret)).collect::<Vec<_>>()
    );
    let window = campaign.record.game.open_window().unwrap();
    let seal = |seat: &str| window.seats[seat].seal.clone().unwrap();
    for (own, other) in [
        ("bert@example.org".to_owned(), "cleo@example.org".to_owned()),
        (world.key("birch"), world.key("cedar")),
        (seal("birch"), seal("cedar")),
        ("birch whispers".to_owned(), "cedar whispers".to_owned()),
    ] {
        assert!(shown.contains(&own), "{own}: its own is left");
        assert!(!shown.contains(&other), "{other}");
    }
    assert!(truth.contains("cedar whispers") && truth.contains(&seal("cedar")));
    let prizes = campaign.record.game.position["prizes"].to_string();
    assert!(truth.contains(&prizes) && !shown.contains(&prizes), "{prizes}");
    assert!(blind.record.game.draws.is_empty() && !campaign.record.game.draws.is_empty());
}

#[test]
fn what_is_secret_in_an_entry_is_compared_with_what_the_rules_say() {
    let world = played();
    let flaw = |kind: Kind, about: &str, change: &dyn Fn(&mut Value)| {
        let campaign = world.campaign();
        let mut entries = campaign.entries().unwrap().to_vec();
        let holds = |entry: &&mut Entry| {
            let secret = entry.secret.as_ref().and_then(|secret| secret.body());
            entry.kind == kind
                && secret.is_some_and(|body| !body[about].is_null() && body[about] != json!([]))
        };
        let entry = entries.iter_mut().find(holds).unwrap();
        let mut body = entry.secret.as_ref().and_then(|secret| secret.body()).unwrap().clone();
        change(&mut body);
        entry.secret = Some(Secret::new([1; 16], body));
        let seq = entry.seq;
        let flaw = verify_entries(&*campaign.referee, &entries, None).unwrap_err();
        assert_eq!(flaw.entry, seq, "{flaw}");
        flaw.why
    };
    let why = flaw(Kind::Opened, "plan", &|body| body["plan"]["bid"] = 9.into());
    assert!(why.contains("does not match its seal"), "{why}");
    let why =
        flaw(Kind::Resolved, "draws", &|body| body["draws"][0]["order"].as_array_mut().unwrap().reverse());
    assert!(why.contains("does not follow from the secret"), "{why}");
    let why = flaw(Kind::Resolved, "position", &|body| body["position"] = json!("0".repeat(64)));
    assert!(why.contains("leads to another position"), "{why}");
}
