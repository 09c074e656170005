//! What becomes of all mails of `tests/mail` in a real campaign: where each is filed, and who gets an answer.
//!
//! `filed` in `NAME.yaml` says it. All come in one tick to a campaign in its first turn, as if they answered its
//! opening: the Message-ID and the key that stand in them are those of that campaign, put in before delivery.

use crate::corpus::{Expected, expected, mails};
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::{self, Host, NewCampaign};
use ravenpost::disk::RealDisk;
use ravenpost::post::{Letter, Outcome, read};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the mails call the mail that they answer, and the key in it.
const ANSWERED: &str = "turn3.stark.ab12@ravenpost.example";
const KEY: &str = "7Q2M-KX4D-0VWN-33TB";
/// Mails after which the seat would be played by nobody; each comes alone.
const LAST: [&str; 2] = ["gmx-app-signature", "k9-quoted-below-unedited"];

struct World {
    home: tempfile::TempDir,
    edge: Host,
    now: DateTime<Utc>,
    /// What speaks for Anna: the mail she answers, and her key.
    answered: String,
    key: String,
}

impl World {
    fn new() -> World {
        let home = tempfile::tempdir().unwrap();
        let edge = Host::new(Arc::new(RealDisk { sync: false }));
        let now: DateTime<Utc> = "2026-11-20T10:00:00Z".parse().unwrap();
        let others = ["lannister", "baratheon", "tyrell", "greyjoy"];
        let others = others.map(|seat| (seat.to_owned(), seat.to_owned(), format!("{seat}@players.example")));
        let anna = ("stark".to_owned(), "Anna".to_owned(), "anna@north.example".to_owned());
        let draft = NewCampaign {
            id: "westeros-7".to_owned(),
            title: "Westeros".to_owned(),
            game: "thrones-1e".to_owned(),
            address: "gm@ravenpost.example".to_owned(),
            timezone: "Europe/Rome".to_owned(),
            gm_name: "Maria".to_owned(),
            gm_address: "maria@players.example".to_owned(),
            seats: [anna].into_iter().chain(others).collect(),
        };
        campaign::new(&edge, home.path(), &draft).unwrap();
        let path = home.path().join("campaign.yaml");
        let settings = fs::read_to_string(&path).unwrap();
        let settings: String = settings
            .lines()
            .filter(|line| !["limits:", "chance:", "map:"].iter().any(|key| line.starts_with(key)))
            .map(|line| format!("{line}\n"))
            .collect();
        fs::write(
            &path,
            settings + "limits: {mails an hour: 1000, press a day: 1000}\nchance: no\nmap: no\n",
        )
        .unwrap();
        let mut dice = fastrand::Rng::with_seed(7);
        campaign::start(&edge, home.path(), now, &mut |bytes: &mut [u8]| dice.fill(bytes)).unwrap();
        campaign::tick(&edge, home.path(), now).unwrap();
        let mut world = World { home, edge, now, answered: String::new(), key: String::new() };
        let opening = world.sent().into_iter().find(|mail| mail.to[0].is("anna@north.example")).unwrap();
        world.answered = opening.message_id.clone().unwrap();
        let keys =
            campaign::Campaign::open(&world.edge, world.home.path()).unwrap().secrets.keys["stark"].text();
        world.key = keys.to_string();
        world
    }

    fn dir(&self) -> &Path {
        self.home.path()
    }

    /// All mails that went out so far.
    fn sent(&self) -> Vec<Letter> {
        let mut paths: Vec<PathBuf> = fs::read_dir(self.dir().join("mail/out/new"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        paths.iter().map(|path| read(&fs::read(path).unwrap())).collect()
    }

    fn put(&self, name: &str, raw: &[u8]) {
        let raw = replaced(raw, ANSWERED.as_bytes(), self.answered.as_bytes());
        let raw = replaced(&raw, KEY.as_bytes(), self.key.as_bytes());
        fs::write(self.dir().join("mail/in/new").join(name), raw).unwrap();
    }

    /// Of each mail, what its receipt says of quoted sheets and attached mails.
    fn told(&self) -> BTreeMap<String, Vec<String>> {
        let campaign = campaign::Campaign::open(&self.edge, self.dir()).unwrap();
        let is_of_reading = |code: &String| {
            ["attached-", "quoted-", "parts-", "wrong-"].iter().any(|start| code.starts_with(start))
        };
        let name =
            |path: &Path| path.file_name().unwrap().to_str().unwrap().split(':').next().unwrap().to_owned();
        let mails = campaign::inbox(&campaign).unwrap().into_iter();
        mails
            .filter_map(|mail| {
                Some((name(&mail.file?), mail.codes.into_iter().filter(is_of_reading).collect()))
            })
            .collect()
    }

    /// Of each mail, by its Message-ID, what its receipt lists as understood, with the lines.
    fn said(&self) -> BTreeMap<String, Vec<String>> {
        let campaign = campaign::Campaign::open(&self.edge, self.dir()).unwrap();
        let received = campaign.entries().unwrap().iter().filter(|entry| entry.kind.name() == "received");
        let kept = received.filter_map(|entry| entry.secret.as_ref()?.body().cloned());
        let item = |item: &serde_json::Value| {
            let what =
                if item["game"] == true { "game" } else { item["what"]["item"].as_str().unwrap_or_default() };
            format!("{} {what}", item["line"].as_u64().unwrap_or_default())
        };
        kept.map(|kept| {
            let id = kept["answers"]["message_id"].as_str().unwrap_or_default().to_owned();
            let understood = kept["understood"].as_array().into_iter().flatten();
            (id, understood.filter(|item| item["what"]["item"] != "kept").map(item).collect())
        })
        .collect()
    }

    /// Ticks an hour later; tells where each mail was filed, and the answers.
    fn tick(&mut self) -> (BTreeMap<String, &'static str>, Vec<Letter>) {
        let before: BTreeSet<Option<String>> = self.sent().into_iter().map(|mail| mail.message_id).collect();
        self.now += TimeDelta::hours(1);
        let ticked = campaign::tick(&self.edge, self.dir(), self.now).unwrap();
        assert!(ticked.attention.is_empty(), "{ticked:?}");
        assert_eq!(fs::read_dir(self.dir().join("mail/in/new")).unwrap().count(), 0);
        let mut filed = BTreeMap::new();
        for outcome in Outcome::ALL {
            let folder = self.dir().join(format!("mail/in/.{}/cur", outcome.name()));
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                filed.insert(name.split(':').next().unwrap().to_owned(), outcome.name());
            }
        }
        let answers = self.sent().into_iter().filter(|mail| !before.contains(&mail.message_id));
        (filed, answers.collect())
    }
}

fn replaced(raw: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = raw;
    while let Some(at) = rest.windows(from.len()).position(|bytes| bytes == from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn every_mail_is_filed_and_answered_as_expected() {
    let mut world = World::new();
    let mut wrong = String::new();
    let mut check = |name: &str, filed: Option<&&str>, expected: &Expected| {
        if filed.copied() != expected.filed.as_deref() {
            wrong.push_str(&format!("{name}: filed under {filed:?}, expected {:?}\n", expected.filed));
        }
    };
    let mails = mails();
    let (last, usual): (Vec<_>, Vec<_>) =
        mails.iter().partition(|path| LAST.contains(&name_of(path).as_str()));
    usual.iter().for_each(|path| world.put(&name_of(path), &fs::read(path).unwrap()));
    let (filed, answers) = world.tick();
    usual.iter().for_each(|path| check(&name_of(path), filed.get(&name_of(path)), &expected(path).unwrap()));
    let told = world.told();
    let said = world.said();
    let mut untold = String::new();
    for path in &usual {
        let (name, Expected { told: expected, said: says, .. }) = (name_of(path), expected(path).unwrap());
        let id = read(&fs::read(path).unwrap()).message_id.unwrap_or_default();
        if let Some(says) = says.filter(|says| said.get(&id) != Some(says)) {
            untold.push_str(&format!("{name}: said {:?}, expected {says:?}\n", said.get(&id)));
        }
        if let Some(expected) = expected.filter(|expected| told.get(&name) != Some(expected)) {
            untold.push_str(&format!("{name}: told {:?}, expected {expected:?}\n", told.get(&name)));
        }
    }
    let mut answered = vec![(usual, answers, world.answered)];
    for path in last {
        let mut world = World::new();
        world.put(&name_of(path), &fs::read(path).unwrap());
        let (filed, answers) = world.tick();
        check(&name_of(path), filed.get(&name_of(path)), &expected(path).unwrap());
        answered.push((vec![path], answers, world.answered));
    }
    assert!(wrong.is_empty() && untold.is_empty(), "{wrong}{untold}");
    for (paths, answers, ours) in &answered {
        one_answer_each(paths, answers, ours);
    }
}

/// Whoever spoke for a seat gets one receipt, in the thread; nobody else gets more than a line, and no machine anything.
fn one_answer_each(paths: &[&PathBuf], answers: &[Letter], ours: &str) {
    let mut receipts: Vec<String> = Vec::new();
    for answer in answers.iter().filter(|answer| answer.subject.contains("Receipt")) {
        assert!(
            !answer.to.is_empty() && answer.to.iter().all(|to| to.is("anna@north.example")),
            "{:?}",
            answer.to
        );
        receipts.extend(answer.in_reply_to.iter().cloned());
    }
    let mut spoke: Vec<String> = Vec::new();
    let mut machines = BTreeSet::new();
    let mut paths = paths.to_vec();
    paths.sort_by_key(|path| name_of(path));
    let mut empty = 0;
    for path in paths {
        let letter = read(&fs::read(path).unwrap());
        let expected = expected(path).unwrap();
        let filed = expected.filed.as_deref();
        let is_seats = matches!(filed, Some("Used" | "Refused"));
        // What is typed without the form of a document is in none, and yet not nothing.
        let is_nothing = expected.missing.is_some() && filed == Some("Refused");
        // A mail with nothing in it is answered three times in a row.
        let told = expected.told.unwrap_or_default();
        let is_in_attached =
            told.iter().any(|code| matches!(code.as_str(), "attached-read" | "attached-other"));
        empty = match (is_seats, is_nothing) {
            (false, _) => empty,
            (true, true) if !is_in_attached => empty + 1,
            (true, _) => 0,
        };
        if is_seats && empty <= 12 {
            // A mail without an id is answered below the mail of ours that it answers.
            spoke.push(letter.message_id.clone().unwrap_or_else(|| ours.to_owned()));
        }
        if letter.automatic.is_some() {
            machines.extend(letter.from.iter().map(|from| from.address.to_lowercase()));
        }
    }
    machines.remove("anna@north.example");
    machines.remove("gm@ravenpost.example");
    receipts.sort_unstable();
    spoke.sort();
    let not_in = |all: &[String], of: &[String]| -> Vec<String> {
        all.iter().filter(|id| !of.contains(id)).cloned().collect()
    };
    assert_eq!(not_in(&spoke, &receipts), Vec::<String>::new(), "a receipt each, in the thread");
    assert_eq!(not_in(&receipts, &spoke), Vec::<String>::new(), "nobody else");
    assert_eq!(receipts.len(), spoke.len(), "nobody twice");
    for answer in answers {
        let to = &answer.to;
        assert!(!to.is_empty() && to.iter().all(|to| !machines.contains(&to.address)), "{to:?}");
    }
}
