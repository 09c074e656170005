//! The order of openings with a game master who plays, what is said of sealed plans, and openings out of time.

use crate::campaign::play::orders::Order;
use crate::campaign::ruling::{Request, When};
use crate::campaign::state::entries::{Line, RulingKind};
use crate::campaign::state::record::{CopyOf, Due, DueKind, Record};
use crate::campaign::tests::world::{World, YAML};
use crate::campaign::{CampaignError, order};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::{Value, json};

fn of(seat: &str, plan: Value) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
    Opening::new(&binding, plan, &[7; 16]).unwrap()
}

fn opening(seat: &str, bid: u64) -> Opening {
    of(seat, json!({"turn": 1, "bid": bid}))
}

const PLANS: [(&str, u64); 3] = [("ash", 1), ("birch", 2), ("cedar", 3)];

/// A campaign in which the game master plays cedar and all are sealed.
pub(super) fn sealed_with(more: &str) -> World {
    let yaml = YAML.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}");
    let yaml = yaml.replace("outage: 3h", "outage: 3h, opening: in 24h");
    let mut world = World::with(&format!("{yaml}secrecy: sealed\n{more}"));
    for (seat, bid) in PLANS {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, bid).seal()));
    }
    world.tick();
    world
}

pub(super) fn open(world: &mut World, seat: &str) {
    let bid = PLANS.iter().find(|(other, _)| *other == seat).unwrap().1;
    world.write(seat, &opening(seat, bid).armour());
}

fn steps(world: &World) -> Vec<Value> {
    world.entries(Kind::Window).into_iter().map(|entry| entry.body.clone()).collect()
}

fn tables(world: &World, who: &str) -> Vec<Value> {
    world.find("seals", who).into_iter().map(|mail| mail.model).collect()
}

fn answers(world: &World) -> Vec<(Value, Value)> {
    let answered = world.entries(Kind::Answered);
    answered.iter().map(|entry| (entry.body["answer"].clone(), entry.body["source"].clone())).collect()
}

#[test]
fn the_seat_of_the_game_master_opens_first_and_then_the_others_have_their_whole_time() {
    let mut world = sealed_with("");
    let published = steps(&world).pop().unwrap();
    assert_eq!((&published["what"], &published["first"]), (&json!("published"), &json!("cedar")));
    let own = &tables(&world, "cleo")[0];
    assert_eq!(
        (&own["asked"], &own["only_first"], &own["waits"]),
        (&json!(true), &json!(true), &json!(false))
    );
    for who in ["anna", "bert"] {
        let table = &tables(&world, who)[0];
        assert_eq!((&table["asked"], &table["waits"]), (&json!(false), &json!(true)), "{who}");
        assert_eq!(table["first"]["id"], "cedar");
    }
    world.hours(20);
    // Only the first seat is reminded.
    assert_eq!(
        world.find("reminder", "").iter().map(|mail| mail.to().to_owned()).collect::<Vec<_>>(),
        ["cleo@example.org"]
    );
    open(&mut world, "cedar");
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), Vec::<&str>::new());
    let asked = steps(&world).pop().unwrap();
    assert_eq!(
        (&asked["what"], &asked["first"], &asked["why"]),
        (&json!("openings"), &json!("cedar"), &json!("opened"))
    );
    assert_eq!(
        asked["deadline"],
        json!((world.now + TimeDelta::hours(24)).format("%Y-%m-%dT%H:%M:%SZ").to_string())
    );
    for who in ["anna", "bert"] {
        let table = tables(&world, who).pop().unwrap();
        assert_eq!(
            (&table["asked"], &table["waits"], &table["instead"]),
            (&json!(true), &json!(false), &Value::Null)
        );
    }
    open(&mut world, "ash");
    open(&mut world, "birch");
    world.tick();
    assert_eq!(
        answers(&world).into_iter().map(|(bid, _)| bid).collect::<Vec<_>>(),
        [json!(1), json!(2), json!(3)]
    );
    let opened: Vec<_> = world.entries(Kind::Opened).iter().map(|entry| entry.body["seat"].clone()).collect();
    assert_eq!(opened, [json!("cedar"), json!("ash"), json!("birch")]);
    crate::campaign::verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn an_early_opening_stays_unread_in_the_mailbox_until_its_seat_is_asked() {
    let mut world = sealed_with("");
    open(&mut world, "ash");
    world.tick();
    let receipt = world.receipt("anna");
    assert!(receipt.codes().is_empty(), "{:?}", receipt.codes());
    assert_eq!(
        receipt.model["understood"],
        json!([{"line": null, "what": {"item": "opening-kept"}, "game": false}])
    );
    let nonce = "07".repeat(16);
    let is_there = |world: &World| {
        let own = ["ledger.jsonl", "private/record.json"].map(|file| world.read(file));
        own.iter().any(|text| text.contains(&nonce) || text.contains("\"bid\":1"))
    };
    assert!(!is_there(&world), "the program has kept nothing of the opening");
    assert!(world.disk.list(&world.dir.join("private/1-bidding")).unwrap_or_default().is_empty());
    let number = world.entries(Kind::Received).len();
    world.hours(3);
    assert_eq!(world.entries(Kind::Received).len(), number, "one receipt is enough");
    assert_eq!(world.disk.list(&world.dir.join("mail/in/new")).unwrap().len(), 1);
    assert!(!is_there(&world));
    // Both in one tick, and the early one needs no third.
    open(&mut world, "cedar");
    world.tick();
    assert!(is_there(&world));
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    assert_eq!(world.disk.list(&world.dir.join("mail/in/new")).unwrap().len(), 0);
    open(&mut world, "birch");
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let fates: Vec<_> =
        world.entries(Kind::Received).iter().map(|entry| entry.body["fate"].clone()).collect();
    assert_eq!(fates[3..], [json!("kept"), json!("used"), json!("used"), json!("used")]);
    crate::campaign::verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn an_early_opening_and_the_first_one_in_the_same_tick() {
    let mut world = sealed_with("");
    for seat in ["ash", "birch", "cedar"] {
        open(&mut world, seat);
    }
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let opened: Vec<_> = world.entries(Kind::Opened).iter().map(|entry| entry.body["seat"].clone()).collect();
    assert_eq!(opened, [json!("cedar"), json!("ash"), json!("birch")]);
}

#[test]
fn press_beside_an_early_opening_is_sent_once() {
    let mut world = sealed_with("");
    world.write("ash", &format!("press: {{to: birch, text: hello}}\n\n{}", opening("ash", 1).armour()));
    world.tick();
    open(&mut world, "cedar");
    world.tick();
    assert_eq!(world.entries(Kind::Press).len(), 1);
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    assert!(world.receipt("anna").codes().is_empty());
}

#[test]
fn a_first_seat_that_does_not_open_is_public_before_the_others_are_asked() {
    for (absence, instead) in [("default", "default"), ("steward", "steward"), ("wait", "default")] {
        let mut world = sealed_with("");
        let yaml = world.read("campaign.yaml").replace("absence: default", &format!("absence: {absence}"));
        world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
        open(&mut world, "ash");
        world.hours(24);
        assert_eq!(steps(&world).pop().unwrap()["what"], "reminded", "the grace period lasts");
        world.hours(1);
        let asked = steps(&world).pop().unwrap();
        assert_eq!((&asked["what"], &asked["why"]), (&json!("openings"), &json!("deadline")), "{asked}");
        assert_eq!(asked["instead"], instead);
        for who in ["anna", "bert", "cleo"] {
            let table = tables(&world, who).pop().unwrap();
            assert_eq!(table["instead"], instead, "{who}");
            assert_eq!(table["seals"][2]["seal"], opening("cedar", 3).seal().to_string(), "its seal stays");
        }
        assert!(world.told("maria").iter().any(|notice| notice["what"] == "not-opened"));
        // What the steward plays is in the ledger before the others are asked.
        let kinds: Vec<Kind> = world.campaign().entries().unwrap().iter().map(|entry| entry.kind).collect();
        let ask = kinds.iter().rposition(|kind| *kind == Kind::Window).unwrap();
        assert_eq!(kinds[..ask].contains(&Kind::Opened), absence == "steward");
        // It is too late for the first seat now, by an hour of grace and more.
        open(&mut world, "cedar");
        world.hours(2);
        let receipt = world.receipt("cleo");
        assert_eq!(receipt.codes(), ["opening-late"]);
        let details = &receipt.model["problems"][0]["why"]["details"];
        assert_eq!((&details["matches"], &details["instead"]), (&json!(true), &json!(instead)), "{details}");
        assert_eq!(details["late"], json!("1 hour"));
        open(&mut world, "birch");
        world.tick();
        assert_eq!(world.window(), "1-prize", "nobody waits for it any longer");
        let (_, source) = answers(&world).pop().unwrap();
        let wanted = match instead {
            "steward" => json!({"from": "steward", "window": "1-bidding"}),
            _ => json!({"from": "default", "why": "not-opened"}),
        };
        assert_eq!(source, wanted);
        let told = world.told("anna");
        assert!(!told.iter().any(|notice| notice["what"] == "not-opened"), "all were told in the table");
        crate::campaign::verify(&world.edge, &world.dir).unwrap().unwrap();
    }
}

#[test]
fn without_another_seal_nobody_opens_first() {
    let yaml = YAML.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}");
    let mut world = World::with(&yaml);
    world.write("cedar", &format!("seal: {}\nfinal: yes\n", opening("cedar", 3).seal()));
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    assert_eq!(steps(&world).pop().unwrap()["first"], Value::Null);
    assert!(world.entries(Kind::Opened).is_empty());
}

#[test]
fn an_order_to_go_on_asks_the_others_and_not_more() -> Result<(), CampaignError> {
    let mut world = sealed_with("");
    world.now += TimeDelta::hours(1);
    order(&world.edge, &world.dir, world.now, &Order::Process { anyway: true })?;
    let asked = steps(&world).pop().unwrap();
    assert_eq!(
        (&asked["what"], &asked["why"], &asked["instead"]),
        (&json!("openings"), &json!("gm"), &json!("default"))
    );
    assert_eq!(world.window(), "1-bidding");
    Ok(())
}

#[test]
fn no_entry_can_open_another_seat_first() {
    let world = sealed_with("");
    let campaign = world.campaign();
    let apply = |kind: Kind, body: Value, secret: Option<Value>| {
        let mut record = campaign.record.clone();
        let line = Line { seq: record.seq + 1, at: world.now, kind, body: &body, secret: secret.as_ref() };
        record.apply(campaign.rules(), line).map_err(|why| why.to_string())
    };
    let opened = |seat: &str, bid| {
        let opening = opening(seat, bid);
        let body = json!({"window": "1-bidding", "seat": seat, "seal": opening.seal(), "how": "seal"});
        apply(Kind::Opened, body, Some(opening.to_value()))
    };
    assert!(opened("ash", 1).unwrap_err().contains("is not asked to open it now"));
    opened("cedar", 3).unwrap();
    let openings = |why: &str, instead: Value| {
        let body = json!({"what": "openings", "window": "1-bidding", "first": "cedar", "why": why, "instead": instead,
            "deadline": null});
        apply(Kind::Window, body, None)
    };
    for (why, instead) in [("opened", Value::Null), ("deadline", json!("default")), ("gm", Value::Null)] {
        assert!(openings(why, instead).unwrap_err().contains("before cedar has opened"), "{why}");
    }
    openings("gm", json!("default")).unwrap();
}

#[test]
fn the_receipt_of_an_opening_says_what_of_its_plan_counts() {
    // A plan for another turn, one that bids too much, one with an answer that is no word, and one that says nothing.
    for (plan, counts, codes) in [
        (json!({"turn": 1, "bid": 4}), "all", vec![]),
        (json!({"turn": 2, "bid": 4}), "none", vec!["toy-turn", "opening-silent"]),
        (json!({"turn": 1, "bid": 40}), "none", vec!["bid-too-high", "opening-silent"]),
        (json!({"turn": 1, "bid": 4, "prize": "up"}), "some", vec!["toy-unknown"]),
        (json!({"turn": 1, "prize": "left"}), "none", vec!["opening-silent"]),
        (json!({"turn": "x"}), "none", vec!["opening-no-plan"]),
    ] {
        let mut world = World::with(&format!("{YAML}secrecy: either\n"));
        let opening = of("ash", plan.clone());
        world.write("ash", &format!("seal: {}\nfinal: yes\n", opening.seal()));
        world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
        world.write("cedar", "plan: {bid: 2}\nfinal: yes\n");
        world.tick();
        world.write("ash", &opening.armour());
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(receipt.codes(), codes, "{plan}");
        let items = receipt.model["understood"].as_array().unwrap();
        let item = items.iter().find(|item| item["what"]["item"] == "opening").unwrap();
        assert_eq!(item["what"]["counts"], counts, "{plan}");
        let used = if codes == ["opening-no-plan"] { "void" } else { "this" };
        assert_eq!(receipt.model["standing"]["used"], used, "{plan}");
        // What the receipt says is what is played.
        let (bid, source) = answers(&world).remove(0);
        assert_eq!(source["from"] == "plan", counts != "none", "{plan}: {source}");
        assert_eq!(bid, if counts == "none" { json!(0) } else { json!(4) }, "{plan}");
    }
}

/// Three seats have sealed, one has opened, and the time of the others is over.
fn opened_by_ash_alone() -> World {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    for (seat, bid) in PLANS {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, bid).seal()));
    }
    world.tick();
    open(&mut world, "ash");
    world.hours(50);
    world
}

#[test]
fn a_late_opening_is_known_as_one() {
    let mut world = opened_by_ash_alone();
    assert_eq!(world.window(), "1-prize");
    let late = |world: &mut World, seat: &str, opening: &Opening, who: &str| {
        world.write(seat, &opening.armour());
        world.tick();
        let receipt = world.receipt(who);
        assert_eq!(receipt.codes().len(), 1, "{:?}", receipt.codes());
        receipt.model["problems"][0]["why"].clone()
    };
    let why = late(&mut world, "birch", &opening("birch", 2), "bert");
    assert_eq!(why["code"], "opening-late");
    assert_eq!(
        (&why["details"]["matches"], &why["details"]["late"]),
        (&json!(true), &json!("1 hour")),
        "{why}"
    );
    assert_eq!(
        (&why["details"]["window"], &why["details"]["instead"]),
        (&json!("1-bidding"), &json!("default"))
    );
    let why = late(&mut world, "cedar", &opening("cedar", 9), "cleo");
    assert_eq!((&why["code"], &why["details"]["matches"]), (&json!("opening-late"), &json!(false)));
    // One that was in time is no secret to its owner, and one that belongs to nobody here is told so.
    let why = late(&mut world, "ash", &opening("ash", 1), "anna");
    assert_eq!((&why["code"], &why["details"]["matches"]), (&json!("opening-was-open"), &json!(true)));
    assert_eq!(late(&mut world, "birch", &opening("cedar", 3), "bert")["code"], "opening-foreign");
}

#[test]
fn a_reminder_to_open_never_says_that_the_game_waits() {
    for (absence, otherwise) in [("wait", "default"), ("default", "default"), ("steward", "steward")] {
        let yaml = YAML.replace("absence: default", &format!("absence: {absence}"));
        let mut world = World::with(&format!("{yaml}secrecy: either\n"));
        for (seat, bid) in PLANS {
            world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, bid).seal()));
        }
        world.tick();
        world.hours(40);
        let reminder = world.find("reminder", "anna").pop().unwrap();
        assert_eq!(
            (&reminder.model["awaited"], &reminder.model["otherwise"]),
            (&json!("opening"), &json!(otherwise))
        );
        world.hours(12);
        assert_ne!(world.window(), "1-bidding", "{absence}: nobody waits for an opening");
    }
}

#[test]
fn a_seal_made_after_others_had_opened_is_marked_in_the_table_that_everybody_gets() {
    let mut world = sealed_with("");
    assert!(
        tables(&world, "anna")[0]["seals"].as_array().unwrap().iter().all(|line| line.get("knew").is_none())
    );
    open(&mut world, "cedar");
    world.tick();
    for seat in ["ash", "birch"] {
        open(&mut world, seat);
    }
    world.tick();
    assert_eq!(answers(&world).len(), 3, "the window is over");
    // Back to when ash alone had sealed. Its seal is kept, and the others seal again, having read or not.
    let sealed = world.entries(Kind::Sealed)[0].clone();
    assert_eq!(sealed.body["seat"], "ash");
    world.rule(&Request::new(RulingKind::Rewind, When::Entry(sealed.seq), "once more"));
    assert_eq!(world.window(), "1-bidding-2");
    for (seat, bid) in [("birch", 4), ("cedar", 5)] {
        let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding-2".into() };
        let plan = Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[8; 16]).unwrap();
        world.write(seat, &format!("seal: {}\nfinal: yes\n", plan.seal()));
    }
    world.tick();
    for who in ["anna", "bert", "cleo"] {
        let of_window = |table: &&Value| table["window"]["id"] == "1-bidding-2";
        let all = tables(&world, who);
        let lines = all.iter().find(of_window).expect("a table of the window")["seals"].clone();
        let knew: Vec<Value> = lines.as_array().unwrap().iter().map(|line| line["knew"].clone()).collect();
        assert_eq!(knew, [Value::Null, json!("1-bidding"), json!("1-bidding")], "{who}: {lines}");
    }
    world.holds();
}

#[test]
fn an_opening_while_plans_are_still_taken_is_too_early_however_late_it_is() {
    let yaml = YAML.replace("absence: default", "absence: wait");
    let mut world = World::with(&format!("{yaml}secrecy: either\n"));
    world.write("ash", &format!("seal: {}\n", opening("ash", 1).seal()));
    world.hours(60);
    assert_eq!(world.window(), "1-bidding");
    open(&mut world, "ash");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["opening-too-early"]);
}

#[test]
fn only_a_seat_that_has_a_seal_to_open_waits_for_the_first() {
    let yaml = YAML.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}");
    let mut world = World::with(&format!("{yaml}secrecy: either\n"));
    for seat in ["ash", "cedar"] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, 1).seal()));
    }
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    for (who, waits) in [("anna", true), ("bert", false), ("cleo", false)] {
        assert_eq!(tables(&world, who)[0]["waits"], waits, "{who}");
    }
}

#[test]
fn nothing_is_opened_in_a_window_that_is_closed() {
    let world = opened_by_ash_alone();
    let campaign = world.campaign();
    let entries = campaign.entries().unwrap();
    let closed = entries.iter().find(|entry| entry.body["what"] == "closed").unwrap().seq;
    // The last that can be opened, and then what follows.
    for (upto, why) in [(closed - 1, None), (closed, Some("window 1-bidding is not open"))] {
        let mut record = Record::default();
        for entry in entries.iter().take_while(|entry| entry.seq <= upto) {
            record.apply(campaign.rules(), Line::from(entry)).unwrap();
        }
        let opening = opening("birch", 2);
        let body = json!({"window": "1-bidding", "seat": "birch", "seal": opening.seal(), "how": "seal"});
        let secret = opening.to_value();
        let line =
            Line { seq: upto + 1, at: world.now, kind: Kind::Opened, body: &body, secret: Some(&secret) };
        let opened = record.apply(campaign.rules(), line).map_err(|why| why.to_string());
        match why {
            None => opened.unwrap(),
            Some(why) => assert!(opened.unwrap_err().contains(why)),
        }
    }
}

/// What is still to be sent when the others are asked: each is sent one table, the new one, and whatever else was due.
#[test]
fn a_table_that_was_not_sent_yet_is_not_sent_once_the_others_are_asked() {
    let world = sealed_with("");
    let campaign = world.campaign();
    let mut record = campaign.record.clone();
    record.people.due.clear();
    for kind in [
        DueKind::Seals,
        DueKind::Copy { of: CopyOf::Seals },
        DueKind::Reminder,
        DueKind::Receipt,
        DueKind::Report,
    ] {
        let what = format!("{kind:?}");
        record.people.due.push(Due { to: "ash".into(), what, kind, at: world.now, seq: 1 });
    }
    let opening = opening("cedar", 3);
    let opened = json!({"window": "1-bidding", "seat": "cedar", "seal": opening.seal(), "how": "seal"});
    let asked = json!({"what": "openings", "window": "1-bidding", "first": "cedar", "why": "opened", "instead": null,
        "deadline": null});
    for (kind, body, secret) in
        [(Kind::Opened, opened, Some(opening.to_value())), (Kind::Window, asked, None)]
    {
        let line = Line { seq: record.seq + 1, at: world.now, kind, body: &body, secret: secret.as_ref() };
        record.apply(campaign.rules(), line).unwrap();
    }
    let to_ash = record.people.due.iter().filter(|due| due.to == "ash");
    let kinds: Vec<_> = to_ash.map(|due| (due.kind.clone(), due.seq > 1)).collect();
    assert_eq!(
        kinds,
        [(DueKind::Receipt, false), (DueKind::Report, false), (DueKind::Seals, true)],
        "the table is the new one"
    );
}
