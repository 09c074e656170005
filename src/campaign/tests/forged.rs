//! Ledgers that go on with entries which no campaign makes: the verifier names each, and says what is wrong with it.

use crate::campaign::play::orders::Order;
use crate::campaign::ruling::propose;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::record::GM;
use crate::campaign::tests::ruling::rewind;
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::{Flaw, order, verify_entries};
use crate::ledger::{Entry, Kind, Secret};
use crate::seal::{Binding, Hash256, Opening, Seal};
use chrono::TimeDelta;
use serde_json::{Value, json};

/// The entries of a campaign, and after them some that it has not made, in one batch.
pub(super) fn forged(world: &World, more: &[(Kind, Value)]) -> Result<(), Flaw> {
    let campaign = world.campaign();
    let mut entries = campaign.entries().unwrap().to_vec();
    let (first, last) = (entries.len() + 1, entries.last().unwrap().clone());
    for (place, (kind, body)) in more.iter().enumerate() {
        let mut body = body.clone();
        if place == 0 && more.len() > 1 {
            body["batch"] = json!(more.len());
        }
        // An entry with something secret brings it along.
        let secret = body.as_object_mut().unwrap().remove("secret");
        let secret = secret.map(|body| Secret::new([1; 16], body));
        let seq = (first + place) as u64;
        entries.push(Entry { seq, at: world.now, kind: *kind, body, secret, ..last.clone() });
    }
    verify_entries(&*campaign.referee, &entries, Some(campaign.secrets.chance)).map(|_| ())
}

/// What the verifier says of entries that follow, which must be the first or the last of them.
#[track_caller]
pub(super) fn says(world: &World, more: &[(Kind, Value)], why: &str) {
    let flaw = forged(world, more).expect_err(why);
    assert!(flaw.why.contains(why), "“{flaw}” and not “{why}”");
    assert!(flaw.entry > world.campaign().head().seq, "{flaw}");
}

/// The receipt of a message that a seat has sent now, with what else its entry says.
pub(super) fn receipt(world: &World, seat: &str, more: &Value) -> (Kind, Value) {
    let record = &world.campaign().record;
    let before = record.people.receipts.get(seat);
    let number = before.map_or(0, |receipts| receipts.number) + 1;
    let digest = Hash256::of(format!("{seat} {number} {more}"));
    let mut body = json!({
        "seat": seat, "number": number, "mail": digest, "message": Hash256::of(digest.to_string()),
        "received": world.now, "fate": "used",
    });
    if let Some(window) = record.game.open_window().filter(|_| seat != GM) {
        body["window"] = json!(window.id);
    }
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let link = json!({
        "fate": body["fate"], "mail": body["mail"], "number": number,
        "prev": before.map(|receipts| receipts.chain).unwrap_or_default(), "seal": body.get("seal"), "seat": seat,
    });
    body["chain"] = json!(Hash256::of_value(&link).unwrap());
    (Kind::Received, body)
}

/// A step that somebody's message makes, and its receipt.
pub(super) fn by(world: &World, seat: &str, kind: Kind, body: Value) -> Vec<(Kind, Value)> {
    vec![(kind, body), receipt(world, seat, &json!({}))]
}

pub(super) fn seal(seat: &str, window: &str) -> Seal {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: window.into() };
    Opening::new(&binding, json!({"turn": 1, "bid": 1}), &[9; 16]).unwrap().seal()
}

fn sealed(world: &World, seat: &SeatId, how: &str) -> Vec<(Kind, Value)> {
    let (window, seal) = (world.window(), seal(seat, &world.window()));
    let body = json!({"window": window, "seat": seat, "seal": seal, "how": how, "revision": 0});
    vec![(Kind::Sealed, body), receipt(world, seat, &json!({"seal": seal}))]
}

#[test]
pub(super) fn what_a_message_may_do_is_accepted() {
    // So that each of the others is refused for what is wrong with it alone.
    let world = World::new();
    for good in [
        vec![receipt(&world, "ash", &json!({}))],
        by(&world, "ash", Kind::Vote, json!({"seat": "ash", "on": "draw", "yes": true})),
        by(&world, "ash", Kind::Vote, json!({"seat": "ash", "on": "concede", "to": "cedar"})),
        by(&world, "ash", Kind::Absence, json!({"seat": "ash"})),
        sealed(&world, &"ash".to_owned(), "deposit"),
    ] {
        forged(&world, &good).unwrap_or_else(|flaw| panic!("{flaw}: {good:?}"));
    }
    let world = World::with(&format!("{YAML}secrecy: sealed\n"));
    forged(&world, &sealed(&world, &"ash".to_owned(), "seal")).unwrap();
}

#[test]
pub(super) fn a_seat_that_is_given_up_does_nothing() {
    let mut world = World::new();
    world.resign("cedar");
    world.hours(50);
    assert!(world.campaign().record.people.resigned.contains("cedar"));
    let vote = |on: Value| {
        let mut body = json!({"seat": "cedar"});
        body.as_object_mut().unwrap().extend(on.as_object().unwrap().clone());
        by(&world, "cedar", Kind::Vote, body)
    };
    says(&world, &vote(json!({"on": "draw", "yes": true})), "a seat that is given up votes");
    says(&world, &sealed(&world, &"cedar".to_owned(), "deposit"), "its seat is given up");
    let again = (Kind::Absence, json!({"seat": "cedar", "resigned": true}));
    says(&world, &[again], "given up already");
    let for_it = json!({"seat": "ash", "on": "concede", "to": "cedar"});
    says(&world, &by(&world, "ash", Kind::Vote, for_it), "for a seat that does not play");
}

#[test]
pub(super) fn votes_are_of_seats_about_what_can_be_voted_on() {
    let world = World::new();
    let vote = |body: Value, why: &str| says(&world, &by(&world, "ash", Kind::Vote, body), why);
    vote(json!({"seat": "ash", "on": "concede", "to": "ash"}), "or for itself");
    vote(json!({"seat": "ash", "on": "replace", "whom": "oak"}), "does not play");
    vote(json!({"seat": "ash", "on": "draw", "yes": false}), "the vote was so before");
    vote(json!({"seat": "ash", "on": "ruling", "yes": false}), "no ruling is proposed");
    vote(json!({"seat": "oak", "on": "draw", "yes": true}), "there is no seat");
}

#[test]
pub(super) fn plans_are_handed_in_as_the_campaign_allows() {
    let ash = "ash".to_owned();
    let world = World::with(&format!("{YAML}secrecy: sealed\n"));
    says(&world, &sealed(&world, &ash, "deposit"), "deposited where only seals are allowed");
    let world = World::new();
    says(&world, &sealed(&world, &ash, "seal"), "a seal is sent where none is allowed");
    // The game master who plays seals also where the others hand in plans.
    let world = World::with(&YAML.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}"));
    forged(&world, &sealed(&world, &"cedar".to_owned(), "seal")).unwrap();
    says(&world, &sealed(&world, &"cedar".to_owned(), "deposit"), "deposited where only seals are allowed");
    says(&world, &sealed(&world, &ash, "seal"), "a seal is sent where none is allowed");
}

#[test]
pub(super) fn who_is_away_or_gives_up_has_said_so() {
    let world = World::new();
    let absent = |body: Value, why: &str| says(&world, &[(Kind::Absence, body)], why);
    absent(json!({"seat": "ash", "resigned": true}), "has not confirmed");
    absent(json!({"seat": "ash", "resigned": true, "by": "vote"}), "the others have not voted for it");
    absent(json!({"seat": "ash", "stand-in": true}), "nobody was named to stand in");
    absent(json!({"seat": "ash", "stand-in": true, "resigned": true}), "several things at once");
    absent(json!({"seat": "ash", "by": "vote"}), "several things at once");
    absent(json!({"seat": "oak"}), "there is no seat");
}

#[test]
pub(super) fn receipts_say_what_is_so() {
    let world = World::new();
    let mail = |seat: &str, more: Value, why: &str| says(&world, &[receipt(&world, seat, &more)], why);
    mail("ash", json!({"window": "2-bidding"}), "another window than the open one");
    mail("ash", json!({"seal": seal("ash", "1-bidding")}), "does not bind the seat");
    mail("ash", json!({"final": true}), "the seat has sent no plan");
    mail("ash", json!({"words": "one two"}), "words of chance");
    mail("ash", json!({"rehearsed": true}), "after the game has begun");
    mail("ash", json!({"new-key": 2}), "a key that was not made");
    mail("ash", json!({"stand-in": true}), "a seat that is not away");
    mail("ash", json!({"received": "2030-01-01T00:00:00Z"}), "after it was read");
    mail("ash", json!({"stranger": Hash256::ZERO}), "not a stranger's");
    mail("gm", json!({"window": "1-bidding"}), "another window than the open one");
    // A message that was refused says nothing final, even if another has brought a plan.
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    let refused = json!({"fate": "refused", "final": true});
    says(&world, &[receipt(&world, "ash", &refused)], "the seat has sent no plan");
}

#[test]
pub(super) fn mails_are_numbered_due_and_each_sent_once() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    let campaign = world.campaign();
    let number = campaign.record.people.mailed["ash"] + 1;
    let mails = world.entries(Kind::Mailed);
    let last = mails.iter().rev().find(|entry| entry.body["to"] == "ash").unwrap().body.clone();
    let mail = |more: Value, why: &str| {
        let mut body = json!({"to": "ash", "what": "notice-99", "number": number});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        says(&world, &[(Kind::Mailed, body)], why);
    };
    mail(json!({"number": number + 1}), &format!("where {number} is due"));
    mail(json!({"to": "oak"}), "nobody is “oak”");
    mail(json!({"what": last["what"]}), "is mailed to ash twice");
    mail(json!({}), "notice-99 was not due to ash");
    mail(json!({"what": "receipt-9"}), "before its message came");
    mail(json!({"head": {"seq": 1, "hash": Hash256::ZERO}}), "a head that is not that of this ledger");
    mail(json!({"told": {"stage": 0, "events": 0, "seq": 999}}), "what was still to come");
}

#[test]
pub(super) fn settings_and_keys_change_as_they_may() {
    let world = World::new();
    let campaign = world.campaign();
    let now = campaign.record.people.settings.clone();
    let key = campaign.entries().unwrap()[0].body["seats"][0]["key"].clone();
    let changed = |body: Value, why: &str| says(&world, &[(Kind::Settings, body)], why);
    changed(json!({}), "either the settings or a key");
    changed(json!({"settings": now}), "it changes nothing");
    for fixed in ["campaign", "game", "players", "options"] {
        let mut other = now.clone();
        other[fixed] = json!("another");
        changed(json!({"settings": other}), "a setting that cannot change");
    }
    changed(json!({"key": {"of": "oak", "number": 1, "hash": key}}), "nobody is “oak”");
    let of_ash = json!({"of": "ash", "number": 2, "hash": key});
    changed(json!({"key": of_ash, "settings": now}), "either the settings or a key");
    for (kind, body, why) in [
        (Kind::Unreachable, json!({"seat": "ash", "unreachable": false}), "that was so before"),
        (Kind::Unreachable, json!({"seat": "ash", "unreachable": true, "again": true}), "is not sent again"),
        (Kind::Peeked, json!({"window": "1-bidding", "seat": "ash"}), "no plan to look at"),
    ] {
        says(&world, &[(kind, body)], why);
    }
    let good = (Kind::Unreachable, json!({"seat": "ash", "unreachable": true}));
    forged(&world, &[good]).unwrap();
}

#[test]
pub(super) fn the_clock_stands_as_long_as_it_was_stopped() {
    let mut world = World::new();
    let due = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    let last = world.campaign().entries().unwrap().last().unwrap().at;
    world.now += TimeDelta::hours(5);
    let clock = |world: &World, body: Value, why: &str| says(world, &[(Kind::Clock, body)], why);
    let gap = |hours: i64, moved: i64| {
        let moved = json!(["1-bidding", due + TimeDelta::hours(moved)]);
        json!({"from": world.now - TimeDelta::hours(hours), "to": world.now, "moved": moved})
    };
    forged(&world, &[(Kind::Clock, gap(5, 5))]).unwrap();
    [4, 6]
        .into_iter()
        .for_each(|moved| clock(&world, gap(5, moved), "by the time for which the clock stood"));
    clock(&world, gap(3, 3), "so short a time as an outage");
    clock(&world, gap(6, 6), "an outage lies between two entries");
    clock(&world, json!({"from": last, "to": world.now}), "the outage moves nothing");
    let mut late = gap(5, 5);
    late["to"] = json!(world.now - TimeDelta::hours(1));
    clock(&world, late, "an outage lies between two entries");
    clock(&world, json!({"what": "paused", "by": "ash"}), "only the game master");
    clock(&world, json!({"what": "rehearsed", "by": "gm"}), "no rehearsal to end");
    let resumed = json!({"what": "resumed", "by": "gm", "since": last});
    clock(&world, resumed, "the clock was not stopped then");

    let mut world = World::new();
    order(&world.edge, &world.dir, world.now, &Order::Pause).unwrap();
    let since = world.now;
    world.now += TimeDelta::hours(5);
    clock(&world, json!({"what": "paused", "by": "gm"}), "the clock is stopped already");
    let moved = json!(["1-bidding", due + TimeDelta::hours(5)]);
    let outage = json!({"from": since, "to": world.now, "moved": moved});
    clock(&world, outage, "moves no deadline while the clock is stopped");
    let resumed = |moved: Value| json!({"what": "resumed", "by": "gm", "since": since, "moved": moved});
    forged(&world, &[(Kind::Clock, resumed(moved))]).unwrap();
    let by = |hours: i64| resumed(json!(["1-bidding", due + TimeDelta::hours(hours)]));
    [4, 6].into_iter().for_each(|hours| clock(&world, by(hours), "by the time for which the clock stood"));
    let other = json!(["2-bidding", due + TimeDelta::hours(5)]);
    clock(&world, resumed(other), "by the time for which the clock stood");
    let none = json!({"what": "resumed", "by": "gm", "since": since});
    clock(&world, none, "the open deadline does not move");
    let since = since + TimeDelta::hours(1);
    let later = json!({"what": "resumed", "by": "gm", "since": since});
    clock(&world, later, "the clock was not stopped then");
}

#[test]
pub(super) fn a_window_moves_reminds_and_ends_by_its_own_rules() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\nrevision: 4\n");
    world.tick();
    let due = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    let opened = world.entries(Kind::Window)[0].body.clone();
    let seal = world.entries(Kind::Sealed)[0].body["seal"].clone();
    let window = |more: Value, why: &str| {
        let mut body = json!({"window": "1-bidding"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        says(&world, &[(Kind::Window, body)], why);
    };
    window(opened, "while another is open");
    let moved = |hours: i64, why: &str| json!({"what": "moved", "deadline": due + TimeDelta::hours(hours), "why": why});
    window(moved(1, "vote"), "no vote moves the deadline");
    window(moved(0, "gm"), "moves back, or by more than 31 days");
    window(moved(31 * 24 + 1, "gm"), "moves back, or by more than 31 days");
    window(moved(1, "ash"), "by a vote or by an order");
    let good =
        json!({"window": "1-bidding", "what": "moved", "deadline": due + TimeDelta::days(31), "why": "gm"});
    forged(&world, &[(Kind::Window, good)]).unwrap();
    window(json!({"what": "reminded", "seats": ["ash"]}), "a seat that owes nothing");
    window(
        json!({"what": "reminded", "seats": ["birch"], "by": "ash"}),
        "only the clock and the game master",
    );
    window(json!({"what": "waiting", "seats": ["birch"]}), "its deadline and the time of grace");
    window(json!({"what": "reminded", "seats": ["birch"], "window": "2-bidding"}), "its window is not open");
    let closed = |why: &str| json!({"what": "closed", "why": why, "seats": {}, "silent": {}});
    window(closed("all-in"), "not all plans are in");
    window(closed("deadline"), "its deadline and the time of grace");
    window(closed("openings"), "not all seals are open");
    window(closed("answered"), "does not close because something is answered");
    window(closed("tired"), "no window ends for that reason");
    window(json!({"what": "published", "why": "vote", "seals": {}, "deadline": null}), "to publish");
    let sealed = |more: Value, why: &str| {
        let mut body =
            json!({"window": "1-bidding", "seat": "ash", "seal": seal, "how": "deposit", "revision": 5});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        says(&world, &by(&world, "ash", Kind::Sealed, body), why);
    };
    sealed(json!({}), "the same seal is given twice");
    sealed(json!({"revision": 3}), "it replaces a later revision");
    sealed(json!({"seal": "sha256:7"}), "not written like one");
    sealed(json!({"window": "2-bidding"}), "its window is not open");
    sealed(json!({"seat": "oak"}), "there is no seat");
    let answer = json!({
        "seat": "birch", "key": "1/bid/birch", "kind": "bid", "answer": 0,
        "source": {"from": "default", "why": "missed"}, "secret": {},
    });
    says(&world, &[(Kind::Answered, answer)], "while plans are still sealed");
    let opened = |seat: &str, how: &str| {
        let document = json!({"campaign": "toy-1", "seat": seat, "window": "1-bidding"});
        json!({"window": "1-bidding", "seat": seat, "seal": seal, "how": how, "secret": document})
    };
    says(&world, &[(Kind::Opened, opened("birch", "deposit"))], "that was never sealed");
    says(&world, &[(Kind::Opened, opened("ash", "seal"))], "sealed in another way");
    let mut other = opened("ash", "deposit");
    other["secret"]["window"] = json!("2-bidding");
    says(&world, &[(Kind::Opened, other)], "sealed for something else");
}

#[test]
pub(super) fn more_time_is_what_was_voted_for() {
    let world = World::new();
    let due = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    let vote =
        |seat: &str| by(&world, seat, Kind::Vote, json!({"seat": seat, "on": "extend", "minutes": 60}));
    let moved = |minutes: i64| {
        let deadline = due + TimeDelta::minutes(minutes);
        (Kind::Window, json!({"what": "moved", "window": "1-bidding", "deadline": deadline, "why": "vote"}))
    };
    let all = |minutes: i64| -> Vec<(Kind, Value)> {
        vote("ash").into_iter().chain(vote("birch")).chain([moved(minutes)]).collect()
    };
    forged(&world, &all(60)).unwrap();
    says(&world, &all(61), "by the time that was voted for");
}

#[test]
pub(super) fn a_question_that_is_open_for_all_to_see_is_answered_for_a_reason() {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let answer = |source: Value, why: &str| {
        let body = json!({
            "seat": "ash", "key": "1/prize/ash", "kind": "prize", "answer": "left", "source": source, "secret": {},
        });
        says(&world, &[(Kind::Answered, body)], why);
    };
    for why in ["missed", "resigned", "not-opened", "tired"] {
        answer(json!({"from": "default", "why": why}), &format!("silent because of “{why}”"));
    }
    answer(json!({"from": "plan", "window": "1-prize"}), "no plan of ash for 1-prize was opened");
    answer(json!({"from": "ruling", "number": 1}), "ruling 1 does not answer");
    let closed = json!({"what": "closed", "window": "1-prize", "why": "answered", "seats": {}, "silent": {}});
    says(&world, &[(Kind::Window, closed)], "none of its questions is answered");
}

#[test]
pub(super) fn a_ruling_goes_back_to_where_it_says_and_overrules_what_it_changes() {
    // A window in which nobody has sent anything is closed, so there are no seals to keep.
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    let history = world.campaign().record.game.history.clone();
    let first = history.iter().find(|stage| stage.number == 0).unwrap().seq;
    let ruling = |more: Value| {
        let mut body = json!({
            "step": "adopted", "number": 1, "what": "rewind", "after": first, "turn": 1, "stage": "bidding",
            "reason": "again", "secret": {},
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        vec![(Kind::Ruling, body)]
    };
    forged(&world, &ruling(json!({}))).unwrap();
    for (more, why) in [
        (json!({"number": 2}), "1 is the next number"),
        (json!({"turn": 2}), "another stage than that point's"),
        (json!({"stage": "prize"}), "another stage than that point's"),
        (json!({"after": 999}), "not before it"),
        (json!({"dispute": 1}), "a dispute that is not open"),
        (json!({"overrules": [first]}), "overrules an entry that it does not change"),
        (json!({"what": "forward"}), "there is no ruling to undo"),
        (json!({"step": "proposed", "until": world.now}), "have no objection period"),
        (json!({"secret": {"answers": {"1/bid/ash": 1}}}), "not those that it names"),
    ] {
        says(&world, &ruling(more), why);
    }
    let answer = json!([{"change": "answer", "key": "1/bid/ash", "seat": "ash", "kind": "bid"}]);
    let names = json!({"what": "rule", "changes": answer, "secret": {"answers": {"1/bid/ash": 1}}});
    says(&world, &ruling(names), "it does not name the answers that it overrules");
    let dropped = json!({"step": "dropped", "number": 1, "why": "withdrawn"});
    says(&world, &[(Kind::Ruling, dropped)], "ruling 1 is not proposed");
}

#[test]
pub(super) fn a_proposal_ends_as_it_was_made_and_in_its_time() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).unwrap();
    world.tick();
    let proposed = world.entries(Kind::Ruling)[0].body.clone();
    let dropped = |why: &str| json!({"step": "dropped", "number": 1, "why": why});
    let adopted = |more: Value| {
        let mut body = proposed.clone();
        for name in ["until", "batch"] {
            body.as_object_mut().unwrap().remove(name);
        }
        body["step"] = json!("adopted");
        body["secret"] = json!({});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let ruling = |world: &World, body: Value, why: &str| says(world, &[(Kind::Ruling, body)], why);
    ruling(&world, dropped("objections"), "too few seats object");
    ruling(&world, dropped("tired"), "no proposal is dropped for that reason");
    ruling(&world, adopted(json!({})), "the objection period is not over");
    let mut again = proposed.clone();
    again["secret"] = json!({});
    again["number"] = json!(2);
    again.as_object_mut().unwrap().remove("batch");
    ruling(&world, again, "while another is proposed");
    world.now += TimeDelta::hours(12);
    forged(&world, &[(Kind::Ruling, adopted(json!({})))]).unwrap();
    ruling(&world, adopted(json!({"reason": "another"})), "not the ruling that was proposed");
    // Half of the players are too few; with one more it may be dropped, and not before its time.
    let object = |world: &World, seat: &str| {
        by(world, seat, Kind::Vote, json!({"seat": seat, "on": "ruling", "yes": false}))
    };
    let by_one = |world: &World| -> Vec<(Kind, Value)> {
        object(world, "ash").into_iter().chain([(Kind::Ruling, dropped("objections"))]).collect()
    };
    let by_two = |world: &World| -> Vec<(Kind, Value)> {
        object(world, "birch").into_iter().chain(by_one(world)).collect()
    };
    says(&world, &by_one(&world), "too few seats object");
    forged(&world, &by_two(&world)).unwrap();
    world.now -= TimeDelta::hours(1);
    says(&world, &by_two(&world), "too few seats object");
}

#[test]
pub(super) fn disputes_are_of_who_opened_them() {
    let mut world = World::with(&format!("{YAML}disputes: {{clock: waits, a seat: 2}}\n"));
    let opened = |world: &World, more: Value| {
        let mut body =
            json!({"what": "opened", "number": 1, "seat": "ash", "turn": 1, "about": "why?", "waits": true});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        by(world, "ash", Kind::Dispute, body)
    };
    forged(&world, &opened(&world, json!({}))).unwrap();
    says(&world, &opened(&world, json!({"turn": 2})), "a turn that has not come");
    says(&world, &opened(&world, json!({"turn": 0})), "a turn that has not come");
    says(&world, &opened(&world, json!({"seat": "oak"})), "there is no seat");
    let mut runs = opened(&world, json!({}));
    runs[0].1.as_object_mut().unwrap().remove("waits");
    says(&world, &runs, "“waits” is not as in the settings");
    world.write("ash", "dispute: {about: why did I lose?}\n");
    world.tick();
    let since = world.campaign().record.people.held.expect("the clock waits");
    let due = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    world.now += TimeDelta::hours(5);
    let withdrawn =
        |seat: &str| by(&world, seat, Kind::Dispute, json!({"what": "withdrawn", "number": 1, "seat": seat}));
    forged(&world, &withdrawn("ash")).unwrap();
    says(&world, &withdrawn("birch"), "the dispute of another seat");
    let said = |seat: &str| json!({"what": "said", "number": 1, "by": seat, "says": "it was not"});
    forged(&world, &by(&world, "birch", Kind::Dispute, said("birch"))).unwrap();
    assert!(forged(&world, &[(Kind::Dispute, said("birch"))]).is_err(), "no message has said it");
    let clock = |moved: Value| {
        (Kind::Dispute, json!({"what": "clock", "from": since, "to": world.now, "moved": moved}))
    };
    let good = clock(json!(["1-bidding", due + TimeDelta::hours(5)]));
    says(&world, std::slice::from_ref(&good), "the clock still waits");
    let end = (Kind::Dispute, json!({"what": "closed", "number": 1, "says": "so be it"}));
    forged(&world, &[end.clone(), good]).unwrap();
    let short = clock(json!(["1-bidding", due + TimeDelta::hours(4)]));
    says(&world, &[end.clone(), short], "by the time for which the clock stood");
    let none = (Kind::Dispute, json!({"what": "clock", "from": since, "to": world.now}));
    says(&world, &[end.clone(), none], "the open deadline does not move");
    let early = json!({"what": "clock", "from": since + TimeDelta::hours(1), "to": world.now});
    says(&world, &[end, (Kind::Dispute, early)], "did not wait from then until now");
}
