//! The ledger's file: reading it whole, repairing a torn end, appending.

use super::chain::{Broken, Flaw, LONGEST_LEDGER, follow};
use super::entry::{Draft, Entry};
use super::head::Head;
use crate::disk::Disk;
use crate::seal::CanonicalError;
use std::io;
use std::path::{Path, PathBuf};

/// An error in reading or writing a ledger.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{path}: cannot {doing}: {source}")]
    System {
        path: PathBuf,
        /// The attempt, such as `read the ledger`.
        doing: &'static str,
        source: io::Error,
    },
    /// A line does not follow. Nothing has been changed.
    #[error(
        "{path}, {broken}. Nothing was changed; put back the last good copy of the file (any player's export has the chain), then run “ravenpost verify”"
    )]
    Broken { path: PathBuf, broken: Broken },
    /// The file is whole, but a newer version wrote it. Nothing has been changed.
    #[error("{path}, line {line}: written by a newer Ravenpost ({what}). Run that version or a later one")]
    Newer {
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The thing that this version does not know.
        what: String,
    },
    /// The file has another length than this writer left. Nothing has been written.
    #[error(
        "{path} has {found} bytes, but Ravenpost left {known}: another program has written to it. Nothing was written. Run “ravenpost verify”, then try again"
    )]
    Changed {
        path: PathBuf,
        /// In bytes.
        known: u64,
        /// In bytes.
        found: u64,
    },
    /// An append failed and could not be undone; this writer writes nothing any longer.
    #[error(
        "{path} may end in the middle of a line, since a write failed and could not be undone. Repair the disk and run the command again: opening the ledger cuts off the torn line"
    )]
    Unsafe { path: PathBuf },
    /// An entry has no canonical form. Nothing has been written.
    #[error("an entry for the ledger cannot be written: {0}")]
    Canonical(#[from] CanonicalError),
}

/// A last line that was begun and not finished: nobody was told that it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torn {
    /// The number of the line, from 1.
    pub line: u64,
    /// The bytes there were. Empty if the line was whole and only its line end was missing: then nothing is lost.
    pub bytes: Vec<u8>,
}

/// The contents of a ledger's file.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// The torn last line. It stays in the file.
    pub torn: Option<Torn>,
    /// Bytes up to the end of the last whole line.
    length: u64,
    /// `true` if the last whole line lacks its line end.
    needs_end: bool,
}

/// A ledger that is open for writing. Hold the campaign's [`Lock`](super::Lock) for as long as it lives.
///
/// Callers can rely on this, whatever happens to the machine: entries that [`append`](Ledger::append) has returned are
/// in every later opening, in their order. Of a batch whose append did not return, a later opening may have none, some
/// of the first, or all; never one without those before it, and never a part of one.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    entries: Vec<Entry>,
    head: Head,
    length: u64,
    is_unsafe: bool,
}

/// The result of opening a ledger.
#[derive(Debug)]
pub struct Opened {
    pub ledger: Ledger,
    /// The torn last line that was repaired or cut off: the game master should hear of it.
    pub torn: Option<Torn>,
}

/// Reads a ledger and checks its chain without changing anything. A missing file is an empty ledger.
///
/// # Errors
/// If the file cannot be read, or a line does not follow (a torn last line is not an error).
pub fn read(disk: &dyn Disk, path: &Path) -> Result<Read, LedgerError> {
    let bytes = match disk.read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        bytes => bytes.map_err(system(path, "read the ledger"))?,
    };
    if bytes.len() > LONGEST_LEDGER {
        return Err(broken(path, 1, Flaw::LongLedger));
    }
    let mut read = Read { entries: Vec::new(), torn: None, length: 0, needs_end: false };
    let mut head = Head::default();
    for piece in bytes.split_inclusive(|b| *b == b'\n') {
        let number = head.seq + 1;
        let (line, is_last) = match piece.strip_suffix(b"\n") {
            Some(line) => (line, false),
            None => (without_zeros(piece), true),
        };
        match follow(head, line) {
            Ok(entry) => {
                head = Head { seq: entry.seq, hash: entry.hash };
                read.entries.push(entry);
                read.length += if is_last { line.len() } else { piece.len() } as u64;
                if is_last {
                    read.needs_end = true;
                    read.torn = Some(Torn { line: number, bytes: Vec::new() });
                }
            }
            Err(Flaw::BrokenOff) if is_last => {
                read.torn = Some(Torn { line: number, bytes: piece.to_vec() });
            }
            Err(flaw) => return Err(broken(path, number, flaw)),
        }
    }
    Ok(read)
}

fn broken(path: &Path, line: u64, flaw: Flaw) -> LedgerError {
    let path = path.to_owned();
    match flaw {
        Flaw::Newer { what } => LedgerError::Newer { path, line, what },
        flaw => LedgerError::Broken { path, broken: Broken { line, flaw } },
    }
}

/// Drops the zeros that some file systems leave after a crash where data was still to come.
fn without_zeros(piece: &[u8]) -> &[u8] {
    let end = piece.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    piece.get(..end).unwrap_or(piece)
}

impl Ledger {
    /// Opens a ledger for writing: reads it, checks its chain, and cuts off a last line that breaks off in its middle
    /// and has no line end. A missing file is an empty ledger, created by the first append.
    ///
    /// # Errors
    /// If the file cannot be read or cut, or a line does not follow; then nothing has been changed.
    pub fn open(disk: &dyn Disk, path: &Path) -> Result<Opened, LedgerError> {
        let Read { entries, torn, length, needs_end } = read(disk, path)?;
        let head = entries.last().map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default();
        let mut ledger = Ledger { path: path.to_owned(), entries, head, length, is_unsafe: false };
        if let Some(torn) = &torn {
            let (path_shown, bytes) = (path.display(), torn.bytes.len());
            tracing::warn!(path = %path_shown, line = torn.line, bytes, "mending a last line that was not finished");
            disk.truncate(path, length).map_err(system(path, "cut off the torn last line"))?;
        }
        if needs_end {
            disk.append(path, b"\n").map_err(system(path, "end the last line"))?;
            ledger.length += 1;
        }
        Ok(Opened { ledger, torn })
    }

    /// Oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the end of the chain.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes entries in one write, syncs, and returns them with their numbers and hashes.
    ///
    /// # Errors
    /// If an entry has no canonical form, another program has written to the file, the system refuses, or an earlier
    /// append could not be undone. The ledger in memory is then as before, and so is the file, except after
    /// [`LedgerError::Unsafe`].
    pub fn append(&mut self, disk: &dyn Disk, drafts: Vec<Draft>) -> Result<&[Entry], LedgerError> {
        if self.is_unsafe {
            return Err(LedgerError::Unsafe { path: self.path.clone() });
        }
        let (mut head, mut text, mut entries) = (self.head, String::new(), Vec::with_capacity(drafts.len()));
        for draft in drafts {
            let (entry, line) = Entry::follow(head, draft)?;
            head = Head { seq: entry.seq, hash: entry.hash };
            text.push_str(&line);
            text.push('\n');
            entries.push(entry);
        }
        let first_new = self.entries.len();
        if !entries.is_empty() {
            self.check_length(disk)?;
            if let Err(error) = disk.append(&self.path, text.as_bytes()) {
                return Err(self.undo(disk, error));
            }
            self.length += text.len() as u64;
            self.head = head;
            self.entries.append(&mut entries);
        }
        Ok(self.entries.get(first_new..).unwrap_or_default())
    }

    /// Checks that the file is as long as this writer left it.
    fn check_length(&self, disk: &dyn Disk) -> Result<(), LedgerError> {
        let found = match disk.look(&self.path) {
            Ok(look) => look.length,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(system(&self.path, "look at the ledger")(error)),
        };
        if found == self.length {
            return Ok(());
        }
        Err(LedgerError::Changed { path: self.path.clone(), known: self.length, found })
    }

    /// Removes what a failed append may have left, or marks the ledger as unsafe.
    fn undo(&mut self, disk: &dyn Disk, error: io::Error) -> LedgerError {
        match disk.truncate(&self.path, self.length) {
            Ok(()) => {}
            // The append would have made the file, and did not come so far.
            Err(gone) if gone.kind() == io::ErrorKind::NotFound && self.length == 0 => {}
            Err(_) => {
                self.is_unsafe = true;
                tracing::error!(path = %self.path.display(), %error, "a write failed and could not be undone");
                return LedgerError::Unsafe { path: self.path.clone() };
            }
        }
        system(&self.path, "write to the ledger")(error)
    }
}

fn system(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
    let path = path.to_owned();
    move |source| LedgerError::System { path, doing, source }
}
