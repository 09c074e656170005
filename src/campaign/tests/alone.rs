//! Conditions of which one alone decides, each beside what differs from it in nothing else.

use super::openings::{open, sealed_with};
use super::typed::{answer, items, notes, on_file, opening};
use crate::campaign::explain::{StageShown, stages_of};
use crate::campaign::ruling::{Request, When, position_at};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::tests::ruling::{rewind, third_turn};
use crate::campaign::tests::world::{World, YAML};
use crate::campaign::toy::SEATS;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::{Value, json};

fn sealed(seat: &str, window: &str, plan: Value) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: window.into() };
    Opening::new(&binding, plan, &[7; 16]).unwrap()
}

/// Openings of words have their time, also where the game waits for something else when it is over.
#[test]
fn words_are_opened_too_late_although_chance_is_not_fixed_yet() {
    let chance = "{words: sealed, until: in 24h, public: Lotto, due: 2026-11-28 20:00, check: 12h}";
    let mut world = World::with(&YAML.replace("chance: no", &format!("chance: {chance}")));
    let words = sealed("birch", "chance", crate::campaign::chance_words::words_plan("a secret of birch"));
    world.write("birch", &format!("window: chance\nseal: {}\n", words.seal()));
    world.hours(26);
    let mut in_time = world.fork();
    in_time.write("birch", &words.armour());
    in_time.tick();
    assert_eq!(in_time.receipt("bert").codes(), Vec::<&str>::new());
    world.hours(72);
    assert!(!world.campaign().record.people.seeded, "the number is not known yet");
    world.write("birch", &words.armour());
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["chance-opening-late"]);
    assert!(world.entries(Kind::Opened).is_empty());
}

#[test]
fn the_same_seal_sent_again_is_filed_once_and_another_takes_its_place() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let first = sealed("ash", "1-bidding", json!({"turn": 1, "bid": 1})).seal();
    let second = sealed("ash", "1-bidding", json!({"turn": 1, "bid": 2})).seal();
    for (seal, count) in [(first, 1), (first, 1), (second, 2), (second, 2), (first, 3)] {
        world.write("ash", &format!("seal: {seal}\n"));
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!((receipt.codes(), world.entries(Kind::Sealed).len()), (vec![], count), "{seal}");
        let binds = world.entries(Kind::Received).last().unwrap().body["seal"].clone();
        assert_eq!(binds, json!(seal.to_string()));
    }
}

/// What is quoted is named while it could be an order, and not when the game is over.
#[test]
fn quoted_orders_are_told_as_long_as_anything_can_be_ordered() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let mut over = world.fork();
    let receipt = answer(&mut world, "ash", &id, "> bid 3\n");
    assert_eq!((receipt.codes(), on_file(&world, "ash")), (vec!["quoted-orders"], Value::Null));
    for seat in SEATS {
        over.write(seat, "vote: {draw: yes}\n");
    }
    over.tick();
    assert!(over.campaign().record.game.ended.is_some());
    let receipt = answer(&mut over, "ash", &id, "> bid 3\n");
    assert!(!receipt.codes().contains(&"quoted-orders"), "{:?}", receipt.codes());
}

/// An earlier mail that is sent back says that its orders are meant, unless its sender says something else.
#[test]
fn quoted_orders_are_told_where_nothing_else_is_said() {
    let begun = World::new();
    let id = opening(&begun, "ash");
    let own = "On 20 Nov 2026 Anna <anna@example.org> wrote:\n> bid 3\n";
    for (said, codes) in [
        ("", &["quoted-orders"][..]),
        ("Here it is.\n\n", &["quoted-orders"]),
        ("To Zoe: hello\n\n", &["press-to-nobody"]),
        ("Bid lots\n\n", &["bid-no-number"]),
        ("vote: {frobnicate: 1}\n\n", &["envelope-vote-kind"]),
        ("bid 4\n\n", &[]),
    ] {
        let mut world = begun.fork();
        let receipt = answer(&mut world, "ash", &id, &format!("{said}{own}"));
        assert_eq!(receipt.codes(), codes, "{said}");
    }
}

/// A mail that is larger than we may send goes as text alone, however long that is, though the server would take all of it.
#[test]
fn a_mail_that_is_larger_than_the_limit_goes_without_its_page() {
    for (words, has_page) in [(20, true), (1_600, false), (3_200, false)] {
        let mut world = World::with(&format!("{YAML}limits: {{outgoing: 32 KiB, press: 20000}}\n"));
        world.write("birch", &format!("press: {{to: ash, text: \"{}\"}}\n", "word ".repeat(words)));
        world.tick();
        let all = world.raw();
        let press: Vec<&String> = all.iter().filter(|raw| raw.contains("word word")).collect();
        let [press] = press[..] else { panic!("{} mails", press.len()) };
        assert_eq!(
            (press.contains("text/html"), press.len() > 32 << 10),
            (has_page, words > 3_000),
            "{words}"
        );
    }
}

/// The last plan of a window has a slip: there is time to mend it if the campaign gives any.
#[test]
fn a_slip_in_the_last_plan_holds_the_window_for_the_grace_period_if_there_is_one() {
    for (grace, is_held) in [("1h", true), ("0h", false)] {
        let yaml = YAML.replace("grace: 1h", &format!("grace: {grace}"));
        let mut world = World::with(&format!("{yaml}close early: all-in\n"));
        world.write("birch", "plan: {bid: 1}\n");
        world.write("cedar", "plan: {bid: 2}\n");
        world.tick();
        world.write("ash", "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
        world.tick();
        let says = world.receipt("anna").says();
        assert_eq!(world.window() == "1-bidding", is_held, "{grace}: {says}");
        assert_eq!(says.contains("You can correct it until"), is_held, "{grace}: {says}");
    }
}

#[test]
fn a_position_is_edited_only_where_a_stage_opens_and_that_entry_is_named() {
    let mut world = third_turn();
    let campaign = world.campaign();
    let answered = world.entries(Kind::Answered);
    let inside = answered.iter().find(|entry| entry.body["key"] == "2/bid/ash").unwrap().seq;
    let when = When::Turn { turn: 2, stage: Some("bidding".into()) };
    let (opening, mut position) = position_at(&campaign, &when).unwrap();
    position["coins"][0] = json!(5);
    let edit = |when| Request {
        state: Some(position.clone()),
        ..Request::new(RulingKind::Rule, when, "miscounted")
    };
    let why = world.try_rule(&edit(When::Entry(inside))).unwrap_err().to_string();
    let told = format!(
        "a position can be edited only at the opening of a stage; go back to entry {opening} instead of {inside}"
    );
    assert!(why.contains(&told), "{why}");
    world.rule(&edit(When::Entry(opening)));
}

/// A stage that was replaced is not told beside the one that took its place.
#[test]
fn after_a_ruling_each_stage_is_told_once() {
    let mut world = third_turn();
    // The stages that are told, and those of the present timeline.
    let told = |world: &World| -> [Vec<String>; 2] {
        let campaign = world.campaign();
        let entries = campaign.entries().unwrap();
        let mut told = Vec::new();
        let mut tell = |stage: StageShown| {
            told.push(stage.name);
            Ok(())
        };
        stages_of(campaign.rules(), entries, (0, campaign.head().seq), &mut tell).unwrap();
        [told, campaign.record.game.history.iter().map(|past| past.stage.clone()).collect()]
    };
    let [before, are] = told(&world);
    assert!(before == are && before.len() >= 4, "{before:?} of {are:?}");
    world.now += TimeDelta::hours(1);
    world.rule(&rewind(2, "bidding"));
    let [back, are] = told(&world);
    assert!(back == are && back.len() < before.len(), "{back:?} of {are:?}");
    for (seat, bid) in SEATS.iter().zip([1, 2, 4]) {
        world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
    }
    world.tick();
    let [after, are] = told(&world);
    assert!(after == are && after.len() > back.len(), "{after:?} of {are:?}");
}

/// Who waits for the seat that opens first is not late, however long after its time an opening comes: it is kept until it is asked for.
#[test]
fn an_opening_in_the_pass_that_asks_the_others_is_not_too_late() {
    let mut world = sealed_with("");
    world.hours(24);
    let last = world.campaign().record.game.open_window().unwrap().last_call().unwrap();
    assert!(world.entries(Kind::Opened).is_empty() && world.now < last, "cedar has not opened, and can");
    world.now = last + TimeDelta::minutes(1);
    open(&mut world, "ash");
    world.tick();
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    let opened: Vec<Value> =
        world.entries(Kind::Opened).iter().map(|entry| entry.body["seat"].clone()).collect();
    assert_eq!(opened, [json!("ash")]);
}

/// "Best regards" above the own name ends a letter, whatever stands below; above something else it is a line as any other.
#[test]
fn what_stands_below_a_closing_and_the_own_name_is_told_to_nobody() {
    let mut world = World::new();
    world.write("birch", "press: {to: ash, text: \"Shall we?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let below = "who is glad to be back";
    for (foot, is_told) in [("Anna\n{}", false), ("\nAnna\n{}", false), ("{}\nand so on", true), ("{}", true)]
    {
        let mut world = world.apart();
        let foot = foot.replace("{}", below);
        answer(&mut world, "ash", &id, &format!("It is a deal then\n\nBest regards\n{foot}\n"));
        let notes = notes(&world, "bert");
        assert!(notes.len() == 1 && notes[0].starts_with("It is a deal then"), "{foot}: {notes:?}");
        assert_eq!(notes[0].contains(below), is_told, "{foot}: {notes:?}");
    }
}

/// A seal beside an opening is one thing too many, which no problem of the document says already.
#[test]
fn of_a_seal_and_an_opening_in_one_message_neither_counts() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let opening = sealed("ash", "1-bidding", json!({"turn": 1, "bid": 1}));
    for (body, is_told) in [
        (format!("seal: {}\n", opening.seal()), false),
        (format!("seal: {}\n\n{}", opening.seal(), opening.armour()), true),
    ] {
        world.write("ash", &body);
        world.tick();
        let codes: Vec<String> = world.receipt("anna").codes().into_iter().map(str::to_owned).collect();
        assert_eq!(codes.iter().any(|code| code == "several-plans"), is_told, "{codes:?}");
        assert_eq!(world.entries(Kind::Sealed).len(), 1, "{codes:?}");
    }
}

/// A line that is broken for its length goes on in the next one, and never below an empty line.
#[test]
fn small_words_below_a_long_line_are_its_end_and_below_an_empty_one_they_count() {
    let long = "I had so hoped to see you all at the table and this is";
    for (body, counts) in [
        (format!("{long}\nfinal"), false),
        (format!("{long}\n\nfinal"), true),
        (format!("{long}.\nfinal"), true),
        ("I had hoped so\nfinal".to_owned(), true),
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, &format!("bid 2\n\n{body}"));
        let is_final = items(&receipt).iter().any(|item| item[1] == "final");
        assert_eq!(is_final, counts, "{body}: {:?} {:?}", items(&receipt), receipt.codes());
    }
}

/// What a dispute says ends with its paragraph.
#[test]
fn an_order_below_the_paragraph_of_a_dispute_is_an_order() {
    for gap in ["\n\n", "\n"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        answer(
            &mut world,
            "ash",
            &id,
            &format!("dispute: my prize was not counted{gap}and that is not fair\n\nbid 3"),
        );
        let about = world.campaign().record.people.disputes[0].about.clone();
        assert_eq!(on_file(&world, "ash")["bid"], 3, "{gap:?}");
        assert_eq!(about.contains("fair"), gap == "\n", "{about}");
    }
}

/// The game master's terminal tells at once of what has come up.
#[test]
fn a_tick_tells_of_what_is_new() {
    let mut world = World::new();
    world.write("ash", "dispute: {turn: 1, about: my bid}\n");
    let told = world.tick().attention;
    assert!(told.iter().any(|line| line.contains("ash has opened dispute 1 about turn 1")), "{told:?}");
    assert!(!world.tick().attention.iter().any(|line| line.contains("dispute")), "once");
}

/// An opening for another campaign is not one of a window that is over.
#[test]
fn an_opening_for_another_campaign_is_told_as_such() {
    let told = |campaign: &str| {
        let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
        world.hours(60);
        assert_eq!(world.window(), "2-bidding");
        let binding = Binding { campaign: campaign.into(), seat: "ash".into(), window: "1-bidding".into() };
        let opening = Opening::new(&binding, json!({"turn": 1, "bid": 1}), &[7; 16]).unwrap();
        world.write("ash", &opening.armour());
        world.tick();
        world.receipt("anna").codes().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let (own, other) = (told("toy-1"), told("toy-2"));
    assert_ne!(own, other);
    assert!(!own.is_empty() && !other.is_empty());
}

/// A window closes early with all plans in, though somebody is away, and a verifier finds nothing wrong with it.
#[test]
fn a_window_closes_early_though_somebody_is_away() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-12-10}\n");
    world.tick();
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 2, prize: left}\nfinal: yes\n");
    }
    world.tick();
    assert_ne!(world.window(), "1-bidding");
    world.holds();
}
