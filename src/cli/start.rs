//! `ravenpost start`: writes the first entry of a campaign's ledger and mails the welcomes.

use super::colour::Tone;
use super::console::{Outcome, complain, moment, say};
use super::tick::report;
use super::world::{host, now, random};
use crate::campaign::{self, Campaign, CampaignError};
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Random bytes drawn to start a campaign: far more than a key for each seat and a few secrets need.
const MOST_CHANCE: usize = 4096;

/// Start a campaign: check its settings, create its ledger, and mail each seat a welcome with its key
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Words of chance of the seat that you play (`gm: {plays: …}`); they are fixed now and everyone is told them [default:
    /// random]
    #[arg(long, value_name = "TEXT")]
    words: Option<String>,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let (host, now) = (host(), now(args.now));
    // Random bytes are drawn before anything is written: without a source of them nothing changes.
    let mut pool = vec![0; MOST_CHANCE];
    random(&mut pool)?;
    let mut pool = pool.into_iter();
    campaign::start_with(&host, &args.dir, now, args.words.as_deref(), &mut |bytes: &mut [u8]| {
        bytes.iter_mut().zip(pool.by_ref()).for_each(|(byte, chance)| *byte = chance);
    })?;
    // Said even with --quiet: it is the last moment at which nobody has sent a plan yet.
    if let Some(what) = Campaign::open(&host, &args.dir)?.settings.readable_by_a_player() {
        complain(format!("{}: {what}", Tone::Warning.error("LOOK")));
    }
    let ticked = campaign::tick(&host, &args.dir, now);
    if !quiet {
        say(format!("{} has started.", args.dir.display()));
        say("From now on run `ravenpost tick` regularly; cron.example shows how to let cron do it.");
    }
    Ok(report(&args.dir, ticked.map_err(CampaignError::into), quiet))
}
