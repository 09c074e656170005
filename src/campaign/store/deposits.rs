//! Plans that were deposited and may not be looked at yet.

use crate::seal::Opening;
use std::collections::BTreeMap;

/// Deposited plans by the text of their seal. A tick brings them from where they are kept and puts them back there.
#[derive(Clone, Debug, Default)]
pub struct Vault {
    /// Openings by the text of their seal.
    pub openings: BTreeMap<String, Opening>,
}
