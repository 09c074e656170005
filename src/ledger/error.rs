//! Why a ledger cannot be read or written.

use super::chain::{Broken, Flaw};
use crate::seal::CanonicalError;
use std::io;
use std::path::{Path, PathBuf};

/// An error in reading or writing a ledger.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{path}: cannot {doing}: {source}{}", crate::disk::advice(path, source))]
    System {
        path: PathBuf,
        /// The attempt, such as `read the ledger`.
        doing: &'static str,
        source: io::Error,
    },
    /// A line does not follow. Nothing has been changed.
    #[error(
        "{path}, {broken}. Nothing was changed; put back your own last good copy of the file, then run “ravenpost verify”"
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
    /// The older entries of the file are not those that the newer ones follow.
    #[error(
        "{path} is not the file that it was a moment ago: its older lines are others. Nothing was written. Run “ravenpost verify”, then try again"
    )]
    Replaced { path: PathBuf },
    /// An append failed and could not be undone; this writer writes nothing any longer.
    #[error(
        "{path} may end in the middle of a line, since a write failed and could not be undone. Repair the disk and run the command again: opening the ledger cuts off the torn line"
    )]
    Unsafe { path: PathBuf },
    /// An entry has no canonical form. Nothing has been written.
    #[error("an entry for the ledger cannot be written: {0}")]
    Canonical(#[from] CanonicalError),
}

/// Returns the error for a line, from 1, that does not follow.
pub(super) fn broken(path: &Path, line: u64, flaw: Flaw) -> LedgerError {
    let path = path.to_owned();
    match flaw {
        Flaw::Newer { what } => LedgerError::Newer { path, line, what },
        flaw => LedgerError::Broken { path, broken: Broken { line, flaw } },
    }
}

/// Returns what makes the error of a failed file operation, for `map_err`.
pub(super) fn system(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
    let path = path.to_owned();
    move |source| LedgerError::System { path, doing, source }
}
