//! Where mails go.

use super::message::{Outgoing, Unsendable};

/// A way out for mails.
pub trait MailSink {
    /// Hands a mail over. Handing the same mail over again must be as good as harmless: it has the same
    /// Message-ID.
    ///
    /// # Errors
    /// If it is not known to be on its way; whether trying again may help, the error says.
    fn send(&mut self, mail: &Outgoing) -> Result<(), SendError>;

    /// Goes as far as it can without sending anything.
    ///
    /// # Errors
    /// Nothing could be sent now, and why.
    fn probe(&mut self) -> Result<(), SendError> {
        Ok(())
    }
}

/// A mail was not sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{words}")]
pub struct SendError {
    /// Whether trying again is useless: the address is refused, say. Else it may go later.
    pub permanent: bool,
    /// What happened and what to do, for the game master.
    pub words: String,
    /// What it lies with, where that is known.
    pub cause: Cause,
}

/// What it lies with that a mail was not sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Cause {
    /// Anything else.
    #[default]
    Other,
    /// The server takes no mail for its recipient.
    Recipient {
        /// What it said, in digits: `550 5.1.1`; may be empty.
        status: String,
    },
    /// The mail is larger than the server takes.
    TooLarge,
}

impl SendError {
    /// Trying again may help.
    pub fn temporary(words: impl Into<String>) -> Self {
        SendError { permanent: false, words: words.into(), cause: Cause::Other }
    }

    /// Trying again is useless.
    pub fn permanent(words: impl Into<String>) -> Self {
        SendError { permanent: true, words: words.into(), cause: Cause::Other }
    }
}

impl From<Unsendable> for SendError {
    fn from(why: Unsendable) -> Self {
        SendError::permanent(why.to_string())
    }
}
