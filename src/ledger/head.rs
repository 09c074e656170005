//! The end of a chain of entries.

use crate::seal::Hash256;

/// The end of a chain, which the next line must follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The number of the last line; 0 if there is none.
    pub seq: u64,
    /// The hash of the last line; all zeros if there is none.
    pub hash: Hash256,
}
