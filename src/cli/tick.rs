//! `ravenpost tick`: one pass over campaigns; what cron runs.

use super::console::{Outcome, complain, misuse, say, words};
use super::told::{all_is_well, is_news};
use super::world::{campaigns_below, host, now};
use crate::campaign::{self, CampaignError, Ticked};
use anyhow::{Context, Error, Result};
use chrono::{DateTime, Utc};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Collect mail, file it, resolve all that can be, send: one pass, for cron
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folders of campaigns
    dirs: Vec<PathBuf>,
    /// All campaigns in the folders below this one
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Take one mail from this file, or from standard input if it is `-` (for procmail, sieve and aliases), before what
    /// lies in the mailbox
    #[arg(long, value_name = "FILE")]
    mail: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let mut dirs = args.dirs.clone();
    if let Some(root) = &args.root {
        dirs.extend(campaigns_below(root)?);
    }
    if dirs.is_empty() {
        match &args.root {
            Some(root) if !quiet => say(format!("no campaign in the folders below {}", root.display())),
            Some(_) => {}
            None => {
                return Err(misuse(
                    "which campaign? Hint: `ravenpost tick DIR`, or `--root` with the folder above them all",
                ));
            }
        }
        return Ok(Outcome::Done);
    }
    let (host, now) = (host(), now(args.now));
    if let Some(file) = &args.mail {
        let [dir] = dirs.as_slice() else { return Err(misuse("--mail goes with exactly one campaign")) };
        let raw = mail(file)?;
        let result = campaign::tick_mail(&host, dir, now, &raw);
        return Ok(show(args, dir, now, result.map_err(Error::from), quiet));
    }
    let mut worst = Outcome::Done;
    for (dir, result) in campaign::tick_many(&host, &dirs, now) {
        worst = worst.max(show(args, dir, now, result.map_err(Error::from), quiet));
    }
    Ok(worst)
}

/// One mail, from a file or from standard input.
fn mail(file: &Path) -> Result<Vec<u8>> {
    // A little more than the largest mail there may be: the campaign says that it is too large.
    let most = crate::post::LARGEST as u64 + 64 * 1024;
    let mut raw = Vec::new();
    if file == Path::new("-") {
        io::stdin().take(most).read_to_end(&mut raw).context("cannot read a mail from standard input")?;
    } else {
        let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
        opened.take(most).read_to_end(&mut raw).with_context(|| format!("cannot read {}", file.display()))?;
    }
    Ok(raw)
}

fn show(args: &Args, dir: &Path, now: DateTime<Utc>, result: Result<Ticked>, quiet: bool) -> Outcome {
    if !args.json {
        return report_at(dir, now, result, quiet);
    }
    let (value, outcome) = match &result {
        Ok(ticked) => (serde_json::to_value(ticked).unwrap_or_default(), outcome_of(ticked)),
        Err(error) => (serde_json::json!({"error": words(error)}), refusal(error)),
    };
    say(serde_json::json!({"campaign": dir, "result": value}).to_string());
    outcome
}

fn outcome_of(ticked: &Ticked) -> Outcome {
    if ticked.attention.is_empty() { Outcome::Done } else { Outcome::Attention }
}

/// A campaign that another tick is at work on is no trouble: that tick does the work.
fn refusal(error: &Error) -> Outcome {
    match error.downcast_ref::<CampaignError>() {
        Some(CampaignError::Lock(_)) => Outcome::Done,
        _ => Outcome::from(error),
    }
}

/// Tells what a tick has done: one line a campaign, and one for each thing the game master should look at. With
/// `quiet` only those.
pub(super) fn report(dir: &Path, result: Result<Ticked>, quiet: bool) -> Outcome {
    report_at(dir, Utc::now(), result, quiet)
}

/// The same at some time: with `quiet`, trouble that lasts is told once a day. The exit code tells of it all the while.
fn report_at(dir: &Path, now: DateTime<Utc>, result: Result<Ticked>, quiet: bool) -> Outcome {
    match result {
        Ok(ticked) => {
            all_is_well(dir);
            if !quiet {
                say(format!("{}: {}", dir.display(), line(&ticked)));
            }
            for what in &ticked.attention {
                say(format!("{}: LOOK: {what}", dir.display()));
            }
            outcome_of(&ticked)
        }
        Err(error) => {
            let outcome = refusal(&error);
            let said = words(&error);
            let is_told = !quiet || (outcome != Outcome::Done && is_news(dir, &said, now));
            if is_told {
                complain(format!("{}: {said}", dir.display()));
            }
            outcome
        }
    }
}

fn line(ticked: &Ticked) -> String {
    let mut parts = Vec::new();
    let mut count = |n: usize, one: &str, many: &str| {
        if n > 0 {
            parts.push(format!("{n} {}", if n == 1 { one } else { many }));
        }
    };
    count(ticked.used, "mail taken", "mails taken");
    count(ticked.refused, "mail refused", "mails refused");
    count(ticked.copies, "copy of a mail", "copies of mails");
    count(ticked.other, "other mail", "other mails");
    count(ticked.stages, "stage resolved", "stages resolved");
    count(ticked.sent, "mail sent", "mails sent");
    count(ticked.waiting, "mail waits to be sent", "mails wait to be sent");
    if ticked.over {
        parts.push("the game is over".to_owned());
    }
    if parts.is_empty() { "nothing to do".to_owned() } else { parts.join(", ") }
}
