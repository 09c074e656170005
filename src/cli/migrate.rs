//! `ravenpost migrate --report`: shows which running campaigns the newest rules would change, and where.

use super::console::{Outcome, complain, describe, misuse, say};
use super::world::{campaigns_below, host};
use crate::campaign::{Change, Differs, Migration, Settings, migration};
use crate::games;
use anyhow::Result;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Report which running campaigns the newest rules would change, and where, without changing anything
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A campaign keeps the rules it started with; docs/versions.md explains your options. Exit code 1: at least \
                        one campaign would change."
)]
pub(super) struct Args {
    /// Folders of the campaigns
    dirs: Vec<PathBuf>,
    /// Folder whose subfolders are campaigns; reports on every one that has been started
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Report only and change nothing; required, as nothing else is possible yet
    #[arg(long, required = true)]
    report: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let mut dirs = args.dirs.clone();
    if let Some(root) = &args.root {
        dirs.extend(campaigns_below(root)?);
    }
    if dirs.is_empty() && args.root.is_none() {
        return Err(misuse(
            "no campaign is named. Hint: `ravenpost migrate --report DIR`, or `--root` with the folder that holds them all",
        ));
    }
    let newest = |settings: &Settings, own: crate::campaign::Own<'_>| {
        games::referee(&settings.game, settings.players, &settings.options, own)
    };
    let (mut worst, mut all) = (Outcome::Done, Vec::new());
    for dir in &dirs {
        match migration(&host(), dir, newest) {
            Ok(found) => {
                if found.change.is_some() {
                    worst = worst.max(Outcome::Attention);
                }
                match args.json {
                    true => all.push(json!({"dir": dir, "migration": found})),
                    false => show(dir, &found, quiet),
                }
            }
            Err(error) => {
                let error = anyhow::Error::from(error);
                worst = worst.max(Outcome::from(&error));
                match args.json {
                    true => all.push(json!({"dir": dir, "error": describe(&error)})),
                    false => complain(format!("{}: {}", dir.display(), describe(&error))),
                }
            }
        }
    }
    if args.json {
        say(serde_json::to_string_pretty(&all)?);
    } else if dirs.is_empty() && !quiet {
        say("no started campaign in the folders below --root");
    }
    Ok(worst)
}

fn show(dir: &Path, found: &Migration, quiet: bool) {
    let dir = dir.display();
    let Some(change) = &found.change else {
        if quiet {
            return;
        }
        match found.over {
            true => say(format!("{dir}: the game is over and stays as it was played.")),
            false if !found.begun => say(format!(
                "{dir}: the game has not begun, so nothing can be compared yet. It uses version {} of the rules of {}; the \
                 newest is {}.",
                found.rules, found.game, found.newest
            )),
            false => say(format!(
                "{dir}: nothing would change. It uses version {} of the rules of {}; the newest is {}. {} stages give the same \
                 position.",
                found.rules, found.game, found.newest, found.same
            )),
        }
        return;
    };
    say(format!("{dir}: WOULD CHANGE in {}, at entry {} of its ledger.", at(change), change.entry));
    say(format!(
        "  It uses version {} of the rules of {}; the newest is {}.",
        found.rules, found.game, found.newest
    ));
    found.news.iter().for_each(|news| say(format!("  New: {news}")));
    if !found.data.is_empty() {
        say(format!(
            "  These data files of the game have changed since the campaign started: {}",
            found.data.join(", ")
        ));
    }
    say(format!("  {} earlier stages give the same position.", found.same));
    if change.differs.is_empty() {
        say(format!("  Why: {}", change.why));
    }
    change.differs.iter().for_each(|what| say(format!("  {}", differs(what))));
}

fn at(change: &Change) -> String {
    match change.turn {
        0 => "the set-up".to_owned(),
        turn => format!("turn {turn}, {}", change.stage),
    }
}

fn differs(what: &Differs) -> String {
    match what {
        Differs::Position { at, is, would } => format!("{at}: {}, not {}", short(would), short(is)),
        Differs::Asked { seat, key } => format!("{seat} would be asked {key}, which it was not asked"),
        Differs::NotLegal { seat, key, answer } => {
            format!("{seat} could not answer {key} with {}", short(answer))
        }
        Differs::NotAsked { seat, key } => format!("{seat} would not be asked {key}"),
        Differs::AskedOtherwise { seat, key } => format!("{seat} would be asked {key} differently"),
    }
}

/// Writes a value as JSON of at most 60 characters.
fn short(value: &Value) -> String {
    let text = if value.is_null() { "nothing".to_owned() } else { value.to_string() };
    if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}
