//! Mail that comes when its window is over, mail that answers something else than what is asked, and what the others are told of both.

use super::gm_mail::by_gm;
use super::living::key_of;
use super::reading::{attach, first, inner, plan, quote};
use super::ruling::request;
use super::typed::answer;
use crate::campaign::tests::world::*;
use crate::campaign::{new_key, status, verify};
use serde_json::json;

/// What was meant for one turn must not become the orders of the next.
#[test]
fn a_late_answer_to_a_reminder_or_to_the_waiting_game_is_about_its_window() {
    let mut world = World::new();
    world.hours(47);
    let reminder = world.find("reminder", "anna").pop().unwrap().id().to_owned();
    world.hours(4);
    assert_eq!(world.window(), "2-bidding");
    let receipt = answer(&mut world, "ash", &reminder, "bid 3\n");
    assert_eq!(receipt.codes(), ["window-closed"]);

    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("birch", "bid 1\n");
    world.write("cedar", "bid 2\n");
    world.hours(60);
    let waits = world.find("notice", "anna").into_iter().find(|told| told.model["details"]["act"] == "waits");
    let waits = waits.expect("a notice that the game waits").id().to_owned();
    by_gm(&mut world, "do: process\n");
    assert_ne!(world.window(), "1-bidding");
    let receipt = answer(&mut world, "ash", &waits, "bid 3\n");
    assert_eq!(receipt.codes(), ["window-closed"]);
}

/// Nobody is told that the game waits for what the same tick has read.
#[test]
fn the_game_does_not_say_that_it_waits_for_what_it_has() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("birch", "bid 1\n");
    world.write("cedar", "bid 2\n");
    world.hours(48);
    world.now += chrono::TimeDelta::hours(2);
    world.write("ash", "bid 3\nfinal\n");
    world.tick();
    assert_ne!(world.window(), "1-bidding");
    for who in ["anna", "bert", "cleo"] {
        assert!(world.told(who).iter().all(|told| told["details"]["act"] != "waits"), "{who}");
    }
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// A plan that says nothing of what is asked is kept, and its seat is as missing as without it.
#[test]
fn whoever_answers_nothing_asked_is_awaited_and_reminded() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("ash", "plan: {prize: left}\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 3}\nfinal: yes\n");
    world.tick();
    let awaited = |world: &World| world.receipt("bert").model["window"]["window"]["awaited"].clone();
    world.write("birch", "ask: status\n");
    world.tick();
    assert_eq!(awaited(&world), json!([{"id": "ash", "name": "ASH"}]));
    world.hours(60);
    assert_eq!(world.find("reminder", "anna").len(), 1);
    assert_eq!(world.window(), "1-bidding", "the game waits for the bid");
    verify(&world.edge, &world.dir).unwrap().unwrap();
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding", "the prize is on file");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// Where the game does not wait, a plan that answers nothing asked is told as what it is.
#[test]
fn a_plan_beside_what_is_asked_is_not_called_silence() {
    let mut world = World::new();
    world.write("ash", "plan: {prize: left}\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 3}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    // Its receipts count it as missing, the first and the next, and so does `status`.
    let missing = |world: &World| {
        let receipt = world.receipt("anna");
        let window = &receipt.model["window"];
        (window["own"].clone(), window["seats_in"].clone(), receipt.says())
    };
    let (own, _, says) = missing(&world);
    assert_eq!(own, "waiting", "{says}");
    let extra = world.receipt("anna").model["extra"].clone();
    assert_eq!(extra[0]["ask"], "sheet", "what is asked is shown once more");
    assert!(says.contains("you count as missing here") && !says.contains("1 of 3 seats is in"), "{says}");
    world.write("ash", "ask: status\n");
    world.tick();
    let (own, seats_in, says) = missing(&world);
    assert_eq!((own, seats_in), (json!("waiting"), json!(2)));
    assert!(says.contains("answers nothing of what we ask you now"), "{says}");
    let told = status(&world.campaign(), world.now).unwrap();
    let rows = told.window.unwrap().seats;
    assert_eq!(rows.iter().map(|row| row.unanswered).collect::<Vec<_>>(), [true, false, false]);
    world.hours(60);
    assert_ne!(world.window(), "1-bidding");
    let closed = world.entries(crate::ledger::Kind::Window);
    let closed = closed.iter().find(|entry| entry.body["what"] == "closed").expect("a window that closed");
    assert_eq!((&closed.body["seats"]["ash"], &closed.body["silent"]["ash"]), (&json!("in"), &json!("hold")));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// An absence that begins before the deadline is what the game goes by, so its receipt does not promise that the game waits.
#[test]
fn nobody_is_promised_that_the_game_waits_through_an_absence() {
    for (to, waits) in [("2026-11-21", "wait"), ("2026-11-30", "default")] {
        let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
        world.write("ash", &format!("absent: {{from: 2026-11-21, to: {to}}}\n"));
        world.tick();
        assert_eq!(world.receipt("anna").model["window"]["silence"], waits, "{to}");
        world.write("birch", "bid 1\n");
        world.write("cedar", "bid 2\n");
        world.hours(60);
        assert_eq!(world.window() == "1-bidding", waits == "wait", "{to}");
    }
}

/// A window that waits for nobody else closes when the last one is away, whether or not a tick looks for another reason.
#[test]
fn an_absence_that_begins_wakes_the_game() {
    let mut world = World::new();
    world.write("ash", "absent: {from: 2026-11-21, to: 2026-11-30}\n");
    world.write("birch", "bid 1\nfinal\n");
    world.write("cedar", "bid 2\nfinal\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    let campaign = world.campaign();
    let next = crate::campaign::play::engine::Engine::of(&campaign, world.now).unwrap().next_instant();
    let begins = campaign.record.people.away.iter().map(|(_, days)| days.from).next();
    assert_eq!(next, begins, "nothing comes before it");
}

/// In whatever form a plan comes, a ruling that accepts its message late makes it count as it would have in time.
#[test]
fn what_is_accepted_late_is_what_would_have_counted() {
    type Form = (fn(&mut World), u64);
    let forms: [Form; 8] = [
        (|world| drop(world.write("ash", "window: 1-bidding\nplan: {bid: 1}\n")), 1),
        // Own lines above a sheet, which says the plan alone.
        (|world| quote(world, "press: {to: birch, text: \"Peace?\"}\n", "plan: {bid: 2}\n"), 2),
        (|world| quote(world, "final: yes\n", "plan: {bid: 3}\nwindow: 1-bidding\n"), 3),
        // Both say a plan: the own one counts.
        (|world| quote(world, "plan: {bid: 4}\n", "plan: {bid: 3}\n"), 4),
        (|world| attach(world, true, "See attached.", &inner(address("ash"), "Mine", "plan: {bid: 5}")), 5),
        (
            |world| {
                attach(world, true, "plan: {bid: 6}", &inner(address("ash"), "Mine", "plan: {bid: 5}"));
            },
            6,
        ),
        (|world| answered(world, "bid 7\n"), 7),
        (|world| answered(world, "Hello,\n\nBid 8\n\nAnna\n"), 8),
    ];
    for (form, bid) in forms {
        let mut in_time = World::new();
        form(&mut in_time);
        in_time.tick();
        assert_eq!(plan(&in_time)["bid"], bid);
        let mut late = World::new();
        late.hours(50);
        assert_eq!(late.window(), "2-bidding");
        form(&mut late);
        late.tick();
        let number = late.receipt("anna").model["number"].as_u64().unwrap();
        let mut accept = request(&[]);
        accept.accept = vec![format!("ash/{number}")];
        // Also if the key in it has been replaced since.
        let replaced = late.fork();
        new_key(&replaced.edge, &replaced.dir, replaced.now, "ash", false).unwrap();
        for mut world in [late, replaced] {
            world.rule(&accept);
            assert_eq!(world.answer("1/bid/ash").0, json!(bid));
        }
    }
}

/// A sheet that was filled in with the key of a stand-in is read as it was then.
#[test]
fn a_late_sheet_of_a_stand_in_is_accepted() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25, stand-in: dan@example.net}\n");
    world.tick();
    world.hours(14);
    let report = world.find("report", "dan").pop().unwrap();
    world.hours(40);
    assert_eq!(world.window(), "2-bidding");
    let sheet =
        format!("> ---\n> window: 1-bidding\n> key: {}\n> plan: {{bid: 5}}\n> ---\n", key_of(&report));
    let body = format!("On 20 Nov 2026 Game <game@example.org> wrote:\n{sheet}");
    world.mail("dan@example.net", &format!("In-Reply-To: <{}>\n", report.id()), &body);
    world.tick();
    let receipt = world.receipt("dan");
    assert_eq!(receipt.codes(), ["window-closed"]);
    let mut accept = request(&[]);
    accept.accept = vec![format!("cedar/{}", receipt.model["number"])];
    world.rule(&accept);
    assert_eq!(world.answer("1/bid/cedar").0, json!(5));
}

/// Answers our first mail to Anna.
fn answered(world: &mut World, body: &str) {
    let id = first(world);
    answer(world, "ash", &id, body);
}
