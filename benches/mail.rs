//! What reading mail costs: ten thousand mails of the kinds in `tests/mail` from a Maildir, by the bare parser, by the
//! reader with the document found, filed without a campaign, and filed by the tick of a campaign.

use chrono::{DateTime, TimeDelta, Utc};
use divan::{Bencher, counter::ItemsCount};
use mail_parser::MessageParser;
use ravenpost::campaign::{self, Edge, NewCampaign};
use ravenpost::disk::RealDisk;
use ravenpost::plan::KEYS;
use ravenpost::post::{
    MailSource, MaildirSource, Outcome, Receipt, create_maildir, document, read_collected,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAILS: usize = 10_000;

fn main() {
    divan::main();
}

fn begin() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).expect("a time")
}

/// The mails of the tests, in the order of their names.
fn samples() -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir).expect("the samples").map(|entry| entry.expect("a sample").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "eml"));
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a sample")).collect()
}

/// Puts the mails into a Maildir, each with a Message-ID of its own.
fn fill(maildir: &Path) {
    create_maildir(&RealDisk { sync: false }, maildir).expect("a Maildir");
    let samples = samples();
    for n in 0..MAILS {
        let sample = &samples[n % samples.len()];
        let mail = [format!("Message-ID: <{n}@bench.example>\n").as_bytes(), sample].concat();
        fs::write(maildir.join(format!("new/{n}.bench")), mail).expect("a mail");
    }
}

/// The files read and parsed, and nothing else.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn bare_parser(bencher: Bencher<'_, '_>) {
    let dir = tempfile::tempdir().expect("a folder");
    fill(dir.path());
    let parser = MessageParser::new().with_minimal_headers().with_message_ids();
    bencher.counter(ItemsCount::new(MAILS)).bench_local(|| {
        let mut parts = 0;
        for entry in fs::read_dir(dir.path().join("new")).expect("the mails") {
            let raw = fs::read(entry.expect("a mail").path()).expect("a mail");
            parts += parser.parse(&raw).map_or(0, |mail| mail.parts.len());
        }
        parts
    });
}

/// Collected, read, and the document of each found.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn read_and_found(bencher: Bencher<'_, '_>) {
    let dir = tempfile::tempdir().expect("a folder");
    fill(dir.path());
    bencher.counter(ItemsCount::new(MAILS)).bench_local(|| {
        let disk = Arc::new(RealDisk { sync: false });
        let mut source = MaildirSource::new(disk, dir.path(), Receipt::at(begin()));
        let mut documents = 0;
        loop {
            let mails = source.collect().expect("mails");
            if mails.is_empty() {
                break documents;
            }
            for mail in &mails {
                documents += usize::from(document(&read_collected(mail), KEYS).document.is_ok());
            }
        }
    });
}

/// The same, and each moved to a folder.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn read_found_and_moved(bencher: Bencher<'_, '_>) {
    let prepare = || {
        let dir = tempfile::tempdir().expect("a folder");
        fill(dir.path());
        dir
    };
    bencher.counter(ItemsCount::new(MAILS)).with_inputs(prepare).bench_local_values(|dir| {
        let disk = Arc::new(RealDisk { sync: false });
        let mut source = MaildirSource::new(disk, dir.path(), Receipt::at(begin()));
        loop {
            let mails = source.collect().expect("mails");
            if mails.is_empty() {
                break dir;
            }
            for mail in &mails {
                let found = document(&read_collected(mail), KEYS);
                let outcome = if found.document.is_ok() { Outcome::Used } else { Outcome::Refused };
                source.file(&mail.handle, outcome).expect("filed");
            }
        }
    });
}

/// The tick of a campaign that gets them all. Few of them speak for a seat of it: this is what a flood costs.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn filed_by_a_tick(bencher: Bencher<'_, '_>) {
    let prepare = || {
        let dir = tempfile::tempdir().expect("a folder");
        found(dir.path());
        fill(&dir.path().join("mail/in"));
        dir
    };
    bencher.counter(ItemsCount::new(MAILS)).with_inputs(prepare).bench_local_values(|dir| {
        let edge = Edge::new(Arc::new(RealDisk { sync: false }));
        let ticked = campaign::tick(&edge, dir.path(), begin() + TimeDelta::hours(1)).expect("a tick");
        assert_eq!(ticked.used + ticked.refused + ticked.other, MAILS, "{ticked:?}");
        dir
    });
}

/// A campaign that has begun.
fn found(dir: &Path) {
    let edge = Edge::new(Arc::new(RealDisk { sync: false }));
    let seats = ["stark", "lannister", "baratheon"]
        .map(|seat| (seat.to_owned(), seat.to_owned(), format!("{seat}@players.example")));
    let draft = NewCampaign {
        id: "bench".to_owned(),
        title: "A bench".to_owned(),
        game: "thrones-1e".to_owned(),
        address: "ravens@bench.example".to_owned(),
        timezone: "Europe/Rome".to_owned(),
        gm_name: "Maria".to_owned(),
        gm_address: "maria@players.example".to_owned(),
        seats: seats.to_vec(),
    };
    campaign::new(&edge, dir, &draft).expect("a new campaign");
    let mut dice = fastrand::Rng::with_seed(1);
    campaign::start(&edge, dir, begin(), &mut |bytes: &mut [u8]| dice.fill(bytes)).expect("a start");
    campaign::tick(&edge, dir, begin()).expect("a tick");
}
