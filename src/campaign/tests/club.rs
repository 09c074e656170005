//! Campaigns of the real games on a disk in memory, with the words that go out, and people who write as they do.

use crate::campaign::*;
use crate::disk::{Disk, FaultyDisk};
use crate::post::Letter;
use crate::report::Writer;
use chrono::{DateTime, TimeDelta, Utc};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

static WRITER: LazyLock<Writer> = LazyLock::new(|| Writer::new(&|_| None));

pub(super) struct Club {
    disk: FaultyDisk,
    host: Host,
    dir: PathBuf,
    pub(super) now: DateTime<Utc>,
    mails: usize,
}

impl Club {
    /// A campaign that has begun. Each seat's player is called as the seat, with a capital letter; the game master is Maria. `settings`
    /// are further lines, and `seed` what chance begins with.
    pub(super) fn of(game: &str, seats: &[&str], settings: &str, seed: u8) -> Self {
        let disk = FaultyDisk::new();
        let dir = PathBuf::from("/c");
        disk.create_dir(&dir, 0o700).unwrap();
        let player = |seat: &&str| {
            let name = seat[..1].to_uppercase() + &seat[1..];
            format!("  {seat}: {{player: {name}son, address: {seat}@example.org}}\n")
        };
        let players: String = seats.iter().map(player).collect();
        let yaml = format!(
            "campaign: club\ntitle: The Club\ngame: {game}\naddress: game@example.org\n\
             gm: {{name: Maria, addresses: [maria@example.org]}}\nseats:\n{players}\
             clock: {{deadline: in 48h, grace: 1h}}\nchance: no\nmap: no\n{settings}"
        );
        disk.write(&dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
        let now = "2026-11-20T10:00:00Z".parse().unwrap();
        let host = Host { lock: false, ..Host::new(Arc::new(disk.clone())) };
        let mut club = Club { disk, host, dir, now, mails: 0 };
        let mut byte = seed;
        let mut random = |bytes: &mut [u8]| {
            for b in bytes {
                byte = byte.wrapping_mul(29).wrapping_add(seed | 1);
                *b = byte;
            }
        };
        start(&club.host, &club.dir, now, &mut random).unwrap();
        club.tick();
        club
    }

    /// The same campaign on a disk of its own.
    pub(super) fn fork(&self) -> Self {
        let disk = self.disk.fork();
        let host = Host { disk: Arc::new(disk.clone()), ..self.host.clone() };
        Club { disk, host, dir: self.dir.clone(), ..*self }
    }

    pub(super) fn tick(&mut self) {
        tick_with(&self.host, &self.dir, self.now, &*WRITER).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Lets time pass, hour by hour.
    pub(super) fn hours(&mut self, hours: i64) {
        for _ in 0..hours {
            self.now += TimeDelta::hours(1);
            self.tick();
        }
    }

    pub(super) fn campaign(&self) -> Campaign {
        Campaign::open(&self.host, &self.dir).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Adopts a ruling, of which the next tick tells.
    pub(super) fn adopt(&mut self, request: &ruling::Request) {
        self.now += TimeDelta::minutes(1);
        ruling::adopt(&self.host, &self.dir, self.now, request, &*WRITER)
            .unwrap_or_else(|error| panic!("{error}"));
    }

    pub(super) fn window(&self) -> String {
        self.campaign().record.game.open_window().map(|window| window.id.clone()).unwrap_or_default()
    }

    /// The keys of what a seat is asked now.
    pub(super) fn asked(&self, seat: &str) -> Vec<String> {
        let campaign = self.campaign();
        let asked = campaign.record.game.open_window().and_then(|window| window.asked.get(seat).cloned());
        asked.into_iter().flatten().map(|question| question.key).collect()
    }

    /// All mails sent to somebody, oldest first.
    pub(super) fn sent(&self, to: &str) -> Vec<Letter> {
        let paths = self.disk.list(&self.dir.join("mail/out/new")).unwrap_or_default();
        let all = paths.iter().map(|path| crate::post::read(&self.disk.read(path).unwrap()));
        let mut all: Vec<Letter> = all.filter(|mail| mail.to[0].address.starts_with(to)).collect();
        all.sort_by_key(|mail| (mail.date, mail.message_id.clone()));
        all
    }

    /// The last report with questions for a seat.
    pub(super) fn report(&self, seat: &str) -> Letter {
        let is_report =
            |mail: &Letter| mail.subject.contains("your move") || mail.subject.contains("Welcome");
        let sent = self.sent(seat);
        let subjects: Vec<&str> = sent.iter().map(|mail| mail.subject.as_str()).collect();
        sent.iter().rfind(|mail| is_report(mail)).cloned().unwrap_or_else(|| panic!("{subjects:?}"))
    }

    /// Sends a mail of a seat in answer to one of ours, and returns what its receipt says, all white space as one blank.
    pub(super) fn reply(&mut self, seat: &str, to: &Letter, body: &str) -> String {
        let headers = format!("In-Reply-To: <{}>\n", to.message_id.as_deref().unwrap());
        self.send(seat, &headers, "text/plain; charset=utf-8", body)
    }

    pub(super) fn key(&self, seat: &str) -> String {
        let campaign = self.campaign();
        campaign.secrets.key(seat, campaign.record.people.newest_key(seat).unwrap_or(1)).text()
    }

    /// Sends a new mail of a seat with its key, and returns what its receipt says.
    pub(super) fn write(&mut self, seat: &str, body: &str) -> String {
        let key = self.key(seat);
        self.send(seat, "", "text/plain; charset=utf-8", &format!("key: {key}\n\n{body}\n"))
    }

    pub(super) fn send(&mut self, seat: &str, headers: &str, mime: &str, body: &str) -> String {
        self.mails += 1;
        self.now += TimeDelta::minutes(1);
        let raw = format!(
            "From: <{seat}@example.org>\nTo: <game@example.org>\nSubject: my move\nMessage-ID: <m{}@example.net>\n\
             Date: {}\nMIME-Version: 1.0\n{headers}Content-Type: {mime}\n\n{body}\n",
            self.mails,
            self.now.to_rfc2822()
        );
        let path = self.dir.join(format!("mail/in/new/{}.{}.host", 1_800_000_000 + self.mails, self.mails));
        self.disk.write(&path, raw.replace('\n', "\r\n").as_bytes(), 0o600).unwrap();
        let is_receipt = |mail: &Letter| mail.subject.contains("Receipt");
        let before = self.sent(seat).into_iter().filter(is_receipt).count();
        self.tick();
        let receipts: Vec<Letter> = self.sent(seat).into_iter().filter(is_receipt).collect();
        assert!(receipts.len() > before, "no receipt for: {body}");
        flat(&text(receipts.last().unwrap()))
    }
}

/// The plain text of a mail.
pub(super) fn text(mail: &Letter) -> String {
    mail.parts[0].text.clone()
}

/// A text with all white space made one blank.
pub(super) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The part of a receipt that says what was understood of a message and what was not, without what is sent along.
pub(super) fn told(receipt: &str) -> &str {
    let end = receipt.find("campaign: club").unwrap_or(receipt.len());
    receipt.get(..end).unwrap_or_default()
}
