//! `ravenpost seal`: a player's plan is sealed on the player's own machine.

use super::check::words;
use super::console::{Outcome, complain, say};
use super::paper::Paper;
use super::world::random;
use crate::disk::{Disk, RealDisk};
use crate::seal::{Binding, Opening};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Seal a plan on your own machine: prints the mail to send, and keeps the opening beside the file
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The plan, as for `check`
    file: PathBuf,
    /// The state attached to your report; the newest state-*.yaml beside the plan if left out
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Replace an opening that lies there already: the seal made from it can then never be opened
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let paper = Paper::read(&args.file, args.state.as_deref())?;
    let Some(plan) = paper.plan.clone().filter(|_| !paper.is_bad()) else {
        complain(words(&paper, &args.file)?);
        bail!("this plan would not be taken, so it was not sealed");
    };
    let text = |name: &str, what: &str| {
        paper.state[name].as_str().map(str::to_owned).with_context(|| {
            format!("the state names no {what}: nothing was asked of you when it was mailed")
        })
    };
    let seat = text("seat", "seat")?;
    let binding =
        Binding { campaign: text("campaign", "campaign")?, seat, window: text("window", "window")? };
    let mut nonce = [0; 32];
    random(&mut nonce)?;
    let opening = Opening::new(&binding, plan, &nonce)?;
    let (json, armour) = (beside(&args.file, "opening.json"), beside(&args.file, "opening.txt"));
    if json.exists() && !args.force {
        bail!(
            "{} is there already: a seal you have mailed may hang on it. Hint: move it, or use --force",
            json.display()
        );
    }
    let disk = RealDisk::default();
    let keep = |path: &Path, text: &str| {
        disk.write(path, text.as_bytes(), 0o600).with_context(|| format!("cannot write {}", path.display()))
    };
    keep(&json, opening.json())?;
    keep(&armour, &opening.armour())?;
    say(format!(
        "campaign: {}\nseat: {}\nwindow: {}\nseal: {}\nfinal: yes",
        binding.campaign,
        binding.seat,
        binding.window,
        opening.seal()
    ));
    if !quiet {
        // Nobody but the player can see a sealed plan: what is to be said of it is said here or never.
        if !paper.problems.is_empty() {
            complain(words(&paper, &args.file)?);
        }
        complain(format!(
            "mail the lines above, best as a reply to your report. Keep {} to yourself: when all are bound you are asked for it. Attach it then, or paste {} into the mail.",
            json.display(),
            armour.display()
        ));
    }
    Ok(Outcome::Done)
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{end}"));
    file.with_file_name(name)
}
