//! `ravenpost map`: draws the board.

use super::clock::seat_of;
use super::console::{Outcome, number, say};
use super::world::host;
use crate::campaign::{Campaign, map, writer_of};
use crate::picture::Theme;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Draw the board: areas, armies, orders, and who marched where
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost map westeros-7                                the board now, as map.png\n  \
    ravenpost map westeros-7 --turn 3 --seat stark -o 3.svg  at the end of turn 3, as Stark may know it\n  \
    ravenpost map westeros-7 --width 1600 --dark            for a large screen, dark")]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Number of a turn: the board at its end [default: the board now]
    #[arg(long, value_parser = number::<u32>)]
    turn: Option<u32>,
    /// Show what this seat may know [default: what everybody may know]
    #[arg(long)]
    seat: Option<String>,
    /// File to write; its ending says what it is: .png or .svg
    #[arg(short, long, default_value = "map.png")]
    out: PathBuf,
    /// Width in pixels
    #[arg(long, default_value_t = 720, value_parser = clap::value_parser!(u32).range(100..=4000))]
    width: u32,
    /// Draw on dark ground
    #[arg(long)]
    dark: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let ending = args.out.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    if !matches!(ending.as_deref(), Some("png" | "svg")) {
        bail!("{}: a map is a .png or a .svg file", args.out.display());
    }
    let host = host();
    let campaign = Campaign::open(&host, &args.dir)?;
    let writer = writer_of(&host, &args.dir);
    let seat = args.seat.as_deref().map(|name| seat_of(&campaign, name)).transpose()?;
    let map = map(&campaign, args.turn, seat.as_deref(), &writer)?;
    let canvas = map.picture.draw(if args.dark { Theme::Dark } else { Theme::Light });
    let bytes = match ending.as_deref() {
        Some("svg") => canvas.svg().into_bytes(),
        _ => canvas.png(args.width).context("a picture of this size cannot be drawn")?,
    };
    write(&args.out, &bytes)?;
    if !quiet {
        say(format!("{}: {}", args.out.display(), map.title));
    }
    Ok(Outcome::Done)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} could not be written", path.display()))
}
