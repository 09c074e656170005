//! Ledgers that go on with entries which no campaign makes, of play: a window too many, a table too many, a steward who has
//! not played, a ruling that overrules what it does not change.

use super::forged::{by, forged, receipt, says, seal};
use super::openings::sealed_with;
use crate::campaign::ruling::Request;
use crate::campaign::tests::ruling::request;
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::verify_entries;
use crate::ledger::{Entry, Kind};
use crate::seal::Hash256;
use chrono::TimeDelta;
use serde_json::{Value, json};

/// The last step of a window, as it could be made once more.
fn last_step(world: &World) -> Value {
    let mut body = world.entries(Kind::Window).pop().unwrap().body;
    body.as_object_mut().unwrap().remove("batch");
    body
}

#[test]
pub(super) fn no_window_opens_for_what_a_plan_answers() {
    // The same bids, in one campaign with a choice of the prize sent ahead, in the other without.
    let bids = |ahead: &str| {
        let mut world = World::new();
        for (seat, plan) in
            [("ash", format!("bid: 3{ahead}")), ("birch", "bid: 2".into()), ("cedar", "bid: 1".into())]
        {
            world.write(seat, &format!("plan: {{{plan}}}\nfinal: yes\n"));
        }
        world.tick();
        world
    };
    let (silent, speaks) = (bids(""), bids(", prize: left"));
    assert_eq!((silent.window().as_str(), speaks.window().as_str()), ("1-prize", "2-bidding"));
    let asked: Entry =
        silent.entries(Kind::Window).into_iter().find(|entry| entry.body["window"] == "1-prize").unwrap();
    let campaign = speaks.campaign();
    let mut entries = campaign.entries().unwrap().to_vec();
    let answered = entries.iter().position(|entry| entry.body["key"] == "1/prize/ash").unwrap();
    let begins = entries[..answered].iter().rposition(|entry| entry.body.get("batch").is_some()).unwrap();
    // Up to the answer, and in its place the window in which the other campaign asks.
    entries.truncate(answered);
    entries[begins].body["batch"] = json!(answered + 1 - begins);
    entries.push(Entry { seq: answered as u64 + 1, ..asked });
    let flaw = verify_entries(&*campaign.referee, &entries, Some(campaign.secrets.chance)).unwrap_err();
    assert_eq!(
        (flaw.entry, flaw.why.as_str()),
        (answered as u64 + 1, "1/prize/ash is not answered before the window opens, although it could be")
    );
}

#[test]
pub(super) fn a_table_of_seals_is_published_once_and_while_some_are_unopened() {
    let world = sealed_with("");
    let table = last_step(&world);
    assert_eq!(table["what"], "published");
    says(&world, &[(Kind::Window, table.clone())], "there are no seals to publish");
    // Plans that lie here are no seals.
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let mut own = table.clone();
    own.as_object_mut().unwrap().remove("first");
    (own["window"], own["seals"]) = (json!("1-prize"), json!({}));
    says(&world, &[(Kind::Window, own)], "there are no seals to publish");
}

#[test]
pub(super) fn the_others_are_asked_when_the_first_seat_has_opened_or_can_no_longer() {
    let mut world = sealed_with("");
    let due = |world: &World| (world.now + TimeDelta::hours(24)).format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let asks = |why: &str, instead: &str, deadline: String| {
        let body = json!({"what": "openings", "window": "1-bidding", "first": "cedar", "why": why, "instead": instead,
            "deadline": deadline});
        vec![(Kind::Window, body)]
    };
    let good = |world: &World| asks("deadline", "default", due(world));
    world.now += TimeDelta::hours(24);
    says(&world, &good(&world), "its deadline and the time of grace are not over");
    world.now += TimeDelta::hours(1);
    forged(&world, &good(&world)).unwrap();
    says(
        &world,
        &asks("deadline", "steward", due(&world)),
        "the steward has played, or not, against what it says",
    );
    let early = (world.now + TimeDelta::hours(23)).format("%Y-%m-%dT%H:%M:%SZ").to_string();
    says(&world, &asks("deadline", "default", early), "its deadline does not follow from the settings");
    // Where the steward plays for who is silent, he must.
    let mut world = sealed_with("");
    let yaml = world.read("campaign.yaml").replace("absence: default", "absence: steward");
    crate::disk::Disk::write(&world.disk, &world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    world.tick();
    world.now += TimeDelta::hours(25);
    says(&world, &good(&world), "the steward has not played for cedar");
    // And the window is not closed over the head of the first seat.
    let closed = json!({"what": "closed", "window": "1-bidding", "why": "gm",
        "seats": {"ash": "not-opened", "birch": "not-opened", "cedar": "not-opened"},
        "silent": {"ash": "not-opened", "birch": "not-opened", "cedar": "not-opened"}});
    says(&world, &[(Kind::Window, closed)], "it closes while the first seat is still to open");
}

#[test]
pub(super) fn a_window_ends_because_all_are_done_only_where_windows_close_early() {
    let all_in = |early: &str| {
        let mut world = World::with(
            &YAML.replace("absence: default", &format!("absence: default\nclose early: {early}")),
        );
        all_bid(&mut world, [3, 2, 1]);
        // As it is after the mails are read and before anything is decided.
        let mut late = world.fork();
        late.tick();
        (world, late)
    };
    let (_, ended) = all_in("final");
    assert_eq!(ended.window(), "1-prize");
    let (_, goes_on) = all_in("no");
    assert_eq!(goes_on.window(), "1-bidding", "everybody is done, and the window waits for its deadline");
    let body =
        json!({"what": "published", "window": "1-bidding", "why": "all-in", "seals": {}, "deadline": null});
    says(&goes_on, &[(Kind::Window, body)], "there are no seals to publish");
    // The plans are opened and the window closed, as where it may be.
    let campaign = ended.campaign();
    let entries = campaign.entries().unwrap();
    let opened: Vec<_> = entries.iter().filter(|entry| entry.kind == Kind::Opened).collect();
    let closed = entries.iter().find(|entry| entry.body["what"] == "closed").unwrap();
    assert_eq!((opened.len(), closed.body["why"].as_str()), (3, Some("all-in")));
    let strip = |entry: &Entry| {
        let mut body = entry.body.clone();
        body.as_object_mut().unwrap().remove("batch");
        if let Some(secret) = entry.secret.as_ref().and_then(|secret| secret.body()) {
            body["secret"] = secret.clone();
        }
        (entry.kind, body)
    };
    let more: Vec<_> = opened.into_iter().chain([closed]).map(strip).collect();
    says(&goes_on, &more, "not all seats have said that they are done");
}

#[test]
pub(super) fn a_ruling_on_a_message_overrules_the_plan_of_its_seat_alone() {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    let plan = |seat: &str| {
        world.entries(Kind::Opened).into_iter().find(|entry| entry.body["seat"] == seat).unwrap().seq
    };
    let (own, other) = (plan("ash"), plan("birch"));
    let refuse = Request { refuse: vec!["ash/1".to_owned()], ..request(&[]) };
    let mut ruled = world.fork();
    ruled.rule(&refuse);
    let given = ruled.entries(Kind::Ruling).pop().unwrap();
    assert_eq!(given.body["overrules"], json!([own]));
    let ruling = |overrules: Value| {
        let mut body = given.body.clone();
        body.as_object_mut().unwrap().remove("batch");
        body["overrules"] = overrules;
        body["secret"] = given.secret.as_ref().and_then(|secret| secret.body()).cloned().unwrap_or(json!({}));
        vec![(Kind::Ruling, body)]
    };
    forged(&world, &ruling(json!([own]))).unwrap();
    says(&world, &ruling(json!([other])), "it overrules an entry that it does not change");
    says(&world, &ruling(json!([own, other])), "it overrules an entry that it does not change");
}

#[test]
pub(super) fn the_table_of_seals_is_that_of_the_last_seals() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let own = seal("ash", "1-bidding");
    world.write("ash", &format!("seal: {own}\n"));
    world.tick();
    for table in [json!({}), json!({"ash": seal("ash", "2-bidding")}), json!({"ash": own, "birch": own})] {
        let step = json!({"what": "published", "window": "1-bidding", "why": "gm", "seals": table, "deadline": null});
        says(&world, &[(Kind::Window, step)], "not that of the seats' last seals");
    }
}

#[test]
pub(super) fn what_a_stranger_sends_has_no_effect() {
    let world = World::new();
    let stranger = |more: Value| {
        let (kind, mut body) = receipt(&world, "ash", &json!({"fate": "stranger"}));
        for gone in ["seat", "window"] {
            body.as_object_mut().unwrap().remove(gone);
        }
        (body["number"], body["chain"]) = (json!(0), json!(Hash256::ZERO));
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        vec![(kind, body)]
    };
    forged(&world, &stranger(json!({}))).unwrap();
    says(&world, &stranger(json!({"number": 1})), "a stranger gets no receipt");
    // Nor is a seat's message one of a stranger.
    let claimed = receipt(&world, "ash", &json!({"fate": "stranger"}));
    says(&world, &[claimed], "a seat's message is not a stranger's");
    for effect in [
        json!({"window": "1-bidding"}),
        json!({"seal": seal("ash", "1-bidding")}),
        json!({"words": "one two"}),
        json!({"new-key": 2}),
        json!({"signed": Hash256::ZERO}),
        json!({"final": true}),
        json!({"stand-in": true}),
        json!({"unusable": true}),
        json!({"slips": true}),
        json!({"lifts": true}),
        json!({"beside": true}),
        json!({"empty": true}),
        json!({"rehearsed": true}),
    ] {
        says(&world, &stranger(effect), "a stranger's message has no effect");
    }
}

#[test]
pub(super) fn no_vote_counts_when_the_game_is_over() {
    let mut over = World::new();
    for seat in ["ash", "birch", "cedar"] {
        over.write(seat, "vote: {draw: yes}\n");
    }
    over.tick();
    let late = by(&over, "ash", Kind::Vote, json!({"seat": "ash", "on": "draw", "yes": false}));
    says(&over, &late, "a vote while the game is not going on");
}

#[test]
pub(super) fn no_message_is_read_twice_for_a_seat_whatever_its_number() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    let read = world.entries(Kind::Received).pop().unwrap().body;
    let own = receipt(&world, "ash", &json!({})).1;
    for (mail, message, is_read) in [
        (&own["mail"], &own["message"], false),
        (&read["mail"], &own["message"], true),
        (&own["mail"], &read["message"], true),
        (&read["mail"], &read["message"], true),
        (&read["message"], &own["message"], true),
    ] {
        let again = |seat| receipt(&world, seat, &json!({"mail": mail, "message": message}));
        match is_read {
            true => says(&world, &[again("ash")], "the same message is read twice"),
            false => forged(&world, &[again("ash")]).unwrap(),
        }
        // What another seat sends is another message, even if it says the same.
        forged(&world, &[again("birch")]).unwrap();
    }
}

#[test]
pub(super) fn no_game_ends_while_a_window_is_open() {
    let mut world = World::new();
    let ended = |world: &World| {
        let campaign = world.campaign();
        let secret = data_encoding::HEXLOWER.encode(&campaign.secrets.chance);
        let counts = &campaign.record.people.counts_of_mail;
        json!({"outcome": "draw", "shuffle-secret": secret, "draws": campaign.record.game.draws, "counts": counts})
    };
    says(&world, &[(Kind::Ended, ended(&world))], "the game ends while a window is open");
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    let made = world.entries(Kind::Ended).pop().unwrap().body;
    // As it was made, without the end of its window.
    let campaign = world.campaign();
    let mut entries = campaign.entries().unwrap().to_vec();
    let at = entries.iter().position(|entry| entry.kind == Kind::Ended).unwrap();
    let shut = entries[..at].iter().rposition(|entry| entry.kind == Kind::Window).unwrap();
    assert_eq!(entries[shut].body["what"], "closed");
    let begins = entries[..at].iter().rposition(|entry| entry.body.get("batch").is_some()).unwrap();
    let together = entries[begins].body["batch"].as_u64().unwrap();
    entries[begins].body["batch"] = json!(together - 1);
    entries.remove(shut);
    for (place, entry) in entries.iter_mut().enumerate() {
        entry.seq = place as u64 + 1;
    }
    let flaw = verify_entries(&*campaign.referee, &entries, None).unwrap_err();
    assert!(flaw.why.contains("the game ends while a window is open"), "{flaw}: {made}");
}

/// Whom a window does not ask seals nothing for it, and is silent in it for no reason of an earlier round.
#[test]
pub(super) fn who_is_away_seals_nothing_and_has_missed_nothing() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-12-10}\n");
    world.hours(52);
    let campaign = world.campaign();
    let asked = &campaign.record.game.open_window().unwrap().asked;
    assert_eq!((world.window().as_str(), asked.contains_key("cedar")), ("2-bidding", false));
    let (window, seal) = (world.window(), seal("cedar", &world.window()));
    let body = json!({"window": window, "seat": "cedar", "seal": seal, "how": "seal", "revision": 0});
    let sealed = [(Kind::Sealed, body), receipt(&world, "cedar", &json!({"seal": seal}))];
    says(&world, &sealed, "a seal is sent where none is allowed");
    // Cedar has missed the first turn, and is away when the second begins; answers come when its window is over.
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-23, to: 2026-12-10}\n");
    world.write("ash", "plan: {bid: 1}\n");
    world.hours(52);
    assert_eq!(world.window(), "1-prize");
    world.hours(24);
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    for (seat, bid) in [("birch", 2), ("ash", 3)] {
        world.write(seat, &format!("plan: {{bid: {bid}, otherwise: ask}}\nfinal: yes\n"));
    }
    world.tick();
    assert_eq!(world.window(), "2-prize");
    assert_eq!(world.campaign().record.game.missed["cedar"].1, "missed");
    let mut body = world.entries(Kind::Answered).pop().unwrap().body;
    for (name, value) in [("seat", "cedar"), ("key", "2/prize/cedar"), ("kind", "prize"), ("answer", "left")]
    {
        body[name] = json!(value);
    }
    body["source"] = json!({"from": "default", "why": "missed"});
    body["secret"] = json!({});
    body.as_object_mut().unwrap().remove("batch");
    says(&world, &[(Kind::Answered, body)], "nothing says that cedar is silent because of “missed”");
}
