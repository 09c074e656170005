//! What players ask for by mail, and at home, through the real program.
use super::games::founded;
use super::world::*;

const PLAN: &str = "plan:\n  orders:\n    Winterfell: march+0\n    White Harbor: defense\n    The Shivering Sea: raid\n  marches:\n    - {from: Winterfell, to: {Moat Cailin: all}}\n";

/// A campaign of which the first turn is over.
fn played() -> World {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    world.submit("stark", PLAN, SOON);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    world
}

const NEXT: &str = "2026-09-04T21:00:00Z";

#[test]
fn several_answers_come_in_one_receipt() {
    let world = played();
    let before = world.sent().len();
    let asked = "ask: [status, history, map, rules 8.6, explain 1 Moat Cailin, help]\n";
    let receipt = world.submit("stark", asked, NEXT);
    assert_eq!(world.sent().len(), before + 1, "one mail for one mail");
    let all = [
        "Status: turn 2",
        "The story so far",
        "The board: turn 2",
        "8.6 Casualties.",
        "(R-18)",
        "Turn 1 explained: Moat Cailin",
        "From the plan of Stark for turn 1 (planning)",
        "What you can write",
    ];
    let text = words(&receipt);
    let missing: Vec<_> = all.iter().filter(|part| !text.contains(&flat(part))).collect();
    assert!(missing.is_empty(), "{missing:?} in: {text}");
    for line in receipt.parts[0].text.lines() {
        assert!(line.chars().count() <= 72, "{line}");
    }
    // Another sees of the same what everybody may know: not where in the plan.
    let other = words(&world.submit("lannister", "ask: explain 1 Moat Cailin\n", NEXT));
    assert!(other.contains("From the plan of Stark for turn 1 (planning) (entry"), "{other}");
    assert!(!other.contains("marches.1"), "{other}");
    world.is_sound();
}

#[test]
fn an_ask_in_running_text_is_read_and_a_slip_is_shown() {
    let world = played();
    let mail = format!(
        "Hello,\n\nkey: {}\nask: explain 1 what happened at Moat Cailin\n\nAnna\n",
        world.key("stark")
    );
    world.hand(&world.plain("anna", &mail), NEXT).says(0, &["1 message used"]);
    holds(&world.last("anna"), &["Turn 1 explained"]);
    let slips = [
        ("ask: rules batle\n", "Did you mean 8 Battle?"),
        ("ask: explain 1 Winterfel\n", "Did you mean Winterfell?"),
        ("ask: explain 7 Winterfell\n", "Turn 7 has not come yet"),
        ("ask: hitsory\n", "Did you mean history?"),
        ("ask: forecast\n", "this message has no usable plan"),
    ];
    for (text, why) in slips {
        let receipt = world.submit("stark", text, NEXT);
        holds(&receipt, &[why]);
        assert!(receipt.subject.ends_with("please check"), "{}", receipt.subject);
    }
    let many = "ask: [explain 1 Stark, explain 1 Winterfell, explain 1 orders, explain 1 Karhold]\n";
    holds(&world.submit("stark", many, NEXT), &["We give at most 3 explanations in one message"]);
    world.is_sound();
}

#[test]
fn a_forecast_at_home_is_that_of_the_mail() {
    let world = World::begun(&[]);
    let state = world
        .last("anna")
        .parts
        .iter()
        .find(|part| part.path.ends_with("state-1.yaml"))
        .unwrap()
        .text
        .clone();
    world.write("home/state-1.yaml", state);
    world.write("home/plan.yaml", PLAN);
    let home = world.run(&["forecast", "home/plan.yaml"]);
    home.says(
        0,
        &[
            "This is not a promise",
            "Stark marches from Winterfell",
            "Baratheon gave no orders",
            "it covers this turn only",
        ],
    );
    let mailed = words(&world.submit("stark", &format!("ask: forecast\n{PLAN}"), SOON));
    assert!(mailed.contains(&flat(&home.out)), "{mailed}");
    let json = world.run(&["forecast", "home/plan.yaml", "--json"]).json();
    assert_eq!((&json["chance"], &json["over"]), (&false.into(), &false.into()));
    world.write("home/bad.yaml", "plan:\n  orders:\n    Summerhall: march*\n");
    world.run(&["forecast", "home/bad.yaml"]).says(1, &["There is no area called \"Summerhall\""]);
    // The game master's own page of the turn is not what a player was mailed, and says so.
    world.tick(CLOSED);
    let world = played();
    let page = world.read("c/turns/01/state.yaml");
    assert!(page.starts_with("# The whole position"), "{page}");
    world.write("plan.yaml", PLAN);
    let ran = world.run(&["check", "plan.yaml", "--state", "c/turns/01/state.yaml"]);
    ran.says(3, &["for the game master alone", "state-*.yaml that was attached"]);
}

#[test]
fn the_rules_are_printed_by_chapters() {
    let world = World::begun(&[]);
    world.run(&["rulebook", "c"]).says(0, &["These are the chapters", "8 Battle"]);
    world.run(&["rulebook", "thrones-1e", "8.6"]).says(0, &["8.6 Casualties."]);
    world.run(&["rulebook", "king-is-dead", "winning"]).says(0, &["Winning the game"]);
    world.run(&["rulebook", "thrones-1e", "batle"]).says(2, &["did you mean “8 Battle”?"]);
    world.run(&["rulebook", "chess"]).says(2, &["neither a game nor the folder of a campaign"]);
}

#[test]
fn what_is_wrong_is_said_once() {
    let world = World::begun(&[]);
    let plan = "plan:\n  orders:\n    Winterfell: support\n    White Harbor: march*\n    The Shivering Sea: march*\n";
    let receipt = world.submit("stark", plan, SOON);
    let text = words(&receipt);
    let (wrong, understood) = text.split_once("What we understood").unwrap();
    assert!(wrong.contains("line 6"), "{text}");
    assert!(understood.contains("Line 4: Winterfell: Support") && !understood.contains("Line 6:"), "{text}");
}

/// What an earlier plan says is not left out, whatever the later one says of it.
#[test]
fn a_later_part_of_a_plan_is_not_blamed_for_what_stands() {
    let world = World::begun(&[]);
    let first =
        words(&world.submit("stark", "Winterfell march+0 to Moat Cailin\nWhite Harbor support\n", SOON));
    assert!(first.contains("There is no order yet for The Shivering Sea."), "{first}");
    let second = words(&world.submit("stark", "Shivering Sea raid\n", SOON));
    assert!(!second.contains("There is no order yet for") && second.contains("still count"), "{second}");
    let third = words(&world.submit("stark", "Winterfell march+0\n", SOON));
    assert!(!third.contains("no order yet for") && !third.contains("have no march in your plan"), "{third}");
    let cards = words(&world.submit("stark", "cards: Robb\n", SOON));
    assert!(!cards.contains("leaves open"), "{cards}");
    // What is left out of the whole is said of the whole.
    let world = World::begun(&[]);
    world.submit("stark", "Winterfell support\n", SOON);
    let second = words(&world.submit("stark", "White Harbor support\n", SOON));
    assert!(second.contains("There is no order yet for The Shivering Sea."), "{second}");
}

/// People ask for several things as they would in a list, with or without the form of one.
#[test]
fn several_things_can_be_asked_for() {
    for asked in [
        "ask: map\nask: status\n",
        "ask:\n - map\n - status\n",
        "ask:\n- map\n- status\n",
        "ask: [map, status]\n",
    ] {
        let world = World::begun(&[]);
        let receipt = words(&world.submit("stark", asked, SOON));
        assert!(!receipt.contains("Not accepted"), "{asked}{receipt}");
        assert!(
            receipt.contains("you ask for the map") && receipt.contains("you ask for the status"),
            "{asked}{receipt}"
        );
    }
    let world = World::begun(&[]);
    let receipt = words(&world.submit("stark", "Winterfell support\nfinal yes\n", SOON));
    assert!(receipt.contains("you will send no more changes"), "{receipt}");
}

/// Where seats are asked one after another, most reports are answered when the window they came with has closed.
#[test]
fn a_plan_in_answer_to_the_last_report_is_put_on_file() {
    let (world, _) = founded("king-is-dead", 3);
    let cleo = world.last("cleo");
    let anna = world.last("anna");
    let reply = |who: &str, to: &str, text: &str| {
        let mail = world.typed(who, &format!("In-Reply-To: <{to}>\n"), "text/plain; charset=utf-8", text);
        world.hand(&mail, SOON);
        words(&world.last(who))
    };
    reply("anna", &anna.message_id.clone().unwrap(), "pass\n");
    // Bert is asked now; Cleo has had no other mail.
    let receipt = reply("cleo", &cleo.message_id.clone().unwrap(), "pass this struggle\notherwise: pass\n");
    assert!(!receipt.contains("Not accepted") && receipt.contains("on file"), "{receipt}");
    assert!(receipt.contains("pass this struggle") && !receipt.contains("pass once"), "{receipt}");
    // A plan that names its window is for that window alone.
    let named =
        reply("cleo", &cleo.message_id.clone().unwrap(), "window: 1-struggle\nplan:\n  turns: [pass]\n");
    assert!(
        named.contains("had closed when your message came") && !named.contains("please answer its report"),
        "{named}"
    );
}

/// The one question of a message is answered by a word above the quoted sheet; a word that is no answer is told so.
#[test]
fn the_only_question_is_answered_by_a_word() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    let asked = world.last("bert");
    assert!(asked.subject.contains("the Messenger Raven"), "{}", asked.subject);
    let about = format!("In-Reply-To: <{}>\n", asked.message_id.as_deref().unwrap());
    let quoted: String = asked.parts[0].text.lines().map(|line| format!("> {line}\n")).collect();
    let receipt = |word: &str| {
        let body = format!("{word}\n\nMaria wrote:\n{quoted}");
        world.hand(&world.typed("bert", &about, "text/plain; charset=utf-8", &body), SOON);
        let sent = world.sent();
        sent.into_iter().rfind(|mail| mail.subject.contains("for Lannister")).unwrap()
    };
    holds(&receipt("yes"), &["We cannot tell which answer this is", "no raven"]);
    holds(&receipt("Nope"), &["accepted", "Messenger Raven: none"]);
    assert!(!world.last("bert").subject.contains("please check"));
}

/// The news that the game waits says to reply, and asks for the same.
#[test]
fn the_only_question_is_answered_by_a_word_to_the_news_that_the_game_waits() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    let tick = |now: &str| world.run(&["tick", "c", "--now", now]);
    tick("2026-09-12T12:00:00Z");
    let waits = world.last("bert");
    assert!(waits.subject.contains("The game waits"), "{}", waits.subject);
    let about = format!("In-Reply-To: <{}>\n", waits.message_id.as_deref().unwrap());
    world.hand(&world.typed("bert", &about, "text/plain; charset=utf-8", "none\n"), "2026-09-12T13:00:00Z");
    let receipt = world.sent().into_iter().rfind(|mail| mail.subject.contains("for Lannister")).unwrap();
    holds(&receipt, &["accepted", "Messenger Raven: none"]);
}
