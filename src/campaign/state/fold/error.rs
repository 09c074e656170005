//! The error of an entry that the record cannot take in.

/// An entry that contradicts the entries before it, or what the rules make of them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {seq}: {why}")]
pub struct DoesNotFollow {
    /// The number of the entry, from 1.
    pub seq: u64,
    /// Why the entry is refused, for the game master.
    pub why: String,
}
