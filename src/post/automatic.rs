//! Mails that no person wrote for us to answer: automatic answers, lists, and delivery reports.

use super::letter::{Automatic, Bounce, Letter, PartKind};
use super::one_line;
use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

/// Headers that only automatic answers have.
const ANSWERS: [&str; 6] = [
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Mail-Autoreply",
    "X-Auto-Reply-From",
    "X-AutoReply-From",
];
/// Headers that only programs set.
const PROGRAMS: [&str; 2] = ["X-FC-MachineGenerated", "X-MS-Exchange-Generated-Message-Source"];
/// What Exchange and others put before the subject of an automatic answer, in their languages.
const SUBJECTS: [&str; 34] = [
    "automatic reply:",
    "auto reply:",
    "auto-reply:",
    "autoreply:",
    "out of office:",
    "out of office autoreply",
    "vacation reply",
    "automatische antwort:",
    "automatische antwort ",
    "abwesenheitsnotiz",
    "réponse automatique",
    "message d'absence",
    "risposta automatica:",
    "respuesta automática:",
    "respuesta automatica:",
    "resposta automática:",
    "automatisch antwoord:",
    "odpowiedź automatyczna:",
    "automatická odpověď:",
    "automatikus válasz:",
    "autosvar:",
    "automatiskt svar:",
    "automatisk svar:",
    "automaattinen vastaus:",
    "otomatik yanıt:",
    "автоматический ответ:",
    "автоответ:",
    "自动回复",
    "自动答复",
    "自動回覆",
    "自動応答",
    "自動返信",
    "자동 회신",
    "자동 응답",
];
/// What some say within the subject, and no person does of themselves.
const AWAY: &str = "is out of the office";
/// Subjects of delivery reports that do not follow the standard.
const FAILURES: [&str; 9] = [
    "undeliver",
    "delivery status notification",
    "failure notice",
    "returned mail",
    "delivery failure",
    "mail delivery failed",
    "delivery has failed",
    "unzustellbar",
    "non remis",
];

/// What the headers of a mail say of its kind.
#[derive(Default)]
struct Marks {
    no_sender: bool,
    answer: bool,
    program: bool,
    submitted: String,
    precedence: String,
    list: Option<String>,
    unsubscribe: [bool; 2],
    failed: Option<String>,
}

fn marks(message: &Message<'_>) -> Marks {
    let mut marks = Marks::default();
    for (name, value) in message.headers_raw() {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let lower = || one_line(value).to_lowercase();
        match name.as_bytes().first() {
            Some(b'X' | b'x') => {
                marks.answer |= ANSWERS.iter().any(|known| is(known));
                marks.program |= PROGRAMS.iter().any(|known| is(known));
                if is("X-Failed-Recipients") {
                    marks.failed = Some(one_line(value));
                }
            }
            Some(b'R' | b'r') if is("Return-Path") => {
                marks.no_sender = one_line(value).replace(' ', "") == "<>"
            }
            Some(b'A' | b'a') if is("Auto-Submitted") => marks.submitted = lower(),
            Some(b'P' | b'p') if is("Precedence") => marks.precedence = lower(),
            Some(b'L' | b'l') if is("List-Unsubscribe") => marks.unsubscribe[0] = true,
            Some(b'L' | b'l') if is("List-Unsubscribe-Post") => marks.unsubscribe[1] = true,
            Some(b'L' | b'l') if is("List-Id") || marks.list.is_none() && is("List-Post") => {
                marks.list = Some(one_line(value));
            }
            _ => {}
        }
    }
    marks
}

/// What kind of automatic mail it is, if it is one.
pub(super) fn classify(message: &Message<'_>, letter: &Letter) -> Option<Automatic> {
    match report_type(message.root_part()).as_deref() {
        Some("delivery-status") => return Some(Automatic::Bounce(standard(message))),
        Some("disposition-notification") => return Some(Automatic::ReadReceipt),
        // Such as that somebody has called a mail of ours spam (RFC 5965).
        Some(_) => return Some(Automatic::Generated),
        None => {}
    }
    let marks = marks(message);
    if is_daemon(letter) && (marks.no_sender || is_failure(letter)) {
        return Some(Automatic::Bounce(guessed(message, letter, marks.failed.as_deref())));
    }
    let subject = letter.subject.to_lowercase();
    let is_answer = SUBJECTS.iter().any(|start| subject.starts_with(start)) || subject.contains(AWAY);
    if is_answer || marks.answer || marks.submitted.starts_with("auto-replied") {
        return Some(Automatic::Reply);
    }
    if marks.program || !marks.submitted.is_empty() && !marks.submitted.starts_with("no") {
        return Some(Automatic::Generated);
    }
    if let Some(list) = marks.list {
        return Some(Automatic::List(list));
    }
    match marks.precedence.as_str() {
        "auto_reply" => Some(Automatic::Reply),
        "list" => Some(Automatic::List(String::new())),
        "bulk" | "junk" => Some(Automatic::Bulk),
        // Both are in newsletters only; nobody's own mail has them.
        _ if marks.unsubscribe == [true; 2] => Some(Automatic::Bulk),
        _ => marks.no_sender.then_some(Automatic::NullSender),
    }
}

fn report_type(part: &MessagePart<'_>) -> Option<String> {
    let kind = part.content_type()?;
    (kind.ctype().eq_ignore_ascii_case("multipart") && kind.subtype()?.eq_ignore_ascii_case("report"))
        .then(|| kind.attribute("report-type").unwrap_or_default().to_lowercase())
}

/// Whether a mail server seems to have sent it: then its text tells whether it is a report.
pub(super) fn is_daemon(letter: &Letter) -> bool {
    letter.from.iter().any(|from| {
        let user = from.address.split('@').next().unwrap_or_default().to_lowercase();
        matches!(user.as_str(), "mailer-daemon" | "postmaster" | "mail-daemon" | "maildaemon")
            || user.starts_with("microsoftexchange")
    })
}

fn is_failure(letter: &Letter) -> bool {
    let subject = letter.subject.to_lowercase();
    FAILURES.iter().any(|words| subject.contains(words))
}

/// A report after RFC 3464.
fn standard(message: &Message<'_>) -> Bounce {
    let mut bounce = Bounce { standard: true, ..Bounce::default() };
    let mut action = None;
    for part in &message.parts {
        if part.is_content_type("message", "delivery-status") {
            for (name, value) in fields(&text_of(part)) {
                match name.as_str() {
                    "final-recipient" | "original-recipient" => add_recipient(&mut bounce, &value),
                    "action" => action = action.or(Some(value.to_lowercase())),
                    "status" if bounce.status.is_none() => {
                        bounce.status = value.split_whitespace().next().map(str::to_owned)
                    }
                    _ => {}
                }
            }
        }
    }
    bounce.failed = match (action.as_deref(), bounce.status.as_deref()) {
        (Some("delayed" | "delivered" | "relayed" | "expanded"), _) => false,
        (Some("failed"), _) | (_, None) => true,
        (_, Some(status)) => status.starts_with('5'),
    };
    bounce.original = original(message);
    bounce
}

/// A report of another kind: recipients are the addresses in its first lines.
fn guessed(message: &Message<'_>, letter: &Letter, failed: Option<&str>) -> Bounce {
    let mut bounce = Bounce { failed: true, original: original(message), ..Bounce::default() };
    if let Some(failed) = failed {
        failed.split(',').for_each(|one| add_recipient(&mut bounce, one));
    }
    let text =
        letter.parts.iter().find(|part| part.kind != PartKind::Attachment).map_or("", |part| &part.text);
    let own: Vec<String> =
        letter.from.iter().chain(&letter.to).map(|address| address.address.to_lowercase()).collect();
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
    }
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

/// The Message-ID of the mail that comes back with the report.
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

/// Header lines with their names in lower case, folded ones joined.
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

/// A status such as `5.1.1` among the words of a line.
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
