//! `ravenpost export`: the campaign as one archive that a player can verify.

use super::console::{Outcome, say};
use super::world::host;
use crate::campaign::{self, Campaign, For};
use anyhow::Result;
use std::path::PathBuf;

/// Write the campaign as one archive that anybody can verify, without what its receiver may not know
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Without --seat or --whole it is for everybody: while the game goes on no plan is in it, and never a mail \
                        address. Whoever has it runs `ravenpost verify ARCHIVE`, or tests/verify.py with nothing but Python."
)]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// For this seat: with its own plans and receipts
    #[arg(long, conflicts_with = "whole")]
    seat: Option<String>,
    /// For the game master: everything, the secrets and mail addresses of all too
    #[arg(long)]
    whole: bool,
    /// Where to: a file of JSON lines if it ends in .jsonl, else a folder [default: CAMPAIGN-FOR.jsonl]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print what was written as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let campaign = Campaign::open(&host(), &args.dir)?;
    let receiver = match &args.seat {
        Some(seat) => For::Seat(seat.clone()),
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
            "{}: {} entries, {} of their secrets left out. Its last entry's hash:\n  {}",
            exported.path.display(),
            exported.manifest.entries,
            exported.left_out,
            exported.manifest.head
        ));
        if let Some(until) = &exported.manifest.until {
            let of = campaign.entries().len();
            say(match until.as_str() {
                "chance" => format!(
                    "It ends with the founding: words of chance are still taken. There are {of} entries."
                ),
                window => format!(
                    "It ends where window {window} opened, which still takes plans: who has sent what, and how often, is \
                     in no copy until it has closed. There are {of} entries."
                ),
            });
        }
    }
    Ok(Outcome::Done)
}
