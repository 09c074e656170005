//! `ravenpost seal`: seals a plan on the player's own machine.

use super::check::words;
use super::console::{Outcome, complain, say};
use super::plan_file::PlanFile;
use super::world::random;
use crate::disk::{Disk, RealDisk};
use crate::seal::{Binding, Opening};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Seal a plan on your own machine: print the lines to mail, and save the opening next to the plan
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The opening of plan.yaml is saved as plan.opening.json and, for pasting, as plan.opening.txt. Send one of \
                        them when you are asked to open, and not before; without the opening, a sealed plan does not count."
)]
pub(super) struct Args {
    /// Plan: a YAML file, a text as you would mail it, or a saved message (.eml)
    file: PathBuf,
    /// State file attached to your report, such as state-3.yaml [default: the newest state-*.yaml next to the plan]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Overwrite an opening saved earlier; the seal made from that one can then never be opened
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let plan_file = PlanFile::read(&args.file, args.state.as_deref())?;
    let Some(plan) = plan_file.plan.clone().filter(|_| !plan_file.is_bad()) else {
        complain(words(&plan_file, &args.file)?);
        bail!("this plan would not be accepted, so it was not sealed");
    };
    let text = |name: &str, what: &str| {
        plan_file.state[name].as_str().map(str::to_owned).with_context(|| {
            format!("the state file names no {what}: it came with a report that asked you for nothing")
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
            "{} exists already, and you may need it to open a seal you have sent. Hint: move it, or use --force",
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
        // Nobody else can see a sealed plan, so this is the only chance to show its warnings.
        if !plan_file.problems.is_empty() {
            complain(words(&plan_file, &args.file)?);
        }
        complain(format!(
            "mail the lines above, preferably as a reply to your report. Keep {} to yourself. When everyone has sealed, we ask you for it: attach it then (not before), or paste {} into your reply.",
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
