//! Disputes through the real program: mails in, mails out, and the game master's commands.
use super::world::*;
use ravenpost::post::Letter;

/// The mail that somebody was sent last about a dispute.
fn told(world: &World, who: &str) -> Letter {
    let address = format!("{who}@x.example");
    let mut all = world.sent();
    all.retain(|mail| mail.to.iter().any(|to| to.is(&address)) && mail.subject.contains("Dispute"));
    all.pop().unwrap_or_else(|| panic!("{who} is not told"))
}

#[test]
fn a_dispute_from_the_mail_to_the_word() {
    let world = World::begun(&[STEADY, ("clock: runs", "clock: waits")]);
    world.run(&["dispute", "c"]).is(0, "There are no disputes.\n", "");
    let angry = "dispute:\n  turn: 1\n  about: |\n    Why do I hold no Moat Cailin?! $(rm -rf ~) `reboot`\n";
    let mail = world.plain("anna", &format!("key: {}\n{angry}", world.key("stark")));
    let tick = world.hand(&mail, SOON);
    tick.says(1, &["c: LOOK: stark has opened dispute 1 about turn 1: ravenpost dispute c 1"]);
    holds(&world.last("anna"), &["dispute 1 about turn 1 goes to the game master", "no deadline passes"]);
    holds(&told(&world, "bert"), &["Stark disputes something in turn 1", "The clock is stopped"]);
    let notice = told(&world, "maria");
    assert_eq!(notice.subject, "[c] Dispute 1: opened");
    // Nothing has happened in Moat Cailin, so an explanation of it would find nothing.
    let commands = [
        "reply with \"ask: explain 1\"",
        "ravenpost explain c 1\"",
        "ravenpost rule c 1",
        "ravenpost dispute c 1 --close",
    ];
    holds(&notice, &commands);
    assert!(!words(&notice).contains("explain c 1 $"), "no word of a mail is in a command");
    // What the mail tells the game master to type can be typed.
    world.run(&["explain", "c", "1"]).says(0, &["turn 1 explained"]);
    // The deadline passes, and nothing closes.
    world.tick(CLOSED).says(0, &[]);
    let status = world.run(&["status", "c", "--now", CLOSED]);
    status.says(1, &["Window 1-planning is open", "Dispute 1 by stark, turn 1", "the clock is stopped"]);
    holds(
        &world.submit("lannister", LANNISTER, CLOSED),
        &["The clock is stopped, because a dispute or a proposed ruling is open"],
    );
    holds(
        &world.submit("baratheon", "dispute: {number: 1, says: It was never yours.}\n", CLOSED),
        &["a comment on dispute 1"],
    );
    holds(&told(&world, "anna"), &["Baratheon says:", "It was never yours."]);
    let shown = world.run(&["dispute", "c", "1"]);
    shown.says(1, &["Dispute 1 of Stark", "$(rm -rf ~)", "It was never yours.", "turn 1 explained"]);
    let json = world.run(&["dispute", "c", "1", "--json"]).json();
    assert_eq!(
        (&json["dispute"]["number"], &json["dispute"]["said"][0]["by"]),
        (&1.into(), &"baratheon".into())
    );
    assert_eq!(json["explanation"]["turn"], 1);
    world.run(&["dispute", "c", "--json"]).says(1, &["\"seat\": \"stark\""]);
    // Settled six days after the window opened: three days and a little are made good.
    let later = "2026-09-07T12:30:00Z";
    let closed = world.run(&["dispute", "c", "1", "--close", "It is nobody's, see 2.3.", "--now", later]);
    closed.is(0, "Dispute 1 is closed. The next tick tells everyone.\n", "");
    world.tick(later).says(0, &["messages sent"]);
    holds(
        &told(&world, "anna"),
        &[
            "It is nobody's, see 2.3.",
            "The clock is running again",
            "The deadline is now Thursday 10 September",
        ],
    );
    world.run(&["dispute", "c"]).says(0, &["closed with a final word"]);
    world.run(&["status", "c", "--now", later]).says(0, &["10 September"]);
    world.is_sound();
}

#[test]
fn wrong_commands_say_what_to_type() {
    let world = World::begun(&[]);
    world.run(&["dispute", "c", "3"]).says(3, &["there is no dispute 3", "ravenpost dispute c"]);
    world.run(&["dispute", "c", "--close", "x"]).says(2, &["no dispute is named"]);
    world
        .run(&["dispute", "c", "1", "--close", "x"])
        .says(3, &["There is no dispute 1", "Nothing was changed"]);
    world.run(&["dispute", "c", "1", "--close", "x", "--say", "y"]).says(2, &[]);
    world.run(&["dispute", "nowhere"]).says(2, &["is not a campaign"]);
    for text in
        ["dispute: {turn: 9, about: x}\n", "dispute: {number: 1, close: I win}\n", "dispute: {colour: red}\n"]
    {
        let receipt = world.submit("stark", text, SOON);
        assert!(receipt.subject.contains("please check"), "{}", receipt.subject);
    }
    assert_eq!(world.entries("dispute"), 0);
    world.is_sound();
}

/// A dispute or a question that names no turn is about the last turn that has what it names.
#[test]
fn the_turn_is_that_of_the_matter() {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    let plan = "plan:\n  orders:\n    Winterfell: march+0\n  marches:\n    - {from: Winterfell, to: {Karhold: all}}\n";
    world.submit("stark", plan, SOON);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let later = "2026-09-07T20:00:01Z";
    world.tick(later).says(0, &["stages resolved"]);
    assert!(world.run(&["status", "c", "--json", "--now", later]).json()["turn"].as_u64() > Some(2));
    for (text, is_told, explained) in [
        (
            "dispute: my march to Karhold was illegal\n",
            "dispute 1 about turn 1",
            "explain c 1 marches karhold",
        ),
        ("dispute: my orders never came\n", "dispute 2 about turn 2", "explain c 2 orders"),
    ] {
        let mail = world.plain("anna", &format!("key: {}\n{text}", world.key("stark")));
        world.hand(&mail, later).says(1, &["LOOK: stark has opened dispute"]);
        holds(&world.last("anna"), &[is_told]);
        holds(&told(&world, "maria"), &[explained]);
    }
    holds(&world.submit("stark", "ask: explain march Karhold\n", later), &["Turn 1 explained"]);
    world.is_sound();
}
