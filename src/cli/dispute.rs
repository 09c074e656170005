//! `ravenpost dispute`: lists the disputes, shows one with its explanation, and adds a comment or closes it.

use super::acknowledgement::acknowledge;
use super::console::{Outcome, misuse, moment, number, say, table};
use super::world::{host, now};
use crate::campaign::explain::Question;
use crate::campaign::{self, Act, Campaign, Closing, Dispute, MailModels, typed_path, writer_of};
use crate::post::one_line;
use crate::report::when;
use anyhow::{Result, anyhow};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// List disputes, show one with its explanation, or close it with a final word
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost dispute westeros-7                  list all disputes and their status\n  \
    ravenpost dispute westeros-7 1                show the dispute, and explain the result\n  \
    ravenpost dispute westeros-7 1 --say \"…\"      add a comment; everyone is sent it\n  \
    ravenpost dispute westeros-7 1 --close \"…\"    close it with a final word; everyone is sent it\n\
    A ruling with `--dispute 1` closes it too. Exit code 1: a dispute that was shown is open.")]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Number of the dispute; without it, all are listed
    #[arg(value_parser = number::<u64>)]
    number: Option<u64>,
    /// Add a comment and leave the dispute open; at most 1000 characters
    #[arg(long, value_name = "TEXT", conflicts_with = "close")]
    say: Option<String>,
    /// Close the dispute with this final word; at most 1000 characters
    #[arg(long, value_name = "TEXT")]
    close: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let act = match (&args.say, &args.close) {
        (Some(says), _) => Some(Act::Say(says)),
        (None, Some(says)) => Some(Act::Close(says)),
        (None, None) => None,
    };
    match (args.number, act) {
        (_, Some(Act::Say(says) | Act::Close(says))) if says.trim().is_empty() => Err(misuse(
            "there is no text, and everyone would be sent it. Hint: `ravenpost dispute DIR 1 --close \"the result stands\"`",
        )),
        (None, Some(_)) => Err(misuse(
            "no dispute is named. Hint: `ravenpost dispute DIR` lists them; then `ravenpost dispute DIR 1 --close \"…\"`",
        )),
        (None, None) => list(args, quiet),
        (Some(number), None) => show(args, number, quiet),
        (Some(number), Some(act)) => {
            let host = host();
            let done = campaign::dispute(&host, &args.dir, now(args.now), number, act);
            acknowledge((&host, &args.dir), act.command(number), done, |dispute| {
                if args.json {
                    say(serde_json::to_string_pretty(&dispute)?);
                } else if !quiet {
                    let done = if dispute.end.is_some() { "is closed" } else { "has your comment" };
                    say(format!("Dispute {number} {done}. The next tick tells everyone."));
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
        say("There are no disputes.");
    } else {
        let row = |dispute: &Dispute| {
            let (number, turn) = (dispute.number.to_string(), dispute.turn.to_string());
            let (words, about) = (dispute.said.len().to_string(), short(&dispute.about));
            vec![number, dispute.seat.clone(), turn, standing(dispute), words, about]
        };
        table(&["No", "Seat", "Turn", "Status", "Comments", "About"], disputes.iter().map(row));
    }
    Ok(outcome(disputes))
}

/// Describes the status of a dispute in a few words.
fn standing(dispute: &Dispute) -> String {
    match dispute.end.as_ref().map(|end| &end.how) {
        None if dispute.waits => "open; the clock is stopped".to_owned(),
        None => "open".to_owned(),
        Some(Closing::Withdrawn) => "withdrawn".to_owned(),
        Some(Closing::Word { .. }) => "closed with a final word".to_owned(),
        Some(Closing::Ruling { ruling }) => format!("closed by ruling {ruling}"),
    }
}

/// Prints one line for each dispute.
pub(super) fn lines<'a>(disputes: impl Iterator<Item = &'a Dispute>, zone: &str) {
    for dispute in disputes {
        let (number, seat, turn) = (dispute.number, &dispute.seat, dispute.turn);
        let (since, how, about) =
            (when(&dispute.at.to_rfc3339(), zone), standing(dispute), short(&dispute.about));
        say(format!("dispute {number} by {seat} about turn {turn}, {since} ({how}): {about}"));
    }
}

/// Returns the first 60 characters of a text, as one line.
pub(super) fn short(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// Prints one line for each open dispute.
pub(super) fn list_open(disputes: &[Dispute], zone: &str) {
    for dispute in disputes.iter().filter(|dispute| dispute.end.is_none()) {
        let (number, seat, turn) = (dispute.number, &dispute.seat, dispute.turn);
        let waits = if dispute.waits { "; the clock is stopped" } else { "" };
        let since = when(&dispute.at.to_rfc3339(), zone);
        say(format!(
            "Dispute {number} by {seat}, turn {turn}, open since {since}{waits}: {}",
            short(&dispute.about)
        ));
    }
}

/// Shows everything said in a dispute, and the explanation of the disputed result.
fn show(args: &Args, number: u64, quiet: bool) -> Result<Outcome> {
    let host = host();
    let campaign = Campaign::open(&host, &args.dir)?;
    let dispute = campaign.record.people.dispute(number).ok_or_else(|| {
        let dir = typed_path(&args.dir);
        anyhow!("there is no dispute {number}. Hint: `ravenpost dispute {dir}` lists the disputes")
    })?;
    let rules = campaign.rules();
    let standstill = rules.pending(&campaign.record).map_err(campaign::CampaignError::from)?;
    let models = MailModels::of(&campaign, &standstill);
    let what = models.subject_of(dispute);
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
    let data =
        json!({"disputes": [models.whole_dispute(dispute)], "head": models.head(campaign::record::GM)});
    let text =
        writer.page(campaign.referee.templates(), "mail/disputes.md", &models.public_names(), &data)?;
    say(text.trim_end());
    say("");
    let written = writer.write(&explanation)?;
    say(written.mail.text.trim_end());
    Ok(outcome([dispute]))
}
