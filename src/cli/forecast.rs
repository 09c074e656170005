//! `ravenpost forecast`: what a plan would come to, offline.

use super::check::words;
use super::console::{Outcome, say};
use super::paper::Paper;
use crate::campaign::{Start, forecast};
use crate::report::Writer;
use anyhow::{Result, bail};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Tell what a plan would come to if nobody else did anything, offline, from the state that came with your last report
#[derive(clap::Args, Debug)]
#[command(
    after_help = "It is no promise: the others will do something. Nothing leaves your machine. `ask: forecast` beside a \
                        plan in a mail does the same."
)]
pub(super) struct Args {
    /// The plan: a YAML file, a text as you would mail it, or a saved mail (.eml)
    file: PathBuf,
    /// The state attached to your report; the newest state-*.yaml beside the plan if left out
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let paper = Paper::read(&args.file, args.state.as_deref())?;
    let Some(plan) = paper.plan.clone().filter(|_| !paper.is_bad()) else {
        say(words(&paper, &args.file)?);
        return Ok(Outcome::Attention);
    };
    let none = BTreeMap::new();
    let start = Start {
        referee: &*paper.game,
        position: paper.position()?,
        seat: paper.seat,
        plans: vec![plan],
        recorded: &none,
        happened: Vec::new(),
        open: paper.asked().into_iter().map(|open| open.key).collect(),
        first: true,
    };
    let Some(made) = forecast(start)? else {
        bail!(
            "this state is from the middle of a stage, and what is needed to play on from there is not in it. Hint: mail \
             the plan with `ask: forecast`"
        );
    };
    if args.json {
        say(serde_json::to_string_pretty(&made)?);
    } else if !quiet {
        let game = paper.game.templates();
        let data = json!({"part": made, "head": {"game": {"templates": game}}});
        let text = Writer::new(&|_| None).page(game, "mail/forecast.md", &paper.state["names"], &data)?;
        say(text.trim_end());
    }
    Ok(Outcome::Done)
}
