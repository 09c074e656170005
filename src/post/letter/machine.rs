//! Recognises messages that no person wrote for us to answer: automatic answers, mailing lists, delivery
//! reports.

use super::bounce;
use super::content::{Automatic, Letter};
use crate::post::address::one_line;
use mail_parser::{Message, MessagePart, MimeHeaders};

/// Headers that only automatic answers have.
const ANSWERS: [&str; 6] = [
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Mail-Autoreply",
    "X-Auto-Reply-From",
    "X-AutoReply-From",
];
/// How mail programs call themselves, in `X-Mailer`, that only answer.
const ANSWERING: [&str; 3] = ["autorespond", "auto-respond", "vacation"];
/// Headers that only programs set.
const PROGRAMS: [&str; 2] = ["X-FC-MachineGenerated", "X-MS-Exchange-Generated-Message-Source"];
/// Beginnings of subjects that Exchange and others give automatic answers, in many languages.
const SUBJECTS: [&str; 40] = [
    "automatic reply",
    "auto reply:",
    "auto-reply:",
    "autoreply:",
    "out of office:",
    "out of office autoreply",
    "out of office reply",
    "out-of-office",
    "automated reply",
    "automatic response",
    "auto response",
    "autoresponder",
    "vacation reply",
    "automatische antwort:",
    "automatische antwort ",
    "abwesenheitsnotiz",
    "réponse automatique",
    "message d'absence",
    "risposta automatica",
    "respuesta automática",
    "respuesta automatica",
    "resposta automática",
    "automatisch antwoord",
    "odpowiedź automatyczna",
    "automatická odpověď",
    "automatikus válasz",
    "autosvar:",
    "automatiskt svar",
    "automatisk svar",
    "automaattinen vastaus",
    "otomatik yanıt",
    "автоматический ответ",
    "автоответ:",
    "自动回复",
    "自动答复",
    "自動回覆",
    "自動応答",
    "自動返信",
    "자동 회신",
    "자동 응답",
];
/// Words in the subject of some automatic answers that no person uses of themselves.
const AWAY: &str = "is out of the office";
/// Words in the subjects of delivery reports that do not follow the standard.
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

/// What an address begins or ends with whose owner wants no answer.
const NO_REPLY: [&str; 10] = [
    "noreply",
    "donotreply",
    "nepasrepondre",
    "nichtantworten",
    "keineantwort",
    "nonrispondere",
    "noresponder",
    "naoresponda",
    "autoresponder",
    "autoreply",
];

/// What the headers say about the kind of a message.
#[derive(Default)]
struct HeaderHints {
    no_sender: bool,
    answer: bool,
    program: bool,
    submitted: String,
    precedence: String,
    list: Option<String>,
    unsubscribe: [bool; 2],
    failed: Option<String>,
}

fn marks(message: &Message<'_>) -> HeaderHints {
    let mut marks = HeaderHints::default();
    for (name, value) in message.headers_raw() {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let lower = || one_line(value).to_lowercase();
        match name.as_bytes().first() {
            Some(b'X' | b'x') => {
                marks.answer |= ANSWERS.iter().any(|known| is(known));
                marks.program |= PROGRAMS.iter().any(|known| is(known));
                marks.answer |= is("X-Mailer") && ANSWERING.iter().any(|word| lower().contains(word));
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

/// Returns the kind of an automatic message; `None` if a person seems to have written it.
pub(super) fn classify(message: &Message<'_>, letter: &Letter) -> Option<Automatic> {
    match report_type(message.root_part()).as_deref() {
        Some("delivery-status") => return Some(Automatic::Bounce(bounce::standard(message))),
        Some("disposition-notification") => return Some(Automatic::ReadReceipt),
        // For example a complaint that a message of ours is spam (RFC 5965).
        Some(_) => return Some(Automatic::Generated),
        None => {}
    }
    let marks = marks(message);
    if is_daemon(message, letter) && (marks.no_sender || is_failure(letter)) {
        return Some(Automatic::Bounce(bounce::guessed(message, letter, marks.failed.as_deref())));
    }
    let subject = letter.subject.to_lowercase();
    let is_answer = SUBJECTS.iter().any(|start| subject.starts_with(start)) || subject.contains(AWAY);
    if is_answer || marks.answer || marks.submitted.starts_with("auto-replied") {
        return Some(Automatic::Reply);
    }
    // Only delivery reports name the addresses that they failed to reach.
    if marks.program
        || marks.failed.is_some()
        || !marks.submitted.is_empty() && !marks.submitted.starts_with("no")
    {
        return Some(Automatic::Generated);
    }
    if let Some(list) = marks.list {
        return Some(Automatic::List(list));
    }
    match marks.precedence.as_str() {
        "auto_reply" => Some(Automatic::Reply),
        "list" => Some(Automatic::List(String::new())),
        "bulk" | "junk" => Some(Automatic::Bulk),
        // Only newsletters have both.
        _ if marks.unsubscribe == [true; 2] => Some(Automatic::Bulk),
        _ => marks.no_sender.then_some(Automatic::NullSender),
    }
}

fn report_type(part: &MessagePart<'_>) -> Option<String> {
    let kind = part.content_type()?;
    (kind.ctype().eq_ignore_ascii_case("multipart") && kind.subtype()?.eq_ignore_ascii_case("report"))
        .then(|| kind.attribute("report-type").unwrap_or_default().to_lowercase())
}

/// Returns `true` if a mail server seems to have sent it, so that only its text shows whether it is a report.
pub(super) fn is_daemon(message: &Message<'_>, letter: &Letter) -> bool {
    if letter.from.is_empty() {
        // Some have a name and no address: `MAILER-DAEMON <>`.
        let from = message.headers_raw().find(|(name, _)| name.eq_ignore_ascii_case("From"));
        let from = from.map(|(_, value)| value.to_lowercase()).unwrap_or_default();
        return from.contains("mailer-daemon") || from.contains("mail delivery");
    }
    letter.from.iter().any(|from| {
        let user = from.address.split('@').next().unwrap_or_default().to_lowercase();
        matches!(user.as_str(), "mailer-daemon" | "postmaster" | "mail-daemon" | "maildaemon")
            || user.starts_with("microsoftexchange")
    })
}

/// Returns `true` if no person reads what is sent to this address: mail servers, list managers, senders that want no
/// answer.
pub fn is_unread(address: &str) -> bool {
    let user = address.split('@').next().unwrap_or_default().to_lowercase();
    let plain: String = user.chars().filter(|c| c.is_alphanumeric()).collect();
    let programs = ["mailerdaemon", "maildaemon", "postmaster", "listserv", "majordomo", "mailman", "sympa"];
    user.is_empty()
        || programs.contains(&plain.as_str())
        || NO_REPLY.iter().any(|word| plain.starts_with(word) || plain.ends_with(word))
        || ["-request", "-bounces", "-bounce", "-owner"].iter().any(|end| user.ends_with(end))
        || user.starts_with("owner-")
        || ["bounces+", "bounce+", "bounce-"].iter().any(|start| user.starts_with(start))
}

fn is_failure(letter: &Letter) -> bool {
    let subject = letter.subject.to_lowercase();
    FAILURES.iter().any(|words| subject.contains(words))
}
