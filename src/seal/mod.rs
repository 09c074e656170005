//! Commitments and proofs: canonical JSON and its hash, sealed plans and their openings, seats' keys, SSH signatures,
//! and Message-IDs that only a campaign can have made. docs/protocol.md specifies them for other programs.
//!
//! Everything here is pure: no clock, no files, and random bytes come in as arguments.

mod armour;
mod canonical;
mod commitment;
mod fingerprint;
mod key;
mod mask;
mod message_id;
mod opening_error;
mod refusal;
mod sieve;
mod ssh;

pub use canonical::{
    CanonicalError, Hash256, LARGEST_INTEGER, MOST_DEPTH, NotAHash, StrictError, canonical, parse_strict,
};
pub use commitment::{Binding, Opening};
pub use fingerprint::{Seal, SealError};
pub use key::{KeyError, SeatKey, StoredKey};
pub use mask::mask;
pub use message_id::{BadWhat, MOST_WHAT, MessageIds};
pub use opening_error::{FORMAT, LEAST_NONCE, MOST_BYTES, MOST_NONCE, OpeningError};
pub use refusal::REFUSAL_CODES;
pub use sieve::KeySieve;
pub use ssh::{MOST_SIGNATURE, NAMESPACE, SshFault, SshKey};
