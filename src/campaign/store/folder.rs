//! A campaign in a folder: `campaign.yaml` and `ledger.jsonl`, secret files in `private/`, and pages for people in
//! `turns/`.

use super::batches::whole;
use super::cache::{from_bytes, to_bytes};
use super::interface::{Claim, Document, Loaded, Mode, Note, Store};
use super::places::Places;
use super::wake::{self, Wake};
use crate::campaign::state::entries::Founded;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::settings::Settings;
use crate::disk::Disk;
use crate::ledger::{self, Draft, Entry, Head, Ledger, LedgerError, Lock};
use crate::seal::{Hash256, Opening};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The limit for the length of the founding entry, in bytes.
const FIRST_LINE: usize = 256 * 1024;

/// A campaign in a folder on a disk.
pub struct Folder {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
    lock: bool,
    ledger: Loading,
}

/// The ledger, as far as it was loaded.
enum Loading {
    Not,
    Read(Vec<Entry>),
    Written(Ledger),
}

/// The record as it is kept for a fast start. Only the version of the program that wrote it reads it.
#[derive(Serialize, Deserialize)]
struct Snapshot<R> {
    version: String,
    hash: Hash256,
    record: R,
}

impl Folder {
    /// Creates the store of a folder, without loading it. With `lock`, a claim takes the lock in the folder.
    pub fn new(disk: Arc<dyn Disk>, dir: &Path, lock: bool) -> Self {
        Folder { disk, dir: dir.to_owned(), lock, ledger: Loading::Not }
    }

    fn places(&self) -> Places<'_> {
        Places(&self.dir)
    }

    fn text(&self, path: &Path) -> Result<Option<String>, CampaignError> {
        match self.disk.read(path) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(source) => Err(CampaignError::Disk { doing: "read", path: path.to_owned(), source }),
        }
    }

    fn note_path(&self, note: Note) -> PathBuf {
        match note {
            Note::Outbox => self.places().outbox(),
            Note::Command => self.places().command(),
            Note::Told => self.places().told(),
        }
    }

    fn deposit_path(&self, window: &str, seat: &str, seal: &str) -> PathBuf {
        let short: String = seal.trim_start_matches("sha256:").chars().take(16).collect();
        self.places().private().join(window).join(format!("{seat}-{short}.json"))
    }

    /// Opens the ledger for writing and cuts off an incomplete end. Returns the ledger and the first line that was cut off.
    fn repaired(&self) -> Result<(Ledger, Option<u64>), CampaignError> {
        let (disk, path) = (&*self.disk, self.places().ledger());
        let mut opened = Ledger::open(disk, &path)?;
        let mut torn = opened.torn.map(|torn| torn.line);
        let kept = whole(opened.ledger.entries());
        if let Some(first) = opened.ledger.entries().get(kept) {
            let line = first.seq;
            let mut length = 0;
            for entry in opened.ledger.entries().iter().take(kept) {
                length += entry.line().map_err(LedgerError::from)?.len() as u64 + 1;
            }
            disk.truncate(&path, length).map_err(CampaignError::disk("cut off the torn end of", &path))?;
            opened = Ledger::open(disk, &path)?;
            torn = Some(line);
        }
        Ok((opened.ledger, torn))
    }

    fn snapshot(&self, entries: &[Entry]) -> Option<(Hash256, Record)> {
        let kept: Snapshot<Record> = from_bytes(&self.disk.read(&self.places().cache()).ok()?)?;
        let place = usize::try_from(kept.record.seq).ok()?.checked_sub(1)?;
        let fits = kept.version == env!("CARGO_PKG_VERSION") && entries.get(place)?.hash == kept.hash;
        fits.then_some((kept.hash, kept.record))
    }
}

impl Store for Folder {
    fn place(&self) -> &Path {
        &self.dir
    }

    fn claim(&self) -> Result<Claim, CampaignError> {
        Ok(Claim::new(if self.lock { Some(Lock::take(&self.dir)?) } else { None }))
    }

    fn load(&mut self, mode: Mode) -> Result<Loaded, CampaignError> {
        let path = self.places().ledger();
        if mode == Mode::Read {
            let read = ledger::read(&*self.disk, &path)?;
            let mut entries = read.entries;
            let (all, complete) = (entries.len(), whole(&entries));
            entries.truncate(complete);
            let torn = read.torn.map(|torn| torn.line);
            let torn = if complete < all { Some(complete as u64 + 1) } else { torn };
            let snapshot = self.snapshot(&entries);
            self.ledger = Loading::Read(entries);
            return Ok(Loaded { torn, snapshot });
        }
        let (ledger, torn) = self.repaired()?;
        let snapshot = self.snapshot(ledger.entries());
        let head = ledger.head();
        if head.seq > 0 && snapshot.as_ref().is_none_or(|(saved, _)| *saved != head.hash) {
            // The last run was interrupted, so what we read may never have reached the disk, and nothing may follow from it
            // before it has. A sync would not do: after a failed one it reports success and does nothing.
            let bytes = self.disk.read(&path).map_err(CampaignError::disk("read", &path))?;
            self.disk.write(&path, &bytes, 0o600).map_err(CampaignError::disk("make safe", &path))?;
        }
        self.ledger = Loading::Written(ledger);
        Ok(Loaded { torn, snapshot })
    }

    fn founded(&self) -> Option<Founded> {
        let start = self.disk.read_start(&self.places().ledger(), FIRST_LINE).ok()?;
        let line = start.split(|byte| *byte == b'\n').next()?;
        let first: Value = serde_json::from_slice(line).ok()?;
        serde_json::from_value(first.get("body")?.clone()).ok()
    }

    fn entries(&self) -> &[Entry] {
        match &self.ledger {
            Loading::Not => &[],
            Loading::Read(entries) => entries,
            Loading::Written(ledger) => ledger.entries(),
        }
    }

    fn append(&mut self, after: Head, drafts: Vec<Draft>) -> Result<(), CampaignError> {
        let Loading::Written(ledger) = &mut self.ledger else {
            return Err(CampaignError::Fault(
                "a campaign that was opened for reading is written to".to_owned(),
            ));
        };
        if ledger.head() != after {
            let (is, was) = (ledger.head().seq, after.seq);
            return Err(CampaignError::Fault(format!("entries for after {was} are written after {is}")));
        }
        ledger.append(&*self.disk, drafts)?;
        Ok(())
    }

    fn deposit(&self, window: &str, seat: &str, seal: &str) -> Result<Option<Opening>, CampaignError> {
        let text = self.text(&self.deposit_path(window, seat, seal))?;
        Ok(text.and_then(|text| Opening::read(&text).ok()))
    }

    fn keep_deposit(&self, opening: &Opening, known: bool) -> Result<(), CampaignError> {
        let (binding, seal) = (opening.binding(), opening.seal().to_string());
        let path = self.deposit_path(&binding.window, &binding.seat, &seal);
        // A file that no entry speaks of may be left from a tick that died before the file was safe on the disk.
        if known && self.disk.look(&path).is_ok() {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            let made = self.disk.create_dir(folder, 0o700);
            made.map_err(CampaignError::disk("make the folder", folder))?;
        }
        let written = self.disk.write(&path, opening.json().as_bytes(), 0o600);
        written.map_err(CampaignError::disk("keep a deposited plan in", &path))
    }

    fn put_away_deposits(&self, keep: &[&str]) {
        let folders = self.disk.list(&self.places().private()).unwrap_or_default();
        let is_kept = |folder: &Path| {
            folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| keep.contains(&name))
        };
        let is_over =
            |folder: &Path| self.disk.look(folder).is_ok_and(|look| look.is_dir) && !is_kept(folder);
        for folder in folders.iter().filter(|folder| is_over(folder)) {
            for path in self.disk.list(folder).unwrap_or_default() {
                if let Err(error) = self.disk.remove(&path) {
                    tracing::warn!(path = %path.display(), %error, "an opened plan cannot be removed");
                }
            }
        }
    }

    fn keep_snapshot(&self, head: Hash256, record: &Record) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let bytes = to_bytes(&Snapshot { version, hash: head, record })?;
        self.disk.write(&self.places().cache(), &bytes, 0o600)
    }

    fn note(&self, note: Note) -> Option<Vec<u8>> {
        self.disk.read(&self.note_path(note)).ok()
    }

    fn keep_note(&self, note: Note, bytes: Option<&[u8]>) -> io::Result<()> {
        let path = self.note_path(note);
        match bytes {
            Some(bytes) => self.disk.write(&path, bytes, 0o600),
            None if self.disk.look(&path).is_ok() => self.disk.remove(&path),
            None => Ok(()),
        }
    }

    fn path_of(&self, document: Document<'_>) -> PathBuf {
        match document {
            Document::Settings => self.places().settings(),
            Document::Secrets => self.places().secrets(),
            Document::Data { game, file } => self.places().data(game).join(file),
            Document::Template(name) => self.places().templates().join(name),
        }
    }

    fn document(&self, document: Document<'_>) -> Result<Option<String>, CampaignError> {
        self.text(&self.path_of(document))
    }

    fn keep_document(&self, document: Document<'_>, text: &str) -> Result<(), CampaignError> {
        let path = self.path_of(document);
        self.disk.write(&path, text.as_bytes(), 0o600).map_err(CampaignError::disk("write", &path))
    }

    fn has_templates(&self) -> bool {
        self.disk.look(&self.places().templates()).is_ok()
    }

    fn page(&self, turn: u32, name: &str) -> Option<String> {
        String::from_utf8(self.disk.read(&self.places().turn(turn).join(name)).ok()?).ok()
    }

    fn keep_pages(
        &self,
        turn: u32,
        remove: Option<&str>,
        pages: &[(&str, &str)],
    ) -> Result<(), CampaignError> {
        let folder = self.places().turn(turn);
        // The game master's page has the order of the decks, so nobody else may read the folder.
        self.disk.create_dir(&folder, 0o700).map_err(CampaignError::disk("make the folder", &folder))?;
        // This comes first, so that the folder is synced after it and the page does not come back next to the new ones.
        if let Some(path) = remove.map(|name| folder.join(name)).filter(|path| self.disk.look(path).is_ok()) {
            self.disk.remove(&path).map_err(CampaignError::disk("remove", &path))?;
        }
        for (name, text) in pages {
            let path = folder.join(name);
            let written = self.disk.write(&path, text.as_bytes(), 0o600);
            written.map_err(CampaignError::disk("write", &path))?;
        }
        Ok(())
    }

    fn last_tick(&self) -> Option<DateTime<Utc>> {
        let look = self.disk.look(&self.places().heartbeat()).ok()?;
        DateTime::from_timestamp(DateTime::<Utc>::from(look.modified).timestamp(), 0)
    }

    fn ticked(&self, now: DateTime<Utc>) -> Result<(), CampaignError> {
        let path = self.places().heartbeat();
        self.disk.touch(&path, SystemTime::from(now)).map_err(CampaignError::disk("touch", &path))
    }

    fn is_idle(&self, now: DateTime<Utc>) -> bool {
        let Some(last) = self.last_tick() else { return false };
        let wake = self.disk.read(&self.places().idle()).ok().and_then(|bytes| from_bytes::<Wake>(&bytes));
        wake.is_some_and(|wake| wake.sleeps(&*self.disk, &self.dir, last, now)) && self.ticked(now).is_ok()
    }

    fn keep_due(&self, settings: &Settings, next: Option<DateTime<Utc>>) {
        wake::keep(&*self.disk, &self.dir, settings, next);
    }

    fn create(&self) -> Result<(), CampaignError> {
        self.disk.create_dir(&self.dir, 0o700).map_err(CampaignError::disk("make the folder", &self.dir))
    }

    fn create_private(&self) -> Result<(), CampaignError> {
        let private = self.places().private();
        self.disk.create_dir(&private, 0o700).map_err(CampaignError::disk("make the folder", &private))
    }

    fn try_writing(&self) -> Result<(), String> {
        let path = self.dir.join(".doctor");
        let tried = self.disk.write(&path, b"a try\n", 0o600).and_then(|()| self.disk.remove(&path));
        tried.map_err(|error| format!("cannot write to {}: {error}", self.dir.display()))
    }

    fn open_to_others(&self) -> Option<PathBuf> {
        // Read from the file system, because a `Disk` does not know modes.
        let is_open =
            |path: &PathBuf| std::fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0);
        [self.places().secrets(), self.places().private()].into_iter().find(is_open)
    }
}
