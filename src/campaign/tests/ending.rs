//! As a world ends, all that left the program in it is compared with the record, and all that may be asked about it afterwards:
//! how it stands, its history, every explanation, what rulings would do, its archives and what they and the kept mails prove.

use crate::campaign::explain::Question;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::redaction::Redaction;
use crate::campaign::ruling::{Request, When, decisions, position_at, try_ruling};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::tests::outputs::{self, Scenario};
use crate::campaign::tests::world::{Plain, edge};
use crate::campaign::toy::SEATS;
use crate::campaign::{
    Campaign, For, against, doctor, explanation, explanation_before, export, history, inbox, preview, sheet,
    site, status, verify, verify_archive,
};
use crate::disk::{Disk, FaultyDisk};
use crate::table::Seat;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::{Debug, Formatter, Write as _};
use std::path::{Path, PathBuf};

pub(crate) struct Ending {
    disk: FaultyDisk,
    scenario: Scenario,
    /// `true` if the world began as it was made here, and not as another was.
    is_whole: bool,
}

impl Ending {
    pub fn of(disk: &FaultyDisk) -> Self {
        Ending { disk: disk.clone(), scenario: Scenario::new(), is_whole: true }
    }

    pub fn unrecorded(disk: &FaultyDisk) -> Self {
        Ending { disk: disk.clone(), scenario: Scenario::default(), is_whole: false }
    }

    /// Of a world that goes its own way on another disk: what happened before is not compared again.
    pub fn fork(&self, disk: &FaultyDisk) -> Self {
        let mut scenario = Scenario::new();
        scenario.since(|| self.files());
        Ending { disk: disk.clone(), scenario, is_whole: false }
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let read = |path: PathBuf| Some((path.to_string_lossy().into_owned(), self.disk.read(&path).ok()?));
        self.disk.files().into_iter().filter_map(read).collect()
    }
}

/// Whatever shares the disk does not compare it again.
impl Clone for Ending {
    fn clone(&self) -> Self {
        Ending::unrecorded(&self.disk)
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let mut scenario = std::mem::take(&mut self.scenario);
        if self.is_whole && scenario.is_recorded() {
            for (what, text) in asked_afterwards(&self.disk.fork()) {
                outputs::said(what, text);
            }
        }
        scenario.ends(|| self.files());
    }
}

/// All of it, by what was asked; nothing of a campaign that has not begun, or whose ledger cannot be read.
fn asked_afterwards(disk: &FaultyDisk) -> BTreeMap<&'static str, String> {
    let mut told = Told::default();
    let _ = ask(disk, &mut told);
    told.0
}

#[derive(Default)]
struct Told(BTreeMap<&'static str, String>);

impl Told {
    fn add(&mut self, what: &'static str, answer: &dyn Debug) {
        let _ = writeln!(self.0.entry(what).or_default(), "{answer:#?}");
    }
}

fn ask(disk: &FaultyDisk, told: &mut Told) -> Option<()> {
    let (host, dir) = (edge(disk), Path::new("/c"));
    let campaign = Campaign::open(&host, dir).ok()?;
    let last = campaign.entries().ok()?.last()?.at;
    told.add("status", &(status(&campaign, last), preview(&campaign, last)));
    // And sooner, at the very moment and later: what is overdue, what has been set back.
    let ticked = host.store(dir).last_tick().unwrap_or(last);
    for seconds in [-1, 0, 26 * 3600, 20 * 24 * 3600] {
        let at = ticked + TimeDelta::seconds(seconds);
        told.add("doctor", &doctor(&host, dir, at));
        told.add("status later", &status(&campaign, at));
    }
    told.add("history", &history(&campaign));
    for mail in inbox(&campaign).into_iter().flatten() {
        told.add("inbox", &(mail.class, mail.details));
    }
    told.add("what one seat may know", &blind(&campaign));
    for turn in 1..=campaign.record.game.turn {
        for (reader, what) in [None, Some("ash")]
            .into_iter()
            .flat_map(|reader| ["", "sale", "coins ash"].map(|what| (reader, what)))
        {
            let question = Question { turn, what, reader };
            told.add("explanations", &explanation(&campaign, &question).map_err(|why| why.to_string()));
            for given in &campaign.record.people.rulings {
                let before = explanation_before(&campaign, &question, given.ruling.number);
                told.add("explanations before rulings", &before.map_err(|why| why.to_string()));
            }
        }
        told.add("decisions", &decisions(&campaign, turn).map_err(|why| why.to_string()));
        tries(&campaign, turn, last, told);
    }
    for seat in SEATS {
        let sheet = sheet(&campaign, seat, &Plain).map(|sheet| sheet.map(|sheet| sheet.data));
        told.add("sheets", &sheet.map_err(|why| why.to_string()));
    }
    let pages = Path::new("/site");
    told.add("site", &site(&host, &campaign, &Plain, pages, false).map_err(|why| why.to_string()));
    for page in disk.list(pages).unwrap_or_default() {
        told.add("site", &Text(String::from_utf8_lossy(&disk.read(&page).unwrap_or_default()).into_owned()));
    }
    let verified = verify(&host, dir).map_err(|why| why.to_string());
    told.add("verify", &verified);
    let kept = ["mail/out/new", "mail/in/.Used/cur", "mail/in/.Refused/cur"];
    let mails: Vec<PathBuf> =
        kept.iter().flat_map(|folder| disk.list(&dir.join(folder)).unwrap_or_default()).collect();
    let forged = forged(disk, &mails);
    let backwards: Vec<PathBuf> = forged.iter().rev().cloned().collect();
    for receiver in [For::Public, For::Seat("ash".into()), For::Whole] {
        let out = PathBuf::from(format!("/{receiver}.jsonl"));
        if let Err(why) = export(&host, &campaign, &receiver, &out) {
            told.add("archives", &why.to_string());
            continue;
        }
        told.add(
            "archives",
            &Text(String::from_utf8_lossy(&disk.read(&out).unwrap_or_default()).into_owned()),
        );
        let copied = verify_archive(&host, &out).map_err(|why| why.to_string());
        // A copy of a ledger that is good is good, whatever it leaves out.
        let is_worse = matches!(verified, Ok(Ok(_))) && !matches!(copied, Ok(Ok(_)));
        assert!(!is_worse, "{receiver}: {copied:?}");
        told.add("verify archives", &copied);
        told.add("against", &against(&host, &out, &mails).map_err(|why| why.to_string()));
        told.add("against forged", &against(&host, &out, &forged).map_err(|why| why.to_string()));
        // Whoever keeps mails keeps them in any order.
        if receiver == For::Whole {
            told.add("against forged", &against(&host, &out, &backwards).map_err(|why| why.to_string()));
        }
    }
    Some(())
}

/// All that is left of a campaign without what another seat than birch alone may know.
fn blind(campaign: &Campaign) -> Option<Text> {
    let now = campaign.rules().pending(&campaign.record).ok()?;
    let models = MailModels::of(campaign, &now);
    let blind = Redaction::of(models, campaign.entries().ok()?, "birch", Seat(1)).ok()?;
    let record = serde_json::to_string_pretty(&blind.record).ok()?;
    let secrets: Vec<_> = blind.entries.iter().map(|entry| &entry.secret).collect();
    let now = (&blind.now.position, &blind.now.open, blind.now.together, &blind.now.events);
    Some(Text(format!("{record}\n{:#?}\n{now:#?}\n{secrets:#?}", blind.settings)))
}

/// What is shown as it is.
struct Text(String);

impl Debug for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What rulings about a turn would do: back to it, and its position with one coin less and with its prizes in another order.
fn tries(campaign: &Campaign, turn: u32, now: DateTime<Utc>, told: &mut Told) {
    let when = When::Turn { turn, stage: None };
    let mut requests = vec![Request::new(RulingKind::Rewind, when.clone(), "tried")];
    if let Ok((_, position)) = position_at(campaign, &when) {
        let (mut poorer, mut sorted) = (position.clone(), position);
        poorer["coins"][0] = json!(poorer["coins"][0].as_u64().unwrap_or_default().saturating_sub(1));
        sorted["prizes"].as_array_mut().unwrap().reverse();
        requests.extend([poorer, sorted].map(|state| Request {
            state: Some(state),
            ..Request::new(RulingKind::Rule, when.clone(), "tried")
        }));
    }
    for request in requests {
        match try_ruling(campaign, &request, now) {
            Ok(trial) => told.add(
                "trials",
                &(trial.ruling(), trial.difference().ok(), trial.told(true).ok(), trial.told(false).ok()),
            ),
            Err(why) => told.add("trials", &why.to_string()),
        }
    }
}

/// The mails, every other one with another first digit in all that looks like a hash, as if it told of another ledger.
fn forged(disk: &FaultyDisk, mails: &[PathBuf]) -> Vec<PathBuf> {
    let _ = disk.create_dir(Path::new("/forged"), 0o700);
    let mut all = Vec::new();
    for (number, mail) in mails.iter().enumerate() {
        let mut bytes = disk.read(mail).unwrap();
        let runs = bytes.chunk_by(|a, b| a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
        let (mut at, mut changed) = (0, Vec::new());
        for run in runs {
            changed.extend((number % 2 == 1 && run.len() >= 40).then_some(at));
            at += run.len();
        }
        for at in changed {
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        }
        let path = PathBuf::from(format!("/forged/{number}"));
        disk.write(&path, &bytes, 0o600).unwrap();
        all.push(path);
    }
    all
}
