//! What is left out of a mail that would be too large.
//!
//! May use: post. Is used by: letters, mails, tick.

use crate::post::Attachment;

/// How much of a mail is sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Lean {
    /// All of it.
    #[default]
    Full,
    /// Without HTML and pictures.
    Plain,
    /// The text alone.
    Bare,
}

impl Lean {
    /// From all to little.
    pub const ALL: [Lean; 3] = [Lean::Full, Lean::Plain, Lean::Bare];

    /// What is left out, as mails say it: a word of `mail/footer.md`.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Lean::Full => None,
            Lean::Plain => Some("html"),
            Lean::Bare => Some("files"),
        }
    }

    /// Whether HTML is sent.
    pub fn has_html(self) -> bool {
        self == Lean::Full
    }

    /// Whether a file is sent along.
    pub fn has(self, file: &Attachment) -> bool {
        match self {
            Lean::Full => true,
            Lean::Plain => !file.mime.starts_with("image/"),
            Lean::Bare => false,
        }
    }
}
