//! `ravenpost replace`: gives a seat to another player, or back to its own.

use super::clock::{Common, carry_out, seat_of};
use super::console::{Outcome, misuse};
use super::world::host;
use crate::campaign::{Campaign, Order};
use anyhow::Result;

/// Give a seat to another player, or back to its own player, with a new key
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The old key, and replies to old messages, no longer work for the seat. The old player is told; the new one \
                        is sent a welcome with the story so far, as far as the seat may know it. You need not edit \
                        campaign.yaml: the new player counts until you enter another one there.\n\n\
                        Example:\n  \
                        ravenpost replace westeros-7 greyjoy --player Eva --address eva@example.org\n  \
                        ravenpost replace westeros-7 stark --swap lannister"
)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Id or name of the seat, such as greyjoy
    seat: String,
    /// Name of the new player, or name and address, such as 'Eva <eva@example.org>'
    #[arg(long, value_name = "NAME", required_unless_present = "swap")]
    player: Option<String>,
    /// Email address of the new player, for mail in both directions [default: the one in --player]
    #[arg(long)]
    address: Option<String>,
    /// Let the players of this seat and the first one change places
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["player", "address"])]
    swap: Option<String>,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let campaign = Campaign::open(&host(), &args.common.dir)?;
    let seat = seat_of(&campaign, &args.seat)?;
    if let Some(other) = &args.swap {
        let other = seat_of(&campaign, other)?;
        drop(campaign);
        let done = format!("The players of {seat} and {other} have changed places.");
        return carry_out(&args.common, &Order::Swap([seat, other]), &done, quiet);
    }
    let seats = campaign.referee.seats();
    let name =
        seats.iter().find(|info| info.id == seat).map_or_else(|| seat.clone(), |info| info.name.clone());
    drop(campaign);
    let player = args.player.clone().unwrap_or_default();
    let (player, address) = match (&args.address, player.trim().strip_suffix('>')) {
        (None, Some(person)) if person.contains('<') => {
            let (name, address) = person.rsplit_once('<').unwrap_or_default();
            (name.trim().to_owned(), address.to_owned())
        }
        (None, _) => {
            return Err(misuse(format!(
                "the address of {} is missing. Hint: --address eva@example.org, or --player 'Eva <eva@example.org>'",
                player.trim()
            )));
        }
        (Some(address), _) => (player, address.clone()),
    };
    let done = format!("{} now plays {name}.", player.trim());
    let order = Order::Replace { seat, player, address: address.trim().to_owned() };
    carry_out(&args.common, &order, &done, quiet)
}
