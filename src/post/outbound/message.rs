//! The messages we send. The same message always has the same bytes, whenever and wherever it is built.

use crate::post::address::{Address, one_line};
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use encodify::{base64, qp};
use lettre::address::Envelope;
use lettre::message::header::{
    ContentDisposition, ContentId, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Body, Mailbox, Message, MultiPart, SinglePart};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::time::SystemTime;

/// A message to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// Without `<` and `>`. The campaign derives it; it is never random.
    pub message_id: String,
    /// When it was written, to the second.
    pub date: DateTime<Utc>,
    pub from: Address,
    /// At least one.
    pub to: Vec<Address>,
    pub reply_to: Option<Address>,
    /// The address that mail servers return it to if it cannot be delivered (the envelope sender); `None` for `from`.
    pub return_path: Option<String>,
    /// Cleaned by [`one_line`](crate::post::one_line) when sent.
    pub subject: String,
    /// The Message-ID of the message it answers.
    pub in_reply_to: Option<String>,
    /// The Message-IDs of its thread, oldest first.
    pub references: Vec<String>,
    /// Plain text; lines end in LF.
    pub text: String,
    /// The text again as HTML.
    pub html: Option<String>,
    pub attachments: Vec<Attachment>,
    pub auto_submitted: AutoSubmitted,
    /// The header `X-Ravenpost`, by which we recognise our own messages when they come back: the campaign's
    /// name.
    pub mark: String,
}

/// An attached file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    pub name: String,
    /// Its type, such as `text/calendar; charset=utf-8`.
    pub mime: String,
    /// They arrive unchanged.
    pub bytes: Vec<u8>,
    /// The Content-ID by which the HTML shows it, without `<` and `>`; `None` if it is only attached.
    pub inline: Option<String>,
}

/// The kind of an automatic message, as RFC 3834 wants it declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoSubmitted {
    /// It answers a message.
    Replied,
    /// It answers nothing.
    Generated,
}

/// An error that makes a message impossible to send; trying again is useless.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsendable {
    /// An address is invalid.
    #[error("{0:?} is not an email address: correct it in campaign.yaml")]
    Address(String),
    /// It has no recipient.
    #[error("the message {0:?} has no recipient")]
    Nobody(String),
    /// The type of an attachment is invalid.
    #[error("{0:?} is not a file type (such as text/plain)")]
    Kind(String),
    #[error("the message cannot be built: {0}")]
    Build(String),
}

impl Outgoing {
    /// Returns the bytes of the message as it travels; lines end in CRLF.
    ///
    /// # Errors
    /// If an address or the type of an attachment is invalid, or there is no recipient.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Unsendable> {
        Ok(self.to_message()?.formatted())
    }

    /// Builds the message with its envelope.
    pub(super) fn to_message(&self) -> Result<Message, Unsendable> {
        if self.to.is_empty() {
            return Err(Unsendable::Nobody(one_line(&self.subject)));
        }
        let mut builder = Message::builder()
            .message_id(Some(bracketed(&self.message_id)))
            .date(SystemTime::from(self.date))
            .from(mailbox(&self.from)?)
            .subject(one_line(&self.subject))
            .raw_header(raw("Auto-Submitted", self.auto_submitted.value())?)
            .raw_header(raw("X-Ravenpost", &one_line(&self.mark))?)
            // Without this, Exchange would send out-of-office notes.
            .raw_header(raw("X-Auto-Response-Suppress", "OOF, AutoReply")?);
        for to in &self.to {
            builder = builder.to(mailbox(to)?);
        }
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(mailbox(reply_to)?);
        }
        if let Some(id) = &self.in_reply_to {
            builder = builder.in_reply_to(bracketed(id));
        }
        if !self.references.is_empty() {
            let ids: Vec<String> = self.references.iter().map(|id| bracketed(id)).collect();
            builder = builder.references(ids.join(" "));
        }
        if let Some(envelope) = self.envelope()? {
            builder = builder.envelope(envelope);
        }
        let built = match (self.html.as_deref(), self.attachments.as_slice()) {
            (None, []) => builder.singlepart(text(&self.text)),
            (Some(html), []) => builder.multipart(self.alternative(html)?),
            (html, files) => {
                let mixed = MultiPart::mixed().boundary(self.boundary("mixed"));
                let mut mixed = match html {
                    Some(html) => mixed.multipart(self.alternative(html)?),
                    None => mixed.singlepart(text(&self.text)),
                };
                // Without HTML to show it, a picture is attached like any other file.
                for file in files.iter().filter(|file| html.is_none() || file.inline.is_none()) {
                    mixed = mixed.singlepart(attached(file)?);
                }
                builder.multipart(mixed)
            }
        };
        built.map_err(|why| Unsendable::Build(why.to_string()))
    }

    /// Returns the addresses that a mail server is told: whom to return the message to, and its recipients.
    fn envelope(&self) -> Result<Option<Envelope>, Unsendable> {
        let Some(path) = &self.return_path else { return Ok(None) };
        let from = path.parse().map_err(|_| Unsendable::Address(path.clone()))?;
        let to: Result<Vec<_>, _> = self.to.iter().map(|to| Ok(mailbox(to)?.email)).collect();
        let envelope = Envelope::new(Some(from), to?);
        envelope.map(Some).map_err(|why| Unsendable::Build(why.to_string()))
    }

    /// Returns text and HTML, the latter with the pictures that it shows.
    fn alternative(&self, html: &str) -> Result<MultiPart, Unsendable> {
        let both =
            MultiPart::alternative().boundary(self.boundary("alternative")).singlepart(text(&self.text));
        let html = written(ContentType::TEXT_HTML, html);
        let mut shown = self.attachments.iter().filter(|file| file.inline.is_some()).peekable();
        if shown.peek().is_none() {
            return Ok(both.singlepart(html));
        }
        let mut page = MultiPart::related().boundary(self.boundary("related")).singlepart(html);
        for file in shown {
            page = page.singlepart(attached(file)?);
        }
        Ok(both.multipart(page))
    }

    /// Returns a boundary that is always the same for this message and part, and too long to occur in a text
    /// by chance.
    fn boundary(&self, part: &str) -> String {
        let digest = Sha256::digest(format!("boundary {part} {}", self.message_id));
        format!("rp-{}", HEXLOWER.encode(digest.get(..20).unwrap_or_default()))
    }
}

impl AutoSubmitted {
    fn value(self) -> &'static str {
        match self {
            AutoSubmitted::Replied => "auto-replied",
            AutoSubmitted::Generated => "auto-generated",
        }
    }
}

fn text(text: &str) -> SinglePart {
    written(ContentType::TEXT_PLAIN, text)
}

/// Characters of the longest line that travels as it is.
const SHORT: usize = 72;

/// Returns a text as a part, with lines ending in CRLF: as it is if all of it is short lines of ASCII, and otherwise as
/// quoted-printable. Lettre encodes texts too, but takes three times as long to choose and to do it.
fn written(kind: ContentType, text: &str) -> SinglePart {
    // Anywhere else than before a newline, a carriage return is a line end by itself.
    let text: Cow<'_, str> = match memchr::memchr(b'\r', text.as_bytes()).is_some() {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    };
    let is_plain = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    // HTML has long lines and shows it soon.
    // Most of our texts have a dash, and looking for any of them at all is fast.
    let body = match text.is_ascii() && has_short_lines(&text) && text.bytes().all(is_plain) {
        true => {
            let bytes = text.replace('\n', "\r\n").into_bytes();
            Body::dangerous_pre_encoded(bytes, ContentTransferEncoding::SevenBit)
        }
        false => {
            let bytes = qp::BODY.encode(text.as_bytes()).into_bytes();
            Body::dangerous_pre_encoded(bytes, ContentTransferEncoding::QuotedPrintable)
        }
    };
    SinglePart::builder().header(kind).body(body)
}

fn has_short_lines(text: &str) -> bool {
    let mut from = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.map(|end| end - std::mem::replace(&mut from, end + 1)).all(|length| length <= SHORT)
}

fn attached(file: &Attachment) -> Result<SinglePart, Unsendable> {
    let kind = ContentType::parse(&file.mime).map_err(|_| Unsendable::Kind(file.mime.clone()))?;
    // Always base64, so that every byte arrives unchanged.
    let mut lines = base64::MIME.encode(&file.bytes);
    lines.truncate(lines.trim_end().len());
    let body = Body::dangerous_pre_encoded(lines.into_bytes(), ContentTransferEncoding::Base64);
    let name = one_line(&file.name).replace(['/', '\\', '"'], "-");
    let part = SinglePart::builder().header(kind);
    Ok(match &file.inline {
        Some(id) => part
            .header(ContentDisposition::inline_with_name(&name))
            .header(ContentId::from(bracketed(id)))
            .body(body),
        None => part.header(ContentDisposition::attachment(&name)).body(body),
    })
}

fn raw(name: &str, value: &str) -> Result<HeaderValue, Unsendable> {
    let name =
        HeaderName::new_from_ascii(name.to_owned()).map_err(|why| Unsendable::Build(why.to_string()))?;
    Ok(HeaderValue::new(name, value.to_owned()))
}

fn bracketed(id: &str) -> String {
    let id: String = id.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>')).collect();
    format!("<{id}>")
}

fn mailbox(address: &Address) -> Result<Mailbox, Unsendable> {
    let parsed =
        address.address.trim().parse().map_err(|_| Unsendable::Address(one_line(&address.address)))?;
    Ok(Mailbox::new(address.name.as_deref().map(one_line).filter(|name| !name.is_empty()), parsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "x\r\nBcc: eve@example.com\r\n\r\nList-Unsubscribe: <x>\u{2028}\u{0}y";

    fn mail(evil: &str) -> Outgoing {
        Outgoing {
            message_id: format!("a.{evil}@example.org"),
            date: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
            from: Address::new("game@example.org").named(evil),
            to: vec![Address::new("anna@example.org").named(evil)],
            reply_to: None,
            return_path: None,
            subject: evil.to_owned(),
            in_reply_to: Some(format!("b{evil}@example.net")),
            references: vec!["first@example.org".to_owned(), format!("b{evil}@example.net")],
            text: evil.to_owned(),
            html: Some(evil.to_owned()),
            attachments: vec![Attachment {
                name: evil.to_owned(),
                mime: "text/plain; charset=utf-8".to_owned(),
                bytes: evil.as_bytes().to_owned(),
                inline: None,
            }],
            auto_submitted: AutoSubmitted::Replied,
            mark: evil.to_owned(),
        }
    }

    /// What comes back goes to the return path, and answers to the sender.
    #[test]
    fn a_message_comes_back_to_its_return_path() {
        for (path, is) in [(Some("bounces@example.org"), "bounces@example.org"), (None, "game@example.org")] {
            let mail = Outgoing { return_path: path.map(str::to_owned), ..mail("x") };
            let message = mail.to_message().unwrap();
            assert_eq!(message.envelope().from().map(ToString::to_string).as_deref(), Some(is));
            let to: Vec<String> = message.envelope().to().iter().map(ToString::to_string).collect();
            assert_eq!(to, ["anna@example.org"]);
        }
    }

    #[test]
    fn nothing_that_somebody_wrote_becomes_a_header() {
        let text = String::from_utf8(mail(EVIL).to_bytes().unwrap()).unwrap();
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        let mut names: Vec<&str> = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| line.split(':').next().unwrap())
            .collect();
        names.sort();
        let wanted = [
            "Auto-Submitted",
            "Content-Type",
            "Date",
            "From",
            "In-Reply-To",
            "MIME-Version",
            "Message-ID",
            "References",
            "Subject",
            "To",
            "X-Auto-Response-Suppress",
            "X-Ravenpost",
        ];
        assert_eq!(names, wanted, "{head}");
        // Nor is there one in the head of a part.
        let is_header = |line: &str| line.starts_with("Bcc:") || line.starts_with("List-Unsubscribe:");
        for part in text.split("\r\n--").skip(1) {
            let head = part.split("\r\n\r\n").next().unwrap_or_default();
            assert!(!head.lines().any(is_header), "{part}");
        }
        let read = crate::post::read(text.as_bytes());
        assert_eq!((read.to.len(), read.in_reply_to.len(), read.references.len()), (1, 1, 2));
    }

    #[test]
    fn a_text_arrives_as_it_was_written() {
        let long = format!("{} =C3 {}é", "a".repeat(72), "b ".repeat(90));
        for (body, is_quoted) in [
            ("plain = text\n\n-- \n.\nFrom here\n", false),
            ("a blank at the end \nand a tab\t\nk=C3=A9y: =\nGrüße\n", true),
            ("王位のゲーム、冬が来る\n", true),
            ("a\u{0}b\u{7f}\n", true),
            (&*long, true),
        ] {
            let mut mail = mail("x");
            (mail.text, mail.html, mail.attachments) = (body.to_owned(), None, Vec::new());
            let text = String::from_utf8(mail.to_bytes().unwrap()).unwrap();
            assert_eq!(text.contains("Content-Transfer-Encoding: quoted-printable"), is_quoted, "{text}");
            let (_, sent) = text.split_once("\r\n\r\n").unwrap();
            let is_sound = |line: &str| line.len() <= 76 && line.is_ascii() && !line.contains('\r');
            assert!(sent.split("\r\n").all(is_sound), "{sent}");
            let message = mail_parser::MessageParser::new().parse(text.as_bytes()).unwrap();
            let arrived = message.body_text(0).unwrap().replace("\r\n", "\n");
            assert_eq!(arrived.trim_end_matches('\n'), body.trim_end_matches('\n'));
        }
    }
}
