//! The trait of all ways to send mail, and their errors.

use super::message::{Outgoing, Unsendable};
use super::packed::Packed;

/// A way to send messages.
pub trait MailSink {
    /// Sends a message. Sending it again does no harm, because it has the same Message-ID.
    ///
    /// # Errors
    /// If it may not be on its way; [`permanent`](SendError#structfield.permanent) says whether trying again is
    /// useless.
    fn send_packed(&mut self, mail: &Packed) -> Result<(), SendError>;

    /// Packs a message and sends it.
    ///
    /// # Errors
    /// If it cannot be packed, or as for [`send_packed`](Self::send_packed).
    fn send(&mut self, mail: &Outgoing) -> Result<(), SendError> {
        self.send_packed(&mail.pack()?)
    }

    /// Goes as far as possible without sending anything, such as logging in.
    ///
    /// # Errors
    /// If nothing could be sent now.
    fn probe(&mut self) -> Result<(), SendError> {
        Ok(())
    }
}

/// The error of a message that was not sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{words}")]
pub struct SendError {
    /// `true` if trying again is useless, for example because the address is refused.
    pub permanent: bool,
    /// What happened and what to do, for the game master.
    pub words: String,
    pub cause: Cause,
}

/// The cause of a failure to send, where it matters to the campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Cause {
    #[default]
    Other,
    /// The server accepts no mail for the recipient.
    Recipient {
        /// The server's codes, such as `550 5.1.1`; may be empty.
        status: String,
    },
    /// The message is larger than the server accepts.
    TooLarge,
    /// The server cannot be reached, does not answer in time, or does not let us in: no other message would fare better.
    Server,
    /// This machine cannot hand it over: its disk is full, or the mail program is missing. No other message would fare better, and
    /// another try costs nothing.
    Machine,
}

impl SendError {
    /// Returns an error after which trying again may help.
    pub fn temporary(words: impl Into<String>) -> Self {
        SendError { permanent: false, words: words.into(), cause: Cause::Other }
    }

    /// Returns an error of this machine's, after which trying again may help.
    pub fn here(words: impl Into<String>) -> Self {
        SendError { permanent: false, words: words.into(), cause: Cause::Machine }
    }

    /// Returns an error after which trying again is useless.
    pub fn permanent(words: impl Into<String>) -> Self {
        SendError { permanent: true, words: words.into(), cause: Cause::Other }
    }
}

impl From<Unsendable> for SendError {
    fn from(why: Unsendable) -> Self {
        SendError::permanent(why.to_string())
    }
}
