//! Instants at which something is just in time or just too late, and reminders.

use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::toy::Toy;
use crate::campaign::{Engine, verify};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::json;

fn reminders(world: &World, who: &str) -> usize {
    world.find("reminder", who).len()
}

#[test]
fn a_mail_that_comes_exactly_at_the_last_call_counts() {
    let mut world = World::new();
    world.hours(48);
    world.now += TimeDelta::hours(1);
    let window = world.campaign().record.game.open_window().cloned().unwrap();
    assert_eq!(window.last_call(), Some(world.now));
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    assert_eq!(world.window(), "1-prize", "and the window closes at that instant");
    assert_eq!(world.entries(Kind::Answered)[0].body["answer"], 1);
}

#[test]
fn a_short_window_reminds_nobody_in_its_first_half() {
    let mut world = World::with(&YAML.replace("deadline: in 48h", "deadline: in 6h"));
    world.hours(2);
    assert_eq!(reminders(&world, ""), 0);
    world.hours(1);
    assert_eq!(reminders(&world, ""), 3);
    world.hours(2);
    assert_eq!(reminders(&world, ""), 3, "and once is enough");
}

#[test]
fn a_game_that_waits_reminds_again_every_three_days() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    let waits = |world: &World| world.told("maria").iter().filter(|told| told["what"] == "waiting").count();
    world.write("ash", "plan: {bid: 1}\n");
    world.hours(49);
    assert_eq!(
        (reminders(&world, "cleo"), waits(&world)),
        (1, 1),
        "before the deadline, and when it has passed"
    );
    world.hours(71);
    assert_eq!((reminders(&world, "cleo"), waits(&world)), (1, 1));
    world.hours(1);
    assert_eq!((reminders(&world, "cleo"), waits(&world)), (2, 2));
    let again = world.told("maria").into_iter().rfind(|told| told["what"] == "waiting").unwrap();
    assert_eq!((&again["details"]["again"], &again["details"]["reminds"]), (&json!(true), &json!(true)));
    assert_eq!(again["details"]["seats"], json!(["BIRCH", "CEDAR"]));
    let late = &world.find("reminder", "cleo")[1].model;
    assert_eq!((&late["window"]["late"], &late["otherwise"]), (&json!(true), &json!("wait")));
    // A reminder of the game master counts as one.
    world.hours(40);
    super::gm_mail::by_gm(&mut world, "do: remind all\n");
    world.hours(71);
    assert_eq!((reminders(&world, "cleo"), waits(&world)), (3, 2));
    world.hours(1);
    assert_eq!((reminders(&world, "cleo"), reminders(&world, "anna")), (4, 0));
    // While the clock is stopped nobody is reminded.
    super::gm_mail::by_gm(&mut world, "do: pause\n");
    world.hours(100);
    assert_eq!((reminders(&world, "cleo"), waits(&world)), (4, 3));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_campaign_without_reminders_does_not_remind_while_it_waits() {
    let yaml = YAML.replace("absence: default", "absence: wait").replace("reminder: 12h", "reminder: no");
    let mut world = World::with(&yaml);
    world.hours(49 + 80);
    let told: Vec<_> = world.told("maria").into_iter().filter(|told| told["what"] == "waiting").collect();
    assert_eq!((reminders(&world, "cleo"), told.len()), (0, 1));
    assert_eq!(told[0]["details"]["reminds"], json!(false));
}

#[test]
fn a_deadline_that_moves_after_the_reminder_has_a_reminder_too() {
    let mut world = World::new();
    world.hours(40);
    assert_eq!(reminders(&world, "cleo"), 1);
    for seat in ["ash", "birch"] {
        world.write(seat, "vote: {extend: 24h}\n");
    }
    world.tick();
    assert_eq!(reminders(&world, "cleo"), 1);
    world.hours(24);
    assert_eq!(reminders(&world, "cleo"), 2);
}

#[test]
fn an_outage_after_the_reminder_brings_another() {
    let mut world = World::new();
    world.hours(40);
    assert_eq!(reminders(&world, "cleo"), 1);
    world.now += TimeDelta::hours(48);
    world.tick();
    assert_eq!(reminders(&world, "cleo"), 2, "it is as near to the deadline as it was");
}

#[test]
fn who_is_away_is_not_reminded() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-11-25}\n");
    world.hours(47);
    assert_eq!((reminders(&world, "bert"), reminders(&world, "cleo")), (1, 0));
}

#[test]
fn a_new_plan_takes_final_back() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    world.write("ash", "plan: {bid: 2}\n");
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 0}\nfinal: yes\n");
    }
    world.tick();
    assert_eq!(world.window(), "1-bidding", "ash may still think about it");
    world.write("ash", "final: yes\n");
    world.tick();
    assert_eq!(world.entries(Kind::Answered)[0].body["answer"], 2);
}

#[test]
fn of_absences_that_overlap_the_last_one_booked_counts() {
    for (first, then, waits) in [("plan", "wait", true), ("wait", "plan", false)] {
        let mut world = World::new();
        for play in [first, then] {
            world.write("cedar", &format!("absent: {{from: 2026-11-20, to: 2026-11-25, play: {play}}}\n"));
            world.tick();
        }
        for seat in ["ash", "birch"] {
            world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
        }
        world.hours(50);
        assert_eq!(world.window() == "1-bidding", waits, "{first}, then {then}");
    }
}

#[test]
fn a_seal_that_is_not_opened_is_told_as_that_although_the_steward_plays() {
    let mut world =
        World::with(&format!("{}secrecy: either\n", YAML.replace("absence: default", "absence: steward")));
    let binding = Binding { campaign: "toy-1".into(), seat: "cedar".into(), window: "1-bidding".into() };
    let opening = Opening::new(&binding, json!({"turn": 1, "bid": 3}), &[3; 16]).unwrap();
    world.write("cedar", &format!("seal: {}\nfinal: yes\n", opening.seal()));
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.hours(100);
    let closed = world.entries(Kind::Window).into_iter().find(|entry| entry.body["what"] == "closed");
    assert_eq!(
        closed.unwrap().body["silent"],
        json!({"ash": "steward", "birch": "hold", "cedar": "not-opened"})
    );
    let sources: Vec<_> =
        world.entries(Kind::Answered).iter().map(|entry| entry.body["source"]["from"].clone()).collect();
    assert_eq!(sources[..3], [json!("steward"), json!("plan"), json!("steward")]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_reminder_to_seal_is_not_the_reminder_to_open() {
    let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
    let mut world = World::with(&format!("{yaml}secrecy: sealed\n"));
    world.hours(40);
    assert_eq!(reminders(&world, "cleo"), 1);
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
        let opening = Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[3; 16]).unwrap();
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening.seal()));
    }
    world.tick();
    world.hours(20);
    let last = world.find("reminder", "cleo");
    let awaited: Vec<_> = last.iter().map(|mail| mail.model["awaited"].as_str().unwrap()).collect();
    assert!(awaited.len() == 2 && awaited.contains(&"opening"), "{awaited:?}");
}

#[test]
fn nobody_is_reminded_of_a_deadline_that_is_past() {
    let mut world = World::with(&YAML.replace("outage: 3h", "outage: 48h"));
    world.hours(30);
    // The machine was off for a while, not long enough for an outage; the grace is not over.
    world.now += TimeDelta::minutes(18 * 60 + 30);
    world.tick();
    assert_eq!((reminders(&world, ""), world.window().as_str()), (0, "1-bidding"));
}

#[test]
fn votes_for_more_time_are_of_the_window_they_were_sent_in() {
    let mut world = World::new();
    let deadline = |world: &World| world.campaign().record.game.open_window().unwrap().deadline;
    world.write("ash", "vote: {extend: 24h}\n");
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    let before = deadline(&world);
    world.write("birch", "vote: {extend: 24h}\n");
    world.tick();
    assert_eq!(deadline(&world), before, "one of three");
    world.write("ash", "vote: {extend: 24h}\n");
    world.tick();
    assert_ne!(deadline(&world), before);
}

#[test]
fn time_voted_for_after_the_deadline_counts_from_the_vote() {
    let mut world = World::new();
    world.hours(48);
    world.now += TimeDelta::minutes(30);
    for seat in ["ash", "birch"] {
        world.write(seat, "vote: {extend: 24h}\n");
    }
    world.tick();
    let deadline = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    assert_eq!(deadline, world.now + TimeDelta::hours(24));
}

#[test]
fn a_question_to_one_seat_has_the_time_of_a_question() {
    let mut world = World::with(&YAML.replace("deadline: in 48h", "deadline: in 48h, question: in 12h"));
    let length = |world: &World| {
        let window = world.campaign().record.game.open_window().cloned().unwrap();
        (window.id.clone(), (window.deadline.unwrap() - window.opened).num_hours())
    };
    assert_eq!(length(&world), ("1-bidding".to_owned(), 48));
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    assert_eq!(length(&world), ("1-prize".to_owned(), 12));
}

#[test]
fn a_window_that_waits_is_not_due_all_the_time() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    let next = |world: &World| {
        let campaign = world.campaign();
        let engine = Engine::of(&campaign, world.now).unwrap();
        (engine.now, engine.next_instant())
    };
    world.hours(1);
    let (now, due) = next(&world);
    assert!(due.is_some_and(|due| due > now));
    world.hours(60);
    assert_eq!(world.window(), "1-bidding", "it waits");
    let (now, due) = next(&world);
    assert!(due.is_none_or(|due| due > now), "{due:?} is before {now}");
}

/// Mail goes out, or not.
pub(crate) fn mail_works(world: &World, works: bool) {
    let broken = format!("{YAML}mail out: {{sendmail: /nonexistent/sendmail}}\n");
    let yaml = if works { YAML } else { &broken };
    world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
}

#[test]
fn a_reminder_that_waits_for_the_mail_server_is_void_when_its_window_closes() {
    let mut world = World::new();
    mail_works(&world, false);
    world.hours(40);
    let waits = |world: &World| {
        let due = world.campaign().record.people.due.clone();
        due.iter().filter(|due| due.what.starts_with("reminder")).count()
    };
    assert_eq!(waits(&world), 3);
    world.hours(10);
    assert_ne!(world.window(), "1-bidding");
    assert_eq!(waits(&world), 0);
    mail_works(&world, true);
    world.hours(3);
    assert_eq!(reminders(&world, ""), 0);
    assert!(!world.find("report", "").is_empty());
}

#[test]
fn a_report_that_waits_for_the_mail_server_is_void_when_the_game_ends() {
    let mut world = World::new();
    mail_works(&world, false);
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.hours(1);
    assert_eq!(world.window(), "2-bidding");
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.hours(1);
    mail_works(&world, true);
    world.hours(8);
    let reports = ["anna", "bert", "cleo"].map(|who| world.find("report", who).len());
    assert_eq!((reports, world.find("end", "").len()), ([0; 3], 4));
}

#[test]
fn while_the_game_waits_for_one_seat_the_others_may_change_their_plans() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25, play: wait}\n");
    world.write("ash", "plan: {bid: 1}\n");
    world.hours(50);
    assert_eq!(world.window(), "1-bidding", "cedar is waited for, birch is not");
    world.write("ash", "plan: {bid: 2}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
}

#[test]
fn a_seat_whose_plan_does_not_answer_is_reminded_and_waited_for() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let status = |world: &World| crate::campaign::status(&world.campaign(), world.now).unwrap();
    assert!(status(&world).window.unwrap().seats[0].unanswered);
    world.hours(60);
    assert_eq!(world.window(), "1-prize", "it closes only when the question is answered");
    assert_eq!(world.find("reminder", "anna").len(), 1);
    let waits = world.told("maria").into_iter().find(|notice| notice["what"] == "waiting").unwrap();
    assert_eq!(waits["details"]["seats"], json!(["ASH"]));
    assert!(status(&world).attention[0].contains("waits for: ash"), "{:?}", status(&world).attention);
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_plan_that_does_not_answer_does_not_have_its_question_asked_for_ever() {
    for by_gm in [false, true] {
        let mut world = World::new();
        all_bid(&mut world, [3, 2, 1]);
        world.tick();
        world.write("ash", "plan: {bid: 1}\n");
        world.tick();
        if by_gm {
            let key = world.key("gm");
            world.mail("maria@example.org", "", &format!("key: {key}\ndo: {{process: anyway}}\n"));
            world.tick();
        } else {
            world.hours(60);
        }
        assert_eq!(world.window(), "2-bidding", "{by_gm}");
        assert_eq!(world.answer("1/prize/ash").1, json!({"from": "default", "why": "hold"}));
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

/// A campaign in which birch alone is asked for a secret.
fn one_is_asked(more: &str) -> World {
    let mut world = World::with(&format!("{YAML}{more}"));
    world.edge.game = |_, _| Ok(Box::new(crate::table::Host::new(Toy { hides: true, ..Toy::default() })));
    world.hours(1);
    for (seat, bid) in [("ash", 1), ("birch", 3), ("cedar", 2)] {
        world.write(seat, &format!("plan: {{bid: {bid}}}\nfinal: yes\n"));
    }
    world.tick();
    world.hours(48);
    let window = world.campaign().record.game.open_window().cloned().unwrap();
    assert!(window.sealed && window.id == "1-prize" && window.asked.len() == 1, "{window:?}");
    world
}

#[test]
fn a_secret_asked_of_one_seat_alone_is_answered_by_its_message() {
    for early in ["final", "all in", "no"] {
        let mut world = one_is_asked(&format!("close early: {early}\n"));
        world.write("birch", "plan: {prize: left}\n");
        world.tick();
        assert_eq!(world.window(), "2-bidding", "{early}");
        let receipt = world.receipt("bert");
        assert!(receipt.text.contains("Your plan is accepted and counts."), "{}", receipt.text);
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

#[test]
fn a_slip_in_the_one_answer_can_be_mended_and_a_dispute_holds_it() {
    let mut world = one_is_asked("");
    world.write("birch", "plan: {prize: left, bridge: 3}\n");
    world.tick();
    assert_eq!(world.window(), "1-prize", "birch has the grace period to mend it");
    let mut world = one_is_asked("disputes: {clock: waits}\n");
    world.write("ash", "dispute: {turn: 1, about: the bids}\n");
    world.tick();
    world.write("birch", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.window(), "1-prize", "the clock is stopped");
    world.write("birch", "final: yes\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
}

#[test]
fn whoever_has_a_slip_in_the_plan_is_reminded_of_it() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1, bridge: 3}\n");
    world.write("birch", "plan: {bid: 1, bridge: 3}\n");
    world.write("cedar", "plan: {bid: 1}\n");
    world.tick();
    world.write("birch", "final: yes\n");
    world.hours(40);
    let told = world.find("reminder", "");
    let to: Vec<&str> = told.iter().map(|sent| sent.to()).collect();
    assert_eq!(to, ["anna@example.org"], "birch is done with it");
    assert_eq!(told[0].model["awaited"], "rest");
    verify(&world.edge, &world.dir).unwrap().unwrap();
    world.write("ash", "plan: {bid: 2}\n");
    world.hours(30);
    assert_eq!(world.entries(Kind::Answered)[0].body["answer"], 2);
}

/// The last plan comes in the very pass in which the waiting for it would have begun, with a slip: it can be mended as if it had come an
/// hour earlier.
#[test]
fn a_slip_that_comes_as_the_waiting_would_begin_can_be_mended() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1}\n");
    }
    world.hours(48);
    world.now += TimeDelta::minutes(65);
    world.write("cedar", "plan: {bid: 2, bridge: 3}\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding", "cedar is told of the slip now, and has the grace period");
    world.write("cedar", "plan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.window(), "1-prize");
    assert_eq!(world.entries(Kind::Answered)[2].body["answer"], 4);
}
