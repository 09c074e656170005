//! Marks that do not lead to an entry of this ledger.

use super::tests::{four_lines, open, path};
use super::{Draft, Entries, LedgerError, Mark, read, read_after};
use crate::disk::{Disk, FaultyDisk};
use crate::seal::Hash256;
use serde_json::json;
use std::sync::Arc;

/// A mark leads to the end only where the marked entry is still in its place.
#[test]
fn the_mark_of_another_entry_leads_nowhere() {
    let disk = four_lines();
    let mark = open(&disk).ledger.mark().unwrap();
    assert!(read_after(&disk, path(), &mark).unwrap().is_some());
    for wrong in [
        Mark { seq: mark.seq - 1, ..mark },
        Mark { hash: Hash256::of("another entry"), ..mark },
        Mark { end: mark.end - 1, ..mark },
        Mark { line: mark.line - 1, ..mark },
        Mark { line: mark.end + 1, ..mark },
    ] {
        assert!(read_after(&disk, path(), &wrong).unwrap().is_none(), "{wrong:?}");
    }
}

/// Who has read the end of a ledger reads the rest of the same ledger, and of no other that has taken its place.
#[test]
fn the_older_entries_are_those_before_the_latest() {
    let disk = four_lines();
    let all = read(&disk, path()).unwrap().entries;
    let mark = open(&disk).ledger.mark().unwrap();
    let shared: Arc<dyn Disk> = Arc::new(disk.clone());
    let at_hand = || {
        let read = read_after(&disk, path(), &mark).unwrap().unwrap();
        assert_eq!(read.entries.len(), 1);
        Entries::of(&shared, path(), read)
    };
    assert_eq!(at_hand().all().unwrap(), all);
    let known = at_hand();
    let other = FaultyDisk::new();
    let founded = Draft::new(all[0].at, all[0].kind, json!({"format": "ravenpost/1", "of": "another"}));
    let drafts = all[1..].iter().map(|entry| Draft::new(entry.at, entry.kind, entry.body.clone()));
    open(&other).ledger.append(&other, std::iter::once(founded).chain(drafts).collect()).unwrap();
    disk.write(path(), &other.read(path()).unwrap(), 0o600).unwrap();
    assert!(matches!(known.all(), Err(LedgerError::Replaced { path: named }) if named == path()));
}
