//! `ravenpost explain`: shows how a result was worked out.

use super::clock::seat_of;
use super::console::{Outcome, say};
use super::world::host;
use crate::campaign::explain::Question;
use crate::campaign::{Campaign, explanation, explanation_before, writer_of};
use anyhow::Result;
use std::path::PathBuf;

/// Explain a result: each decision and its source, the sums and the rules
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost explain westeros-7 3                          all of turn 3\n  \
    ravenpost explain westeros-7 3 battle at Moat Cailin    a battle, and what would have changed it\n  \
    ravenpost explain westeros-7 3 Winterfell               an area; also a seat, a card or a stage\n  \
    ravenpost explain westeros-7 3 supply Stark             a number")]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Number of the turn, such as 3
    #[arg(value_parser = turn)]
    turn: u32,
    /// Subject: a battle, an area, a seat, a card, a stage, or a number such as `supply stark` [default: the whole turn]
    #[arg(trailing_var_arg = false)]
    what: Vec<String>,
    /// Show only what this seat may know
    #[arg(long)]
    seat: Option<String>,
    /// Explain the timeline that this ruling has replaced, by the ruling's number
    #[arg(long, value_name = "NUMBER")]
    before_ruling: Option<u64>,
    /// Print an HTML page
    #[arg(long, conflicts_with = "json")]
    html: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let host = host();
    let campaign = Campaign::open(&host, &args.dir)?;
    let what = args.what.join(" ");
    let seat = args.seat.as_deref().map(|name| seat_of(&campaign, name)).transpose()?;
    let question = Question { turn: args.turn, what: &what, reader: seat.as_deref() };
    let explanation = match args.before_ruling {
        Some(ruling) => explanation_before(&campaign, &question, ruling)?,
        None => explanation(&campaign, &question)?,
    };
    if args.json {
        say(serde_json::to_string_pretty(&explanation)?);
        return Ok(Outcome::Done);
    }
    let written = writer_of(&host, &args.dir).write(&explanation)?;
    if let Some(trouble) = &written.trouble {
        super::console::complain(trouble.to_string());
    }
    say(if args.html { written.mail.html } else { written.mail.text });
    Ok(Outcome::Done)
}

/// Reads the number of a turn.
fn turn(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a turn is a number, such as 3; the subject comes after it".to_owned())
}
