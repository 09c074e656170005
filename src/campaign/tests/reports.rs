//! Who gets a report of a window, and what it replies to in mail programs.

use crate::campaign::state::entries::Line;
use crate::campaign::state::record::DueKind;
use crate::campaign::tests::world::{World, all_bid};
use crate::ledger::Kind;
use serde_json::{Value, json};

#[test]
fn all_seats_get_a_report_of_a_sealed_window_and_of_an_open_one_those_that_are_asked() {
    let world = World::new();
    let campaign = world.campaign();
    let opened = world.entries(Kind::Window).remove(0).body.clone();
    let reported = |sealed: bool| {
        let mut record = campaign.record.clone();
        let mut apply = |body: Value| {
            let line =
                Line { seq: record.seq + 1, at: world.now, kind: Kind::Window, body: &body, secret: None };
            record.apply(campaign.rules(), line).map_err(|why| why.to_string()).unwrap();
        };
        apply(json!({"what": "closed", "window": "1-bidding", "why": "vote", "seats": {}, "silent": {}}));
        // Another window of the same turn, which asks one of them.
        let mut again = opened.clone();
        again["window"] = json!("1-bidding-2");
        again["sealed"] = json!(sealed);
        again["asked"] = json!({"ash": opened["asked"]["ash"]});
        again.as_object_mut().unwrap().remove("batch");
        apply(again);
        let due = record.people.due.iter().filter(|due| due.kind == DueKind::Report);
        due.map(|due| due.to.clone()).collect::<Vec<_>>()
    };
    assert_eq!(reported(true), ["ash", "birch", "cedar", "gm"]);
    assert_eq!(reported(false), ["ash"]);
}

#[test]
fn a_report_replies_to_the_first_one_and_to_the_last() {
    let mut world = World::new();
    let welcome = world.find("opening", "cleo").pop().unwrap();
    let mut before: Option<String> = None;
    for _ in 0..2 {
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        world.write("cedar", "plan: {prize: left}\n");
        world.tick();
    }
    let mut reports = world.find("report", "cleo");
    reports.sort_by_key(|report| (report.model["turn"].as_u64(), report.model["stage"] == "bidding"));
    let mut seen = 0;
    for report in &reports {
        let references = &report.letter.references;
        assert!(references.contains(&welcome.id().to_owned()), "{references:?}");
        if let Some(before) = &before {
            seen += usize::from(references.contains(before));
        }
        before = Some(report.id().to_owned());
    }
    assert!(reports.len() >= 3 && seen >= 1, "{} {seen}", reports.len());
}
