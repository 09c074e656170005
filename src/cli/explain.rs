//! `ravenpost explain`: how a result came about.

use super::console::{Outcome, say};
use super::world::host;
use crate::campaign::explain::Question;
use crate::campaign::{Campaign, explanation, writer_of};
use anyhow::Result;
use std::path::PathBuf;

/// Tell how a result came about: each decision, its source, the sums, the rule
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost explain westeros-7 3                          the whole turn 3\n  \
    ravenpost explain westeros-7 3 battle at Moat Cailin    a battle, with what would have changed it\n  \
    ravenpost explain westeros-7 3 Winterfell               an area; so with a seat, a card, a stage\n  \
    ravenpost explain westeros-7 3 supply Stark             a number")]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// The turn
    turn: u32,
    /// What: a battle, an area, a seat, a card, a stage, or a number such as `supply stark`; the whole turn if left out
    #[arg(trailing_var_arg = false)]
    what: Vec<String>,
    /// Tell only what this seat may know
    #[arg(long)]
    seat: Option<String>,
    /// Print a page of HTML
    #[arg(long, conflicts_with = "json")]
    html: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let host = host();
    let campaign = Campaign::open(&host, &args.dir)?;
    let what = args.what.join(" ");
    let question = Question { turn: args.turn, what: &what, reader: args.seat.as_deref() };
    let explanation = explanation(&campaign, &question)?;
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
