//! The record as one archive that somebody can check without the campaign's folder: the ledger, without what the
//! receiver may not know; the game's data as it is played; and what the whole is.
//!
//! An archive is a folder (`export.json`, `ledger.jsonl`, `games/<id>/…`) or a single file of JSON lines: `{"export": …}`,
//! a line `{"file": {"name", "text"}}` for each file of the game's data, then the ledger's lines as they are. The chain
//! holds in both, because an entry's hash covers only the digest of its secret (docs/protocol.md).
//!
//! May use: folder, ledger, record, verify, games (for its files alone). Is used by: cli.

use crate::campaign::inspect::verify::{Flaw, Verified, verify_by};
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Founded, Line, OpenedPlan, Sealed};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Phase;
use crate::campaign::store::{Campaign, Host, Own, opens_a_window, whole};
use crate::disk::Disk;
use crate::games::NoGame;
use crate::ledger::{self, Entry, Head, Kind};
use crate::seal::{Hash256, Opening};
use crate::table::Referee;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The form of archives that this program writes and reads.
const FORM: &str = "ravenpost-export/1";
/// The record in an archive.
const LEDGER: &str = "ledger.jsonl";
/// What an archive that is a folder is known by.
const MANIFEST: &str = "export.json";

/// For whom an archive is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum For {
    /// Anybody: no secret of a game that goes on. Once it is over the plans come out, the mails do not.
    Public,
    /// A seat: the same, and its own secrets.
    Seat(String),
    /// The game master: everything, mail addresses too.
    Whole,
}

impl fmt::Display for For {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            For::Public => "public",
            For::Whole => "whole",
            For::Seat(seat) => seat,
        })
    }
}

/// What an archive is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the archive.
    pub form: String,
    /// The version of the program that wrote it.
    pub version: String,
    /// The campaign.
    pub campaign: String,
    /// For whom: `public`, `whole`, or a seat.
    #[serde(rename = "for")]
    pub receiver: String,
    /// What everybody may know of the settings, as they are now.
    pub settings: Value,
    /// The window at whose opening the copy ends, because it still takes plans; `chance` while words of chance are
    /// taken. None: it is all there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Entries of the ledger in it.
    pub entries: u64,
    /// The hash of the last.
    pub head: Hash256,
    /// SHA-256 of each file of it, by name, the ledger's too.
    pub files: BTreeMap<String, Hash256>,
}

/// An archive in memory.
struct Archive {
    manifest: Manifest,
    /// Files of the game's data by name.
    data: BTreeMap<String, String>,
    ledger: Vec<u8>,
}

/// What was written.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exported {
    /// Where.
    pub path: PathBuf,
    /// What.
    pub manifest: Manifest,
    /// Secrets that were left out.
    pub left_out: usize,
}

/// Writes a campaign as an archive: one file of JSON lines if `out` ends in `.jsonl`, else a folder.
///
/// # Errors
/// There is no such seat, something stands there already, or it cannot be written.
pub fn export(
    host: &Host,
    campaign: &Campaign,
    receiver: &For,
    out: &Path,
) -> Result<Exported, CampaignError> {
    let disk = &*host.disk;
    if let For::Seat(seat) = receiver
        && !campaign.record.people.seats().any(|known| known == seat)
    {
        return Err(CampaignError::Refused(format!("there is no seat “{seat}” in this campaign")));
    }
    if disk.look(out).is_ok() {
        let there =
            format!("{} is there already; nothing was written. Name another with --out", out.display());
        return Err(CampaignError::Refused(there));
    }
    let (archive, left_out) = pack(campaign, receiver)?;
    if out.extension().is_some_and(|extension| extension == "jsonl") {
        let lines = archive.lines()?;
        disk.write(out, &lines, 0o600).map_err(CampaignError::disk("write", out))?;
    } else {
        archive.folder(disk, out)?;
    }
    Ok(Exported { path: out.to_owned(), manifest: archive.manifest, left_out })
}

fn pack(campaign: &Campaign, receiver: &For) -> Result<(Archive, usize), CampaignError> {
    let over = campaign.record.game.ended.is_some();
    let mut lines = String::new();
    let since = match receiver {
        For::Seat(seat) => campaign.record.people.tenures.get(seat).map_or(0, |tenure| tenure.seq),
        _ => 0,
    };
    let mut left_out = 0;
    let (until, entries) = shown(campaign, receiver);
    for entry in entries {
        let line = if entry.secret.is_none() || may_have(receiver, entry, over, since) {
            entry.line()
        } else {
            left_out += 1;
            entry.redacted().and_then(|entry| entry.line())
        };
        lines.push_str(&line.map_err(ledger::LedgerError::from)?);
        lines.push('\n');
    }
    let game = campaign.referee.id();
    let mut data = BTreeMap::new();
    let founded = campaign.record.people.founded.as_ref();
    for (name, bytes) in crate::games::embedded_files(game) {
        if founded.is_some_and(|founded| !founded.data.contains_key(&name)) {
            continue;
        }
        let own = campaign.own_data(&name);
        data.insert(
            format!("games/{game}/{name}"),
            own.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
        );
    }
    let mut files: BTreeMap<String, Hash256> =
        data.iter().map(|(name, text)| (name.clone(), Hash256::of(text))).collect();
    files.insert(LEDGER.to_owned(), Hash256::of(&lines));
    let Head { seq, hash } =
        entries.last().map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default();
    let manifest = Manifest {
        form: FORM.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        campaign: campaign.settings.id.clone(),
        receiver: receiver.to_string(),
        settings: campaign.record.people.settings.clone(),
        until,
        entries: seq,
        head: hash,
        files,
    };
    Ok((Archive { manifest, data, ledger: lines.into_bytes() }, left_out))
}

/// The entries that a receiver may have. While plans (or words of chance) are taken, who has handed in what, when and how
/// often is nobody's business: copies end where the window opened.
fn shown<'a>(campaign: &'a Campaign, receiver: &For) -> (Option<String>, &'a [Entry]) {
    let (entries, record) = (campaign.entries(), &campaign.record);
    let collecting = record.game.open_window().filter(|window| window.phase == Phase::Collecting);
    let (until, end) = match collecting {
        _ if *receiver == For::Whole => return (None, entries),
        Some(window) => {
            let opens = |entry: &Entry| opens_a_window(entry.kind, &entry.body);
            (window.id.clone(), entries.iter().rposition(opens))
        }
        None if !record.people.seeded => ("chance".to_owned(), Some(0)),
        None => return (None, entries),
    };
    let end = end.map_or(0, |place| place + 1);
    // Ledgers of old were written on within one append; what would break off there is no copy.
    let end = whole(entries.get(..end).unwrap_or(entries));
    (Some(until), entries.get(..end).unwrap_or(entries))
}

/// Whether a receiver may have an entry's secret. It belongs to the seat that the body names, else to the game master.
/// When the game is over, what it was played with comes out: plans, what was passed over, shuffles. What people wrote
/// beside it, and from where, stays theirs.
///
/// `since` is the entry with which the seat's present player began.
fn may_have(receiver: &For, entry: &Entry, over: bool, since: u64) -> bool {
    let of_the_game = matches!(entry.kind, Kind::Opened | Kind::Answered | Kind::Resolved | Kind::Ruling);
    match receiver {
        For::Whole => true,
        _ if over && of_the_game => true,
        For::Public => false,
        // What a player before has written, and from where, is no more the seat's than who follows whom.
        For::Seat(_) if entry.body.get("replaced").is_some() => false,
        For::Seat(_) if entry.seq < since && !of_the_game => false,
        For::Seat(seat) => entry.body.get("seat").and_then(Value::as_str) == Some(seat),
    }
}

impl Archive {
    /// What makes the game from the archive's files when rulings have corrected them.
    fn corrected(&self, founded: &Founded, game: &str) -> Corrected {
        let (data, id) = (self.data.clone(), game.to_owned());
        let base = move |file: &str| {
            let own = data.get(&format!("games/{id}/{file}")).cloned();
            Ok(own.or_else(|| crate::games::embedded(&id, file).map(str::to_owned)))
        };
        let (founded, game) = (founded.clone(), game.to_owned());
        let make = move |own: Own<'_>| game_of(&founded, &game, own).map_err(|why| why.to_string());
        Corrected::new(Box::new(base), Box::new(make))
    }

    fn lines(&self) -> Result<Vec<u8>, CampaignError> {
        let fault = |why: serde_json::Error| CampaignError::Fault(why.to_string());
        let mut all = serde_json::to_vec(&json!({"export": self.manifest})).map_err(fault)?;
        all.push(b'\n');
        for (name, text) in &self.data {
            all.extend(serde_json::to_vec(&json!({"file": {"name": name, "text": text}})).map_err(fault)?);
            all.push(b'\n');
        }
        all.extend(&self.ledger);
        Ok(all)
    }

    fn folder(&self, disk: &dyn Disk, out: &Path) -> Result<(), CampaignError> {
        let manifest = serde_json::to_vec_pretty(&self.manifest);
        let manifest = manifest.map_err(|why| CampaignError::Fault(why.to_string()))?;
        let write = |path: PathBuf, bytes: &[u8]| {
            if let Some(folder) = path.parent() {
                disk.create_dir(folder, 0o755).map_err(CampaignError::disk("make the folder", folder))?;
            }
            disk.write(&path, bytes, 0o600).map_err(CampaignError::disk("write", &path))
        };
        for (name, text) in &self.data {
            write(out.join(name), text.as_bytes())?;
        }
        write(out.join(LEDGER), &self.ledger)?;
        // Last, for by it a whole archive is known.
        write(out.join(MANIFEST), &manifest)
    }

    fn read(disk: &dyn Disk, path: &Path) -> Result<Result<Self, Flaw>, CampaignError> {
        let read = |path: &Path| disk.read(path).map_err(CampaignError::disk("read", path));
        if !disk.look(path).is_ok_and(|look| look.is_dir) {
            return Ok(Archive::of_lines(&read(path)?));
        }
        let manifest: Manifest = match serde_json::from_slice(&read(&path.join(MANIFEST))?) {
            Ok(manifest) => manifest,
            Err(why) => return Ok(Err(archive_flaw(format!("{MANIFEST} is not what it should be: {why}")))),
        };
        let mut data = BTreeMap::new();
        for name in manifest.files.keys().filter(|name| *name != LEDGER) {
            // A name of an archive is never a way out of it.
            if name.starts_with('/') || name.split(['/', '\\']).any(|part| part == "..") {
                return Ok(Err(archive_flaw(format!("it names a file outside of itself: {name}"))));
            }
            if let Ok(bytes) = disk.read(&path.join(name)) {
                data.insert(name.clone(), String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        let ledger = read(&path.join(LEDGER))?;
        Ok(Ok(Archive { manifest, data, ledger }))
    }

    fn of_lines(bytes: &[u8]) -> Result<Self, Flaw> {
        #[derive(Deserialize)]
        struct First {
            export: Manifest,
        }
        #[derive(Deserialize)]
        struct Next {
            file: Named,
        }
        #[derive(Deserialize)]
        struct Named {
            name: String,
            text: String,
        }
        let mut rest = bytes;
        let mut line = || {
            let length = rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |at| at + 1);
            let (line, after) = rest.split_at(length);
            rest = after;
            (line, after)
        };
        let (first, mut ledger) = line();
        let First { export: manifest } = serde_json::from_slice(first)
            .map_err(|why| archive_flaw(format!("its first line is not that of an archive: {why}")))?;
        let mut data = BTreeMap::new();
        while ledger.starts_with(b"{\"file\":") {
            let (next, after) = line();
            ledger = after;
            let Next { file } = serde_json::from_slice(next)
                .map_err(|why| archive_flaw(format!("a file of it cannot be read: {why}")))?;
            data.insert(file.name, file.text);
        }
        Ok(Archive { manifest, data, ledger: ledger.to_vec() })
    }

    /// Whether the parts are those that the manifest names.
    fn whole(&self) -> Result<(), Flaw> {
        let manifest = &self.manifest;
        if manifest.form != FORM {
            let form: String = manifest.form.chars().take(40).collect();
            return Err(archive_flaw(format!("its form is “{form}”; this program knows “{FORM}”")));
        }
        for (name, hash) in &manifest.files {
            let found = match name.as_str() {
                LEDGER => Some(Hash256::of(&self.ledger)),
                name => self.data.get(name).map(Hash256::of),
            };
            match found {
                Some(found) if found == *hash => {}
                // The chain says better which line it is.
                Some(_) if name == LEDGER => {}
                Some(_) => return Err(archive_flaw(format!("{name} is not the file that was put into it"))),
                None => return Err(archive_flaw(format!("{name} is missing"))),
            }
        }
        Ok(())
    }
}

/// A flaw of the archive itself, and of no entry.
fn archive_flaw(why: String) -> Flaw {
    Flaw { entry: 0, why }
}

/// Whether a path is an archive and no campaign's folder.
pub fn is_archive(disk: &dyn Disk, path: &Path) -> bool {
    match disk.look(path) {
        Ok(look) => !look.is_dir || disk.look(&path.join(MANIFEST)).is_ok(),
        Err(_) => false,
    }
}

/// Checks an archive, alone or far away from its campaign.
///
/// # Errors
/// It cannot be read at all. What does not follow in it is no error but a [`Flaw`]; of entry 0, if it is the archive's.
pub fn verify_archive(disk: &dyn Disk, path: &Path) -> Result<Result<Verified, Flaw>, CampaignError> {
    Ok(Archive::read(disk, path)?.and_then(|archive| verify(&archive)))
}

/// The game of a founding, from these files.
fn game_of(founded: &Founded, game: &str, own: Own<'_>) -> Result<Box<dyn Referee>, NoGame> {
    let players = founded.settings.get("players").and_then(Value::as_u64).unwrap_or_default();
    let players = u8::try_from(players).unwrap_or_default();
    let options = founded.settings.get("options").cloned().unwrap_or(Value::Null);
    crate::games::referee_by(game, founded.rules, players, &options, own)
}

fn verify(archive: &Archive) -> Result<Verified, Flaw> {
    archive.whole()?;
    let manifest = &archive.manifest;
    let broken = |broken: ledger::Broken| Flaw { entry: broken.line, why: broken.flaw.to_string() };
    let entries = ledger::entries(&archive.ledger).map_err(broken)?;
    let Some(first) = entries.first() else { return Err(archive_flaw("its ledger is empty".to_owned())) };
    let last = entries.last().unwrap_or(first);
    if (last.seq, last.hash) != (manifest.entries, manifest.head) {
        return Err(archive_flaw(format!(
            "it should have {} entries and end in {}, but it has {} and ends in {}",
            manifest.entries, manifest.head, last.seq, last.hash
        )));
    }
    if manifest.files.get(LEDGER) != Some(&Hash256::of(&archive.ledger)) {
        return Err(archive_flaw(format!("{LEDGER} is not the file that was put into it")));
    }
    let founded: Founded = Line::from(first).body().map_err(|why| Flaw { entry: 1, why })?;
    if founded.campaign != manifest.campaign {
        return Err(archive_flaw("it names another campaign than its ledger".to_owned()));
    }
    let text = |name: &str| founded.settings.get(name).and_then(Value::as_str).unwrap_or_default();
    let game = text("game");
    for (name, hash) in &founded.data {
        let there = archive.data.get(&format!("games/{game}/{name}")).map(Hash256::of);
        if there != Some(*hash) {
            return Err(archive_flaw(format!(
                "games/{game}/{name} is not what the campaign was founded with"
            )));
        }
    }
    let own = |file: &str| archive.data.get(&format!("games/{game}/{file}")).cloned();
    let referee = game_of(&founded, game, &own).map_err(|why| Flaw { entry: 1, why: why.to_string() })?;
    let seals = seals(&entries)?;
    let mut verified = verify_by(&*referee, Some(&archive.corrected(&founded, game)), &entries, None)?;
    verified.seals = seals;
    let hidden = entries.iter().filter(|entry| Line::from(*entry).secret.is_none() && entry.secret.is_some());
    match hidden.count() {
        0 => {}
        hidden => verified.unchecked.push(format!(
            "{hidden} secrets, which are not in this copy; their digests are, so that none can be exchanged later"
        )),
    }
    if founded.version != env!("CARGO_PKG_VERSION") {
        verified.unchecked.push(format!(
            "nothing by version {}, with which the campaign was founded: this is version {}",
            founded.version,
            env!("CARGO_PKG_VERSION")
        ));
    }
    Ok(verified)
}

/// The opened plans that are in this copy match the seals that bound them; how many.
fn seals(entries: &[Entry]) -> Result<usize, Flaw> {
    let mut bound: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut matching = 0;
    for entry in entries {
        let line = Line::from(entry);
        let flaw = |why: String| Flaw { entry: entry.seq, why };
        match entry.kind {
            Kind::Sealed => {
                let Sealed { window, seat, seal, .. } = line.body().map_err(flaw)?;
                bound.insert((window, seat), seal);
            }
            Kind::Opened => {
                let OpenedPlan { window, seat, seal, .. } = line.body().map_err(flaw)?;
                if bound.get(&(window, seat.clone())) != Some(&seal) {
                    return Err(flaw(format!("{seat} opens another seal than the one that binds it")));
                }
                let Some(document) = line.secret else { continue };
                let opening = Opening::from_value(document).map_err(|why| flaw(why.to_string()))?;
                if opening.seal().to_string() != seal {
                    return Err(flaw(format!("what {seat} opens does not match its seal")));
                }
                matching += 1;
            }
            _ => {}
        }
    }
    Ok(matching)
}
