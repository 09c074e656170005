//! Keys: whose is which, a new one by mail and by command, and who is told.

use crate::campaign::state::record::Which;
use crate::campaign::tests::world::{Sent, World, YAML, address, exists};
use crate::campaign::{Engine, new_key};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::seal::SeatKey;
use chrono::TimeDelta;

fn newest(mail: &Sent) -> String {
    mail.text.lines().find_map(|line| line.strip_prefix("Your key: ")).unwrap().to_owned()
}

fn bids(world: &World) -> usize {
    world.entries(Kind::Sealed).len()
}

/// A bid of birch: with a key, or in answer to a mail.
fn bid(world: &mut World, key: Option<&str>, answers: Option<&str>, amount: u64) {
    let headers = answers.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
    let key = key.map(|key| format!("key: {key}\n")).unwrap_or_default();
    world.mail(address("birch"), &headers, &format!("{key}plan: {{bid: {amount}}}\n"));
    world.tick();
}

#[test]
fn a_new_key_by_mail_counts_from_its_first_use_and_the_old_one_until_then() {
    let mut world = World::new();
    let old = world.key("birch");
    let welcome = world.find("opening", "bert").pop().unwrap();
    world.write("birch", "ask: new key\n");
    world.tick();
    let notice = world.find("notice", "bert").pop().unwrap();
    assert_eq!(notice.model["what"], "new-key");
    let new = newest(&notice);
    assert_ne!(new, old);
    assert_eq!(world.find("notice", "").len(), 1, "nobody else is told");
    assert_eq!(newest(&world.receipt("bert")), new, "all mails carry it from now on");
    bid(&mut world, Some(&old), None, 1);
    bid(&mut world, None, Some(welcome.id()), 2);
    assert_eq!(bids(&world), 2);
    bid(&mut world, Some(&new), None, 3);
    assert_eq!(bids(&world), 3);
    let receipts = world.find("receipt", "bert").len();
    // Now the old one is worth nothing, nor is an answer to a mail that carried it.
    bid(&mut world, Some(&old), None, 4);
    bid(&mut world, None, Some(welcome.id()), 5);
    assert_eq!((bids(&world), world.find("receipt", "bert").len()), (3, receipts));
    let told = world.find("notice", "bert");
    assert_eq!(told.iter().filter(|mail| mail.model["what"] == "wrong-key").count(), 1, "once a day");
    assert_eq!(world.find("stranger", "").len(), 1, "the second is told which message to answer");
    bid(&mut world, None, Some(notice.id()), 6);
    assert_eq!(bids(&world), 4, "an answer to the mail that brought the new key speaks");
    // The record is made again from the ledger alone.
    let folded = world.campaign().record;
    world.disk.remove(&world.dir.join("private/record.json")).unwrap();
    assert!(!exists(&world, "private/record.json"));
    assert_eq!(world.campaign().record, folded);
    let ledger = world.ledger();
    for key in [old, new] {
        assert!(!ledger.contains(&key) && !ledger.contains(&key.replace('-', "")));
    }
}

#[test]
fn an_answer_that_quotes_the_new_key_uses_it() {
    let mut start = World::new();
    let old = start.key("birch");
    start.write("birch", "ask: [new key]\n");
    start.tick();
    let notice = start.find("notice", "bert").pop().unwrap();
    let new = newest(&notice);
    for keys in [[&new, &old], [&old, &new]] {
        let mut world = start.fork();
        let quoted = format!("plan: {{bid: 3}}\n\n> Your key: {}\n> or {}\n", keys[0], keys[1]);
        world.mail(address("birch"), &format!("In-Reply-To: <{}>\n", notice.id()), &quoted);
        world.tick();
        assert_eq!(bids(&world), 1);
        bid(&mut world, Some(&old), None, 1);
        assert_eq!(bids(&world), 1);
    }
}

#[test]
fn a_new_key_by_command_can_count_at_once() {
    let mut world = World::new();
    let (old, welcome) = (world.key("birch"), world.find("opening", "bert").pop().unwrap());
    let status = new_key(&world.edge, &world.dir, world.now, "birch", true).unwrap();
    assert_eq!((status.number, status.waits, status.key), (2, None, None));
    world.tick();
    bid(&mut world, Some(&old), None, 1);
    bid(&mut world, None, Some(welcome.id()), 1);
    assert_eq!(bids(&world), 0);
    let notice = world.find("notice", "bert").into_iter().find(|mail| mail.model["what"] == "new-key");
    let new = newest(&notice.unwrap());
    bid(&mut world, Some(&new), None, 1);
    assert_eq!(bids(&world), 1);
    assert!(new_key(&world.edge, &world.dir, world.now, "oak", true).is_err());
}

#[test]
fn the_game_master_has_a_key_and_is_not_mailed_it() {
    let mut world = World::new();
    let status = crate::campaign::key_status(&world.campaign(), "gm").unwrap();
    let key = SeatKey::parse(&status.key.unwrap()).unwrap();
    assert_eq!(world.campaign().record.people.holder(&key), Some(("gm", Which::Current)));
    let status = new_key(&world.edge, &world.dir, world.now, "gm", false).unwrap();
    let next = SeatKey::parse(&status.key.unwrap()).unwrap();
    world.tick();
    let record = world.campaign().record;
    assert_eq!(record.people.holder(&key), Some(("gm", Which::Current)));
    assert_eq!(record.people.holder(&next), Some(("gm", Which::Next(2))));
    assert!(world.raw().iter().all(|raw| !raw.contains(&key.text()) && !raw.contains(&next.text())));
    // No seat learns of it, and it speaks for none.
    assert!(world.find("notice", "").is_empty());
    world.mail(address("birch"), "", &format!("key: {}\nplan: {{bid: 1}}\n", key.text()));
    world.tick();
    assert_eq!(bids(&world), 0);
}

#[test]
fn a_campaign_from_before_there_were_such_keys_gets_one() {
    let mut world = World::folder(YAML);
    world.start();
    let mut campaign = world.campaign();
    assert_eq!(crate::campaign::key_status(&campaign, "gm").unwrap().number, 1);
    campaign.record.people.keys.remove("gm");
    let mut engine = Engine::of(&campaign, world.now).unwrap();
    engine.key_for_the_gm().unwrap();
    assert_eq!((engine.drafts.len(), engine.record.people.newest_key("gm")), (1, Some(1)));
    engine.key_for_the_gm().unwrap();
    assert_eq!(engine.drafts.len(), 1);
}

#[test]
fn who_may_be_concerned_is_told_once_a_day_whatever_address_asks() {
    let mut world = World::new();
    let key = world.key("ash");
    // A first mail without a key has had the day's answer already.
    world.mail("eve1@example.com", "", "hello\n");
    for n in [1, 1, 2, 3] {
        world.mail(
            &format!("eve{n}@example.com"),
            "",
            &format!("key: {key}\npress: {{to: all, text: SECRET}}\n"),
        );
    }
    world.tick();
    let told = world.find("notice", "anna");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].model["details"]["from"], "eve1@example.com");
    assert!(!told[0].model.to_string().contains("SECRET"));
    // The game master knows of it too; other players do not.
    assert_eq!((world.find("notice", "maria").len(), world.find("notice", "").len()), (1, 2));
    world.now += TimeDelta::hours(25);
    world.mail("eve1@example.com", "", &format!("key: {key}\n"));
    world.tick();
    let told = world.find("notice", "anna");
    assert_eq!(told.iter().filter(|mail| mail.model["what"] == "other-address").count(), 2);
}

#[test]
fn a_text_with_keys_of_two_seats_speaks_for_neither_unless_it_answers_a_mail() {
    let mut world = World::new();
    let (own, other) = (world.key("birch"), world.key("cedar"));
    let both = |world: &mut World, headers: &str, bid: u8, keys: [&str; 2]| {
        let [one, two] = keys;
        world.mail(
            address("birch"),
            headers,
            &format!("Here are {one} and {two}.\n\nplan: {{bid: {bid}}}\n"),
        );
        world.tick();
    };
    both(&mut world, "", 1, [&own, &other]);
    both(&mut world, "", 2, [&other, &own]);
    assert_eq!((bids(&world), world.find("receipt", "").len()), (0, 0));
    assert_eq!(world.find("notice", "bert").pop().unwrap().model["what"], "wrong-key");
    // The same key twice is one, and an answer to a mail of ours is its reader's whatever keys it has.
    both(&mut world, "", 3, [&own, &own]);
    assert_eq!(bids(&world), 1);
    let welcome = world.find("opening", "bert").pop().unwrap();
    both(&mut world, &format!("In-Reply-To: <{}>\n", welcome.id()), 4, [&own, &other]);
    assert_eq!((bids(&world), world.entries(Kind::Sealed)[1].body["seat"].as_str()), (2, Some("birch")));
}
