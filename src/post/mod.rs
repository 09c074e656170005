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
mod archive;
mod automatic;
mod charset;
mod dkim;
mod document;
mod error;
mod filed;
mod flowed;
mod html;
mod html_tables;
#[cfg(feature = "imap")]
mod imap;
mod imap_settings;
mod letter;
mod maildir;
mod maildir_sink;
mod mbox;
mod outgoing;
mod parts;
mod password;
mod read;
mod receipt_time;
mod sendmail;
mod settings;
mod signed;
mod sink;
mod skim;
mod smtp;
mod source;

pub use address::{Address, one_line};
pub use dkim::{Dkim, Place, dkim};
pub use document::{
    Armour, Document, Fate, Found, Key, Line, Missing, Note, Origin, Passed, Takes, document,
    document_with_sheet, is_opening,
};
pub use error::PostError;
pub use filed::{Filed, each_filed};
#[cfg(feature = "imap")]
pub use imap::ImapSource;
pub use imap_settings::{ImapSettings, TimeOfReceipt};
pub use letter::{ArchiveFault, Automatic, Bounce, Letter, Part, PartKind, Trouble};
pub use maildir::{MaildirSource, create_maildir};
pub use maildir_sink::{MaildirSink, deliver};
pub use mbox::{MboxSource, StdinSource};
pub use outgoing::{Attachment, AutoSubmitted, Outgoing, Unsendable};
pub use password::PasswordFrom;
pub use read::{LARGEST, read, read_collected};
pub use receipt_time::Receipt;
pub use sendmail::SendmailSink;
pub use settings::{MailIn, MailOut, SmtpSettings, Tls};
pub use signed::{SignedText, has_signature, signed_texts};
pub use sink::{Cause, MailSink, SendError};
pub use skim::skim;
pub use smtp::SmtpSink;
pub use source::{Collected, Handle, MailSource, Outcome};
