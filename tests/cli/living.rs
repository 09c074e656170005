//! Living together, through the real binary: a game master's orders by command and by mail, a new player, a stand-in, the
//! rehearsal, observers, an anonymous campaign.

use super::world::{BEGIN, CLOSED, LANNISTER, SOON, STARK, STEADY, World, holds, words};
use ravenpost::post::Letter;

/// The mails to somebody, oldest first.
fn to(world: &World, address: &str) -> Vec<Letter> {
    let mut all = world.sent();
    all.retain(|mail| mail.to.iter().any(|to| to.is(address)));
    all
}

/// The game master's key, as the command shows it.
pub fn gm_key(world: &World) -> String {
    let shown = world.run(&["key", "c", "gm", "--json"]).json();
    shown["key"].as_str().unwrap().to_owned()
}

/// A mail of the game master's, and the receipt.
pub fn by_gm(world: &World, text: &str, now: &str) -> Letter {
    let mail = world.plain("maria", &format!("key: {}\n{text}", gm_key(world)));
    world.hand(&mail, now).says(0, &[]);
    to(world, "maria@x.example").pop().unwrap()
}

#[test]
fn the_clock_by_command_and_by_mail() {
    let world = World::begun(&[STEADY]);
    world
        .run(&["pause", "c", "--now", SOON])
        .says(0, &["The clock is stopped. All players are told.", "3 messages sent"]);
    holds(&world.last("anna"), &["The game master has stopped the clock."]);
    world.run(&["pause", "c", "--now", SOON]).says(3, &["The clock is stopped already."]);
    world.run(&["status", "c", "--now", SOON]).says(0, &["The clock has been stopped since"]);
    // No deadline passes while the clock is stopped, so nobody is too late.
    let paused = world.run(&["status", "c", "--now", "2026-09-10T11:00:00Z"]);
    paused.says(0, &["nothing yet", "; it moves by the length of the pause"]);
    assert!(!paused.out.contains("NMR"), "{}", paused.out);
    // Long past the deadline a plan is still taken.
    let receipt = world.submit("stark", STARK, "2026-09-10T12:00:00Z");
    holds(&receipt, &["Your plan is accepted"]);
    holds(
        &by_gm(&world, "do: resume\n", "2026-09-11T12:30:00Z"),
        &["start the clock again and tell everyone"],
    );
    holds(
        &world.last("bert"),
        &["The clock is running again after 10 days", "Monday 14 September, 20:00 (Rome)"],
    );
    let moved = world.run(&["extend", "c", "24h", "--json", "--now", "2026-09-12T12:00:00Z"]).json();
    assert_eq!(moved["result"]["sent"], 3);
    world
        .run(&["extend", "c", "1h", "--now", "2026-09-12T12:00:30Z"])
        .says(0, &["The deadline has moved. It is now Tuesday 15 September, 21:00 (Rome)"]);
    world
        .run(&["extend", "c", "2026-09-15 22:00", "--now", "2026-09-12T12:00:40Z"])
        .says(0, &["It is now Tuesday 15 September, 22:00 (Rome)"]);
    world
        .run(&["extend", "c", "2026-09-15 20:00", "--now", "2026-09-12T12:00:50Z"])
        .says(3, &["That time is not later than the deadline"]);
    // As people say it, and as it works by mail.
    world
        .run(&["extend", "c", "until", "Wednesday", "22:00", "--now", "2026-09-12T12:00:52Z"])
        .says(0, &["It is now Wednesday 16 September, 22:00 (Rome)"]);
    world
        .run(&["extend", "c", "2", "hours", "--now", "2026-09-12T12:00:54Z"])
        .says(0, &["It is now Thursday 17 September, 00:00 (Rome)"]);
    world.run(&["extend", "c", "soon"]).says(2, &["is not a length of time", "or a new deadline"]);
    world.run(&["remind", "c", "Starck"]).says(2, &["there is no seat", "stark"]);
    world
        .run(&["remind", "c", "stark", "--now", "2026-09-12T12:01:00Z"])
        .says(3, &["None of the seats you name still has to send something"]);
    world
        .run(&["remind", "c", "--now", "2026-09-12T12:02:00Z"])
        .says(0, &["Reminded: Lannister, Baratheon.", "2 messages sent"]);
    world
        .run(&["remind", "c", "bert", "--now", "2026-09-12T12:02:30Z"])
        .says(0, &["Reminded: Lannister.", "1 message sent"]);
    holds(&world.last("cleo"), &["no plan from you", "17 September"]);
    world
        .run(&["process", "c", "--now", "2026-09-12T12:03:00Z"])
        .says(3, &["Nothing was closed: Lannister and Baratheon still have time to answer", "`--anyway`"]);
    assert_eq!(world.run(&["status", "c", "--json"]).json()["window"]["id"], "1-planning");
    world
        .run(&["process", "c", "--anyway", "--now", "2026-09-12T12:03:00Z"])
        .says(0, &["Done. All players are told.", "stage"]);
    assert_ne!(world.run(&["status", "c", "--json"]).json()["window"]["id"], "1-planning");
    world.is_sound();
}

#[test]
fn what_only_the_game_master_may_do_and_what_makes_no_sense() {
    let world = World::begun(&[STEADY]);
    holds(&world.submit("stark", "do: pause\n", SOON), &["Only the game master can do this."]);
    let key = gm_key(&world);
    // The key from a player's address, and the address without a key.
    world.hand(&world.plain("anna", &format!("key: {key}\ndo: pause\n")), SOON).says(0, &[]);
    holds(&world.last("maria"), &["from another address"]);
    world.hand(&world.plain("maria", "do: pause\n"), SOON).says(0, &[]);
    world.hand(&world.plain("maria", &format!("key: {key}\ndo: paus\n")), SOON).says(0, &[]);
    holds(&world.last("maria"), &["We cannot do \"paus\"", "Did you mean pause?"]);
    holds(&by_gm(&world, "Thank you all!\n", SOON), &["We found nothing to do in this message."]);
    assert_eq!(world.entries("clock"), 0);
    // An answer to a mail of ours to the game master needs no key.
    let about = format!("In-Reply-To: <{}>\n", world.last("maria").message_id.unwrap());
    let mail = world.typed("maria", &about, "text/plain; charset=utf-8", "do: [pause, status]\n");
    world.hand(&mail, SOON).says(0, &[]);
    assert_eq!(world.entries("clock"), 1);
    holds(&world.last("maria"), &["stop the clock and tell everyone", "Status: turn 1, planning"]);
    world.is_sound();
}

#[test]
fn what_the_game_master_asks_about_is_explained() {
    let plays = [("  # plays: stark", "  plays: lannister"), ("\nsecrecy: deposit", "\nsecrecy: sealed")];
    for more in [&[][..], &plays] {
        let world = World::begun(&[&[STEADY][..], more].concat());
        let receipt = by_gm(&world, "ask: explain 1 Winterfell\n", SOON);
        holds(&receipt, &["Turn 1 explained: Winterfell", "controlled by Stark"]);
        assert!(!words(&receipt).contains("too large"), "{}", words(&receipt));
        world.is_sound();
    }
}

/// Where letters are handed over, who takes a seat has to know what its player before has written, too: others will hold the seat to it.
#[test]
fn letters_that_a_seat_has_written_are_handed_over_like_those_it_got() {
    let world = World::begun(&[STEADY, ("handover press: no", "handover press: yes")]);
    world.submit("stark", "press: {to: lannister, text: \"The ford is yours.\"}\n", SOON);
    world.submit("baratheon", "press: {to: stark, text: \"Beware of the lion.\"}\n", SOON);
    world.submit("baratheon", "press: {to: lannister, text: \"Beware of the wolf.\"}\n", SOON);
    let args = ["replace", "c", "Stark", "--player", "Eva", "--address", "eva@x.example", "--now", SOON];
    world.run(&args).says(0, &["Eva now plays Stark."]);
    let welcome = world.last("eva");
    let story = welcome.parts.iter().find(|part| part.path.ends_with("story.txt")).unwrap();
    for (letter, is_there) in [("The ford is yours", true), ("of the lion", true), ("of the wolf", false)] {
        assert_eq!(story.text.contains(letter), is_there, "{letter}: {}", story.text);
    }
}

#[test]
fn a_seat_goes_to_another_player_with_all_that_it_may_know() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER)] {
        world.submit(seat, plan, SOON);
    }
    world.submit("baratheon", &format!("{}final: yes\n", crate::world::BARATHEON), SOON);
    world.tick(CLOSED).says(0, &["stage"]);
    let (old, report) = (world.key("stark"), world.last("anna"));
    let now = "2026-09-04T21:00:00Z";
    let args = ["replace", "c", "Stark", "--player", "Eva", "--address", "eva@x.example", "--now", now];
    world.run(&args).says(0, &["Eva now plays Stark. All players are told."]);
    holds(&world.last("anna"), &["Stark has another player now", "Thank you for the turns you played."]);
    holds(&world.last("bert"), &["From now on Eva plays Stark."]);
    let welcome = world.last("eva");
    holds(
        &welcome,
        &["Welcome, Eva!", "You take over the seat from another player", "story.txt", "plan.yaml"],
    );
    assert!(!words(&welcome).contains(&old));
    let story = welcome.parts.iter().find(|part| part.path.ends_with("story.txt")).unwrap();
    assert!(story.text.contains("Turn 1") && story.text.contains("Winterfell"), "{}", story.text);
    let plan = welcome.parts.iter().find(|part| part.path.ends_with("plan.yaml")).unwrap();
    assert!(plan.text.contains("support"), "{}", plan.text);
    for part in &welcome.parts {
        assert!(!part.text.contains("anna") && !part.text.contains(&world.key("lannister")), "{}", part.text);
    }
    // Neither key nor thread of the old player's is worth anything.
    let receipts = to(&world, "anna@x.example").len();
    let about = format!("In-Reply-To: <{}>\n", report.message_id.unwrap());
    world.hand(&world.typed("anna", &about, "text/plain; charset=utf-8", STARK), now).says(0, &[]);
    world.hand(&world.plain("anna", &format!("key: {old}\n{STARK}")), now).says(0, &[]);
    assert!(to(&world, "anna@x.example").iter().skip(receipts).all(|mail| !mail.subject.contains("Receipt")));
    let about = format!("In-Reply-To: <{}>\n", welcome.message_id.unwrap());
    world.hand(&world.typed("eva", &about, "text/plain; charset=utf-8", "ask: status\n"), now).says(0, &[]);
    assert!(world.last("eva").subject.contains("Receipt"));
    world.run(&args).says(0, &[]);
    let taken = ["replace", "c", "stark", "--player", "Bert", "--address", "bert@x.example"];
    world.run(&taken).says(3, &["plays lannister already"]);
    world.run(&["replace", "c", "stark", "--player", "Bert"]).says(2, &["the address of Bert is missing"]);
    let taken = ["replace", "c", "stark", "--player", "Bert <bert@x.example>"];
    world.run(&taken).says(3, &["plays lannister already"]);
    world.run(&["replace", "c", "Strak", "--player", "E", "--address", "e@x.example"]).says(2, &["no seat"]);
    world.is_sound();
    // The seat's own archive holds its plans, and neither who held it nor what he wrote.
    world.run(&["export", "c", "--seat", "stark", "--out", "stark.jsonl"]).says(0, &[]);
    let archive = world.read("stark.jsonl");
    assert!(!archive.contains("anna@") && !archive.contains("eva@x.example"));
    world.run(&["verify", "stark.jsonl"]).says(0, &[]);
}

#[test]
fn somebody_stands_in_while_a_player_is_away() {
    let world = World::begun(&[STEADY]);
    let text = "absent: {from: 2026-09-02, to: 2026-09-06, stand-in: dan@x.example}\n";
    holds(&world.submit("stark", text, SOON), &["dan@x.example writes for you meanwhile"]);
    holds(&world.last("dan"), &["Would you stand in?", "Anna, who plays Stark"]);
    let now = "2026-09-02T08:00:00Z";
    world.tick(now).says(0, &["1 message sent"]);
    let report = world.last("dan");
    holds(&report, &["The order sheet", "Winterfell"]);
    assert!(!words(&report).contains(&world.key("stark")));
    let about = format!("In-Reply-To: <{}>\n", report.message_id.unwrap());
    world.hand(&world.typed("dan", &about, "text/plain; charset=utf-8", STARK), now).says(0, &[]);
    holds(&world.last("dan"), &["Your plan is accepted"]);
    holds(&world.last("anna"), &["Your plan is accepted"]);
    assert_eq!(world.standing("stark", now), "in");
    world.hand(&world.typed("dan", &about, "text/plain; charset=utf-8", "resign: yes\n"), now).says(0, &[]);
    holds(&world.last("dan"), &["You stand in for the player"]);
    world.is_sound();
}

#[test]
fn a_rehearsal_before_the_first_turn() {
    let world = World::new();
    let mut args = crate::world::new_args("c");
    args.retain(|arg| arg != "--no-rehearsal");
    world.run(&args).says(0, &[]);
    world.edit("c/campaign.yaml", STEADY.0, STEADY.1);
    world.run(&["start", "c", "--now", BEGIN]).says(0, &["4 messages sent"]);
    let welcome = world.last("anna");
    holds(&welcome, &["A rehearsal first", "rehearsal: ready: ~", "chance: ~", "Add words of your own"]);
    // The sheet comes back as mail programs send it, filled in.
    let sheet = welcome.parts[0].text.lines().skip_while(|line| !line.starts_with("campaign:"));
    let filled: Vec<String> = sheet
        .map(|line| line.replace("ready: ~", "ready: yes").replace("word: ~", "word: \"Winter, soon\""))
        .map(|line| line.replace("chance: ~", "chance: a raven at noon"))
        .map(|line| format!("> {line}"))
        .collect();
    let about = format!("In-Reply-To: <{}>\n", welcome.message_id.clone().unwrap());
    let mail = world.typed("anna", &about, "text/plain; charset=utf-8", &filled.join("\n"));
    world.hand(&mail, SOON).says(0, &[]);
    holds(&world.last("anna"), &["you are ready, and your word is \"Winter, soon\"", "\"a raven at noon\""]);
    world
        .run(&["status", "c", "--now", SOON])
        .says(0, &["The rehearsal is open", "Passed: stark.", "Still missing: lannister, baratheon"]);
    world.tick("2026-09-03T20:00:00Z").says(0, &["3 messages sent"]);
    holds(&world.last("maria"), &["we have no sheet from Lannister and Baratheon"]);
    for who in ["bert", "cleo"] {
        let seat = if who == "bert" { "lannister" } else { "baratheon" };
        let text = format!("key: {}\nrehearsal: {{ready: yes}}\n", world.key(seat));
        world.hand(&world.plain(who, &text), "2026-09-03T20:05:00Z").says(0, &[]);
    }
    let status = world.run(&["status", "c", "--json", "--now", "2026-09-03T20:06:00Z"]).json();
    assert_eq!(
        (&status["window"]["id"], &status["rehearsal"]),
        (&"1-planning".into(), &serde_json::Value::Null)
    );
    world.is_sound();
}

#[test]
fn an_observer_and_an_anonymous_campaign() {
    let observer = "observers: [{name: Olga, address: olga@x.example, delay: 2 days}]\n";
    let world = World::begun(&[
        STEADY,
        ("anonymous: no\n", &format!("anonymous: yes\n{observer}")),
        ("player: Anna", "player: Annabel"),
        ("\nabsence: wait\n", "\nabsence: default\n"),
    ]);
    world.submit(
        "stark",
        &format!("press: {{to: all, text: \"Peace?\"}}\nvote: {{draw: yes}}\n{STARK}"),
        SOON,
    );
    world.tick(CLOSED).says(0, &["stage"]);
    // On and on without anybody, to the second turn and two days more.
    let mut day = 5;
    while world.run(&["status", "c", "--json"]).json()["turn"] == 1 {
        let now = format!("2026-09-{day:02}T20:10:00Z");
        world.run(&["process", "c", "--anyway", "--now", &now]).says(0, &[]);
        day += 1;
    }
    assert!(to(&world, "olga@x.example").is_empty());
    world.tick(&format!("2026-09-{:02}T20:10:00Z", day + 3)).says(0, &["sent"]);
    let seen = world.last("olga");
    holds(&seen, &["Hello Olga,", "turn 1", "What has happened"]);
    assert!(!words(&seen).contains("key:"), "{}", words(&seen));
    let silent = "LOOK: nobody has sent anything for 3-westeros-2 and the window before";
    world.hand(&world.plain("olga", "What a game!\n"), "2026-09-20T20:10:00Z").says(1, &[silent]);
    holds(&world.last("olga"), &["You watch a game", "your message had no effect"]);
    for mail in world.sent() {
        let to = mail.to[0].address.clone();
        if to.starts_with("anna") || to.starts_with("maria") {
            continue;
        }
        let text = format!(
            "{} {}",
            mail.subject,
            mail.parts.iter().map(|part| part.text.as_str()).collect::<String>()
        );
        assert!(!text.contains("Annabel") && !text.contains("anna@"), "to {to}: {text}");
    }
    world.run(&["export", "c", "--out", "all.jsonl"]).says(0, &[]);
    assert!(!world.read("all.jsonl").contains("Annabel"));
    world.is_sound();
}
