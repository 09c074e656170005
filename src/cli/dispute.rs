//! `ravenpost dispute`: what is disputed, with its history, and the game master's word.

use super::console::{Outcome, misuse, say, table};
use super::typed::tell;
use super::world::{host, now};
use crate::campaign::explain::Question;
use crate::campaign::{self, Act, Campaign, Closing, Dispute, MailModels, writer_of};
use crate::post::one_line;
use crate::report::when;
use anyhow::{Result, anyhow};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// List what players dispute, show one with how its matter came about, or settle it with a word
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost dispute westeros-7                  all disputes, with how they stand\n  \
    ravenpost dispute westeros-7 1                all that was said, and the explanation of what it is about\n  \
    ravenpost dispute westeros-7 1 --say \"…\"      add a word; everybody is sent it\n  \
    ravenpost dispute westeros-7 1 --close \"…\"    settle it with a word; everybody is sent it\n\
    A ruling that names a dispute settles it too. Exit code 1: a dispute is open.")]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// The dispute's number; all are listed if left out
    number: Option<u64>,
    /// Add a word
    #[arg(long, value_name = "WORD", conflicts_with = "close")]
    say: Option<String>,
    /// Settle it with this last word
    #[arg(long, value_name = "WORD")]
    close: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let act = match (&args.say, &args.close) {
        (Some(says), _) => Some(Act::Say(says)),
        (None, Some(says)) => Some(Act::Close(says)),
        (None, None) => None,
    };
    match (args.number, act) {
        (None, Some(_)) => Err(misuse(
            "which dispute? Hint: `ravenpost dispute DIR` lists them; then `ravenpost dispute DIR 1 --close \"…\"`",
        )),
        (None, None) => list(args, quiet),
        (Some(number), None) => show(args, number, quiet),
        (Some(number), Some(act)) => {
            let host = host();
            let done = campaign::dispute(&host, &args.dir, now(args.now), number, act);
            tell((&host, &args.dir), act.command(number), done, |dispute| {
                if args.json {
                    say(serde_json::to_string_pretty(&dispute)?);
                } else if !quiet {
                    let did = if dispute.end.is_some() { "is settled" } else { "has your word" };
                    say(format!("Dispute {number} {did}. Everybody is told by the next tick."));
                }
                Ok(Outcome::Done)
            })
        }
    }
}

fn outcome<'a>(disputes: impl IntoIterator<Item = &'a Dispute>) -> Outcome {
    match disputes.into_iter().any(|dispute| dispute.end.is_none()) {
        true => Outcome::Attention,
        false => Outcome::Done,
    }
}

fn list(args: &Args, quiet: bool) -> Result<Outcome> {
    let campaign = Campaign::open(&host(), &args.dir)?;
    let disputes = &campaign.record.people.disputes;
    if args.json {
        say(serde_json::to_string_pretty(disputes)?);
    } else if quiet {
        list_open(disputes, &campaign.settings.gm.timezone);
    } else if disputes.is_empty() {
        say("Nothing is disputed.");
    } else {
        let row = |dispute: &Dispute| {
            let (number, turn) = (dispute.number.to_string(), dispute.turn.to_string());
            let (words, about) = (dispute.said.len().to_string(), short(&dispute.about));
            vec![number, dispute.seat.clone(), turn, standing(dispute), words, about]
        };
        table(&["No", "Seat", "Turn", "How it stands", "Words", "About"], disputes.iter().map(row));
    }
    Ok(outcome(disputes))
}

/// How a dispute stands, in some words.
fn standing(dispute: &Dispute) -> String {
    match dispute.end.as_ref().map(|end| &end.how) {
        None if dispute.waits => "open; the clock waits".to_owned(),
        None => "open".to_owned(),
        Some(Closing::Withdrawn) => "taken back".to_owned(),
        Some(Closing::Word { .. }) => "settled by a word".to_owned(),
        Some(Closing::Ruling { ruling }) => format!("settled by ruling {ruling}"),
    }
}

/// A line for each dispute.
pub(super) fn lines<'a>(disputes: impl Iterator<Item = &'a Dispute>, zone: &str) {
    for dispute in disputes {
        let (number, seat, turn) = (dispute.number, &dispute.seat, dispute.turn);
        let (since, how, about) =
            (when(&dispute.at.to_rfc3339(), zone), standing(dispute), short(&dispute.about));
        say(format!("dispute {number} of {seat} about turn {turn}, of {since} ({how}): {about}"));
    }
}

/// The beginning of a text, as one line.
pub(super) fn short(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// A line for each dispute that is open.
pub(super) fn list_open(disputes: &[Dispute], zone: &str) {
    for dispute in disputes.iter().filter(|dispute| dispute.end.is_none()) {
        let (number, seat, turn) = (dispute.number, &dispute.seat, dispute.turn);
        let waits = if dispute.waits { "; the clock waits" } else { "" };
        let since = when(&dispute.at.to_rfc3339(), zone);
        say(format!(
            "Dispute {number} of {seat}, turn {turn}, open since {since}{waits}: {}",
            short(&dispute.about)
        ));
    }
}

/// All that was said, and how what it is about came about.
fn show(args: &Args, number: u64, quiet: bool) -> Result<Outcome> {
    let host = host();
    let campaign = Campaign::open(&host, &args.dir)?;
    let dispute = campaign.record.people.dispute(number).ok_or_else(|| {
        let dir = args.dir.display();
        anyhow!("there is no dispute {number}. Hint: `ravenpost dispute {dir}` lists those that there are")
    })?;
    let rules = campaign.rules();
    let pending = rules.pending(&campaign.record).map_err(campaign::CampaignError::from)?;
    let letters = MailModels {
        settings: &campaign.settings,
        rules,
        secrets: &campaign.secrets,
        record: &campaign.record,
        now: &pending,
        stand_in: None,
        trim: campaign::Trim::Full,
    };
    let what = letters.subject_of(dispute);
    let question = Question { turn: dispute.turn, what: &what, reader: None };
    let explanation = campaign::explanation(&campaign, &question)?;
    if args.json {
        let all = json!({"dispute": dispute, "explanation": explanation});
        say(serde_json::to_string_pretty(&all)?);
        return Ok(outcome([dispute]));
    }
    if quiet {
        return Ok(outcome([dispute]));
    }
    let writer = writer_of(&host, &args.dir);
    let shown: Vec<_> = letters.disputes(false).into_iter().filter(|other| other.number == number).collect();
    let data = json!({"disputes": shown, "head": letters.head(campaign::record::GM)});
    let text =
        writer.page(campaign.referee.templates(), "mail/disputes.md", &letters.public_names(), &data)?;
    say(text.trim_end());
    say("");
    let written = writer.write(&explanation)?;
    say(written.mail.text.trim_end());
    Ok(outcome([dispute]))
}
