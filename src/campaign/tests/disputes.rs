//! Disputes: opened, talked about, settled; and the clock, which waits where the campaign says so.

use crate::campaign::ruling::{Request, propose};
use crate::campaign::state::entries::Line;
use crate::campaign::state::record::Record;
use crate::campaign::tests::ruling::request;
use crate::campaign::tests::world::{Plain, Sent, World, YAML, all_bid};
use crate::campaign::toy::Toy;
use crate::campaign::{Act, Closing, dispute, site, verify};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::table::Host;
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::path::Path;

const WAITS: &str = "disputes: {clock: waits, a seat: 2}\n";

/// The notices of disputes that somebody was sent, oldest first.
fn told(world: &World, who: &str) -> Vec<Value> {
    let disputes = world.told(who).into_iter().filter(|notice| notice["what"] == "dispute");
    disputes.map(|mut notice| notice["details"].take()).collect()
}

fn deadline(world: &World) -> chrono::DateTime<chrono::Utc> {
    world.campaign().record.game.open_window().unwrap().deadline.unwrap()
}

#[test]
fn a_dispute_is_for_all_to_read_and_is_settled_by_a_word() {
    let mut world = World::new();
    let key = world.key("ash");
    world.write("ash", &format!("dispute: {{turn: 1, about: \"my bid was {key} higher\"}}\n"));
    let ticked = world.tick();
    assert_eq!(ticked.attention, ["ash has opened dispute 1 about turn 1: ravenpost dispute /c 1"]);
    assert_eq!(world.receipt("anna").model["understood"][0]["what"]["did"], "opened");
    for who in ["bert", "cleo", "maria"] {
        let told = told(&world, who);
        assert_eq!((told.len(), &told[0]["did"], &told[0]["seat"]), (1, &json!("opened"), &json!("ASH")));
        assert_eq!(told[0]["about"], "my bid was **** higher");
        assert_eq!(told[0]["commands"].is_null(), who != "maria");
    }
    assert!(told(&world, "anna").is_empty() && !world.ledger().contains(&key));
    assert_eq!(told(&world, "maria")[0]["commands"]["show"], "ravenpost dispute c 1");
    // The same once more opens no second one.
    world.write("ash", "dispute: {turn: 1, about: \"my bid was **** higher\"}\n");
    world.write("birch", "dispute: {number: 1, says: \"it was not\"}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["understood"][0]["what"]["did"], "again");
    assert_eq!(world.entries(Kind::Dispute).len(), 2);
    assert_eq!(told(&world, "anna").last().unwrap()["says"], "it was not");
    assert_eq!(told(&world, "bert").len(), 1, "one's own word is in the receipt");
    dispute(&world.edge, &world.dir, world.now, 1, Act::Say("I am looking")).unwrap();
    let settled = dispute(&world.edge, &world.dir, world.now, 1, Act::Close("All was right.")).unwrap();
    let end = settled.end.unwrap();
    assert_eq!((end.how, end.at), (Closing::Word { says: "All was right.".into() }, world.now));
    world.tick();
    let last = told(&world, "anna");
    assert_eq!(
        (last.len(), &last[2]["did"], &last[2]["says"]),
        (3, &json!("closed"), &json!("All was right."))
    );
    assert_eq!(last[1]["seat"], Value::Null, "the game master's");
    assert_eq!(last[2]["about"], "my bid was **** higher", "the end says what it is the end of");
    let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
    assert_eq!(status.window.map(|window| window.opened), Some(world.entries(Kind::Window)[0].at));
    assert_eq!(world.find("notice", "maria")[0].model["head"]["player"], "Maria");
    assert!(status.disputes.is_empty());
    let why = dispute(&world.edge, &world.dir, world.now, 1, Act::Close("again")).unwrap_err();
    assert!(why.to_string().contains("Dispute 1 is settled"), "{why}");
    let why = dispute(&world.edge, &world.dir, world.now, 7, Act::Say("?")).unwrap_err();
    assert!(why.to_string().contains("There is no dispute 7"), "{why}");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// Ash and cedar may not write to each other. Words of a dispute would be read by both, in mails, answers and copies.
#[test]
fn partners_cannot_confer_in_a_dispute() {
    let mut world = World::new();
    world.edge.game = |_, _| Ok(Box::new(Host::new(Toy { partners: true, ..Toy::default() })));
    world.write("ash", "dispute: {turn: 1, about: \"bid four, partner\"}\n");
    world.tick();
    world.write("cedar", "dispute: {number: 1, says: \"four it is\"}\n");
    world.write("birch", "dispute: {number: 1, says: \"I object\"}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["understood"][0]["what"]["private"], true);
    let gm = told(&world, "maria");
    assert_eq!((&gm[0]["about"], &gm[1]["says"]), (&json!("bid four, partner"), &json!("four it is")));
    for who in ["ash", "birch", "cedar"] {
        world.write(who, "ask: [status, history]\n");
    }
    world.tick();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    let secret = |mail: &&Sent| mail.text.contains("bid four") || mail.text.contains("four it is");
    let own = |mail: &Sent| {
        let words = if mail.to() == "anna@example.org" { "four it is" } else { "bid four" };
        !mail.text.contains(words) && ["anna@example.org", "cleo@example.org"].contains(&mail.to())
    };
    for mail in world.sent().iter().filter(secret).filter(|mail| mail.to() != "maria@example.org") {
        assert!(own(mail), "{}:\n{}", mail.to(), mail.text);
    }
    let birch: Vec<Value> = told(&world, "bert");
    assert_eq!((birch.len(), &birch[0]["about"], &birch[0]["private"]), (2, &Value::Null, &json!(true)));
    // Birch has no partner.
    assert_eq!(told(&world, "cleo").last().unwrap()["says"], "I object");
    for entry in world.entries(Kind::Dispute).iter().take(2) {
        assert!(entry.body.get("about").is_none() && entry.secret.is_some(), "{}", entry.body);
    }
    // Nor is it on the pages for everybody, as long as the game goes on.
    let (apart, out) = (world.apart(), Path::new("/pages"));
    site(&apart.edge, &apart.campaign(), &Plain, out, true).unwrap();
    let page = String::from_utf8(apart.disk.read(&out.join("index.html")).unwrap()).unwrap();
    let shows = ["bid four, partner", "four it is", "I object"].map(|words| page.contains(words));
    assert_eq!(shows, [false, false, true], "{page}");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn what_makes_no_sense_is_told_so() {
    let mut world = World::with(&format!("{YAML}{WAITS}"));
    let long = "x".repeat(1001);
    let cases = [
        ("dispute: {turn: 2, about: x}", "dispute-turn"),
        (&format!("dispute: {long}"), "dispute-long"),
        ("dispute: {number: 1, says: x}", "dispute-unknown"),
        ("dispute: {turn: 1}", "envelope-dispute"),
    ];
    for (text, code) in cases {
        world.write("ash", text);
        world.tick();
        assert_eq!(world.receipt("anna").codes(), [code], "{text}");
    }
    for about in ["one", "two", "three"] {
        world.write("ash", &format!("dispute: {about}"));
    }
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["dispute-many"]);
    assert_eq!(world.receipt("anna").model["problems"][0]["why"]["details"]["numbers"], json!([1, 2]));
    for (seat, who, text, code) in [
        ("birch", "bert", "dispute: {number: 1, withdraw: yes}", "dispute-not-yours"),
        ("ash", "anna", "dispute: {number: 1, close: enough}", "dispute-gm-closes"),
        ("birch", "bert", "dispute: {number: 3, says: x}", "dispute-unknown"),
    ] {
        world.write(seat, text);
        world.tick();
        assert_eq!(world.receipt(who).codes(), [code], "{text}");
    }
    for n in 0..11 {
        world.write("birch", &format!("dispute: {{number: 1, says: word {n}}}"));
    }
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["dispute-words"]);
    world.write("ash", "dispute: {number: 1, withdraw: yes}\n");
    world.tick();
    world.write("birch", "dispute: {number: 1, says: ha}\n");
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["dispute-over"]);
    world.resign("cedar");
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    world.write("cedar", "dispute: me too\n");
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), ["dispute-resigned"]);
    let mut none = World::with(&format!("{YAML}disputes: {{a seat: 0}}\n"));
    none.write("ash", "dispute: x\nplan: {bid: 4}\n");
    none.tick();
    assert_eq!(none.receipt("anna").codes(), ["dispute-many"]);
    assert_eq!(none.receipt("anna").model["standing"]["used"], "this");
}

#[test]
fn no_deadline_closes_while_the_clock_waits_and_the_time_is_made_good() {
    let mut world = World::with(&format!("{YAML}{WAITS}"));
    let before = deadline(&world);
    world.write("birch", "plan: {bid: 4}\n");
    world.hours(10);
    world.write("ash", "dispute: my bid\n");
    world.hours(1);
    assert_eq!(world.receipt("anna").model["window"]["window"]["held"], true);
    world.hours(60);
    assert_eq!(world.window(), "1-bidding", "past the deadline and its grace");
    assert!(world.find("reminder", "anna").is_empty());
    // Mails count meanwhile, however late they would be.
    world.write("cedar", "plan: {bid: 2}\n");
    world.tick();
    assert_eq!(world.receipt("cleo").model["standing"]["used"], "this");
    dispute(&world.edge, &world.dir, world.now, 1, Act::Close("no")).unwrap();
    assert_eq!(deadline(&world) - before, TimeDelta::hours(60));
    world.tick();
    let notice = world.find("notice", "bert").pop().unwrap();
    assert_eq!(notice.model["deadline"], json!(deadline(&world)));
    assert!(world.campaign().record.people.held.is_none());
    world.hours(24);
    assert_eq!(world.find("reminder", "anna").len(), 0);
    world.hours(10);
    assert_eq!(world.find("reminder", "anna").len(), 1, "reminded of the new deadline");
    world.hours(10);
    assert_ne!(world.window(), "1-bidding");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn two_disputes_hold_the_clock_until_both_are_settled() {
    let mut world = World::with(&format!("{YAML}{WAITS}"));
    let before = deadline(&world);
    world.write("ash", "dispute: one\n");
    world.tick();
    world.hours(5);
    world.write("birch", "dispute: two\n");
    world.hours(5);
    world.write("ash", "dispute: {number: 1, withdraw: yes}\n");
    world.tick();
    assert_eq!(deadline(&world), before);
    world.hours(5);
    world.write("birch", "dispute: {number: 2, withdraw: yes}\n");
    world.tick();
    assert_eq!(deadline(&world) - before, TimeDelta::hours(15));
    // An outage meanwhile is not made good twice.
    world.write("ash", "dispute: three\n");
    world.tick();
    let before = deadline(&world);
    world.now += TimeDelta::hours(9);
    world.tick();
    world.write("ash", "dispute: {number: 3, withdraw: yes}\n");
    world.tick();
    assert_eq!(deadline(&world) - before, TimeDelta::hours(9));
}

#[test]
fn a_clock_that_waits_stops_nobody_who_is_ready() {
    let mut world = World::with(&format!("{YAML}{WAITS}"));
    world.write("ash", "dispute: my bid\n");
    world.tick();
    all_bid(&mut world, [1, 2, 3]);
    world.hours(1);
    assert_eq!(world.window(), "1-prize", "all had said that nothing more comes");
    let (opened, before) = (world.now, deadline(&world));
    world.hours(50);
    assert_eq!(world.window(), "1-prize");
    dispute(&world.edge, &world.dir, world.now, 1, Act::Close("no")).unwrap();
    // The new window's deadline had not run at all.
    assert_eq!(deadline(&world) - before, world.now - opened);
    // With `all in` alone nobody is hurried.
    let mut world = World::with(&format!("{YAML}{WAITS}close early: all in\n"));
    world.write("ash", "dispute: my bid\n");
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "plan: {bid: 1}\n");
    }
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    world.write("ash", "dispute: {number: 1, withdraw: yes}\n");
    world.tick();
    assert_eq!(world.window(), "1-prize");
}

#[test]
fn a_game_master_who_lets_the_clock_run_again_frees_it() {
    let mut world = World::with(&format!("{YAML}{WAITS}"));
    let before = deadline(&world);
    world.write("ash", "dispute: my bid\n");
    world.hours(4);
    let path = world.dir.join("campaign.yaml");
    world.disk.write(&path, YAML.as_bytes(), 0o600).unwrap();
    world.tick();
    assert_eq!(deadline(&world) - before, TimeDelta::hours(3));
    assert_eq!(world.campaign().record.people.open_disputes().count(), 1);
    world.hours(60);
    assert_ne!(world.window(), "1-bidding");
}

#[test]
fn a_dispute_that_skips_a_number_does_not_follow() {
    let mut world = World::new();
    world.write("ash", "dispute: one\n");
    world.write("ash", "dispute: two\n");
    world.tick();
    let campaign = world.campaign();
    let mut first = true;
    let without = campaign.entries().unwrap().iter().filter(|entry| {
        let skip = entry.kind == Kind::Dispute && std::mem::take(&mut first);
        !skip
    });
    let mut record = Record::default();
    let mut flaws = without.filter_map(|entry| record.apply(campaign.rules(), Line::from(entry)).err());
    let flaw = flaws.next().unwrap();
    assert!(flaw.to_string().contains("dispute 2"), "{flaw}");
}

#[test]
fn reports_show_what_is_open() {
    let mut world = World::new();
    world.write("ash", "dispute: {turn: 1, about: \"line one\\nline two\"}\nplan: {bid: 1}\nfinal: yes\n");
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 2}\nfinal: yes\n");
    }
    world.tick();
    let report = world.find("report", "cleo").pop().or(world.find("report", "bert").pop()).unwrap();
    let disputes = report.model["disputes"].as_array().unwrap();
    assert_eq!((disputes.len(), &disputes[0]["about"]), (1, &json!("line one\nline two")));
}

#[test]
fn a_dispute_of_a_game_that_is_over_stops_no_clock() {
    let mut world = World::with(&format!("{YAML}{WAITS}"));
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    assert_eq!(world.entries(Kind::Ended).len(), 1);
    world.write("ash", "dispute: {turn: 1, about: my bid}\n");
    world.tick();
    assert_eq!(world.entries(Kind::Dispute).len(), 1);
    assert_eq!(world.campaign().record.people.held, None);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// Of everything that is done in a dispute within one tick, only its end says when the clock runs out again.
#[test]
fn only_the_end_of_a_dispute_tells_the_deadline() {
    for (end, did) in [("withdraw: yes", "withdrawn"), ("says: \"as you like\"", "said")] {
        let mut world = World::with(&format!("{YAML}{WAITS}"));
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        world.write("ash", "dispute: {turn: 1, about: \"my bid\"}\n");
        world.write("birch", "dispute: {number: 1, says: \"it was right\"}\n");
        world.write("ash", &format!("dispute: {{number: 1, {end}}}\n"));
        world.tick();
        let held = world.campaign().record.people.held.is_some();
        assert_eq!(held, did == "said");
        let all = told(&world, "cleo");
        assert_eq!(
            all.iter().map(|one| one["did"].as_str().unwrap()).collect::<Vec<_>>(),
            ["opened", "said", did]
        );
        for one in all {
            assert_eq!(one["deadline"].is_null(), one["did"] != "withdrawn", "{one}");
        }
    }
}

/// The same words about the same turn are the same dispute; about another turn they are another, and a ruling settles only its own.
#[test]
fn a_dispute_is_of_its_turn_and_its_words() {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    for (turn, about, did, count) in [
        (1, "bids", "opened", 1),
        (1, "bids", "again", 1),
        (2, "bids", "opened", 2),
        (1, "coins", "opened", 3),
        (2, "bids", "again", 3),
    ] {
        world.now += TimeDelta::hours(1);
        world.write("ash", &format!("dispute: {{turn: {turn}, about: {about}}}\n"));
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(
            receipt.model["understood"][0]["what"]["did"],
            did,
            "{turn} {about}: {:?}",
            receipt.codes()
        );
        assert_eq!(world.campaign().record.people.open_disputes().count(), count, "{turn} {about}");
    }
    let ruling = Request { dispute: Some(2), ..request(&[("1/bid/birch", json!(5))]) };
    let mut ruled = world.apart();
    ruled.rule(&ruling);
    let open = |world: &World| -> Vec<u64> {
        world.campaign().record.people.open_disputes().map(|dispute| dispute.number).collect()
    };
    assert_eq!(open(&ruled), [1, 3]);
    // One that is closed already is not settled once more.
    dispute(&world.edge, &world.dir, world.now, 2, Act::Close("All was right.")).unwrap();
    let why = world.try_rule(&ruling).unwrap_err().to_string();
    assert!(why.contains("dispute 2 is closed already"), "{why}");
    assert_eq!(open(&world), [1, 3]);
}

/// A dispute that was settled while a ruling on it was only proposed is not settled once more, whatever else is open.
#[test]
fn a_proposed_ruling_leaves_a_dispute_that_is_closed_meanwhile() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    for about in ["bids", "coins"] {
        world.now += TimeDelta::hours(1);
        world.write("ash", &format!("dispute: {{turn: 1, about: {about}}}\n"));
        world.tick();
    }
    let ruling = Request { dispute: Some(2), ..request(&[("1/bid/birch", json!(5))]) };
    propose(&world.edge, &world.dir, world.now, &ruling).unwrap();
    dispute(&world.edge, &world.dir, world.now, 2, Act::Close("All was right.")).unwrap();
    world.hours(13);
    assert_eq!(world.entries(Kind::Ruling).len(), 2, "proposed and adopted");
    let open: Vec<u64> =
        world.campaign().record.people.open_disputes().map(|dispute| dispute.number).collect();
    assert_eq!(open, [1]);
    let end = world.campaign().record.people.dispute(2).unwrap().end.clone().unwrap();
    assert_eq!(end.how, Closing::Word { says: "All was right.".into() });
    world.holds();
}

/// A dispute that names no turn is about the results that its writer has been sent, also when a ruling has opened the window again.
#[test]
fn a_dispute_after_a_ruling_is_about_the_turn_that_was_told_last() {
    let mut world = crate::campaign::tests::ruling::third_turn();
    assert_eq!((world.campaign().record.game.turn, world.window().as_str()), (3, "3-bidding"));
    world.rule(&crate::campaign::tests::ruling::rewind(3, "bidding"));
    world.tick();
    world.write("ash", "dispute: my bid should have won\n");
    world.tick();
    assert_eq!(world.campaign().record.people.dispute(1).unwrap().turn, 2);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// A dispute needs no colon where its sentence names the turn; of one that does not, its writer is told how it is written.
#[test]
fn a_dispute_in_a_sentence_is_opened_or_asked_back() {
    let mut world = World::new();
    world.write("ash", "\nI dispute the prize of turn 1, my bid was higher.\n");
    world.tick();
    let told = told(&world, "bert");
    assert_eq!(
        (&told[0]["did"], &told[0]["turn"], &told[0]["about"]),
        (&json!("opened"), &json!(1), &json!("I dispute the prize of turn 1, my bid was higher."))
    );
    let mut world = World::new();
    world.write("ash", "\nI want to dispute the last prize.\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["dispute-which-turn"]);
    assert!(
        receipt.model["words"].as_str().unwrap().contains("dispute: turn 1"),
        "{}",
        receipt.model["words"]
    );
    assert!(world.find("notice", "bert").is_empty() && world.find("press", "maria").is_empty());
}
