//! `ravenpost inbox`: lists the messages received, with what was done with each and why.

use super::console::{Outcome, day, misuse, number, say, table};
use super::world::host;
use crate::campaign::{Campaign, Class, InboxMail, inbox, typed_path};
use crate::report::when;
use anyhow::Result;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Messages listed without `--all` or `--since`.
const USUAL: usize = 30;

/// List the messages received, with what was done with each and why; or show one in full
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Plans of an open window stay sealed here, and press is only counted. From an IMAP mailbox or an mbox the \
                        list has only the messages that the ledger records: those of seats, and those of strangers who \
                        were answered."
)]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Number of a message in the list, to show it in full
    #[arg(value_parser = number::<usize>)]
    number: Option<usize>,
    /// List only messages received on or after this day (UTC), such as 2026-11-20
    #[arg(long, value_name = "DATE", value_parser = day)]
    since: Option<NaiveDate>,
    /// List all messages [default: the last 30]
    #[arg(long)]
    all: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let host = host();
    let campaign = Campaign::open(&host, &args.dir)?;
    let mut mails = inbox(&campaign)?;
    if let Some(number) = args.number {
        let count = mails.len();
        let mail = mails.into_iter().find(|mail| mail.number == number);
        let mail =
            mail.ok_or_else(|| misuse(format!("there is no message {number}; the inbox has {count}")))?;
        match args.json {
            true => say(serde_json::to_string_pretty(&mail)?),
            false if quiet => {}
            false => say(in_full(&campaign, &args.dir, &mail)?),
        }
        return Ok(Outcome::Done);
    }
    let count = mails.len();
    let first = args.since.map(|day| day.and_time(NaiveTime::MIN).and_utc());
    mails.retain(|mail| first.is_none_or(|first| mail.at.is_none_or(|at| at >= first)));
    if !args.all && args.since.is_none() {
        mails.drain(..mails.len().saturating_sub(USUAL));
    }
    if args.json {
        say(serde_json::to_string_pretty(&mails)?);
    } else if !quiet {
        list(&mails, &campaign.settings.gm.timezone);
        if let Some(mail) = mails.iter().rev().find(|mail| !mail.codes.is_empty()) {
            let (dir, number) = (typed_path(&args.dir), mail.number);
            say(format!("`ravenpost inbox {dir} {number}` shows message {number} in full, with its notes."));
        }
        match count - mails.len() {
            0 if count == 0 => say("No mail has arrived yet."),
            0 => {}
            1 => say("1 older message is not shown; --all lists it."),
            older => say(format!("{older} older messages are not shown; --all lists them.")),
        }
    }
    Ok(Outcome::Done)
}

fn list(mails: &[InboxMail], zone: &str) {
    let row = |mail: &InboxMail| {
        vec![
            mail.number.to_string(),
            mail.at.map(|at| at_of(at, zone)).unwrap_or_default(),
            mail.from.clone(),
            mail.seat.clone().unwrap_or_default(),
            result(mail),
            content(mail),
            mail.subject.chars().take(40).collect(),
        ]
    };
    if !mails.is_empty() {
        table(&["No", "Received", "From", "Seat", "Result", "Content", "Subject"], mails.iter().map(row));
    }
}

fn at_of(at: DateTime<Utc>, zone: &str) -> String {
    when(&at.to_rfc3339(), zone)
}

fn result(mail: &InboxMail) -> String {
    let result = match mail.class {
        Class::Seat if mail.used => "used",
        Class::Seat => "not used",
        Class::OtherAddress => "from another address",
        Class::WrongKey => "wrong key",
        Class::Stranger => "from a stranger",
        Class::Bounce => "our message bounced",
        Class::Reply => "automatic reply",
        Class::List => "from a mailing list",
        Class::Ours => "our own",
        Class::Automatic => "sent by a program",
        Class::Duplicate => "duplicate",
        Class::TooMany => "not read, too many",
        Class::Broken => "cannot be read",
        Class::Waiting => "waiting for the next tick",
    };
    let result = match &mail.ruled {
        Some(ruled) if ruled.accepted => format!("accepted for {} by ruling {}", ruled.seat, ruled.ruling),
        Some(ruled) => format!("plan refused by ruling {}", ruled.ruling),
        None => result.to_owned(),
    };
    match mail.codes.len() {
        0 => result,
        1 => format!("{result}, 1 note"),
        notes => format!("{result}, {notes} notes"),
    }
}

/// Returns what was understood in a message, in a word each; of a plan that is still sealed, nothing.
fn content(mail: &InboxMail) -> String {
    let Some(details) = &mail.details else { return String::new() };
    let mut words: Vec<&str> = Vec::new();
    for item in &details.understood {
        let text = |member: &str| item.what[member].as_str().unwrap_or_default();
        let word = match (item.game, text("item"), text("step")) {
            (true, ..) => "plan",
            (_, "resign", "asked") => "resignation, to be confirmed",
            (_, "resign", "withdrawn") => "resignation withdrawn",
            (_, "resign", _) => "resignation",
            (_, "absent", _) => "absence",
            (_, "ask", _) => "question",
            (_, "do", _) => "command",
            (_, "passed-on", _) => "letter to you",
            (_, "opening-kept", _) => "opening",
            (_, "chance" | "chance-opening", _) => "words of chance",
            (_, word @ ("final" | "vote" | "dispute" | "seal" | "opening" | "rehearsal"), _) => word,
            _ => continue,
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if details.press > 0 {
        words.push("press");
    }
    if mail.used && details.sealed.is_some() {
        words.push("any orders are sealed");
    }
    words.join(", ")
}

/// Describes one message as its receipt does.
fn in_full(campaign: &Campaign, dir: &Path, mail: &InboxMail) -> Result<String> {
    let rules = campaign.rules();
    let game = rules.referee.templates();
    let data = json!({
        "mail": mail, "details": mail.details, "templates": game, "zone": campaign.settings.gm.timezone,
        "dir": typed_path(dir),
    });
    let names = campaign.public_names()?;
    let text = campaign.writer().page(game, "mail/inbox.md", &names, &data)?;
    Ok(text.trim_end().to_owned())
}
