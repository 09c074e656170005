//! Mail in and out: where messages come from, what is in them, which YAML document a player wrote, and how
//! answers leave.
//!
//! A [`MailSource`] collects a message, [`read_collected`] makes a [`Letter`] of it, and [`document()`] finds
//! what its sender wrote. The campaign acts on it, and the source files it under its [`Outcome`]. Answers are
//! [`Outgoing`] messages handed to a [`MailSink`]. To keep a flood cheap, [`skim`] first looks for letters
//! whose texts matter to nobody.
//!
//! Nothing here knows games, seats or keys, or reads the time of day (the network parts measure only how long
//! a server takes).

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
    Armour, Between, Document, Fate, Found, Key, Line, MARK, Missing, Note, Origin, OwnLine, Passed, Quoting,
    Takes, between, document, document_with_sheet, foot, is_marked, is_opening, own_lines, straight_dashes,
    tame, tame_lines,
};
pub use error::PostError;
#[cfg(feature = "imap")]
pub use inbound::ImapSource;
pub use inbound::{
    Collected, Filed, Handle, KeptMail, LARGEST, MailSource, MailboxMark, MaildirSource, MboxSource, Outcome,
    Receipt, StdinSource, each_filed, each_kept,
};
pub use letter::{
    ArchiveFault, Automatic, Bounce, Letter, Part, PartKind, Trouble, is_unread, read, read_collected, skim,
};
pub use maildir::{create_maildir, try_maildir};
pub use outbound::{
    Attachment, AutoSubmitted, Cause, MailSink, MaildirSink, Outgoing, Packed, SendError, SendmailSink,
    SmtpSink, Unsendable, deliver, move_new,
};
pub use server::{ImapSettings, PasswordFrom, SmtpSettings, TimeOfReceipt, Tls};
pub use settings::{MailIn, MailOut};
