//! The styles in which different mail programs send the same few lines.

use crate::post::Letter;
use chrono::{DateTime, Utc};
use data_encoding::BASE64_MIME;

/// The style of a mail program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// A terminal program: plain text with a signature and the original message quoted below.
    Terminal,
    /// A phone: plain text with "Sent from my phone" and the original message quoted below.
    Phone,
    /// An office program: HTML only.
    Office,
    /// A webmail page: quoted-printable text.
    Web,
    /// A program whose user attaches the plan as a file.
    Attached,
}

/// All styles, in the order in which seats get them.
pub(super) const MANNERS: [Manner; 5] =
    [Manner::Terminal, Manner::Phone, Manner::Office, Manner::Web, Manner::Attached];

impl Manner {
    /// Returns the name of the style for the list of players.
    pub(super) fn name(self) -> &'static str {
        match self {
            Manner::Terminal => "terminal",
            Manner::Phone => "phone",
            Manner::Office => "office",
            Manner::Web => "webmail",
            Manner::Attached => "file",
        }
    }
}

/// The content of a reply, before it is put into a message.
pub(super) struct Draft {
    pub(super) text: String,
    /// The same lines, if they may be attached as a file instead.
    pub(super) file: Option<String>,
}

impl Draft {
    /// Makes a draft of lines that may be attached as a file.
    pub(super) fn lines(text: String) -> Self {
        Draft { file: Some(text.clone()), text }
    }
}

/// Writes the raw reply to a message.
pub(super) fn write(
    manner: Manner,
    to: &Letter,
    draft: &Draft,
    (name, address): (&str, &str),
    id: &str,
    now: DateTime<Utc>,
) -> Vec<u8> {
    let ours = to.reply_to.first().or(to.from.first()).map(|a| a.address.as_str()).unwrap_or_default();
    let date = now.to_rfc2822();
    let answered = to.message_id.as_deref().unwrap_or_default();
    let quoted = || {
        let lines = to.parts.first().map(|part| part.text.as_str()).unwrap_or_default().lines();
        lines.map(|line| format!("> {line}\n")).collect::<String>()
    };
    let (kind, body) = match manner {
        Manner::Terminal => (
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit".to_owned(),
            format!(
                "Greetings,\n\n{}\n-- \n{name}, from a quiet corner\n\nOn a day like this, Ravenpost wrote:\n{}",
                draft.text,
                quoted()
            ),
        ),
        Manner::Phone => (
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit".to_owned(),
            format!("{}\nSent from my phone\n\n> On {date}, {ours} wrote:\n{}", draft.text, quoted()),
        ),
        Manner::Office => ("Content-Type: text/html; charset=utf-8".to_owned(), html(&draft.text)),
        Manner::Web => (
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable".to_owned(),
            printable(&draft.text),
        ),
        Manner::Attached => match &draft.file {
            Some(file) => attached(file),
            None => ("Content-Type: text/plain; charset=us-ascii".to_owned(), draft.text.clone()),
        },
    };
    let subject = to.subject.as_str();
    let mail = format!(
        "From: {name} <{address}>\nTo: <{ours}>\nSubject: Re: {subject}\nDate: {date}\nMessage-ID: <{id}>\nIn-Reply-To: <{answered}>\nMIME-Version: 1.0\n{kind}\n\n{body}"
    );
    mail.replace('\n', "\r\n").into_bytes()
}

fn html(text: &str) -> String {
    let line = |line: &str| {
        let inner = line.trim_start();
        let indent = "&nbsp;".repeat(line.len() - inner.len());
        let inner = inner.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        if inner.is_empty() {
            "<div><br></div>\n".to_owned()
        } else {
            format!("<div>{indent}{inner}</div>\n")
        }
    };
    let lines: String = text.lines().map(line).collect();
    format!(
        "<html><head><style>p {{margin: 0}}</style></head><body>\n<div>Hello,</div>\n<div><br></div>\n{lines}</body></html>\n"
    )
}

/// Encodes text as quoted-printable, with soft line breaks after 60 characters.
fn printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut width = 0;
        for byte in line.bytes() {
            let coded = if byte == b'=' || !(b' '..=b'~').contains(&byte) {
                format!("={byte:02X}")
            } else {
                char::from(byte).to_string()
            };
            if width + coded.len() > 60 {
                out.push_str("=\n");
                width = 0;
            }
            width += coded.len();
            out.push_str(&coded);
        }
        out.push('\n');
    }
    out
}

fn attached(file: &str) -> (String, String) {
    let kind = "Content-Type: multipart/mixed; boundary=\"the-same-every-time\"".to_owned();
    let file = BASE64_MIME.encode(file.as_bytes()).replace("\r\n", "\n");
    let body = format!(
        "--the-same-every-time\nContent-Type: text/plain; charset=utf-8\n\nAttached, as ever.\n\n--the-same-every-time\nContent-Type: application/octet-stream; name=\"orders.yaml\"\nContent-Disposition: attachment; filename=\"orders.yaml\"\nContent-Transfer-Encoding: base64\n\n{file}\n--the-same-every-time--\n"
    );
    (kind, body)
}
