//! The record of a campaign: an append-only file of JSON lines, each bound to the one before by its hash
//! (docs/protocol.md, "The ledger"). State is a fold over it.
//!
//! - [`Entry`] is one line, [`Draft`] one not yet written, [`Secret`] what may not be known yet;
//! - [`Ledger`] is the file with its writer, [`read`] looks without changing anything;
//! - [`verify`] follows the chain of any copy, redacted or not;
//! - [`Lock`] keeps a second writer out.
//!
//! May use: disk, seal (canonical form and hashes). Is used by: campaign, cli.

mod chain;
mod entry;
mod lock;
mod store;

pub use chain::{Broken, Flaw, Head, entries, verify};
pub use entry::{Draft, Entry, Kind, Secret};
pub use lock::{Lock, LockError};
pub use store::{Ledger, LedgerError, Opened, Read, Torn, read};

#[cfg(test)]
mod tests;
