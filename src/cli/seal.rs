//! `ravenpost seal`: seals a plan, or words of chance, on the player's own machine.

use super::check::words;
use super::console::{Outcome, complain, misuse, say};
use super::plan_file::PlanFile;
use super::world::random;
use crate::campaign::chance_words::{MOST_WORDS, words_of, words_plan};
use crate::campaign::record::CHANCE;
use crate::disk::{Disk, RealDisk};
use crate::post::one_line;
use crate::seal::{Binding, Opening};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Seal a plan (or words of chance) on your own machine: print the lines to mail, and save the opening next to the plan
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The opening of plan.yaml is saved as plan.opening.json and, for pasting, as plan.opening.txt. Send one of \
                        them when you are asked to open, and not before; without the opening, a sealed plan does not count.\n\n\
                        Before the game begins you can seal your words of chance:\n  \
                        ravenpost seal --words \"winter is coming\" --campaign westeros-7 --seat stark"
)]
pub(super) struct Args {
    /// Plan: a YAML file, a text as you would mail it, or a saved message (.eml)
    #[arg(required_unless_present = "words")]
    file: Option<PathBuf>,
    /// Seal these words of chance instead of a plan; the opening is saved in this folder as words-SEAT.opening.json
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "state"], requires_all = ["campaign", "seat"])]
    words: Option<String>,
    /// With --words: the campaign, as in the subject of its messages
    #[arg(long, value_name = "ID", requires = "words")]
    campaign: Option<String>,
    /// With --words: your seat's id, as in the sheet of the welcome message
    #[arg(long, value_name = "SEAT", requires = "words")]
    seat: Option<String>,
    /// State file attached to your report, such as state-3.yaml [default: the newest state-*.yaml next to the plan]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Overwrite an opening saved earlier; the seal made from that one can then never be opened
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    if let (Some(words), Some(campaign), Some(seat)) = (&args.words, &args.campaign, &args.seat) {
        let plan = words_plan(&one_line(words));
        if words_of(&plan).is_none() {
            return Err(misuse(format!(
                "words of chance are a line of at most {MOST_WORDS} characters, without a key"
            )));
        }
        let binding = Binding { campaign: campaign.clone(), seat: seat.clone(), window: CHANCE.to_owned() };
        let files =
            keep(&Path::new(&format!("words-{seat}")).with_extension("yaml"), &binding, plan, args.force)?;
        if !quiet {
            complain(format!(
                "mail the lines above. Keep {} to yourself. When nobody can change any words, we ask you for it: attach it then (not before), or paste {} into your reply.",
                files.json.display(),
                files.armour.display()
            ));
        }
        return Ok(Outcome::Done);
    }
    let Some(file) = &args.file else { return Err(misuse("name the file of your plan".to_owned())) };
    let plan_file = PlanFile::read(file, args.state.as_deref())?;
    let Some(plan) = plan_file.plan.clone().filter(|_| !plan_file.is_bad()) else {
        complain(words(&plan_file, file)?);
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
    // The program would not accept the seal, and the player would find out in the receipt.
    match plan_file.state["secrecy"].as_str() {
        Some("deposit") => bail!(
            "this campaign accepts only plans, not seals, so the plan was not sealed. Hint: mail the plan itself; it is sealed on arrival"
        ),
        Some("open") => bail!(
            "what this window asks is not secret, so there is nothing to seal. Hint: mail the plan itself"
        ),
        _ => {}
    }
    let files = keep(file, &binding, plan, args.force)?;
    if !quiet {
        // Nobody else can see a sealed plan, so this is the only chance to show its warnings.
        if !plan_file.problems.is_empty() {
            complain(words(&plan_file, file)?);
        }
        complain(format!(
            "mail the lines above, preferably as a reply to your report. Keep {} to yourself. When everyone has sealed, we ask you for it: attach it then (not before), or paste {} into your reply.",
            files.json.display(),
            files.armour.display()
        ));
    }
    Ok(Outcome::Done)
}

/// The two files of an opening: as JSON to attach, and as text to paste.
struct Kept {
    json: PathBuf,
    armour: PathBuf,
}

/// Seals a plan, saves its opening next to `file`, and prints the lines to mail.
///
/// # Errors
/// If an opening is there already and `force` is not set, or if it cannot be made or written.
fn keep(file: &Path, binding: &Binding, plan: Value, force: bool) -> Result<Kept> {
    let mut nonce = [0; 32];
    random(&mut nonce)?;
    let opening = Opening::new(binding, plan, &nonce)?;
    let (json, armour) = (beside(file, "opening.json"), beside(file, "opening.txt"));
    if json.exists() && !force {
        bail!(
            "{} exists already, and you may need it to open a seal you have sent. Hint: move it, or use --force",
            json.display()
        );
    }
    let disk = RealDisk::default();
    let write = |path: &Path, text: &str| {
        disk.write(path, text.as_bytes(), 0o600).with_context(|| format!("cannot write {}", path.display()))
    };
    write(&json, opening.json())?;
    write(&armour, &opening.armour())?;
    let last = if binding.window == CHANCE { "" } else { "\nfinal: yes" };
    say(format!(
        "campaign: {}\nseat: {}\nwindow: {}\nseal: {}{last}",
        binding.campaign,
        binding.seat,
        binding.window,
        opening.seal()
    ));
    Ok(Kept { json, armour })
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{end}"));
    file.with_file_name(name)
}
