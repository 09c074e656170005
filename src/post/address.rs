//! Addresses and the names beside them, made harmless.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How many characters a name or subject may have here; the rest is cut off.
const LONGEST: usize = 400;

/// A mail address with the name that its owner wrote beside it. The name may say anything, even another
/// address: never decide by it, and never show it as an address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// The name, one harmless line; see [`one_line`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `user@host`, as written.
    pub address: String,
}

impl Address {
    /// An address without a name.
    pub fn new(address: impl Into<String>) -> Self {
        Address { name: None, address: address.into() }
    }

    /// The same with a name, which is made harmless.
    pub fn named(self, name: &str) -> Self {
        let name = one_line(name);
        Address { name: (!name.is_empty()).then_some(name), ..self }
    }

    /// Whether two addresses are the same mailbox as people mean it: case does not matter.
    pub fn is(&self, other: &str) -> bool {
        let (one, other) = (self.address.trim(), other.trim());
        if one.is_ascii() && other.is_ascii() {
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

/// A text as one line that does no harm: control characters and marks that turn the direction of writing
/// (which a name may smuggle in encoded) are gone, space is single, 400 characters at most.
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

/// Whether a text surely is such a line already, as most are.
fn is_one_line(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    is_plain
        && text.len() <= LONGEST
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.contains("  ")
}

/// Marks that take no place and may mislead: zero-width characters, marks of writing direction, the BOM.
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
    }
}
