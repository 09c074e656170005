//! Failures in a conversation with an IMAP server.

use crate::post::address::one_line;
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

/// Characters shown of a server's words.
const LONGEST_WORDS: usize = 300;

/// The failure of a command.
pub(super) struct Fault {
    /// `true` if the connection can no longer be used; `false` if the server understood and refused.
    pub(super) lost: bool,
    /// What happened, in one line.
    pub(super) words: String,
}

impl Fault {
    /// Returns a failure after which the connection can no longer be used.
    pub(super) fn lost(words: impl Display) -> Self {
        Fault { lost: true, words: shown(words) }
    }

    /// Returns the refusal of a server.
    pub(super) fn refused(words: impl Display) -> Self {
        Fault { lost: false, words: shown(words) }
    }

    /// Puts the meaning of a refusal before the server's words. A lost connection keeps its own.
    pub(super) fn with(self, meaning: &str) -> Self {
        let words = if self.lost { self.words } else { format!("{meaning} ({})", self.words) };
        Fault { words, ..self }
    }
}

/// Cleans and shortens a server's words, which are a stranger's text.
fn shown(words: impl Display) -> String {
    one_line(&words.to_string()).chars().take(LONGEST_WORDS).collect()
}

/// An error of a command.
pub(super) trait Answer {
    /// Returns what the error means for the session.
    fn fault(self) -> Fault;
}

macro_rules! answers {
    ($($error:ident: $said:pat,)*) => {$(
        impl Answer for $error {
            fn fault(self) -> Fault {
                match self {
                    Self::Send(why) => why.fault(),
                    said @ ($said) => Fault::refused(said),
                    other => Fault::lost(other),
                }
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
        if let ImapSendError::DecodingFailure(line) = &self
            && let Some(words) = refusal(line.declassify())
        {
            return Fault::refused(words);
        }
        Fault::lost(self)
    }
}

/// Returns the words of a refusal that could not be decoded, since servers repeat folder names in it that are
/// not ASCII.
fn refusal(line: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(line);
    let mut words = line.splitn(3, ' ');
    let (_tag, kind, text) = (words.next()?, words.next()?, words.next()?);
    matches!(kind, "NO" | "BAD").then(|| format!("{kind} {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use io_imap::types::secret::Secret;

    #[test]
    fn a_refusal_in_other_letters_is_a_refusal() {
        let fault = |line: &str| ImapSendError::DecodingFailure(Secret::new(line.as_bytes().into())).fault();
        let no = fault("A1 NO [TRYCREATE] Mailbox doesn't exist: R\u{e4}ben\r\n");
        assert!(!no.lost && no.words == "NO [TRYCREATE] Mailbox doesn't exist: R\u{e4}ben", "{}", no.words);
        assert!(fault("A1 OK d\u{e4}ne\r\n").lost && fault("* gibberish\r\n").lost && fault("").lost);
    }

    #[test]
    fn what_a_server_says_is_one_short_line() {
        let words = Fault::refused(format!("a\r\n{}", "x".repeat(1000))).words;
        assert!(words.starts_with("a x") && words.len() == LONGEST_WORDS);
    }
}
