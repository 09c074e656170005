//! Ledgers in which a public number, or what the shuffles are made of, comes when it must not, or in another form.

use crate::campaign::chance_words::words_plan;
use crate::campaign::tests::forged::{by, forged, receipt, says};
use crate::campaign::tests::world::{World, YAML};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::{Value, json};

const CHANCE: &str = "{words: open, until: in 24h, public: Lotto, due: 2026-11-22 20:00, check: 12h}";

fn begun() -> World {
    World::with(&YAML.replace("chance: no", &format!("chance: {CHANCE}")))
}

fn gm(world: &mut World, body: &str) {
    let key = world.key("gm");
    world.mail("maria@example.org", "", &format!("key: {key}\n{body}"));
    world.tick();
}

/// The last entry with a public number.
fn entered(world: &World) -> (Kind, Value) {
    let campaign = world.campaign();
    let all = campaign.entries().unwrap().iter();
    let last = all
        .rev()
        .find(|entry| entry.body.get("value").is_some() && entry.body.get("until").is_some())
        .unwrap();
    let mut body = last.body.clone();
    body.as_object_mut().unwrap().remove("batch");
    (last.kind, body)
}

#[test]
pub(super) fn a_public_number_is_entered_when_it_is_due_and_in_its_form() {
    let mut world = begun();
    let early = world.fork();
    world.hours(58);
    let due = world.fork();
    gm(&mut world, "do: {chance: \"42, 3, 7\"}\n");
    let (kind, number) = entered(&world);
    let at = |world: &World, more: &Value| {
        let mut body = number.clone();
        body["until"] = json!(world.now + TimeDelta::hours(12));
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        by(world, "gm", kind, body)
    };
    forged(&due, &at(&due, &json!({}))).unwrap_or_else(|flaw| panic!("{flaw}"));
    says(&early, &at(&early, &json!({})), "it enters the public number too early");
    let form = "another form than the protocol says";
    for hours in [11, 13] {
        says(&due, &at(&due, &json!({"until": due.now + TimeDelta::hours(hours)})), form);
    }
    for value in ["42 7 3", "3, 7, 42", " 3 7 42", "03 7 42"] {
        says(&due, &at(&due, &json!({"value": value})), form);
    }
    let which = "it does not say which public number it corrects";
    let mut corrected = world.fork();
    corrected.now += TimeDelta::hours(1);
    corrected.tick();
    let late = corrected.fork();
    gm(&mut corrected, "do: {correct chance: \"3 7 43\"}\n");
    let (_, correction) = entered(&corrected);
    let (name, was) =
        correction.as_object().unwrap().iter().find(|(_, value)| **value == json!("3 7 42")).unwrap();
    let again = |value: &str, was: Value| at(&late, &json!({"value": value, name: was}));
    forged(&late, &again("3 7 43", was.clone())).unwrap_or_else(|flaw| panic!("{flaw}"));
    says(&late, &again("3 7 43", json!("3 7 41")), which);
    says(&late, &again("3 7 42", was.clone()), which);
    says(&late, &at(&late, &json!({"value": "3 7 43"})), which);
    says(&due, &at(&due, &json!({"value": "3 7 43", name: "3 7 42"})), which);
    let world = World::with(&YAML.replace("chance: no", "chance: {words: open, until: in 24h}"));
    says(&world, &at(&world, &json!({})), "the game waits for none");
}

#[test]
pub(super) fn chance_is_fixed_when_everything_that_goes_into_it_is_over() {
    let mut world = begun();
    world.hours(23);
    let taking = world.fork();
    world.hours(35);
    let waiting = world.fork();
    gm(&mut world, "do: {chance: 3 7 42}\n");
    world.hours(11);
    let checking = world.fork();
    world.now += TimeDelta::hours(1);
    let over = world.fork();
    world.tick();
    let mut body = world.entries(Kind::Chance)[0].body.clone();
    body.as_object_mut().unwrap().remove("batch");
    let fixed = |world: &World, why: &str| {
        let flaw = forged(world, &[(Kind::Chance, body.clone())]).expect_err(why);
        assert!(flaw.why.contains(why), "“{flaw}” and not “{why}”");
    };
    fixed(&taking, "while words are still taken");
    fixed(&waiting, "before everybody could check the public number");
    fixed(&checking, "before everybody could check the public number");
    forged(&over, &[(Kind::Chance, body.clone())]).unwrap_or_else(|flaw| panic!("{flaw}"));
    fixed(&world, "a second time");
}

/// A batch has two entries or more, and says so at its first.
#[test]
pub(super) fn a_batch_says_how_many_it_has() {
    let world = World::new();
    let vote = |batch: Value| {
        let mut both = by(&world, "ash", Kind::Vote, json!({"seat": "ash", "on": "draw", "yes": true}));
        both[0].1["batch"] = batch;
        // One at a time, so that the batch stays as it is.
        vec![both.remove(0)]
    };
    for batch in [json!(1), json!(0), json!(-2), json!("2"), json!(null), json!(2.5)] {
        says(&world, &vote(batch), "its batch has a wrong form");
    }
    says(&world, &vote(json!(2)), "is not whole");
}

/// Words of chance are sealed until the seals are published, and a seal is known as long as it is the seat's last.
#[test]
pub(super) fn no_words_are_sealed_once_the_seals_are_published() {
    let mut world = World::with(&YAML.replace("chance: no", "chance: {words: sealed, until: in 24h}"));
    let seal = |words: &str, seat: &str| {
        let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "chance".into() };
        Opening::new(&binding, words_plan(words), &[7; 16]).unwrap().seal().to_string()
    };
    let sealed = |world: &World| {
        let seal = seal("other words", "ash");
        let body = json!({"window": "chance", "seat": "ash", "seal": seal, "how": "seal", "revision": 0});
        vec![(Kind::Sealed, body), receipt(world, "ash", &json!({}))]
    };
    let first = seal("some words", "birch");
    world.write("birch", &format!("window: chance\nseal: {first}\n"));
    world.hours(1);
    forged(&world, &sealed(&world)).unwrap_or_else(|flaw| panic!("{flaw}"));
    let knows = |world: &World, seal: &str| world.campaign().record.people.chance.knows_seal(seal);
    assert!(knows(&world, &first) && !knows(&world, &seal("other words", "birch")));
    assert!(!knows(&World::new(), &first));
    world.hours(24);
    assert!(world.campaign().record.people.chance.published);
    says(&world, &sealed(&world), "words of chance are sealed when none are taken");
}

/// Sealed words wait for their table, and then for their openings, before chance is fixed.
#[test]
pub(super) fn chance_is_not_fixed_while_openings_of_words_are_still_taken() {
    let mut world = World::with(&YAML.replace("chance: no", "chance: {words: sealed, until: in 24h}"));
    let binding = Binding { campaign: "toy-1".into(), seat: "birch".into(), window: "chance".into() };
    let words = Opening::new(&binding, words_plan("some words"), &[7; 16]).unwrap();
    world.write("birch", &format!("window: chance\nseal: {}\n", words.seal()));
    world.hours(23);
    world.now += TimeDelta::hours(2);
    let unpublished = world.fork();
    world.tick();
    assert!(world.campaign().record.people.chance.published);
    let unopened = world.fork();
    world.write("birch", &words.armour());
    world.tick();
    world.hours(60);
    let mut body = world.entries(Kind::Chance)[0].body.clone();
    body.as_object_mut().unwrap().remove("batch");
    let why = "while openings of words are still taken";
    for world in [&unpublished, &unopened] {
        let flaw = forged(world, &[(Kind::Chance, body.clone())]).expect_err(why);
        assert!(flaw.why.contains(why), "{flaw}");
    }
}
