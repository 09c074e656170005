//! The ledger's file: reading it, whole or from a mark on.

use super::chain::{Flaw, LONGEST_LEDGER, alone, follow};
use super::entry::Entry;
use super::error::{LedgerError, broken, system};
use super::head::Head;
use crate::disk::Disk;
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// A last line that was begun and not finished: nobody was told that it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torn {
    /// The number of the line, from 1.
    pub line: u64,
    /// The bytes there were. Empty if the line was whole and only its line end was missing: then nothing is lost.
    pub bytes: Vec<u8>,
}

/// The end of a ledger at some time: an entry and its place in the file. Who kept it needs to read only what came later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The number of the entry, from 1.
    pub seq: u64,
    /// The hash of the entry.
    pub hash: Hash256,
    /// Bytes of the file up to the end of its line.
    pub(super) end: u64,
    /// Bytes of its line, with the line end.
    pub(super) line: u64,
}

impl Mark {
    /// Returns the bytes of the file up to the end of the marked entry's line.
    pub fn end(&self) -> u64 {
        self.end
    }
}

/// The contents of a ledger's file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Read {
    /// Oldest first. If the file was read from a [`Mark`] on, the marked entry is the first.
    pub entries: Vec<Entry>,
    /// The bytes of the file up to the end of each entry's line.
    pub(super) ends: Vec<u64>,
    /// The torn last line. It stays in the file.
    pub torn: Option<Torn>,
    /// Bytes up to the end of the last whole line.
    pub(super) length: u64,
    /// Bytes of the last whole line, with its line end.
    pub(super) line: u64,
    /// `true` if the last whole line lacks its line end.
    pub(super) needs_end: bool,
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
    go_on(Read::default(), &bytes, path)
}

/// Reads a ledger from a mark on and checks the chain from there, without changing anything. Returns `None` if the marked
/// entry is not in its place; then the whole file must be read.
///
/// # Errors
/// If the file cannot be read, or a line behind the mark does not follow.
pub fn read_after(disk: &dyn Disk, path: &Path, mark: &Mark) -> Result<Option<Read>, LedgerError> {
    let Some(start) = mark.end.checked_sub(mark.line) else { return Ok(None) };
    let bytes = match disk.read_from(path, start) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(system(path, "read the ledger"))?,
    };
    let place = usize::try_from(mark.line).unwrap_or(usize::MAX);
    let Some((first, later)) = bytes.split_at_checked(place) else { return Ok(None) };
    let marked = first.strip_suffix(b"\n").and_then(|line| alone(line).ok());
    let Some(marked) = marked.filter(|entry| (entry.seq, entry.hash) == (mark.seq, mark.hash)) else {
        return Ok(None);
    };
    let (entries, ends) = (vec![marked], vec![mark.end]);
    let known = Read { entries, ends, length: mark.end, line: mark.line, ..Read::default() };
    go_on(known, later, path).map(Some)
}

/// Reads the bytes that follow what is known.
fn go_on(mut read: Read, bytes: &[u8], path: &Path) -> Result<Read, LedgerError> {
    let mut head =
        read.entries.last().map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default();
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
                read.line = line.len() as u64 + 1;
                read.length += if is_last { line.len() } else { piece.len() } as u64;
                if is_last {
                    read.needs_end = true;
                    read.torn = Some(Torn { line: number, bytes: Vec::new() });
                }
                read.ends.push(read.length + u64::from(is_last));
            }
            Err(Flaw::BrokenOff) if is_last => {
                read.torn = Some(Torn { line: number, bytes: piece.to_vec() });
            }
            Err(flaw) => return Err(broken(path, number, flaw)),
        }
    }
    Ok(read)
}

/// Drops the zeros that some file systems leave after a crash where data was still to come.
fn without_zeros(piece: &[u8]) -> &[u8] {
    let end = piece.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    piece.get(..end).unwrap_or(piece)
}
