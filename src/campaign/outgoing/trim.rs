//! Shrinks a message that exceeds the size limit: first drops HTML and pictures, then all attachments.

use crate::post::Attachment;

/// The parts of a message that are sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Trim {
    #[default]
    Full,
    /// Text and attachments, without HTML and pictures.
    NoHtml,
    TextOnly,
}

impl Trim {
    /// All levels, in the order in which they are tried.
    pub const ALL: [Trim; 3] = [Trim::Full, Trim::NoHtml, Trim::TextOnly];

    /// Returns the word by which templates/mail/footer.md names the parts left out; `None` if nothing is.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Trim::Full => None,
            Trim::NoHtml => Some("html"),
            Trim::TextOnly => Some("files"),
        }
    }

    /// Returns `true` if HTML is sent.
    pub fn has_html(self) -> bool {
        self == Trim::Full
    }

    /// Returns `true` if an attachment is sent.
    pub fn has(self, file: &Attachment) -> bool {
        match self {
            Trim::Full => true,
            Trim::NoHtml => !file.mime.starts_with("image/") && !file.mime.starts_with("text/html"),
            Trim::TextOnly => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_refused_with_pictures_and_pages_is_sent_without_them() {
        for (mime, without) in [
            ("image/png", false),
            ("image/svg+xml", false),
            ("text/html", false),
            ("text/html; charset=utf-8", false),
            ("text/calendar", true),
            ("application/json", true),
        ] {
            let file =
                Attachment { name: "a".into(), mime: mime.to_owned(), bytes: Vec::new(), inline: None };
            assert_eq!(
                [Trim::Full, Trim::NoHtml, Trim::TextOnly].map(|trim| trim.has(&file)),
                [true, without, false],
                "{mime}"
            );
        }
    }
}
