//! `ravenpost key`: shows the status of a seat's keys, issues a new key, and prints the game master's own.

use super::acknowledgement::acknowledge;
use super::clock::seat_of;
use super::console::{Outcome, misuse, moment, say};
use super::world::{host, now};
use crate::campaign::record::GM;
use crate::campaign::{self, Campaign, KeyStatus};
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Show the status of a seat's keys, issue a new key, or print your own
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A seat's key is never shown: the next tick mails a new one to the seat's address. The old key works until \
                        the new one is first used. With --now it stops working at once, and so do replies to messages \
                        that carried it."
)]
pub(super) struct Args {
    /// Folder of the campaign
    dir: PathBuf,
    /// Seat id, such as stark, or `gm` for the game master's own key
    #[arg(value_name = "SEAT")]
    of: String,
    /// Issue a new key
    #[arg(long)]
    new: bool,
    /// End the old key at once instead of at the first use of the new one; needs --new
    #[arg(long = "now", id = "at-once")]
    at_once: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    at: Option<DateTime<Utc>>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    if args.at_once && !args.new {
        return Err(misuse("--now works only with --new: it ends the old key at once"));
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
    let campaign = Campaign::open(&host, &args.dir)?;
    let seat = |name| seat_of(&campaign, name).map_err(|why| misuse(format!("{why} `gm` stands for you")));
    let of = if args.of == GM { GM.to_owned() } else { seat(&args.of)? };
    if !args.new {
        return shown(campaign::key_status(&campaign, &of)?);
    }
    drop(campaign);
    let made = campaign::new_key(&host, &args.dir, now(args.at), &of, args.at_once);
    let command = campaign::new_key_command(&of, args.at_once);
    acknowledge((&host, &args.dir), command, made, shown)
}

fn show(status: &KeyStatus, args: &Args) {
    let KeyStatus { of, number, waits, key } = status;
    if of == GM {
        match key {
            Some(key) => {
                say(format!("Your key for this campaign, number {}:\n  {key}", waits.unwrap_or(*number)))
            }
            None => say("You have no key for this campaign yet; the next `ravenpost tick` makes one."),
        }
    } else {
        say(format!(
            "{of}: key number {number} is in use. Keys are not shown; every message to the seat contains its newest key."
        ));
    }
    if of == GM && waits.is_some() {
        say("It replaces the one before when you first use it.");
    } else if let Some(newer) = waits {
        say(format!("Key number {newer} replaces it when the player first uses it."));
    }
    if args.new && of != GM {
        say("The next `ravenpost tick` mails the new key to the seat's address.");
    }
}
