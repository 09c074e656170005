//! Campaigns for the benches: one of five houses, or of twelve seats on two boards, that has just begun, and plans for it.

use chrono::{DateTime, Utc};
use ravenpost::campaign::{self, Campaign, Host, NewCampaign};
use ravenpost::disk::RealDisk;
use ravenpost::post::deliver;
use ravenpost::table::Seat;
use std::fs;
use std::path::Path;
use std::sync::Arc;

pub const HOUSES: [&str; 5] = ["stark", "lannister", "baratheon", "tyrell", "greyjoy"];

pub fn host(sync: bool) -> Host {
    Host::new(Arc::new(RealDisk { sync }))
}

pub fn begin() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).expect("a time")
}

/// A started campaign of five houses.
pub fn founded(dir: &Path, settings: &[(&str, &str)]) {
    founded_for(dir, "thrones-1e", &HOUSES, settings);
}

/// A started campaign whose welcomes are sent, with other settings than `new` writes: (what, by what).
pub fn founded_for(dir: &Path, game: &str, houses: &[&str], settings: &[(&str, &str)]) {
    let host = host(false);
    let seat = |house: &&str| ((*house).to_owned(), (*house).to_owned(), format!("{house}@players.example"));
    let draft = NewCampaign {
        id: "bench".to_owned(),
        title: "A bench".to_owned(),
        game: game.to_owned(),
        address: "ravens@ravenpost.example".to_owned(),
        timezone: "Europe/Rome".to_owned(),
        gm_name: "Maria".to_owned(),
        gm_address: "maria@players.example".to_owned(),
        seats: houses.iter().map(seat).collect(),
    };
    campaign::new(&host, dir, &draft).expect("a new campaign");
    let usual = [
        ("pace: ask", "pace: batch"),
        ("\nchance: {words: open}", "\nchance: no"),
        ("\nmap: png", "\nmap: no"),
        ("\npage: yes", "\npage: no"),
    ];
    usual.iter().chain(settings).for_each(|(from, to)| change(dir, from, to));
    // A folder with a number has secrets of its own: campaigns with the same are copies, which no tick plays.
    let number = dir.to_str().and_then(|dir| dir.rsplit('-').next()?.parse().ok()).unwrap_or(1);
    let mut dice = fastrand::Rng::with_seed(number);
    campaign::start(&host, dir, begin(), &mut |bytes: &mut [u8]| dice.fill(bytes)).expect("a start");
    campaign::tick(&host, dir, begin()).expect("a tick");
}

fn change(dir: &Path, from: &str, to: &str) {
    let path = dir.join("campaign.yaml");
    let settings = fs::read_to_string(&path).expect("the settings");
    assert!(settings.contains(from), "the settings have no {from}");
    fs::write(&path, settings.replace(from, to)).expect("the settings");
}

/// Puts a message of a house with its key into the mailbox.
pub fn write_to(campaign: &Campaign, house: &str, id: &str, at: DateTime<Utc>, body: &str) {
    let key = campaign.secrets.keys[house].text();
    let mail = format!(
        "From: {house}@players.example\r\nTo: ravens@ravenpost.example\r\nSubject: my plan\r\n\
         Message-ID: <{house}.{id}@players.example>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nkey: {key}\n{body}"
    );
    deliver(&RealDisk { sync: false }, &campaign.dir.join("mail/in"), at, mail.as_bytes())
        .expect("a mail delivered");
}

/// Puts plans of these houses into the mailbox, each with `end` below it.
pub fn write_plans(dir: &Path, houses: &[&str], seed: u64, at: DateTime<Utc>, end: &str) {
    let campaign = Campaign::open(&host(false), dir).expect("a campaign");
    let position = campaign.record.game.position.clone();
    let mut dice = fastrand::Rng::with_seed(seed);
    let seats = campaign.referee.seats();
    for house in houses {
        let seat = seats.iter().position(|other| other.id == *house).expect("a house");
        let plan = campaign.referee.suggest(&position, Seat(seat as u8), &[], &mut dice).expect("a plan");
        let plan = campaign.referee.write_plan(&plan, &position).expect("a plan in words");
        write_to(&campaign, house, &seed.to_string(), at, &format!("{plan}{end}"));
    }
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a copy");
            // Ravenpost knows by the time of a file whether anybody has written to it.
            let time = entry.metadata().and_then(|data| data.modified()).expect("its time");
            fs::File::options()
                .append(true)
                .open(&target)
                .and_then(|file| file.set_modified(time))
                .expect("its time");
        }
    }
}
