//! `ravenpost inbox`: each mail that came, what became of it and why.

use super::console::{Outcome, misuse, say, table};
use super::world::host;
use crate::campaign::{Campaign, Class, InboxMail, inbox};
use crate::report::when;
use anyhow::Result;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Mails that are listed if nothing else is said.
const USUAL: usize = 30;

/// List the mails that came, what became of each and why; or show one in full
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Plans of a window that is open stay sealed here, and press is only counted. For mails in an IMAP mailbox \
                        or an mbox only those are listed that the ledger tells of: those of seats, and of strangers that \
                        were answered."
)]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// The number of a mail in the list, to show it in full
    number: Option<usize>,
    /// Only mails received from this day on (UTC), such as 2026-11-20
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,
    /// All mails, not just the last thirty
    #[arg(long)]
    all: bool,
    /// Print it as JSON
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
        let mail = mail.ok_or_else(|| misuse(format!("there is no mail {number}; the inbox has {count}")))?;
        match args.json {
            true => say(serde_json::to_string_pretty(&mail)?),
            false if quiet => {}
            false => say(in_full(&campaign, &mail, &host)?),
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
        match count - mails.len() {
            0 if count == 0 => say("No mail has come yet."),
            0 => {}
            1 => say("One more is not shown: --all shows it."),
            older => say(format!("{older} more are not shown: --all shows them.")),
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
            became(mail),
            mail.subject.chars().take(40).collect(),
        ]
    };
    if !mails.is_empty() {
        table(&["No", "Received", "From", "Seat", "What became of it", "Subject"], mails.iter().map(row));
    }
}

fn at_of(at: DateTime<Utc>, zone: &str) -> String {
    when(&at.to_rfc3339(), zone)
}

fn became(mail: &InboxMail) -> String {
    let said = match mail.class {
        Class::Seat if mail.used && mail.codes.is_empty() => "used",
        Class::Seat if mail.used => "used, with remarks",
        Class::Seat => "not used",
        Class::OtherAddress => "from another address",
        Class::WrongKey => "wrong key",
        Class::Stranger => "of a stranger",
        Class::Bounce => "a mail of ours came back",
        Class::Reply => "an automatic answer",
        Class::List => "of a list",
        Class::Ours => "our own",
        Class::Automatic => "made by a program",
        Class::Duplicate => "a copy",
        Class::Broken => "cannot be read",
        Class::Waiting => "waits for the next tick",
    };
    match mail.codes.as_slice() {
        [] => said.to_owned(),
        codes => format!("{said}: {}", codes.join(", ")),
    }
}

/// One mail as its receipt tells of it.
fn in_full(campaign: &Campaign, mail: &InboxMail, _host: &crate::campaign::Host) -> Result<String> {
    let rules = campaign.rules();
    let game = rules.referee.templates();
    let data = json!({
        "mail": mail, "details": mail.details, "templates": game, "zone": campaign.settings.gm.timezone,
    });
    let names = campaign.public_names()?;
    let text = campaign.writer().page(game, "mail/inbox.md", &names, &data)?;
    Ok(text.trim_end().to_owned())
}
