//! Bytes to text: as declared, else UTF-8, else Windows' western alphabet, which takes anything.

use data_encoding::{BASE64, HEXUPPER_PERMISSIVE};
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::{Encoding, MessagePart, MimeHeaders};
use std::borrow::Cow;

/// A text with whether its alphabet had to be guessed against what the mail says.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub guessed: bool,
}

impl Decoded<'_> {
    fn into_owned(self) -> Decoded<'static> {
        Decoded { text: self.text.into_owned().into(), guessed: self.guessed }
    }
}

/// The text of bytes without a declared alphabet; UTF-16 with a mark is known too (Windows' Notepad).
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let utf16 = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).skip(1).map(|pair| from([pair[0], pair[1]])).collect();
        Decoded { text: String::from_utf16_lossy(&units).into(), guessed: false }
    };
    match bytes {
        [0xFF, 0xFE, ..] => utf16(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => utf16(u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Decoded { text: text.into(), guessed: false },
            Err(_) => Decoded { text: windows_1252(bytes).into(), guessed: true },
        },
    }
}

/// The text of a part, of which the parser has made `text`: done anew from its bytes where that went wrong.
pub(super) fn repair<'a>(part: &MessagePart<'_>, text: &'a str, raw: &'a [u8]) -> Decoded<'a> {
    let as_is = |text: &'a str| Decoded { text: text.into(), guessed: false };
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
    let is_western = !text.is_ascii() && charset_of(part).is_some_and(is_western);
    if !is_western && !text.contains('\u{FFFD}') {
        return as_is(text);
    }
    let bytes = match part.encoding {
        Encoding::None => Cow::Borrowed(body),
        Encoding::Base64 => Cow::Owned(lenient_base64(body)),
        Encoding::QuotedPrintable => Cow::Owned(lenient_quoted_printable(body)),
    };
    match charset_of(part) {
        // By chance no western text is UTF-8: the label is what some program always writes.
        _ if is_western => match std::str::from_utf8(&bytes) {
            Ok(utf8) => Decoded { text: utf8.into(), guessed: false }.into_owned(),
            Err(_) => as_is(text),
        },
        Some(name) if !is_utf8_or_ascii(name) && charset_decoder(name.as_bytes()).is_some() => as_is(text),
        _ => decode(&bytes).into_owned(),
    }
}

/// Whether a part in base64 breaks off within a group of four.
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

/// Whether a program may write this name over any text.
fn is_western(name: &str) -> bool {
    ["us-ascii", "ascii", "iso-8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

fn is_utf8_or_ascii(name: &str) -> bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

fn declared<'a>(part: &MessagePart<'_>, bytes: &'a [u8]) -> Decoded<'a> {
    match charset_of(part)
        .filter(|name| !is_utf8_or_ascii(name))
        .and_then(|name| charset_decoder(name.as_bytes()))
    {
        Some(decoder) => Decoded { text: decoder(bytes).into(), guessed: false },
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

/// Base64 as far as it goes: a list may have put its footer after it, or the end may be missing.
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

/// Whether there is a `=` before a blank within a line: one that stands for itself, in a text that was never encoded.
fn has_stray_equals(body: &[u8]) -> bool {
    let mut rest = body;
    // Few of the bytes are a `=`, so those are looked for first.
    while let Some(at) = rest.iter().position(|byte| *byte == b'=') {
        rest = rest.get(at + 1..).unwrap_or_default();
        let line = || rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        if rest.starts_with(b" ") && !line().trim_ascii().is_empty() {
            return true;
        }
    }
    false
}

/// Quoted-printable; where it is broken, as written.
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
            // Blanks at the end of a line are no part of it.
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
}
