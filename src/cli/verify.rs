//! `ravenpost verify`: checks a campaign's ledger.

use super::colour::{Progress, Tone};
use super::console::{Outcome, complain, describe, misuse, say};
use super::world::{campaigns_below, host};
use crate::campaign::{self, Against};
use anyhow::Result;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Verify a campaign from its ledger alone: chain, seals, shuffles and every position
#[derive(clap::Args, Debug)]
#[command(
    after_help = "With --against, messages that you have kept are compared with the ledger: those that the campaign sent you, and your own. They show what a ledger alone cannot: a history that was made anew, an end that was cut off, a message that was acknowledged and dropped, a seal that was exchanged. Messages of several players can be given together.\n\nExit code 1: something does not agree."
)]
pub(super) struct VerifyArgs {
    /// Folder of the campaign, or an archive written by `ravenpost export`
    #[arg(value_name = "DIR|ARCHIVE", required_unless_present = "root", conflicts_with = "root")]
    dir: Option<PathBuf>,
    /// Folder whose subfolders are campaigns; verifies every one that has been started
    #[arg(long, value_name = "DIR", conflicts_with = "against")]
    root: Option<PathBuf>,
    /// Compare with these messages: a Maildir, an mbox, a folder of .eml files, or one message; can be repeated
    #[arg(long, value_name = "MAILS", num_args = 1..)]
    against: Vec<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn verify(args: &VerifyArgs, quiet: bool) -> Result<Outcome> {
    let Some(root) = &args.root else {
        let Some(dir) = &args.dir else { return Err(misuse("no campaign is named")) };
        return one(args, dir, quiet);
    };
    let mut worst = Outcome::Done;
    for dir in campaigns_below(root)? {
        worst = worst.max(one(args, &dir, quiet).unwrap_or_else(|error| {
            let why = describe(&error);
            match args.json {
                true => say(json!({"campaign": dir, "error": why}).to_string()),
                false => complain(format!("{}: {why}", dir.display())),
            }
            Outcome::from(&error)
        }));
    }
    Ok(worst)
}

/// Verifies a campaign or an archive, and compares it with messages.
fn one(args: &VerifyArgs, dir: &Path, quiet: bool) -> Result<Outcome> {
    if !dir.exists() {
        return Err(misuse(format!("there is no campaign and no archive at {}", dir.display())));
    }
    let mut host = host();
    let progress = Progress::begin(quiet || args.json);
    if progress.is_some() {
        host.progress = Progress::show;
    }
    let compared = match args.against.as_slice() {
        [] => None,
        // A chain that is broken is what the verification itself tells.
        mails => campaign::against(&host, dir, mails)?.ok(),
    };
    let verified = verify_ledger(&host, args, dir, quiet, compared.as_ref(), progress)?;
    let Some(compared) = compared else { return Ok(verified) };
    if !args.json {
        tell(dir, &compared, quiet);
    }
    Ok(if compared.findings.is_empty() { verified } else { Outcome::Attention })
}

/// Prints what a comparison with messages has found.
fn tell(dir: &Path, compared: &Against, quiet: bool) {
    let dir = dir.display();
    match compared.findings.as_slice() {
        [] if quiet => return,
        [] => say(format!("{dir}: the messages agree with the ledger.")),
        findings => {
            say(format!(
                "{dir}: the messages do not agree with the ledger. What was found: {}",
                findings.len()
            ));
        }
    }
    compared.findings.iter().for_each(|found| say(format!("- {}: {}", found.mail, found.why)));
    let rows = [
        (compared.ours, "messages of the campaign were read"),
        (compared.heads, "entries that they name have the same hash in the ledger"),
        (compared.receipts, "signed receipts agree with the ledger"),
        (compared.own, "messages to the campaign are in the ledger"),
        (compared.foreign, "messages of other campaigns were skipped"),
        (compared.strangers, "other messages were skipped"),
    ];
    rows.iter().for_each(|(n, what)| say(format!("  {n:5} {what}")));
    compared.notes.iter().for_each(|note| say(format!("  note: {note}")));
}

/// Verifies the ledger by itself, and prints the result; as JSON with that of the comparison.
fn verify_ledger(
    host: &campaign::Host,
    args: &VerifyArgs,
    path: &Path,
    quiet: bool,
    compared: Option<&Against>,
    progress: Option<Progress>,
) -> Result<Outcome> {
    let dir = path.display();
    // Of several campaigns each line says which it is of.
    let printed = |result: Value| {
        let mut result = with(compared, result);
        if args.root.is_some() {
            result["campaign"] = json!(path);
        }
        say(result.to_string());
    };
    let verified = match campaign::is_archive(host, path) {
        true => campaign::verify_archive(host, path)?,
        false => campaign::verify(host, path)?,
    };
    drop(progress);
    match verified {
        Ok(right) if args.json => printed(json!({"holds": true, "verified": right})),
        Ok(right) if !quiet => {
            say(format!("{dir}: {}", Tone::Good.out("verified.")));
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
            printed(json!({"holds": false, "entry": mismatch.entry, "why": mismatch.why}));
            return Ok(Outcome::Attention);
        }
        Err(mismatch) if mismatch.entry == 0 => {
            say(format!("{dir}: this is not an archive as it was made: {}", mismatch.why));
            return Ok(Outcome::Attention);
        }
        Err(mismatch) => {
            // In an archive of one file, other lines stand before those of the ledger.
            let line = match path.is_dir() {
                true => format!(" (line {} of ledger.jsonl)", mismatch.entry),
                false => String::new(),
            };
            say(format!(
                "{dir}: {} The first mismatch is entry {}{line}: {}",
                Tone::Bad.out("verification failed."),
                mismatch.entry,
                mismatch.why
            ));
            return Ok(Outcome::Attention);
        }
    }
    Ok(Outcome::Done)
}

/// Adds the result of a comparison to that of a verification, if there was one.
fn with(compared: Option<&Against>, mut result: Value) -> Value {
    if let Some(compared) = compared {
        result["against"] = json!(compared);
    }
    result
}
