//! Measures ticks: a whole turn of one campaign (five plans in, receipts and reports out), with and without waiting for
//! the disk, and a thousand idle campaigns.

mod campaigns;

use campaigns::{HOUSES, begin, copy, founded, host, write_plans};
use chrono::{DateTime, TimeDelta, Utc};
use divan::{Bencher, counter::ItemsCount};
use ravenpost::campaign;
use std::path::{Path, PathBuf};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// A campaign in its third turn, with the plans of `houses` houses in the mailbox.
fn third_turn(dir: &Path, houses: usize) -> DateTime<Utc> {
    founded(dir, &[]);
    let mut now = begin();
    for seed in 1..=3 {
        now += TimeDelta::hours(1);
        let sending = if seed < 3 { HOUSES.len() } else { houses };
        write_plans(dir, &HOUSES[..sending], seed, now, "final: yes\n");
        if seed < 3 {
            campaign::tick(&host(false), dir, now).expect("a turn");
        }
    }
    now
}

/// Ticks a campaign in its third turn that has received mail.
fn third_turns(bencher: Bencher<'_, '_>, houses: usize, sync: bool) {
    let home = tempfile::tempdir().expect("a folder");
    let prepared = home.path().join("prepared");
    let now = third_turn(&prepared, houses);
    let host = host(sync);
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            let dir = home.path().join(format!("{number}"));
            copy(&prepared, &dir);
            dir
        })
        .bench_local_values(|dir: PathBuf| {
            let ticked = campaign::tick(&host, &dir, now).expect("a turn");
            let sent = if houses == HOUSES.len() { 2 * houses } else { houses };
            assert!(
                ticked.used == houses && ticked.sent >= sent && ticked.attention.is_empty(),
                "{ticked:?}"
            );
            dir
        });
}

/// A whole turn: five plans read, sealed and opened, all stages resolved, five receipts and five reports sent.
#[divan::bench(args = [false, true])]
fn whole_turn(bencher: Bencher<'_, '_>, waiting_for_the_disk: bool) {
    third_turns(bencher, HOUSES.len(), waiting_for_the_disk);
}

/// The most common tick with work: one plan read and sealed, one receipt sent.
#[divan::bench(args = [false, true])]
fn one_plan(bencher: Bencher<'_, '_>, waiting_for_the_disk: bool) {
    third_turns(bencher, 1, waiting_for_the_disk);
}

/// A thousand campaigns without any change since the last tick.
#[divan::bench]
fn thousand_idle(bencher: Bencher<'_, '_>) {
    let home = tempfile::tempdir().expect("a folder");
    let host = host(false);
    let dirs: Vec<PathBuf> = (0..1000).map(|n| home.path().join(format!("campaign-{n}"))).collect();
    let mut now = begin() + TimeDelta::minutes(5);
    for dir in &dirs {
        founded(dir, &[]);
        campaign::tick(&host, dir, now).expect("a tick");
    }
    bencher.counter(ItemsCount::new(dirs.len())).bench_local(|| {
        now += TimeDelta::seconds(1);
        let ticked = campaign::tick_many(&host, &dirs, now);
        let awake = ticked.iter().find(|(_, result)| !result.as_ref().is_ok_and(|done| done.is_idle()));
        assert!(awake.is_none(), "{awake:?}");
    });
}
