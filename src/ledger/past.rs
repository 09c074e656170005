//! The entries of a ledger as somebody sees them who works at its end: the latest are at hand, the others are read when
//! they are asked for.

use super::entry::Entry;
use super::error::LedgerError;
use super::file::{Read, read};
use super::head::Head;
use super::stretches::Stretches;
use super::walk::Walk;
use crate::disk::Disk;
use crate::seal::Hash256;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The entries of a ledger's file. The latest are in memory; what is older is read, with the whole chain checked, the first
/// time that somebody looks back.
pub struct Entries {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    /// How many entries are older than those at hand.
    older: usize,
    latest: Vec<Entry>,
    /// The bytes of the file up to the end of each of the latest lines.
    ends: Vec<u64>,
    /// The lines up to the first of the latest that a walk comes to; all of them if that is not known.
    known: Option<Stretches>,
    all: OnceLock<Vec<Entry>>,
    /// Held while older ones are read, so that two threads do not both hold all of them.
    reading: Mutex<()>,
}

impl Entries {
    /// Creates the entries of the file `path` from those that were read, all or the latest.
    pub fn of(disk: &Arc<dyn Disk>, path: &Path, read: Read) -> Self {
        let Read { entries: latest, ends, .. } = read;
        let first = latest.first().map_or(1, |first| first.seq);
        let older = usize::try_from(first.saturating_sub(1)).unwrap_or(usize::MAX);
        let (disk, path) = (disk.clone(), path.to_owned());
        let (all, reading) = (OnceLock::new(), Mutex::default());
        Entries { disk, path, older, latest, ends, known: None, all, reading }
    }

    /// Has walks pass over what does not lie in `known`: the [`stretches`](Self::stretches) up to the first entry at hand.
    pub fn know(&mut self, known: Stretches) {
        self.known = Some(known);
    }

    /// Returns where those lines of the file lie that a walk comes to, if of the entries at hand (but of the first only if
    /// nothing is older) it comes to those that `counts` has; `None` if it is not known of older ones.
    pub fn stretches(&self, counts: &[bool]) -> Option<Stretches> {
        let mut all = match (self.older, &self.known) {
            (0, _) => Stretches::default(),
            (_, known) => known.clone()?,
        };
        let first = usize::from(self.older > 0);
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let lines = self.latest.iter().zip(starts.zip(&self.ends)).zip(counts).skip(first);
        for ((entry, (from, to)), _) in lines.filter(|(_, counts)| **counts) {
            all.add(entry, from, *to);
        }
        Some(all)
    }

    /// Returns all entries, oldest first.
    ///
    /// # Errors
    /// If older ones must be read and cannot be, or are not those that the entries at hand follow.
    pub fn all(&self) -> Result<&[Entry], LedgerError> {
        if self.older == 0 {
            return Ok(&self.latest);
        }
        if let Some(all) = self.all.get() {
            return Ok(all);
        }
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = self.all.get() {
            return Ok(all);
        }
        let mut all = read(&*self.disk, &self.path)?.entries;
        // Somebody else may have written since.
        all.truncate(self.len());
        let is_same = all.get(self.older..).is_some_and(|latest| latest == self.latest);
        if !is_same {
            return Err(LedgerError::Replaced { path: self.path.clone() });
        }
        Ok(self.all.get_or_init(|| all))
    }

    /// Begins a walk through the entries, without holding or checking those that are older than what is at hand. Of the older
    /// ones it comes only to those that are [known](Self::know) to count, if that is known.
    pub fn walk(&self) -> Walk<'_> {
        self.walk_over(self.known.as_ref())
    }

    /// Begins such a walk that comes to every entry.
    pub fn walk_all(&self) -> Walk<'_> {
        self.walk_over(None)
    }

    /// Begins a walk that comes to every entry and checks the whole chain, as [`all`](Self::all) does.
    pub fn walk_checked(&self) -> Walk<'_> {
        self.walk_all().checked()
    }

    fn walk_over<'a>(&'a self, known: Option<&'a Stretches>) -> Walk<'a> {
        match self.all.get() {
            Some(all) => Walk::through(all),
            None if self.older == 0 => Walk::through(&self.latest),
            None => Walk::of(&*self.disk, &self.path, self.older as u64, known, &self.latest),
        }
    }

    /// Returns the number of all entries.
    pub fn len(&self) -> usize {
        self.older + self.latest.len()
    }

    /// Returns `true` if there is no entry at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the last entry; `None` if there is none.
    pub fn last(&self) -> Option<&Entry> {
        self.latest.last()
    }

    /// Returns the end of the chain.
    pub fn head(&self) -> Head {
        self.last().map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default()
    }

    /// Returns the entries at hand, oldest first. What is older is not among them.
    pub fn latest(&self) -> &[Entry] {
        &self.latest
    }

    /// Returns the entry with a number, from 1; `None` if there is none. One that is not at hand is read.
    ///
    /// # Errors
    /// If it must be read and cannot be.
    pub fn get(&self, seq: u64) -> Result<Option<&Entry>, LedgerError> {
        let Some(place) = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1)) else {
            return Ok(None);
        };
        match place.checked_sub(self.older) {
            Some(place) => Ok(self.latest.get(place)),
            None => Ok(self.all()?.get(place)),
        }
    }

    /// Returns the hash of the entry with a number, from 1; `None` if there is none. What is older than the entries at hand is
    /// neither held nor checked for it.
    ///
    /// # Errors
    /// If it must be read and cannot be.
    pub fn hash_of(&self, seq: u64) -> Result<Option<Hash256>, LedgerError> {
        if seq == 0 || seq > self.older as u64 {
            return Ok(self.get(seq)?.map(|entry| entry.hash));
        }
        let mut walk = self.walk_all();
        while let Some(passing) = walk.step()? {
            if passing.seq() == seq {
                return Ok(Some(passing.without_secret()?.hash));
            }
        }
        Ok(None)
    }

    /// Adds entries that were written.
    pub(super) fn extend(&mut self, entries: Vec<Entry>, ends: Vec<u64>) {
        if let Some(all) = self.all.get_mut() {
            all.extend(entries.iter().cloned());
        }
        self.latest.extend(entries);
        self.ends.extend(ends);
    }
}

impl std::fmt::Debug for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entries")
            .field("path", &self.path)
            .field("older", &self.older)
            .finish_non_exhaustive()
    }
}

/// The written entries that somebody may look back to: a list, or the entries of a file.
#[derive(Clone, Copy, Debug)]
pub enum Past<'a> {
    /// All of them.
    List(&'a [Entry]),
    /// Those of a file, read as far as they are asked for.
    File(&'a Entries),
}

impl<'a> Past<'a> {
    /// Returns all entries, oldest first.
    ///
    /// # Errors
    /// If they must be read and cannot be.
    pub fn all(self) -> Result<&'a [Entry], LedgerError> {
        match self {
            Past::List(entries) => Ok(entries),
            Past::File(entries) => entries.all(),
        }
    }

    /// Begins a walk through the entries; see [`Entries::walk`].
    pub fn walk(self) -> Walk<'a> {
        match self {
            Past::List(entries) => Walk::through(entries),
            Past::File(entries) => entries.walk(),
        }
    }

    /// Begins a walk that comes to every entry; see [`Entries::walk_all`].
    pub fn walk_all(self) -> Walk<'a> {
        match self {
            Past::List(entries) => Walk::through(entries),
            Past::File(entries) => entries.walk_all(),
        }
    }

    /// Begins a walk that comes to every entry and checks the whole chain; see [`Entries::walk_checked`].
    pub fn walk_checked(self) -> Walk<'a> {
        self.walk_all().checked()
    }

    /// Returns the entry with a number, from 1; `None` if there is none.
    ///
    /// # Errors
    /// If it must be read and cannot be.
    pub fn get(self, seq: u64) -> Result<Option<&'a Entry>, LedgerError> {
        match self {
            Past::List(entries) => {
                let place = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1));
                Ok(place.and_then(|place| entries.get(place)))
            }
            Past::File(entries) => entries.get(seq),
        }
    }
}

impl<'a> From<&'a [Entry]> for Past<'a> {
    fn from(entries: &'a [Entry]) -> Self {
        Past::List(entries)
    }
}

impl<'a> From<&'a Vec<Entry>> for Past<'a> {
    fn from(entries: &'a Vec<Entry>) -> Self {
        Past::List(entries)
    }
}

impl<'a> From<&'a [Entry; 0]> for Past<'a> {
    fn from(entries: &'a [Entry; 0]) -> Self {
        Past::List(entries)
    }
}

impl<'a> From<&'a Entries> for Past<'a> {
    fn from(entries: &'a Entries) -> Self {
        Past::File(entries)
    }
}
