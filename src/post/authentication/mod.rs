//! Evidence of who wrote a message: our mail server's verdict on DKIM, and signatures in the message.

mod dkim;
mod signature;

pub use dkim::{Dkim, Place, dkim};
pub use signature::{SignedText, has_signature, signed_texts};
