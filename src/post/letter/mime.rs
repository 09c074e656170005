//! Finds the readable texts of a message, wherever they are in its tree of parts.

use super::charset::{self, DecodedText};
use super::content::{Letter, Part, PartKind, Trouble};
use super::{archive, format_flowed, html};
use crate::post::address::one_line;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};

/// Endings of file names that may hold a player's text.
const READABLE: [&str; 5] = [".yaml", ".yml", ".txt", ".json", ".asc"];

/// Endings that mean YAML and nothing else.
const YAML: [&str; 2] = [".yaml", ".yml"];

/// The first line of a signature by `ssh-keygen -Y sign`.
pub(crate) const SIGNATURE_BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
/// Signatures of one letter that are considered.
pub(crate) const MOST_SIGNATURES: usize = 4;
/// Bytes of the largest signature file.
const LARGEST_SIGNATURE: usize = 16 << 10;

/// What to do with a part.
pub(super) enum Role {
    Text(PartKind),
    Archive,
    Mail,
    Unread(String),
    Silent,
}

/// Parts that are read later, as indices into the parts of the message.
#[derive(Default)]
pub(super) struct DeferredParts {
    html: Vec<usize>,
    pub mails: Vec<usize>,
}

/// Fills in the parts of a letter, except attached messages and HTML, which costs more than everything else.
/// It walks the parser's flat list, which is in the order of the message and complete even if the message's
/// end is missing.
pub(super) fn gather(message: &Message<'_>, raw: &[u8], letter: &mut Letter) -> DeferredParts {
    let mut later = DeferredParts::default();
    for (number, part) in message.parts.iter().enumerate() {
        keep_signature(part, letter);
        let (kind, name) = match role(part, letter) {
            Role::Text(PartKind::Html) => {
                later.html.push(number);
                continue;
            }
            Role::Mail => {
                later.mails.push(number);
                continue;
            }
            Role::Text(kind) => (kind, part.attachment_name().map(one_line).unwrap_or_default()),
            Role::Archive => {
                packed(part, letter);
                continue;
            }
            Role::Unread(what) => {
                letter.unread.push(what);
                continue;
            }
            Role::Silent => continue,
        };
        let path = match kind {
            PartKind::Plain | PartKind::Html => "text/plain body".to_owned(),
            PartKind::Attachment if name.is_empty() => "attachment without a name".to_owned(),
            PartKind::Attachment => format!("attachment {name}"),
        };
        add_plain(kind, path, part, raw, letter);
    }
    if is_cut(message, raw) {
        letter.troubles.push(Trouble::Cut);
    }
    letter.parts.sort_by_key(|part| part.kind);
    number(letter, PartKind::Plain);
    later
}

/// Keeps a part that is nothing but a signature.
fn keep_signature(part: &MessagePart<'_>, letter: &mut Letter) {
    let bytes = part.contents();
    if bytes.len() > LARGEST_SIGNATURE || letter.signatures.len() >= MOST_SIGNATURES || part.is_multipart() {
        return;
    }
    let text = String::from_utf8_lossy(bytes);
    if text.trim_start().starts_with(SIGNATURE_BEGIN) {
        letter.signatures.push(text.trim().replace('\r', ""));
    }
}

/// Adds the parts in HTML, up to the number of bytes left for HTML.
pub(super) fn render(
    message: &Message<'_>,
    raw: &[u8],
    parts: &DeferredParts,
    left: &mut usize,
    letter: &mut Letter,
) {
    for part in parts.html.iter().filter_map(|number| message.parts.get(*number)) {
        let Some(decoded) = decoded(part, raw) else { continue };
        let shown = html::readable(&decoded.text, *left);
        if shown.len() < decoded.text.len() {
            letter.troubles.push(Trouble::LongHtml);
        }
        let text = html::to_text(shown).unwrap_or_default();
        *left = left.saturating_sub(decoded.text.len());
        add(PartKind::Html, "HTML body".to_owned(), text, decoded.guessed, letter);
    }
    number(letter, PartKind::Html);
}

/// Returns the text of a part; `None` if it has none.
pub(super) fn decoded<'a>(part: &'a MessagePart<'_>, raw: &'a [u8]) -> Option<DecodedText<'a>> {
    match &part.body {
        PartType::Text(text) | PartType::Html(text) => Some(charset::repair(part, text, raw)),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => Some(charset::decode(bytes)),
        PartType::Message(_) | PartType::Multipart(_) => None,
    }
}

fn add(kind: PartKind, path: String, text: String, guessed: bool, letter: &mut Letter) {
    if guessed {
        letter.troubles.push(Trouble::Guessed { part: path.clone() });
    }
    letter.parts.push(Part { kind, path, text });
}

fn add_plain(kind: PartKind, path: String, part: &MessagePart<'_>, raw: &[u8], letter: &mut Letter) {
    if let Some(decoded) = decoded(part, raw) {
        add(kind, path, plain(part, &decoded.text), decoded.guessed, letter);
    }
}

/// Returns the bytes of an attached message as it was sent.
pub(super) fn mail_in<'a>(part: &'a MessagePart<'_>, raw: &'a [u8]) -> &'a [u8] {
    let plain = matches!(part.encoding, Encoding::None).then(|| {
        raw.get(part.offset_body as usize..part.offset_end as usize).filter(|bytes| !bytes.is_empty())
    });
    plain.flatten().unwrap_or_else(|| part.contents())
}

/// Keeps a part that only looked like a message (`plan.eml`, saved by hand) as text, or else its name.
pub(super) fn no_mail(part: &MessagePart<'_>, raw: &[u8], letter: &mut Letter) {
    match name_of(part) {
        Some(name) if decoded(part, raw).is_some() && is_text(part) => {
            add_plain(PartKind::Attachment, format!("attachment {name}"), part, raw, letter);
            letter.parts.sort_by_key(|part| part.kind);
        }
        _ => letter.unread.push(kind_or_name(part)),
    }
}

fn name_of(part: &MessagePart<'_>) -> Option<String> {
    part.attachment_name().map(one_line)
}

/// Returns the name of an unread part, or its type.
pub(super) fn kind_or_name(part: &MessagePart<'_>) -> String {
    let (kind, subkind) = kinds(part);
    name_of(part).unwrap_or_else(|| one_line(&format!("{kind}/{subkind}")))
}

/// Returns a part's type and subtype in lower case.
fn kinds(part: &MessagePart<'_>) -> (String, String) {
    match part.content_type() {
        Some(content) => {
            (content.ctype().to_lowercase(), content.subtype().unwrap_or_default().to_lowercase())
        }
        // Within a digest a part without a type is a message.
        None if matches!(part.body, PartType::Message(_)) => ("message".to_owned(), "rfc822".to_owned()),
        None => ("text".to_owned(), "plain".to_owned()),
    }
}

/// Numbers the second and later parts of a kind.
fn number(letter: &mut Letter, kind: PartKind) {
    for (count, part) in (1..).zip(letter.parts.iter_mut().filter(|part| part.kind == kind)) {
        if count > 1 {
            part.path = format!("{} {count}", part.path);
        }
    }
}

/// Returns `true` if the end is missing: the outermost multipart is not closed, or base64 breaks off within a
/// group of four.
fn is_cut(message: &Message<'_>, raw: &[u8]) -> bool {
    let root = message.root_part();
    match root.content_type().and_then(|kind| kind.attribute("boundary")) {
        Some(boundary) if matches!(root.body, PartType::Multipart(_)) => {
            let close = format!("--{boundary}--");
            !raw.windows(close.len()).rev().any(|bytes| bytes == close.as_bytes())
        }
        _ => charset::is_cut(root, raw),
    }
}

/// Adds the files of a zip as if each had been attached.
fn packed(part: &MessagePart<'_>, letter: &mut Letter) {
    let name = part.attachment_name().map(one_line).unwrap_or_else(|| "zip".to_owned());
    let unpacked = archive::unpack(part.contents(), &READABLE);
    letter.unread.extend(unpacked.unread.into_iter().map(|file| format!("{name}/{file}")));
    letter.troubles.extend(unpacked.fault.map(|why| Trouble::Archive { name: name.clone(), why }));
    for (file, bytes) in unpacked.files {
        let path = format!("attachment {name}/{file}");
        let decoded = charset::decode(&bytes);
        add(PartKind::Attachment, path, unix_lines(&decoded.text), decoded.guessed, letter);
    }
}

fn unix_lines(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

fn plain(part: &MessagePart<'_>, text: &str) -> String {
    let text = unix_lines(text);
    let attribute = |name| part.content_type().and_then(|kind| kind.attribute(name)).unwrap_or_default();
    if attribute("format").eq_ignore_ascii_case("flowed") {
        format_flowed::unflow(&text, attribute("delsp").eq_ignore_ascii_case("yes"))
    } else {
        text
    }
}

/// Returns `true` if the bytes may be text: no zero among them, unless they are marked as UTF-16.
fn is_text(part: &MessagePart<'_>) -> bool {
    let bytes = part.contents();
    bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) || !bytes.contains(&0)
}

/// Decides what to do with a part, from its type and name.
pub(super) fn role(part: &MessagePart<'_>, letter: &mut Letter) -> Role {
    let (kind, subkind) = kinds(part);
    let name = name_of(part);
    let ends = |ends: &[&str]| {
        name.as_ref().is_some_and(|name| ends.iter().any(|end| name.to_lowercase().ends_with(end)))
    };
    let is_attached = part.content_disposition().is_some_and(|how| how.is_attachment());
    // A text file may have a name without an ending.
    let is_bare = name.as_ref().is_some_and(|name| !name.contains('.')) && is_text(part);
    let unread = || Role::Unread(kind_or_name(part));
    if let PartType::Multipart(_) = part.body {
        return Role::Silent;
    }
    let is_mail = kind == "message" && matches!(subkind.as_str(), "rfc822" | "global");
    if is_mail || matches!(part.body, PartType::Message(_)) || ends(&[".eml"]) {
        return Role::Mail;
    }
    let is_zip = matches!(subkind.as_str(), "zip" | "x-zip" | "x-zip-compressed") || ends(&[".zip"]);
    if is_zip && kind != "text" {
        return Role::Archive;
    }
    match (kind.as_str(), subkind.as_str()) {
        ("text", "plain") if name.is_none() && !is_attached => Role::Text(PartKind::Plain),
        ("text", "html") if !is_attached && !ends(&YAML) => Role::Text(PartKind::Html),
        // Programs make up many types for YAML.
        (kind, _) if ends(&YAML) && kind != "message" && is_text(part) => Role::Text(PartKind::Attachment),
        ("text", "html" | "calendar" | "vcard" | "x-vcard" | "directory" | "rfc822-headers") => unread(),
        ("text", subkind) if subkind == "plain" || name.is_none() || ends(&READABLE) => {
            Role::Text(PartKind::Attachment)
        }
        ("application", "yaml" | "x-yaml" | "json") => Role::Text(PartKind::Attachment),
        ("application", "octet-stream" | "x-unknown" | "binary" | "unknown")
            if ends(&READABLE) || is_bare =>
        {
            Role::Text(PartKind::Attachment)
        }
        ("application", "ms-tnef") => {
            letter.troubles.push(Trouble::Winmail);
            unread()
        }
        ("application", "pgp-encrypted" | "pkcs7-mime" | "x-pkcs7-mime") => {
            letter.troubles.push(Trouble::Encrypted);
            Role::Silent
        }
        ("application", "pgp-signature" | "pkcs7-signature" | "x-pkcs7-signature")
        | ("message", "delivery-status") => Role::Silent,
        ("multipart", _) => Role::Text(PartKind::Plain),
        _ => unread(),
    }
}

#[cfg(test)]
mod tests {
    use crate::post::{PartKind, read};

    /// What a part is read as: by its type, but for names that say more than the type does.
    #[test]
    fn a_part_is_what_its_type_and_its_name_say() {
        let text = PartKind::Attachment;
        let zeros = "a\u{0}b";
        for (headers, body, is) in [
            ("Content-Type: text/plain", "plan: x", Some(PartKind::Plain)),
            ("Content-Type: text/html", "plan: x", Some(PartKind::Html)),
            ("Content-Type: text/html; name=plan.yaml", "plan: x", Some(text)),
            ("Content-Type: text/html; name=plan.yml", "plan: x", Some(text)),
            ("Content-Type: text/html\nContent-Disposition: attachment", "plan: x", None),
            ("Content-Type: text/plain; name=orders.zip", "plan: x", Some(text)),
            ("Content-Type: text/plain\nContent-Disposition: attachment", "plan: x", Some(text)),
            ("Content-Type: text/calendar; name=plan.ics", "plan: x", None),
            ("Content-Type: text/x-made-up", "plan: x", Some(text)),
            ("Content-Type: text/x-made-up; name=plan.doc", "plan: x", None),
            ("Content-Type: application/x-made-up; name=plan.yaml", "plan: x", Some(text)),
            ("Content-Type: application/x-made-up; name=plan.yaml", zeros, None),
            ("Content-Type: application/octet-stream; name=plan", "plan: x", Some(text)),
            ("Content-Type: application/octet-stream; name=plan", zeros, None),
            (
                "Content-Type: application/octet-stream; name=plan\nContent-Transfer-Encoding: base64",
                "//5hAA==",
                Some(text),
            ),
            (
                "Content-Type: application/octet-stream; name=plan\nContent-Transfer-Encoding: base64",
                "/v8AYQ==",
                Some(text),
            ),
            (
                "Content-Type: application/octet-stream; name=plan\nContent-Transfer-Encoding: base64",
                "YQA=",
                None,
            ),
            (
                "Content-Type: application/octet-stream; name=plan\nContent-Transfer-Encoding: base64",
                "//8AYQ==",
                None,
            ),
            ("Content-Type: application/octet-stream; name=plan.exe", "plan: x", None),
            ("Content-Type: application/octet-stream; name=plan.txt", "plan: x", Some(text)),
            ("Content-Type: application/json", "{}", Some(text)),
            ("Content-Type: application/pdf; name=plan.pdf", "plan: x", None),
            ("Content-Type: image/png; name=plan", "plan: x", None),
        ] {
            let mail = format!(
                "From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nHello\n--x\n{headers}\n\n{body}\n--x--\n"
            );
            let letter = read(mail.as_bytes());
            let text = if headers.contains("base64") { "a" } else { body.trim() };
            let found = letter.parts.iter().find(|part| part.text.trim() == text);
            assert_eq!(found.map(|part| part.kind), is, "{headers} {body:?}: {:?}", letter.parts);
            assert_eq!(letter.unread.len(), usize::from(is.is_none()), "{headers}: {:?}", letter.unread);
        }
    }

    /// Receipts name parts, so the second and later of a kind have their numbers.
    #[test]
    fn parts_of_a_kind_are_told_apart() {
        let part = |kind: &str, text: &str| format!("--x\nContent-Type: {kind}\n\n{text}\n");
        for (kind, of) in [("text/plain", PartKind::Plain), ("text/html", PartKind::Html)] {
            let body: String = ["one", "two", "three"].iter().map(|text| part(kind, text)).collect();
            let mail =
                format!("From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n{body}--x--\n");
            let letter = read(mail.as_bytes());
            let paths: Vec<&str> =
                letter.parts.iter().filter(|part| part.kind == of).map(|part| part.path.as_str()).collect();
            let first = paths[0].to_owned();
            assert_eq!(paths, [first.clone(), format!("{first} 2"), format!("{first} 3")], "{kind}");
        }
    }
}
