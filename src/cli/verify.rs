//! `ravenpost verify` checks a campaign's ledger; `ravenpost doctor` checks what its next ticks depend on.

use super::colour::{Progress, Tone};
use super::console::{Outcome, say, table};
use super::world::{host, now};
use crate::campaign::{self, Against};
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Verify a campaign from its ledger alone: chain, seals, shuffles and every position
#[derive(clap::Args, Debug)]
#[command(
    after_help = "With --against, messages that you have kept are compared with the ledger: those that the campaign sent you, and your\nown. They show what a ledger alone cannot: a history that was made anew, an end that was cut off, a message that was\nacknowledged and dropped, a seal that was exchanged. Messages of several players can be given together.\n\nExit code 1: something does not agree."
)]
pub(super) struct VerifyArgs {
    /// Folder of the campaign, or an archive written by `ravenpost export`
    #[arg(value_name = "DIR|ARCHIVE")]
    dir: PathBuf,
    /// Compare with these messages: a Maildir, an mbox, a folder of .eml files, or one message; can be repeated
    #[arg(long, value_name = "MAILS", num_args = 1..)]
    against: Vec<PathBuf>,
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
    let mut host = host();
    let progress = Progress::begin(quiet || args.json);
    if progress.is_some() {
        host.progress = Progress::show;
    }
    let compared = match args.against.as_slice() {
        [] => None,
        // A chain that is broken is what the verification itself tells.
        mails => campaign::against(&host, &args.dir, mails)?.ok(),
    };
    let verified = verify_ledger(&host, args, quiet, compared.as_ref(), progress)?;
    let Some(compared) = compared else { return Ok(verified) };
    if !args.json {
        tell(args, &compared, quiet);
    }
    Ok(if compared.findings.is_empty() { verified } else { Outcome::Attention })
}

/// Prints what a comparison with messages has found.
fn tell(args: &VerifyArgs, compared: &Against, quiet: bool) {
    let dir = args.dir.display();
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
    quiet: bool,
    compared: Option<&Against>,
    progress: Option<Progress>,
) -> Result<Outcome> {
    let dir = args.dir.display();
    let verified = match campaign::is_archive(host, &args.dir) {
        true => campaign::verify_archive(host, &args.dir)?,
        false => campaign::verify(host, &args.dir)?,
    };
    drop(progress);
    match verified {
        Ok(right) if args.json => say(with(compared, json!({"holds": true, "verified": right})).to_string()),
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
            let failed = json!({"holds": false, "entry": mismatch.entry, "why": mismatch.why});
            say(with(compared, failed).to_string());
            return Ok(Outcome::Attention);
        }
        Err(mismatch) if mismatch.entry == 0 => {
            say(format!("{dir}: this archive has changed since it was made: {}", mismatch.why));
            return Ok(Outcome::Attention);
        }
        Err(mismatch) => {
            // In an archive of one file, other lines stand before those of the ledger.
            let line = match args.dir.is_dir() {
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
