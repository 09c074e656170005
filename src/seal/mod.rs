//! Commitments and proofs: canonical JSON and its hash, sealed plans and their openings, seats' keys, SSH signatures,
//! and Message-IDs and return addresses that only a campaign can have made. docs/protocol.md specifies them for other programs.
//!
//! Everything here is pure: no clock, no files, and random bytes come in as arguments.
//!
//! # Example
//!
//! A player seals a plan and at first sends only the seal. The opening comes later. It must give the same seal, and have
//! been made for the same campaign, seat and window.
//!
//! ```
//! use ravenpost::seal::{Binding, Opening, OpeningError};
//! use serde_json::json;
//!
//! let binding = Binding { campaign: "westeros-7".into(), seat: "stark".into(), window: "3-planning".into() };
//! // These must be 16 random bytes, or somebody could guess plans until one gives the seal.
//! let nonce = [7; 16];
//! let opening = Opening::new(&binding, json!({"orders": {"winterfell": "march+0"}}), &nonce)?;
//! let seal = opening.seal();
//! assert!(seal.to_string().starts_with("sha256:"));
//!
//! // The opening survives mail programs as a block of text.
//! let received = Opening::read(&format!("Dear game master,\n\n{}\nAnna", opening.armour()))?;
//! assert_eq!(received.check(&seal, &binding), Ok(()));
//!
//! // Another plan does not match the seal.
//! let other = Opening::new(&binding, json!({"orders": {"winterfell": "defense+1"}}), &nonce)?;
//! assert!(matches!(other.check(&seal, &binding), Err(OpeningError::Seal { .. })));
//! # Ok::<(), OpeningError>(())
//! ```

mod armour;
mod canonical;
mod commitment;
mod fingerprint;
mod key;
mod mask;
mod message_id;
mod opening_error;
mod refusal;
mod return_path;
mod sieve;
mod signed_receipt;
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
pub use return_path::ReturnPaths;
pub use sieve::KeySieve;
pub use signed_receipt::{
    NamedHead, NotAReceiptKey, ReceiptKey, ReceiptSigner, SignedReceipt, Statement, Unsigned, text_digest,
};
pub use ssh::{MOST_SIGNATURE, NAMESPACE, SshFault, SshKey};
