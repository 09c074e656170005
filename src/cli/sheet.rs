//! `ravenpost sheet`: prints a seat's order sheet, or writes its order page.

use super::clock::seat_of;
use super::console::{Outcome, complain, say};
use super::world::host;
use crate::campaign::{self, Campaign};
use crate::disk::{Disk, RealDisk};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Print a seat's order sheet for what is asked of it now, or write the page in which it is filled in with a finger
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The page is the one that reports carry, but without the seat's key: its player writes the key into it. \
                  It shows what the seat may see, so send it to nobody else."
)]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Seat id, such as stark
    seat: String,
    /// Write the order page, an HTML file, and not the sheet as text
    #[arg(long)]
    page: bool,
    /// File to write instead of printing
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let campaign = Campaign::open(&host(), &args.dir)?;
    let writer = campaign.writer();
    let seat = seat_of(&campaign, &args.seat)?;
    let Some(sheet) = campaign::sheet(&campaign, &seat, &writer)? else {
        // Scripts ask for the sheet of each seat.
        if !quiet {
            complain(format!("nothing is asked of {seat} now, so there is no order sheet"));
        }
        return Ok(Outcome::Done);
    };
    let text = match args.page {
        true => sheet.page,
        false => writer.fragment(&sheet.game, "sheet.md", &sheet.names, &sheet.data)?,
    };
    match &args.out {
        None => say(text.trim_end()),
        Some(file) => {
            let disk = RealDisk::default();
            disk.write(file, text.as_bytes(), 0o600)
                .with_context(|| format!("cannot write {}", file.display()))?;
            if !quiet {
                complain(format!("{} is for {seat} alone", file.display()));
            }
        }
    }
    Ok(Outcome::Done)
}
