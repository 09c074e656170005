//! A message as it travels. To pack it is work for any thread; to send it is an effect.

use super::message::{Outgoing, Unsendable};
use chrono::{DateTime, Utc};
use lettre::address::Envelope;

/// The bytes of a message, with what must be known to send it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// Without `<` and `>`.
    pub message_id: String,
    /// When it was written, to the second.
    pub date: DateTime<Utc>,
    /// The addresses that a mail server is told.
    pub(super) envelope: Envelope,
    /// Lines end in CRLF.
    pub bytes: Vec<u8>,
}

impl Outgoing {
    /// Returns the message as it travels.
    ///
    /// # Errors
    /// If an address or the type of an attachment is invalid, or there is no recipient.
    pub fn pack(&self) -> Result<Packed, Unsendable> {
        let message = self.to_message()?;
        Ok(Packed {
            message_id: self.message_id.clone(),
            date: self.date,
            envelope: message.envelope().clone(),
            bytes: message.formatted(),
        })
    }
}
