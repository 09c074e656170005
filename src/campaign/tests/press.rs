//! Press: what is passed on, to whom, and what is not.

use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::campaign::toy::Toy;
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::table::Host;

fn notes(world: &World, to: &str) -> Vec<serde_json::Value> {
    let mails = world.sent().into_iter().filter(|mail| mail.to().starts_with(to));
    let of = |mail: Sent| {
        let along = mail.model["head"]["besides"]["notes"].as_array().cloned().unwrap_or_default();
        mail.model["notes"].as_array().cloned().unwrap_or_default().into_iter().chain(along)
    };
    mails.flat_map(of).collect()
}

#[test]
fn press_reaches_those_it_is_to_and_nobody_else() {
    let mut world = World::new();
    world.write(
        "ash",
        "press:\n  - {to: [Birch, gm], text: \"north at dawn\"}\n  - {to: cedar, text: peace}\n",
    );
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    let said: Vec<_> =
        receipt.model["understood"].as_array().unwrap().iter().map(|item| &item["line"]).collect();
    assert_eq!(said, [3, 4]);
    let to_birch = notes(&world, "bert");
    assert_eq!((to_birch.len(), &to_birch[0]["text"]), (1, &"north at dawn".into()));
    assert_eq!(to_birch[0]["from"]["id"], "ash");
    let names: Vec<_> = to_birch[0]["to"].as_array().unwrap().iter().map(|to| &to["name"]).collect();
    assert_eq!(names, ["BIRCH", "Maria"]);
    assert_eq!((notes(&world, "cleo").len(), &notes(&world, "cleo")[0]["text"]), (1, &"peace".into()));
    assert_eq!(notes(&world, "maria").len(), 1, "the game master gets what is to him, and no more");
    assert!(world.find("press", "anna").is_empty());
    for entry in world.entries(Kind::Press) {
        assert_eq!(entry.body.get("from").or(entry.body.get("to")).or(entry.body.get("text")), None);
    }
    for mail in
        world.sent().iter().filter(|mail| !mail.is("receipt", "anna") && mail.to() != "bert@example.org")
    {
        assert!(mail.to() == "maria@example.org" || !mail.text.contains("north at dawn"), "{}", mail.text);
    }
    // Passed on once.
    world.hours(2);
    assert_eq!(notes(&world, "bert").len(), 1);
}

#[test]
fn a_report_takes_press_along() {
    let mut world = World::new();
    world.write("ash", "press: {to: all, text: \"well bid\"}\n");
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    // The winner alone has a report yet.
    let report = world.find("report", "cleo").pop().unwrap();
    assert_eq!(report.model["head"]["besides"]["notes"][0]["text"], "well bid");
    assert_eq!(report.model["head"]["besides"]["notes"][0]["to"].as_array().unwrap().len(), 0);
    assert!(world.find("press", "cleo").is_empty() && world.find("press", "bert").len() == 1);
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    for who in ["bert", "cleo"] {
        let last = world.find("report", who);
        let told = last
            .iter()
            .filter(|report| !report.model["head"]["besides"]["notes"].as_array().unwrap().is_empty())
            .count();
        assert_eq!(told, usize::from(who == "cleo"), "{who}");
    }
    assert!(world.campaign().record.people.due.is_empty());
}

#[test]
fn unsigned_press_is_carried_where_the_campaign_says_so() {
    let mut world = World::new();
    world.write("ash", "press: {to: birch, text: beware, grey: yes}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["press-signed"]);
    assert!(world.entries(Kind::Press).is_empty());
    let mut world = World::with(&format!("{YAML}press: grey\n"));
    world.write("ash", "press: {to: birch, text: beware, grey: yes}\n");
    world.tick();
    let mail = world.find("press", "bert").pop().unwrap();
    assert!(mail.model["notes"][0]["from"].is_null());
    for name in ["ASH", "\"ash\"", "Anna", "anna@"] {
        assert!(!mail.text.contains(name), "{}", mail.text);
    }
    let mut world = World::with(&format!("{YAML}press: none\n"));
    world.write("ash", "press: {to: gm, text: help}\nplan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["press-none"]);
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
}

#[test]
fn a_game_master_who_reads_press_is_known_to() {
    let yaml = YAML.replace("[maria@example.org]}", "[maria@example.org], reads press: yes}");
    let mut world = World::with(&yaml);
    assert_eq!(world.find("opening", "anna")[0].model["gm_reads"], true);
    world.write("ash", "press: {to: birch, text: peace}\n");
    world.tick();
    assert_eq!(notes(&world, "maria")[0]["text"], "peace");
    assert_eq!(world.find("press", "bert")[0].model["gm_reads"], true);
    // A letter to the game master comes once.
    world.write("ash", "press: {to: [birch, gm], text: \"hear me\"}\n");
    world.tick();
    assert_eq!(notes(&world, "maria").iter().filter(|note| note["text"] == "hear me").count(), 1);
    // In the middle of a game all are told first, and what was written before is not sent.
    let mut world = World::new();
    world.write("ash", "press: {to: birch, text: before}\n");
    world.tick();
    let path = world.dir.join("campaign.yaml");
    world.disk.write(&path, yaml.as_bytes(), 0o600).unwrap();
    world.write("ash", "press: {to: birch, text: after}\n");
    world.tick();
    for who in ["anna", "bert", "cleo"] {
        let notice = world.find("notice", who).pop().unwrap();
        assert_eq!(
            (&notice.model["what"], &notice.model["details"]["reads_press"]),
            (&"settings".into(), &true.into())
        );
    }
    let read: Vec<_> = notes(&world, "maria").iter().map(|note| note["text"].clone()).collect();
    assert_eq!(read, ["after"]);
}

#[test]
fn press_has_limits_and_is_not_to_oneself() {
    let mut world = World::with(&format!("{YAML}limits: {{press: 10, press a day: 2}}\n"));
    world.write(
        "ash",
        "press:\n  - {to: birch, text: one}\n  - {to: birch, text: far too long}\n  - {to: [birch, ash], text: me}\n  - {to: all, text: two}\n  - {to: birch, text: three}\n",
    );
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["press-long", "press-self", "press-many"]);
    assert_eq!(world.receipt("anna").model["problems"][0]["line"], 4);
    assert_eq!(notes(&world, "bert").len(), 2);
    world.hours(25);
    world.write("ash", "press: {to: birch, text: three}\n");
    world.tick();
    assert_eq!(notes(&world, "bert").len(), 3);
}

#[test]
fn who_may_not_confer_cannot_write() {
    let mut world = World::new();
    world.edge.game = |_, _| Ok(Box::new(Host(Toy { partners: true, ..Toy::default() })));
    world
        .write("ash", "press:\n  - {to: cedar, text: x}\n  - {to: all, text: x}\n  - {to: birch, text: y}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["toy-partner", "toy-partner"]);
    assert!(notes(&world, "cleo").is_empty() && notes(&world, "bert").len() == 1);
}

#[test]
fn what_is_written_does_nothing_and_gives_no_key_away() {
    let mut world = World::new();
    let key = world.key("ash");
    let text = format!("<b>x</b> {{{{ head.key }}}} {{% raw %}} my key is {key}");
    world.write("ash", &format!("press: {{to: birch, text: '{text}'}}\n"));
    world.tick();
    let mail = world.find("press", "bert").pop().unwrap();
    let said = mail.model["notes"][0]["text"].as_str().unwrap();
    assert!(said.starts_with("<b>x</b> {{ head.key }} {% raw %}") && said.contains("****"), "{said}");
    assert!(!mail.text.contains(&key) && !world.ledger().contains(&key));
}
