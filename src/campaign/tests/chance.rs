//! Chance that nobody chose: the secret drawn at the founding, words of chance open and sealed, the game master's seat, and
//! the public number.

use crate::campaign::chance_words::words_plan;
use crate::campaign::secrets::Secrets;
use crate::campaign::tests::world::{World, YAML};
use crate::campaign::toy::SEATS;
use crate::campaign::{Campaign, For, export, start, start_with, verify};
use crate::disk::{Disk, Fault};
use crate::ledger::Kind;
use crate::seal::{Binding, Hash256, Opening};
use serde_json::{Value, json};

pub(super) fn yaml(chance: &str) -> String {
    YAML.replace("chance: no", &format!("chance: {chance}"))
}

/// Random bytes that are all the same.
fn all(byte: u8) -> impl FnMut(&mut [u8]) {
    move |bytes| bytes.fill(byte)
}

/// Random bytes of which each is another, so that keys differ.
fn counted() -> impl FnMut(&mut [u8]) {
    let mut last = 0u8;
    move |bytes| {
        for byte in bytes {
            last = last.wrapping_add(1);
            *byte = last;
        }
    }
}

fn gm(world: &mut World, body: &str) {
    let key = world.key("gm");
    world.mail("maria@example.org", "", &format!("key: {key}\n{body}"));
    world.tick();
}

/// What everybody was told about chance, step by step.
fn steps(world: &World, who: &str) -> Vec<Value> {
    let told = world.told(who).into_iter().filter(|notice| notice["what"] == "chance");
    told.map(|notice| notice["details"].clone()).collect()
}

/// Words of chance that a seat seals at home.
fn sealed(seat: &str, words: &str) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "chance".into() };
    Opening::new(&binding, words_plan(words), &[7; 16]).unwrap()
}

pub(super) fn chance(world: &World) -> Value {
    let entries = world.entries(Kind::Chance);
    assert_eq!(entries.len(), 1);
    let mut body = entries[0].body.clone();
    body.as_object_mut().unwrap().remove("batch");
    body
}

fn is_sound(world: &World) {
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_prepared_secret_of_the_shuffles_has_no_effect() {
    let world = World::folder(YAML);
    let prepared = Secrets::draw(SEATS, &mut all(1));
    let path = world.dir.join("secrets.yaml");
    world.disk.write(&path, prepared.write().unwrap().as_bytes(), 0o600).unwrap();
    start(&world.edge, &world.dir, world.now, &mut all(2)).unwrap();
    let campaign = world.campaign();
    assert_eq!((campaign.secrets.chance, campaign.secrets.mail), ([2; 32], [1; 32]));
    assert_eq!(campaign.secrets.keys, prepared.keys, "who has the keys already keeps them");
    assert_eq!(campaign.record.people.founded.as_ref().unwrap().commitment, Hash256::of([2; 32]));
    is_sound(&world);
}

#[test]
fn a_start_that_was_killed_draws_anew_and_a_secret_that_was_exchanged_is_named() {
    let world = World::folder(YAML);
    start(&world.edge, &world.dir, world.now, &mut all(1)).unwrap();
    // Killed after the secrets were written and before the first entry.
    world.disk.remove(&world.dir.join("ledger.jsonl")).unwrap();
    start(&world.edge, &world.dir, world.now, &mut all(2)).unwrap();
    assert_eq!(world.campaign().secrets.chance, [2; 32]);
    is_sound(&world);
    let path = world.dir.join("secrets.yaml");
    let other = world.read("secrets.yaml").replace(&"02".repeat(32), &"03".repeat(32));
    world.disk.write(&path, other.as_bytes(), 0o600).unwrap();
    let why = Campaign::open(&world.edge, &world.dir).err().unwrap().to_string();
    assert!(why.contains("not the one that this campaign committed to at its founding"), "{why}");
    assert!(start(&world.edge, &world.dir, world.now, &mut all(4)).is_err());
    assert!(
        world.read("secrets.yaml").contains(&"03".repeat(32)),
        "a campaign that has begun keeps its secrets"
    );
}

#[test]
fn killed_at_any_point_a_founding_begun_again_commits_to_the_secret_in_the_file() {
    let settled = World::folder(&yaml("{words: open}"));
    settled.disk.restart();
    let straight = settled.fork();
    start(&straight.edge, &straight.dir, straight.now, &mut all(1)).unwrap();
    let mut drawn = [0, 0];
    let faults = [Fault::KillBefore, Fault::KillWithin(100), Fault::KillAfter];
    let points = (1..=straight.disk.effects()).flat_map(|effect| faults.map(|fault| (effect, fault)));
    for (effect, fault) in points {
        let mut world = settled.fork();
        world.disk.fail_at(effect, fault);
        let _ = start(&world.edge, &world.dir, world.now, &mut all(1));
        assert!(world.disk.is_dead());
        world.disk.restart();
        match start(&world.edge, &world.dir, world.now, &mut all(2)) {
            Ok(_) => drawn[1] += 1,
            Err(why) => {
                assert!(why.to_string().contains("has begun already"), "{effect}: {why}");
                drawn[0] += 1;
            }
        }
        world.tick();
        assert_eq!(world.find("opening", "").len(), 3, "{effect}");
        let campaign = world.campaign();
        let committed = campaign.record.people.founded.as_ref().unwrap().commitment;
        assert_eq!(committed, Hash256::of(campaign.secrets.chance), "{effect}");
        is_sound(&world);
    }
    assert!(drawn[1] > 3, "{drawn:?}");
}

#[test]
fn words_are_asked_for_unless_the_settings_say_no() {
    let mut world = World::with(&YAML.replace("chance: no\n", ""));
    let asked = &world.find("opening", "anna")[0].model["chance"];
    assert_eq!((&asked["asked"], &asked["until"]), (&json!(true), &json!("2026-11-22T10:00:00Z")));
    world.hours(47);
    assert_eq!(world.window(), "");
    world.hours(1);
    assert_eq!((world.window(), chance(&world)["words"].clone()), ("1-bidding".to_owned(), json!({})));
    let mut world = World::new();
    assert_eq!(world.window(), "1-bidding");
    world.write("ash", "chance: too late\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["chance-over"]);
    // Nobody waits when all are in.
    let mut world = World::with(&yaml("{words: open}"));
    for seat in ["ash", "birch", "cedar"] {
        assert_eq!(world.window(), "");
        world.write(seat, &format!("chance: words of {seat}\n"));
        world.tick();
    }
    assert_eq!(world.window(), "1-bidding");
    let told = steps(&world, "anna").pop().unwrap();
    assert_eq!(told["rows"][1], json!(["BIRCH", "words of birch"]));
    is_sound(&world);
}

#[test]
fn words_are_asked_for_in_the_rehearsal_and_end_with_it() {
    let mut world = World::with(&format!("{}rehearsal: in 72h\n", yaml("{words: open}")));
    assert!(world.find("opening", "anna")[0].model["chance"]["until"].is_null());
    world.write("ash", "rehearsal: {ready: yes}\nchance: winter is coming\n");
    world.write("birch", "rehearsal: {ready: yes}\n");
    world.tick();
    assert_eq!(world.window(), "");
    // The last one ends it, and words that are in the mailbox with it count.
    world.write("cedar", "rehearsal: {ready: yes}\n");
    world.write("birch", "chance: at the last moment\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    assert_eq!(chance(&world)["words"], json!({"ash": "winter is coming", "birch": "at the last moment"}));
    is_sound(&world);
}

#[test]
fn a_seat_of_the_game_masters_is_bound_at_the_founding() {
    let yaml = yaml("{words: open}")
        .replace("addresses: [maria@example.org]", "addresses: [maria@example.org], plays: cedar");
    let mut world = World::folder(&yaml);
    let why =
        start_with(&world.edge, &world.dir, world.now, Some(&"x".repeat(201)), &mut all(5)).err().unwrap();
    assert!(why.to_string().contains("at most 200 characters"), "{why}");
    start_with(&world.edge, &world.dir, world.now, Some("hear me roar"), &mut counted()).unwrap();
    world.tick();
    assert_eq!(world.entries(Kind::Founded)[0].body["gm-words"], json!({"cedar": "hear me roar"}));
    let asked = |who: &str| world.find("opening", who)[0].model["chance"].clone();
    assert_eq!(
        (&asked("cleo")["asked"], &asked("anna")["bound"][0][1]),
        (&json!(false), &json!("hear me roar"))
    );
    world.write("ash", "chance: one\n");
    world.tick();
    // The last to send, who knows the secret, would choose.
    for late in [
        "chance: of my choosing\n".to_owned(),
        format!("window: chance\nseal: {}\n", sealed("cedar", "x").seal()),
    ] {
        world.write("cedar", &late);
        world.tick();
        assert_eq!(world.receipt("cleo").codes(), ["chance-bound"], "{late}");
    }
    assert_eq!(world.window(), "");
    world.write("birch", "chance: two\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding", "nobody waits for words that are fixed");
    let made = json!({"gm-words": {"cedar": "hear me roar"}, "public": null, "words": {"ash": "one", "birch": "two"}});
    assert_eq!(chance(&world), made);
    is_sound(&world);
    // Without words given they are random.
    let world = World::folder(&yaml);
    start(&world.edge, &world.dir, world.now, &mut all(5)).unwrap();
    assert_eq!(world.entries(Kind::Founded)[0].body["gm-words"], json!({"cedar": "05".repeat(16)}));
    // Who takes a seat later cannot choose its words either.
    let mut world = World::with(&self::yaml("{words: open}"));
    let path = world.dir.join("campaign.yaml");
    world.disk.write(&path, yaml.as_bytes(), 0o600).unwrap();
    world.write("cedar", "chance: of my choosing\n");
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), ["chance-gm"]);
}

#[test]
fn deposited_words_that_are_lost_hold_the_game_and_the_game_master_is_told() {
    let mut world = World::with(&yaml("{words: sealed, until: in 24h}"));
    world.write("ash", "chance: a secret of ash\n");
    world.tick();
    let kept = world.disk.list(&world.dir.join("private/chance")).unwrap();
    assert_eq!(kept.len(), 1);
    let text = world.disk.read(&kept[0]).unwrap();
    world.disk.remove(&kept[0]).unwrap();
    world.hours(25);
    world.hours(72);
    let told = world.tick().attention.join(" ");
    assert!(told.contains("words of chance that were deposited are missing from private/chance"), "{told}");
    assert!(world.entries(Kind::Chance).is_empty(), "nobody drops words without a trace");
    world.disk.write(&kept[0], &text, 0o600).unwrap();
    world.tick();
    assert_eq!(chance(&world)["words"], json!({"ash": "a secret of ash"}));
}

#[test]
fn sealed_words_count_only_if_they_are_opened_right_and_in_time() {
    let mut world = World::with(&format!("{}leak check: yes\n", yaml("{words: sealed, until: in 24h}")));
    let (birch, cedar) = (sealed("birch", "a secret of birch"), sealed("cedar", "a secret of cedar"));
    world.write("ash", "chance: a secret of ash\n");
    for opening in [&birch, &cedar] {
        let seat = &opening.binding().seat;
        world.write(seat, &format!("window: chance\nseal: {}\n", opening.seal()));
    }
    world.write("birch", &birch.armour());
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["chance-opening-early"]);
    assert_eq!(world.receipt("anna").model["understood"][0]["what"]["item"], "chance");
    assert_eq!(world.window(), "", "seals are published, and openings asked for");
    let opening = crate::campaign::status(&world.campaign(), world.now).unwrap().words_opening.unwrap();
    assert!(opening.until.is_some() && opening.missing == ["birch", "cedar"], "{opening:?}");
    let told = steps(&world, "anna").pop().unwrap();
    assert_eq!((&told["step"], &told["seats"]), (&json!("sealed"), &json!(["BIRCH", "CEDAR"])));
    assert_eq!(told["rows"][1], json!(["BIRCH", birch.seal().to_string()]));
    // Before they are fixed nobody sees the words of others: not in the ledger's public part, not in mails, not in copies.
    for entry in world.campaign().entries().unwrap() {
        assert!(!entry.body.to_string().contains("a secret of"), "{}", entry.body);
    }
    assert!(world.sent().iter().all(|mail| mail.is("receipt", "") || !mail.text.contains("a secret of")));
    let copy =
        export(&world.edge, &world.campaign(), &For::Seat("birch".into()), &world.dir.join("copy")).unwrap();
    assert_eq!(copy.manifest.entries, 1);
    // Nobody can change anything now.
    world.write("ash", "chance: better words\n");
    world.write("birch", &sealed("birch", "better words").armour());
    world.write("birch", &birch.armour());
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["chance-over"]);
    let receipts = world.find("receipt", "bert");
    let last: Vec<_> = receipts.iter().rev().take(2).map(|mail| mail.codes()).collect();
    assert_eq!(last, [vec![], vec!["seal-mismatch"]]);
    assert_eq!(world.window(), "");
    world.hours(48);
    assert_eq!(world.window(), "1-bidding");
    let made = json!({"ash": "a secret of ash", "birch": "a secret of birch"});
    assert_eq!(chance(&world)["words"], made);
    let told = steps(&world, "cleo").pop().unwrap();
    assert_eq!((&told["step"], &told["seats"]), (&json!("fixed"), &json!(["CEDAR"])));
    world.write("cedar", &cedar.armour());
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), ["chance-opening-late"]);
    is_sound(&world);
}

#[test]
fn one_may_seal_words_while_the_others_send_open_ones() {
    let mut world = World::with(&yaml("{words: open, until: in 24h}"));
    let birch = sealed("birch", "mine alone");
    world.write("ash", "chance: one\n");
    world.write("birch", "chance: first thoughts\n");
    world.tick();
    // The last that a seat sends counts, open or sealed.
    // A seal that does not say what it is of may be one of orders, for which it is too early.
    world.write("birch", &format!("seal: {}\n", birch.seal()));
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["chance-seal-window"]);
    world.write("birch", &format!("window: chance\nseal: {}\n", birch.seal()));
    world.write("cedar", "chance: three\n");
    world.tick();
    assert_eq!(world.window(), "");
    world.write("birch", &birch.armour());
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    assert_eq!(chance(&world)["words"], json!({"ash": "one", "birch": "mine alone", "cedar": "three"}));
    is_sound(&world);
    // Everybody can check the opening in any copy.
    let copy = world.campaign();
    let opened = copy.entries().unwrap().iter().filter(|entry| entry.kind == Kind::Opened).count();
    assert_eq!(opened, 1);
}

#[test]
fn the_game_waits_for_a_public_number_that_everybody_can_check() {
    let chance_is = "{words: open, until: in 24h, public: Lotto 6 aus 49, due: 2026-11-22 20:00, check: 12h}";
    let mut world = World::with(&yaml(chance_is));
    assert_eq!(world.find("opening", "anna")[0].model["chance"]["public"], "Lotto 6 aus 49");
    gm(&mut world, "do: {chance: 3 7 12}\n");
    assert_eq!(world.receipt("maria").codes(), ["chance-public-early"]);
    world.write("ash", "chance: one\n");
    world.hours(56);
    assert!(steps(&world, "maria").is_empty());
    world.hours(2);
    assert_eq!(world.window(), "");
    let asked = steps(&world, "maria").pop().unwrap();
    assert_eq!((&asked["step"], &asked["name"]), (&json!("due"), &json!("Lotto 6 aus 49")));
    assert_eq!(steps(&world, "anna").len(), 0, "only the game master is asked");
    let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
    assert!(
        status.attention.iter().any(|what| what.contains("waits for the public number")),
        "{:?}",
        status.attention
    );
    // Words that come when the number is known do not count.
    world.write("birch", "chance: to suit the number\n");
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["chance-over"]);
    gm(&mut world, "do: {correct chance: 3 7 12}\n");
    assert_eq!(world.receipt("maria").codes(), ["chance-public-nothing"]);
    gm(&mut world, "do: {chance: \"42, 31, 24, 12, 07, 3\"}\n");
    let told = steps(&world, "anna").pop().unwrap();
    assert_eq!((&told["value"], &told["was"]), (&json!("3 7 12 24 31 42"), &Value::Null));
    for (again, code) in [
        ("{chance: 3 7 12 24 31 42}", "chance-public-again"),
        ("{chance: 3 7 12 24 31 43}", "chance-public-other"),
    ] {
        gm(&mut world, &format!("do: {again}\n"));
        assert_eq!(world.receipt("maria").codes(), [code]);
    }
    world.hours(11);
    assert_eq!(world.window(), "", "everybody can look it up");
    gm(&mut world, "do: {correct chance: 3 7 12 24 31 43}\n");
    let told = steps(&world, "anna").pop().unwrap();
    assert_eq!((&told["value"], &told["was"]), (&json!("3 7 12 24 31 43"), &json!("3 7 12 24 31 42")));
    world.hours(11);
    assert_eq!(world.window(), "", "the time begins anew");
    world.hours(1);
    assert_eq!(world.window(), "1-bidding");
    let made = json!({"gm-words": {}, "public": "3 7 12 24 31 43", "words": {"ash": "one"}});
    assert_eq!(chance(&world), made);
    gm(&mut world, "do: {correct chance: 1 2 3}\n");
    assert_eq!(world.receipt("maria").codes(), ["chance-public-over"]);
    is_sound(&world);
    // It must not be known at the founding.
    let world = World::folder(&yaml("{public: Lotto, due: 2026-11-20 10:30}"));
    let why = start(&world.edge, &world.dir, world.now, &mut all(1)).err().unwrap().to_string();
    assert!(why.contains("can no longer make the shuffles fair"), "{why}");
    assert!(world.disk.look(&world.dir.join("secrets.yaml")).is_err());
    // A campaign without one takes none.
    let mut world = World::new();
    gm(&mut world, "do: {chance: 3 7 12}\n");
    assert_eq!(world.receipt("maria").codes(), ["chance-public-none"]);
}

#[test]
fn a_public_number_without_a_day_is_asked_for_when_the_words_are_over_and_a_stopped_clock_moves_its_check() {
    let mut world = World::with(&yaml("{words: no, public: the next lotto}"));
    assert_eq!(steps(&world, "maria").pop().unwrap()["step"], "due");
    world.write("ash", "chance: one\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["chance-none"]);
    gm(&mut world, "do: {chance: 3 7 12}\n");
    world.hours(12);
    gm(&mut world, "do: pause\n");
    world.hours(30);
    gm(&mut world, "do: resume\n");
    assert_eq!(world.window(), "");
    world.hours(11);
    assert_eq!(world.window(), "");
    world.hours(1);
    assert_eq!(world.window(), "1-bidding");
    is_sound(&world);
}

#[test]
fn chance_cannot_change_once_the_campaign_has_begun() {
    let mut world = World::with(&yaml("{words: open}"));
    let path = world.dir.join("campaign.yaml");
    world.disk.write(&path, yaml("no").as_bytes(), 0o600).unwrap();
    let why = world.try_tick().err().unwrap().to_string();
    assert!(why.contains("chance was changed after the campaign began"), "{why}");
}

#[test]
fn a_ledger_in_which_chance_is_made_otherwise_does_not_follow() {
    let mut world = World::with(&yaml("{words: open}"));
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, &format!("chance: words of {seat}\n"));
        world.tick();
    }
    let entries = world.campaign().entries().unwrap().to_vec();
    let check = |change: &dyn Fn(&mut Vec<crate::ledger::Entry>)| {
        let mut entries = entries.clone();
        change(&mut entries);
        let campaign = world.campaign();
        crate::campaign::verify_entries(&*campaign.referee, &entries, Some(campaign.secrets.chance))
    };
    let at = entries.iter().position(|entry| entry.kind == Kind::Chance).unwrap();
    check(&|_| {}).unwrap();
    type Lie<'a> = &'a dyn Fn(&mut Vec<crate::ledger::Entry>);
    let lies: [Lie<'_>; 4] = [
        &|all| all[at].body["words"]["ash"] = json!("other words"),
        &|all| all[at].body["public"] = json!("3 7 12"),
        &|all| all[at].body["gm-words"] = json!({"ash": "x"}),
        &|all| drop(all[at].body["words"].as_object_mut().unwrap().remove("birch")),
    ];
    for (number, lie) in lies.iter().enumerate() {
        let flaw = check(lie).unwrap_err();
        assert!(flaw.entry == entries[at].seq && flaw.why.contains("other words"), "{number}: {flaw}");
    }
}

#[test]
fn a_public_number_in_another_form_does_not_follow() {
    let mut world = World::with(&yaml("{words: no, public: the next lotto}"));
    gm(&mut world, "do: {chance: 3 7 12}\n");
    let campaign = world.campaign();
    let at = campaign.entries().unwrap().iter().position(|entry| entry.body["what"] == "public").unwrap();
    for (value, follows) in [("3 7 12", true), ("12 7 3", false), ("03 7 12", false), ("3, 7, 12", false)] {
        let mut entries = campaign.entries().unwrap()[..=at].to_vec();
        entries[at].body["value"] = json!(value);
        entries[at].body.as_object_mut().unwrap().remove("batch");
        let said =
            crate::campaign::verify_entries(&*campaign.referee, &entries, Some(campaign.secrets.chance));
        let is_form = said.is_err_and(|flaw| flaw.why.contains("another form than the protocol says"));
        assert_eq!(is_form, !follows, "{value}");
    }
}

#[test]
fn words_that_are_written_after_the_seals_were_published_change_nothing() {
    let world = World::with(&yaml("{words: open, until: in 24h}"));
    let mut record = world.campaign().record.clone();
    record.chance_words("ash", "in time".to_owned());
    record.people.chance.published = true;
    record.chance_words("ash", "to suit the others".to_owned());
    assert_eq!(record.people.words["ash"], "in time");
}
