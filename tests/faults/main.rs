//! Nothing is lost: whole campaigns of real games, played from mail files to mail files, with everything that can go wrong
//! under a program tried at every point where it can. docs/faults.md says what is promised, and what was tried.
//!
//! By default the small campaign is disturbed everywhere and the others here and there; with `RAVENPOST_FAULTS=all` every
//! point of every campaign is tried (`cargo test --release --test faults -- --nocapture`).

mod kills;
mod plot;
mod tries;
mod troubles;
mod world;

use plot::{PLOTS, Straight};
use std::sync::LazyLock;

static STRAIGHT: LazyLock<Vec<Straight>> = LazyLock::new(|| PLOTS.iter().map(|plot| plot.play()).collect());

#[test]
fn the_campaigns_hold_what_they_are_to_hold() {
    for straight in STRAIGHT.iter() {
        let effects: u64 = straight.steps.iter().map(|step| step.effects).sum();
        let ledger = String::from_utf8(straight.end().ledger()).unwrap();
        let count = |kind: &str| ledger.matches(&format!("\"kind\":\"{kind}\"")).count();
        println!(
            "{}: {} ticks, {effects} effects, {} bytes, {} mails",
            straight.plot.name,
            straight.steps.len(),
            ledger.len(),
            straight.end().sent().len()
        );
        for kind in ravenpost::ledger::Kind::ALL {
            print!(" {} {}", kind.name(), count(kind.name()));
        }
        println!();
    }
}
