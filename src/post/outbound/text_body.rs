//! The text of a part as it travels: as it is where all lines are short and ASCII, quoted-printable or base64 otherwise.
//!
//! The library makes the same bytes, but looks at every letter several times; a page of HTML has sixty thousand.

use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding;
use std::borrow::Cow;

/// Bytes of the longest line of quoted-printable, without its line end. A soft break takes one of them.
const LONGEST: usize = 76;

/// Returns a text as the body of a part, with lines ending in CRLF.
pub(super) fn text_body(text: &str) -> Body {
    let text = with_newlines(text);
    if text.is_ascii() && !has_long_line(&text) {
        return Body::dangerous_pre_encoded(crlf(&text).into_bytes(), ContentTransferEncoding::SevenBit);
    }
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    let letters = text.bytes().filter(|byte| is_letter(*byte)).count();
    if text.len() + ends - letters > (text.len() + ends) / 3 {
        return Body::new(crlf(&text));
    }
    Body::dangerous_pre_encoded(quoted_printable(&text), ContentTransferEncoding::QuotedPrintable)
}

/// Returns the text with lines that end in one newline.
fn with_newlines(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// Returns a text of [`with_newlines`] with lines ending in CRLF. The library would take quadratic time to do it.
fn crlf(text: &str) -> String {
    text.replace('\n', "\r\n")
}

/// Returns `true` if a line is too long to travel as it is, as the library measures it: with both its line ends.
fn has_long_line(text: &str) -> bool {
    let mut last = 0;
    let ended = text.match_indices('\n').any(|(at, _)| at + 1 - std::mem::replace(&mut last, at) >= LONGEST);
    ended || text.len() - last >= LONGEST
}

fn is_letter(byte: u8) -> bool {
    matches!(byte, b'\t' | b' '..=b'~')
}

/// Whether a byte stands for itself, by its number.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] = byte == 9 || byte >= 32 && byte < 127 && byte != b'=' as usize;
        byte += 1;
    }
    plain
};

/// Returns a text of [`with_newlines`] as quoted-printable (RFC 2045, 6.7), with lines ending in CRLF.
fn quoted_printable(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.extend_from_slice(b"\r\n");
        }
        quote_line(line.as_bytes(), &mut out);
    }
    out
}

/// Writes a line, with a soft break wherever it becomes too long.
fn quote_line(line: &[u8], out: &mut Vec<u8>) {
    // A blank at the end would be lost on the way.
    let mut rest = line.strip_suffix(b" ").or_else(|| line.strip_suffix(b"\t")).unwrap_or(line);
    let blank = line.get(rest.len()).copied();
    let mut used = 0;
    while !rest.is_empty() {
        let plain = rest.iter().position(|byte| !PLAIN[usize::from(*byte)]).unwrap_or(rest.len());
        let (mut run, after) = rest.split_at(plain);
        rest = after;
        let is_last = rest.is_empty() && blank.is_none();
        while !run.is_empty() {
            let room = LONGEST - used - usize::from(!(is_last && run.len() <= LONGEST - used));
            let (now, later) = run.split_at(room.min(run.len()));
            out.extend_from_slice(now);
            (run, used) = (later, used + now.len());
            if !run.is_empty() {
                break_softly(out, &mut used);
            }
        }
        if let Some((byte, after)) = rest.split_first() {
            rest = after;
            quote_byte(*byte, rest.is_empty() && blank.is_none(), &mut used, out);
        }
    }
    if let Some(blank) = blank {
        quote_byte(blank, true, &mut used, out);
    }
}

/// Writes a byte as its number, after a soft break if the line has no room for it.
fn quote_byte(byte: u8, is_last: bool, used: &mut usize, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    if *used + 3 > LONGEST - usize::from(!is_last) {
        break_softly(out, used);
    }
    out.extend_from_slice(&[b'=', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    *used += 3;
}

fn break_softly(out: &mut Vec<u8>, used: &mut usize) {
    out.extend_from_slice(b"=\r\n");
    *used = 0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_as_the_library_writes_it(text: &str) {
        let (own, library) = (text_body(text), Body::new(crlf(&with_newlines(text))));
        assert_eq!(own.encoding(), library.encoding(), "{text:?}");
        assert_eq!(
            String::from_utf8_lossy(own.as_ref()),
            String::from_utf8_lossy(library.as_ref()),
            "{text:?}"
        );
    }

    #[test]
    fn lines_break_where_the_library_breaks_them() {
        for length in 70..160 {
            for end in ["", " ", "\t", "=", "é", " =", "= ", "x ", "x=", "  ", "\r"] {
                let long = "x".repeat(length);
                is_as_the_library_writes_it(&format!("{long}{end}"));
                is_as_the_library_writes_it(&format!("{}\n{long}{end}\nx", "y".repeat(80)));
                is_as_the_library_writes_it(&format!("{long}={}{end}\n", "z".repeat(length - 60)));
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_travels_as_the_library_writes_it(text in any::<String>()) {
            is_as_the_library_writes_it(&text);
        }

        #[test]
        fn any_page_travels_as_the_library_writes_it(text in "([a-z =\t\u{0}\r\n]|é|\\PC|[a-z]{30}|[ -~]{40}){0,40}") {
            is_as_the_library_writes_it(&text);
        }
    }
}
