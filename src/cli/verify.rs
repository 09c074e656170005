//! `ravenpost verify` and `doctor`: whether a campaign's record holds, and whether its next night will be quiet.

use super::console::{Outcome, say, table};
use super::world::{host, now};
use crate::campaign;
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Re-derive a campaign from its ledger: chain, seals, shuffles, every position
#[derive(clap::Args, Debug)]
pub(super) struct VerifyArgs {
    /// The campaign's folder, or an archive that `ravenpost export` has written
    #[arg(value_name = "DIR|ARCHIVE")]
    dir: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Look at mailboxes, clock, permissions and disk: what will go wrong tonight
#[derive(clap::Args, Debug)]
pub(super) struct DoctorArgs {
    /// The campaign's folder
    dir: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// For rehearsals: take this for the time
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
            say(format!("{dir}: everything follows."));
            let rows = [
                (right.entries, "entries, each bound to the one before"),
                (right.seals, "opened plans that match their seals"),
                (right.answers, "answers that those plans really give"),
                (right.stages, "stages that come to the same position when played again"),
                (right.shuffles, "shuffles that come to the same order when drawn again"),
            ];
            rows.iter().for_each(|(n, what)| say(format!("  {n:5} {what}")));
            right.unchecked.iter().for_each(|what| say(format!("  not checked: {what}")));
            say(format!("The last entry's hash, to compare with what others have:\n  {}", right.head));
        }
        Ok(_) => {}
        Err(flaw) if args.json => {
            say(json!({"holds": false, "entry": flaw.entry, "why": flaw.why}).to_string());
            return Ok(Outcome::Attention);
        }
        Err(flaw) if flaw.entry == 0 => {
            say(format!("{dir}: this archive is not as it was made: {}", flaw.why));
            return Ok(Outcome::Attention);
        }
        Err(flaw) => {
            say(format!(
                "{dir}: entry {} (line {} of ledger.jsonl) is the first that does not follow: {}",
                flaw.entry, flaw.entry, flaw.why
            ));
            return Ok(Outcome::Attention);
        }
    }
    Ok(Outcome::Done)
}

pub(super) fn doctor(args: &DoctorArgs, quiet: bool) -> Result<Outcome> {
    let checks = campaign::doctor(&host(), &args.dir, now(args.now));
    let sick = checks.iter().any(|check| !check.ok);
    if args.json {
        say(serde_json::to_string_pretty(&checks)?);
    } else {
        let shown = checks.iter().filter(|check| !quiet || !check.ok);
        let rows: Vec<_> = shown
            .map(|check| {
                vec![
                    (if check.ok { "well" } else { "LOOK" }).to_owned(),
                    check.what.to_owned(),
                    check.words.clone(),
                ]
            })
            .collect();
        if !rows.is_empty() {
            table(&["", "What", "How it is"], rows.into_iter());
        }
    }
    Ok(if sick { Outcome::Attention } else { Outcome::Done })
}
