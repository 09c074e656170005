//! Decodes bytes to text: in the declared charset, or else UTF-8, or else Windows-1252, which accepts
//! anything.

use data_encoding::{BASE64, HEXUPPER_PERMISSIVE};
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::{Encoding, MessagePart, MimeHeaders};
use std::borrow::Cow;

/// A text; `guessed` if its charset is not the declared one, or if it has letters that could not be read.
pub(super) struct DecodedText<'a> {
    pub text: Cow<'a, str>,
    pub guessed: bool,
}

impl DecodedText<'_> {
    fn into_owned(self) -> DecodedText<'static> {
        DecodedText { text: self.text.into_owned().into(), guessed: self.guessed }
    }
}

/// Decodes bytes without a declared charset. Recognises UTF-16 by its byte order mark (Windows Notepad).
pub(super) fn decode(bytes: &[u8]) -> DecodedText<'_> {
    let utf16 = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).skip(1).map(|pair| from([pair[0], pair[1]])).collect();
        DecodedText { text: String::from_utf16_lossy(&units).into(), guessed: false }
    };
    match bytes {
        [0xFF, 0xFE, ..] => utf16(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => utf16(u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => DecodedText { text: text.into(), guessed: false },
            Err(_) => DecodedText { text: windows_1252(bytes).into(), guessed: true },
        },
    }
}

/// Returns the text of a part, decoded again from its bytes where the parser's `text` is wrong.
pub(super) fn repair<'a>(part: &MessagePart<'_>, text: &'a str, raw: &'a [u8]) -> DecodedText<'a> {
    let as_is = |text: &'a str| DecodedText { text: text.into(), guessed: false };
    if part.is_encoding_problem
        && let Some(claim) = part.content_transfer_encoding()
    {
        let body = bytes_of(part, raw);
        if claim.trim().eq_ignore_ascii_case("base64") {
            return declared(part, &lenient_base64(body)).into_owned();
        }
        if claim.trim().eq_ignore_ascii_case("quoted-printable") {
            return declared(part, &lenient_quoted_printable(body)).into_owned();
        }
    }
    let body = bytes_of(part, raw);
    if part.encoding == Encoding::QuotedPrintable && has_stray_equals(body) {
        return declared(part, &lenient_quoted_printable(body)).into_owned();
    }
    // Stateful encodings are ASCII to the eye, and no UTF-8 by what they are decoded to.
    let other = charset_of(part).filter(|name| !is_utf8_or_ascii(name) || is_western(name));
    let is_suspect = !text.is_ascii() && other.is_some();
    if !is_suspect && !text.contains('\u{FFFD}') {
        return as_is(text);
    }
    let bytes = match part.encoding {
        Encoding::None => Cow::Borrowed(body),
        Encoding::Base64 => Cow::Owned(lenient_base64(body)),
        Encoding::QuotedPrintable => Cow::Owned(lenient_quoted_printable(body)),
    };
    match other {
        Some(name) if is_western(name) || charset_decoder(name.as_bytes()).is_some() => {
            match std::str::from_utf8(&bytes) {
                // Some programs label every text like this.
                Ok(utf8) if is_western(name) || is_utf8_by_intent(utf8, text) => {
                    DecodedText { text: utf8.into(), guessed: false }.into_owned()
                }
                _ => DecodedText { text: text.into(), guessed: text.contains('\u{FFFD}') },
            }
        }
        _ => decode(&bytes).into_owned(),
    }
}

/// Returns `true` if bytes that are valid UTF-8 were meant so, though their label says otherwise. No western text is UTF-8
/// by chance; a few characters of an East Asian charset may be, but not many, and `declared`, the text by its label, then
/// has no gaps.
fn is_utf8_by_intent(utf8: &str, declared: &str) -> bool {
    let beyond = utf8.chars().filter(|c| !c.is_ascii()).count();
    beyond > 0 && (beyond >= 4 || declared.contains('\u{FFFD}'))
}

/// Returns `true` if a part in base64 breaks off within a group of four characters.
pub(super) fn is_cut(part: &MessagePart<'_>, raw: &[u8]) -> bool {
    let is_base64 =
        part.content_transfer_encoding().is_some_and(|claim| claim.trim().eq_ignore_ascii_case("base64"));
    let code =
        || bytes_of(part, raw).trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    is_base64 && code().len() % 4 != 0 && code().iter().all(in_alphabet)
}

fn bytes_of<'a>(part: &MessagePart<'_>, raw: &'a [u8]) -> &'a [u8] {
    raw.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default()
}

fn charset_of<'a>(part: &'a MessagePart<'_>) -> Option<&'a str> {
    part.content_type().and_then(|kind| kind.attribute("charset"))
}

/// Returns `true` for charsets that programs claim for any text.
fn is_western(name: &str) -> bool {
    ["us-ascii", "ascii", "iso-8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

fn is_utf8_or_ascii(name: &str) -> bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

fn declared<'a>(part: &MessagePart<'_>, bytes: &'a [u8]) -> DecodedText<'a> {
    match charset_of(part)
        .filter(|name| !is_utf8_or_ascii(name))
        .and_then(|name| charset_decoder(name.as_bytes()))
    {
        Some(decoder) => DecodedText { text: decoder(bytes).into(), guessed: false },
        None => decode(bytes),
    }
}

fn windows_1252(bytes: &[u8]) -> String {
    match charset_decoder(b"windows-1252") {
        Some(decoder) => decoder(bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn in_alphabet(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Decodes base64 as far as it goes: a mailing list may have added a footer, or the end may be missing.
fn lenient_base64(body: &[u8]) -> Vec<u8> {
    let mut code: Vec<u8> = Vec::new();
    for line in body.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if !line.iter().all(in_alphabet) || code.ends_with(b"=") {
            break;
        }
        code.extend_from_slice(line);
    }
    code.truncate(code.len() - code.len() % 4);
    let mut bytes = Vec::new();
    for four in code.chunks(4) {
        match BASE64.decode(four) {
            Ok(three) => bytes.extend(three),
            Err(_) => break,
        }
    }
    bytes
}

/// Returns `true` if a `=` precedes a blank within a line, as only in a text that was never encoded.
fn has_stray_equals(body: &[u8]) -> bool {
    let mut rest = body;
    // A `=` is rare, so it is searched for first.
    while let Some(at) = rest.iter().position(|byte| *byte == b'=') {
        rest = rest.get(at + 1..).unwrap_or_default();
        let line = || rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        if rest.starts_with(b" ") && !line().trim_ascii().is_empty() {
            return true;
        }
    }
    false
}

/// Decodes quoted-printable, and keeps broken codes as written.
fn lenient_quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let (text, end) = line.split_at(line.trim_ascii_end().len());
        let (text, is_soft) = text.strip_suffix(b"=").map_or((text, false), |text| (text, true));
        let mut rest = text;
        while let [byte, after @ ..] = rest {
            let code = after.get(..2).filter(|_| *byte == b'=');
            match code.and_then(|code| HEXUPPER_PERMISSIVE.decode(code).ok()) {
                Some(decoded) => {
                    bytes.extend(decoded);
                    rest = after.get(2..).unwrap_or_default();
                }
                None => {
                    bytes.push(*byte);
                    rest = after;
                }
            }
        }
        if !is_soft {
            // Blanks at the end of a line do not belong to it.
            bytes.extend(end.iter().filter(|byte| matches!(byte, b'\r' | b'\n')));
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_utf8_is_western() {
        assert_eq!(decode(b"Z\xFCrich \x93x\x94").text, "Zürich “x”");
        assert!(decode(b"\xFC").guessed);
        assert_eq!(decode("Zürich".as_bytes()).text, "Zürich");
        assert_eq!(decode(b"\xFF\xFEp\x00l\x00\xFC\x00").text, "plü");
    }

    #[test]
    fn quoted_printable_takes_what_was_never_encoded() {
        let decoded = lenient_quoted_printable(b"a =3d b = c=\r\nd=C3=bc=  \r\n! =\xFC=4 \r\n=");
        assert_eq!(decoded, b"a = b = cd\xC3\xBC! =\xFC=4\r\n");
        assert!(has_stray_equals(b"x = y") && !has_stray_equals(b"x= \r\ny=3D z"));
    }

    #[test]
    fn base64_ends_where_the_footer_begins() {
        assert_eq!(lenient_base64(b"cGxhbjog\r\nYXNr\r\n\r\n_______\r\nlist info\r\n"), b"plan: ask");
        assert_eq!(lenient_base64(b"cGxhbjogYXN"), b"plan: ");
        assert_eq!(lenient_base64(b"cGxhbg==\r\nabcd\r\n"), b"plan");
    }

    /// A few letters of an East Asian text may be UTF-8 by chance, but then its label leaves no gap.
    #[test]
    fn a_label_is_not_believed_of_many_letters_or_where_it_leaves_gaps() {
        for (utf8, declared, is_meant) in [
            ("plan", "plan \u{FFFD}", false),
            ("plü", "pl朝", false),
            ("plü", "pl\u{FFFD}", true),
            ("äöü", "朝朝朝", false),
            ("äöüß", "朝朝朝朝", true),
        ] {
            assert_eq!(is_utf8_by_intent(utf8, declared), is_meant, "{utf8} {declared}");
        }
    }
}
