//! `ravenpost verify` checks a campaign's ledger; `ravenpost doctor` checks what its next ticks depend on.

use super::console::{Outcome, say, table};
use super::world::{host, now};
use crate::campaign;
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Verify a campaign from its ledger alone: chain, seals, shuffles and every position
#[derive(clap::Args, Debug)]
pub(super) struct VerifyArgs {
    /// Folder of the campaign, or an archive written by `ravenpost export`
    #[arg(value_name = "DIR|ARCHIVE")]
    dir: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Check settings, mailboxes, clock, permissions, disk and ledger for problems, without reading or sending mail
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Lines marked LOOK need attention and say what to do. Exit code 1: there is at least one."
)]
pub(super) struct DoctorArgs {
    /// Folder of the campaign
    dir: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn verify(args: &VerifyArgs, quiet: bool) -> Result<Outcome> {
    let dir = args.dir.display();
    let host = host();
    let verified = match campaign::is_archive(&host, &args.dir) {
        true => campaign::verify_archive(&host, &args.dir)?,
        false => campaign::verify(&host, &args.dir)?,
    };
    match verified {
        Ok(right) if args.json => say(json!({"holds": true, "verified": right}).to_string()),
        Ok(right) if !quiet => {
            say(format!("{dir}: verified."));
            let rows = [
                (right.entries, "entries, each chained to the one before"),
                (right.seals, "opened plans that match their seals"),
                (right.answers, "answers that follow from plans, rulings and defaults"),
                (right.stages, "stages that give the same position when replayed"),
                (right.shuffles, "shuffles that give the same order when repeated"),
            ];
            rows.iter().for_each(|(n, what)| say(format!("  {n:5} {what}")));
            right.unchecked.iter().for_each(|what| say(format!("  not checked: {what}")));
            say(format!("The hash of the last entry, to compare with other copies:\n  {}", right.head));
        }
        Ok(_) => {}
        Err(mismatch) if args.json => {
            say(json!({"holds": false, "entry": mismatch.entry, "why": mismatch.why}).to_string());
            return Ok(Outcome::Attention);
        }
        Err(mismatch) if mismatch.entry == 0 => {
            say(format!("{dir}: this archive has changed since it was made: {}", mismatch.why));
            return Ok(Outcome::Attention);
        }
        Err(mismatch) => {
            say(format!(
                "{dir}: verification failed. The first mismatch is entry {} (line {} of ledger.jsonl): {}",
                mismatch.entry, mismatch.entry, mismatch.why
            ));
            return Ok(Outcome::Attention);
        }
    }
    Ok(Outcome::Done)
}

pub(super) fn doctor(args: &DoctorArgs, quiet: bool) -> Result<Outcome> {
    let checks = campaign::doctor(&host(), &args.dir, now(args.now));
    let has_problem = checks.iter().any(|check| !check.ok);
    if args.json {
        say(serde_json::to_string_pretty(&checks)?);
    } else {
        let shown = checks.iter().filter(|check| !quiet || !check.ok);
        let rows: Vec<_> = shown
            .map(|check| {
                vec![
                    (if check.ok { "ok" } else { "LOOK" }).to_owned(),
                    check.what.to_owned(),
                    check.words.clone(),
                ]
            })
            .collect();
        if !rows.is_empty() {
            table(&["", "Check", "Result"], rows.into_iter());
        }
    }
    Ok(if has_problem { Outcome::Attention } else { Outcome::Done })
}
