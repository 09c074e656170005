//! `ravenpost replace`: a seat gets another player, or its own again.

use super::clock::{Common, carry_out, seat_of};
use super::console::Outcome;
use super::world::host;
use crate::campaign::{Campaign, Order};
use anyhow::Result;

/// Give a seat to another player (or back to its own): a new key, and all that the seat may know
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The old key and answers to old mails stop speaking for the seat, its old player is told, and the new one is \
                        mailed a welcome with the story so far. campaign.yaml may stay as it is: the new player counts until \
                        you write another one there."
)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Which seat
    seat: String,
    /// The new player's name
    #[arg(long)]
    player: String,
    /// Where the new player's mail goes and comes from
    #[arg(long)]
    address: String,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let campaign = Campaign::open(&host(), &args.common.dir)?;
    let seat = seat_of(&campaign, &args.seat)?;
    drop(campaign);
    let done = format!("{seat} is played by {} from now on; all players are told.", args.player.trim());
    let order = Order::Replace { seat, player: args.player.clone(), address: args.address.trim().to_owned() };
    carry_out(&args.common, &order, &done, quiet)
}
