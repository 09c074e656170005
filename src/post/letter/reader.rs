//! Reads the bytes of a message into a [`Letter`].
//!
//! A message can be nested so deep that reading and dropping it takes more stack than a thread has, which
//! would end the program. So a message large enough for that is read *and dropped* in a thread with a large
//! stack, and one larger than [`LARGEST`] is not read beyond its headers.

use super::content::{Automatic, Letter, Trouble};
use super::{html, machine, mime};
use crate::post::address::{Address, one_line};
use crate::post::inbound::{Collected, LARGEST};
use chrono::{DateTime, Utc};
use mail_parser::{HeaderName, HeaderValue, Message, MessageParser, MessagePart, PartType};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::thread;

/// Bytes up to which a message cannot nest deep enough to exhaust a stack (a stack of 2 MB bears more than
/// 200 KB).
const HARMLESS: usize = 24 << 10;
/// How deep attached messages are opened.
const DEPTH: usize = 2;
/// Attached messages opened in one message, at all depths together.
const ENCLOSED: usize = 8;
/// Stack of the thread that reads larger ones; a message of twice [`LARGEST`] would not fill it.
const STACK: usize = 64 << 20;

/// Reads a message. It never fails: problems are listed in [`Letter::troubles`].
pub fn read(raw: &[u8]) -> Letter {
    read_sized(raw, raw.len() as u64)
}

/// Reads a collected message like [`read`], with its real size.
pub fn read_collected(mail: &Collected) -> Letter {
    read_sized(&mail.raw, mail.size)
}

fn read_sized(raw: &[u8], size: u64) -> Letter {
    let mut left = Budget { html: html::LONGEST, mails: ENCLOSED };
    with_stack(raw, || interpret(raw, size, 0, &mut left)).unwrap_or_else(unreadable)
}

/// Runs `work` with enough stack to parse `raw`. `None` means that it panicked: the parser promises never to,
/// but if it did, only this message would be lost and not the tick.
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

/// What may still be read of a message and all attached to it.
struct Budget {
    /// In bytes.
    html: usize,
    /// Number of attached messages.
    mails: usize,
}

/// Reads a message that is attached at this depth; 0 is the message itself.
fn interpret(raw: &[u8], size: u64, depth: usize, left: &mut Budget) -> Letter {
    let mut letter = Letter::default();
    let is_whole = raw.len() <= LARGEST && raw.len() as u64 == size;
    if !is_whole {
        letter.troubles.push(Trouble::TooLarge { size });
    }
    let raw = with_line_ends(without_mbox_line(raw));
    let raw: &[u8] = &raw;
    let message = if is_whole { parser().parse(raw) } else { parser().parse_headers(raw) };
    let Some(message) = message else {
        letter.troubles.push(Trouble::NoHeaders);
        return letter;
    };
    headers(&message, &mut letter);
    let later =
        if is_whole { mime::gather(&message, raw, &mut letter) } else { mime::DeferredParts::default() };
    let is_html_alone = letter.parts.is_empty();
    if is_html_alone {
        mime::render(&message, raw, &later, &mut left.html, &mut letter);
    }
    letter.automatic = match &letter.mark {
        Some(_) => Some(Automatic::Ours),
        None => machine::classify(&message, &letter),
    };
    // A machine's text is not read a second time as HTML.
    if letter.automatic.is_none() && !is_html_alone {
        mime::render(&message, raw, &later, &mut left.html, &mut letter);
    }
    for part in later.mails.iter().filter_map(|number| message.parts.get(*number)) {
        enclose(part, raw, depth + 1, left, &mut letter);
    }
    letter
}

/// Opens an attached message, within limits, and never in a machine's message such as a bounce.
fn enclose(part: &MessagePart<'_>, raw: &[u8], depth: usize, left: &mut Budget, letter: &mut Letter) {
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

/// Ends lines that a bare carriage return ends as all others, since the parser finds no parts between them.
pub(super) fn with_line_ends(raw: &[u8]) -> Cow<'_, [u8]> {
    let is_bare = |pair: &[u8]| matches!(pair, [b'\r', next] if *next != b'\n');
    if !raw.windows(2).any(is_bare) {
        return Cow::Borrowed(raw);
    }
    let next = raw.iter().skip(1).chain([&b'\n']);
    let ended = raw.iter().zip(next).map(|pair| match pair {
        (b'\r', next) if *next != b'\n' => b'\n',
        (byte, _) => *byte,
    });
    Cow::Owned(ended.collect())
}

/// Removes the `From ` line of an mbox, which some programs leave above the headers.
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

/// Returns Message-IDs without their brackets.
fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    let clean = |id: &str| one_line(id.trim().trim_start_matches('<').trim_end_matches('>'));
    match value {
        HeaderValue::Text(id) => vec![clean(id)],
        HeaderValue::TextList(ids) => ids.iter().map(|id| clean(id)).collect(),
        _ => Vec::new(),
    }
}
