//! What a campaign asks of the place where it is kept.
//!
//! The truth is the ledger: entries in one line, each bound to the one before it. All else is either written by people
//! (documents), follows from the ledger and can be made again (snapshot, pages, notes), or is secret until its entry comes
//! (deposits). Today's only implementation is a [`Folder`](super::folder::Folder); docs/architecture.md says what a
//! database has to do.

use crate::campaign::state::entries::Founded;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::settings::Settings;
use crate::ledger::{Draft, Entry, Head, Lock};
use crate::seal::{Hash256, Opening};
use chrono::{DateTime, Utc};
use std::io;
use std::path::{Path, PathBuf};

/// A text that people write, or that `start` writes once.
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
        /// The name within the game's folder.
        file: &'a str,
    },
    /// The campaign's own version of a template, by its name within templates/.
    Template(&'a str),
}

/// What a run leaves for the next one. Losing a note loses nothing that the ledger does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// Failed sendings, and when to try again.
    Outbox,
    /// The last command that wrote an entry.
    Command,
    /// The trouble that cron has mailed already.
    Told,
}

/// For what a store is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// To look: nothing is repaired, nothing can be appended.
    Read,
    /// To work: the end of the ledger is repaired and made safe first. Needs the claim.
    Write,
}

/// What loading found besides the entries.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Loaded {
    /// The first line of an append that was written only in part and is cut off.
    pub torn: Option<u64>,
    /// The record as of an earlier entry, if one was kept and fits the ledger.
    pub snapshot: Option<(Hash256, Record)>,
}

/// The right to be the only one who writes to a campaign, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    _lock: Option<Lock>,
}

impl Claim {
    /// A claim that holds a lock; without one (`None`) the caller answers for it that nobody else is at work.
    pub fn new(lock: Option<Lock>) -> Self {
        Claim { _lock: lock }
    }
}

/// The place where one campaign is kept.
pub trait Store {
    /// Returns the name by which people know the place; a folder.
    fn place(&self) -> &Path;

    /// Claims the campaign for one writer.
    ///
    /// # Errors
    /// If another process holds the claim, or it cannot be had at all.
    fn claim(&self) -> Result<Claim, CampaignError>;

    /// Reads the ledger and checks its chain.
    ///
    /// # Errors
    /// If it cannot be read, or does not hold. With [`Mode::Write`] also if its end cannot be repaired.
    fn load(&mut self, mode: Mode) -> Result<Loaded, CampaignError>;

    /// Returns the founding entry without reading the rest; `None` if there is none, or it cannot be read.
    fn founded(&self) -> Option<Founded>;

    /// Returns the entries that were loaded and appended, oldest first.
    fn entries(&self) -> &[Entry];

    /// Appends entries: all of them or none, and only behind the entry `after`.
    ///
    /// # Errors
    /// If the ledger does not end with `after` any more, or cannot be written; then nothing has changed.
    fn append(&mut self, after: Head, drafts: Vec<Draft>) -> Result<(), CampaignError>;

    /// Returns a deposited plan by window, seat and the text of its seal; `None` if it is not here or damaged.
    ///
    /// # Errors
    /// If it cannot be read.
    fn deposit(&self, window: &str, seat: &str, seal: &str) -> Result<Option<Opening>, CampaignError>;

    /// Keeps a deposited plan. One that an entry speaks of already (`known`) is safe and left as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_deposit(&self, opening: &Opening, known: bool) -> Result<(), CampaignError>;

    /// Removes the deposits of all windows but these, as far as that can be done.
    fn put_away_deposits(&self, keep: &[&str]);

    /// Keeps the record as of the entry `head` for a fast start.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_snapshot(&self, head: Hash256, record: &Record) -> io::Result<()>;

    /// Returns a note as it was kept; `None` if there is none, or it is damaged.
    fn note(&self, note: Note) -> Option<Vec<u8>>;

    /// Keeps a note, or with `None` removes it.
    ///
    /// # Errors
    /// If it cannot be written or removed.
    fn keep_note(&self, note: Note, bytes: Option<&[u8]>) -> io::Result<()>;

    /// Returns how messages name a document.
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

    /// Returns whether the campaign has templates of its own.
    fn has_templates(&self) -> bool;

    /// Returns a page of a turn for people (`report.txt`); `None` if there is none.
    fn page(&self, turn: u32, name: &str) -> Option<String>;

    /// Writes pages of a turn and removes one, before the others are written.
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

    /// Notes that a tick ran.
    ///
    /// # Errors
    /// If that cannot be kept.
    fn ticked(&self, now: DateTime<Utc>) -> Result<(), CampaignError>;

    /// Returns `true` if nothing has changed since the last tick and nothing is due; that counts as a tick.
    fn is_idle(&self, now: DateTime<Utc>) -> bool;

    /// Keeps when something is due by itself (`next`), and what must be as it is now for a tick to have nothing to do.
    fn keep_due(&self, settings: &Settings, next: Option<DateTime<Utc>>);

    /// Makes the place itself.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create(&self) -> Result<(), CampaignError>;

    /// Makes the place for what is secret.
    ///
    /// # Errors
    /// If it cannot be made.
    fn create_private(&self) -> Result<(), CampaignError>;

    /// Tries whether the place can be written.
    ///
    /// # Errors
    /// If it cannot: a description of why.
    fn try_writing(&self) -> Result<(), String>;

    /// Returns the first secret place that others than its owner can read; `None` if there is none.
    fn open_to_others(&self) -> Option<PathBuf>;
}
