//! Measures ticks: a whole turn of one campaign (five plans in, receipts and reports out), with and without waiting for
//! the disk, and a thousand idle campaigns.

use chrono::{DateTime, TimeDelta, Utc};
use divan::{Bencher, counter::ItemsCount};
use ravenpost::campaign::{self, Campaign, Host, NewCampaign};
use ravenpost::disk::RealDisk;
use ravenpost::post::deliver;
use ravenpost::table::{Position, Seat};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn main() {
    divan::main();
}

const HOUSES: [&str; 5] = ["stark", "lannister", "baratheon", "tyrell", "greyjoy"];

fn edge(sync: bool) -> Host {
    Host::new(Arc::new(RealDisk { sync }))
}

fn begin() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).expect("a time")
}

/// A started campaign whose welcomes are sent.
fn founded(dir: &Path) {
    let edge = edge(false);
    let seats = HOUSES.map(|house| (house.to_owned(), house.to_owned(), format!("{house}@players.example")));
    let draft = NewCampaign {
        id: "bench".to_owned(),
        title: "A bench".to_owned(),
        game: "thrones-1e".to_owned(),
        address: "ravens@ravenpost.example".to_owned(),
        timezone: "Europe/Rome".to_owned(),
        gm_name: "Maria".to_owned(),
        gm_address: "maria@players.example".to_owned(),
        seats: seats.to_vec(),
    };
    campaign::new(&edge, dir, &draft).expect("a new campaign");
    let path = dir.join("campaign.yaml");
    let settings = fs::read_to_string(&path).expect("its settings").replace("pace: ask", "pace: batch");
    let settings =
        settings.replace("\nchance: {words: open}", "\nchance: no").replace("\nmap: png", "\nmap: no");
    fs::write(&path, settings).expect("its settings");
    let mut dice = fastrand::Rng::with_seed(1);
    campaign::start(&edge, dir, begin(), &mut |bytes: &mut [u8]| dice.fill(bytes)).expect("a start");
    campaign::tick(&edge, dir, begin()).expect("a tick");
}

/// Puts plans of the first `houses` houses into the mailbox.
fn write_plans(dir: &Path, houses: usize, seed: u64, at: DateTime<Utc>) {
    let edge = edge(false);
    let campaign = Campaign::open(&edge, dir).expect("a campaign");
    let position = Position(campaign.record.game.position.clone());
    let mut dice = fastrand::Rng::with_seed(seed);
    for (i, house) in HOUSES.iter().take(houses).enumerate() {
        let plan = campaign.referee.suggest(&position, Seat(i as u8), &[], &mut dice).expect("a plan");
        let plan = campaign.referee.write_plan(&plan, &position).expect("a plan in words");
        let key = campaign.secrets.keys[*house].text();
        let mail = format!(
            "From: {house}@players.example\r\nTo: ravens@ravenpost.example\r\nSubject: my plan\r\n\
             Message-ID: <{house}.{seed}@players.example>\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nkey: {key}\n{plan}final: yes\n"
        );
        deliver(&*edge.disk, &dir.join("mail/in"), at, mail.as_bytes()).expect("a mail delivered");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// A campaign in its third turn, with the plans of `houses` houses in the mailbox.
fn third_turn(dir: &Path, houses: usize) -> DateTime<Utc> {
    founded(dir);
    let mut now = begin();
    for seed in 1..=3 {
        now += TimeDelta::hours(1);
        write_plans(dir, if seed < 3 { HOUSES.len() } else { houses }, seed, now);
        if seed < 3 {
            campaign::tick(&edge(false), dir, now).expect("a turn");
        }
    }
    now
}

/// Ticks a campaign in its third turn that has received mail.
fn third_turns(bencher: Bencher<'_, '_>, houses: usize, sync: bool) {
    let home = tempfile::tempdir().expect("a folder");
    let prepared = home.path().join("prepared");
    let now = third_turn(&prepared, houses);
    let edge = edge(sync);
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            let dir = home.path().join(format!("{number}"));
            copy(&prepared, &dir);
            dir
        })
        .bench_local_values(|dir: PathBuf| {
            let ticked = campaign::tick(&edge, &dir, now).expect("a turn");
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
    let prepared = home.path().join("prepared");
    founded(&prepared);
    let edge = edge(false);
    let dirs: Vec<PathBuf> = (0..1000).map(|n| home.path().join(format!("campaign-{n}"))).collect();
    let mut now = begin() + TimeDelta::minutes(5);
    for dir in &dirs {
        copy(&prepared, dir);
        campaign::tick(&edge, dir, now).expect("a tick");
    }
    bencher.counter(ItemsCount::new(dirs.len())).bench_local(|| {
        now += TimeDelta::seconds(1);
        let ticked = campaign::tick_many(&edge, &dirs, now);
        assert!(ticked.iter().all(|(_, result)| result.as_ref().is_ok_and(|done| done.is_idle())));
    });
}
