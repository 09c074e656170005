//! The game master by mail: the clock, the window, reminders, and who may not.

use crate::campaign::tests::world::{World, YAML};
use crate::campaign::verify;
use crate::ledger::Kind;
use chrono::TimeDelta;
use serde_json::json;

const GM: &str = "maria@example.org";

pub(super) fn by_gm(world: &mut World, body: &str) {
    let key = world.key("gm");
    world.mail(GM, "", &format!("key: {key}\n{body}"));
    world.tick();
}

fn deadline(world: &World) -> chrono::DateTime<chrono::Utc> {
    world.campaign().record.game.open_window().unwrap().deadline.unwrap()
}

fn gm_codes(world: &World) -> Vec<String> {
    world.receipt("maria").codes().iter().map(|code| (*code).to_owned()).collect()
}

#[test]
fn while_the_clock_stands_nothing_closes_and_the_deadline_moves_by_as_long() {
    let mut world = World::new();
    let before = deadline(&world);
    by_gm(&mut world, "do: pause\n");
    let receipt = world.receipt("maria");
    assert_eq!((receipt.codes().len(), &receipt.model["standing"]["used"]), (0, &json!("gm")));
    assert_eq!(receipt.model["understood"][0]["what"]["act"], "pause");
    for who in ["anna", "bert", "cleo"] {
        let told = world.find("notice", who).pop().unwrap();
        assert_eq!((&told.model["what"], &told.model["details"]["act"]), (&json!("gm"), &json!("paused")));
    }
    assert!(world.find("notice", "maria").is_empty(), "the receipt says it");
    // Two weeks: past the deadline, with all plans in and final, and the machine off for a while.
    world.now += TimeDelta::days(3);
    crate::campaign::tests::world::all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    world.now += TimeDelta::days(11);
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    assert!(world.entries(Kind::Clock).len() == 1 && world.find("reminder", "").is_empty());
    by_gm(&mut world, "do: pause\n");
    assert_eq!(gm_codes(&world), ["gm-paused"]);
    by_gm(&mut world, "do: process\n");
    assert_eq!(gm_codes(&world), ["gm-clock-stands"]);
    by_gm(&mut world, "do: resume\n");
    assert_eq!(world.window(), "1-prize", "all were in and final");
    let resumed = &world.entries(Kind::Clock)[1].body;
    let moved: chrono::DateTime<chrono::Utc> = serde_json::from_value(resumed["moved"][1].clone()).unwrap();
    assert_eq!(moved - before, TimeDelta::days(14));
    by_gm(&mut world, "do: resume\n");
    assert_eq!(gm_codes(&world), ["gm-not-paused"]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_clock_that_stands_for_two_reasons_stands_once() {
    let mut world = World::with(&format!("{YAML}disputes: {{clock: waits}}\n"));
    let before = deadline(&world);
    by_gm(&mut world, "do: pause\n");
    world.hours(10);
    world.write("ash", "dispute: {turn: 1, about: \"my bid\"}\n");
    world.tick();
    world.hours(10);
    by_gm(&mut world, "dispute: {number: 1, close: \"It stands\"}\n");
    world.hours(10);
    by_gm(&mut world, "do: resume\n");
    assert_eq!(deadline(&world) - before, TimeDelta::hours(30));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn more_time_and_no_more_time() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    let before = deadline(&world);
    by_gm(&mut world, "do: {extend: 24h}\n");
    assert_eq!(deadline(&world) - before, TimeDelta::hours(24));
    let told = world.find("notice", "anna").pop().unwrap();
    assert_eq!(told.model["details"]["time"], "1 day");
    // A deadline may be named: in the game master's time zone, and at the same time of day if none is named.
    by_gm(&mut world, "do: extend until 2026-11-24 20:00\n");
    assert_eq!(deadline(&world), "2026-11-24T19:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap());
    by_gm(&mut world, "do: extend until 25 November\n");
    assert_eq!(deadline(&world), "2026-11-25T19:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap());
    for early in ["24 November", "2027-02-01 20:00"] {
        by_gm(&mut world, &format!("do: extend until {early}\n"));
        assert_eq!(gm_codes(&world), ["gm-extend-until"], "{early}");
    }
    // A window that waits beyond its deadline gets its time from now.
    world.hours(130);
    by_gm(&mut world, "do: {extend: 10h}\n");
    assert_eq!(deadline(&world), world.now + TimeDelta::hours(10));
    world.write("ash", "plan: {bid: 3}\n");
    by_gm(&mut world, "do: process\n");
    assert_eq!(
        (gm_codes(&world), world.window()),
        (vec!["gm-process-early".to_owned()], "1-bidding".to_owned())
    );
    by_gm(&mut world, "do: [{process: anyway}, status]\n");
    assert_eq!(world.window(), "1-prize");
    let closed =
        world.entries(Kind::Window).into_iter().find(|entry| entry.body["what"] == "closed").unwrap();
    assert_eq!(closed.body["why"], "gm");
    assert_eq!(closed.body["silent"], json!({"ash": "hold", "birch": "missed", "cedar": "missed"}));
    assert_eq!(world.receipt("maria").model["extra"][0]["ask"], "status");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_game_master_gets_help_of_his_own_and_reads_what_was_done_for_whom() {
    let mut world = World::new();
    for body in ["do: help\n", "ask: help\n"] {
        by_gm(&mut world, body);
        let answer = &world.receipt("maria").model["extra"][0];
        assert_eq!((&answer["ask"], &answer["gm"]), (&json!("help"), &json!(true)), "{body}");
    }
    world.write("ash", "ask: help\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["extra"][0]["gm"], false);
    for (body, seats) in [("do: remind Birch\n", json!(["BIRCH"])), ("do: resend cedar\n", json!(["CEDAR"]))]
    {
        by_gm(&mut world, body);
        assert_eq!(world.receipt("maria").model["understood"][0]["what"]["seats"], seats, "{body}");
    }
}

/// An order of the game master's counts as people write it, and one that lacks something is shown in its own form.
#[test]
fn an_order_needs_no_form() {
    for (body, act) in [
        ("do status\n", "status"),
        ("Pause the clock, please.\n", "pause"),
        ("Hi,\n\nextend the deadline by 24h please\n\nThanks, Maria\n", "extend"),
        ("\nreplace: cedar, with: Gwen gwen@example.net\n", "replace"),
        // Right below the key, and where more colons than YAML can have stand in one line.
        ("replace: cedar, with: Gwen gwen@example.net\n", "replace"),
        ("do: replace: cedar, with: Gwen gwen@example.net\n", "replace"),
        ("\ndo: replace: cedar, with: Gwen gwen@example.net\n", "replace"),
        ("do: extend: 24h\n", "extend"),
        ("do:\n  replace: cedar, with: Gwen gwen@example.net\n", "replace"),
    ] {
        let mut world = World::new();
        by_gm(&mut world, body);
        let receipt = world.receipt("maria");
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{body}");
        assert_eq!(receipt.model["understood"][0]["what"]["act"], act, "{body}");
    }
    let mut world = World::new();
    by_gm(&mut world, "pause\nremind everyone\n");
    let receipt = world.receipt("maria");
    let acts: Vec<&str> = receipt.model["understood"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|item| item["what"]["act"].as_str())
        .collect();
    assert_eq!(acts, ["pause", "remind"]);
    for (body, code) in [
        ("do: pause until monday\n", "envelope-do-alone"),
        ("do: {close dispute: 1}\n", "envelope-close"),
        ("extend a bit\n", "envelope-extend"),
        ("extend: by: some: days\n", "envelope-extend"),
        ("the deadline: when: is it?\n", "yaml-colon"),
        ("Thanks for the pause, all of you.\n", "gm-nothing"),
    ] {
        let mut world = World::new();
        by_gm(&mut world, body);
        assert_eq!(gm_codes(&world), [code], "{body}");
        assert!(world.entries(Kind::Clock).is_empty(), "{body}");
    }
    // A player's line is no order.
    let mut world = World::new();
    world.write("ash", "pause\n");
    world.tick();
    assert!(world.entries(Kind::Clock).is_empty());
}

/// What the game master answers to a letter of Anna's.
fn answered(text: &str) -> World {
    let mut world = World::new();
    world.write("ash", "To gm: What do I do when I have sent everything?\n");
    world.tick();
    let letter = world.find("press", "maria").pop().unwrap();
    world.mail(GM, &format!("In-Reply-To: <{}>\n", letter.id()), text);
    world.tick();
    world
}

/// In answer to a player's letter an order is done where it is one as a whole, and asked back where it may be said to the player; talk
/// reaches the player.
#[test]
fn no_order_reaches_a_player_in_answer_to_a_letter() {
    for (text, act) in [
        ("Remind Bert, please.\n", "remind"),
        ("Give everyone 24 hours more\n", "extend"),
        ("Please give everyone one more day, Cleo has asked me.\n", "extend"),
        ("extend the deadline by 24h\n", "extend"),
        ("Replace cedar with Gwen Hall gwen@example.net\n", "replace"),
        ("do pause\n", "pause"),
    ] {
        let world = answered(text);
        let receipt = world.receipt("maria");
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{text}");
        assert_eq!(receipt.model["understood"][0]["what"]["act"], act, "{text}");
        assert!(world.find("press", "anna").is_empty(), "{text}");
    }
    for (text, code) in [
        ("Pause\n", "gm-order-or-answer"),
        ("Remind Brt, please.\n", "gm-order-or-answer"),
        ("Replace Pavel with Gwen gwen@example.net\n", "envelope-house"),
        ("Give everyone a bit more time\n", "envelope-extend"),
    ] {
        let world = answered(text);
        assert!(gm_codes(&world).contains(&code.to_owned()), "{text}: {:?}", gm_codes(&world));
        assert!(world.entries(Kind::Clock).is_empty() && world.find("press", "anna").is_empty(), "{text}");
    }
    for text in ["Remind me on Monday.\n", "Nothing: the game goes on by itself.\n"] {
        let world = answered(text);
        assert_eq!((world.find("press", "anna").len(), gm_codes(&world)), (1, Vec::new()), "{text}");
    }
}

/// Each of several players that one answer calls by name gets what is said to that one.
#[test]
fn an_answer_that_calls_several_players_goes_to_each() {
    for between in ["\n", "\n\n"] {
        let text = format!("Anna, you wait for the others.{between}Cleo, your bid has come.\nIt counts.\n");
        let world = answered(&text);
        assert_eq!(gm_codes(&world), Vec::<String>::new());
        let said =
            |who: &str| world.find("press", who).pop().map(|mail| mail.model["notes"][0]["text"].clone());
        assert_eq!(said("anna"), Some(json!("Anna, you wait for the others.")));
        assert_eq!(said("cleo"), Some(json!("Cleo, your bid has come.\nIt counts.")));
        assert_eq!(said("bert"), None);
    }
    // A name at a line's beginning that goes on with a sentence calls nobody.
    let world = answered("Anna, ask Bert and\nCleo, who know it.\n");
    assert_eq!((world.find("press", "anna").len(), world.find("press", "cleo").len()), (1, 0));
}

/// What is asked for as an order is sent all the same.
#[test]
fn the_game_master_is_sent_what_an_order_asks_for() {
    let mut world = World::new();
    by_gm(&mut world, "do: explain 1 prize\n");
    let codes = gm_codes(&world);
    assert!(!codes.contains(&"envelope-do-kind".to_owned()), "{codes:?}");
}

#[test]
fn the_game_master_is_told_of_the_start_once_and_can_reply() {
    let mut world = World::with(&format!("{YAML}rehearsal: yes\n"));
    let told = |world: &World| {
        let mails = world.sent().into_iter();
        mails.filter(|mail| mail.model["what"] == "begun").collect::<Vec<_>>()
    };
    world.tick();
    let mail = told(&world).pop().unwrap();
    let details = &mail.model["details"];
    let anna = json!({"name": "ASH", "player": "Anna", "address": "anna@example.org"});
    assert_eq!((&details["players"][0], &details["rehearsal"]), (&anna, &json!(true)));
    world.mail(GM, &format!("In-Reply-To: <{}>\n", mail.id()), "do: process\n");
    world.tick();
    assert_eq!((gm_codes(&world), world.window().as_str()), (Vec::new(), "1-bidding"));
    world.hours(60);
    assert_eq!(told(&world).len(), 1);
    verify(&world.edge, &world.dir).unwrap().unwrap();
    // Without a rehearsal it has the first deadline.
    let mut world = World::new();
    world.tick();
    assert_eq!(told(&world)[0].model["details"]["first"], json!(deadline(&world)));
}

#[test]
fn the_game_master_reminds_whom_something_is_awaited_of() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\n");
    by_gm(&mut world, "do: {remind: [ash, birch]}\n");
    assert_eq!((world.find("reminder", "anna").len(), world.find("reminder", "bert").len()), (0, 1));
    by_gm(&mut world, "do: {remind: ash}\n");
    assert_eq!(gm_codes(&world), ["gm-nobody"]);
    // The clock's own reminder still comes.
    world.hours(40);
    assert_eq!((world.find("reminder", "bert").len(), world.find("reminder", "cleo").len()), (2, 1));
}

#[test]
fn the_game_master_writes_from_a_known_address_even_where_players_need_not() {
    let mut world = World::with(&format!("{YAML}from: any\n"));
    let key = world.key("gm");
    world.mail("maria@elsewhere.example", "", &format!("key: {key}\ndo: pause\n"));
    world.tick();
    assert!(world.entries(Kind::Clock).is_empty() && world.find("receipt", "maria").is_empty());
    assert_eq!(world.told("maria@example.org").pop().unwrap()["what"], "other-address");
    by_gm(&mut world, "do: pause\n");
    assert_eq!(world.entries(Kind::Clock).len(), 1);
}

#[test]
fn only_the_game_master_with_key_or_thread_and_from_the_right_address() {
    let mut world = World::new();
    world.write("ash", "do: pause\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["gm-only"]);
    let key = world.key("gm");
    // The key from elsewhere, the address without the key, a seat's key from the address.
    world.mail("anna@example.org", "", &format!("key: {key}\ndo: pause\n"));
    world.mail(GM, "", "do: pause\n");
    let seat = world.key("birch");
    world.mail(GM, "", &format!("key: {seat}\ndo: pause\n"));
    world.tick();
    assert!(world.entries(Kind::Clock).is_empty() && world.find("receipt", "maria").is_empty());
    // An answer to one of our mails to the game master needs no key; one to a seat's mail is not one.
    world.write("cedar", "dispute: I do not like it\n");
    world.tick();
    let notice = world.find("notice", "maria").pop().unwrap();
    let other = world.find("notice", "anna").pop().unwrap();
    world.write("cedar", "dispute: {number: 1, withdraw: yes}\n");
    world.tick();
    world.mail(GM, &format!("In-Reply-To: <{}>\n", other.id()), "do: pause\n");
    world.tick();
    assert!(world.entries(Kind::Clock).is_empty());
    world.mail(GM, &format!("In-Reply-To: <{}>\n", notice.id()), "do: pause\nplan: {bid: 3}\n");
    world.tick();
    assert_eq!(world.entries(Kind::Clock).len(), 1);
    assert_eq!(gm_codes(&world), ["gm-section"]);
    by_gm(&mut world, "Thank you all.\n");
    assert_eq!(gm_codes(&world), ["gm-nothing"]);
    // A dispute is settled so too, but not opened.
    world.write("ash", "dispute: {turn: 1, about: \"my bid\"}\n");
    world.tick();
    by_gm(&mut world, "dispute: {turn: 1, about: \"their bid\"}\n");
    assert_eq!(gm_codes(&world), ["gm-section"]);
    by_gm(&mut world, "dispute: {number: 2, close: \"It stands\"}\n");
    assert!(gm_codes(&world).is_empty() && world.campaign().record.people.open_disputes().next().is_none());
    by_gm(&mut world, "do: {extend: soon}\n");
    assert_eq!(gm_codes(&world), ["envelope-extend"]);
    for ask in ["new key", "forecast"] {
        by_gm(&mut world, &format!("ask: {ask}\n"));
        assert_eq!(gm_codes(&world), ["gm-section"], "{ask}");
    }
}

#[test]
fn what_the_game_master_says_reaches_the_players_under_his_name() {
    let mut world = World::with(&format!("{YAML}press: none\n"));
    let key = world.key("gm");
    world.mail(GM, "", &format!("key: {key}\npress: {{to: all, text: The deadline stands.}}\n"));
    world.mail(GM, "", &format!("key: {key}\npress: {{to: birch, text: Your mail came back.}}\n"));
    world.mail(GM, "", &format!("key: {key}\npress: {{to: gm, text: To myself.}}\n"));
    world.tick();
    let texts = |who: &str| {
        let mails = world.find("press", who);
        let notes: Vec<_> =
            mails.iter().flat_map(|mail| mail.model["notes"].as_array().unwrap().clone()).collect();
        assert!(notes.iter().all(|note| note["from"]["name"] == "Maria"), "{notes:?}");
        notes.iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("anna"), ["The deadline stands."]);
    assert_eq!(texts("bert"), ["The deadline stands.", "Your mail came back."]);
    assert_eq!(texts("maria"), Vec::<String>::new());
    assert_eq!(world.receipt("maria").codes(), ["press-self"]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_receipt_of_a_word_that_settles_a_dispute_says_so() {
    let mut world = World::new();
    world.write("ash", "dispute: {turn: 1, about: \"my bid was higher\"}\n");
    world.tick();
    by_gm(&mut world, "close dispute 1: It was not.\n");
    assert_eq!(gm_codes(&world), Vec::<String>::new());
    let what = &world.receipt("maria").model["understood"][0]["what"];
    assert_eq!(
        (&what["item"], &what["did"], &what["number"]),
        (&json!("dispute"), &json!("closed"), &json!(1))
    );
}

#[test]
fn a_reminder_in_the_rehearsal_goes_to_those_who_have_not_answered() {
    let mut world = World::with(&format!("{YAML}rehearsal: yes\n"));
    world.write("ash", "ready\n");
    world.tick();
    by_gm(&mut world, "do: remind all\n");
    assert_eq!(gm_codes(&world), Vec::<String>::new());
    let reminded = |world: &World, who: &str| {
        world.told(who).iter().filter(|notice| notice["details"]["act"] == "rehearse").count()
    };
    assert_eq!(["anna", "bert", "cleo"].map(|who| reminded(&world, who)), [0, 1, 1]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
    by_gm(&mut world, "do: {remind: [ash]}\n");
    assert_eq!(gm_codes(&world), ["gm-nobody"]);
}

/// One thing that a game master cannot ask for keeps a message's other questions from being answered, and does nothing itself.
#[test]
fn what_a_game_master_cannot_ask_for_is_refused_with_all_that_is_asked_beside_it() {
    for (ask, refused) in [
        ("forecast", 1),
        ("new key", 1),
        ("[status, forecast]", 1),
        ("[new key, history]", 1),
        ("[history, new key, status]", 1),
        ("[forecast, new key]", 2),
        ("[status, history]", 0),
    ] {
        let mut world = World::new();
        let key = world.key("gm");
        by_gm(&mut world, &format!("ask: {ask}\n"));
        assert_eq!(gm_codes(&world), vec!["gm-section"; refused], "{ask}");
        let received = world.entries(Kind::Received).pop().unwrap();
        let kept = received.secret.as_ref().and_then(|secret| secret.body()?.get("asked")?.as_array());
        assert_eq!(kept.is_none_or(Vec::is_empty), refused > 0, "{ask}: {kept:?}");
        assert_eq!(world.key("gm"), key, "{ask}");
    }
}
