//! Nothing is lost: whole campaigns of real games, played from mail files to mail files, with everything that can go wrong
//! under a program tried at every point where it can. docs/faults.md says what is promised, and what was tried.
//!
//! By default a sample of points is tried, more of the small campaign than of the others; with `RAVENPOST_FAULTS=all` every
//! point of every campaign, with `RAVENPOST_FAULTS=king-2` those of that one (`cargo test --release --test faults -- --nocapture`).

mod clocks;
mod damage;
mod kills;
mod plot;
mod together;
mod tries;
mod troubles;
mod world;

use plot::{PLOTS, Straight};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static STRAIGHT: LazyLock<Vec<Straight>> = LazyLock::new(|| PLOTS.iter().map(|plot| plot.play()).collect());

/// What is disturbed must hold all that can be disturbed.
#[test]
fn the_campaigns_hold_what_they_are_to_hold() {
    let kinds = |straight: &Straight| {
        let campaign = straight.end().campaign().unwrap();
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        campaign.entries().iter().for_each(|entry| *kinds.entry(entry.kind.name()).or_default() += 1);
        kinds
    };
    for straight in STRAIGHT.iter() {
        let effects: u64 = straight.steps.iter().map(|step| step.effects).sum();
        println!(
            "{}: {} ticks, {effects} effects, a ledger of {} bytes, {} mails: {:?}",
            straight.plot.name,
            straight.steps.len(),
            straight.end().ledger().len(),
            straight.end().sent().len(),
            kinds(straight)
        );
        assert!(effects > 200, "{effects}");
        for kind in ["chance", "sealed", "opened", "answered", "resolved", "absence", "unreachable", "ended"]
        {
            assert!(kinds(straight).contains_key(kind), "{} has no entry “{kind}”", straight.plot.name);
        }
    }
    let all = |what: fn(&Straight) -> bool| assert!(STRAIGHT.iter().any(what));
    all(|straight| straight.end().ledger().windows(15).any(|text| text == br#""how":"deposit""#));
    all(|straight| straight.end().ledger().windows(12).any(|text| text == br#""how":"seal""#));
    all(|straight| straight.end().ledger().windows(16).any(|text| text == br#""from":"default""#));
    all(|straight| straight.end().ledger().windows(14).any(|text| text == br#""kind":"press""#));
    all(|straight| straight.end().ledger().windows(13).any(|text| text == br#""kind":"vote""#));
}
