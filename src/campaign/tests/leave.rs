//! Absences within the year's days, and seats that are given up.

use crate::campaign::tests::world::{World, YAML};
use crate::campaign::verify;
use crate::ledger::Kind;
use serde_json::json;

#[test]
fn each_player_has_so_many_days_a_year() {
    let mut world = World::with(&format!("{YAML}days away a year: 10\n"));
    let book = |world: &mut World, seat: &str, from: &str, to: &str| {
        world.write(seat, &format!("absent: {{from: {from}, to: {to}}}\n"));
        world.tick();
        let who = if seat == "ash" { "anna" } else { "bert" };
        world.receipt(who).codes().join(",")
    };
    assert_eq!(book(&mut world, "ash", "2026-12-01", "2026-12-06"), "");
    // Days that are booked already are not counted again.
    assert_eq!(book(&mut world, "ash", "2026-12-05", "2026-12-10"), "");
    assert_eq!(book(&mut world, "ash", "2026-12-31", "2026-12-31"), "absent-quota");
    let details = world.receipt("anna").model["problems"][0]["why"]["details"].clone();
    assert_eq!(details, json!({"quota": 10, "days": 11, "year": 2026}));
    // Each year has its own, and each seat.
    assert_eq!(book(&mut world, "ash", "2026-12-31", "2027-01-02"), "absent-quota");
    assert_eq!(book(&mut world, "ash", "2027-01-01", "2027-01-10"), "");
    assert_eq!(book(&mut world, "birch", "2026-12-25", "2027-01-05"), "");
    assert_eq!(book(&mut world, "birch", "2027-06-01", "2036-06-01"), "absent-quota");
    assert_eq!(book(&mut world, "birch", "2026-11-01", "2026-11-10"), "absent-past");
    assert_eq!(world.entries(Kind::Absence).len(), 4);
    let mut world = World::with(&format!("{YAML}days away a year: 0\n"));
    assert_eq!(book(&mut world, "ash", "2026-12-01", "2026-12-01"), "absent-quota");
}

#[test]
fn a_seat_that_is_given_up_is_not_waited_for_and_has_no_vote() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("cedar", "resign: no\n");
    world.write("cedar", "plan: {bid: 9}\nresign: yes\n");
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), Vec::<&str>::new());
    for who in ["anna", "bert", "cleo", "maria"] {
        let notice = world.find("notice", who).pop().unwrap();
        assert_eq!(
            (&notice.model["what"], &notice.model["details"]["seat"]),
            (&"resigned".into(), &"CEDAR".into())
        );
    }
    // What came with it counts; the prize it wins is taken by default, and nobody is asked.
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    let answered = world.entries(Kind::Answered);
    assert_eq!(answered[2].body["answer"], 9);
    assert_eq!(answered[3].body["source"], json!({"from": "default", "why": "resigned"}));
    // It sends no plans any more, and the next window closes without it.
    world.write("cedar", "plan: {bid: 1}\n");
    world.write("cedar", "resign: yes\n");
    world.write("cedar", "vote: {draw: yes}\n");
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    let codes: Vec<_> = world.find("receipt", "cleo").iter().map(|mail| mail.codes().join(",")).collect();
    assert_eq!(codes[2..], ["seat-resigned", "", "vote-not-now"]);
    assert_eq!(world.entries(Kind::Absence).len(), 1);
    let bids = world.entries(Kind::Answered);
    assert_eq!(bids[6].body["source"], json!({"from": "default", "why": "resigned"}));
    assert_eq!(world.window(), "2-prize");
    // The others agree on a draw without it.
    world.write("ash", "vote: {draw: yes}\n");
    world.write("birch", "vote: {draw: yes}\n");
    world.tick();
    let ended = world.entries(Kind::Ended);
    assert_eq!(ended[0].body["outcome"], json!({"winners": ["ash", "birch"], "by": "draw-vote"}));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}
