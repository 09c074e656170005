//! `ravenpost start`: founds a campaign's ledger and mails the welcomes.

use super::console::{Outcome, say};
use super::tick::report;
use super::world::{host, now, random};
use crate::campaign::{self, CampaignError};
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Bytes of chance that founding a campaign takes, with much to spare: a key for each seat and a few secrets.
const MOST_CHANCE: usize = 4096;

/// Check a campaign, found its ledger, and mail each seat its welcome and its key
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let (host, now) = (host(), now(args.now));
    // All chance is drawn before anything is written, so that a machine that has none changes nothing.
    let mut pool = vec![0; MOST_CHANCE];
    random(&mut pool)?;
    let mut pool = pool.into_iter();
    campaign::start(&host, &args.dir, now, &mut |bytes: &mut [u8]| {
        bytes.iter_mut().zip(pool.by_ref()).for_each(|(byte, chance)| *byte = chance);
    })?;
    let ticked = campaign::tick(&host, &args.dir, now);
    if !quiet {
        say(format!("{} has begun.", args.dir.display()));
        say("From now on `ravenpost tick` carries it on; cron.example shows how to let cron run it.");
    }
    Ok(report(&args.dir, ticked.map_err(CampaignError::into), quiet))
}
