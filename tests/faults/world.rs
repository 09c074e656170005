//! One campaign's folder on a disk in memory that fails when told to, and what can be told of it.

use chrono::{DateTime, Utc};
use ravenpost::campaign::{Campaign, CampaignError, Host, Ticked, tick};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::ledger::{self, Kind};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where every campaign lies.
pub const DIR: &str = "/c";

/// A campaign's folder.
#[derive(Clone)]
pub struct World {
    pub disk: FaultyDisk,
    pub edge: Host,
}

/// What has come of a campaign, whenever it came: results without times.
#[derive(PartialEq, Debug)]
pub struct Results {
    /// Every answer, in order: seat, key, answer, source.
    pub answers: Vec<Value>,
    /// Every stage's position, as its digest.
    pub positions: Vec<Value>,
    /// Every mail that was handed over: its Message-ID and to whom.
    pub mails: BTreeSet<(String, String)>,
    /// What everybody was told, whether by a mail of its own or along with another: to whom and what, as the ledger has it.
    pub told: BTreeSet<(String, String)>,
    /// How many mails lie in each folder of the mailbox.
    pub filed: BTreeMap<String, usize>,
    /// How it ended.
    pub outcome: Option<Value>,
}

impl World {
    pub fn on(disk: FaultyDisk) -> World {
        let edge = Host { lock: false, ..Host::new(Arc::new(disk.clone())) };
        World { disk, edge }
    }

    /// The same on a disk of its own, with nothing armed.
    pub fn fork(&self) -> World {
        let disk = self.disk.fork();
        disk.revive();
        World::on(disk)
    }

    pub fn tick(&self, now: DateTime<Utc>) -> Result<Ticked, CampaignError> {
        tick(&self.edge, Path::new(DIR), now)
    }

    pub fn campaign(&self) -> Result<Campaign, CampaignError> {
        Campaign::open(&self.edge, Path::new(DIR))
    }

    /// A mail comes in.
    pub fn deliver(&self, mails: &[(PathBuf, Vec<u8>)]) {
        for (path, raw) in mails {
            self.disk.write(path, raw, 0o600).unwrap();
        }
    }

    pub fn ledger(&self) -> Vec<u8> {
        self.disk.read(&path("ledger.jsonl")).unwrap()
    }

    /// Every file, but what a write that was broken off has left behind.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let left =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".new-"));
        let files = self.disk.files().into_iter().filter(|path| !left(path));
        files.map(|path| (path.clone(), self.disk.read(&path).unwrap())).collect()
    }

    /// Lays the campaign down in a real folder.
    pub fn keep(&self, dir: &Path) -> std::io::Result<()> {
        for (path, bytes) in self.files() {
            let to = dir.join(path.strip_prefix(DIR).unwrap());
            std::fs::create_dir_all(to.parent().unwrap())?;
            std::fs::write(to, bytes)?;
        }
        Ok(())
    }

    /// The Message-ID and the recipient of each mail that was handed over.
    pub fn sent(&self) -> BTreeSet<(String, String)> {
        let out = self.disk.list(&path("mail/out/new")).unwrap_or_default();
        out.iter().map(|path| id_and_recipient(&self.disk.read(path).unwrap())).collect()
    }

    pub fn results(&self) -> Result<Results, String> {
        let entries = ledger::entries(&self.ledger()).map_err(|broken| broken.to_string())?;
        let answers = entries.iter().filter(|entry| entry.kind == Kind::Answered);
        let resolved = entries.iter().filter(|entry| entry.kind == Kind::Resolved);
        let position = |entry: &ledger::Entry| {
            entry
                .secret
                .as_ref()
                .and_then(|secret| secret.body())
                .map_or(Value::Null, |body| body["position"].clone())
        };
        let mut filed = BTreeMap::new();
        for file in self.disk.files() {
            let inside = file.strip_prefix(path("mail/in")).ok().and_then(|file| file.components().next());
            if let Some(folder) = inside {
                *filed.entry(folder.as_os_str().to_string_lossy().into_owned()).or_default() += 1;
            }
        }
        let ended = entries.iter().find(|entry| entry.kind == Kind::Ended);
        Ok(Results {
            answers: answers.map(|entry| entry.body.clone()).map(without_batch).collect(),
            positions: resolved.map(position).collect(),
            mails: self.sent(),
            told: told(&entries),
            filed,
            outcome: ended.map(|entry| entry.body["outcome"].clone()),
        })
    }

    /// The same of a folder in which all did `before`: nothing to look at if no mail went out since.
    pub fn nothing_came_from_nowhere_since(&self, before: &World) -> Result<(), String> {
        let out = |world: &World| world.disk.list(&path("mail/out/new")).unwrap_or_default();
        if out(self) == out(before) { Ok(()) } else { self.nothing_came_from_nowhere() }
    }

    /// That every mail which was handed over follows from what is in the ledger now: it is due, or noted as mailed.
    pub fn nothing_came_from_nowhere(&self) -> Result<(), String> {
        let campaign = self.campaign().map_err(|error| error.to_string())?;
        let mailed = campaign.entries().unwrap().iter().filter(|entry| entry.kind == Kind::Mailed);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mailed = mailed.map(|entry| (text(&entry.body["to"]), text(&entry.body["what"])));
        let due = campaign.record.people.due.iter().map(|due| (due.to.clone(), due.what.clone()));
        let mut known: BTreeSet<String> = BTreeSet::new();
        let (ids, voices) = (campaign.message_ids(), voices(&campaign));
        for (to, what) in mailed.chain(due).chain(watched(&campaign)) {
            known.extend(ids.derive(&to, &what).ok());
            let stand_ins = voices.iter().filter(|(seat, _)| *seat == to);
            known.extend(stand_ins.filter_map(|(_, voice)| ids.derive(voice, &what).ok()));
        }
        let bare = |id: &str| id.trim_start_matches('<').trim_end_matches('>').to_owned();
        let known: BTreeSet<String> = known.iter().map(|id| bare(id)).collect();
        match self.sent().into_iter().find(|(id, _)| !known.contains(&bare(id))) {
            Some((id, to)) => Err(format!("{id} was sent to {to}, and follows from nothing in the ledger")),
            None => Ok(()),
        }
    }
}

/// Of observers only the last turn that they were told of counts: a report takes the place of those before it, and its name
/// has the number of an entry in it.
fn told(entries: &[ledger::Entry]) -> BTreeSet<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (mut all, mut watched) = (BTreeSet::new(), BTreeMap::new());
    for body in entries.iter().filter(|entry| entry.kind == Kind::Mailed).map(|entry| &entry.body) {
        let (to, what) = (text(&body["to"]), text(&body["what"]));
        if to.starts_with("observer-") {
            let turn = what.rsplit_once('-').map_or("", |(turn, _)| turn).to_owned();
            watched.insert(to, turn);
            continue;
        }
        let along = body["with"].as_array().into_iter().flatten();
        all.extend(along.map(|what| (to.clone(), text(what))));
        all.insert((to, what));
    }
    all.extend(watched);
    all
}

/// The names under which mails go to those who stand in for seats.
fn voices(campaign: &Campaign) -> Vec<(String, String)> {
    let absences = campaign.entries().unwrap().iter().filter(|entry| entry.kind == Kind::Absence);
    let of = |entry: &ledger::Entry| {
        let days = entry.secret.as_ref()?.body()?;
        let from: DateTime<Utc> = days["from"].as_str()?.parse().ok()?;
        let (seat, address) = (entry.body["seat"].as_str()?, days["stand-in"].as_str()?);
        Some((seat.to_owned(), format!("{seat}/stand-in/{}/{address}", from.timestamp())))
    };
    absences.filter_map(of).collect()
}

/// What observers may be sent: it follows from what has happened, the settings and the clock.
fn watched(campaign: &Campaign) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for observer in &campaign.settings.observers {
        let who = campaign.secrets.derive(&json!({"observer": observer.address.to_lowercase()}));
        let who: String = who.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let turns = campaign.record.game.watched.iter();
        all.extend(turns.map(|turn| (format!("observer-{who}"), format!("turn-{}-{}", turn.turn, turn.seq))));
    }
    all
}

/// Where a file of the campaign lies.
pub fn path(name: &str) -> PathBuf {
    Path::new(DIR).join(name)
}

/// Which entries were written together is a matter of ticks.
fn without_batch(mut body: Value) -> Value {
    if let Some(body) = body.as_object_mut() {
        body.remove("batch");
    }
    body
}

fn id_and_recipient(raw: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(raw);
    let header = |name: &str| {
        let line = text.lines().take_while(|line| !line.is_empty()).find(|line| line.starts_with(name));
        line.map(|line| line[name.len()..].trim().to_owned())
            .unwrap_or_else(|| panic!("a mail without {name}"))
    };
    (header("Message-ID:"), header("To:"))
}

/// The first difference between two sets of files, in words.
pub fn difference(is: &BTreeMap<PathBuf, Vec<u8>>, should: &BTreeMap<PathBuf, Vec<u8>>) -> Option<String> {
    for (path, bytes) in should {
        match is.get(path) {
            None => return Some(format!("{} is missing", path.display())),
            Some(found) if found != bytes => {
                let at =
                    found.iter().zip(bytes).position(|(a, b)| a != b).unwrap_or(found.len().min(bytes.len()));
                let around = |bytes: &[u8]| {
                    String::from_utf8_lossy(&bytes[at.saturating_sub(60)..bytes.len().min(at + 60)])
                        .into_owned()
                };
                return Some(format!(
                    "{} differs at byte {at}: {:?}, not {:?}",
                    path.display(),
                    around(found),
                    around(bytes)
                ));
            }
            Some(_) => {}
        }
    }
    // A plan that was put away comes back with a power cut, until a tick that writes something puts it away again.
    let private = path("private");
    let put_away =
        |path: &Path| path.strip_prefix(&private).is_ok_and(|inside| inside.components().count() == 2);
    is.keys()
        .find(|path| !should.contains_key(*path) && !put_away(path))
        .map(|path| format!("{} is there besides", path.display()))
}
