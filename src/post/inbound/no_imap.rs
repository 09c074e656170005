//! The stand-in for `ImapSource` in a program built without the feature `imap`.

use super::source::{Collected, Handle, MailSource, Outcome};
use crate::post::error::PostError;

/// A mailbox on a mail server that this program cannot read. Every call fails and says so.
pub(crate) struct NotBuiltIn(pub(crate) String);

impl NotBuiltIn {
    fn error(&self) -> PostError {
        PostError::Server {
            host: self.0.clone(),
            why: "this program was built without `imap`: build it with that feature, or collect mail from a Maildir"
                .to_owned(),
        }
    }
}

impl MailSource for NotBuiltIn {
    fn collect(&mut self) -> Result<Vec<Collected>, PostError> {
        Err(self.error())
    }

    fn file(&mut self, _: &Handle, _: Outcome) -> Result<(), PostError> {
        Err(self.error())
    }
}
