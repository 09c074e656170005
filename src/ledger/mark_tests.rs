//! Marks that do not lead to an entry of this ledger.

use super::tests::{four_lines, open, path};
use super::{Mark, read_after};
use crate::seal::Hash256;

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
