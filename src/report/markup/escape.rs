//! Makes values safe to put into markup.

use std::borrow::Cow;

/// Characters that mean something somewhere in markup.
const MEANING: &[char] = &['\\', '`', '*', '#', '|', '>', '-', '!', '~'];

/// Escapes a value so that it means nothing but itself in markup: one line, without control characters or
/// marks of writing direction. Most values need no change.
pub fn escape(value: &str) -> Cow<'_, str> {
    let is_safe = |byte: u8| matches!(byte, b' '..=b'~') && !MEANING.contains(&char::from(byte));
    if value.bytes().all(is_safe) {
        return Cow::Borrowed(value);
    }
    let mut safe = String::with_capacity(value.len() + 8);
    for c in plain(value).chars() {
        if MEANING.contains(&c) {
            safe.push('\\');
        }
        safe.push(c);
    }
    Cow::Owned(safe)
}

/// Returns a text as one line: control characters and line ends become spaces, and invisible characters are
/// removed.
pub fn plain(value: &str) -> String {
    value.chars().filter(|c| !hides(*c)).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns `true` for characters that are invisible or change the direction of writing, and so could make a
/// line read as another.
fn hides(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Escapes what stands between tags of HTML. Quotation marks mean nothing there, and a report has hundreds of apostrophes.
pub(super) fn content(text: &str) -> Cow<'_, str> {
    let means_something = |c: &u8| matches!(c, b'&' | b'<' | b'>');
    if !text.as_bytes().iter().any(means_something) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}
