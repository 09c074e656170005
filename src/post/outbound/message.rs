//! Mails that we send: the same mail is the same bytes, whenever and wherever it is made.

use crate::post::address::{Address, one_line};
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use lettre::message::header::{
    ContentDisposition, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Body, Mailbox, Message, MultiPart, SinglePart};
use sha2::{Digest, Sha256};
use std::time::SystemTime;

/// A mail to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// Its Message-ID, without `<` and `>`: derived by the campaign, never random.
    pub message_id: String,
    /// When it was written; seconds count.
    pub date: DateTime<Utc>,
    /// Who writes.
    pub from: Address,
    /// To whom; at least one.
    pub to: Vec<Address>,
    /// Where answers go, if elsewhere.
    pub reply_to: Option<Address>,
    /// The subject; made one harmless line.
    pub subject: String,
    /// The Message-ID of the mail it answers.
    pub in_reply_to: Option<String>,
    /// The Message-IDs of its thread, oldest first.
    pub references: Vec<String>,
    /// The text, lines ending in LF.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// Files sent along.
    pub attachments: Vec<Attachment>,
    /// Whether it answers a mail.
    pub auto_submitted: AutoSubmitted,
    /// The mark of our own mails (`X-Ravenpost`), by which they are known when they come back: the campaign's name.
    pub mark: String,
}

/// A file sent along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// Its kind, such as `text/calendar; charset=utf-8`.
    pub mime: String,
    /// What is in it; arrives byte for byte.
    pub bytes: Vec<u8>,
}

/// What RFC 3834 wants said of mails that programs write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoSubmitted {
    /// It answers a mail.
    Replied,
    /// It comes by itself.
    Generated,
}

/// A mail cannot be sent as it is; nothing is to be gained by trying again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsendable {
    /// An address is none.
    #[error("{0:?} is no mail address: correct it in campaign.yaml")]
    Address(String),
    /// There is nobody to send it to.
    #[error("the mail {0:?} is addressed to nobody")]
    Nobody(String),
    /// The kind of an attachment is none.
    #[error("{0:?} is no kind of file (such as text/plain)")]
    Kind(String),
    /// It could not be put together.
    #[error("the mail cannot be put together: {0}")]
    Build(String),
}

impl Outgoing {
    /// The mail as it travels, lines ending in CRLF.
    ///
    /// # Errors
    /// If an address or an attachment's kind is none, or it is addressed to nobody.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Unsendable> {
        Ok(self.to_message()?.formatted())
    }

    /// More bytes than the mail can have, without putting it together: each of a text may become three.
    pub fn most_bytes(&self) -> u64 {
        let texts = self.text.len() + self.html.as_ref().map_or(0, String::len) + self.subject.len();
        let ids = self.references.iter().map(|id| id.len() + 4).sum::<usize>();
        let files = self.attachments.iter().map(|file| file.bytes.len() * 2 + 1024).sum::<usize>();
        (texts * 4 + ids + files + 8192) as u64
    }

    /// The mail with its envelope.
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
            // Exchange would else answer with its out-of-office notes.
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
        let built = match (self.html.as_deref(), self.attachments.as_slice()) {
            (None, []) => builder.singlepart(text(&self.text)),
            (Some(html), []) => builder.multipart(self.alternative(html)),
            (html, files) => {
                let mixed = MultiPart::mixed().boundary(self.boundary("mixed"));
                let mut mixed = match html {
                    Some(html) => mixed.multipart(self.alternative(html)),
                    None => mixed.singlepart(text(&self.text)),
                };
                for file in files {
                    mixed = mixed.singlepart(attached(file)?);
                }
                builder.multipart(mixed)
            }
        };
        built.map_err(|why| Unsendable::Build(why.to_string()))
    }

    fn alternative(&self, html: &str) -> MultiPart {
        let boundary = self.boundary("alternative");
        MultiPart::alternative()
            .boundary(boundary)
            .singlepart(text(&self.text))
            .singlepart(SinglePart::html(crlf(html)))
    }

    /// A boundary that is always the same for this mail and part, and stands in no text by chance.
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
    SinglePart::plain(crlf(text))
}

/// Lines ending in CRLF: what builds the mail would take quadratic time to do it.
fn crlf(text: &str) -> String {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n"),
        false => text.replace('\n', "\r\n"),
    }
}

fn attached(file: &Attachment) -> Result<SinglePart, Unsendable> {
    let kind = ContentType::parse(&file.mime).map_err(|_| Unsendable::Kind(file.mime.clone()))?;
    // Always base64, so that every byte arrives as it left.
    let body = Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64)
        .map_err(|_| Unsendable::Build(format!("{} cannot be encoded", file.name)))?;
    let name = one_line(&file.name).replace(['/', '\\', '"'], "-");
    Ok(SinglePart::builder().header(kind).header(ContentDisposition::attachment(&name)).body(body))
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
            subject: evil.to_owned(),
            in_reply_to: Some(format!("b{evil}@example.net")),
            references: vec!["first@example.org".to_owned(), format!("b{evil}@example.net")],
            text: evil.to_owned(),
            html: Some(evil.to_owned()),
            attachments: vec![Attachment {
                name: evil.to_owned(),
                mime: "text/plain; charset=utf-8".to_owned(),
                bytes: evil.as_bytes().to_owned(),
            }],
            auto_submitted: AutoSubmitted::Replied,
            mark: evil.to_owned(),
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
        // Nor one of a part.
        let is_header = |line: &str| line.starts_with("Bcc:") || line.starts_with("List-Unsubscribe:");
        for part in text.split("\r\n--").skip(1) {
            let head = part.split("\r\n\r\n").next().unwrap_or_default();
            assert!(!head.lines().any(is_header), "{part}");
        }
        let read = crate::post::read(text.as_bytes());
        assert_eq!((read.to.len(), read.in_reply_to.len(), read.references.len()), (1, 1, 2));
    }

    #[test]
    fn a_mail_never_has_more_bytes_than_it_is_said_to_have_at_most() {
        for evil in ["", EVIL, &"é".repeat(5000), &"a ".repeat(9000)] {
            let mail = mail(evil);
            assert!(mail.to_bytes().unwrap().len() as u64 <= mail.most_bytes(), "{}", evil.len());
        }
    }
}
