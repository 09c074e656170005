//! Absences within the year's days, and seats that are given up.

use crate::campaign::tests::ruling::rewind;
use crate::campaign::tests::world::{World, YAML, address, all_bid};
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
    let steps = |world: &World| -> Vec<String> {
        let items = world.receipt("cleo").model["understood"].as_array().unwrap().clone();
        items.iter().filter_map(|item| Some(item["what"]["step"].as_str()?.to_owned())).collect()
    };
    let state = |world: &World| {
        let people = world.campaign().record.people.clone();
        (people.leaving.contains_key("cedar"), people.is_leaving("cedar"), people.resigned.contains("cedar"))
    };
    // One message gives nothing up: we ask.
    assert_eq!((world.receipt("cleo").codes(), steps(&world)), (vec![], vec!["asked".to_owned()]));
    assert_eq!(state(&world), (true, false, false));
    // The same once more, written before we asked, confirms nothing, and neither does an answer to an older message.
    world.write("cedar", "resign: yes\n");
    world.tick();
    assert_eq!((steps(&world), state(&world)), (vec!["asked".to_owned()], (true, false, false)));
    let opening = world.find("opening", "cleo").pop().unwrap().id().to_owned();
    world.mail(address("cedar"), &format!("In-Reply-To: <{opening}>\n"), "resign: yes\n");
    world.tick();
    assert_eq!((steps(&world), state(&world)), (vec!["asked".to_owned()], (true, false, false)));
    // A reply to the receipt confirms it, and until the window ends it can be taken back.
    world.confirm("cedar", "resign: yes\n");
    assert_eq!((steps(&world), state(&world)), (vec!["confirmed".to_owned()], (true, true, false)));
    world.write("cedar", "resign: no\n");
    world.tick();
    assert_eq!((steps(&world), state(&world)), (vec!["withdrawn".to_owned()], (false, false, false)));
    assert!(world.find("notice", "anna").is_empty(), "nobody is told what is not done");
    let hidden = world.entries(Kind::Absence);
    let is_plain = |entry: &crate::ledger::Entry| {
        entry.body.as_object().unwrap().keys().all(|name| ["seat", "batch"].contains(&name.as_str()))
    };
    assert!(hidden.iter().all(is_plain), "it looks like an absence: {hidden:?}");
    world.resign("cedar");
    let look = |world: &World| {
        let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
        status
            .attention
            .into_iter()
            .find(|what| what.contains("ravenpost replace /c cedar --player"))
            .unwrap_or_default()
    };
    assert!(look(&world).contains("cedar"), "the game master is told that the seat needs a player");
    assert_eq!(state(&world), (true, true, false));
    assert_eq!(world.window(), "1-bidding", "the others have not sent anything");
    let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
    assert!(status.window.unwrap().seats.iter().any(|seat| seat.seat == "cedar" && seat.leaving));
    // What came with it counts; the prize it wins is taken by default, and nobody is asked.
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    assert_eq!(state(&world), (false, false, true));
    for who in ["anna", "bert", "cleo", "maria"] {
        let told = world.told(who);
        let notice = told.iter().find(|notice| notice["what"] == "resigned").unwrap();
        assert_eq!(notice["details"]["seat"], "CEDAR");
    }
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
    assert_eq!(codes[codes.len() - 3..], ["seat-resigned", "", "vote-not-now"]);
    let given_up = world.entries(Kind::Absence).iter().filter(|entry| entry.body["resigned"] == true).count();
    assert_eq!(given_up, 1);
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

#[test]
fn a_resignation_does_not_hold_up_a_question() {
    let mut world = World::new();
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &format!("plan: {{bid: {bid}}}\nfinal: yes\n"));
    }
    world.tick();
    assert_eq!(world.window(), "1-prize", "the winner alone is asked");
    world.resign("cedar");
    assert!(world.campaign().record.people.resigned.contains("cedar"));
    assert_eq!(world.window(), "2-bidding");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_first_report_after_an_absence_says_that_it_is_over() {
    let mut world = World::with(YAML);
    world.write("cedar", "plan: {bid: 0}\nabsent: {from: 2026-11-20, to: 2026-11-21}\nfinal: yes\n");
    // Another seat wins each time, since nobody takes the same prize twice. Cedar is back before the second window closes.
    for (turn, bids, back) in [(2, [3, 1], None), (3, [1, 4], Some("2026-11-21"))] {
        for (seat, bid) in ["ash", "birch"].into_iter().zip(bids) {
            world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
        }
        if turn == 3 {
            world.hours(40);
            world.write("cedar", "plan: {bid: 0}\nfinal: yes\n");
        }
        world.tick();
        let reports = world.find("report", "cleo");
        let report = reports.iter().find(|report| report.model["turn"] == turn).unwrap();
        assert_eq!(report.model["back"].as_str(), back, "turn {turn}");
        // It is news to nobody else.
        let others = world.find("report", "anna");
        assert!(others.iter().all(|report| report.model["back"].is_null()));
    }
}

#[test]
fn a_rewind_makes_no_resignation_final() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.resign("cedar");
    let people = |world: &World| {
        let people = world.campaign().record.people.clone();
        (people.is_leaving("cedar"), people.resigned.contains("cedar"))
    };
    assert_eq!((world.window().as_str(), people(&world)), ("2-bidding", (true, false)));
    world.rule(&rewind(1, "bidding"));
    world.tick();
    assert_eq!(people(&world), (true, false), "{}", world.window());
    // It can still be taken back, and otherwise it counts when the window that is open now ends.
    let mut other = world.fork();
    other.write("cedar", "resign: no\n");
    other.tick();
    assert_eq!(people(&other), (false, false));
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(people(&world), (false, true), "{}", world.window());
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn receipts_say_that_the_seat_is_given_up_at_the_end_of_the_window() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    assert!(!world.receipt("anna").says().contains("give up your seat"));
    world.resign("ash");
    for body in ["ask: status\n", "plan: {bid: 3}\n"] {
        world.write("ash", body);
        world.tick();
        let says = world.receipt("anna").says();
        assert!(
            says.contains(
                "You give up your seat when this window ends. Until then \"resign: no\" takes that back."
            ),
            "{says}"
        );
        assert!(!says.contains("write \"final"), "{says}");
    }
    world.write("ash", "resign: no\n");
    world.tick();
    assert!(!world.receipt("anna").says().contains("give up your seat"));
}

#[test]
fn a_sentence_behind_an_absence_costs_it_nothing_unless_it_is_about_it() {
    for (text, days) in [
        ("I'm away from Friday till Sunday, back on Monday. Please use whatever I've sent", Some(3)),
        ("Away until Tuesday. Sorry, my mother has her birthday and we all go to the sea", Some(5)),
        ("away 5.12. to 7.12. Is that all right?", None),
        ("Away until Tuesday. Bid 3", Some(5)),
        ("Away until Tuesday. Back on Sunday, to be exact", None),
        ("away 5.12. to 7.12. But maybe I can play on Sunday", None),
        ("away 5.12. to 7.12. And 24.12. to 26.12. for Christmas", None),
    ] {
        let mut world = World::new();
        world.write("ash", text);
        world.tick();
        let booked = world.campaign().record.people.away.clone();
        let length = booked.first().map(|(_, days)| (days.to - days.from).num_days());
        assert_eq!(length, days, "{text}: {booked:?}");
    }
}
