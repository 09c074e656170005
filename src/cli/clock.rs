//! `ravenpost pause`, `resume`, `extend`, `process` and `remind`: the game master's hand on the clock. Each is one tick
//! with an order in it, so that mails that lie in the mailbox count, and the players are told at once.

use super::console::{Outcome, complain, misuse, say};
use super::tick::report;
use super::typed::tell;
use super::world::{host, now};
use crate::campaign::{self, Campaign, CampaignError, Order, clock::read_span};
use crate::sheet::Names;
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};

/// Options of all of them.
#[derive(clap::Args, Debug)]
pub(super) struct Common {
    /// The campaign's folder
    pub(super) dir: PathBuf,
    /// Print what was done as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    pub(super) now: Option<DateTime<Utc>>,
}

/// Stop the clock: no window closes until `resume`, and mails are taken as before
#[derive(clap::Args, Debug)]
pub(super) struct PauseArgs {
    #[command(flatten)]
    common: Common,
}

/// Let a paused clock go on; deadlines move by as long as it stood
#[derive(clap::Args, Debug)]
pub(super) struct ResumeArgs {
    #[command(flatten)]
    common: Common,
}

/// Move the open deadline
#[derive(clap::Args, Debug)]
pub(super) struct ExtendArgs {
    #[command(flatten)]
    common: Common,
    /// By how much: 24h, 2 days
    #[arg(value_name = "TIME")]
    by: String,
}

/// Close the open window now, whatever is in; in a rehearsal, begin the game
#[derive(clap::Args, Debug)]
#[command(
    after_help = "`ravenpost preview` tells first what would be used. Mails that lie in the mailbox are looked at \
                        before it closes; what is missing then counts as silence. Where seals are in, their openings \
                        are asked for."
)]
pub(super) struct ProcessArgs {
    #[command(flatten)]
    common: Common,
}

/// Remind seats of which something is awaited
#[derive(clap::Args, Debug)]
pub(super) struct RemindArgs {
    #[command(flatten)]
    common: Common,
    /// Which; all of which something is awaited, if none is named
    seats: Vec<String>,
}

pub(super) fn pause(args: &PauseArgs, quiet: bool) -> Result<Outcome> {
    carry_out(&args.common, &Order::Pause, "The clock stands; all players are told.", quiet)
}

pub(super) fn resume(args: &ResumeArgs, quiet: bool) -> Result<Outcome> {
    carry_out(&args.common, &Order::Resume, "The clock goes on; all players are told.", quiet)
}

pub(super) fn extend(args: &ExtendArgs, quiet: bool) -> Result<Outcome> {
    let by = read_span(&args.by).map_err(misuse)?;
    carry_out(&args.common, &Order::Extend(by), "The deadline has moved; all players are told.", quiet)
}

pub(super) fn process(args: &ProcessArgs, quiet: bool) -> Result<Outcome> {
    carry_out(&args.common, &Order::Process, "Done; the players are told.", quiet)
}

pub(super) fn remind(args: &RemindArgs, quiet: bool) -> Result<Outcome> {
    let seats = match args.seats.as_slice() {
        [] => Vec::new(),
        seats => {
            let campaign = Campaign::open(&host(), &args.common.dir)?;
            seats.iter().map(|name| seat_of(&campaign, name)).collect::<Result<_>>()?
        }
    };
    carry_out(&args.common, &Order::Remind(seats), "Reminded.", quiet)
}

/// A seat's id by any of its names.
///
/// # Errors
/// There is no such seat.
pub(super) fn seat_of(campaign: &Campaign, name: &str) -> Result<String> {
    let mut names = Names::new();
    let seats = campaign.referee.seats();
    for info in &seats {
        names.add(&info.id, info.id.clone()).also(&info.name);
    }
    names.find(name).map_err(|miss| {
        let all: Vec<&str> = seats.iter().map(|info| info.id.as_str()).collect();
        let meant = miss.suggestion().map(|meant| format!(" Did you mean “{meant}”?")).unwrap_or_default();
        misuse(format!("there is no seat “{name}”; there are: {}.{meant}", all.join(", ")))
    })
}

/// Carries an order out, and tells what the tick did that it is part of.
pub(super) fn carry_out(common: &Common, order: &Order, done: &str, quiet: bool) -> Result<Outcome> {
    let (host, now) = (host(), now(common.now));
    let dir: &Path = &common.dir;
    let result = campaign::order(&host, dir, now, order);
    tell((&host, dir), order.command(), result, |ticked| {
        if common.json {
            say(serde_json::json!({"campaign": dir, "result": &ticked}).to_string());
            return Ok(if ticked.attention.is_empty() { Outcome::Done } else { Outcome::Attention });
        }
        match ticked.before {
            // However quiet: who typed it once more must not take it for done twice.
            Some(at) => complain(format!(
                "this was done already, at {at}: the same command was broken off before it could say so. What it had left \
                 undone is done now; if you want it once more, type it again"
            )),
            None if !quiet => say(done),
            None => {}
        }
        Ok(report(dir, Ok::<_, CampaignError>(ticked).map_err(Into::into), quiet))
    })
}
