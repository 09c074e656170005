//! What goes wrong in a conversation with an IMAP server.

use crate::post::one_line;
use io_imap::rfc3501::capability::ImapCapabilityGetError;
use io_imap::rfc3501::copy::ImapMessageCopyError;
use io_imap::rfc3501::create::ImapMailboxCreateError;
use io_imap::rfc3501::greeting::ImapGreetingGetError;
use io_imap::rfc3501::list::ImapMailboxListError;
use io_imap::rfc3501::login::ImapLoginError;
use io_imap::rfc3501::select::ImapMailboxSelectError;
use io_imap::rfc3501::store::ImapMessageStoreError;
use io_imap::rfc3501::subscribe::ImapMailboxSubscribeError;
use io_imap::rfc4315::expunge_uid::ImapMessageExpungeUidError;
use io_imap::rfc6851::r#move::ImapMessageMoveError;
use io_imap::sasl::auth_plain::ImapAuthPlainError;
use io_imap::sasl::auth_xoauth2::ImapAuthXoauth2Error;
use io_imap::send::ImapSendError;
use std::fmt::Display;

/// Signs of what a server said that are shown.
const LONGEST_WORDS: usize = 300;

/// A command did not do what it should.
pub(super) struct Fault {
    /// Whether the connection is of no use any more. Else the server understood and said no.
    pub(super) lost: bool,
    /// What happened, one line.
    pub(super) words: String,
}

impl Fault {
    /// The connection is of no use any more.
    pub(super) fn lost(words: impl Display) -> Self {
        Fault { lost: true, words: shown(words) }
    }

    /// The server said no.
    pub(super) fn refused(words: impl Display) -> Self {
        Fault { lost: false, words: shown(words) }
    }

    /// The same with what it means; only if the server said no, since a lost connection means nothing.
    pub(super) fn with(self, meaning: &str) -> Self {
        let words = if self.lost { self.words } else { format!("{meaning} ({})", self.words) };
        Fault { words, ..self }
    }
}

/// What a server says is a stranger's text: one line, and no novel.
fn shown(words: impl Display) -> String {
    one_line(&words.to_string()).chars().take(LONGEST_WORDS).collect()
}

/// An error of a command.
pub(super) trait Answer {
    /// What it means for the session.
    fn fault(self) -> Fault;
}

macro_rules! answers {
    ($($error:ident: $said:pat,)*) => {$(
        impl Answer for $error {
            fn fault(self) -> Fault {
                let lost = !matches!(self, $said);
                Fault { lost, words: shown(self) }
            }
        }
    )*};
}

answers! {
    ImapCapabilityGetError: Self::No(_) | Self::Bad(_),
    ImapMessageCopyError: Self::No(_) | Self::Bad(_),
    ImapMailboxCreateError: Self::No(_) | Self::Bad(_),
    ImapMailboxListError: Self::No(_) | Self::Bad(_),
    ImapLoginError: Self::No(_) | Self::Bad(_),
    ImapMailboxSelectError: Self::No(_) | Self::Bad(_),
    ImapMessageStoreError: Self::No(_) | Self::Bad(_),
    ImapMailboxSubscribeError: Self::No(_) | Self::Bad(_),
    ImapMessageExpungeUidError: Self::No(_) | Self::Bad(_),
    ImapMessageMoveError: Self::No(_) | Self::Bad(_),
    ImapAuthPlainError: Self::No(_) | Self::Bad(_),
    ImapAuthXoauth2Error: Self::No(_) | Self::NoWithError { .. } | Self::Bad(_),
}

impl Answer for ImapGreetingGetError {
    fn fault(self) -> Fault {
        Fault::lost(self)
    }
}

impl Answer for ImapSendError {
    fn fault(self) -> Fault {
        Fault::lost(self)
    }
}
