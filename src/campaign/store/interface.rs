//! What a campaign asks of the place where it is kept.
//!
//! The truth is the ledger: a list of entries, each bound to the one before it. Everything else is written by people
//! (documents), can be made from the ledger again (snapshot, pages, notes), or is secret until its entry comes (deposits).
//! The only implementation is [`Folder`](super::Folder); docs/architecture.md says what a database would have to do.

use crate::campaign::state::entries::Founded;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Messages, Record};
use crate::campaign::state::settings::Settings;
use crate::ledger::{Draft, Entries, Head, Lock};
use crate::post::MailboxMark;
use crate::seal::{Hash256, NamedHead, Opening};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// A text that people write, or that `ravenpost start` writes once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document<'a> {
    /// `campaign.yaml`.
    Settings,
    /// `secrets.yaml`.
    Secrets,
    /// The campaign's own copy of a file of the game's data.
    Data {
        /// The game's id.
        game: &'a str,
        /// The name of the file in the game's folder.
        file: &'a str,
    },
    /// The campaign's own version of a template, by its name within templates/.
    Template(&'a str),
}

/// A value that a run leaves for the next one. It can be lost without harm, because the ledger has everything that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// Messages that could not be sent, and when to try again.
    Outbox,
    /// The last command that wrote an entry.
    Command,
    /// The problems that cron has mailed to the game master already.
    Told,
}

/// The purpose for which a store is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing is repaired, and nothing can be appended.
    Read,
    /// Like `Read`, but no snapshot is believed: every line is read and checked.
    Whole,
    /// The end of the ledger is repaired and made safe first. Take the claim before.
    Write,
}

/// The record as it is kept for a fast start, with what else must be known of the ledger's older entries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot<R> {
    /// The hash of the record's last entry.
    pub head: Hash256,
    /// The entry that messages name, as far as there is one.
    pub named: Option<NamedHead>,
    /// Made from the campaign's secrets: with others the snapshot does not count.
    pub proof: Hash256,
    pub record: R,
}

/// The result of loading a store, without the entries.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Loaded {
    /// The first line, from 1, of an incomplete batch that was cut off; `None` if the ledger was complete.
    pub torn: Option<u64>,
    /// What was kept; `None` if nothing was or it does not fit the ledger.
    pub snapshot: Option<Snapshot<Record>>,
}

/// The right to be the only one who writes to a campaign, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    _lock: Option<Lock>,
}

impl Claim {
    /// Creates a claim that holds a lock. Without one (`None`), the caller makes sure that nobody else writes.
    pub fn new(lock: Option<Lock>) -> Self {
        Claim { _lock: lock }
    }
}

/// A place where one campaign is kept: its ledger, documents, deposits, notes and pages.
pub trait Store: Sync {
    /// Returns the folder by which people know the place.
    fn place(&self) -> &Path;

    /// Claims the campaign for one writer.
    ///
    /// # Errors
    /// If another process holds the claim, or the lock cannot be taken.
    fn claim(&self) -> Result<Claim, CampaignError>;

    /// Reads the ledger and checks its chain: all of it, or, if a snapshot was kept, what came after the snapshot.
    ///
    /// # Errors
    /// If it cannot be read, or its chain is broken. With [`Mode::Write`] also if its end cannot be repaired.
    fn load(&mut self, mode: Mode) -> Result<Loaded, CampaignError>;

    /// Returns the founding entry without reading the rest; `None` if there is none, or it cannot be read.
    fn founded(&self) -> Option<Founded>;

    /// Returns the entries of the ledger.
    fn entries(&self) -> &Entries;

    /// Appends entries, all of them or none, after the entry `after`.
    ///
    /// # Errors
    /// If the ledger no longer ends with `after`, or cannot be written. Then nothing has changed.
    fn append(&mut self, after: Head, drafts: Vec<Draft>) -> Result<(), CampaignError>;

    /// Appends entries like [`append`](Self::append). A power cut may take them back until the store is [settled](Self::settle), or
    /// something else is appended.
    ///
    /// # Errors
    /// As for [`append`](Self::append).
    fn append_for_now(&mut self, after: Head, drafts: Vec<Draft>) -> Result<(), CampaignError>;

    /// Makes safe what was appended for now.
    ///
    /// # Errors
    /// If it cannot be made safe; then nothing more can be appended.
    fn settle(&mut self) -> Result<(), CampaignError>;

    /// Returns a deposited plan by window, seat and the text of its seal; `None` if it is not here or damaged.
    ///
    /// # Errors
    /// If it cannot be read.
    fn deposit(&self, window: &str, seat: &str, seal: &str) -> Result<Option<Opening>, CampaignError>;

    /// Keeps deposited plans. One that an entry speaks of already (`true`) is safe and left as it is.
    ///
    /// # Errors
    /// If one cannot be written. Some may then be kept.
    fn keep_deposits(&self, openings: &[(&Opening, bool)]) -> Result<(), CampaignError>;

    /// Removes the deposits of all windows but these, as far as that can be done.
    fn put_away_deposits(&self, keep: &[&str]);

    /// Keeps the record as of the last entry for a fast start. Its messages are given apart: their number grows with the
    /// campaign's age, so they are kept as they are packed.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_snapshot(&self, snapshot: &Snapshot<&Record>, messages: &Messages) -> io::Result<()>;

    /// Returns a note as it was kept; `None` if there is none, or it is damaged.
    fn note(&self, note: Note) -> Option<Vec<u8>>;

    /// Keeps a note, or with `None` removes it.
    ///
    /// # Errors
    /// If it cannot be written or removed.
    fn keep_note(&self, note: Note, bytes: Option<&[u8]>) -> io::Result<()>;

    /// Returns the path of a document, for messages to people.
    fn path_of(&self, document: Document<'_>) -> PathBuf;

    /// Returns a document; `None` if there is none.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn document(&self, document: Document<'_>) -> Result<Option<String>, CampaignError>;

    /// Writes a document, readable by its owner alone.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_document(&self, document: Document<'_>, text: &str) -> Result<(), CampaignError>;

    /// Returns `true` if the campaign has its own templates.
    fn has_templates(&self) -> bool;

    /// Returns a page of a turn, such as `report.txt`; `None` if there is none.
    fn page(&self, turn: u32, name: &str) -> Option<String>;

    /// Removes the page `remove` of a turn, if it is there, and then writes other pages of the turn.
    ///
    /// # Errors
    /// If a page cannot be written or removed.
    fn keep_pages(
        &self,
        turn: u32,
        remove: Option<&str>,
        pages: &[(&str, &str)],
    ) -> Result<(), CampaignError>;

    /// Returns when the last tick ran, to the second; `None` if none has.
    fn last_tick(&self) -> Option<DateTime<Utc>>;

    /// Notes that a tick ran at `now`.
    ///
    /// # Errors
    /// If that cannot be kept.
    fn ticked(&self, now: DateTime<Utc>) -> Result<(), CampaignError>;

    /// Returns `true` if nothing has changed since the last tick and nothing is due; that counts as a tick.
    fn is_idle(&self, now: DateTime<Utc>) -> bool;

    /// Keeps when the campaign next needs a tick (`next`; `None` if only mail can wake it), and which files must be
    /// unchanged for a tick to have nothing to do. `mailbox` is where a mailbox on a server stands; without it a campaign with
    /// such a mailbox is never idle.
    fn keep_due(&self, settings: &Settings, next: Option<DateTime<Utc>>, mailbox: Option<MailboxMark>);

    /// Makes the place itself.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create(&self) -> Result<(), CampaignError>;

    /// Makes the place for secret files.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create_private(&self) -> Result<(), CampaignError>;

    /// Tries whether everything that ticks write in the place can be written, and leaves it as it was.
    ///
    /// # Errors
    /// If something cannot be written. Returns a description of why.
    fn try_writing(&self) -> Result<(), String>;

    /// Returns the first secret place that others than its owner can read; `None` if there is none.
    fn open_to_others(&self) -> Option<PathBuf>;
}
