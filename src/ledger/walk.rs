//! Goes through a ledger entry by entry. What is older than the entries at hand is not held, and checked again only if that is wanted:
//! somebody who kept a [`Mark`](super::Mark) of the end relies on it for what came before. Each line must still name the one before it.

use super::chain::{Flaw, LONGEST_LINE, Label, follow, label, trusted};
use super::entry::{Entry, Kind};
use super::error::{LedgerError, broken, system};
use super::head::Head;
use super::stretches::{Stretch, Stretches};
use crate::disk::Disk;
use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;
use std::slice::Iter;

/// Bytes that are read at a time; few in tests, so that lines run over the end of a piece.
const PIECE: usize = if cfg!(test) { 1000 } else { 1 << 20 };

/// A walk through the entries of a ledger, oldest first.
pub struct Walk<'a> {
    older: Option<Older<'a>>,
    latest: Iter<'a, Entry>,
}

/// An entry that a walk has come to. A line of the file is read as far as somebody asks.
pub struct Passing<'w>(At<'w>);

enum At<'w> {
    Entry(&'w Entry),
    Checked(Box<Entry>),
    Line { kind: Kind, number: u64, line: &'w [u8], path: &'w Path },
}

/// The lines before the entries at hand.
struct Older<'a> {
    disk: &'a dyn Disk,
    path: &'a Path,
    /// How many there are.
    count: u64,
    /// How many the walk has passed, with those that it leaves out.
    passed: u64,
    /// The hash of the last one passed, as it is written; `None` after some that are left out.
    hash: Option<String>,
    /// The last one passed, if each must follow from the one before with all its contents.
    checked: Option<Head>,
    /// The lines that the walk comes to next end here.
    to: u64,
    /// Those that it comes to after them.
    later: Iter<'a, Stretch>,
    /// Bytes of the file that were read.
    read: u64,
    /// The last of them, of which those before `done` are passed.
    held: Vec<u8>,
    done: usize,
}

impl<'a> Walk<'a> {
    /// Begins a walk through entries that are all at hand.
    pub(super) fn through(all: &'a [Entry]) -> Self {
        Walk { older: None, latest: all.iter() }
    }

    /// Begins a walk through the first `count` lines of a file, or those of them that lie in `known`, and the entries that
    /// follow them.
    pub(super) fn of(
        disk: &'a dyn Disk,
        path: &'a Path,
        count: u64,
        known: Option<&'a Stretches>,
        latest: &'a [Entry],
    ) -> Self {
        let (later, to) = match known {
            Some(known) => (known.0.iter(), 0),
            None => ([].iter(), u64::MAX),
        };
        let (hash, held) = (None, Vec::new());
        let checked = None;
        let older = Older { disk, path, count, passed: 0, hash, checked, to, later, read: 0, held, done: 0 };
        Walk { older: Some(older), latest: latest.iter() }
    }

    /// Has each line of the file checked, as when all entries are read.
    pub(super) fn checked(mut self) -> Self {
        if let Some(older) = &mut self.older {
            older.checked = Some(Head::default());
        }
        self
    }

    /// Returns the next entry; `None` after the last.
    ///
    /// # Errors
    /// If a line cannot be read or does not name the one before it.
    pub fn step(&mut self) -> Result<Option<Passing<'_>>, LedgerError> {
        if let Some(over) = self.older.take_if(|older| !older.goes_on()) {
            let next = self.latest.as_slice().first();
            if next.zip(over.hash).is_some_and(|(next, hash)| next.prev.to_string() != hash) {
                return Err(LedgerError::Replaced { path: over.path.to_owned() });
            }
        }
        match &mut self.older {
            Some(older) => older.step().map(Some),
            None => Ok(self.latest.next().map(|entry| Passing(At::Entry(entry)))),
        }
    }
}

impl Older<'_> {
    /// Returns `false` after the last line; goes on to the next stretch at the end of one.
    fn goes_on(&mut self) -> bool {
        let here = self.read - (self.held.len() - self.done) as u64;
        if here >= self.to
            && let Some(next) = self.later.next().filter(|next| next.first <= self.count)
        {
            (self.passed, self.hash, self.to) = (next.first.saturating_sub(1), None, next.to);
            (self.read, self.done) = (next.from, 0);
            self.held.clear();
            return true;
        }
        if here >= self.to && self.passed < self.count {
            (self.passed, self.hash) = (self.count, None);
        }
        self.passed < self.count
    }

    fn step(&mut self) -> Result<Passing<'_>, LedgerError> {
        let number = self.passed + 1;
        let end = self.line_end()?;
        let line = self.held.get(self.done..end).unwrap_or_default();
        if let Some(head) = &mut self.checked {
            let entry = follow(*head, line).map_err(|flaw| broken(self.path, number, flaw))?;
            *head = Head { seq: entry.seq, hash: entry.hash };
            self.hash = Some(entry.hash.to_string());
            (self.passed, self.done) = (number, end + 1);
            return Ok(Passing(At::Checked(Box::new(entry))));
        }
        let Label { kind, seq, prev, hash } = label(line).map_err(|flaw| broken(self.path, number, flaw))?;
        if seq != number || self.hash.as_ref().is_some_and(|hash| prev != *hash) {
            return Err(LedgerError::Replaced { path: self.path.to_owned() });
        }
        self.hash = Some(hash.into_owned());
        self.passed = number;
        self.done = end + 1;
        Ok(Passing(At::Line { kind, number, line, path: self.path }))
    }

    /// Returns where the next line ends, in what is held; reads on until all of it is.
    fn line_end(&mut self) -> Result<usize, LedgerError> {
        let mut looked = self.done;
        loop {
            let rest = self.held.get(looked..).unwrap_or_default();
            // Quicker than to look at byte after byte.
            let passed = (&mut &*rest).skip_until(b'\n').unwrap_or_default();
            if let Some((b'\n', line)) = rest.get(..passed).and_then(<[u8]>::split_last) {
                return Ok(looked + line.len());
            }
            self.held.drain(..self.done);
            (looked, self.done) = (self.held.len(), 0);
            if looked > LONGEST_LINE {
                return Err(broken(self.path, self.passed + 1, Flaw::LongLine));
            }
            let most =
                usize::try_from(self.to.saturating_sub(self.read)).map_or(PIECE, |most| most.min(PIECE));
            let piece = self.disk.read_part(self.path, self.read, most);
            let piece = piece.map_err(system(self.path, "read the ledger"))?;
            if piece.is_empty() {
                return Err(LedgerError::Replaced { path: self.path.to_owned() });
            }
            self.read += piece.len() as u64;
            self.held.extend(piece);
        }
    }
}

impl Passing<'_> {
    /// Returns the kind of the entry.
    pub fn kind(&self) -> Kind {
        match &self.0 {
            At::Entry(entry) => entry.kind,
            At::Checked(entry) => entry.kind,
            At::Line { kind, .. } => *kind,
        }
    }

    /// Returns the number of the entry.
    pub fn seq(&self) -> u64 {
        match &self.0 {
            At::Entry(entry) => entry.seq,
            At::Checked(entry) => entry.seq,
            At::Line { number, .. } => *number,
        }
    }

    /// Returns the entry.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn whole(&self) -> Result<Cow<'_, Entry>, LedgerError> {
        self.entry(true)
    }

    /// Returns the entry, perhaps without its secret.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn without_secret(&self) -> Result<Cow<'_, Entry>, LedgerError> {
        self.entry(false)
    }

    fn entry(&self, with_secret: bool) -> Result<Cow<'_, Entry>, LedgerError> {
        match &self.0 {
            At::Entry(entry) => Ok(Cow::Borrowed(entry)),
            At::Checked(entry) => Ok(Cow::Borrowed(entry)),
            At::Line { number, line, path, .. } => {
                trusted(line, with_secret).map(Cow::Owned).map_err(|flaw| broken(path, *number, flaw))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::disk::{Disk, FaultyDisk};
    use crate::ledger::{Draft, Entries, Entry, Kind, Ledger, LedgerError, Secret, Walk};
    use serde_json::json;
    use std::path::Path;
    use std::sync::Arc;

    /// A ledger of long and short lines, with secrets.
    fn ledger(disk: &FaultyDisk) -> Ledger {
        let draft = |n: u64| {
            let at = chrono::DateTime::from_timestamp(1_790_000_000 + n as i64, 0).unwrap();
            let text = "✉".repeat(n as usize % 13 * 40);
            let draft = Draft::new(at, Kind::Press, json!({ "n": n }));
            draft.with(Secret::new([n as u8; 16], json!({ "text": text })))
        };
        let disk: Arc<dyn Disk> = Arc::new(disk.clone());
        let mut ledger = Ledger::open(&disk, Path::new("/ledger.jsonl")).unwrap().ledger;
        ledger.append(&*disk, (1..=60).map(draft).collect()).unwrap();
        ledger
    }

    fn walked(mut walk: Walk<'_>, with_secret: bool) -> Result<Vec<Entry>, LedgerError> {
        let mut all = Vec::new();
        while let Some(passing) = walk.step()? {
            assert_eq!(passing.kind(), Kind::Press);
            let entry = if with_secret { passing.whole()? } else { passing.without_secret()? };
            all.push(entry.into_owned());
        }
        Ok(all)
    }

    #[test]
    fn a_walk_passes_all_entries_those_of_the_file_and_those_at_hand() {
        let disk = FaultyDisk::new();
        let ledger = ledger(&disk);
        let all = ledger.entries().latest();
        for count in [1, 7, 59, 60] {
            let (older, latest) = all.split_at(count);
            let walk = || Walk::of(&disk, Path::new("/ledger.jsonl"), count as u64, None, latest);
            assert_eq!(walked(walk(), true).unwrap(), all);
            let bare = walked(walk(), false).unwrap();
            assert!(bare[..count].iter().zip(older).all(|(bare, entry)| bare.secret.is_none()
                && (bare.seq, bare.at, &bare.body, bare.prev, bare.hash)
                    == (entry.seq, entry.at, &entry.body, entry.prev, entry.hash)));
        }
    }

    #[test]
    fn a_line_that_is_missing_or_another_one_is_noticed() {
        let (disk, path) = (FaultyDisk::new(), Path::new("/ledger.jsonl"));
        let ledger = ledger(&disk);
        let all = ledger.entries().latest();
        let text = String::from_utf8(disk.read(path).unwrap()).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let other = lines[20].replace(&all[20].hash.to_string(), &all[19].hash.to_string());
        let last = lines[49].replace(&all[49].hash.to_string(), &all[19].hash.to_string());
        for changed in [
            lines[..30].concat(),
            lines[1..].concat(),
            [&lines[..20], &lines[21..]].concat().concat(),
            [&lines[..20], &[&other], &lines[21..]].concat().concat(),
            [&lines[..49], &[&last], &lines[50..]].concat().concat(),
        ] {
            disk.write(path, changed.as_bytes(), 0o600).unwrap();
            let walk = Walk::of(&disk, path, 50, None, &all[50..]);
            assert!(
                matches!(walked(walk, true), Err(LedgerError::Replaced { path: named }) if named == path)
            );
        }
    }

    #[test]
    fn a_walk_that_checks_finds_what_reading_the_ledger_finds() {
        let (disk, path) = (FaultyDisk::new(), Path::new("/ledger.jsonl"));
        let ledger = ledger(&disk);
        let all = ledger.entries().latest();
        let walk = || Walk::of(&disk, path, 59, None, &all[59..]);
        assert_eq!(walked(walk().checked(), true).unwrap(), all);
        // The line still names the one before it.
        let text = String::from_utf8(disk.read(path).unwrap()).unwrap();
        disk.write(path, text.replacen("{\"n\":30}", "{\"n\":90}", 1).as_bytes(), 0o600).unwrap();
        assert_eq!(walked(walk(), true).unwrap().len(), 60);
        let found = walked(walk().checked(), true).unwrap_err().to_string();
        assert_eq!(found, crate::ledger::read(&disk, path).unwrap_err().to_string());
        assert!(found.contains("line 30"), "{found}");
    }

    #[test]
    fn a_walk_through_stretches_comes_to_their_lines_only_and_notices_others() {
        let disk = FaultyDisk::new();
        let ledger = ledger(&disk);
        let (path, all) = (Path::new("/ledger.jsonl"), ledger.entries().latest());
        let text = String::from_utf8(disk.read(path).unwrap()).unwrap();
        for kept in [1, 2, 3, 7, 59, 60] {
            let counts: Vec<bool> = all.iter().map(|entry| entry.seq % kept < kept.div_ceil(2)).collect();
            let known = ledger.entries().stretches(&counts).unwrap();
            for count in [1, 30, 59, 60] {
                let walk = || Walk::of(&disk, path, count as u64, Some(&known), &all[count..]);
                let counted = |entry: &&Entry| entry.seq > count as u64 || counts[entry.seq as usize - 1];
                let expected: Vec<Entry> = all.iter().filter(counted).cloned().collect();
                assert_eq!(walked(walk(), true).unwrap(), expected, "{kept}, {count}");
            }
            // Something has been put in before them.
            disk.write(path, format!("{}{text}", &text[..=text.find('\n').unwrap()]).as_bytes(), 0o600)
                .unwrap();
            let walk = Walk::of(&disk, path, 60, Some(&known), &[]);
            assert!(walked(walk, true).is_err());
            disk.write(path, text.as_bytes(), 0o600).unwrap();
        }
    }

    /// Whoever has read only the end of a file knows the same stretches as one who has read all of it.
    #[test]
    fn stretches_are_the_same_however_much_of_the_file_was_read() {
        let disk = FaultyDisk::new();
        let mut ledger = ledger(&disk);
        let counts =
            |entries: &Entries| entries.latest().iter().map(|entry| entry.seq % 3 > 0).collect::<Vec<_>>();
        let stretches = |entries: &Entries| entries.stretches(&counts(entries)).unwrap();
        let (before, mark) = (stretches(ledger.entries()), ledger.mark().unwrap());
        let at = chrono::DateTime::UNIX_EPOCH;
        let drafts = (0..5).map(|n| Draft::new(at, Kind::Vote, json!({ "n": n }))).collect();
        ledger.append(&disk, drafts).unwrap();
        let all = stretches(ledger.entries());
        assert_eq!((before.0.len(), all.0.len()), (20, 22));
        let disk: Arc<dyn Disk> = Arc::new(disk);
        let path = Path::new("/ledger.jsonl");
        let mut late = Ledger::open_after(&disk, path, &mark).unwrap().unwrap().ledger;
        assert_eq!(late.entries().stretches(&counts(late.entries())), None);
        late.know(before);
        assert_eq!((late.entries().latest().len(), stretches(late.entries())), (6, all.clone()));
        let whole = Ledger::open(&disk, path).unwrap().ledger;
        assert_eq!(stretches(whole.entries()), all);
    }
}
