//! `ravenpost forecast`: shows offline what a plan would do.

use super::check::words;
use super::console::{Outcome, say};
use super::plan_file::PlanFile;
use crate::campaign::{Start, forecast};
use crate::report::Writer;
use crate::table::Open;
use anyhow::{Result, bail};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Show what a plan would do if nobody else did anything (offline, from the state file of your last report)
#[derive(clap::Args, Debug)]
#[command(
    after_help = "This is not a promise: the other players will act too. Nothing leaves your machine. To get the same by \
                        mail, add the line `ask: forecast` to a message with a plan."
)]
pub(super) struct Args {
    /// Plan: a YAML file, a text as you would mail it, or a saved message (.eml)
    file: PathBuf,
    /// State file attached to your report, such as state-3.yaml [default: the newest state-*.yaml next to the plan]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let plan_file = PlanFile::read(&args.file, args.state.as_deref())?;
    let Some(plan) = plan_file.plan.clone().filter(|_| !plan_file.is_bad()) else {
        say(words(&plan_file, &args.file)?);
        return Ok(Outcome::Attention);
    };
    let none = BTreeMap::new();
    let (ahead, open): (Vec<Open>, Vec<Open>) = plan_file.asked.iter().cloned().partition(|open| open.ahead);
    let keys = |open: Vec<Open>| open.into_iter().map(|open| open.key).collect();
    let start = Start {
        referee: &*plan_file.game,
        position: plan_file.position()?,
        seat: plan_file.seat,
        plans: vec![plan],
        recorded: &none,
        happened: Vec::new(),
        open: keys(open),
        ahead: keys(ahead),
        first: true,
    };
    let Some(made) = forecast(start)? else {
        bail!(
            "this state file is from the middle of a stage and does not hold all that a forecast needs. Hint: mail the \
             plan with the line `ask: forecast`"
        );
    };
    if args.json {
        say(serde_json::to_string_pretty(&made)?);
    } else if !quiet {
        let game = plan_file.game.templates();
        let data = json!({"part": made, "head": {"game": {"templates": game}}});
        let text = Writer::new(&|_| None).page(game, "mail/forecast.md", &plan_file.state["names"], &data)?;
        say(text.trim_end());
    }
    Ok(Outcome::Done)
}
