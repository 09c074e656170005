//! What is left out of a mail that would be too large.
//!
//! May use: post. Is used by: models, mails, tick.

use crate::post::Attachment;

/// How much of a mail is sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Trim {
    /// All of it.
    #[default]
    Full,
    /// Without HTML and pictures.
    NoHtml,
    /// The text alone.
    TextOnly,
}

impl Trim {
    /// From all to little.
    pub const ALL: [Trim; 3] = [Trim::Full, Trim::NoHtml, Trim::TextOnly];

    /// What is left out, as mails say it: a word of `mail/footer.md`.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Trim::Full => None,
            Trim::NoHtml => Some("html"),
            Trim::TextOnly => Some("files"),
        }
    }

    /// Whether HTML is sent.
    pub fn has_html(self) -> bool {
        self == Trim::Full
    }

    /// Whether a file is sent bundled.
    pub fn has(self, file: &Attachment) -> bool {
        match self {
            Trim::Full => true,
            Trim::NoHtml => !file.mime.starts_with("image/"),
            Trim::TextOnly => false,
        }
    }
}
