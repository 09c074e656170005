//! `ravenpost check`: a player's plan, checked offline.

use super::console::{Outcome, say};
use super::paper::Paper;
use crate::report::Writer;
use anyhow::Result;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check a plan offline, against the state that came with your last report
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The plan: a YAML file, a text as you would mail it, or a saved mail (.eml)
    file: PathBuf,
    /// The state attached to your report; the newest state-*.yaml beside the plan if left out
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Print what was understood and what is wrong as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let paper = Paper::read(&args.file, args.state.as_deref())?;
    let bad = paper.is_bad();
    if args.json {
        let value = json!({"good": !bad, "understood": paper.understood, "problems": paper.problems, "plan": paper.plan});
        say(serde_json::to_string_pretty(&value)?);
    } else if !quiet || bad {
        say(words(&paper, &args.file)?);
    }
    Ok(if bad { Outcome::Attention } else { Outcome::Done })
}

/// What was understood and what is wrong, as a receipt would say it.
pub(super) fn words(paper: &Paper, file: &Path) -> Result<String> {
    let game = paper.game.templates();
    let data = json!({
        "file": file,
        "templates": game,
        "good": !paper.is_bad(),
        "turn": paper.state["turn"],
        "understood": paper.understood,
        "problems": paper.problems,
    });
    let text = Writer::new(&|_| None).page(game, "mail/check.md", &paper.state["names"], &data)?;
    Ok(text.trim_end().to_owned())
}
