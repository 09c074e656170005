//! Press: what is passed on, to whom, and what is not.

use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::campaign::toy::Toy;
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::table::Host;

fn notes(world: &World, to: &str) -> Vec<serde_json::Value> {
    let mails = world.sent().into_iter().filter(|mail| mail.to().starts_with(to));
    let of = |mail: Sent| mail.model["notes"].as_array().cloned().unwrap_or_default();
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

/// A letter to two players by name is for them, and not for the game master.
#[test]
fn a_letter_that_greets_two_players_is_shown_to_nobody_and_asked_back() {
    for greeting in ["Dear Bert and dear Cleo,", "Dear Bert, dear Cleo,", "Hello Bert and Cleo!"] {
        let mut world = World::new();
        let id = world.find("opening", "anna").pop().unwrap().id().to_owned();
        let text = "I should like us three to agree that somebody is growing too strong in the west.\nWould you both be willing to help?";
        world.mail(
            "anna@example.org",
            &format!("In-Reply-To: <{id}>\n"),
            &format!("{greeting}\n\n{text}\n\nYours ever,\nAnna\n"),
        );
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(
            (receipt.codes(), world.entries(Kind::Press).len()),
            (vec!["prose-to-player"], 0),
            "{greeting}"
        );
        assert!(receipt.text.contains("To Bert, Cleo:"), "{greeting}: {}", receipt.text);
    }
}

/// The thread that a mail is put in: what it answers.
fn thread(mail: &Sent) -> Vec<String> {
    assert_eq!(mail.letter.in_reply_to, mail.letter.references);
    mail.letter.references.clone()
}

#[test]
fn each_conversation_is_a_thread_of_its_own() {
    let mut world = World::new();
    world.write("ash", "press:\n  - {to: birch, text: peace}\n  - {to: all, text: war}\n  - {to: [birch, cedar], text: three}\n");
    world.tick();
    let to_bert = world.find("press", "bert");
    assert_eq!(to_bert.len(), 3, "what is of several conversations is not one mail");
    let of = |text: &str| {
        let mail = to_bert.iter().find(|mail| mail.model["notes"][0]["text"] == text).unwrap();
        (thread(mail), mail.id().to_owned())
    };
    let ((peace, first), (war, _), (three, _)) = (of("peace"), of("war"), of("three"));
    assert!(peace.len() == 1 && peace != war && war != three && three != peace);
    // An answer goes back into it, and so does the answer to that.
    world.mail("bert@example.org", &format!("In-Reply-To: <{first}>\n"), "never");
    world.tick();
    let back = world.find("press", "anna").pop().unwrap();
    assert_eq!(
        (back.model["notes"][0]["text"].as_str(), back.model["among"].as_array().unwrap().len()),
        (Some("never"), 2)
    );
    world.mail(
        "anna@example.org",
        &format!("In-Reply-To: <{}>\nReferences: <{}>\n", back.id(), back.id()),
        "soon",
    );
    world.tick();
    let again = world
        .find("press", "bert")
        .into_iter()
        .find(|mail| mail.model["notes"][0]["text"] == "soon")
        .unwrap();
    assert_eq!(thread(&again), peace);
    assert_ne!(thread(&back), peace, "nobody is shown the ids of another's mails");
    // Whoever is to all three writes in the same conversation.
    world.write("cedar", "press: {to: [ash, birch], text: us}\n");
    world.tick();
    let us =
        world.find("press", "bert").into_iter().find(|mail| mail.model["notes"][0]["text"] == "us").unwrap();
    assert_eq!(thread(&us), three);
    assert!(world.campaign().record.people.due.is_empty());
}

#[test]
fn press_comes_in_a_mail_of_its_own() {
    let mut world = World::new();
    world.write("ash", "press: {to: all, text: \"well bid\"}\n");
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.find("report", "cleo").len(), 1);
    let press = world.find("press", "cleo");
    assert_eq!((press.len(), &press[0].model["notes"][0]["text"]), (1, &"well bid".into()));
    assert_eq!(press[0].model["among"].as_array().map(Vec::len), Some(0), "it is to all");
    world.write("ash", "press: {to: birch, text: one}\n");
    world.write("ash", "press: {to: birch, text: two}\n");
    world.tick();
    let last = world.find("press", "bert").pop().unwrap();
    assert_eq!(last.model["notes"].as_array().unwrap().len(), 2, "of one conversation");
    assert_eq!(last.model["answers"]["id"], "ash");
    assert!(world.campaign().record.people.due.is_empty());
}

#[test]
fn press_is_addressed_to_people_by_their_names() {
    let mut world = World::new();
    world.write(
        "ash",
        "press:\n  - {to: bert, text: a}\n  - {to: Bert and Cleo, text: b}\n  - {to: Maria, text: c}\n",
    );
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    assert_eq!(
        (notes(&world, "bert").len(), notes(&world, "cleo").len(), notes(&world, "maria").len()),
        (2, 1, 1)
    );
    // Where nobody may know who plays what, a name would tell it.
    let mut world = World::with(&format!("{YAML}anonymous: yes\n"));
    world.write("ash", "press: {to: bert, text: a}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["envelope-house"]);
    let mut world = World::with(&format!("{YAML}anonymous: yes\n"));
    world.write("ash", "To Bert: a\n");
    world.tick();
    assert!(world.entries(Kind::Press).iter().all(|_| notes(&world, "bert").is_empty()));
}

#[test]
fn a_line_begins_a_message_to_somebody() {
    let mut world = World::new();
    let text = "To Bert: peace — until turn 4 -- or so?\n\nI mean it.\n--\nReally —\n\nAnna\n-- \nAnna Jones";
    world.mail("anna@example.org", "", &format!("key: {}\n\n{text}", world.key("ash")));
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    let said = notes(&world, "bert")[0]["text"].as_str().unwrap().to_owned();
    assert_eq!(said, "peace — until turn 4 -- or so?\n\nI mean it.\n--\nReally —\n\nAnna");
    assert!(notes(&world, "maria").is_empty() && notes(&world, "cleo").is_empty());
    // Several, and to all.
    world.write("ash", "To Cedar: one\nmore\n\nTo all:\nwell met\n");
    world.tick();
    assert_eq!(notes(&world, "cleo").len(), 2);
    assert_eq!(notes(&world, "cleo")[0]["text"], "one\nmore");
    assert_eq!(notes(&world, "bert").len(), 2);
}

#[test]
fn a_message_and_a_request_are_told_apart() {
    let mut world = World::new();
    world.write("ash", "To Bert: we have peace, and that is\nfinal\n\nand this goes to nobody\n");
    world.tick();
    assert_eq!(
        notes(&world, "bert").len(),
        0,
        "a request stands in the paragraph, or the end of its sentence"
    );
    assert_eq!(world.receipt("anna").codes(), ["press-or-orders", "final-in-words", "press-rest"]);
    world.write("ash", "To Bert: peace?\n\nvote: draw\n\nand this goes to nobody\n");
    world.tick();
    assert_eq!(notes(&world, "bert")[0]["text"], "peace?");
    assert_eq!(world.receipt("anna").codes(), ["press-rest"]);
    // Who names nobody of the game is told.
    world.write("ash", "plan: {bid: 1}\n\nTo Zacharias: peace?\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["press-to-nobody"]);
    let problem = world.receipt("anna").model["problems"][0].clone();
    assert_eq!((&problem["line"], &problem["source"]), (&4.into(), &"To Zacharias: peace?".into()));
    // Where it is all there is, the receipt says that it does not count, and not besides that it found nothing.
    world.write("ash", "To Brt: peace?\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["press-to-nobody"]);
    assert_eq!(world.receipt("anna").model["problems"][0]["warning"], false);
    world.write("ash", "plan: {bid: 1}\n\nto brt: peace?\n");
    world.tick();
    let problem = world.receipt("anna").model["problems"][0].clone();
    assert_eq!(
        (&problem["why"]["code"], &problem["suggestion"]),
        (&"press-to-nobody".into(), &"Bert".into())
    );
    assert!(world.find("press", "maria").is_empty(), "it is not for the game master");
    // A name below it is a signature.
    world.write("ash", "vote: draw\n\nTo Cleo: and you?\n\nAnna\n");
    world.tick();
    assert_eq!(notes(&world, "cleo")[0]["text"], "and you?");
    assert_eq!(world.receipt("anna").codes(), [""; 0]);
    assert!(notes(&world, "maria").is_empty());
    world.write("ash", "plan: {bid: 2}\n\nTo Bert:\n\nHello,\nyour bid?\n");
    world.tick();
    assert_eq!(notes(&world, "bert")[1]["text"], "Hello,\nyour bid?");
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    world.write("ash", "To Cedr: hm\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["press-to-nobody"], "nobody is chosen for another");
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
    world.edge.game = |_, _| Ok(Box::new(Host::new(Toy { partners: true, ..Toy::default() })));
    world
        .write("ash", "press:\n  - {to: cedar, text: x}\n  - {to: all, text: x}\n  - {to: birch, text: y}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["toy-partner", "toy-partner"]);
    assert!(notes(&world, "cleo").is_empty() && notes(&world, "bert").len() == 1);
}

#[test]
fn refused_press_takes_nothing_from_the_plan_beside_it() {
    let mut world = World::new();
    world.edge.game = |_, _| Ok(Box::new(Host::new(Toy { partners: true, ..Toy::default() })));
    world.write("ash", "plan: {bid: 4}\npress: {to: all, text: x}\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["toy-partner"]);
    assert!(receipt.says().starts_with("Your plan is accepted."), "{}", receipt.says());
    // The same words alone are refused, and not said to hold nothing that can be read.
    world.write("ash", "press: {to: all, text: x}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["toy-partner"]);
}

#[test]
fn nobody_is_offered_to_write_to_whom_they_may_not() {
    for (partners, all, confers) in [(true, false, "some"), (false, true, "all")] {
        let mut world = World::new();
        if partners {
            world.edge.game = |_, _| Ok(Box::new(Host::new(Toy { partners: true, ..Toy::default() })));
        }
        world.write("birch", "press: {to: [ash, cedar], text: x}\n");
        world.write("ash", "ask: help\n");
        world.tick();
        let press = world.find("press", "anna").pop().unwrap();
        assert_eq!((&press.model["writes"], &press.model["writes_all"]), (&true.into(), &all.into()));
        assert_eq!(press.text.contains("To all"), all, "{}", press.text);
        assert_eq!(world.receipt("anna").model["extra"][0]["confers"], confers);
    }
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
