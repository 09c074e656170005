//! `ravenpost tick`: one pass over one or more campaigns, as cron runs it.

use super::colour::Tone;
use super::console::{Outcome, complain, describe, misuse, moment, say};
use super::last_problem::{forget, news};
use super::world::{campaigns_below, distinct, host, now};
use crate::campaign::{self, CampaignError, Ticked};
use crate::ledger::LockError;
use anyhow::{Context, Error, Result};
use chrono::{DateTime, Utc};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Run one pass (for cron): collect and file mail, resolve what is ready, send what is due
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost tick westeros-7\n  \
    ravenpost tick -q --root ~/campaigns       all campaigns in a folder, as cron runs it\n  \
    ravenpost tick -q westeros-7 --mail -      with a message from procmail, Sieve or an alias")]
pub(super) struct Args {
    /// Folders of the campaigns
    dirs: Vec<PathBuf>,
    /// Folder whose subfolders are campaigns; ticks every one that has been started
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// File with one message to read before those in the mailbox, or `-` for standard input; for a single campaign
    #[arg(long, value_name = "FILE")]
    mail: Option<PathBuf>,
    /// Print the result as JSON, one line for each campaign
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let mut dirs = args.dirs.clone();
    if let Some(root) = &args.root {
        dirs.extend(campaigns_below(root)?);
    }
    dirs = distinct(dirs);
    if dirs.is_empty() {
        match &args.root {
            Some(root) if !quiet => {
                say(format!("no started campaign in the folders below {}", root.display()))
            }
            Some(_) => {}
            None => {
                return Err(misuse(
                    "no campaign is named. Hint: `ravenpost tick DIR`, or `--root` with the folder that holds them all",
                ));
            }
        }
        return Ok(Outcome::Done);
    }
    let (host, now) = (host(), now(args.now));
    if let Some(file) = &args.mail {
        let [dir] = dirs.as_slice() else { return Err(misuse("--mail works with exactly one campaign")) };
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

/// Reads one message from a file or from standard input.
fn mail(file: &Path) -> Result<Vec<u8>> {
    // A little more than the largest message allowed, so that the campaign itself can refuse it as too large.
    let most = crate::post::LARGEST as u64 + 64 * 1024;
    let mut raw = Vec::new();
    if file == Path::new("-") {
        io::stdin().take(most).read_to_end(&mut raw).context("cannot read a message from standard input")?;
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
        Err(error) => (serde_json::json!({"error": describe(error)}), refusal(error)),
    };
    say(serde_json::json!({"campaign": dir, "result": value}).to_string());
    outcome
}

fn outcome_of(ticked: &Ticked) -> Outcome {
    if ticked.attention.is_empty() { Outcome::Done } else { Outcome::Attention }
}

/// Returns the outcome of a failed tick. A lock that another tick holds is not an error, since that tick does the work; one
/// that cannot be opened is, because then no tick does.
fn refusal(error: &Error) -> Outcome {
    match error.downcast_ref::<CampaignError>() {
        Some(CampaignError::Lock(LockError::Held { .. })) => Outcome::Done,
        _ => Outcome::from(error),
    }
}

/// Prints what a tick did: one line for the campaign, and one for each thing that needs attention. With `quiet` prints
/// only the latter.
pub(super) fn report(dir: &Path, result: Result<Ticked>, quiet: bool) -> Outcome {
    report_at(dir, Utc::now(), result, quiet)
}

/// Prints like [`report`], at a given time. With `quiet` a problem that lasts is printed once a day; the exit code
/// shows it every time.
fn report_at(dir: &Path, now: DateTime<Utc>, result: Result<Ticked>, quiet: bool) -> Outcome {
    match result {
        Ok(ticked) => {
            if !quiet {
                say(format!("{}: {}", dir.display(), line(&ticked)));
            }
            let shown = match ticked.attention.as_slice() {
                [] => {
                    forget(dir);
                    Vec::new()
                }
                all if quiet => news(dir, all, now),
                all => vec![true; all.len()],
            };
            for (what, _) in ticked.attention.iter().zip(shown).filter(|(_, shown)| *shown) {
                say(format!("{}: {}: {what}", dir.display(), Tone::Warning.out("LOOK")));
            }
            outcome_of(&ticked)
        }
        Err(error) => {
            let outcome = refusal(&error);
            let problem = describe(&error);
            // A time or a count in it makes no new problem.
            let words = || problem.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
            if !quiet || (outcome != Outcome::Done && news(dir, &[words()], now) == [true]) {
                complain(format!("{}: {problem}", dir.display()));
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
    count(ticked.used, "message used", "messages used");
    count(ticked.refused, "message refused", "messages refused");
    count(ticked.copies, "duplicate message", "duplicate messages");
    count(ticked.over_limit, "message over the limit", "messages over the limit");
    count(ticked.other, "other message", "other messages");
    count(ticked.stages, "stage resolved", "stages resolved");
    count(ticked.sent, "message sent", "messages sent");
    count(ticked.waiting, "message waiting to be sent", "messages waiting to be sent");
    if ticked.over {
        parts.push("the game is over".to_owned());
    }
    if parts.is_empty() { "nothing to do".to_owned() } else { parts.join(", ") }
}
