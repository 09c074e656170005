//! What binds people and proves it later: canonical JSON and its hash, sealed plans and their openings, seats'
//! keys, signatures by SSH keys, and Message-IDs that only a campaign can have made. docs/protocol.md is the specification for strangers.
//!
//! Pure: no clock, no files, and randomness comes in as bytes. May use: sheet (refusals). Is used by:
//! ledger (canonical form and hashes), campaign, cli, and whoever shows text that a key may stand in ([`mask`]).

mod armour;
mod canonical;
mod commitment;
mod key;
mod mask;
mod message_id;
mod refusal;
mod sieve;
mod ssh;

pub use canonical::{
    CanonicalError, Hash256, LARGEST_INTEGER, MOST_DEPTH, NotAHash, StrictError, canonical, parse_strict,
};
pub use commitment::{
    Binding, FORMAT, LEAST_NONCE, MOST_BYTES, MOST_NONCE, Opening, OpeningError, Seal, SealError,
};
pub use key::{KeyError, SeatKey, StoredKey};
pub use mask::mask;
pub use message_id::{BadWhat, MOST_WHAT, MessageIds};
pub use refusal::REFUSAL_CODES;
pub use sieve::KeySieve;
pub use ssh::{MOST_SIGNATURE, NAMESPACE, SshFault, SshKey};
