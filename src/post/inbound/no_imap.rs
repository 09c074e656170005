//! The stand-in for [`ImapSource`](crate::post::ImapSource) in a program built without the feature `imap`.

use super::source::{Collected, Handle, MailSource, Outcome};
use crate::post::error::PostError;

/// What stands in for a mailbox on a server in a program that was built without `imap`.
pub(in crate::post) struct NotBuiltIn(pub(in crate::post) String);

impl NotBuiltIn {
    fn error(&self) -> PostError {
        PostError::Server {
            host: self.0.clone(),
            why: "this program was built without `imap`: build it with that feature, or let mail come in by a Maildir"
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
