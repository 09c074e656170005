//! Several matters for one reader are one mail.

use crate::campaign::tests::world::{Sent, World, YAML};
use crate::disk::Disk;
use crate::ledger::Kind;
use serde_json::Value;

/// The mails to somebody that are no receipts, but the welcome.
fn mails(world: &World, to: &str) -> Vec<Sent> {
    let is_news = |mail: &Sent| ["notice", "press"].iter().any(|kind| mail.is(kind, ""));
    world.sent().into_iter().filter(|mail| mail.to().starts_with(to) && is_news(mail)).collect()
}

fn kinds(told: &[Value]) -> Vec<&str> {
    told.iter().filter_map(|notice| notice["what"].as_str()).collect()
}

#[test]
fn what_comes_up_in_one_tick_is_one_mail() {
    let mut world = World::new();
    world.write("ash", "vote: {draw: yes}\n");
    world.write("cedar", "vote: {draw: yes}\ndispute: {turn: 1, about: my bid}\n");
    world.tick();
    let to_bert = mails(&world, "bert");
    assert_eq!(to_bert.len(), 1);
    assert_eq!(kinds(&world.told("bert")), ["dispute", "voted", "voted"]);
    assert!(world.campaign().record.people.due.is_empty());
    let mailed = world.entries(Kind::Mailed);
    let mailed = mailed.iter().find(|entry| entry.body["to"] == "birch" && entry.body["what"] != "opening-1");
    let with = mailed.unwrap().body["with"].as_array().unwrap().len();
    assert_eq!(with, 2);
    // What comes later is told later, and nothing twice.
    world.write("ash", "press: {to: birch, text: well?}\n");
    world.hours(2);
    assert_eq!((mails(&world, "bert").len(), world.told("bert").len()), (2, 3));
}

#[test]
fn a_mail_that_was_tried_says_the_same_when_it_is_tried_again() {
    let mut world = World::new();
    world.write("ash", "vote: {draw: yes}\n");
    world.write("cedar", "dispute: {turn: 1, about: my bid}\n");
    let yaml = world.dir.join("campaign.yaml");
    let broken = format!("{YAML}mail out: {{sendmail: /nonexistent/sendmail}}\n");
    world.disk.write(&yaml, broken.as_bytes(), 0o600).unwrap();
    world.tick();
    let unsent = crate::campaign::status(&world.campaign(), world.now).unwrap().unsent;
    assert!(unsent.iter().all(|mail| mail.attempts == 1), "what goes along has been tried, too: {unsent:?}");
    // Meanwhile there is more to tell.
    world.write("cedar", "vote: {draw: yes}\n");
    world.disk.write(&yaml, YAML.as_bytes(), 0o600).unwrap();
    world.hours(3);
    let all: Vec<Vec<Value>> = mails(&world, "bert")
        .iter()
        .map(|mail| mail.model["head"]["besides"]["notices"].as_array().cloned().unwrap_or_default())
        .collect();
    let mut told: Vec<String> = kinds(&world.told("bert")).into_iter().map(str::to_owned).collect();
    told.sort();
    assert_eq!(told, ["dispute", "voted", "voted"]);
    let mut along: Vec<usize> = all.iter().map(Vec::len).collect();
    along.sort();
    assert_eq!(along, [0, 1], "the newer vote did not join them: {all:#?}");
    assert_eq!(world.campaign().record.people.due, []);
}
