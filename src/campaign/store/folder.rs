//! A campaign in a folder: `campaign.yaml` and `ledger.jsonl`, secret files in `private/`, and pages for people in
//! `turns/`.

use super::batches::{counted, whole};
use super::cache::{from_bytes, from_bytes_with, to_bytes_with};
use super::interface::{Claim, Document, Loaded, Mode, Note, Snapshot, Store};
use super::places::Places;
use super::wake::{self, Wake};
use crate::campaign::state::entries::Founded;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Messages, Record};
use crate::campaign::state::settings::Settings;
use crate::disk::{Disk, advice};
use crate::ledger::{self, Draft, Entries, Head, Ledger, LedgerError, Lock, Mark, Opened, Read, Stretches};
use crate::post::MailboxMark;
use crate::seal::Opening;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The limit for the length of the founding entry, in bytes.
const FIRST_LINE: usize = 256 * 1024;
/// As much is read first. Few founding entries are longer, and ledgers are, much.
const SHORT_LINE: usize = 16 * 1024;

/// A campaign in a folder on a disk.
pub struct Folder {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
    lock: bool,
    ledger: Loading,
}

/// The ledger, for reading (no entries before it is loaded) or for writing.
enum Loading {
    Read(Entries),
    Written(Ledger),
}

/// A snapshot in its file. Only the version of the program that wrote it reads it.
#[derive(Serialize, Deserialize)]
struct Kept<S> {
    version: String,
    mark: Mark,
    /// When the ledger was last written, in nanoseconds since 1970. If somebody has written to it since, all of it is read.
    written: u128,
    /// The lines up to the marked one that an explanation reads.
    known: Option<Stretches>,
    snapshot: S,
}

impl Folder {
    /// Creates the store of a folder, without loading it. With `lock`, a claim takes the lock in the folder.
    pub fn new(disk: Arc<dyn Disk>, dir: &Path, lock: bool) -> Self {
        let ledger = Loading::Read(Entries::of(&disk, &Places(dir).ledger(), Read::default()));
        Folder { disk, dir: dir.to_owned(), lock, ledger }
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

    /// Opens the ledger for writing, from a mark on if it is given and in its place, and cuts off an incomplete end. Returns
    /// the ledger and the first line that was cut off.
    fn repaired(&self, mark: Option<&Mark>) -> Result<(Ledger, Option<u64>), CampaignError> {
        let (disk, path) = (&self.disk, self.places().ledger());
        let open = || -> Result<(Opened, bool), LedgerError> {
            let after = mark.map(|mark| Ledger::open_after(disk, &path, mark)).transpose()?.flatten();
            let from_mark = after.is_some();
            Ok((after.map_or_else(|| Ledger::open(disk, &path), Ok)?, from_mark))
        };
        let (mut opened, from_mark) = open()?;
        let mut torn = opened.torn.map(|torn| torn.line);
        // The marked entry was the last of its batch.
        let (mut length, known) = match mark.filter(|_| from_mark) {
            Some(mark) => (mark.end(), 1),
            None => (0, 0),
        };
        let entries = opened.ledger.entries().latest();
        let later = entries.get(known..).unwrap_or_default();
        let kept = whole(later);
        if let Some(first) = later.get(kept) {
            let line = first.seq;
            for entry in later.iter().take(kept) {
                length += entry.line().map_err(LedgerError::from)?.len() as u64 + 1;
            }
            disk.truncate(&path, length).map_err(CampaignError::disk("cut off the torn end of", &path))?;
            (opened, _) = open()?;
            torn = Some(line);
        }
        Ok((opened.ledger, torn))
    }

    /// Returns when the ledger was last written, in nanoseconds since 1970.
    fn written(&self) -> Option<u128> {
        let look = self.disk.look(&self.places().ledger()).ok()?;
        Some(look.modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos())
    }

    fn kept(&self) -> Option<Kept<Snapshot<Record>>> {
        let bytes = self.disk.read(&self.places().cache()).ok()?;
        let (mut kept, messages): (Kept<Snapshot<Record>>, _) = from_bytes_with(&bytes)?;
        if !messages.is_empty() {
            kept.snapshot.record.people.messages = Messages::of_text(messages)?;
        }
        let fits = kept.version == env!("CARGO_PKG_VERSION")
            && kept.mark.seq == kept.snapshot.record.seq
            && kept.mark.hash == kept.snapshot.head;
        fits.then_some(kept)
    }

    /// Reads the ledger without changing it, from a mark on if that is given and in its place. Returns the entries and the first
    /// line that does not count.
    fn read(&self, mark: Option<&Mark>) -> Result<(Entries, Option<u64>), CampaignError> {
        let (disk, path) = (&self.disk, self.places().ledger());
        let after = mark.map(|mark| ledger::read_after(&**disk, &path, mark)).transpose()?.flatten();
        let from_mark = after.is_some();
        let mut read = after.map_or_else(|| ledger::read(&**disk, &path), Ok)?;
        let known = usize::from(from_mark);
        let kept = known + whole(read.entries.get(known..).unwrap_or_default());
        let incomplete = read.entries.get(kept).map(|first| first.seq);
        read.entries.truncate(kept);
        let torn = incomplete.or(read.torn.as_ref().map(|torn| torn.line));
        Ok((Entries::of(disk, &path, read), torn))
    }

    /// Returns the ledger for writing, if it ends with the entry `after`.
    fn ledger_at(&mut self, after: Head) -> Result<&mut Ledger, CampaignError> {
        let Loading::Written(ledger) = &mut self.ledger else {
            return Err(CampaignError::Fault(
                "a campaign that was opened for reading is written to".to_owned(),
            ));
        };
        if ledger.head() != after {
            let (is, was) = (ledger.head().seq, after.seq);
            return Err(CampaignError::Fault(format!("entries for after {was} are written after {is}")));
        }
        Ok(ledger)
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
        let kept = if mode == Mode::Whole { None } else { self.kept() };
        let is_untouched = |kept: &&Kept<_>| self.written().is_some_and(|written| written == kept.written);
        let mark = kept.as_ref().filter(is_untouched).map(|kept| &kept.mark);
        let fits = |kept: &Kept<Snapshot<Record>>, entries: &Entries| {
            entries.get(kept.mark.seq).ok().flatten().is_some_and(|entry| entry.hash == kept.mark.hash)
        };
        if mode != Mode::Write {
            let (mut entries, torn) = self.read(mark)?;
            let snapshot = kept.filter(|kept| fits(kept, &entries)).map(|kept| {
                kept.known.into_iter().for_each(|known| entries.know(known));
                kept.snapshot
            });
            self.ledger = Loading::Read(entries);
            return Ok(Loaded { torn, snapshot });
        }
        let (mut ledger, torn) = self.repaired(mark)?;
        let snapshot = kept.filter(|kept| fits(kept, ledger.entries())).map(|kept| {
            kept.known.into_iter().for_each(|known| ledger.know(known));
            kept.snapshot
        });
        let head = ledger.head();
        if head.seq > 0 && snapshot.as_ref().is_none_or(|kept| kept.head != head.hash) {
            // The last run was interrupted, so what we read may never have reached the disk, and nothing may follow from it
            // before it has. A sync would not do: after a failed one it reports success and does nothing.
            let path = self.places().ledger();
            let bytes = self.disk.read(&path).map_err(CampaignError::disk("read", &path))?;
            self.disk.write(&path, &bytes, 0o600).map_err(CampaignError::disk("make safe", &path))?;
        }
        self.ledger = Loading::Written(ledger);
        Ok(Loaded { torn, snapshot })
    }

    fn founded(&self) -> Option<Founded> {
        let read = |most| self.disk.read_start(&self.places().ledger(), most).ok();
        let start = read(SHORT_LINE).filter(|start| start.contains(&b'\n')).or_else(|| read(FIRST_LINE))?;
        let line = start.split(|byte| *byte == b'\n').next()?;
        let first: Value = serde_json::from_slice(line).ok()?;
        serde_json::from_value(first.get("body")?.clone()).ok()
    }

    fn entries(&self) -> &Entries {
        match &self.ledger {
            Loading::Read(entries) => entries,
            Loading::Written(ledger) => ledger.entries(),
        }
    }

    fn append(&mut self, after: Head, drafts: Vec<Draft>) -> Result<(), CampaignError> {
        let disk = self.disk.clone();
        self.ledger_at(after)?.append(&*disk, drafts)?;
        Ok(())
    }

    fn append_for_now(&mut self, after: Head, drafts: Vec<Draft>) -> Result<(), CampaignError> {
        let disk = self.disk.clone();
        self.ledger_at(after)?.append_for_now(&*disk, drafts)?;
        Ok(())
    }

    fn settle(&mut self) -> Result<(), CampaignError> {
        let Loading::Written(ledger) = &mut self.ledger else { return Ok(()) };
        Ok(ledger.settle(&*self.disk)?)
    }

    fn deposit(&self, window: &str, seat: &str, seal: &str) -> Result<Option<Opening>, CampaignError> {
        let text = self.text(&self.deposit_path(window, seat, seal))?;
        Ok(text.and_then(|text| Opening::read(&text).ok()))
    }

    fn keep_deposits(&self, openings: &[(&Opening, bool)]) -> Result<(), CampaignError> {
        let mut folders: BTreeMap<PathBuf, Vec<(PathBuf, &[u8])>> = BTreeMap::new();
        for (opening, known) in openings {
            let (binding, seal) = (opening.binding(), opening.seal().to_string());
            let path = self.deposit_path(&binding.window, &binding.seat, &seal);
            // A file that no entry speaks of may be left from a tick that died before the file was safe on the disk.
            if *known && self.disk.look(&path).is_ok() {
                continue;
            }
            let folder = path.parent().unwrap_or(&self.dir).to_owned();
            folders.entry(folder).or_default().push((path, opening.json().as_bytes()));
        }
        for (folder, files) in folders {
            let made = self.disk.create_dir(&folder, 0o700);
            made.map_err(CampaignError::disk("make the folder", &folder))?;
            let written = self.disk.write_all(&files, 0o600);
            written.map_err(CampaignError::disk("keep deposited plans in", &folder))?;
        }
        Ok(())
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

    fn keep_snapshot(&self, snapshot: &Snapshot<&Record>, messages: &Messages) -> io::Result<()> {
        let Loading::Written(ledger) = &self.ledger else { return Ok(()) };
        let Some(mark) = ledger.mark().filter(|mark| mark.hash == snapshot.head) else { return Ok(()) };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let written = self.written().ok_or_else(|| io::Error::other("the ledger cannot be looked at"))?;
        let messages = messages.to_text().map_err(io::Error::other)?;
        let entries = ledger.entries();
        let known = entries.stretches(&counted(entries.latest()));
        let bytes = to_bytes_with(&Kept { version, mark, written, known, snapshot }, &messages)?;
        self.disk.write_for_now(&self.places().cache(), &bytes, 0o600)
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
        if let (Document::Data { .. }, Some(folder)) = (document, path.parent()) {
            self.disk.create_dir(folder, 0o700).map_err(CampaignError::disk("make the folder", folder))?;
        }
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
        let files: Vec<_> = pages.iter().map(|(name, text)| (folder.join(name), text.as_bytes())).collect();
        self.disk.write_all(&files, 0o600).map_err(CampaignError::disk("write the pages in", &folder))
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
        wake.is_some_and(|wake| wake.sleeps(&self.disk, &self.dir, last, now)) && self.ticked(now).is_ok()
    }

    fn keep_due(&self, settings: &Settings, next: Option<DateTime<Utc>>, mailbox: Option<MailboxMark>) {
        wake::keep(&*self.disk, &self.dir, settings, next, mailbox);
    }

    fn create(&self) -> Result<(), CampaignError> {
        self.disk.create_dir(&self.dir, 0o700).map_err(CampaignError::disk("make the folder", &self.dir))
    }

    fn create_private(&self) -> Result<(), CampaignError> {
        let private = self.places().private();
        self.disk.create_dir(&private, 0o700).map_err(CampaignError::disk("make the folder", &private))
    }

    fn try_writing(&self) -> Result<(), String> {
        let places = self.places();
        let turns = self.dir.join("turns");
        // Pages are written for the present turn; those of the others are only written again after a ruling.
        let present = self.disk.list(&turns).unwrap_or_default().pop();
        let folders = [Some(self.dir.clone()), Some(places.private()), Some(turns), present];
        let is_there = |path: &PathBuf| self.disk.look(path).is_ok_and(|look| look.is_dir);
        for folder in folders.into_iter().flatten().filter(is_there) {
            let path = folder.join(".doctor");
            let tried = self.disk.write(&path, b"a try\n", 0o600).and_then(|()| self.disk.remove(&path));
            tried.map_err(|error| {
                format!("cannot write to {}: {error}{}", folder.display(), advice(&folder, &error))
            })?;
        }
        let ledger = places.ledger();
        if self.disk.look(&ledger).is_ok() {
            let tried = self.disk.append(&ledger, b"");
            tried.map_err(|error| format!("cannot write to {}: {error}", ledger.display()))?;
        }
        Ok(())
    }

    fn open_to_others(&self) -> Option<PathBuf> {
        // Read from the file system, because a `Disk` does not know modes.
        let is_open =
            |path: &PathBuf| std::fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0);
        [self.places().secrets(), self.places().private()].into_iter().find(is_open)
    }
}
