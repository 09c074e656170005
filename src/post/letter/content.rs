//! What a mail says, once its wrappings are off.

use crate::post::address::Address;
use chrono::{DateTime, Utc};

/// A mail as read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letter {
    /// Whom it says it is from. More than one is a [`Trouble`].
    pub from: Vec<Address>,
    /// Where its writer wants answers, if elsewhere.
    pub reply_to: Vec<Address>,
    /// Whom it is addressed to, `Cc` included.
    pub to: Vec<Address>,
    /// The subject as one harmless line; empty if there is none.
    pub subject: String,
    /// Its Message-ID without `<` and `>`.
    pub message_id: Option<String>,
    /// The Message-IDs it answers.
    pub in_reply_to: Vec<String>,
    /// The Message-IDs of its thread.
    pub references: Vec<String>,
    /// When its sender says it was written: for people to recognise it by, nothing else.
    pub date: Option<DateTime<Utc>>,
    /// Set if no person wrote it for us to answer.
    pub automatic: Option<Automatic>,
    /// The mark of our own mails ([`Outgoing::mark`](super::Outgoing::mark)), if it carries one.
    pub mark: Option<String>,
    /// Why it cannot be used, or not wholly.
    pub troubles: Vec<Trouble>,
    /// Its readable texts: plain bodies, then attachments, then HTML bodies, each in their order. HTML beside other
    /// text is left out where a machine wrote it.
    pub parts: Vec<Part>,
    /// Signature files (`ssh-keygen -Y sign`) that came along, as they are.
    pub signatures: Vec<String>,
    /// Mails that came attached to it, each read like any other, in their order. None of what stands in them is in
    /// `parts`: whom a mail speaks for is shown by the mail itself. Empty where a machine wrote it.
    pub enclosed: Vec<Letter>,
    /// Names (or kinds) of what it carries besides, which nobody reads: pictures, mails attached to attached mails.
    pub unread: Vec<String>,
}

impl Letter {
    /// Its sender, if there is exactly one.
    pub fn sender(&self) -> Option<&Address> {
        match self.from.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// This letter, as if in place of all its texts it had those of a mail attached to it. Who wrote it, and what it
    /// answers, stays.
    pub fn opened(&self, enclosed: &Letter) -> Letter {
        Letter {
            parts: enclosed.parts.clone(),
            troubles: enclosed.troubles.clone(),
            unread: enclosed.unread.clone(),
            signatures: Vec::new(),
            enclosed: Vec::new(),
            ..self.clone()
        }
    }
}

/// Why a mail cannot be used, or not wholly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It is larger than [`LARGEST`](super::LARGEST); only its headers were read.
    TooLarge {
        /// Its bytes.
        size: u64,
    },
    /// It has no headers: no mail at all.
    NoHeaders,
    /// Nobody sent it: no address in `From`.
    NoSender,
    /// More than one `From` line, or more than one address in it: who speaks?
    ManySenders,
    /// Reading it failed inside the program; a fault of ours.
    Unreadable,
    /// Outlook packed the text in a `winmail.dat` that others cannot open.
    Winmail,
    /// A zip sent along could not be read, or not wholly.
    Archive {
        /// Its name.
        name: String,
        /// Why.
        why: ArchiveFault,
    },
    /// It is encrypted.
    Encrypted,
    /// A text had bytes that are no text in the alphabet it claims, and was read as Windows' western one.
    Guessed {
        /// The part's path.
        part: String,
    },
    /// The end is missing: it was cut on the way, perhaps in the middle of a plan.
    Cut,
    /// The HTML is longer than 64 KiB, or nested without measure, and was cut.
    LongHtml,
}

/// Why a zip sent along was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveFault {
    /// It is too large, has too many files, or unpacks to too much.
    TooMuch,
    /// It needs a password.
    Locked,
    /// It has an archive in it; what stands beside that is read.
    Nested,
    /// It is damaged, or no zip at all.
    Damaged,
}

/// Why no person wrote it for us to answer. Nothing of this kind is ever answered, lest machines talk for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Automatic {
    /// It bears our own mark: it came back in a circle.
    Ours,
    /// A mail of ours could not be delivered, or only late.
    Bounce(Bounce),
    /// Somebody's read receipt (RFC 8098).
    ReadReceipt,
    /// An automatic answer: out of office (RFC 3834).
    Reply,
    /// Made by a program.
    Generated,
    /// From a mailing list; with its id.
    List(String),
    /// Bulk or junk by its own word.
    Bulk,
    /// No address to answer to (`Return-Path: <>`).
    NullSender,
}

/// A delivery report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounce {
    /// Whom the mail did not reach, lower case.
    pub recipients: Vec<String>,
    /// The Message-ID of the mail that did not arrive, without `<` and `>`.
    pub original: Option<String>,
    /// The status (RFC 3463) such as `5.1.1`.
    pub status: Option<String>,
    /// Whether it will never arrive; else it may yet. Without a status, failed is what is believed.
    pub failed: bool,
    /// Whether it follows the standard (RFC 3464); else it was guessed from its sender and text.
    pub standard: bool,
}

/// What a readable text was in the mail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PartKind {
    /// Plain text of the mail itself.
    Plain,
    /// A file sent along.
    Attachment,
    /// The mail's text as HTML, made plain: one line for each that a reader sees, quotations marked `> `.
    Html,
}

/// A readable text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it was.
    pub kind: PartKind,
    /// Where it was, for people: `text/plain body`, `attachment stark.yaml`, `HTML body`.
    pub path: String,
    /// The text, decoded; lines end in LF.
    pub text: String,
}
