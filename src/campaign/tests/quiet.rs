//! Machines that do not say what they are, and floods.

use crate::campaign::tests::world::*;
use crate::ledger::Kind;

#[test]
fn an_autoresponder_without_a_mark_is_not_answered_for_ever() {
    let mut world = World::new();
    let opening = world.find("opening", "anna").pop().unwrap_or_else(|| world.sent().remove(0));
    let mut answers = opening.id().to_owned();
    for _ in 0..20 {
        world.mail(address("ash"), &format!("In-Reply-To: <{answers}>\n"), "I am on a boat.\n");
        world.tick();
        answers = world.receipt("anna").id().to_owned();
    }
    let receipts = world.find("receipt", "anna");
    assert_eq!(receipts.len(), 12);
    assert!(!receipts[10].codes().contains(&"last-answer"));
    assert!(receipts[11].codes().contains(&"last-answer"), "{:?}", receipts[11].codes());
    assert_eq!((world.in_folder("Used"), world.in_folder("Refused")), (12, 8), "and none is lost");
    assert_eq!(world.entries(Kind::Press).len(), 12, "the game master reads no more than that");
    let entries = world.entries(Kind::Received).len();
    assert_eq!(entries, 12);
    // What has something in it is read and answered at once.
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.find("receipt", "anna").len(), 13);
    world.write("ash", "Did it arrive?\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["understood"][0]["what"]["item"], "passed-on");
    assert_eq!(world.find("receipt", "anna").len(), 14);
}

#[test]
fn after_a_day_an_empty_mail_is_answered_again() {
    let mut world = World::new();
    for _ in 0..12 {
        world.write("birch", "Hello?\n");
        world.tick();
    }
    world.write("birch", "Hello?\n");
    let ticked = world.tick();
    assert_eq!(world.find("receipt", "bert").len(), 12);
    assert!(ticked.attention.iter().any(|line| line.contains("birch")), "{:?}", ticked.attention);
    // Two programs that take two hours for each turn do not go on all day either.
    world.hours(2);
    world.write("birch", "Hello?\n");
    world.tick();
    assert_eq!(world.find("receipt", "bert").len(), 12);
    world.hours(23);
    world.write("birch", "Hello again?\n");
    world.tick();
    assert_eq!(world.find("receipt", "bert").len(), 13);
}

#[test]
fn of_a_flood_the_first_too_many_is_told() {
    let yaml = format!("{YAML}limits: {{mails an hour: 3}}\n");
    let mut world = World::with(&yaml);
    for bid in 0..30 {
        world.write("cedar", &format!("plan: {{bid: {}}}\n", bid % 9));
    }
    world.tick();
    let receipts = world.find("receipt", "cleo");
    assert_eq!(receipts.len(), 4);
    assert_eq!(receipts[3].codes(), ["too-many-mails"]);
    // What counts is said once, above.
    let words = receipts[3].model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("still counts. This message did not replace it"), "{words}");
    assert!(words.contains("Nothing that you sent before has changed") && !words.contains("last good plan"));
    assert_eq!((world.in_folder("Used"), world.in_folder("Refused")), (3, 27));
    world.hours(1);
    world.write("cedar", "plan: {bid: 5}\n");
    world.tick();
    assert_eq!(world.find("receipt", "cleo").len(), 5, "an hour later it is read again");
}

#[test]
fn the_game_master_may_send_five_times_as_many() {
    let mut world = World::with(&format!("{YAML}limits: {{mails an hour: 1}}\n"));
    for _ in 0..6 {
        super::gm_mail::by_gm(&mut world, "ask: status\n");
    }
    let codes: Vec<Vec<String>> = world
        .find("receipt", "maria")
        .iter()
        .map(|receipt| receipt.codes().iter().map(|code| (*code).to_owned()).collect())
        .collect();
    assert_eq!(codes.len(), 6);
    assert!(codes[..5].iter().all(|codes| codes.is_empty()), "{codes:?}");
    assert_eq!(codes[5], ["too-many-mails"]);
}
