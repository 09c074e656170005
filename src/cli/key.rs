//! `ravenpost key`: how a seat's keys stand, and a new one; the game master's own.

use super::console::{Outcome, misuse, say};
use super::typed::tell;
use super::world::{host, now};
use crate::campaign::record::GM;
use crate::campaign::{self, Campaign, KeyStatus};
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Tell how the keys of a seat stand, make a new one, or show your own
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A seat's key is never shown: a new one goes to the seat's address by mail. The old one is good until \
                        the new one is used for the first time; with --now it is worth nothing from here on, nor are \
                        replies to mails that carried it."
)]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// A seat's id, or `gm` for the game master's own key
    of: String,
    /// Make a new key
    #[arg(long)]
    new: bool,
    /// With --new: the old key counts no longer
    #[arg(long = "now", id = "at-once")]
    at_once: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    at: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    if args.at_once && !args.new {
        return Err(misuse("--now goes with --new: it says that the old key ends at once"));
    }
    let host = host();
    let shown = |status: KeyStatus| {
        if args.json {
            say(serde_json::to_string_pretty(&status)?);
        } else if !quiet {
            show(&status, args);
        }
        Ok(Outcome::Done)
    };
    if !args.new {
        return shown(campaign::key_status(&Campaign::open(&host, &args.dir)?, &args.of)?);
    }
    let made = campaign::new_key(&host, &args.dir, now(args.at), &args.of, args.at_once);
    let command = campaign::new_key_command(&args.of, args.at_once);
    tell((&host, &args.dir), command, made, shown)
}

fn show(status: &KeyStatus, args: &Args) {
    let KeyStatus { of, number, waits, key } = status;
    if of == GM {
        match key {
            Some(key) => {
                say(format!("Your key for this campaign, number {}:\n  {key}", waits.unwrap_or(*number)))
            }
            None => say("You have no key for this campaign yet: the next `ravenpost tick` makes it."),
        }
    } else {
        say(format!(
            "{of}: key number {number} is in force. Keys are not shown; every mail to the seat carries its newest."
        ));
    }
    if let Some(newer) = waits {
        say(format!("Key number {newer} takes its place when it is used for the first time."));
    }
    if args.new && of != GM {
        say("The next `ravenpost tick` mails the new key to the seat's address.");
    }
}
