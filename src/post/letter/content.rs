//! The content of a message, with all transport encodings removed.

use crate::post::address::Address;
use chrono::{DateTime, Utc};

/// A message as we understand it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letter {
    /// The addresses in `From`. More than one is a [`Trouble`].
    pub from: Vec<Address>,
    /// The addresses in `Reply-To`.
    pub reply_to: Vec<Address>,
    /// The addresses in `To` and `Cc`.
    pub to: Vec<Address>,
    /// The subject, cleaned by [`one_line`](crate::post::one_line); empty if there is none.
    pub subject: String,
    /// Without `<` and `>`.
    pub message_id: Option<String>,
    /// The Message-IDs in `In-Reply-To`.
    pub in_reply_to: Vec<String>,
    /// The Message-IDs in `References`.
    pub references: Vec<String>,
    /// The date the sender claims. It helps people to recognise a message and decides nothing.
    pub date: Option<DateTime<Utc>>,
    /// Set if it was not written by a person who expects an answer.
    pub automatic: Option<Automatic>,
    /// Set if it carries the mark of our own messages ([`Outgoing::mark`](crate::post::Outgoing::mark)).
    pub mark: Option<String>,
    pub troubles: Vec<Trouble>,
    /// Its readable texts: plain bodies, then attachments, then HTML bodies, each in their order. HTML in a
    /// machine's message is left out if there is other text.
    pub parts: Vec<Part>,
    /// Attached signatures made with `ssh-keygen -Y sign`, unchanged.
    pub signatures: Vec<String>,
    /// Attached messages in their order, each read like any other. Their texts are not in `parts`, because
    /// only the message itself shows who wrote it. Empty in a machine's message.
    pub enclosed: Vec<Letter>,
    /// Names or types of whatever else it carries and nobody reads: pictures, messages attached to attached
    /// messages.
    pub unread: Vec<String>,
}

impl Letter {
    /// Returns its sender, if there is exactly one.
    pub fn sender(&self) -> Option<&Address> {
        match self.from.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Returns this letter with the texts of an attached one in place of its own. Its sender and the messages
    /// it answers remain.
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

/// A reason why a message cannot be used, or not completely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It is larger than [`LARGEST`](crate::post::LARGEST), so only its headers were read.
    TooLarge {
        /// In bytes.
        size: u64,
    },
    /// It has no headers and so is not a message.
    NoHeaders,
    /// There is no address in `From`.
    NoSender,
    /// There is more than one `From` header, or more than one address in it.
    ManySenders,
    /// Reading it failed because of a bug of ours.
    Unreadable,
    /// Outlook packed the text into a `winmail.dat` that others cannot open.
    Winmail,
    /// An attached zip could not be read, or not completely.
    Archive {
        name: String,
        why: ArchiveFault,
    },
    Encrypted,
    /// A text has bytes that are invalid in its charset, and was read as Windows-1252.
    Guessed {
        /// The path of the part.
        part: String,
    },
    /// The end is missing, perhaps in the middle of a plan.
    Cut,
    /// The HTML is longer than 192 KiB, or nested too deep, and was cut.
    LongHtml,
}

/// A reason why an attached zip was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveFault {
    /// It is too large, has too many files, or unpacks to too much.
    TooMuch,
    Locked,
    /// It contains another archive; the files next to that one are read.
    Nested,
    /// It is damaged, or not a zip.
    Damaged,
}

/// The kind of a message that no person wrote for us to answer. We never answer these, so that machines do
/// not talk for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Automatic {
    /// It carries our own mark: a message of ours that came back.
    Ours,
    /// A message of ours was not delivered, or late.
    Bounce(Bounce),
    /// A read receipt (RFC 8098).
    ReadReceipt,
    /// An automatic answer, such as an out-of-office note (RFC 3834).
    Reply,
    /// Written by a program.
    Generated,
    /// From a mailing list, with its id.
    List(String),
    /// Labelled as bulk or junk.
    Bulk,
    /// There is no address to answer (`Return-Path: <>`).
    NullSender,
}

/// A delivery report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounce {
    /// Whom the message did not reach, in lower case.
    pub recipients: Vec<String>,
    /// The Message-ID of the undelivered message, without `<` and `>`.
    pub original: Option<String>,
    /// The status (RFC 3463), such as `5.1.1`. If the report only says in words that there is no such user, `5.1.1` as well.
    pub status: Option<String>,
    /// `true` if delivery failed for good, `false` if the server may still retry. Assumed `true` without a
    /// status.
    pub failed: bool,
    /// `true` if it follows RFC 3464; otherwise it was guessed from its sender and text.
    pub standard: bool,
}

impl Bounce {
    /// Returns `true` if nobody can be reached at this address: there is no such mailbox (5.1.x), or it takes nothing
    /// (5.2.x). A server that refuses the sender (5.7.x), this message (5.2.3, 5.3.4) or for the present (4.x) says
    /// nothing of the address.
    pub fn is_of_the_address(&self) -> bool {
        let status = self.status.as_deref().unwrap_or_default();
        self.failed && (status.starts_with("5.1.") || status.starts_with("5.2.")) && status != "5.2.3"
    }
}

/// Where a readable text was in its message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PartKind {
    /// The plain text of the message itself.
    Plain,
    /// An attached file.
    Attachment,
    /// The HTML text of the message, as the lines a reader sees, quotations marked `> `.
    Html,
}

/// A readable text of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub kind: PartKind,
    /// A description for people: `text/plain body`, `attachment stark.yaml`, `HTML body`.
    pub path: String,
    /// Decoded; lines end in LF.
    pub text: String,
}
