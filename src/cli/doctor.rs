//! `ravenpost doctor`: checks what a campaign's next ticks depend on.

use super::console::{Outcome, misuse, moment, say, table};
use super::world::{campaigns_below, host, now};
use crate::campaign::{self, Check};
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Check settings, mailboxes, clock, permissions, disk and ledger for problems, without reading or sending mail
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Lines marked LOOK need attention and say what to do. Exit code 1: there is at least one."
)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(required_unless_present = "root", conflicts_with = "root")]
    dir: Option<PathBuf>,
    /// Folder whose subfolders are campaigns; checks every one that has been started
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let (host, now) = (host(), now(args.now));
    let Some(root) = &args.root else {
        let Some(dir) = &args.dir else { return Err(misuse("no campaign is named")) };
        let checks = campaign::doctor(&host, dir, now);
        match args.json {
            true => say(serde_json::to_string_pretty(&checks)?),
            false => show(None, &checks, quiet),
        }
        return Ok(outcome_of(&checks));
    };
    let dirs = campaigns_below(root)?;
    let (mut worst, mut all) = (Outcome::Done, Vec::new());
    for (dir, copy) in dirs.iter().zip(campaign::copies(&host, &dirs)) {
        let checks = match copy {
            Some(why) => vec![Check { what: "copy", ok: false, words: why.to_string() }],
            None => campaign::doctor(&host, dir, now),
        };
        worst = worst.max(outcome_of(&checks));
        if !args.json {
            show(Some(format!("{}:", dir.display())), &checks, quiet);
        }
        all.push(serde_json::json!({"dir": dir, "checks": checks}));
    }
    if args.json {
        say(serde_json::to_string_pretty(&all)?);
    }
    Ok(worst)
}

fn outcome_of(checks: &[Check]) -> Outcome {
    if checks.iter().all(|check| check.ok) { Outcome::Done } else { Outcome::Attention }
}

/// Prints checks below `head`; with `quiet` only those that failed.
fn show(head: Option<String>, checks: &[Check], quiet: bool) {
    let shown = checks.iter().filter(|check| !quiet || !check.ok);
    let rows: Vec<_> = shown
        .map(|check| {
            let mark = if check.ok { "ok" } else { "LOOK" };
            vec![mark.to_owned(), check.what.to_owned(), check.words.clone()]
        })
        .collect();
    if !rows.is_empty() {
        head.iter().for_each(say);
        table(&["", "Check", "Result"], rows.into_iter());
    }
}
