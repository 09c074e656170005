//! Days away against the clock of the game: who is left out of what, and for how long.

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::*;
use crate::ledger::Kind;
use crate::report::model::State;
use chrono::TimeDelta;
use serde_json::json;

/// Where everybody is away, no window closes before its deadline, and none is skipped: the game must not be over before anybody is
/// back.
#[test]
fn a_game_whose_players_are_all_away_goes_by_its_deadlines() {
    for final_too in ["", "final: yes\n"] {
        let mut world = World::new();
        for seat in ["ash", "birch", "cedar"] {
            world.write(
                seat,
                &format!("plan: {{bid: 1}}\nabsent: {{from: 2026-11-20, to: 2026-11-30}}\n{final_too}"),
            );
        }
        world.tick();
        world.hours(47);
        assert_eq!(world.window(), "1-bidding", "before the deadline");
        world.hours(3);
        assert_eq!(world.window(), "1-prize", "the winner is asked, although away");
        world.hours(47);
        assert_eq!(world.window(), "1-prize");
        world.hours(4);
        assert_eq!(world.window(), "2-bidding");
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

/// Who is back before a window closes is waited for, and reminded.
#[test]
fn who_comes_back_in_time_is_waited_for() {
    for (back, early) in [("2026-11-21", false), ("2026-11-25", true)] {
        let mut world = World::new();
        world.write("cedar", &format!("absent: {{from: 2026-11-20, to: {back}}}\n"));
        world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
        world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
        world.tick();
        assert_eq!(world.window() != "1-bidding", early, "back after {back}");
        if !early {
            world.hours(40);
            assert_eq!(world.find("reminder", "cleo").len(), 1);
            world.write("cedar", "plan: {bid: 3}\nfinal: yes\n");
            world.tick();
            assert_eq!(world.entries(Kind::Answered)[2].body["answer"], 3);
        }
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

/// A window that opens while somebody is away asks her if she is back before it closes.
#[test]
fn who_comes_back_in_time_is_asked() {
    for (back, asked) in [("2026-11-21", true), ("2026-11-25", false)] {
        let mut world = World::new();
        let absent = format!("plan: {{bid: 3}}\nabsent: {{from: 2026-11-20, to: {back}}}\nfinal: yes\n");
        world.write("cedar", &absent);
        world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
        world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
        world.tick();
        let open = world.campaign().record.game.open_window().cloned().unwrap();
        assert_eq!(open.asked.contains_key("cedar"), asked, "back after {back}: {}", open.id);
        assert_eq!(open.id == "1-prize", asked, "back after {back}");
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

/// Where everybody is away for now, a window may close early if somebody will be back before its end.
#[test]
fn a_window_closes_early_for_those_who_come_back_in_time() {
    for (back, window) in [("2026-11-21", "1-prize"), ("2026-11-25", "1-bidding")] {
        let mut world = World::new();
        for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
            let absent = format!("absent: {{from: 2026-11-20, to: {back}}}");
            world.write(seat, &format!("plan: {{bid: {bid}}}\n{absent}\nfinal: yes\n"));
        }
        world.tick();
        assert_eq!(world.window(), window, "back after {back}");
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

/// A question to one seat alone is answered by its message at once; but what could not be read in it may still be mended.
#[test]
fn a_slip_in_the_answer_to_a_single_question_can_be_mended() {
    let begin = || {
        let mut world = World::new();
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        assert_eq!(world.window(), "1-prize");
        world
    };
    let prize =
        |world: &World| world.entries(Kind::Answered).get(3).map(|entry| entry.body["answer"].clone());
    let mut world = begin();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(prize(&world), Some(json!("left")));

    let mut world = begin();
    world.write("cedar", "plan: {prize: left}\ndispute: {turn: 9, about: bids}\n");
    world.tick();
    assert_eq!(prize(&world), None);
    assert!(world.receipt("cleo").says().contains("You can correct it until"));
    world.now += TimeDelta::minutes(5);
    world.write("cedar", "plan: {prize: right}\n");
    world.tick();
    assert_eq!(prize(&world), Some(json!("right")));

    let mut world = begin();
    world.write("cedar", "plan: {prize: left}\ndispute: {turn: 9, about: bids}\n");
    world.hours(2);
    assert_eq!(prize(&world), Some(json!("left")), "it counts when the time to mend it is over");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// A steward plays in each window that opens while its player is away, and the others do not wait for it.
#[test]
fn a_steward_plays_for_who_is_away_turn_by_turn() {
    let mut prizes = 0;
    for (pace, absence, play) in [
        ("ask", "default", ", play: steward"),
        ("ask", "wait", ", play: steward"),
        ("batch", "wait", ", play: steward"),
        ("batch", "steward", ""),
    ] {
        let yaml = YAML.replace("absence: default", &format!("absence: {absence}\npace: {pace}"));
        let mut world = World::with(&yaml);
        world.write("cedar", &format!("absent: {{from: 2026-11-20, to: 2026-12-10{play}}}\n"));
        world.tick();
        for turn in 1..=3 {
            let to = |world: &World| world.window();
            assert_eq!(to(&world), format!("{turn}-bidding"), "{pace} {absence}{play}");
            for seat in ["ash", "birch"] {
                world.write(seat, "plan: {bid: 0}\nfinal: yes\n");
            }
            world.tick();
            let (bid, source) = world.answer(&format!("{turn}/bid/cedar"));
            assert_eq!(source["from"], "steward", "{pace} {absence}{play}, turn {turn}: {bid}");
            let key = format!("{turn}/prize/cedar");
            let prize =
                world.entries(Kind::Answered).into_iter().find(|entry| entry.body["key"] == key.as_str());
            if let Some(prize) = prize {
                prizes += 1;
                assert_ne!(prize.body["source"]["why"], "absent", "{pace} {absence}{play}, turn {turn}");
            }
        }
        let report = world.find("report", "cleo").pop().unwrap();
        assert_eq!(report.model["is_away"], true);
        assert!(world.find("reminder", "cleo").is_empty());
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
    assert!(prizes > 0);
}

/// A game that waits beyond a deadline waits no longer for whoever has gone away meanwhile.
#[test]
fn who_goes_away_while_the_game_waits_is_not_waited_for_any_longer() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("cedar", "absent: {from: 2026-11-24, to: 2026-11-26, play: steward}\n");
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.hours(60);
    assert_eq!(world.window(), "1-bidding", "the deadline was before the absence");
    world.hours(36);
    assert_ne!(world.window(), "1-bidding");
    let steward = |entry: &&crate::ledger::Entry| entry.body["source"]["from"] == "steward";
    let by = world
        .entries(Kind::Answered)
        .iter()
        .filter(steward)
        .map(|entry| entry.body["seat"].clone())
        .collect::<Vec<_>>();
    assert_eq!(by.first(), Some(&json!("cedar")));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// Who comes back is told of the reports that came meanwhile: only if some did, and if she was gone.
#[test]
fn only_who_was_gone_is_welcomed_back() {
    let back = |days: &str, more: &str| {
        let mut world = World::new();
        world.write("cedar", &format!("absent: {days}\n"));
        for seat in ["ash", "birch"] {
            world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
        }
        world.hours(10);
        if !more.is_empty() {
            world.write("cedar", more);
        }
        for _ in 0..9 {
            world.hours(24);
            for seat in ["ash", "birch", "cedar"] {
                if world.now.to_rfc3339().as_str() > "2026-11-25" || seat != "cedar" {
                    world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
                }
            }
            world.tick();
        }
        let reports = world.find("report", "cleo");
        reports.iter().filter(|report| !report.model["back"].is_null()).count()
    };
    assert_eq!(back("{from: 2026-11-20, to: 2026-11-22}", ""), 1);
    assert_eq!(back("{from: 2026-11-21, to: 2026-11-21}", ""), 0, "no report came on that day");
    assert_eq!(back("{from: 2026-11-20, to: 2026-11-22, play: wait}", ""), 0, "she was waited for");
}

/// Who will be away before the deadline is told until when the game waits, in the receipt and by the reminder; and that is so.
#[test]
fn whoever_goes_away_in_an_open_window_learns_until_when_the_game_waits() {
    let midnight = "Sunday 22 November, 00:00";
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("cedar", "absent: {from: 2026-11-22, to: 2026-11-23}\n");
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    let receipt = world.receipt("cleo");
    let says = receipt.says();
    assert!(says.contains(midnight) && says.contains("the game no longer waits for you"), "{says}");
    assert!(!says.contains("so do the others"), "{says}");
    world.hours(36);
    let reminder = world.find("reminder", "cleo").pop().expect("a reminder");
    let leave = &reminder.model["leave"];
    assert_eq!((&leave["begins"], &leave["instead"]), (&json!("2026-11-21T23:00:00Z"), &json!("default")));
    assert!(
        reminder.text.contains(midnight) && !reminder.text.contains("so do the others"),
        "{}",
        reminder.text
    );
    world.hours(2);
    assert_ne!(world.window(), "1-bidding", "nobody waits for her any longer");
    // She and the game master learn that this was no silence; the others do not learn that she is away.
    let campaign = world.campaign();
    let now = campaign.rules().pending(&campaign.record).unwrap();
    let models = MailModels::of(&campaign, &now);
    let (_, window) = campaign.record.game.sealed.as_ref().unwrap();
    let state = |to: &str| {
        let all = models.seat_states(to, window);
        all.into_iter().find(|line| line.seat.id == "cedar").map(|line| line.state)
    };
    let told = ["cedar", "gm", "ash"].map(state);
    assert_eq!(told, [Some(State::Absent), Some(State::Absent), Some(State::NothingCame)]);
}

/// Who is away already, or has asked the others to wait, is told just that.
#[test]
fn a_receipt_says_what_an_absence_changes_in_the_open_window() {
    let says = |absence: &str, days: &str| {
        let mut world = World::with(&YAML.replace("absence: default", &format!("absence: {absence}")));
        world.write("cedar", &format!("absent: {{{days}}}\n"));
        world.tick();
        world.receipt("cleo").says()
    };
    let today = "from: 2026-11-20, to: 2026-11-30";
    assert!(
        says("wait", today).contains("You need not send anything in this window"),
        "{}",
        says("wait", today)
    );
    assert!(says("wait", today).contains("we use the defaults of the rules"));
    assert!(says("wait", &format!("{today}, play: steward")).contains("a steward (a program) plays"));
    let waits = |absence: &str| says(absence, &format!("{today}, play: wait"));
    assert!(waits("default").contains("not beyond Tuesday 1 December, 00:00"), "{}", waits("default"));
    assert!(waits("wait").contains("the game waits for you, and so do the others"), "{}", waits("wait"));
    // One that is over before the deadline, or begins after it, changes nothing.
    for days in ["from: 2026-11-20, to: 2026-11-21", "from: 2026-11-25, to: 2026-11-28"] {
        assert!(says("wait", days).contains("so do the others"), "{}", says("wait", days));
    }
}

/// A stand-in without days is asked for them, with a line that books both.
#[test]
fn a_stand_in_without_days_is_told_how_both_are_named() {
    let mut world = World::new();
    world.write("cedar", "\nstand-in: owen@example.net\n");
    world.tick();
    let receipt = world.receipt("cleo");
    assert_eq!((receipt.codes(), world.entries(Kind::Absence).len()), (vec!["absence-unread"], 0));
    let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = "away 2026-11-27 to 2026-11-30, stand-in owen@example.net";
    assert!(said.contains(line), "{said}");
    world.write("cedar", &format!("\n{line}\n"));
    world.tick();
    assert_eq!((world.receipt("cleo").codes(), world.entries(Kind::Absence).len()), (vec![], 1));
}
