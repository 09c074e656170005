//! `ravenpost check`: checks a player's plan offline.

use super::console::{Outcome, say};
use super::plan_file::PlanFile;
use crate::report::Writer;
use anyhow::Result;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check a plan offline, against the state file of your last report
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit code 1: the plan, or part of it, would not be accepted, or the file has no orders."
)]
pub(super) struct Args {
    /// Plan: a YAML file, a text as you would mail it, or a saved message (.eml)
    file: PathBuf,
    /// State file attached to your report, such as state-3.yaml [default: the newest state-*.yaml next to the plan]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Read the file as a letter that you would send, even if it has a plan: free lines count too, and each line is listed with
    /// how it was taken
    #[arg(long)]
    text: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let read = if args.text { PlanFile::read_letter } else { PlanFile::read };
    let plan_file = read(&args.file, args.state.as_deref())?;
    let bad = plan_file.is_bad() || plan_file.is_mere_talk();
    if args.json {
        let value = json!({"good": !bad, "understood": plan_file.understood, "problems": plan_file.problems, "plan": plan_file.plan,
            "lines": plan_file.lines, "ignored": plan_file.ignored});
        say(serde_json::to_string_pretty(&value)?);
    } else if !quiet || bad {
        say(words(&plan_file, &args.file)?);
    }
    Ok(if bad { Outcome::Attention } else { Outcome::Done })
}

/// Describes what was understood and what is wrong, as a receipt would.
pub(super) fn words(plan_file: &PlanFile, file: &Path) -> Result<String> {
    let game = plan_file.game.templates();
    let data = json!({
        "file": file,
        "templates": game,
        "good": !plan_file.is_bad(),
        "some": plan_file.plan.is_some() || !plan_file.understood.is_empty(),
        "talk": !plan_file.lines.is_empty() && plan_file.is_mere_talk(),
        "lines": plan_file.lines,
        "ignored": plan_file.ignored,
        "turn": plan_file.state["turn"],
        "understood": plan_file.understood,
        "problems": plan_file.problems,
    });
    let text = Writer::new(&|_| None).page(game, "mail/check.md", &plan_file.state["names"], &data)?;
    Ok(text.trim_end().to_owned())
}
