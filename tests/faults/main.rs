//! Nothing is lost: whole campaigns of real games, played from mail files to mail files, with everything that can go wrong
//! under a program tried at every point where it can. docs/faults.md says what is promised, and what was tried.
//!
//! By default a sample of points is tried, more of the small campaign than of the others, less of those with long ledgers.
//! `RAVENPOST_FAULTS` (with `cargo test --release --test faults -- --nocapture`) says what else: `all`, every point of every
//! campaign; `king-2,busy-3`, every point of these; a number, about so many of each. `RAVENPOST_FAULTS_KEEP` names a folder in
//! which the campaigns are laid down as they are at their end.

mod acts;
mod clocks;
mod damage;
mod kills;
mod played;
mod players;
mod plot;
mod script;
#[path = "../common/thorough.rs"]
mod thorough;
mod together;
mod tries;
mod troubles;
mod world;

use acts::Act;
use plot::{Script, Straight};
use ravenpost::campaign::record::Standing;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;
use world::World;

static STRAIGHT: LazyLock<Vec<Straight>> = LazyLock::new(Straight::all);

/// What is disturbed must hold all that can be disturbed.
#[test]
fn the_campaigns_hold_what_they_are_to_hold() {
    let kinds = |straight: &Straight| {
        let campaign = straight.end().campaign().unwrap();
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        campaign
            .entries()
            .unwrap()
            .iter()
            .for_each(|entry| *kinds.entry(entry.kind.name()).or_default() += 1);
        kinds
    };
    let keep = std::env::var_os("RAVENPOST_FAULTS_KEEP").map(PathBuf::from);
    for straight in STRAIGHT.iter() {
        if let Some(keep) = &keep {
            straight.end().keep(&keep.join(straight.plot.name)).unwrap();
        }
        let effects: u64 = straight.steps.iter().map(|step| step.effects).sum();
        println!(
            "{}: {} acts, {effects} effects, a ledger of {} bytes, {} mails: {:?}",
            straight.plot.name,
            straight.steps.len(),
            straight.end().ledger().len(),
            straight.end().sent().len(),
            kinds(straight)
        );
        assert!(effects > 200, "{effects}");
        let mut all = vec!["chance", "sealed", "opened", "answered", "resolved", "absence", "ended"];
        match straight.plot.script {
            Script::Quiet => all.push("unreachable"),
            Script::Busy => all.extend(["unreachable", "ruling", "dispute", "settings", "clock", "vote"]),
            Script::Ruled => all.extend(["ruling", "dispute", "settings"]),
            Script::Played => all.extend(["window", "clock"]),
        }
        for kind in all {
            assert!(kinds(straight).contains_key(kind), "{} has no entry “{kind}”", straight.plot.name);
        }
    }
    let quiet = [
        r#""how":"deposit""#,
        r#""how":"seal""#,
        r#""from":"default""#,
        r#""kind":"press""#,
        r#""kind":"vote""#,
    ];
    let busy = [
        r#""what":"rehearsed""#,
        r#""what":"paused""#,
        r#""what":"resumed""#,
        r#""why":"gm""#,
        r#""by":"gm""#,
        r#""replaced":{"#,
        r#""stand-in":"dan@"#,
        r#""to":"observer-"#,
        r#""what":"closed","#,
        r#""step":"proposed""#,
        r#""step":"dropped""#,
        r#""what":"rewind""#,
        r#""what":"forward""#,
        r#""on":"ruling""#,
        r#""on":"extend""#,
    ];
    let played = [
        r#""gm-words":{""#,
        r#""what":"published","why":"deadline","window":"chance""#,
        r#""what":"public""#,
        r#""corrects":"7 42""#,
        r#""what":"openings","why":"opened""#,
        r#""what":"openings","why":"deadline""#,
        r#""from":"steward""#,
    ];
    let all = [
        (Script::Quiet, quiet.as_slice()),
        (Script::Busy, busy.as_slice()),
        (Script::Played, played.as_slice()),
    ];
    for (script, texts) in all {
        for text in texts {
            let has = |straight: &Straight| {
                let ledger = straight.end().ledger();
                straight.plot.script == script
                    && ledger.windows(text.len()).any(|part| part == text.as_bytes())
            };
            assert!(STRAIGHT.iter().any(has), "no {script:?} campaign has {text} in its ledger");
        }
    }
    // Proposals are done by ticks, rulings close windows in which plans lie sealed, and mails lie there when commands are typed.
    let steps = || STRAIGHT.iter().flat_map(|straight| &straight.steps);
    let rulings = |world: &World| world.campaign().unwrap().record.people.rulings;
    let adopted =
        |world: &World| rulings(world).iter().filter(|given| given.standing == Standing::Adopted).count();
    assert!(steps().any(|step| !step.act.is_typed() && adopted(&step.after) > adopted(&step.before)));
    assert!(steps().any(|step| step.act.is_typed() && !step.mails.is_empty()));
    let sealed = |world: &World| {
        let record = world.campaign().unwrap().record;
        record.game.open_window().is_some_and(|window| !window.seats.is_empty() && window.sealed)
    };
    assert!(steps().any(|step| matches!(step.act, Act::Adopt(_)) && sealed(&step.before)));
}
