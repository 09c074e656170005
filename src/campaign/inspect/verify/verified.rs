//! The result of a verification: what was right, or the first thing that was not.

use serde::Serialize;

/// The numbers of things that a verification found to be right.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Verified {
    /// Entries whose chain is intact.
    pub entries: usize,
    /// Opened plans that match their seals.
    pub seals: usize,
    /// Answers that agree with the opened plans.
    pub answers: usize,
    /// Stages that led to the same position when played again.
    pub stages: usize,
    /// Shuffles that came to the same order when drawn again.
    pub shuffles: usize,
    /// The hash of the last entry, to compare with other copies.
    pub head: String,
    /// What could not be checked and why, one sentence each.
    pub unchecked: Vec<String>,
}

/// The first mismatch that a verification finds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("entry {entry}: {why}")]
pub struct Flaw {
    /// The number of the entry, which is also its line; 0 for the archive itself.
    pub entry: u64,
    /// The reason in words.
    pub why: String,
}
