//! Campaigns on a disk in memory, played by stand-ins through real mails and the program's own words.

use crate::people::Person;
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::record::{Phase, Record};
use ravenpost::campaign::rules::PendingPosition;
use ravenpost::campaign::{
    Campaign, Host, NewCampaign, Render, Ticked, history, inbox, new, preview, settings_text, start, status,
    tick_with,
};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::games;
use ravenpost::ledger::{Entry, Kind};
use ravenpost::report::Writer;
use ravenpost::seal::{Binding, Opening};
use ravenpost::table::{Open, Position};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

/// The program's own words.
pub static WRITER: LazyLock<Writer> = LazyLock::new(|| Writer::new(&|_| None));

/// One campaign at one instant.
#[derive(Clone)]
pub struct World {
    pub disk: FaultyDisk,
    pub edge: Host,
    pub dir: PathBuf,
    pub now: DateTime<Utc>,
    pub seats: Vec<String>,
    /// Those of whom more is known than an address.
    people: BTreeMap<String, Person>,
    /// Mails written so far: of each seat, and the order of all.
    mails: BTreeMap<String, usize>,
    /// All that was logged, at every level.
    pub log: String,
}

/// How a campaign is to be.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub game: &'static str,
    pub players: u8,
    /// A variant of the game, where it has one: Mordred's loyalists in The King is Dead, the Tides of Battle in Thrones.
    pub variant: bool,
    pub secrecy: &'static str,
    pub pace: &'static str,
    pub leak_check: bool,
}

/// A mail as it was handed over: the name of its file, and its bytes.
#[derive(Clone, PartialEq)]
pub struct Mail {
    pub name: String,
    pub raw: String,
}

impl Manner {
    fn options(self) -> Value {
        match self.game {
            _ if !self.variant => Value::Null,
            "thrones-2e" | "thrones-nine" => serde_json::json!({"tides-of-battle": true}),
            "beyond-the-wall" => serde_json::json!({"objectives": 1}),
            "westeros-and-the-north" => serde_json::json!({"objectives": 1, "tides-of-battle": true}),
            _ => serde_json::json!({"mordred": true}),
        }
    }
}

fn edge(disk: &FaultyDisk, like: Option<&Host>) -> Host {
    let fresh = Host::new(Arc::new(disk.clone()));
    Host { lock: false, game: like.map_or(fresh.game, |like| like.game), ..fresh }
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs something and gives what it logged.
pub fn logged<R>(run: impl FnOnce() -> R) -> (R, String) {
    let log = Log::default();
    let sink = log.clone();
    let collector = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || sink.clone())
        .finish();
    let done = tracing::subscriber::with_default(collector, run);
    let bytes = log.0.lock().unwrap().clone();
    (done, String::from_utf8_lossy(&bytes).into_owned())
}

impl World {
    /// A campaign that has begun; nothing is sent yet.
    pub fn founded(manner: Manner, seed: u64, game: Option<ravenpost::campaign::MakeGame>) -> World {
        World::founded_with(manner, seed, game, &BTreeMap::new(), &[])
    }

    /// The same with players of whom more is known, and with other lines in its settings.
    pub fn founded_with(
        manner: Manner,
        seed: u64,
        game: Option<ravenpost::campaign::MakeGame>,
        people: &BTreeMap<String, Person>,
        lines: &[(&str, &str)],
    ) -> World {
        let disk = FaultyDisk::new();
        let mut edge = edge(&disk, None);
        edge.game = game.unwrap_or(crate::veil::honest);
        let dir = PathBuf::from("/c");
        let referee = games::referee(manner.game, manner.players, &manner.options(), &|_| None).unwrap();
        let seats: Vec<String> = referee.seats().into_iter().map(|info| info.id).collect();
        let person = |seat: &String| people.get(seat).cloned().unwrap_or_else(|| Person::plain(seat));
        let campaign = NewCampaign {
            id: "secret-7".into(),
            title: "A game of secrets".into(),
            game: manner.game.into(),
            address: "game@ravenpost.example".into(),
            timezone: "Europe/Rome".into(),
            gm_name: "Maria".into(),
            gm_address: "maria@players.example".into(),
            seats: seats.iter().map(|seat| (seat.clone(), person(seat).name, person(seat).address)).collect(),
        };
        new(&edge, &dir, &campaign).unwrap();
        let mut text = settings_text(&campaign).unwrap();
        let mut change = |from: &str, to: &str| {
            assert!(text.contains(from), "campaign.yaml has no “{from}” any more");
            text = text.replace(from, to);
        };
        change("deadline: every 3 days at 20:00", "deadline: in 48h");
        change("\nabsence: wait", "\nabsence: default");
        change("reminder: 24h", "reminder: 12h");
        change("\nchance: {words: open}", "\nchance: no");
        change("\nmap: png", "\nmap: no");
        change("outage: 6h", "outage: 1000h");
        change("\npace: ask\n", &format!("\npace: {}\n", manner.pace));
        change("\npress: white", "\npress: grey");
        change("\nsecrecy: deposit", &format!("\nsecrecy: {}", manner.secrecy));
        if manner.variant {
            // The order page is drawn for each message; the other campaigns send it.
            change("\npage: yes", "\npage: no");
        }
        if manner.leak_check {
            change("leak check: no", "leak check: yes");
        }
        if manner.variant {
            change("\noptions:\n", &format!("\noptions: {}\n", manner.options()));
        }
        lines.iter().for_each(|(from, to)| change(from, to));
        for (seat, zone) in seats.iter().filter_map(|seat| Some((seat, person(seat).zone?))) {
            change(&format!("\n  {seat}:\n"), &format!("\n  {seat}:\n    timezone: {zone}\n"));
        }
        disk.write(&dir.join("campaign.yaml"), text.as_bytes(), 0o600).unwrap();
        let now = "2026-11-20T10:00:00Z".parse().unwrap();
        let mut dice = fastrand::Rng::with_seed(seed);
        start(&edge, &dir, now, &mut |bytes| dice.fill(bytes)).unwrap_or_else(|error| panic!("{error}"));
        let (people, mails, log) = (people.clone(), BTreeMap::new(), String::new());
        World { disk, edge, dir, now, seats, people, mails, log }
    }

    /// The same on a disk of its own.
    pub fn fork(&self) -> World {
        let disk = self.disk.fork();
        World { edge: edge(&disk, Some(&self.edge)), disk, ..self.clone() }
    }

    pub fn tick(&mut self, scribe: &dyn Render) -> Ticked {
        let (ticked, log) = logged(|| tick_with(&self.edge, &self.dir, self.now, scribe));
        self.log.push_str(&log);
        ticked.unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn campaign(&self) -> Campaign {
        Campaign::open(&self.edge, &self.dir).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The campaign with what it waits for.
    pub fn stand(&self) -> (Campaign, PendingPosition) {
        let campaign = self.campaign();
        let pending = campaign.rules().pending(&campaign.record).unwrap();
        (campaign, pending)
    }

    /// Who plays a seat.
    pub fn person(&self, seat: &str) -> Person {
        self.people.get(seat).cloned().unwrap_or_else(|| Person::plain(seat))
    }

    /// Gives a seat to somebody else, whose mails count from now on as if they came from there.
    pub fn succeed(&mut self, seat: &str, person: Person) {
        self.people.insert(seat.to_owned(), person);
    }

    pub fn write(&mut self, seat: &str, key: &str, body: &str) {
        let number = self.mails.entry(seat.to_owned()).or_default();
        *number += 1;
        let (number, person) = (*number, self.person(seat));
        let raw = person.mail(seat, number, self.now, &format!("key: {key}\n{body}\n"));
        self.drop_in(raw.as_bytes());
    }

    /// Puts a mail into the mailbox as it is.
    pub fn drop_in(&mut self, raw: &[u8]) {
        let order: usize = self.mails.values().sum();
        let path = self.dir.join(format!("mail/in/new/{order:010}.host"));
        self.disk.write(&path, raw, 0o600).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        String::from_utf8(self.disk.read(&self.dir.join(path)).unwrap()).unwrap()
    }

    pub fn put(&self, path: &str, text: &str) {
        self.disk.write(&self.dir.join(path), text.as_bytes(), 0o600).unwrap();
    }

    /// All mails to a seat, in the order of their names; signed receipts in clear, and without what depends on the whole ledger
    /// (see [`clear`]).
    pub fn sent_to(&self, seat: &str) -> Vec<Mail> {
        let mine = self.person(seat).address;
        let paths = self.disk.list(&self.dir.join("mail/out/new")).unwrap_or_default();
        let mails = paths.iter().map(|path| Mail {
            name: path.file_name().unwrap().to_string_lossy().into_owned(),
            raw: clear(&String::from_utf8(self.disk.read(path).unwrap()).unwrap()),
        });
        let to_me = |mail: &Mail| {
            let head = mail.raw.split("\r\n\r\n").next().unwrap_or_default();
            head.lines().any(|line| line.starts_with("To: ") && line.contains(&mine))
        };
        mails.filter(to_me).collect()
    }

    /// Empties the mailbox of sent mails.
    pub fn forget_sent(&self) {
        for path in self.disk.list(&self.dir.join("mail/out/new")).unwrap_or_default() {
            self.disk.remove(&path).unwrap();
        }
    }

    /// The ledger as it was before the mails of the last tick went out.
    pub fn unsend(&self) {
        let campaign = self.campaign();
        let entries = campaign.entries().unwrap();
        let kept = entries.iter().rposition(|entry| entry.kind != Kind::Mailed).map_or(0, |place| place + 1);
        let lines: String =
            entries[..kept].iter().map(|entry: &Entry| entry.line().unwrap() + "\n").collect();
        self.disk.write(&self.dir.join("ledger.jsonl"), lines.as_bytes(), 0o600).unwrap();
        self.disk.remove(&self.dir.join("private/record.json")).unwrap();
        self.forget_sent();
    }

    /// Puts another record in place of what follows from the ledger.
    pub fn believe(&self, record: &Record) {
        let campaign = self.campaign();
        let path = self.dir.join("ledger.jsonl");
        let (ledger, look) = (self.disk.read(&path).unwrap(), self.disk.look(&path).unwrap());
        let written = look.modified.duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap().as_nanos();
        let head = campaign.head();
        let line = ledger.split_inclusive(|byte| *byte == b'\n').next_back().unwrap().len();
        let cache = serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"),
            "mark": {"seq": head.seq, "hash": head.hash, "end": ledger.len(), "line": line},
            "written": written as u64,
            "snapshot": {
                "head": head.hash, "named": null, "proof": campaign.secrets.proof(), "record": record,
            },
        });
        // A cache is believed if it carries its digest.
        let text = cache.to_string();
        let text = format!("{:08x}\n{text}", crc32fast::hash(text.as_bytes()));
        self.disk.write(&self.dir.join("private/record.json"), text.as_bytes(), 0o600).unwrap();
        assert!(self.campaign().record == *record, "the cache is not read");
    }

    /// What everybody may see of the ledger once it is published, with the others' hashes blacked out.
    pub fn public(&self, seat: &str) -> Vec<Value> {
        fn blacken(value: &mut Value) {
            match value {
                Value::String(text)
                    if text.len() >= 64
                        && text.trim_start_matches("sha256:").bytes().all(|b| b.is_ascii_hexdigit()) =>
                {
                    *text = "#".to_owned();
                }
                Value::Array(all) => all.iter_mut().for_each(blacken),
                Value::Object(all) => all.values_mut().for_each(blacken),
                _ => {}
            }
        }
        let entry = |entry: &Entry| {
            let mut body = entry.body.clone();
            if body["seat"] != *seat {
                blacken(&mut body);
                // The place in another's plan is in no ledger that everybody may see.
                if let Some(source) = body.get_mut("source").and_then(Value::as_object_mut) {
                    source.remove("path");
                }
            }
            serde_json::json!({"kind": entry.kind.name(), "at": entry.at, "body": body})
        };
        self.campaign().entries().unwrap().iter().map(entry).collect()
    }

    /// Whether anything is different at all, secrets included.
    pub fn ledger_differs(&self, other: &World) -> bool {
        self.read("ledger.jsonl") != other.read("ledger.jsonl")
    }

    /// What the game master's commands and pages show, and what lies where.
    pub fn outside(&self) -> Vec<(String, String)> {
        let campaign = self.campaign();
        let mut all = vec![
            (
                "status".to_owned(),
                serde_json::to_string_pretty(&status(&campaign, self.now).unwrap()).unwrap(),
            ),
            (
                "preview".to_owned(),
                serde_json::to_string_pretty(&preview(&campaign, self.now).unwrap()).unwrap(),
            ),
            ("history".to_owned(), serde_json::to_string_pretty(&history(&campaign).unwrap()).unwrap()),
            ("inbox".to_owned(), serde_json::to_string_pretty(&inbox(&campaign).unwrap()).unwrap()),
            ("dispute".to_owned(), serde_json::to_string_pretty(&campaign.record.people.disputes).unwrap()),
            ("log".to_owned(), self.log.clone()),
        ];
        for path in self.disk.files() {
            let name = path.strip_prefix(&self.dir).unwrap_or(&path).to_string_lossy().into_owned();
            let mode = self.disk.mode(&path).unwrap_or_default();
            all.push((format!("mode of {name}"), format!("{mode:o}")));
            if name.starts_with("turns/") {
                all.push((name, String::from_utf8_lossy(&self.disk.read(&path).unwrap()).into_owned()));
            }
        }
        all
    }
}

/// A mail with its signed receipt in clear in place of base64, so that all it states is compared, and without the two members
/// that are of the whole ledger, which is what others have sent too: the hash of the entry `received`, which covers the salt
/// of its secret and so can be guessed by nobody, and the signature.
pub fn clear(raw: &str) -> String {
    let head = "Content-Disposition: attachment; filename=\"receipt-";
    let Some((before, rest)) = raw.split_once(head) else { return raw.to_owned() };
    let (names, rest) = rest.split_once("\r\n\r\n").unwrap();
    let (body, after) = rest.split_once("\r\n--").unwrap();
    let file = data_encoding::BASE64.decode(body.replace("\r\n", "").as_bytes()).unwrap();
    let mut receipt: Value = serde_json::from_slice(&file).unwrap();
    receipt["signature"] = "#".into();
    receipt["statement"]["entry"] = "#".into();
    format!("{before}{head}{names}\r\n\r\n{receipt}\r\n--{after}")
}

/// A mail, cleared, without the heads that it names: after a window has closed their numbers and hashes are those of ledgers
/// in which others have sent something else. That an entry is named, and to whom it was named, stays.
pub fn headless(raw: &str) -> String {
    const NAMED: &str = " of the ledger has the hash";
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once(NAMED) {
        let number = before.trim_end_matches(|c: char| c.is_ascii_digit());
        assert!(number.ends_with("Entry ") && number.len() < before.len(), "{before}");
        // In the HTML a mark stands between them.
        let code = after.find("<code>").filter(|at| after[..*at].contains("<br>") && *at < 16);
        let hash = code.map_or_else(|| after.find(|c: char| !c.is_whitespace()).unwrap(), |at| at + 6);
        assert!(after[hash..hash + 64].bytes().all(|b| b.is_ascii_hexdigit()), "{}", &after[..hash + 64]);
        out.extend([number, "#", NAMED, &after[..hash], "#"]);
        rest = &after[hash + 64..];
    }
    out.push_str(rest);
    let Some((before, receipt)) = out.split_once("\r\n\r\n{\"key\":") else { return out };
    let (receipt, after) = receipt.split_once("\r\n--").unwrap();
    let mut receipt: Value = serde_json::from_str(&format!("{{\"key\":{receipt}")).unwrap();
    receipt["statement"]["head"] = "#".into();
    receipt["statement"]["text"] = "#".into();
    format!("{before}\r\n\r\n{receipt}\r\n--{after}")
}

/// What a stand-in writes for a seat: a plan in words and as data.
#[derive(Clone)]
pub struct Written {
    pub seat: String,
    pub text: String,
    pub plan: Value,
}

/// After such a tick every mail must have gone out: nothing in them tells too much, and each can be made.
///
/// # Errors
/// One was held back, or could not be made.
pub fn quiet(ticked: Ticked) -> Result<(), String> {
    let stuck = |words: &&String| words.contains("held back") || words.contains("could not be sent");
    let stuck = ticked.attention.iter().find(stuck);
    stuck.map_or(Ok(()), |why| Err(format!("a mail did not go out: {why}")))
}

/// A plan by chance for what is asked of a seat now.
pub fn suggest(world: &World, seat: &str, seed: u64) -> Written {
    let (campaign, now) = world.stand();
    let number = campaign.rules().seat(seat).unwrap();
    let open: Vec<Open> = now.open.iter().filter(|open| open.seat == number).cloned().collect();
    let position = now.position;
    let mut dice = fastrand::Rng::with_seed(seed);
    let plan = campaign.referee.suggest(&position, number, &open, &mut dice).unwrap();
    written(&campaign, &position, seat, plan)
}

pub fn written(campaign: &Campaign, position: &Position, seat: &str, plan: Value) -> Written {
    let text = campaign.referee.write_plan(&plan, position).unwrap();
    Written { seat: seat.to_owned(), text, plan }
}

/// The opening of a plan; its nonce follows from the plan.
pub fn opening(window: &str, of: &Written) -> Opening {
    let binding = Binding { campaign: "secret-7".into(), seat: of.seat.clone(), window: window.into() };
    let nonce = ravenpost::seal::Hash256::of(of.plan.to_string());
    Opening::new(&binding, of.plan.clone(), &nonce.0).unwrap()
}

/// Seats that are asked in the open window; whether it is secret; whether it waits for openings.
pub fn asked(world: &World) -> Option<(String, Vec<String>, bool, Phase)> {
    let record = world.campaign().record;
    let window = record.game.open_window()?;
    Some((window.id.clone(), window.asked.keys().cloned().collect(), window.sealed, window.phase))
}

/// Past the reminder of the open window.
pub fn to_the_reminder(world: &mut World) {
    world.now += TimeDelta::hours(37);
}

/// Past its deadline.
pub fn past_the_deadline(world: &mut World) {
    world.now += TimeDelta::hours(26);
}
