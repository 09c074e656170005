//! Mail in and out: where mails come from, what is in them, which one YAML document a player wrote in one,
//! and how answers leave.
//!
//! The way of a mail: a [`MailSource`] collects it, [`read_collected`] makes a [`Letter`] of it, [`document`]
//! finds what its sender wrote, the campaign acts, and the source files it by its [`Outcome`]. Whose texts matter to
//! nobody is told by [`skim`] before. Answers are [`Outgoing`] mails given to a [`MailSink`].
//!
//! May use: disk, and in `smtp` and `imap` the network. Is used by: campaign, cli. Knows nothing of games, seats
//! or keys, and never reads the time of day (the network parts measure how long a server takes).

mod address;
mod authentication;
mod document;
mod error;
mod inbound;
mod letter;
mod maildir;
mod outbound;
mod server;
mod settings;

pub use address::{Address, one_line};
pub use authentication::{Dkim, Place, SignedText, dkim, has_signature, signed_texts};
pub use document::{
    Armour, Document, Fate, Found, Key, Line, Missing, Note, Origin, Passed, Takes, document,
    document_with_sheet, is_opening,
};
pub use error::PostError;
#[cfg(feature = "imap")]
pub use inbound::ImapSource;
pub use inbound::{
    Collected, Filed, Handle, LARGEST, MailSource, MaildirSource, MboxSource, Outcome, Receipt, StdinSource,
    each_filed,
};
pub use letter::{
    ArchiveFault, Automatic, Bounce, Letter, Part, PartKind, Trouble, read, read_collected, skim,
};
pub use maildir::create_maildir;
pub use outbound::{
    Attachment, AutoSubmitted, Cause, MailSink, MaildirSink, Outgoing, SendError, SendmailSink, SmtpSink,
    Unsendable, deliver,
};
pub use server::{ImapSettings, PasswordFrom, SmtpSettings, TimeOfReceipt, Tls};
pub use settings::{MailIn, MailOut};
