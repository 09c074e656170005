//! From the bytes of a mail to a [`Letter`].
//!
//! Mails can be built so deep that reading and forgetting them takes more stack than a thread has, which ends
//! the program. So what is large enough for that is read *and forgotten* in a thread with plenty of it, and what
//! is larger than [`LARGEST`] is not read at all.

use super::content::{Automatic, Letter, Trouble};
use super::{html, machine, mime};
use crate::post::address::{Address, one_line};
use crate::post::inbound::{Collected, LARGEST};
use chrono::{DateTime, Utc};
use mail_parser::{HeaderName, HeaderValue, Message, MessageParser, MessagePart, PartType};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::thread;

/// Bytes up to which a mail cannot nest deep enough to hurt any thread's stack (2 MB bear 200 KB and more).
const HARMLESS: usize = 24 << 10;
/// How deep mails may be attached to mails, to be opened.
const DEPTH: usize = 2;
/// Mails that are opened of all that are attached to one, or to those.
const ENCLOSED: usize = 8;
/// The stack of the thread that reads larger ones; twice [`LARGEST`] would not fill it.
const STACK: usize = 64 << 20;

/// Reads a mail. Whatever the bytes are, there is a letter; what was wrong is in its troubles.
pub fn read(raw: &[u8]) -> Letter {
    read_sized(raw, raw.len() as u64)
}

/// Reads a collected mail; see [`read`].
pub fn read_collected(mail: &Collected) -> Letter {
    read_sized(&mail.raw, mail.size)
}

fn read_sized(raw: &[u8], size: u64) -> Letter {
    let mut left = Left { html: html::LONGEST, mails: ENCLOSED };
    with_stack(raw, || interpret(raw, size, 0, &mut left)).unwrap_or_else(unreadable)
}

/// Does what parses a mail where there is stack enough for it. None: it panicked. The parser promises never to; if it
/// breaks its word, one mail is lost to reading, not the tick.
pub(super) fn with_stack<T: Send>(raw: &[u8], work: impl FnOnce() -> T + Send) -> Option<T> {
    if raw.len() <= HARMLESS {
        return catch_unwind(AssertUnwindSafe(work)).ok();
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new().name("mail".to_owned()).stack_size(STACK);
        worker.spawn_scoped(scope, work).ok()?.join().ok()
    })
}

fn unreadable() -> Letter {
    Letter { troubles: vec![Trouble::Unreadable], ..Letter::default() }
}

/// What may still be read of a mail and all that are attached to it.
struct Left {
    /// Bytes of HTML.
    html: usize,
    /// Attached mails.
    mails: usize,
}

/// Reads a mail that is attached so many mails deep.
fn interpret(raw: &[u8], size: u64, depth: usize, left: &mut Left) -> Letter {
    let mut letter = Letter::default();
    let is_whole = raw.len() <= LARGEST && raw.len() as u64 == size;
    if !is_whole {
        letter.troubles.push(Trouble::TooLarge { size });
    }
    let raw = without_mbox_line(raw);
    let message = if is_whole { parser().parse(raw) } else { parser().parse_headers(raw) };
    let Some(message) = message else {
        letter.troubles.push(Trouble::NoHeaders);
        return letter;
    };
    headers(&message, &mut letter);
    let later = if is_whole { mime::gather(&message, raw, &mut letter) } else { mime::Later::default() };
    let is_html_alone = letter.parts.is_empty();
    if is_html_alone {
        mime::render(&message, raw, &later, &mut left.html, &mut letter);
    }
    letter.automatic = match &letter.mark {
        Some(_) => Some(Automatic::Ours),
        None => machine::classify(&message, &letter),
    };
    // What a machine wrote twice need not be read twice.
    if letter.automatic.is_none() && !is_html_alone {
        mime::render(&message, raw, &later, &mut left.html, &mut letter);
    }
    for part in later.mails.iter().filter_map(|number| message.parts.get(*number)) {
        enclose(part, raw, depth + 1, left, &mut letter);
    }
    letter
}

/// Opens a mail that is attached, within limits; none that is in what a machine wrote, such as a bounce.
fn enclose(part: &MessagePart<'_>, raw: &[u8], depth: usize, left: &mut Left, letter: &mut Letter) {
    if letter.automatic.is_some() || depth > DEPTH || left.mails == 0 {
        letter.unread.push(mime::kind_or_name(part));
        return;
    }
    left.mails -= 1;
    let raw_mail = mime::mail_in(part, raw);
    let mail = interpret(raw_mail, raw_mail.len() as u64, depth, left);
    let is_mail = matches!(part.body, PartType::Message(_)) || !mail.from.is_empty();
    if is_mail { letter.enclosed.push(mail) } else { mime::no_mail(part, raw, letter) }
}

/// The line that begins a mail in an mbox is no header, but some programs leave it on top.
pub(super) fn without_mbox_line(raw: &[u8]) -> &[u8] {
    match raw.strip_prefix(b"From ") {
        Some(rest) => rest
            .iter()
            .position(|byte| *byte == b'\n')
            .and_then(|end| rest.get(end + 1..))
            .unwrap_or_default(),
        None => raw,
    }
}

pub(super) fn parser() -> &'static MessageParser {
    static PARSER: OnceLock<MessageParser> = OnceLock::new();
    PARSER.get_or_init(|| {
        MessageParser::new()
            .with_minimal_headers()
            .with_message_ids()
            .header_text(HeaderName::AutoSubmitted)
            .header_text(HeaderName::ListId)
            .ignore_header(HeaderName::Received)
    })
}

pub(super) fn headers(message: &Message<'_>, letter: &mut Letter) {
    let mut from_lines = 0;
    for header in message.headers() {
        let value = &header.value;
        match &header.name {
            HeaderName::From => {
                from_lines += 1;
                letter.from.extend(addresses(value));
            }
            HeaderName::ReplyTo => letter.reply_to.extend(addresses(value)),
            HeaderName::To | HeaderName::Cc => letter.to.extend(addresses(value)),
            HeaderName::Subject if letter.subject.is_empty() => {
                letter.subject = one_line(value.as_text().unwrap_or_default());
            }
            HeaderName::MessageId if letter.message_id.is_none() => {
                letter.message_id = ids(value).into_iter().next()
            }
            HeaderName::InReplyTo => letter.in_reply_to.extend(ids(value)),
            HeaderName::References => letter.references.extend(ids(value)),
            HeaderName::Date => {
                let date = value
                    .as_datetime()
                    .and_then(|date| DateTime::<Utc>::from_timestamp(date.to_timestamp(), 0));
                letter.date = letter.date.or(date);
            }
            HeaderName::Other(name) if name.eq_ignore_ascii_case("X-Ravenpost") => {
                letter.mark = Some(one_line(value.as_text().unwrap_or_default()));
            }
            _ => {}
        }
    }
    if letter.from.is_empty() {
        letter.troubles.push(Trouble::NoSender);
    } else if from_lines > 1 || letter.from.len() > 1 {
        letter.troubles.push(Trouble::ManySenders);
    }
}

fn addresses(value: &HeaderValue<'_>) -> Vec<Address> {
    let written = value.as_address().map(|list| list.iter()).into_iter().flatten();
    written
        .filter_map(|one| {
            let address = one_line(one.address()?);
            let address = Address::new(address.contains('@').then_some(address)?);
            Some(address.named(one.name().unwrap_or_default()))
        })
        .collect()
}

/// Message-IDs without their brackets.
fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    let clean = |id: &str| one_line(id.trim().trim_start_matches('<').trim_end_matches('>'));
    match value {
        HeaderValue::Text(id) => vec![clean(id)],
        HeaderValue::TextList(ids) => ids.iter().map(|id| clean(id)).collect(),
        _ => Vec::new(),
    }
}
