//! Deadlines, outages, a clock set back, a second tick.

use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::tick;
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::report::when;
use chrono::TimeDelta;
use serde_json::json;

#[test]
fn a_second_tick_at_once_does_nothing() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    let (ledger, sent) = (world.ledger(), world.sent().len());
    let ticked = world.tick();
    assert!(ticked.is_idle(), "{ticked:?}");
    assert_eq!((world.ledger(), world.sent().len()), (ledger, sent));
}

#[test]
fn a_clock_that_is_set_back_stops_the_tick_and_says_so() {
    let mut world = World::new();
    world.hours(2);
    world.write("ash", "plan: {bid: 1}\n");
    let ledger = world.ledger();
    world.now -= TimeDelta::minutes(90);
    let error = world.try_tick().unwrap_err();
    assert!(error.to_string().contains("set back"), "{error}");
    assert_eq!(world.ledger(), ledger);
    world.now += TimeDelta::minutes(90);
    world.tick();
    assert_eq!(world.find("receipt", "anna").len(), 1);
}

#[test]
fn an_outage_moves_the_deadline_by_the_gap_and_all_are_told() {
    let mut world = World::new();
    let deadline = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    world.hours(1);
    world.now += TimeDelta::hours(72);
    world.tick();
    let moved = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    assert_eq!(moved, deadline + TimeDelta::hours(72));
    assert_eq!(world.entries(Kind::Clock).len(), 1);
    for who in ["anna", "bert", "cleo", "maria"] {
        assert_eq!(world.find("notice", who)[0].model["what"], "clock-gap");
    }
    assert_eq!(world.window(), "1-bidding", "nobody lost by it");
    world.tick();
    assert_eq!(world.entries(Kind::Clock).len(), 1);
}

#[test]
fn one_reminder_before_the_deadline_to_those_who_have_sent_nothing() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\n");
    world.hours(47);
    assert!(world.find("reminder", "anna").is_empty());
    assert_eq!((world.find("reminder", "bert").len(), world.find("reminder", "cleo").len()), (1, 1));
    assert_eq!(world.find("reminder", "bert")[0].model["awaited"], "plan");
}

#[test]
fn late_within_the_grace_counts_and_later_does_not() {
    let mut world = World::new();
    world.hours(48);
    world.now += TimeDelta::minutes(30);
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    world.now += TimeDelta::minutes(40);
    world.write("birch", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["window-closed"]);
    assert_eq!(world.window(), "1-prize");
    let answered = world.entries(Kind::Answered);
    assert_eq!(answered[1].body["source"], json!({"from": "default", "why": "missed"}));
}

#[test]
fn four_things_are_kept_apart_in_the_report() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("ash", "plan: {bid: 99}\n");
    world.write("birch", "plan: {prize: left}\n");
    world.hours(50);
    let closed = world.entries(Kind::Window);
    let closed = closed.iter().find(|entry| entry.body["what"] == "closed").unwrap();
    assert_eq!(closed.body["seats"], json!({"ash": "unusable", "birch": "in", "cedar": "nothing-came"}));
    assert_eq!(closed.body["silent"], json!({"ash": "unusable", "birch": "hold", "cedar": "missed"}));
}

#[test]
fn words_of_chance_are_taken_until_their_deadline_and_change_the_shuffle() {
    let yaml = YAML.replace("chance: no", "chance: {until: in 24h}");
    let prizes = |words: Option<&str>| {
        let mut world = World::with(&yaml);
        assert_eq!(world.window(), "");
        assert!(world.find("opening", "anna")[0].model["chance"]["until"].is_string());
        if let Some(words) = words {
            world.write("ash", &format!("chance: {words}\n"));
            world.tick();
            assert_eq!(world.receipt("anna").model["understood"][0]["what"]["words"], words);
        }
        world.hours(25);
        assert_eq!(world.window(), "1-bidding");
        assert_eq!(world.find("report", "anna").len(), 1);
        assert_eq!(
            world.entries(Kind::Chance)[0].body["words"].as_object().unwrap().len(),
            words.iter().count()
        );
        world.campaign().record.game.position["prizes"].clone()
    };
    assert_ne!(prizes(None), prizes(Some("winter is coming")));
}

#[test]
fn a_changed_setting_is_told_and_what_must_not_change_is_refused() {
    let mut world = World::new();
    let path = world.dir.join("campaign.yaml");
    world.disk.write(&path, YAML.replace("absence: default", "absence: steward").as_bytes(), 0o600).unwrap();
    world.tick();
    assert_eq!(world.entries(Kind::Settings).len(), 1);
    world.disk.write(&path, YAML.replace("toy-1", "toy-2").as_bytes(), 0o600).unwrap();
    let error = world.try_tick().unwrap_err().to_string();
    assert!(error.contains("campaign was changed after the campaign began"), "{error}");
    world.disk.write(&path, YAML.replace("absence: default", "absense: default").as_bytes(), 0o600).unwrap();
    let error = world.try_tick().unwrap_err().to_string();
    assert!(error.contains("line 12") && error.contains("did you mean “absence”?"), "{error}");
}

#[test]
fn a_mail_that_would_leak_is_held_back() {
    use crate::campaign::toy::Toy;
    let yaml = format!("{YAML}leak check: yes\n");
    let mut world = World::with(&yaml);
    assert_eq!(world.find("opening", "").len(), 3, "nothing leaks");
    all_bid(&mut world, [1, 2, 3]);
    world.edge.game = |_, _| Ok(Box::new(crate::table::Host::new(Toy { leaks: true, ..Toy::default() })));
    let ticked = world.tick();
    assert!(ticked.attention.iter().any(|words| words.contains("held back")), "{:?}", ticked.attention);
    // The game master's report holds what everybody may know.
    assert!(world.find("report", "").iter().all(|mail| mail.to().starts_with("maria")));
    assert_eq!(world.find("receipt", "").len(), 3, "receipts hold no view");
}

#[test]
fn a_stage_with_an_impossible_end_is_not_resolved_but_its_answers_are_kept() {
    use crate::campaign::toy::Toy;
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    let sound = world.edge.game;
    world.edge.game = |_, _| Ok(Box::new(crate::table::Host::new(Toy { unsound: true, ..Toy::default() })));
    let ticked = world.tick();
    let says = |words: &str| ticked.attention.iter().any(|said| said.contains(words));
    assert!(says("is impossible") && says("records the answers"), "{:?}", ticked.attention);
    let resolved = world.entries(Kind::Resolved).len();
    assert_eq!((world.entries(Kind::Answered).len(), resolved), (3, 1), "the set-up alone is resolved");
    // With the bug fixed, the stage is resolved from the answers that were kept.
    world.edge.game = sound;
    world.tick();
    let bids = world.entries(Kind::Answered).iter().filter(|entry| entry.body["kind"] == "bid").count();
    assert_eq!((bids, world.entries(Kind::Resolved).len()), (3, 2));
}

#[test]
fn who_has_booked_an_absence_is_not_waited_for() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-11-25}\n");
    world.tick();
    let receipt = world.receipt("cleo");
    assert_eq!(
        (receipt.codes(), &receipt.model["understood"][0]["what"]["item"]),
        (vec![], &json!("absent"))
    );
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    let answered = world.entries(Kind::Answered);
    assert_eq!(answered[2].body["source"], json!({"from": "default", "why": "absent"}));
    let entry = &world.entries(Kind::Absence)[0];
    assert!(!entry.body.to_string().contains("2026"), "when is nobody's business");
    // It ends with its last day, by the player's own clock.
    assert!(world.campaign().record.people.is_away("cedar", "2026-11-25T22:59:59Z".parse().unwrap()));
    assert!(!world.campaign().record.people.is_away("cedar", "2026-11-25T23:00:00Z".parse().unwrap()));
    for (wrong, code) in [
        ("{from: next week, to: 2026-11-25}", "envelope-day"),
        ("{from: 2026-11-25, to: 2026-11-20}", "envelope-days"),
        ("{from: 2026-11-25, to: 9999-12-31}", "envelope-day"),
        ("soon", "envelope-day"),
        ("{play: plan}", "envelope-absent"),
    ] {
        world.write("ash", &format!("absent: {wrong}\n"));
        world.tick();
        assert_eq!(world.receipt("anna").codes(), [code], "{wrong}");
    }
}

#[test]
fn mail_that_cannot_be_sent_waits_and_of_two_reports_the_newer_goes() {
    let broken = format!("{YAML}mail out: {{sendmail: /nonexistent/sendmail}}\n");
    let mut world = World::new();
    let yaml = world.dir.join("campaign.yaml");
    world.disk.write(&yaml, broken.as_bytes(), 0o600).unwrap();
    all_bid(&mut world, [1, 2, 3]);
    let ticked = world.tick();
    assert_eq!((ticked.sent, ticked.waiting), (0, 4), "three receipts, a report: {:?}", ticked.attention);
    assert_eq!(ticked.attention.len(), 1, "what keeps all back is told once");
    // Nothing is wrong with the messages, so they are tried again after a minute, but not at once.
    world.now += TimeDelta::seconds(30);
    assert!(world.tick().attention.is_empty());
    world.now += TimeDelta::minutes(1);
    assert_eq!(world.tick().attention.len(), 1);
    let unsent = crate::campaign::status(&world.campaign(), world.now).unwrap().unsent;
    assert!(unsent.iter().all(|mail| mail.attempts == 2 && mail.error.is_some()), "{unsent:?}");
    // The game goes on meanwhile; the winner's report of the prize gives way to the one of the next turn.
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.disk.write(&yaml, YAML.as_bytes(), 0o600).unwrap();
    world.hours(2);
    let reports = world.find("report", "cleo");
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].model["window"]["id"], "2-bidding");
    assert_eq!(
        reports[0].model["events"].as_array().unwrap().len(),
        2,
        "it tells all that the older would have told"
    );
    assert_eq!(world.find("receipt", "").len(), 4);
    assert!(world.campaign().record.people.due.is_empty());
}

#[test]
fn an_idle_tick_touches_nothing_but_the_heartbeat() {
    let mut world = World::new();
    world.tick();
    let idle = |world: &mut World| {
        let before = world.disk.effects();
        world.now += TimeDelta::minutes(5);
        let ticked = tick(&world.edge, &world.dir, world.now).unwrap();
        (world.disk.effects() - before, ticked.is_idle())
    };
    world.disk.set_time(std::time::SystemTime::from(world.now));
    world.disk.remove(&world.dir.join("private/heartbeat")).unwrap();
    world.tick();
    assert_eq!(idle(&mut world), (1, true));
    assert_eq!(idle(&mut world), (1, true));
    world.write("ash", "plan: {bid: 1}\n");
    assert!(idle(&mut world).0 > 1);
}

/// A campaign of Rome with a player in New York, around each day on which one of them changes clocks.
#[test]
fn a_deadline_across_summer_time_is_the_same_instant_for_all_and_told_by_each_ones_clocks() {
    let yaml = YAML
        .replace("deadline: in 48h", "deadline: every 3 days at 20:00")
        .replace("{player: Bert,", "{player: Bert, timezone: America/New_York,");
    for (begun, deadline, rome, new_york) in [
        ("2026-03-05T10:00:00Z", "2026-03-08T19:00:00Z", "Sunday 8 March, 20:00", "Sunday 8 March, 15:00"),
        ("2026-03-26T10:00:00Z", "2026-03-29T18:00:00Z", "Sunday 29 March, 20:00", "Sunday 29 March, 14:00"),
        (
            "2026-10-22T10:00:00Z",
            "2026-10-25T19:00:00Z",
            "Sunday 25 October, 20:00",
            "Sunday 25 October, 15:00",
        ),
        (
            "2026-10-29T10:00:00Z",
            "2026-11-01T19:00:00Z",
            "Sunday 1 November, 20:00",
            "Sunday 1 November, 14:00",
        ),
    ] {
        let mut world = World::folder(&yaml);
        world.now = begun.parse().unwrap();
        world.start();
        world.tick();
        let until = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
        assert_eq!(until, deadline.parse::<chrono::DateTime<chrono::Utc>>().unwrap(), "begun {begun}");
        let shown = |who: &str| {
            let model = world.find("opening", who).remove(0).model;
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            when(&text(&model["window"]["deadline"]), &text(&model["head"]["zone"]))
        };
        assert!(shown("anna").starts_with(&format!("{rome} (Rome)")), "{}", shown("anna"));
        assert!(shown("bert").starts_with(&format!("{new_york} (New York)")), "{}", shown("bert"));
        world.hours((until - world.now).num_hours());
        assert_eq!((world.now, world.window().as_str()), (until, "1-bidding"), "open to the last hour");
        world.hours(2);
        assert_ne!(world.window(), "1-bidding", "and closed when the grace is over");
    }
}
