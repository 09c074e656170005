//! Where messages come from: a Maildir, an mbox, standard input or an IMAP mailbox.

mod folders;
#[cfg(feature = "imap")]
mod imap;
mod kept;
mod limits;
mod maildir;
mod mbox;
#[cfg(not(feature = "imap"))]
mod no_imap;
mod receipt_time;
mod source;
mod stdin;

pub use folders::{Filed, each_filed};
#[cfg(feature = "imap")]
pub use imap::ImapSource;
pub use kept::{KeptMail, each_kept};
pub use limits::LARGEST;
pub use maildir::MaildirSource;
pub use mbox::MboxSource;
#[cfg(not(feature = "imap"))]
pub(crate) use no_imap::NotBuiltIn;
pub use receipt_time::Receipt;
pub use source::{Collected, Handle, MailSource, MailboxMark, Outcome};
pub use stdin::StdinSource;
