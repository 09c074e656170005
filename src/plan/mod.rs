//! The envelope of what a player writes: who speaks, and every section that is not the game's own. The plan itself
//! stays a tree for the game to read.
//!
//! All faults of a document are collected. Whether a campaign takes votes, press or seals is the campaign's affair:
//! each section is read and checked here as far as it can be without knowing that.
//!
//! May use: `post` (what a key takes, one line), `seal` (keys, seals, openings), `sheet`, `table` (seats). Is used by:
//! `campaign`, `cli`.

mod dispute;
mod document;
mod gm;
mod keys;
mod living;
mod read;
mod sections;
mod small;

pub use document::{Absence, Act, Ask, Dispute, Document, Given, Play, Press, Recipient, Rehearsal, Vote};
pub use keys::KEYS;
pub use read::{Envelope, read, read_text};

/// Codes of the faults of envelopes; their words stand in templates/mail/refusals/envelope.yaml. Faults of keys, seals and
/// openings have the codes of `seal`.
pub const REFUSALS: &[&str] = read::REFUSALS;

#[cfg(test)]
mod tests;
