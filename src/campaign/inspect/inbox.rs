//! Each mail that came, what became of it and why: for the game master. Nothing of a plan is in it that is still sealed,
//! nor of press.
//!
//! May use: folder, entries, receipt, post. Is used by: cli.

use crate::campaign::intake::reading::half_masked;
use crate::campaign::state::entries::{Fate, Line, Received, Warning};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use crate::post::{Automatic, Filed, Letter, MailIn, Outcome, read};
use crate::report::model::{Ignored, Item, Problem, Standing, Trust};
use crate::seal::{Hash256, mask};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// What stands for faults of a plan that are still sealed.
const SEALED: &str = "faults of the plan";

/// What sort of mail it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// It speaks for a seat.
    Seat,
    /// It speaks for a seat, but comes from elsewhere.
    OtherAddress,
    /// It comes from an address of a seat with a wrong key.
    WrongKey,
    /// It speaks for nobody.
    Stranger,
    /// A mail of ours came back.
    Bounce,
    /// An automatic answer.
    Reply,
    /// From a mailing list, or bulk.
    List,
    /// Our own mail.
    Ours,
    /// Made by a program otherwise.
    Automatic,
    /// A copy of one that came before.
    Duplicate,
    /// It cannot be read.
    Broken,
    /// It waits for the next tick.
    Waiting,
}

/// A mail that came.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InboxMail {
    /// Its number, from 1 for the oldest.
    pub number: usize,
    /// When it was received; for mails that are on no record, when its file says so.
    pub at: Option<DateTime<Utc>>,
    /// Its sender, half masked.
    pub from: String,
    /// The seat it speaks for, or seems to.
    pub seat: Option<String>,
    /// Its subject; keys are masked.
    pub subject: String,
    /// What sort of mail it is.
    pub class: Class,
    /// Whether it had an effect.
    pub used: bool,
    /// Why not, or with what remarks: codes of refusals.
    pub codes: Vec<String>,
    /// The number of its receipt.
    pub receipt: Option<u64>,
    /// The entry of the ledger that tells of it.
    pub entry: Option<u64>,
    /// Where it lies, from the campaign's folder; none if it lies on a server.
    pub file: Option<PathBuf>,
    /// What its receipt says; none if it has none.
    pub details: Option<Details>,
}

/// What a receipt says of a mail, without what nobody may look at yet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Details {
    /// The window whose plan it may hold, if that is still sealed: then nothing of the plan is here.
    pub sealed: Option<String>,
    /// The window that was open when it came.
    pub window: Option<String>,
    /// Which part of it was read.
    pub part: Option<String>,
    /// By what it was known.
    pub trust: Option<Trust>,
    /// What was to be used of the seat when it was filed.
    pub standing: Standing,
    /// What was understood, with its lines where nothing is sealed. Press is only counted.
    pub understood: Vec<Item>,
    /// Pieces of press in it.
    pub press: usize,
    /// Lines that were passed over; none as long as a plan is sealed, for they tell where it ends.
    pub ignored: Vec<Ignored>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// Whether the plan could not be used, for reasons that are sealed with it. What else is remarked on it would tell
    /// of the plan, even by its number.
    pub sealed_faults: bool,
}

impl Campaign {
    /// All mails that came, oldest first.
    ///
    /// # Errors
    /// The ledger holds what it should not, or the mailbox cannot be read.
    pub fn inbox(&self) -> Result<Vec<InboxMail>, CampaignError> {
        let mut files: HashMap<Hash256, (PathBuf, Option<Outcome>, Heading)> = HashMap::new();
        let mut loose = Vec::new();
        let mut mails = self.recorded()?;
        if let MailIn::Maildir(path) = &self.settings.mail_in {
            let known: HashMap<Hash256, usize> =
                mails.iter().enumerate().map(|(place, (hash, _))| (*hash, place)).collect();
            self.mailboxes().filed(path, |filed| {
                let hash = Hash256::of(&filed.raw);
                let heading = Heading::of(&filed);
                let path = filed.path.clone();
                let is_copy = filed.outcome == Some(Outcome::Duplicate) || files.contains_key(&hash);
                if known.contains_key(&hash) && !is_copy {
                    files.insert(hash, (path, filed.outcome, heading));
                } else {
                    loose.push(unrecorded(path, filed.outcome, heading));
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

    /// The mails that the ledger tells of.
    fn recorded(&self) -> Result<Vec<(Hash256, InboxMail)>, CampaignError> {
        let received = self.entries().iter().filter(|entry| entry.kind == Kind::Received);
        let mails = received.map(|entry| {
            let line = Line::from(entry);
            let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", entry.seq));
            let body: Received = line.body().map_err(wrong)?;
            Ok((body.mail, self.recorded_one(line, body)))
        });
        mails.collect()
    }

    fn recorded_one(&self, line: Line<'_>, body: Received) -> InboxMail {
        let secret = |member: &str| line.secret.and_then(|secret| secret.get(member)?.as_str());
        let warned = body.warned.as_ref();
        let mut mail = InboxMail {
            number: 0,
            at: Some(body.received),
            from: half_masked(secret("from").unwrap_or_default()),
            seat: body.seat.clone().or(warned.map(|warned| warned.of.clone())).or(body.claimed.clone()),
            subject: String::new(),
            class: match (&body.seat, warned.map(|warned| warned.what), &body.claimed) {
                (Some(_), _, _) => Class::Seat,
                (None, Some(Warning::WrongKey), _) => Class::WrongKey,
                (None, Some(Warning::OtherAddress), _) | (None, None, Some(_)) => Class::OtherAddress,
                (None, None, None) => Class::Stranger,
            },
            used: body.fate == Fate::Used,
            codes: Vec::new(),
            receipt: body.seat.as_ref().map(|_| body.number),
            entry: Some(line.seq),
            file: None,
            details: None,
        };
        // A receipt that cannot be read tells nothing; the rest of the list is of use all the same.
        let kept: Option<Kept> = body.seat.as_ref().and_then(|_| line.secret().ok().flatten());
        if let Some(kept) = kept {
            mail.from = half_masked(&kept.answers.from);
            mail.subject = kept.answers.subject.clone();
            let details = self.details(kept, body.window);
            mail.codes = details.problems.iter().map(|problem| problem.why.code.clone()).collect();
            if details.sealed_faults {
                mail.codes.push(SEALED.to_owned());
            }
            mail.details = Some(details);
        }
        mail
    }

    /// What a receipt says, as far as the game master may see it now.
    fn details(&self, kept: Kept, window: Option<String>) -> Details {
        let open = self.record.game.open_window().filter(|open| open.sealed);
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
            // The line of what stands below a plan says how long the plan is.
            understood.iter_mut().for_each(|item| item.line = None);
            ignored.clear();
        }
        let part = answers.part;
        let sealed_faults = all > faults(&problems);
        Details { sealed_faults, sealed, window, part, trust, standing, understood, press, ignored, problems }
    }
}

/// Whether a refusal is about the mail and not about the game: a game's would tell of the plan.
fn is_ours(code: &str) -> bool {
    let lists: [&[&str]; 4] = [
        crate::campaign::intake::refusals::REFUSALS,
        crate::plan::REFUSALS,
        crate::sheet::REFUSALS,
        &crate::seal::REFUSAL_CODES,
    ];
    lists.iter().any(|list| list.contains(&code))
}

/// Leaves of a problem what it is and where, and nothing of what was written there.
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

/// What a list shows of a mail's headers.
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
            at: seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).or(letter.date),
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

/// A mail that only its file tells of: it had no effect and needed no answer.
fn unrecorded(path: PathBuf, outcome: Option<Outcome>, heading: Heading) -> InboxMail {
    let class = match outcome {
        None => Class::Waiting,
        Some(Outcome::Duplicate) => Class::Duplicate,
        Some(Outcome::Broken) => Class::Broken,
        Some(Outcome::Ignored) => heading.automatic.unwrap_or(Class::Ours),
        Some(Outcome::Bounced) => Class::Bounce,
        Some(Outcome::Stranger | Outcome::Used | Outcome::Refused) => Class::Stranger,
    };
    InboxMail {
        number: 0,
        at: heading.at,
        from: heading.from,
        seat: None,
        subject: heading.subject,
        class,
        used: false,
        codes: Vec::new(),
        receipt: None,
        entry: None,
        file: Some(path),
        details: None,
    }
}
