//! Ledgers that go on with entries which no campaign makes: receipts of others, plans and windows out of time.

use super::forged::{by, forged, receipt, says, seal};
use super::forged_ledgers::Ledger;
use super::openings::sealed_with;
use super::ruling::rewind;
use super::world::{World, YAML, all_bid, left_by_cedar};
use crate::campaign::play::orders::Order;
use crate::campaign::ruling::propose;
use crate::campaign::{order, verify};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::{Value, json};

fn draw(seat: &str) -> Value {
    json!({"seat": seat, "on": "draw", "yes": true})
}

fn own_seal(world: &World, seat: &str, how: &str) -> Vec<(Kind, Value)> {
    let (window, seal) = (world.window(), seal(seat, &world.window()));
    let body = json!({"window": window, "seat": seat, "seal": seal, "how": how, "revision": 0});
    vec![(Kind::Sealed, body), receipt(world, seat, &json!({"seal": seal}))]
}

fn window(world: &World, more: Value) -> Vec<(Kind, Value)> {
    let mut body = json!({"window": world.window()});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    vec![(Kind::Window, body)]
}

/// The opening of a plan that nobody keeps.
fn opened(seat: &str, window: &str, how: &str) -> (Kind, Value) {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: window.into() };
    let own = Opening::new(&binding, json!({"turn": 1, "bid": 1}), &[9; 16]).unwrap();
    let body =
        json!({"window": window, "seat": seat, "seal": own.seal(), "how": how, "secret": own.to_value()});
    (Kind::Opened, body)
}

#[test]
pub(super) fn a_message_has_the_next_receipt_of_its_seat() {
    let world = World::new();
    let mut others = by(&world, "ash", Kind::Vote, draw("ash"));
    others[1] = receipt(&world, "birch", &json!({}));
    says(&world, &others, "the next receipt in its batch is not one for it");
    let mut refused = by(&world, "ash", Kind::Vote, draw("ash"));
    refused[1] = receipt(&world, "ash", &json!({"fate": "refused"}));
    says(&world, &refused, "the next receipt in its batch is not one for it");
    says(&world, &by(&world, "ash", Kind::Vote, draw("ash"))[..1], "no receipt in its batch names it");
    says(&world, &[receipt(&world, "ash", &json!({"number": 9}))], "has the number 9 where 1 is due");
    let mut unchained = receipt(&world, "ash", &json!({}));
    unchained.1["chain"] = json!(crate::seal::Hash256::of("another"));
    says(&world, &[unchained], "the receipt's chain is not that of its contents");
    says(&world, &[receipt(&world, "oak", &json!({}))], "there is no seat");
    let nothing = "it says nothing of what is asked, but its seat is asked nothing or has sent no plan";
    says(&world, &[receipt(&world, "ash", &json!({"beside": true}))], nothing);
    let lifted = [receipt(&world, "ash", &json!({"lifts": true}))];
    says(&world, &lifted, "it lifts a “final” that nobody has said");
    says(
        &world,
        &[receipt(&world, "ash", &json!({"slips": true}))],
        "it has slips in a plan that does not count",
    );
    let whole = [receipt(&world, "ash", &json!({"whole": true}))];
    says(&world, &whole, "it says that a plan without slips is whole");
    let mut other = own_seal(&world, "ash", "deposit");
    other[1] = receipt(&world, "ash", &json!({"seal": seal("birch", "1-bidding")}));
    says(&world, &other, "its receipt names another seal");
    // What a signed text says counts once.
    let signed = json!({"signed": crate::seal::Hash256::of("signed")});
    let twice = [receipt(&world, "ash", &signed), receipt(&world, "birch", &signed)];
    says(&world, &twice, "a signed text is used a second time");
}

#[test]
pub(super) fn seals_and_openings_come_in_their_time() {
    // The table is published, and the first seat has not opened.
    let mut world = sealed_with("");
    says(&world, &own_seal(&world, "ash", "seal"), "a plan is sealed after the table of seals was published");
    order(&world.edge, &world.dir, world.now, &Order::Pause).unwrap();
    let openings = json!({"what": "openings", "first": "cedar", "why": "deadline", "deadline": null});
    says(&world, &window(&world, openings), "it ends a wait while the clock is stopped");
    world.tick();
    // No window is open before the game begins.
    let world = World::with(&YAML.replace("chance: no", "chance: {words: open, until: in 24h}"));
    let early = [opened("ash", "1-bidding", "deposit")];
    says(&world, &early, "a plan is opened while no window is open");
    let asked = Ledger::of(&World::new());
    let mut first = asked.entries[asked.find(Kind::Window, "what", "opened")].body.clone();
    first.as_object_mut().unwrap().remove("batch");
    says(&world, &[(Kind::Window, first.clone())], "the game is not set up yet");
    let world = World::new();
    let stage = json!({"number": 1, "turn": 1, "stage": "bidding", "shuffles": [], "secret": {}});
    says(&world, &[(Kind::Resolved, stage.clone())], "a stage ends while a window is open");
    order(&world.edge, &world.dir, world.now, &Order::Pause).unwrap();
    says(&world, &[(Kind::Window, first)], "the clock is stopped");
    says(&world, &[(Kind::Resolved, stage)], "a stage ends while the clock is stopped");
    let closed = json!({"what": "closed", "why": "gm", "seats": {}, "silent": {}});
    says(&world, &window(&world, closed), "it ends while the clock is stopped");
    let steward = json!({"window": "1-bidding", "seat": "ash", "seal": seal("ash", "1-bidding"), "how": "steward", "revision": 0});
    says(&world, &[(Kind::Sealed, steward)], "the clock is stopped");
}

#[test]
pub(super) fn a_window_ends_for_a_reason_and_after_its_seals() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    world.write("ash", &format!("seal: {}\n", seal("ash", "1-bidding")));
    world.tick();
    let published = |why: &str, deadline: Value| {
        let seals = json!({"ash": seal("ash", "1-bidding")});
        window(&world, json!({"what": "published", "why": why, "seals": seals, "deadline": deadline}))
    };
    says(&world, &published("vote", json!(null)), "no table is published for that reason");
    says(
        &world,
        &published("gm", json!("2026-11-20T11:00:00Z")),
        "its deadline does not follow from the settings",
    );
    let closed = json!({"what": "closed", "why": "gm", "seats": {}, "silent": {}});
    says(&world, &window(&world, closed), "it closes before its seals are published");
    let without = YAML.replace("deadline: in 48h", "deadline: none");
    let world = World::with(&without);
    let moved = json!({"what": "moved", "deadline": world.now, "why": "gm"});
    says(&world, &window(&world, moved), "a window without a deadline cannot get one");
    let extend = json!({"seat": "ash", "on": "extend", "minutes": 60});
    says(&world, &by(&world, "ash", Kind::Vote, extend), "there is no deadline to move");
    // Late, it waits for nobody who has sent a plan, and ends for nobody who is waited for.
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    world.now += TimeDelta::hours(50);
    let waits = json!({"what": "waiting", "seats": ["ash"]});
    says(&world, &window(&world, waits), "it waits for a seat that has sent a plan");
    let late = json!({"what": "closed", "why": "deadline", "seats": {}, "silent": {}});
    says(&world, &window(&world, late), "it ends, but the game waits for birch");
    // Somebody is there until the last is away, too.
    let mut world = World::new();
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "absent: {from: 2026-11-20, to: 2026-11-30}\n");
    }
    world.tick();
    let all_in = json!({"what": "closed", "why": "all-in", "seats": {}, "silent": {}});
    says(&world, &window(&world, all_in), "all seats are away");
}

#[test]
pub(super) fn who_joins_has_a_player_and_a_window_that_collects() {
    let joined = json!({"what": "joined", "seat": "cedar", "asked": []});
    let world = left_by_cedar();
    says(&world, &window(&world, joined.clone()), "the seat has no new player");
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    says(&world, &window(&world, joined), "it does not collect sealed plans");
}

/// What the steward seals and opens for a seat.
fn by_steward(world: &World, seat: &str) -> [(Kind, Value); 2] {
    let (kind, body) = opened(seat, &world.window(), "steward");
    let (window, seal) = (&body["window"], &body["seal"]);
    let sealed = json!({"window": window, "seat": seat, "seal": seal, "how": "steward", "revision": 0});
    [(Kind::Sealed, sealed), (kind, body)]
}

#[test]
pub(super) fn the_steward_plays_where_he_should_and_for_whom_he_says() {
    let world = World::new();
    let closed = |world: &World, silent: Value| {
        let seats = json!({"ash": "nothing-came", "birch": "nothing-came", "cedar": "nothing-came"});
        window(world, json!({"what": "closed", "why": "gm", "seats": seats, "silent": silent}))
    };
    let missed = json!({"ash": "steward", "birch": "missed", "cedar": "missed"});
    let played = |world: &World| [by_steward(world, "ash").to_vec(), closed(world, missed.clone())].concat();
    says(&world, &played(&world), "the steward has played for ash, but should not");
    let reasons = json!({"ash": "missed", "birch": "absent", "cedar": "missed"});
    says(&world, &closed(&world, reasons), "its reasons are not those of the seats");
    // Nor for a seat whose plan stands by after a rewind.
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.rule(&rewind(1, "bidding"));
    world.tick();
    says(&world, &played(&world), "the steward has played for ash, whose own plan counts");
    // Where one seat is to open first, he plays for that one.
    let mut world = sealed_with("");
    world.now += TimeDelta::hours(25);
    let asks = json!({"what": "openings", "first": "cedar", "why": "deadline", "instead": "steward", "deadline": null});
    let more = [by_steward(&world, "ash")[..1].to_vec(), window(&world, asks)].concat();
    says(&world, &more, "the steward has played for another seat");
}

#[test]
pub(super) fn a_vote_on_a_ruling_changes_something() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).unwrap();
    world.tick();
    let vote = |yes: bool| by(&world, "ash", Kind::Vote, json!({"seat": "ash", "on": "ruling", "yes": yes}));
    forged(&world, &vote(false)).unwrap_or_else(|flaw| panic!("{flaw}"));
    says(&world, &vote(true), "the vote was so before");
}

#[test]
pub(super) fn a_ledger_that_is_cut_off_is_told_as_such() {
    let world = World::new().apart();
    let path = world.dir.join("ledger.jsonl");
    let whole = world.disk.read(&path).unwrap();
    let cut = &whole[..whole.len() - 20];
    world.disk.write(&path, cut, 0o600).unwrap();
    let flaw = verify(&world.edge, &world.dir).unwrap().expect_err("it is cut off");
    assert!(flaw.why.contains("it is not whole"), "{flaw}");
    assert_eq!(flaw.entry as usize, whole.split(|byte| *byte == b'\n').count() - 1, "{flaw}");
}
