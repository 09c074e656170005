//! Rulings by mail: shown first, adopted by an answer, and only if the past is still the one that was shown.

use crate::campaign::ruling::{propose, try_ruling};
use crate::campaign::tests::deadlines::mail_works;
use crate::campaign::tests::ruling::{request, rewind, third_turn};
use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::disk::Fault;
use crate::ledger::Kind;
use chrono::TimeDelta;
use serde_json::{Value, json};

const GM: &str = "maria@example.org";
const RULE: &str = "do:\n  rule:\n    answers:\n      1/bid/birch: 5\n    because: that was wrong\n";

impl World {
    /// The game master writes a new message with the key.
    fn by_gm(&mut self, body: &str) -> Sent {
        let key = self.key("gm");
        self.mail(GM, "", &format!("{body}key: {key}\n"));
        // A seat may send twenty messages an hour.
        self.now += TimeDelta::minutes(4);
        self.tick();
        self.receipt("maria")
    }

    /// The game master replies to a message.
    fn reply(&mut self, to: &Sent, body: &str) -> Sent {
        self.mail(GM, &format!("In-Reply-To: <{}>\n", to.id()), body);
        self.now += TimeDelta::minutes(4);
        self.tick();
        self.receipt("maria")
    }

    fn rulings(&self) -> Vec<Value> {
        self.entries(Kind::Ruling).into_iter().map(|entry| entry.body).collect()
    }
}

fn step(receipt: &Sent) -> &str {
    receipt.model["extra"][0]["step"].as_str().unwrap_or_default()
}

#[test]
fn a_ruling_is_shown_and_adopted_by_an_answer_to_it() {
    let mut world = third_turn();
    let before = world.position();
    let shown = world.by_gm(RULE);
    assert_eq!((shown.codes(), step(&shown)), (vec![], "adopt"));
    let told = &shown.model["extra"][0]["told"];
    assert_eq!((&told["number"], &told["reason"]), (&json!(1), &json!("that was wrong")));
    assert_eq!(told["decisions"][0]["key"], "1/bid/birch");
    let coins = told["position"].as_array().unwrap().iter().find(|line| line["path"] == "coins").unwrap();
    assert_eq!((world.position(), world.rulings().len()), (before, 0), "it is only shown");

    // What else comes in meanwhile and changes nothing of the past does not matter.
    world.write("cedar", "press: {to: all, text: \"good morning\"}\n");
    let adopted = world.reply(&shown, "do: adopt\n");
    assert_eq!((adopted.codes(), step(&adopted)), (vec![], "adopted"));
    assert_eq!(world.answer("1/bid/birch"), (json!(5), json!({"from": "ruling", "number": 1})));
    assert_eq!(world.position()["coins"], coins["is"], "what was shown came true");
    assert_eq!(world.find("ruling", "anna").len(), 1, "everybody is told");
    world.holds();

    // The same answer once more finds a ruling that would change nothing now.
    let again = world.reply(&shown, "do: adopt\n");
    assert_eq!((again.codes(), world.rulings().len()), (vec!["ruling-refused"], 1));
}

/// Two answers in one pass adopt two rulings: each is told of its own.
#[test]
fn of_two_rulings_adopted_together_each_answer_tells_its_own() {
    let mut world = third_turn();
    let first = world.by_gm(RULE);
    let second =
        world.by_gm(&RULE.replace("1/bid/birch: 5", "1/bid/cedar: 4").replace("that was", "this too was"));
    assert_eq!((step(&first), step(&second)), ("adopt", "adopt"));
    for shown in [&first, &second] {
        world.mail(GM, &format!("In-Reply-To: <{}>\n", shown.id()), "do: adopt\n");
    }
    world.now += TimeDelta::minutes(4);
    world.tick();
    let given: Vec<Value> = world.rulings().iter().map(|ruling| ruling["reason"].clone()).collect();
    let receipts = world.find("receipt", "maria");
    let told: Vec<(&str, &Value)> = receipts
        .iter()
        .rev()
        .take(2)
        .rev()
        .map(|mail| (step(mail), &mail.model["extra"][0]["told"]["reason"]))
        .collect();
    // The second was shown for a past that the first has changed, so it is shown anew, and not told as if it were the first.
    assert_eq!((given, told[0].0), (vec![json!("that was wrong")], "adopted"), "{told:?}");
    assert_eq!(told[1], ("adopt-again", &json!("this too was wrong")));
}

/// In a lively game plans come in all the time; what was shown is adopted while it is still what would come of it.
#[test]
fn plans_that_came_in_meanwhile_keep_no_ruling_from_being_adopted() {
    let mut world = third_turn();
    let shown = world.by_gm(RULE);
    let difference = |world: &World| {
        let wrong = request(&[("1/bid/birch", json!(5))]);
        try_ruling(&world.campaign(), &wrong, world.now).unwrap().difference().unwrap()
    };
    let was = difference(&world);
    world.write("cedar", "plan: {bid: 2}\n");
    world.tick();
    let mut other = world.fork();
    assert_eq!(difference(&world), was, "the plan makes no other difference");
    let adopted = world.reply(&shown, "do: adopt\n");
    assert_eq!((adopted.codes(), step(&adopted), world.rulings().len()), (vec![], "adopted", 1));
    assert_eq!(world.window(), "3-bidding-2");
    world.holds();
    // With the plans of all, the window would close by itself: that was not shown.
    other.write("cedar", "plan: {bid: 2}\nfinal: yes\n");
    other.tick();
    let shown = other.by_gm(RULE);
    other.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    let again = other.reply(&shown, "do: adopt\n");
    assert_eq!((again.codes(), step(&again), other.rulings().len()), (vec![], "adopt-again", 0));
}

/// With a plan that came in meanwhile, an answer for the last seat would close the window: that was not shown.
#[test]
fn a_ruling_that_would_now_close_the_window_is_shown_again() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1, prize: left}\nfinal: yes\n");
    world.tick();
    let shown = world.by_gm("do:\n  rule:\n    answers:\n      1/bid/cedar: 2\n    because: by telephone\n");
    assert_eq!((shown.codes(), step(&shown)), (vec![], "adopt"));
    world.write("birch", "plan: {bid: 1, prize: left}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding", "cedar is waited for");
    let again = world.reply(&shown, "do: adopt\n");
    assert_eq!((again.codes(), step(&again), world.rulings().len()), (vec![], "adopt-again", 0));
    assert_eq!(step(&world.reply(&again, "do: adopt\n")), "adopted");
    world.holds();
}

#[test]
fn what_has_changed_since_is_shown_anew_and_not_adopted() {
    let mut world = third_turn();
    let shown = world.by_gm(RULE);
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 2}\nfinal: yes\n");
    }
    world.tick();
    assert_ne!(world.window(), "3-bidding", "the game has gone on");
    let anew = world.reply(&shown, "do: adopt\n");
    assert_eq!((anew.codes(), step(&anew), world.rulings().len()), (vec![], "adopt-again", 0));
    assert_eq!(anew.model["extra"][0]["told"]["decisions"][0]["key"], "1/bid/birch");
    // The answer to that one adopts.
    let adopted = world.reply(&anew, "do: adopt\n");
    assert_eq!((step(&adopted), world.rulings().len()), ("adopted", 1));
    world.holds();
    // Another ruling in between changes the past as well, whoever gives it.
    let back = "do: {rewind: 2/bidding, because: once more}\n";
    let shown = world.by_gm(back);
    assert_eq!(step(&shown), "adopt");
    let other = world.by_gm("do: {forward: yes, because: after all}\n");
    assert_eq!(step(&world.reply(&other, "do: adopt\n")), "adopted");
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopt-again");
    assert_eq!(world.rulings().len(), 2);
    world.holds();
}

#[test]
fn a_ruling_shown_by_a_message_that_was_delayed_is_not_adopted_unseen() {
    let mut world = third_turn();
    let key = world.key("gm");
    world.mail(GM, "", &format!("{RULE}key: {key}\n"));
    // The message about it goes out hours after it was asked for, and others have played meanwhile.
    mail_works(&world, false);
    world.hours(1);
    world.write("cedar", "plan: {bid: 2}\nfinal: yes\n");
    world.hours(2);
    mail_works(&world, true);
    world.hours(8);
    let shown = world.receipt("maria");
    assert_eq!(step(&shown), "adopt");
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopt-again");
}

#[test]
fn rewind_forward_and_messages_are_ruled_by_mail_too() {
    let mut world = third_turn();
    let before = world.position();
    let shown = world.by_gm("do:\n  rewind: {to: 1/bidding, because: once more}\n");
    assert_eq!(shown.model["extra"][0]["told"]["sort"], "rewind");
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopted");
    assert_eq!(world.campaign().record.game.turn, 1);
    let shown = world.by_gm("do: {forward: yes, because: after all}\n");
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopted");
    assert_eq!(world.position(), before);
    world.holds();
    // A message is refused by the number of its receipt.
    let shown = world.by_gm("do: {rule: {refuse: birch/1, because: from another hand}}\n");
    assert_eq!((shown.codes(), step(&shown)), (vec![], "adopt"), "{}", shown.text);
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopted");
    assert_eq!(world.rulings()[2]["changes"][0]["accept"], false);
    world.holds();
}

#[test]
fn decisions_are_listed_with_their_keys() {
    let mut world = third_turn();
    let listed = world.by_gm("do: {decisions: 1}\n");
    let stages = &listed.model["extra"][0]["stages"];
    assert_eq!(stages[0]["decisions"][1]["key"], "1/bid/birch");
    let listed = world.by_gm("do: decisions\n");
    assert_eq!(listed.model["extra"][0]["stages"][0]["open"][1]["key"], "3/bid/birch");
    assert_eq!(world.by_gm("do: {decisions: 7}\n").codes(), ["ruling-refused"]);
    let none = world.by_gm("do: {decisions: 1/marches}\n");
    assert!(none.text.contains("no stage “marches”"), "{}", none.text);
}

#[test]
fn what_is_wrong_is_shown_at_its_place_and_nothing_is_done() {
    let mut world = third_turn();
    let entries = |world: &World| world.rulings().len();
    for (body, code, line) in [
        ("do:\n  rule:\n    answers:\n      1/bid/birhc: 5\n    because: x\n", "ruling-refused", 4),
        ("do:\n  rule:\n    because: x\n    answers:\n      1/bid/birch: 99\n", "ruling-refused", 5),
        ("do:\n  rule:\n    accept: [birch/77]\n    because: x\n", "ruling-refused", 3),
        // The same name twice is wrong at its first place.
        (
            "do:\n  rule:\n    accept:\n      - birch/77\n      - birch/77\n    because: x\n",
            "ruling-refused",
            4,
        ),
        (
            "do:\n  rule:\n    answers: {1/bid/birch: 5}\n    entry: 99999\n    because: x\n",
            "ruling-refused",
            4,
        ),
        (
            "do:\n  rule:\n    answers: {1/bid/birch: 5}\n    dispute: 3\n    because: x\n",
            "ruling-refused",
            4,
        ),
        ("do:\n  rule:\n    answers: {1/bid/birch: 5}\n", "envelope-ruling-because", 2),
        ("do:\n  rule:\n    because: x\n", "envelope-ruling-nothing", 2),
        ("do:\n  rule:\n    anwsers: {1/bid/birch: 5}\n    because: x\n", "envelope-ruling-field", 3),
        ("do:\n  rule:\n    state: {coins: 3}\n    because: x\n", "envelope-ruling-typed", 3),
        ("do:\n  rule:\n    accept: []\n    because: x\n", "envelope-ruling-messages", 3),
        ("do:\n  rule:\n    answers: 5\n    because: x\n", "envelope-ruling-pairs", 3),
        (
            "do:\n  rule:\n    answers: {1/bid/birch: 5}\n    stage: bidding\n    because: x\n",
            "envelope-ruling-stage",
            2,
        ),
        (
            "do:\n  rule:\n    answers: {1/bid/birch: 5}\n    turn: 1\n    entry: 9\n    because: x\n",
            "envelope-ruling-points",
            2,
        ),
        ("do: {rewind: soon, because: x}\n", "envelope-ruling-point", 1),
        ("do: rewind\n", "envelope-ruling", 1),
        ("do: {rewind: {to: 1, answers: {a: 1}, because: x}}\n", "envelope-ruling-plain", 1),
        ("do: {forward: yes}\n", "envelope-ruling-because", 1),
        ("do: {decisions: all}\n", "envelope-ruling-turn", 1),
        ("do: adopt\n", "gm-adopt-what", 1),
        ("do: withdraw\n", "gm-no-proposal", 1),
    ] {
        let receipt = world.by_gm(body);
        assert_eq!(receipt.codes()[0], code, "{body}{}", receipt.text);
        let problem = &receipt.model["problems"][0];
        assert_eq!(problem["line"], line, "{body}{problem}");
        assert!(!problem["source"].as_str().unwrap().is_empty(), "{body}");
        assert_eq!(entries(&world), 0, "{body}");
    }
    // Legal answers are listed, as at the command line.
    let receipt = world.by_gm("do: {rule: {answers: {1/bid/birch: 99}, because: x}}\n");
    let legal = receipt.model["problems"][0]["why"]["details"]["legal"].as_array().unwrap();
    assert!(legal.iter().any(|answer| answer == "5"), "{legal:?}");
    // Of two rulings in one message the first is shown.
    let two = world.by_gm("do:\n  - forward: yes\n    because: x\n  - rewind: 1\n    because: x\n");
    assert!(two.codes().contains(&"gm-ruling-one"), "{:?}", two.codes());
}

/// Nothing in a ruling is at fault if it only has to wait: no place is shown, whatever it says.
#[test]
fn while_a_ruling_is_proposed_no_part_of_another_is_at_fault() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).unwrap();
    for part in [
        "answers: {1/bid/birch: 5}",
        "answers: {1/bid/birch: 99}",
        "answers: {1/bid/birhc: 5}",
        "accept: [birch/77]",
        "refuse: [birch/77]",
        "outcomes: {1/oak: 5}",
        "answers: {1/bid/birch: 5}\n    entry: 99999",
        "answers: {1/bid/birch: 5}\n    dispute: 3",
    ] {
        let receipt = world.by_gm(&format!("do:\n  rule:\n    {part}\n    because: x\n"));
        let problem = &receipt.model["problems"][0];
        assert_eq!(
            (receipt.codes()[0], &problem["line"]),
            ("ruling-refused", &Value::Null),
            "{part}: {problem}"
        );
        assert!(problem.to_string().contains("ruling 1 is proposed until"), "{part}: {problem}");
    }
}

#[test]
fn only_the_game_master_rules_and_no_quotation_does() {
    let mut world = third_turn();
    let shown = world.by_gm(RULE);
    // A player, with the player's own key, with the game master's key, or in a reply to the message.
    world.write("birch", RULE);
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["gm-only"]);
    let key = world.key("gm");
    world.mail("bert@example.org", "", &format!("{RULE}key: {key}\n"));
    world.mail("bert@example.org", &format!("In-Reply-To: <{}>\n", shown.id()), "do: adopt\n");
    world.tick();
    assert_eq!((world.rulings().len(), world.find("receipt", "maria").len()), (0, 1));
    // The game master's own words about it, with the message quoted in any of the usual ways.
    let text = &shown.model["words"].as_str().unwrap_or(&shown.text).to_owned();
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let bare: String = text.lines().map(|line| format!("{line}\n")).collect();
    for body in [
        format!("Let me think about it.\n\n{quoted}> do: adopt\n"),
        format!(
            "Let me think about it.\n\n-----Original Message-----\nFrom: x\nSent: y\nTo: z\nSubject: w\n\n{bare}do: adopt\n"
        ),
        format!("Let me think about it.\n\n{bare}"),
    ] {
        world.reply(&shown, &body);
        assert_eq!(world.rulings().len(), 0, "{body}");
    }
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopted", "a line of one's own does");
}

#[test]
fn with_an_objection_period_a_ruling_is_proposed_and_withdrawn_by_mail() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    let shown = world.by_gm(RULE);
    assert_eq!(step(&shown), "propose");
    assert_eq!(world.reply(&shown, "do: adopt\n").codes(), ["gm-adopt-propose"]);
    let proposed = world.reply(&shown, "do: propose\n");
    assert_eq!((proposed.codes(), step(&proposed)), (vec![], "proposed"));
    assert_eq!(world.rulings()[0]["step"], "proposed");
    assert_eq!(world.find("ruling", "anna").len(), 1);
    let busy = world.by_gm("do: {rewind: 1/bidding, because: x}\n");
    assert_eq!(busy.codes(), ["ruling-refused"]);
    assert_eq!(world.by_gm("do: withdraw\n").codes(), Vec::<&str>::new());
    assert_eq!(world.rulings()[1]["step"], "dropped");
    crate::campaign::verify(&world.edge, &world.dir).unwrap().unwrap();
    // Where there is none, nothing is proposed.
    let mut world = third_turn();
    let shown = world.by_gm(RULE);
    assert_eq!(world.reply(&shown, "do: propose\n").codes(), ["gm-propose-adopt"]);
}

#[test]
fn a_tick_that_is_killed_anywhere_adopts_once() {
    let mut world = third_turn();
    let shown = world.by_gm(RULE);
    world.mail(GM, &format!("In-Reply-To: <{}>\n", shown.id()), "do: adopt\n");
    world.now += TimeDelta::minutes(1);
    let start = world;
    let mut straight = start.fork();
    straight.disk.restart();
    straight.tick();
    straight.tick();
    assert_eq!(step(&straight.receipt("maria")), "adopted");
    let effects = {
        let mut counted = start.fork();
        counted.disk.restart();
        counted.tick();
        counted.disk.effects()
    };
    assert!(effects > 20, "{effects}");
    for number in 1..=effects {
        for fault in [Fault::KillBefore, Fault::KillWithin(700), Fault::KillAfter] {
            let mut world = start.fork();
            world.disk.fail_at(number, fault);
            let _ = world.try_tick();
            if !world.disk.is_dead() {
                continue;
            }
            world.disk.restart();
            world.tick();
            world.tick();
            assert_eq!(world.ledger(), straight.ledger(), "effect {number}, {fault:?}");
        }
    }
}

#[test]
fn a_rewind_is_undone_by_mail_and_the_old_timeline_goes_on() {
    let mut world = third_turn();
    let nothing = world.by_gm("do: forward because they turned up\n");
    assert_eq!(nothing.codes(), ["ruling-refused"], "there is no ruling to undo");
    let shown = world.by_gm("do: rewind to 2/bidding because Bert's mail did not reach us\n");
    assert_eq!((shown.codes(), world.window()), (vec![], "3-bidding".to_owned()), "only shown");
    world.reply(&shown, "do: adopt\n");
    assert_eq!(world.window(), "2-bidding-2");
    world.write("birch", "plan: {bid: 1, prize: left}\nfinal: yes\n");
    world.tick();
    let shown = world.by_gm("do: forward because Bert had sent it after all\n");
    assert_eq!((shown.codes(), world.window()), (vec![], "2-bidding-2".to_owned()), "only shown");
    world.reply(&shown, "do: adopt\n");
    // Ash's seal of the third turn is kept; Birch's of the other timeline is too, and counts when its questions come.
    assert_eq!(world.window(), "3-bidding-2");
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert_eq!(window.seats.keys().collect::<Vec<_>>(), ["ash"]);
    assert_eq!(world.answer("2/bid/birch").0, json!(4), "what Bert had sent in time");
    for who in ["anna", "bert", "cleo", "maria"] {
        let mail = world.find("ruling", who).pop().unwrap();
        assert_eq!(
            (&mail.model["sort"], &mail.model["windows"]),
            (&json!("forward"), &json!(["2-bidding-2"])),
            "{who}"
        );
    }
    let report = world.find("report", "anna").pop().unwrap();
    assert_eq!((&report.model["turn"], &report.model["replaces"]), (&json!(3), &json!(["2-bidding-2"])));
    world.holds();
}

/// What moves no piece between the showing of a ruling and its adoption leaves it as it was shown; what opens or closes does not.
#[test]
fn a_ruling_is_as_it_was_shown_while_only_the_clock_moves() {
    let mut world = third_turn();
    let shown = world.by_gm(RULE);
    let step_now = |world: &World, what: &str| {
        world.entries(Kind::Window).iter().filter(|entry| entry.body["what"] == what).count()
    };
    let mut moved = world.fork();
    let before = step_now(&moved, "moved");
    for seat in ["ash", "birch", "cedar"] {
        moved.write(seat, "vote: {extend: 24h}\n");
    }
    moved.tick();
    assert_eq!(step_now(&moved, "moved"), before + 1);
    assert_eq!(step(&moved.reply(&shown, "do: adopt\n")), "adopted");
    let mut reminded = world.fork();
    let before = step_now(&reminded, "reminded");
    reminded.hours(40);
    assert_eq!(step_now(&reminded, "reminded"), before + 1);
    assert_eq!(step(&reminded.reply(&shown, "do: adopt\n")), "adopted");
    let before = step_now(&world, "closed");
    world.hours(60);
    assert!(step_now(&world, "closed") > before);
    assert_eq!(step(&world.reply(&shown, "do: adopt\n")), "adopt-again");
}
