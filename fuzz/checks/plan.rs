//! What holds of any text that comes as a plan, in every game.

use super::tables::{TABLES, Table};
use ravenpost::plan::read_text;
use ravenpost::seal::{Binding, Opening};
use ravenpost::sheet::{Node, parse};
use ravenpost::table::{Open, Seat};
use serde_json::Value;

fn read(table: &Table, seat: Seat, plan: &Node) -> Option<Value> {
    let open: Vec<Open> = table.open.iter().filter(|open| open.seat == seat).cloned().collect();
    table.game.read_plan(&table.position, seat, &open, plan).expect("a position that is right").plan
}

/// Reads a text as a document with a plan. A plan that is taken says the same when it is written out as its player would
/// have typed it, and read again.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    for table in TABLES.iter() {
        let envelope = read_text(text, &table.game.seats());
        let under = envelope.document.plan.as_ref().map(|plan| plan.value.clone());
        // What is no document may still be a plan.
        let Some(plan) = under.or_else(|| parse(text).ok()) else { continue };
        let seat = table.open.first().map_or(Seat(0), |open| open.seat);
        let Some(taken) = read(table, seat, &plan) else { continue };
        assert!(table.game.accept_plan(&taken).is_ok(), "{taken}");
        let binding = Binding { campaign: "fuzz".into(), seat: "s".into(), window: "1-x".into() };
        // What is too large or too deep to be sealed is refused when it comes.
        if Opening::new(&binding, taken.clone(), &[1; 16]).is_err() {
            continue;
        }
        let typed = table.game.write_plan(&taken, &table.position).expect("a plan in words");
        let envelope = read_text(&typed, &table.game.seats());
        let plan = envelope
            .document
            .plan
            .unwrap_or_else(|| panic!("no plan in what was written:\n{typed}\n{taken}"));
        let again =
            read(table, seat, &plan.value).unwrap_or_else(|| panic!("not taken again:\n{typed}\n{taken}"));
        assert_eq!(taken, again, "\n{typed}");
    }
}
