//! `ravenpost export`: writes the campaign as one archive that a player can verify.

use super::clock::seat_of;
use super::console::{Outcome, say};
use super::world::host;
use crate::campaign::{self, Campaign, For};
use anyhow::Result;
use std::path::PathBuf;

/// Export the campaign as an archive that can be verified, without anything its reader may not know
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Without --seat or --whole the archive is for everyone: it never contains email addresses, nor plans \
                        while the game is running. To check an archive, run `ravenpost verify ARCHIVE`, or, with Python \
                        alone, tests/verify.py, which needs the folder tests/verifier beside it."
)]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Export for this seat, including its own plans and receipts
    #[arg(long, conflicts_with = "whole")]
    seat: Option<String>,
    /// Export everything, including all secrets and email addresses, for the game master alone
    #[arg(long)]
    whole: bool,
    /// File of JSON lines to write if it ends in .jsonl, otherwise a folder [default: CAMPAIGN-READER.jsonl]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let campaign = Campaign::open(&host(), &args.dir)?;
    let receiver = match &args.seat {
        Some(name) => For::Seat(seat_of(&campaign, name)?),
        None if args.whole => For::Whole,
        None => For::Public,
    };
    let default = || PathBuf::from(format!("{}-{receiver}.jsonl", campaign.settings.id));
    let out = args.out.clone().unwrap_or_else(default);
    let exported = campaign::export(&host(), &campaign, &receiver, &out)?;
    if args.json {
        say(serde_json::to_string_pretty(&exported)?);
    } else if !quiet {
        say(format!(
            "{}: {}, with {} of their secrets left out. The hash of the last entry:\n  {}",
            exported.path.display(),
            entries(exported.manifest.entries),
            exported.left_out,
            exported.manifest.head
        ));
        if let Some(until) = &exported.manifest.until {
            let of = entries(campaign.store().entries().len() as u64);
            say(match until.as_str() {
                "chance" => {
                    format!("The archive ends before words of chance are collected. The ledger has {of}.")
                }
                window => format!(
                    "The archive ends where window {window} opened, which still accepts plans: no copy shows who has \
                     sent what until it closes. The ledger has {of}."
                ),
            });
        }
    }
    Ok(Outcome::Done)
}

fn entries(count: u64) -> String {
    format!("{count} {}", if count == 1 { "entry" } else { "entries" })
}
