//! Mail addresses, and text from strangers made safe to print.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Characters kept of a name or subject; the rest is cut off.
const LONGEST: usize = 400;

/// A mail address with the display name its owner chose.
///
/// The name may say anything, even another address. Never decide anything by it, and never show it as an
/// address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// The display name, cleaned by [`one_line`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `user@host`, as written.
    pub address: String,
}

impl Address {
    /// Returns an address without a name.
    pub fn new(address: impl Into<String>) -> Self {
        Address { name: None, address: address.into() }
    }

    /// Returns this address with a name, which is cleaned by [`one_line`].
    pub fn named(self, name: &str) -> Self {
        let name = one_line(name);
        Address { name: (!name.is_empty()).then_some(name), ..self }
    }

    /// Returns `true` if both addresses name the same mailbox; case and surrounding blanks do not matter.
    pub fn is(&self, other: &str) -> bool {
        let (one, other) = (self.address.trim(), other.trim());
        // The Kelvin sign is a small k to `to_lowercase`, and another letter in an address.
        if one.is_ascii() || other.is_ascii() {
            return one.eq_ignore_ascii_case(other);
        }
        one.to_lowercase() == other.to_lowercase()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

/// Returns a text as one line that is safe to print, at most 400 characters long.
///
/// Control characters, invisible characters and marks of writing direction are removed, and runs of white
/// space become one blank.
pub fn one_line(text: &str) -> String {
    if is_one_line(text) {
        return text.to_owned();
    }
    let mut line = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = line.len();
        if start > 0 && !word.is_empty() {
            line.push(' ');
        }
        let before = line.len();
        line.extend(word.chars().filter(|c| !is_invisible(*c)));
        if line.len() == before {
            line.truncate(start);
        }
    }
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => line[..end].trim_end().to_owned(),
        None => line,
    }
}

/// Returns `true` if [`one_line`] would surely change nothing, as for most texts.
fn is_one_line(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    is_plain
        && text.len() <= LONGEST
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.contains("  ")
}

/// Returns `true` for characters that take no space and may mislead: zero-width characters, marks of writing
/// direction, the byte order mark.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_smuggle_lines_or_turn_text_around() {
        assert_eq!(one_line("Eve\r\nBcc: x@y"), "Eve Bcc: x@y");
        assert_eq!(one_line(" a\u{0}b\u{202E}c \t d\u{FEFF} "), "a bc d");
        assert_eq!(one_line("\u{200B}\r\n"), "");
        assert_eq!(one_line(&"ä ".repeat(1000)).chars().count(), 399);
    }

    #[test]
    fn case_does_not_matter_in_addresses() {
        assert!(Address::new("Anna@Example.ORG").is("anna@example.org "));
        assert!(Address::new("ÄNNE@example.org").is("änne@example.org"));
        assert!(!Address::new("änne@example.org").is("anne@example.org"));
        // Another letter that only looks the same, in either address.
        assert!(!Address::new("fran\u{212A}@example.org").is("frank@example.org"));
        assert!(!Address::new("frank@example.org").is("fran\u{212A}@example.org"));
    }

    /// A text that is one line already is given back as it is: what that is, to each side.
    #[test]
    fn what_is_one_line_already_and_what_is_not() {
        let at = |length| "a".repeat(length);
        let rows = [
            ("a", "a".to_owned()),
            ("a ", "a".to_owned()),
            (" a", "a".to_owned()),
            ("a  b", "a b".to_owned()),
            ("a\u{7f}b", "a b".to_owned()),
            ("~ ~", "~ ~".to_owned()),
        ];
        for (text, line) in rows {
            assert_eq!((one_line(text), is_one_line(text)), (line.clone(), line == text), "{text:?}");
        }
        for (length, kept) in [(LONGEST - 1, LONGEST - 1), (LONGEST, LONGEST), (LONGEST + 1, LONGEST)] {
            assert_eq!(
                (one_line(&at(length)), is_one_line(&at(length))),
                (at(kept), kept == length),
                "{length}"
            );
        }
    }
}
