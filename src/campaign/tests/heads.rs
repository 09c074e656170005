//! The heads that messages name, and signed receipts.

use crate::campaign::record::STRANGER;
use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::ledger::{Entry, Kind};
use crate::post::PartKind;
use crate::seal::{Binding, Hash256, Opening, SignedReceipt, text_digest};
use serde_json::{Value, json};

/// The number and hash that a mail names.
fn named(mail: &Sent) -> Option<(u64, String)> {
    let head = &mail.model["head"]["ledger"];
    Some((head["number"].as_u64()?, head["hash"].as_str()?.to_owned()))
}

fn is_public(entry: &Entry) -> bool {
    match entry.kind {
        Kind::Founded | Kind::Ended => true,
        Kind::Window => entry.body["what"] == "opened" || entry.body["what"] == "published",
        _ => false,
    }
}

fn proof(mail: &Sent) -> SignedReceipt {
    let file = mail.letter.parts.iter().find(|part| part.kind == PartKind::Attachment).unwrap();
    assert_eq!(file.path, format!("attachment receipt-{}.json", mail.model["number"]));
    SignedReceipt::read(&file.text).unwrap()
}

fn opening(seat: &str, bid: u64) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
    Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[bid as u8; 16]).unwrap()
}

/// A turn with seals, a question, press, a stranger and a new turn.
fn played() -> World {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("ash", &format!("seal: {}\nfinal: yes\n", opening("ash", 1).seal()));
    world.write("birch", "plan: {bid: 2}\npress: {to: cedar, text: Psst}\n");
    world.tick();
    world.mail("eve@example.net", "", "I want to play too");
    world.write("birch", "plan: {bid: [}\n");
    world.write("cedar", "plan: {bid: 3}\nfinal: yes\n");
    world.write("birch", "final: yes\n");
    world.tick();
    world.write("ash", &opening("ash", 1).armour());
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world
}

#[test]
fn every_mail_names_the_last_public_point_and_the_ledger_keeps_what_it_named() {
    let world = played();
    let campaign = world.campaign();
    let entries = campaign.entries().unwrap();
    let mut points = std::collections::BTreeSet::new();
    for mail in world.sent() {
        if mail.is("stranger", "") {
            assert_eq!(named(&mail), None);
            continue;
        }
        let (number, hash) = named(&mail).unwrap_or_else(|| panic!("{}", mail.text));
        let entry = &entries[number as usize - 1];
        assert!(entry.hash.to_string() == hash && is_public(entry), "{}", mail.text);
        points.insert(number);
    }
    assert_eq!(points.len(), 4, "opened, published, opened for the prize, opened for turn 2");
    let mailed: Vec<&Entry> = entries.iter().filter(|entry| entry.kind == Kind::Mailed).collect();
    assert_eq!(mailed.len(), world.sent().len());
    for entry in mailed {
        let last = entries[..entry.seq as usize].iter().rev().find(|before| is_public(before)).unwrap();
        let head = json!({"seq": last.seq, "hash": last.hash});
        let expected = if entry.body["to"] == STRANGER { Value::Null } else { head };
        assert_eq!(entry.body["head"], expected, "{}", entry.body);
    }
}

#[test]
fn a_head_does_not_show_how_many_mails_have_come_in_an_open_window() {
    let mut quiet = World::new();
    let mut busy = quiet.fork();
    for text in ["ask: help", "press: {to: cedar, text: hm}", "plan: {bid: 1}", "plan: {bid: 2}"] {
        busy.write("birch", text);
        busy.tick();
    }
    for world in [&mut quiet, &mut busy] {
        world.mail("anna@example.org", "", &format!("key: {}\nplan: {{bid: 4}}", world.key("ash")));
        world.hours(40);
    }
    let of = |world: &World| -> Vec<_> {
        world.sent().iter().filter(|mail| mail.to().starts_with("anna")).map(named).collect()
    };
    assert_eq!(of(&quiet), of(&busy));
    assert!(of(&quiet).len() > 1);
}

#[test]
fn before_the_first_window_mails_name_the_founding_alone() {
    let mut world = World::with(&YAML.replace("chance: no\n", "chance: {until: in 24h}\n"));
    world.write("ash", "chance: winter\n");
    world.write("birch", "ask: help\n");
    world.tick();
    let before = world.sent();
    assert!(before.iter().filter(|mail| mail.is("receipt", "")).count() == 2);
    assert!(before.iter().all(|mail| named(mail).is_some_and(|(number, _)| number == 1)));
}

#[test]
fn a_receipt_is_signed_with_the_key_of_the_founding_and_states_what_the_ledger_says() {
    let world = played();
    let campaign = world.campaign();
    let founded = campaign.record.people.founded.clone().unwrap();
    let receipts: Vec<Sent> = world.sent().into_iter().filter(|mail| mail.is("receipt", "")).collect();
    assert_eq!(receipts.len(), 7);
    let mut fates = Vec::new();
    for mail in receipts {
        let signed = proof(&mail);
        assert!(signed.holds());
        assert_eq!(signed.key, founded.receipt_key);
        let said = &signed.statement;
        assert_eq!(said.text, text_digest(&mail.text));
        assert_eq!(named(&mail), Some((said.head.seq, said.head.hash.to_string())));
        let entry = campaign.entries().unwrap().iter().find(|entry| entry.hash == said.entry).unwrap();
        assert_eq!(entry.kind, Kind::Received);
        assert_eq!(entry.at, said.at);
        let body = &entry.body;
        assert_eq!(body["seat"], json!(said.seat));
        assert_eq!((&body["number"], &body["fate"]), (&json!(said.number), &json!(said.fate)));
        assert_eq!(
            (&body["mail"], &body["message"], &body["chain"]),
            (&json!(said.mail), &json!(said.message), &json!(said.chain))
        );
        assert_eq!(body["window"], json!(said.window));
        let id = said.message_id.as_deref().unwrap();
        assert_eq!(said.message, Hash256::of(format!("message-id {id}")));
        fates.push((said.seat.clone(), said.number, said.fate.clone(), said.seal.is_some()));
    }
    assert!(fates.contains(&("ash".into(), 1, "used".into(), true)), "{fates:?}");
    assert!(fates.contains(&("birch".into(), 2, "refused".into(), false)), "{fates:?}");
}

#[test]
fn our_receipt_that_comes_back_says_nothing() {
    let mut world = played();
    let mail = world.receipt("cleo");
    let file = proof(&mail).to_file().unwrap();
    let key = world.key("cedar");
    let body = format!(
        "--b\nContent-Type: text/plain\n\nkey: {key}\nask: help\n\n--b\nContent-Type: application/json\nContent-Disposition: attachment; filename=\"receipt-2.json\"\n\n{file}\n\n--b--"
    );
    world.deliver(&format!(
        "From: <cleo@example.org>\nTo: <game@example.org>\nSubject: Fwd\nMessage-ID: <fwd@example.net>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{body}\n"
    ));
    world.tick();
    let receipt = world.receipt("cleo");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!(receipt.model["answers"]["part"], "text");
    assert_eq!(receipt.model["answers"]["from"], "cleo@example.org");
}

#[test]
fn reports_name_the_heads_that_the_others_were_told_before() {
    let world = played();
    let campaign = world.campaign();
    let opened = |id: &str| {
        let of = |entry: &&Entry| entry.body["what"] == "opened" && entry.body["window"] == id;
        campaign.entries().unwrap().iter().find(of).unwrap()
    };
    let published =
        campaign.entries().unwrap().iter().find(|entry| entry.body["what"] == "published").unwrap();
    let report = |to: &str, number: u64| {
        let reports = world.find("report", to);
        reports.into_iter().find(|mail| named(mail).unwrap().0 == number).unwrap().model["heads"].clone()
    };
    let told = |entry: &Entry, seats: &[(&str, &str)]| {
        let seats: Vec<Value> = seats.iter().map(|(id, name)| json!({"id": id, "name": name})).collect();
        json!({"head": {"number": entry.seq, "hash": entry.hash}, "seats": seats})
    };
    let names = [("ash", "ASH"), ("birch", "BIRCH"), ("cedar", "CEDAR")];
    // Only the winner is asked for the prize; the others had the table of seals last.
    assert_eq!(report("cleo", opened("1-prize").seq), json!([told(published, &names[..2])]));
    let prize = opened("1-prize");
    let anna = report("anna", opened("2-bidding").seq);
    let expected = json!([told(published, &names[1..2]), told(prize, &names[2..])]);
    assert_eq!(anna, expected);
}

#[test]
fn the_last_message_names_the_heads_of_the_others_too() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "vote: {draw: yes}");
    }
    world.tick();
    let end = world.find("end", "anna").pop().unwrap();
    let campaign = world.campaign();
    let ended = campaign.entries().unwrap().iter().find(|entry| entry.kind == Kind::Ended).unwrap();
    assert_eq!(named(&end), Some((ended.seq, ended.hash.to_string())));
    assert_eq!(end.model["heads"][0]["seats"].as_array().map(Vec::len), Some(1), "{}", end.model["heads"]);
    // What comes after the end is named by no number either.
    world.write("birch", "press: {to: ash, text: well played}");
    world.tick();
    assert!(world.find("receipt", "bert").iter().any(|mail| named(mail) == named(&end)));
}
