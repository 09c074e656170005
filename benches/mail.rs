//! Measures reading ten thousand messages like those in `tests/mail` from a Maildir: with the bare parser, with our reader
//! and the plan found, filed without a campaign, and filed by the tick of a campaign. Also measures messages that all
//! speak for a seat, the worst messages of half a megabyte and of a whole one, and the worst turns of The King is Dead.

#[path = "../tests/common/worst_mails.rs"]
mod worst_mails;

use chrono::{DateTime, TimeDelta, Utc};
use divan::{
    Bencher,
    counter::{BytesCount, ItemsCount},
};
use mail_parser::MessageParser;
use ravenpost::campaign::{self, Campaign, Host, NewCampaign};
use ravenpost::disk::RealDisk;
use ravenpost::games;
use ravenpost::games::king_is_dead::KingIsDead;
use ravenpost::plan::KEYS;
use ravenpost::post::{
    MailSource, MaildirSource, Outcome, Quoting, Receipt, create_maildir, document, read, read_collected,
};
use ravenpost::table::{Game, Position, RandomTable, Seat, TypedLine};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAILS: usize = 10_000;
/// Campaigns, and messages for each, if all messages speak for seats: no more than the limits allow.
const CAMPAIGNS: usize = 4;
const SEAT_MAILS: usize = 500;
/// The Message-ID that the test messages reply to, and their senders.
const ANSWERED: &str = "turn3.stark.ab12@ravenpost.example";
const WRITER: &str = "anna@north.example";

/// As if every quoted sheet had the sender's key.
const QUOTING: Quoting<'static> = Quoting { is_key: &|_| true, is_unfilled: &|_| false, answers: true };

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn begin() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).expect("a time")
}

/// The test messages, sorted by file name.
fn samples() -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir).expect("the samples").map(|entry| entry.expect("a sample").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "eml"));
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a sample")).collect()
}

/// Puts the messages into a Maildir, each with a different Message-ID.
fn fill(maildir: &Path) {
    create_maildir(&RealDisk { sync: false }, maildir).expect("a Maildir");
    let samples = samples();
    for n in 0..MAILS {
        let sample = &samples[n % samples.len()];
        let mail = [format!("Message-ID: <{n}@bench.example>\n").as_bytes(), sample].concat();
        fs::write(maildir.join(format!("new/{n}.bench")), mail).expect("a mail");
    }
}

/// Reads and parses the files, and nothing else.
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

/// Reads and parses the files and moves each to another folder, which is the least that filing can cost.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn bare_parser_and_moved(bencher: Bencher<'_, '_>) {
    let prepare = || {
        let dir = tempfile::tempdir().expect("a folder");
        fill(dir.path());
        create_maildir(&RealDisk { sync: false }, &dir.path().join(".Used")).expect("a Maildir");
        dir
    };
    let parser = MessageParser::new().with_minimal_headers().with_message_ids();
    bencher.counter(ItemsCount::new(MAILS)).with_inputs(prepare).bench_local_values(|dir| {
        let mut parts = 0;
        let filed = dir.path().join(".Used/cur");
        for entry in fs::read_dir(dir.path().join("new")).expect("the mails") {
            let entry = entry.expect("a mail");
            let raw = fs::read(entry.path()).expect("a mail");
            parts += parser.parse(&raw).map_or(0, |mail| mail.parts.len());
            fs::rename(entry.path(), filed.join(entry.file_name())).expect("filed");
        }
        (dir, parts)
    });
}

/// Collects and reads the messages and finds the plan of each.
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
                documents += usize::from(document(&read_collected(mail), KEYS, QUOTING).document.is_ok());
            }
        }
    });
}

/// Collects and reads the messages, finds the plan of each, and files them.
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
                let found = document(&read_collected(mail), KEYS, QUOTING);
                let outcome = if found.document.is_ok() { Outcome::Used } else { Outcome::Refused };
                source.file(&mail.handle, outcome).expect("filed");
            }
        }
    });
}

/// The tick of a campaign that receives all messages. Few speak for a seat, so this is the cost of a flood.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn filed_by_a_tick(bencher: Bencher<'_, '_>) {
    let prepare = || {
        let dir = tempfile::tempdir().expect("a folder");
        found(dir.path(), "bench", "stark@players.example");
        fill(&dir.path().join("mail/in"));
        dir
    };
    bencher.counter(ItemsCount::new(MAILS)).with_inputs(prepare).bench_local_values(|dir| {
        let edge = Host::new(Arc::new(RealDisk { sync: false }));
        let ticked = campaign::tick(&edge, dir.path(), begin() + TimeDelta::hours(1)).expect("a tick");
        assert_eq!(ticked.used + ticked.refused + ticked.other, MAILS, "{ticked:?}");
        dir
    });
}

/// Ticks of campaigns in which every message speaks for a seat, from the messages in `tests/mail` that a person wrote.
/// All are read in full, and each is answered with a receipt, which is a message too.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn seats_mails_filed_and_answered(bencher: Bencher<'_, '_>) {
    let prepare = || {
        let dir = tempfile::tempdir().expect("a folder");
        (0..CAMPAIGNS).for_each(|n| {
            let campaign = dir.path().join(n.to_string());
            found(&campaign, "westeros-7", WRITER);
            fill_for_seat(&campaign);
        });
        dir
    };
    bencher.counter(ItemsCount::new(CAMPAIGNS * SEAT_MAILS)).with_inputs(prepare).bench_local_values(|dir| {
        let edge = Host::new(Arc::new(RealDisk { sync: false }));
        for n in 0..CAMPAIGNS {
            let at = begin() + TimeDelta::hours(1);
            let ticked = campaign::tick(&edge, &dir.path().join(n.to_string()), at).expect("a tick");
            assert_eq!(ticked.used + ticked.refused + ticked.copies, SEAT_MAILS, "{ticked:?}");
        }
        dir
    });
}

/// The bare parser with the messages of one of these campaigns.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn seats_mails_by_the_bare_parser(bencher: Bencher<'_, '_>) {
    let dir = tempfile::tempdir().expect("a folder");
    found(dir.path(), "westeros-7", WRITER);
    fill_for_seat(dir.path());
    let parser = MessageParser::new().with_minimal_headers().with_message_ids();
    bencher.counter(ItemsCount::new(SEAT_MAILS)).bench_local(|| {
        let mut parts = 0;
        for entry in fs::read_dir(dir.path().join("mail/in/new")).expect("the mails") {
            let raw = fs::read(entry.expect("a mail").path()).expect("a mail");
            parts += parser.parse(&raw).map_or(0, |mail| mail.parts.len());
        }
        parts
    });
}

/// Reads the worst message of a kind and finds its plan. Twice the size must take about twice the time.
#[divan::bench(args = worst_kinds(), consts = [500_000, 1_000_000], sample_count = 3, sample_size = 1)]
fn worst_mail<const SIZE: usize>(bencher: Bencher<'_, '_>, kind: &str) {
    let all = worst_mails::worst("", SIZE);
    let (_, mail) = all.into_iter().find(|(name, _)| *name == kind).expect("a kind");
    bencher
        .counter(BytesCount::new(mail.len()))
        .bench_local(|| document(&read(mail.as_bytes()), KEYS, QUOTING).document.is_ok());
}

fn worst_kinds() -> Vec<&'static str> {
    worst_mails::worst("", 1_000).into_iter().map(|(name, _)| name).collect()
}

/// Reads the worst turns of The King is Dead that a message can have: paragraphs that name all there is, each of which is tried in other
/// words and none of which can be read. However long the message, it must take less than half a second.
#[divan::bench(args = [24, 96], sample_count = 3, sample_size = 1)]
fn worst_turns(bencher: Bencher<'_, '_>, lines: usize) {
    const REGIONS: [&str; 4] = ["Deva", "Ratae", "Londinium", "Caledonia"];
    let folder = |file: &str| games::embedded("king-is-dead", file).map(str::to_owned);
    let referee = games::referee("king-is-dead", 3, &serde_json::Value::Null, &|_| None).expect("the game");
    let game = KingIsDead::load(&folder, 3, Default::default()).expect("the game");
    let position = Position::from(game.write_state(&game.begin(&mut RandomTable::new(1)).expect("a game")));
    let region = |n: usize| REGIONS[n % REGIONS.len()];
    let text = |n: usize| {
        format!(
            "If the Kay Scots maybe play Welsh card in {} and the other one in {}, when somebody has perhaps passed. I play \
             Settlement with a Scot in {} if it is not so, and summon a Welsh from Ratae or otherwise a Scot. Then pass until \
             the Saxons are not here, and after that play Garrison, 2 Scots from Deva to Ratae for something. Take a Welsh \
             from {}. {n}",
            region(n),
            region(n / 4),
            region(n / 2),
            region(n / 3)
        )
    };
    let texts: Vec<String> = (0..lines).map(text).collect();
    let typed: Vec<TypedLine<'_>> =
        texts.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    bencher
        .counter(ItemsCount::new(lines))
        .bench_local(|| referee.read_typed(&position, Seat(0), &[], &[], &typed).expect("lines").fates.len());
}

/// Puts messages into a campaign's mailbox that all speak for the seat of their writer.
fn fill_for_seat(dir: &Path) {
    let campaign = Campaign::open(&Host::new(Arc::new(RealDisk { sync: false })), dir).expect("a campaign");
    let opening = campaign.message_ids().derive("stark", "opening-1").expect("an id");
    let opening = opening.trim_matches(['<', '>']);
    let spoken: Vec<Vec<u8>> = samples()
        .into_iter()
        .filter(|raw| {
            let letter = read(raw);
            let is_anna = letter.sender().is_some_and(|from| from.is(WRITER));
            // After these two the seat would no longer play.
            let leaves = letter.parts.iter().any(|part| {
                part.text.contains("\nresign:")
                    || part.text.starts_with("resign:")
                    || part.text.contains("absent:")
            });
            letter.automatic.is_none()
                && !leaves
                && is_anna
                && letter.in_reply_to.iter().any(|id| id == ANSWERED)
        })
        .collect();
    assert!(spoken.len() > 100, "too few mails speak: {}", spoken.len());
    for n in 0..SEAT_MAILS {
        let sample = &spoken[n % spoken.len()];
        let head = format!("Message-ID: <{n}@bench.example>\nIn-Reply-To: <{opening}>\n");
        fs::write(dir.join(format!("mail/in/new/{n}.bench")), [head.as_bytes(), sample].concat())
            .expect("a mail");
    }
}

/// A started campaign.
fn found(dir: &Path, id: &str, stark: &str) {
    let edge = Host::new(Arc::new(RealDisk { sync: false }));
    let seats = [
        ("stark", stark),
        ("lannister", "lannister@players.example"),
        ("baratheon", "baratheon@players.example"),
    ]
    .map(|(seat, address)| (seat.to_owned(), seat.to_owned(), address.to_owned()));
    let draft = NewCampaign {
        id: id.to_owned(),
        title: "A bench".to_owned(),
        game: "thrones-1e".to_owned(),
        address: "ravens@bench.example".to_owned(),
        timezone: "Europe/Rome".to_owned(),
        gm_name: "Maria".to_owned(),
        gm_address: "maria@players.example".to_owned(),
        seats: seats.to_vec(),
    };
    campaign::new(&edge, dir, &draft).expect("a new campaign");
    let path = dir.join("campaign.yaml");
    let settings = fs::read_to_string(&path).expect("its settings");
    let settings: String = settings
        .lines()
        .filter(|line| !line.starts_with("limits:") && !line.starts_with("chance:"))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&path, settings + "limits: {mails an hour: 1000, press a day: 1000}\nchance: no\n")
        .expect("its settings");
    let mut dice = fastrand::Rng::with_seed(1);
    campaign::start(&edge, dir, begin(), &mut |bytes: &mut [u8]| dice.fill(bytes)).expect("a start");
    campaign::tick(&edge, dir, begin()).expect("a tick");
}
