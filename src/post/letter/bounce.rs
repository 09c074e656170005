//! Delivery reports: which message did not arrive, for whom, and why.

use super::content::{Bounce, Letter, PartKind};
use crate::post::address::one_line;
use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

/// Reads a report by RFC 3464.
pub(super) fn standard(message: &Message<'_>) -> Bounce {
    let mut bounce = Bounce { standard: true, ..Bounce::default() };
    let (mut action, mut diagnostic) = (None, None);
    for part in &message.parts {
        if part.is_content_type("message", "delivery-status") {
            for (name, value) in fields(&text_of(part)) {
                match name.as_str() {
                    "final-recipient" | "original-recipient" => add_recipient(&mut bounce, &value),
                    "action" => action = action.or(Some(value.to_lowercase())),
                    "status" if bounce.status.is_none() => {
                        bounce.status = value.split_whitespace().next().map(str::to_owned)
                    }
                    "diagnostic-code" => diagnostic = diagnostic.or(Some(value)),
                    _ => {}
                }
            }
        }
    }
    // Some servers sum up as "5.0.0" what the other server said exactly.
    if bounce.status.as_deref().is_none_or(|status| status.ends_with(".0.0")) {
        let said = diagnostic.as_deref().and_then(|said| status_in(said).or_else(|| in_words(said)));
        bounce.status = said.or(bounce.status);
    }
    bounce.failed = match (action.as_deref(), bounce.status.as_deref()) {
        (Some("delayed" | "delivered" | "relayed" | "expanded"), _) => false,
        (Some("failed"), _) | (_, None) => true,
        (_, Some(status)) => status.starts_with('5'),
    };
    bounce.original = original(message);
    bounce
}

/// Reads a report of another form, whose first lines name the recipients.
pub(super) fn guessed(message: &Message<'_>, letter: &Letter, failed: Option<&str>) -> Bounce {
    let mut bounce = Bounce { failed: true, original: original(message), ..Bounce::default() };
    if let Some(failed) = failed {
        failed.split(',').for_each(|one| add_recipient(&mut bounce, one));
    }
    let text =
        letter.parts.iter().find(|part| part.kind != PartKind::Attachment).map_or("", |part| &part.text);
    let own: Vec<String> =
        letter.from.iter().chain(&letter.to).map(|address| address.address.to_lowercase()).collect();
    let mut words = None;
    for line in text.lines().take(60) {
        let is_copy = line.contains("---") && line.to_lowercase().contains("copy of the message");
        if is_copy {
            break;
        }
        let written = line.split('<').skip(1).filter_map(|rest| rest.split('>').next());
        for address in written.filter(|address| address.contains('@') && !address.contains(' ')) {
            let is_id = line.to_lowercase().starts_with("message-id");
            if !is_id && !own.contains(&address.to_lowercase()) && bounce.recipients.len() < 20 {
                add_recipient(&mut bounce, address);
            }
        }
        bounce.status = bounce.status.take().or_else(|| status_in(line));
        words = words.or_else(|| in_words(line));
    }
    bounce.status = bounce.status.take().or(words);
    bounce.failed = bounce.status.as_deref().is_none_or(|status| status.starts_with('5'));
    if bounce.original.is_none() {
        let id = text.lines().find_map(|line| {
            line.trim_start_matches('>')
                .trim()
                .split_once(':')
                .filter(|(name, _)| name.eq_ignore_ascii_case("message-id"))
        });
        bounce.original = id.map(|(_, id)| bare_id(id));
    }
    bounce
}

/// Returns the Message-ID of the message that comes back with the report.
fn original(message: &Message<'_>) -> Option<String> {
    message.parts.iter().find_map(|part| match &part.body {
        PartType::Message(inner) => inner.message_id().map(bare_id),
        _ if part.is_content_type("text", "rfc822-headers")
            || part.is_content_type("message", "rfc822-headers") =>
        {
            fields(&text_of(part))
                .into_iter()
                .find(|(name, _)| name == "message-id")
                .map(|(_, id)| bare_id(&id))
        }
        _ => None,
    })
}

fn text_of(part: &MessagePart<'_>) -> String {
    match &part.body {
        PartType::Text(text) | PartType::Html(text) => text.to_string(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        PartType::Message(inner) => String::from_utf8_lossy(
            inner.raw_message.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default(),
        )
        .into_owned(),
        PartType::Multipart(_) => String::new(),
    }
}

/// Returns header lines, unfolded, with names in lower case.
fn fields(text: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (line.starts_with([' ', '\t']), line.split_once(':'), fields.last_mut()) {
            (true, _, Some((_, value))) => {
                value.push(' ');
                value.push_str(line.trim());
            }
            (false, Some((name, value)), _) => {
                fields.push((name.trim().to_lowercase(), value.trim().to_owned()))
            }
            _ => {}
        }
    }
    fields
}

fn add_recipient(bounce: &mut Bounce, written: &str) {
    let address = written.rsplit(';').next().unwrap_or_default();
    let address = one_line(address).trim_matches(|c| matches!(c, '<' | '>' | ' ')).to_lowercase();
    if address.contains('@') && !bounce.recipients.contains(&address) {
        bounce.recipients.push(address);
    }
}

fn bare_id(id: &str) -> String {
    one_line(id.trim().trim_start_matches('<').trim_end_matches('>'))
}

/// What servers without status codes say of an address that does not exist.
const NO_SUCH_USER: [&str; 10] = [
    "user unknown",
    "unknown user",
    "no such user",
    "no such recipient",
    "no such address",
    "not listed in",
    "user not found",
    "mailbox not found",
    "doesn't have a",
    "address does not exist",
];

/// Returns `5.1.1` if a line says so in words.
fn in_words(line: &str) -> Option<String> {
    let line = line.to_lowercase();
    NO_SUCH_USER.iter().any(|words| line.contains(words)).then(|| "5.1.1".to_owned())
}

/// Returns the status in a line, such as `5.1.1`.
fn status_in(line: &str) -> Option<String> {
    line.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>' | '#' | ';' | ',')).find_map(
        |word| {
            let numbers: Vec<&str> = word.split('.').collect();
            let is_status = numbers.len() == 3
                && matches!(numbers.first(), Some(&"4" | &"5"))
                && numbers
                    .iter()
                    .all(|n| (1..=3).contains(&n.len()) && n.bytes().all(|byte| byte.is_ascii_digit()));
            is_status.then(|| word.to_owned())
        },
    )
}
