//! The record of a campaign: an append-only file of JSON lines, each bound to the one before by its hash
//! (docs/protocol.md, "The ledger"). The state of a campaign is computed from it.
//!
//! - [`Entry`] is one line, [`Draft`] one that is not written yet, [`Secret`] the part that not everybody may know yet;
//! - [`Ledger`] is the file with its writer, [`read`] looks without changing anything;
//! - [`verify`] checks the chain of any copy, redacted or not;
//! - [`Lock`] keeps a second writer out.

mod chain;
mod entry;
mod error;
mod file;
mod head;
mod lock;
mod past;
mod store;
mod stretches;
mod walk;

pub use chain::{Broken, Flaw, entries, verify};
pub use entry::{Draft, Entry, Kind, Secret};
pub use error::LedgerError;
pub use file::{Mark, Read, Torn, read, read_after};
pub use head::Head;
pub use lock::{Lock, LockError};
pub use past::{Entries, Past};
pub use store::{Ledger, Opened};
pub use stretches::Stretches;
pub use walk::{Passing, Walk};

#[cfg(test)]
mod mark_tests;
#[cfg(test)]
mod tests;
