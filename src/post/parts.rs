//! The readable texts of a mail, wherever they are in its tree of parts.

use super::charset::{self, Decoded};
use super::letter::{Letter, Part, PartKind, Trouble};
use super::{flowed, html, one_line, signed};
use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

/// Ends of names of files that may hold what a player wrote.
const READABLE: [&str; 5] = [".yaml", ".yml", ".txt", ".json", ".asc"];

/// What a part is to us.
enum Role {
    Text(PartKind),
    Unread(String),
    Silent,
}

/// Fills in the parts of a letter. The list of parts is walked as it stands: it is in the order of the mail, and
/// whole even if the mail's end is missing.
pub(super) fn gather(message: &Message<'_>, raw: &[u8], letter: &mut Letter) {
    let mut html_left = html::LONGEST;
    for part in &message.parts {
        signed::collect(part, letter);
        let (kind, name) = match role(part, letter) {
            Role::Text(kind) => (kind, part.attachment_name().map(one_line).unwrap_or_default()),
            Role::Unread(what) => {
                letter.unread.push(what);
                continue;
            }
            Role::Silent => continue,
        };
        let decoded = match &part.body {
            PartType::Text(text) | PartType::Html(text) => charset::repair(part, text, raw),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => charset::decode(bytes),
            PartType::Message(_) | PartType::Multipart(_) => continue,
        };
        add(part, kind, &name, decoded, &mut html_left, letter);
    }
    letter.parts.sort_by_key(|part| part.kind);
    let mut seen = [0; 2];
    for part in &mut letter.parts {
        let count = match part.kind {
            PartKind::Plain => &mut seen[0],
            PartKind::Html => &mut seen[1],
            PartKind::Attachment => continue,
        };
        *count += 1;
        if *count > 1 {
            part.path = format!("{} {count}", part.path);
        }
    }
}

fn add(
    part: &MessagePart<'_>,
    kind: PartKind,
    name: &str,
    decoded: Decoded,
    html_left: &mut usize,
    letter: &mut Letter,
) {
    let path = match kind {
        PartKind::Plain => "text/plain body".to_owned(),
        PartKind::Html => "HTML body".to_owned(),
        PartKind::Attachment if name.is_empty() => "attachment without a name".to_owned(),
        PartKind::Attachment => format!("attachment {name}"),
    };
    let text = match kind {
        PartKind::Html => {
            let shown = html::readable(&decoded.text, *html_left);
            if shown.len() < decoded.text.len() {
                letter.troubles.push(Trouble::LongHtml);
            }
            let text = html::to_text(shown).unwrap_or_default();
            *html_left = html_left.saturating_sub(decoded.text.len());
            text
        }
        _ => plain(part, &decoded.text),
    };
    if decoded.guessed {
        letter.troubles.push(Trouble::Guessed { part: path.clone() });
    }
    letter.parts.push(Part { kind, path, text });
}

fn plain(part: &MessagePart<'_>, text: &str) -> String {
    let text =
        if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
    let attribute = |name| part.content_type().and_then(|kind| kind.attribute(name)).unwrap_or_default();
    if attribute("format").eq_ignore_ascii_case("flowed") {
        flowed::unflow(&text, attribute("delsp").eq_ignore_ascii_case("yes"))
    } else {
        text
    }
}

fn role(part: &MessagePart<'_>, letter: &mut Letter) -> Role {
    let (kind, subkind) = match part.content_type() {
        Some(content) => {
            (content.ctype().to_lowercase(), content.subtype().unwrap_or_default().to_lowercase())
        }
        None => ("text".to_owned(), "plain".to_owned()),
    };
    let name = part.attachment_name().map(one_line);
    let ends = |ends: &[&str]| {
        name.as_ref().is_some_and(|name| ends.iter().any(|end| name.to_lowercase().ends_with(end)))
    };
    let is_attached = part.content_disposition().is_some_and(|how| how.is_attachment());
    let unread = || Role::Unread(name.clone().unwrap_or_else(|| one_line(&format!("{kind}/{subkind}"))));
    if let PartType::Multipart(_) = part.body {
        return Role::Silent;
    }
    match (kind.as_str(), subkind.as_str()) {
        ("text", "plain") if name.is_none() && !is_attached => Role::Text(PartKind::Plain),
        ("text", "html") if !is_attached => Role::Text(PartKind::Html),
        ("text", "html" | "calendar" | "vcard" | "x-vcard" | "directory" | "rfc822-headers") => unread(),
        ("text", _) if name.is_none() || ends(&READABLE) => Role::Text(PartKind::Attachment),
        ("application", "yaml" | "x-yaml" | "json") => Role::Text(PartKind::Attachment),
        ("application", "octet-stream" | "x-unknown" | "binary") if ends(&READABLE) => {
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
        ("application", _) if ends(&[".yaml", ".yml"]) => Role::Text(PartKind::Attachment),
        ("multipart", _) => Role::Text(PartKind::Plain),
        _ => unread(),
    }
}
