//! The first lines of a receipt, in every state that a window and a seat can be in. Each test plays on and looks whether
//! the campaign did what the receipt said.

use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::campaign::verify;
use crate::ledger::Kind;
use chrono::TimeDelta;

/// What the sentences promise, in the words that a reader would look for.
#[derive(Debug, PartialEq)]
struct Promise {
    /// The plan in this message, or an earlier one, is used if nothing more comes.
    counts: bool,
    /// Another plan may still replace it.
    may_change: bool,
    /// We ask for a plan.
    wants: bool,
}

fn promise(receipt: &Sent) -> Promise {
    let says = receipt.says();
    let has = |words: &[&str]| words.iter().any(|word| says.contains(word));
    Promise {
        counts: has(&["accepted", "still counts", "and counts", "is on file, and we use it"]),
        may_change: has(&["unless you send another", "You can change your plan", "you can replace it"]),
        wants: has(&["still need a plan", "send a plan before", "send it before"]),
    }
}

/// The bid that was used for a seat in a turn; `None` while none is.
fn used(world: &World, key: &str) -> Option<(u64, String)> {
    let all = world.entries(Kind::Answered);
    let entry = all.iter().find(|entry| entry.body["key"] == key)?;
    Some((entry.body["answer"].as_u64()?, entry.body["source"]["from"].as_str()?.to_owned()))
}

const COUNTS: Promise = Promise { counts: true, may_change: true, wants: false };
const DONE: Promise = Promise { counts: true, may_change: false, wants: false };
const WANTED: Promise = Promise { counts: false, may_change: false, wants: true };
const QUIET: Promise = Promise { counts: false, may_change: false, wants: false };

/// Sends a plan of ash's and returns the promise of its receipt.
fn send(world: &mut World, body: &str) -> Promise {
    world.write("ash", body);
    world.tick();
    promise(&world.receipt("anna"))
}

#[test]
fn an_accepted_plan_is_used_unless_another_comes() {
    let mut world = World::new();
    assert_eq!(send(&mut world, "plan: {bid: 4}\n"), COUNTS);
    let mut again = world.fork();
    world.hours(50);
    assert_eq!(used(&world, "1/bid/ash"), Some((4, "plan".to_owned())));
    assert_eq!(send(&mut again, "plan: {bid: 2}\n"), COUNTS);
    again.hours(50);
    assert_eq!(used(&again, "1/bid/ash"), Some((2, "plan".to_owned())));
}

#[test]
fn a_plan_that_closes_its_window_cannot_be_changed() {
    let mut world = World::new();
    all_bid(&mut world, [4, 2, 3]);
    world.tick();
    // All three were read in one pass, and the last one closed the window for all.
    for who in ["anna", "bert", "cleo"] {
        assert_eq!(promise(&world.receipt(who)), DONE, "{}", world.receipt(who).says());
        assert!(world.receipt(who).says().contains("The window has closed"));
    }
    assert_eq!(used(&world, "1/bid/ash"), Some((4, "plan".to_owned())));
    // One seat is asked, and its answer goes on at once.
    assert_eq!(world.window(), "1-prize");
    assert_eq!(send(&mut world, "plan: {prize: right}\n"), DONE);
    assert_eq!(world.window(), "2-bidding");
}

#[test]
fn of_two_plans_in_one_pass_the_first_receipt_names_the_second() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\n");
    world.write("ash", "plan: {bid: 2}\n");
    world.tick();
    let receipts = world.find("receipt", "anna");
    let says = receipts[0].says();
    assert!(says.contains("and then a later one from you. Receipt 2 says what counts now."), "{says}");
    assert_eq!(promise(&receipts[1]), COUNTS);
    world.hours(50);
    assert_eq!(used(&world, "1/bid/ash"), Some((2, "plan".to_owned())));
}

#[test]
fn what_cannot_be_used_leaves_an_earlier_plan_or_none() {
    let mut world = World::new();
    assert_eq!(send(&mut world, "plan: {bid: lots}\n"), WANTED);
    assert!(world.receipt("anna").says().contains("we use the defaults of the rules"));
    let mut silent = world.fork();
    silent.hours(50);
    assert_eq!(used(&silent, "1/bid/ash"), Some((0, "default".to_owned())));
    assert_eq!(send(&mut world, "ask: status\n"), WANTED);
    assert_eq!(send(&mut world, "plan: {bid: 3}\n"), COUNTS);
    assert_eq!(send(&mut world, "plan: {bid: lots}\n"), COUNTS);
    assert_eq!(send(&mut world, "plan: {bid: 3}\n"), COUNTS);
    world.hours(50);
    assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())));
}

#[test]
fn silence_is_said_as_the_settings_have_it() {
    for (absence, words, then) in [
        ("steward", "a steward (a program) plays for you", Some("steward")),
        ("default", "we use the defaults", Some("default")),
        ("wait", "the game waits for you", None),
    ] {
        let mut world = World::with(&YAML.replace("absence: default", &format!("absence: {absence}")));
        assert_eq!(send(&mut world, "ask: status\n"), WANTED);
        assert!(world.receipt("anna").says().contains(words), "{}", world.receipt("anna").says());
        world.hours(50);
        assert_eq!(used(&world, "1/bid/ash").map(|(_, from)| from).as_deref(), then);
    }
}

#[test]
fn a_seat_that_is_not_asked_is_not_pressed() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    // Only cedar is asked; ash has a plan on file, of the window that has closed.
    world.write("ash", "ask: status\n");
    world.tick();
    let says = world.receipt("anna").says();
    assert!(says.starts_with("You need not send anything now."), "{says}");
    assert!(says.contains("Your plan for 1-bidding is on file"), "{says}");
    // Nobody waits for whoever is not asked.
    world.write("ash", "final: yes\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["final-not-asked"]);
    assert!(receipt.says().starts_with("You need not send anything now."), "{}", receipt.says());
    // A plan for later is on file, and can be replaced until the game comes to it.
    world.write("ash", "plan: {bid: 5}\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert!(receipt.says().contains("accepted and on file"), "{}: {:?}", receipt.says(), receipt.codes());
}

#[test]
fn a_stopped_clock_and_a_passed_deadline_are_said() {
    let mut world = World::new();
    let mut paused = world.fork();
    paused.mail("maria@example.org", "", &format!("key: {}\ndo: pause\n", paused.key("gm")));
    paused.tick();
    assert_eq!(send(&mut paused, "plan: {bid: 4}\n"), COUNTS);
    assert!(paused.receipt("anna").says().contains("The game is paused"));
    paused.hours(60);
    assert_eq!(used(&paused, "1/bid/ash"), None, "nothing closes while the clock is stopped");

    // In the grace period.
    world.hours(47);
    world.now += TimeDelta::minutes(70);
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    let says = world.receipt("anna").says();
    assert!(
        says.contains("The deadline has passed") && says.contains("Late messages still count until"),
        "{says}"
    );
    assert!(says.contains("The game waits for BIRCH and CEDAR"), "{says}");
    assert_eq!(promise(&world.receipt("anna")), COUNTS);
    world.hours(2);
    assert_eq!(used(&world, "1/bid/ash"), Some((4, "plan".to_owned())));
    // Too late: the window is over, and another is open.
    world.hours(60);
    assert_ne!(world.window(), "1-bidding");
}

#[test]
fn beyond_the_deadline_the_receipt_says_who_is_awaited() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("birch", "plan: {bid: 1}\n");
    world.hours(50);
    assert_eq!(world.window(), "1-bidding");
    assert_eq!(send(&mut world, "plan: {bid: 4}\n"), COUNTS);
    let says = world.receipt("anna").says();
    assert!(says.contains("has passed") && says.contains("The game waits for CEDAR"), "{says}");
    assert!(!says.contains("Late messages"), "{says}");
    // All are told for whom, and the game master what helps.
    for who in ["anna", "bert", "cleo"] {
        let told = world.told(who);
        let waits = told.iter().find(|told| told["details"]["act"] == "waits").expect(who);
        assert!(
            waits["details"]["seats"].as_array().is_some_and(|seats| seats.contains(&"CEDAR".into())),
            "{waits}"
        );
    }
    let gm = world.told("maria").into_iter().find(|told| told["what"] == "waiting").unwrap();
    assert_eq!(gm["details"]["folder"], "c");
    world.write("cedar", "plan: {bid: 4}\n");
    world.tick();
    assert!(used(&world, "1/bid/ash").is_some());
}

/// While the game waits for somebody, the others may still change their plans, as their message says.
#[test]
fn while_the_game_waits_everyone_may_change_a_plan() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("birch", "plan: {bid: 1}\n");
    world.write("ash", "plan: {bid: 2}\n");
    world.hours(50);
    assert_eq!(send(&mut world, "plan: {bid: 3}\n"), COUNTS);
    world.write("cedar", "plan: {bid: 4}\n");
    world.tick();
    assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// The game does not wait for who is away, so the time is over for the others too.
#[test]
fn nobody_changes_a_plan_late_because_somebody_is_away() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25}\n");
    world.write("birch", "plan: {bid: 1}\n");
    world.write("ash", "plan: {bid: 2}\n");
    world.hours(47);
    world.now += TimeDelta::minutes(150);
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    assert_eq!(used(&world, "1/bid/ash"), Some((2, "plan".to_owned())));
}

/// Who is waited for and slips has the grace period to mend it, and the receipt says so.
#[test]
fn a_late_plan_with_a_slip_can_be_mended() {
    let begin = || {
        let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
        world.write("birch", "plan: {bid: 1}\n");
        world.write("cedar", "plan: {bid: 2}\n");
        world.hours(50);
        assert_eq!(world.window(), "1-bidding");
        send(&mut world, "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
        assert_eq!(world.window(), "1-bidding", "it can be mended");
        let says = world.receipt("anna").says();
        assert!(says.contains("You can correct it until"), "{says}");
        world.now += TimeDelta::minutes(5);
        world
    };
    let mut world = begin();
    send(&mut world, "plan: {bid: 3}\n");
    assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())));
    verify(&world.edge, &world.dir).unwrap().unwrap();
    let mut world = begin();
    let grace = world.campaign().record.game.open_window().unwrap().grace;
    world.now += TimeDelta::seconds(grace);
    world.tick();
    assert_eq!(used(&world, "1/bid/ash"), Some((4, "plan".to_owned())), "the time is over");
    let mut world = begin();
    send(&mut world, "final: yes\n");
    assert_eq!(used(&world, "1/bid/ash"), Some((4, "plan".to_owned())), "it is final");
}

/// So has she if her mail is there when the first tick after the deadline comes.
#[test]
fn a_late_plan_can_be_mended_though_no_tick_has_said_that_the_game_waits() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("birch", "plan: {bid: 1}\n");
    world.write("cedar", "plan: {bid: 2}\n");
    world.hours(48);
    world.now += TimeDelta::hours(2);
    send(&mut world, "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
    assert!(!world.campaign().record.game.open_window().unwrap().waiting);
    let says = world.receipt("anna").says();
    assert!(says.contains("You can correct it until"), "{says}");
    world.now += TimeDelta::minutes(5);
    send(&mut world, "plan: {bid: 3}\n");
    assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())));
}

/// Where a window closes as soon as all are in, a slip in the last plan can be mended too.
#[test]
fn a_slip_in_the_last_plan_holds_a_window_that_closes_when_all_are_in() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: default\nclose early: all in"));
    world.write("birch", "plan: {bid: 1}\n");
    world.write("cedar", "plan: {bid: 2}\n");
    world.tick();
    send(&mut world, "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
    assert_eq!(used(&world, "1/bid/ash"), None);
    assert!(world.receipt("anna").says().contains("You can correct it until"));
    world.now += TimeDelta::minutes(5);
    send(&mut world, "plan: {bid: 3}\n");
    assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())));
}

/// While such a window is held, everybody who is told a deadline is told when it closes, and nothing else.
#[test]
fn when_a_held_window_closes_is_told_to_everybody() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: default\nclose early: all in"));
    world.write("birch", "plan: {bid: 1}\n");
    world.tick();
    // The first to write has slipped: nothing closes yet.
    world.write("ash", "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
    world.tick();
    let says = world.receipt("anna").says();
    assert!(says.contains("The deadline is Sunday 22 November, 11:00"), "{says}");
    assert!(!says.contains("the window closes on"), "{says}");
    world.now += TimeDelta::minutes(10);
    // The last to write did not; it closes for the other's sake.
    world.write("cedar", "plan: {bid: 2}\n");
    world.tick();
    let closes = "the window closes on Friday 20 November, 12:00";
    for (seat, who, body) in [
        ("cedar", "cleo", ""),
        ("ash", "anna", "ask: status\n"),
        ("birch", "bert", "ask: status\n"),
        ("birch", "bert", "plan: {bid: 3}\n"),
        ("ash", "anna", "To Bert: peace?\n"),
    ] {
        if !body.is_empty() {
            world.write(seat, body);
            world.tick();
        }
        let receipt = world.receipt(who);
        let words = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(closes), "{who}: {words}");
        assert!(!words.contains("Sunday"), "{who}: {words}");
        assert_eq!(receipt.model["window"]["window"]["awaited"], serde_json::json!([]), "{who}");
    }
    let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
    let until = status.window.unwrap().closes.unwrap();
    assert_eq!(until.to_rfc3339(), "2026-11-20T11:00:00+00:00");
    world.now = until;
    world.tick();
    assert_eq!(used(&world, "1/bid/ash"), Some((4, "plan".to_owned())));
}

/// A plan that comes in the first pass behind the grace period is waited for like one that comes later, and can be mended too.
#[test]
fn a_slip_that_comes_with_the_end_of_the_grace_period_can_be_mended() {
    for minutes in [0, 5, 60] {
        let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
        world.write("birch", "plan: {bid: 1}\n");
        world.write("cedar", "plan: {bid: 2}\n");
        world.hours(48);
        world.now += TimeDelta::hours(1) + TimeDelta::minutes(minutes);
        send(&mut world, "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
        assert_eq!(used(&world, "1/bid/ash"), None, "{minutes}");
        let says = world.receipt("anna").says();
        assert!(says.contains("You can correct it until"), "{minutes}: {says}");
        assert!(!says.contains("Late messages still count"), "{minutes}: {says}");
        world.now += TimeDelta::minutes(5);
        send(&mut world, "plan: {bid: 3}\n");
        assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())), "{minutes}");
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

/// A window that is past its deadline and waits for nobody any more is not said to wait.
#[test]
fn a_late_window_that_is_held_waits_for_nobody() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("birch", "plan: {bid: 1}\n");
    world.write("cedar", "plan: {bid: 2}\n");
    world.hours(50);
    let look = |world: &World| {
        let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
        status.attention.into_iter().filter(|line| line.contains("waits for")).collect::<Vec<_>>()
    };
    assert_eq!(
        look(&world),
        [
            "the deadline of 1-bidding is past, and the game waits for: ash; ravenpost extend /c 24h, or ravenpost process /c"
        ]
    );
    send(&mut world, "ask: status\n");
    let says = world.receipt("anna").says();
    assert!(says.contains("The game waits for you."), "{says}");
    send(&mut world, "plan: {bid: 4}\ndispute: {turn: 9, about: bids}\n");
    assert_eq!(look(&world), Vec::<String>::new());
    world.write("birch", "ask: status\n");
    world.tick();
    let words = world.receipt("bert").model["words"].as_str().unwrap().to_owned();
    assert!(words.contains("the window closes on") && !words.contains("waits for"), "{words}");
}

#[test]
fn seals_are_said_to_need_an_opening() {
    let yaml = YAML.replace("absence: default", "absence: default\nsecrecy: either");
    let mut world = World::with(&yaml);
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 2}\nfinal: yes\n");
    }
    let seal = format!("seal: sha256:{}\nfinal: yes\n", "ab".repeat(32));
    world.write("cedar", &seal);
    world.tick();
    let says = world.receipt("cleo").says();
    assert!(says.contains("Your seal counts, and the seals are published"), "{says}");
    // The plans of the others can no longer change, and the receipts must not say so.
    assert_eq!(promise(&world.receipt("anna")), DONE, "{}", world.receipt("anna").says());
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["seals-published"]);
    assert_eq!(promise(&world.receipt("anna")), DONE, "{}", world.receipt("anna").says());
    world.hours(50);
    assert_eq!(used(&world, "1/bid/ash"), Some((2, "plan".to_owned())));
}

#[test]
fn before_and_after_the_game() {
    let mut world = World::with(&format!("{YAML}rehearsal: in 72h\n"));
    assert_eq!(send(&mut world, "ask: help\n"), QUIET);
    assert!(world.receipt("anna").says().contains("it does not say that you are ready"));
    assert_eq!(send(&mut world, "rehearsal: {ready: yes}\n"), QUIET);
    let says = world.receipt("anna").says();
    assert!(says.contains("Your mail reaches us, and you are ready"), "{says}");
    assert_eq!(world.window(), "");
    world.hours(80);
    assert_eq!(world.window(), "1-bidding");
    for turn in 1..=3 {
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        if turn == 1 {
            world.write("cedar", "plan: {prize: right}\n");
            world.tick();
        }
    }
    assert_eq!(world.find("end", "").len(), 4, "{}", world.window());
    assert_eq!(send(&mut world, "plan: {bid: 4}\n"), QUIET);
    assert!(world.receipt("anna").says().starts_with("The game is over"), "{}", world.receipt("anna").says());
}

#[test]
fn a_seat_that_is_given_up_is_told_so() {
    let mut world = World::new();
    world.write("birch", "plan: {bid: 1}\n");
    world.resign("ash");
    world.hours(50);
    assert!(world.campaign().record.people.resigned.contains("ash"));
    assert_eq!(send(&mut world, "plan: {bid: 4}\n"), Promise { counts: true, ..QUIET });
    assert!(
        world.receipt("anna").says().starts_with("The seat is given up"),
        "{}",
        world.receipt("anna").says()
    );
}

#[test]
fn a_stand_ins_plan_counts_like_the_players() {
    let mut world = World::new();
    world.write("ash", "absent: {from: 2026-11-20, to: 2026-11-30, stand-in: dora@example.org}\n");
    world.hours(15);
    let key = world.find("report", "dora").pop().or_else(|| world.find("reminder", "dora").pop());
    if let Some(mail) = key {
        world.mail("dora@example.org", &format!("In-Reply-To: <{}>\n", mail.id()), "plan: {bid: 3}\n");
        world.tick();
        assert_eq!(promise(&world.receipt("dora")), COUNTS);
        world.hours(40);
        assert_eq!(used(&world, "1/bid/ash"), Some((3, "plan".to_owned())));
    }
}
