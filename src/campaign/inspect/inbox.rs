//! `ravenpost inbox`: each message that came, what became of it and why, for the game master. It shows no press and nothing
//! of a plan that is still sealed.

use crate::campaign::intake::reading::half_masked;
use crate::campaign::state::entries::{Fate, Line, Received, RulingChange, Warning};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::campaign::state::record::Standing as RulingStanding;
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use crate::post::{Automatic, Filed, Letter, MailIn, Outcome, read};
use crate::report::model::{Ignored, Item, Problem, Standing, Trust};
use crate::seal::{Hash256, mask};
use crate::sheet::Codes;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// Shown in place of the problems of a plan that is still sealed.
const SEALED: &str = "problems in the plan";

/// What a message is, or whom it speaks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// It speaks for a seat.
    Seat,
    /// It claims to speak for a seat but comes from another address.
    OtherAddress,
    /// It comes from the address of a seat but has a wrong key.
    WrongKey,
    /// It speaks for nobody.
    Stranger,
    /// One of our own messages that came back undelivered.
    Bounce,
    /// An automatic answer.
    Reply,
    /// It comes from a mailing list, or is bulk mail.
    List,
    /// One of our own messages.
    Ours,
    /// A program wrote it, but it is none of the other kinds.
    Automatic,
    /// A copy of an earlier message.
    Duplicate,
    /// One of more messages than we read or answer in an hour or a day, which has no entry.
    TooMany,
    /// It cannot be read.
    Broken,
    /// It waits for the next tick.
    Waiting,
}

/// How much of a SHA-256 names a message.
const HASH: usize = 16;

fn named(mail: Hash256) -> Option<String> {
    mail.to_string().trim_start_matches("sha256:").get(..HASH).map(str::to_owned)
}

/// The last ruling about a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuledMail {
    pub ruling: u64,
    /// The seat for which it counts, or does not.
    pub seat: String,
    /// `true` if it counts.
    pub accepted: bool,
}

/// A message that came.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InboxMail {
    /// Counted from 1 for the oldest.
    pub number: usize,
    /// When it was received, as the ledger says, or its file if the ledger does not record it.
    pub at: Option<DateTime<Utc>>,
    /// Its sender, half masked.
    pub from: String,
    /// The sender's whole address, if the ledger records a message that speaks for no seat: the game master may have to enter it.
    pub address: Option<String>,
    /// The seat that it speaks for, or claims to.
    pub seat: Option<String>,
    /// With all keys masked.
    pub subject: String,
    pub class: Class,
    /// `true` if it had an effect.
    pub used: bool,
    /// What a ruling has made of it since; `None` if none has.
    pub ruled: Option<RuledMail>,
    /// The refusal codes of its problems and warnings.
    pub codes: Vec<String>,
    /// The number of its receipt.
    pub receipt: Option<u64>,
    /// The number of the entry that records it. `None` if the ledger does not.
    pub entry: Option<u64>,
    /// The beginning of its SHA-256, by which a ruling can name a message that spoke for no seat. `None` for any other: it would
    /// tell whether somebody guesses the words of a sealed plan.
    pub hash: Option<String>,
    /// Its path in the campaign's folder. `None` if it is on a server.
    pub file: Option<PathBuf>,
    /// The content of its receipt. `None` if it has none.
    pub details: Option<Details>,
}

/// The content of a receipt, without anything that is still sealed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Details {
    /// The window whose plan it may contain, if that is still sealed; then these details show nothing of the plan.
    pub sealed: Option<String>,
    /// The window that was open when it came.
    pub window: Option<String>,
    /// The part of the message that we read.
    pub part: Option<String>,
    /// How its sender was recognised.
    pub trust: Option<Trust>,
    /// The seat's standing in the window once the message was filed.
    pub standing: Standing,
    /// What we understood, except press; without line numbers while the plan is sealed.
    pub understood: Vec<Item>,
    /// The number of press messages in it.
    pub press: usize,
    /// Lines that we ignored. Empty while the plan is sealed, because they show where it ends.
    pub ignored: Vec<Ignored>,
    /// Problems and warnings; those about the plan only when it is no longer sealed.
    pub problems: Vec<Problem>,
    /// `true` if the plan could not be used for reasons that are still sealed. Even their number would reveal something of
    /// the plan.
    pub sealed_faults: bool,
}

/// Returns all messages that came, oldest first.
///
/// For an mbox file or an IMAP mailbox it returns only those that the ledger records.
///
/// # Errors
/// If an entry of the ledger or the mailbox cannot be read.
pub fn inbox(campaign: &Campaign) -> Result<Vec<InboxMail>, CampaignError> {
    let mut files: HashMap<Hash256, (PathBuf, Option<Outcome>, Heading)> = HashMap::new();
    let mut loose = Vec::new();
    let mut mails = recorded(campaign)?;
    if let MailIn::Maildir(path) = &campaign.settings.mail_in {
        let known: HashMap<Hash256, usize> =
            mails.iter().enumerate().map(|(place, (hash, _))| (*hash, place)).collect();
        campaign.mailboxes().filed(path, |filed| {
            let hash = Hash256::of(&filed.raw);
            let heading = Heading::of(&filed);
            let path = filed.path.clone();
            // The same bytes are filed as the message was that came before.
            let is_copy = filed.outcome == Some(Outcome::Duplicate) || files.contains_key(&hash);
            if known.contains_key(&hash) && !is_copy {
                files.insert(hash, (path, filed.outcome, heading));
            } else {
                let outcome = if is_copy { Some(Outcome::Duplicate) } else { filed.outcome };
                loose.push(unrecorded(path, outcome, heading));
            }
        })?;
    }
    let mut all: Vec<InboxMail> = Vec::new();
    for (hash, mut mail) in mails.drain(..) {
        if let Some((path, _, heading)) = files.remove(&hash) {
            mail.file = Some(path);
            mail.subject = heading.subject;
        }
        all.push(mail);
    }
    all.extend(loose);
    all.sort_by(|a, b| (a.at, a.entry, &a.file).cmp(&(b.at, b.entry, &b.file)));
    all.iter_mut().zip(1..).for_each(|(mail, number)| mail.number = number);
    Ok(all)
}

/// Returns the messages that the ledger records, with their SHA-256.
fn recorded(campaign: &Campaign) -> Result<Vec<(Hash256, InboxMail)>, CampaignError> {
    let received = campaign.entries()?.iter().filter(|entry| entry.kind == Kind::Received);
    let mails = received.map(|entry| {
        let line = Line::from(entry);
        let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", entry.seq));
        let body: Received = line.body().map_err(wrong)?;
        Ok((body.mail, recorded_one(campaign, line, body)))
    });
    mails.collect()
}

fn recorded_one(campaign: &Campaign, line: Line<'_>, body: Received) -> InboxMail {
    let secret = |member: &str| line.secret.and_then(|secret| secret.get(member)?.as_str());
    let warned = body.warned.as_ref();
    let mut mail = InboxMail {
        number: 0,
        at: Some(body.received),
        from: half_masked(secret("from").unwrap_or_default()),
        address: secret("from").filter(|_| body.seat.is_none()).map(mask),
        seat: body.seat.clone().or(warned.map(|warned| warned.of.clone())),
        subject: String::new(),
        class: match (&body.seat, warned.map(|warned| warned.what)) {
            (Some(_), _) => Class::Seat,
            (None, Some(Warning::WrongKey)) => Class::WrongKey,
            (None, Some(Warning::OtherAddress)) => Class::OtherAddress,
            (None, None) => Class::Stranger,
        },
        used: body.fate == Fate::Used,
        ruled: ruled(campaign, body.mail),
        codes: Vec::new(),
        receipt: body.seat.as_ref().map(|_| body.number),
        entry: Some(line.seq),
        hash: body.seat.is_none().then(|| named(body.mail)).flatten(),
        file: None,
        details: None,
    };
    // If a receipt cannot be read, the rest of the list is still useful.
    let kept: Option<Kept> = body.seat.as_ref().and_then(|_| line.secret().ok().flatten());
    if let Some(kept) = kept {
        mail.from = half_masked(&kept.answers.from);
        mail.subject = kept.answers.subject.clone();
        let details = details(campaign, kept, body.window);
        mail.codes = details.problems.iter().map(|problem| problem.why.code.clone()).collect();
        if details.sealed_faults {
            mail.codes.push(SEALED.to_owned());
        }
        mail.details = Some(details);
    }
    mail
}

/// Returns what the last adopted ruling about a message has made of it.
fn ruled(campaign: &Campaign, hash: Hash256) -> Option<RuledMail> {
    let adopted = campaign.record.people.rulings.iter().rev();
    let adopted = adopted.filter(|given| given.standing == RulingStanding::Adopted);
    adopted.map(|given| &given.ruling).find_map(|ruling| {
        ruling.changes.iter().find_map(|change| match change {
            RulingChange::Mail { seat, mail, accept, .. } if *mail == hash => {
                Some(RuledMail { ruling: ruling.number, seat: seat.clone(), accepted: *accept })
            }
            _ => None,
        })
    })
}

/// Returns the content of a receipt as far as the game master may see it now.
fn details(campaign: &Campaign, kept: Kept, window: Option<String>) -> Details {
    let open = campaign.record.game.open_window().filter(|open| open.sealed);
    let sealed = open.map(|open| open.id.clone()).filter(|open| window.as_ref() == Some(open));
    let Kept { answers, trust, standing, mut understood, mut ignored, mut problems, .. } = kept;
    let is_press = |item: &Item| !item.game && item.what["item"] == "press";
    let press = understood.iter().filter(|item| is_press(item)).count();
    understood.retain(|item| !is_press(item));
    let faults = |problems: &[Problem]| problems.iter().filter(|problem| !problem.warning).count();
    let all = faults(&problems);
    if sealed.is_some() {
        problems.retain(|problem| is_ours(&problem.why.code));
        understood.retain(|item| !item.game);
        problems.iter_mut().for_each(hide);
        // A line number below the plan would reveal the length of the plan.
        understood.iter_mut().for_each(|item| item.line = None);
        ignored.clear();
    }
    let part = answers.part;
    let sealed_faults = all > faults(&problems);
    Details { sealed_faults, sealed, window, part, trust, standing, understood, press, ignored, problems }
}

/// Returns `true` for a refusal about the message; one from the game would reveal something of the plan.
fn is_ours(code: &str) -> bool {
    let of_messages = [crate::campaign::intake::refusals::REFUSALS, crate::plan::REFUSALS];
    let of_texts = [crate::sheet::REFUSALS, &crate::seal::REFUSAL_CODES];
    of_messages.iter().flat_map(Codes::all).any(|known| known == code)
        || of_texts.iter().any(|list| list.contains(&code))
}

/// Strips a problem of everything that its sender wrote.
fn hide(problem: &mut Problem) {
    problem
        .why
        .details
        .values_mut()
        .filter(|value| !value.is_number())
        .for_each(|value| *value = Value::from("…"));
    problem.source.clear();
    problem.line = None;
    problem.suggestion = None;
}

/// The headers of a message that a list shows.
struct Heading {
    at: Option<DateTime<Utc>>,
    from: String,
    subject: String,
    automatic: Option<Class>,
}

impl Heading {
    fn of(filed: &Filed) -> Self {
        let letter = read(&filed.raw);
        let name = filed.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let seconds = name.split('.').next().and_then(|digits| digits.parse::<i64>().ok());
        Heading {
            at: seconds
                .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
                .or(filed.written)
                .or(letter.date),
            from: letter.sender().map(|from| half_masked(&from.address)).unwrap_or_default(),
            subject: mask(&letter.subject),
            automatic: automatic(&letter),
        }
    }
}

fn automatic(letter: &Letter) -> Option<Class> {
    Some(match letter.automatic.as_ref()? {
        Automatic::Ours => Class::Ours,
        Automatic::Bounce(_) => Class::Bounce,
        Automatic::Reply | Automatic::ReadReceipt => Class::Reply,
        Automatic::List(_) | Automatic::Bulk => Class::List,
        Automatic::Generated | Automatic::NullSender => Class::Automatic,
    })
}

/// Returns a message that the ledger does not record: it had no effect and needed no answer.
fn unrecorded(path: PathBuf, outcome: Option<Outcome>, heading: Heading) -> InboxMail {
    let class = match outcome {
        None | Some(Outcome::Kept) => Class::Waiting,
        Some(Outcome::Duplicate) => Class::Duplicate,
        Some(Outcome::Broken) => Class::Broken,
        Some(Outcome::Ignored) => heading.automatic.unwrap_or(Class::Ours),
        Some(Outcome::Bounced) => Class::Bounce,
        Some(Outcome::Refused) => Class::TooMany,
        Some(Outcome::Stranger | Outcome::Used) => Class::Stranger,
    };
    InboxMail {
        number: 0,
        at: heading.at,
        from: heading.from,
        address: None,
        seat: None,
        subject: heading.subject,
        class,
        used: false,
        ruled: None,
        codes: Vec::new(),
        receipt: None,
        entry: None,
        hash: None,
        file: Some(path),
        details: None,
    }
}
