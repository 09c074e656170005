//! Limits of sealed documents, and every way in which an opening can be wrong.

use super::canonical::{CanonicalError, StrictError};
use super::fingerprint::Seal;

/// The format of sealed documents that this program writes and reads.
pub const FORMAT: &str = "ravenpost/1";
/// The largest sealed document, in bytes of its canonical form.
pub const MOST_BYTES: usize = 64 * 1024;
/// The shortest nonce, in bytes: 128 bits.
pub const LEAST_NONCE: usize = 16;
/// The longest nonce, in bytes.
pub const MOST_NONCE: usize = 32;

/// An opening that cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The text is not JSON, names a member twice, or contains a float.
    #[error("the opening cannot be read as JSON: {0}. Send the file exactly as it was made")]
    Json(#[from] StrictError),
    /// The document has no canonical form.
    #[error("the document cannot be sealed: {0}")]
    Canonical(#[from] CanonicalError),
    /// The document is not an object, or a member is missing or of the wrong type.
    #[error("in the sealed document “{member}” must be {wanted}; make it again with “ravenpost seal”")]
    Member {
        member: String,
        /// What it must be, for people.
        wanted: &'static str,
    },
    /// A member that a sealed document does not have.
    #[error(
        "the sealed document contains “{member}”, which does not belong there; put everything else into “plan”"
    )]
    Unknown { member: String },
    /// A format that this program does not know.
    #[error(
        "the document has the format “{found}”, but this Ravenpost reads “{FORMAT}”. Seal again with the game master's version"
    )]
    Format { found: String },
    /// The nonce is too short, too long or not hex, so that the plan could be guessed from the seal.
    #[error(
        "the nonce must be {LEAST_NONCE} to {MOST_NONCE} random bytes in hex (32 to 64 digits); seal again with a new one"
    )]
    Nonce,
    /// More than [`MOST_BYTES`].
    #[error("the document has {bytes} bytes, but at most {MOST_BYTES} are allowed; shorten the plan")]
    Size { bytes: usize },
    /// No armoured block and no JSON object in the text.
    #[error(
        "no opening was found: neither a JSON document nor a block with its BEGIN and END lines. Attach the file, or copy the whole block"
    )]
    Missing,
    /// The block begins and does not end.
    #[error("the opening is cut off: its END line is missing. Send the whole block, or attach the file")]
    CutOff,
    /// The block arrived with other contents than it left with.
    #[error("the opening was damaged in transit ({what}). Send the block again, or attach the file")]
    Damaged {
        /// The evidence, for people.
        what: &'static str,
    },
    /// It was made for another campaign, seat or window.
    #[error("this opening is for {what} “{found}”, but “{wanted}” is to be opened; send the one made for it")]
    Binding {
        /// `campaign`, `seat` or `window`.
        what: &'static str,
        wanted: String,
        found: String,
    },
    /// It is not what was sealed.
    #[error(
        "the opening does not match the seal: it gives {found}, but {sealed} was sealed. That seal still counts. Send the opening that was made with it, unchanged"
    )]
    Seal { sealed: Seal, found: Seal },
}
