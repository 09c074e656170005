//! Evidence of who wrote a message: the verdict of our mail server on DKIM, and signatures in the message.

mod dkim;
mod signature;

pub use dkim::{Dkim, Place, dkim};
pub use signature::{SignedText, has_signature, signed_texts};
