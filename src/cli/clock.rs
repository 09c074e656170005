//! `ravenpost pause`, `resume`, `extend`, `process`, `remind` and `resend`. Each runs one tick that carries out an order of the game
//! master, so that messages waiting in the mailbox count and the players are told at once.

use super::acknowledgement::acknowledge;
use super::console::{Outcome, complain, misuse, moment, say};
use super::tick::report;
use super::world::{host, now};
use crate::campaign::{
    self, Campaign, CampaignError, Order, Ticked,
    clock::{date_in, instant_in, read_instant, read_span, time_in},
};
use crate::plan::deadline;
use crate::report::when;
use crate::sheet::Names;
use crate::table::SeatInfo;
use anyhow::Result;
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};

/// Options of all commands that carry out an order.
#[derive(clap::Args, Debug)]
pub(super) struct Common {
    /// Folder of the campaign
    pub(super) dir: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    pub(super) now: Option<DateTime<Utc>>,
}

/// Stop the clock: no window closes until `resume`; mail is still read and answered
#[derive(clap::Args, Debug)]
pub(super) struct PauseArgs {
    #[command(flatten)]
    common: Common,
}

/// Restart a stopped clock; open deadlines move by the length of the pause
#[derive(clap::Args, Debug)]
pub(super) struct ResumeArgs {
    #[command(flatten)]
    common: Common,
}

/// Move the open deadline, so that players get more time
#[derive(clap::Args, Debug)]
pub(super) struct ExtendArgs {
    #[command(flatten)]
    common: Common,
    /// Time to add, up to 31 days, such as 24h or 2 days; or the new deadline, such as 2026-12-05 20:00 or until Friday
    #[arg(value_name = "TIME", required = true)]
    by: Vec<String>,
}

/// Close the open window now, even if plans are missing; in a rehearsal, begin the game
#[derive(clap::Args, Debug)]
#[command(
    after_help = "To see first what would be used, run `ravenpost preview`. Messages waiting in the mailbox are read before \
                        the window closes. While players who have sent nothing still have time, it stays open unless \
                        you add --anyway; then they count as silent. If players have sent seals, Ravenpost asks for \
                        their openings."
)]
pub(super) struct ProcessArgs {
    #[command(flatten)]
    common: Common,
    /// Close it although players who have sent nothing still have time
    #[arg(long)]
    anyway: bool,
}

/// Remind seats that still have to send something
#[derive(clap::Args, Debug)]
pub(super) struct RemindArgs {
    #[command(flatten)]
    common: Common,
    /// Seats to remind; without any, every seat that still has to send something
    seats: Vec<String>,
}

/// Send a seat everything once more, after you have corrected its address in campaign.yaml
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The seat gets a welcome with its key, the position, the order sheet and the story so far, with the press to \
                        and from it. If the wrong address was somebody else's, also give the seat a new key: `ravenpost key DIR \
                        SEAT --new --now`."
)]
pub(super) struct ResendArgs {
    #[command(flatten)]
    common: Common,
    /// Seat whose mail did not arrive
    seat: String,
}

pub(super) fn pause(args: &PauseArgs, quiet: bool) -> Result<Outcome> {
    carry_out(&args.common, &Order::Pause, "The clock is stopped.", quiet)
}

pub(super) fn resume(args: &ResumeArgs, quiet: bool) -> Result<Outcome> {
    carry_out(&args.common, &Order::Resume, "The clock is running again.", quiet)
}

pub(super) fn extend(args: &ExtendArgs, quiet: bool) -> Result<Outcome> {
    let by = args.by.join(" ");
    let order = match read_span(&by) {
        Ok(by) => Order::Extend(by),
        Err(no_span) => {
            let campaign = Campaign::open(&host(), &args.common.dir)?;
            let until = until(&campaign, &by, now(args.common.now));
            Order::Until(until.ok_or_else(|| {
                misuse(format!(
                    "{no_span}; or a new deadline, such as 2026-12-05 20:00 or until Friday 20:00"
                ))
            })?)
        }
    };
    carry_out(&args.common, &order, "The deadline has moved.", quiet)
}

/// Returns the new deadline that a text names, where the game master is; without a time of day, at that of the open one.
fn until(campaign: &Campaign, text: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let zone = &campaign.settings.gm.timezone;
    read_instant(text, Some(zone)).ok().or_else(|| {
        let (date, time) = deadline(text, date_in(now, zone))?;
        let open = || time_in(campaign.record.game.open_window()?.deadline?, zone);
        instant_in(date, time.or_else(open)?, zone)
    })
}

pub(super) fn process(args: &ProcessArgs, quiet: bool) -> Result<Outcome> {
    carry_out(&args.common, &Order::Process { anyway: args.anyway }, "Done.", quiet)
}

pub(super) fn remind(args: &RemindArgs, quiet: bool) -> Result<Outcome> {
    let seats = match args.seats.as_slice() {
        [] => Vec::new(),
        seats => {
            let campaign = Campaign::open(&host(), &args.common.dir)?;
            seats.iter().map(|name| seat_of(&campaign, name)).collect::<Result<_>>()?
        }
    };
    carry_out(&args.common, &Order::Remind(seats), "", quiet)
}

pub(super) fn resend(args: &ResendArgs, quiet: bool) -> Result<Outcome> {
    let seat = seat_of(&Campaign::open(&host(), &args.common.dir)?, &args.seat)?;
    let done = format!("{seat} is sent everything once more.");
    carry_out(&args.common, &Order::Resend(seat), &done, quiet)
}

/// Returns the id of the seat with this id, this name or a player of this name.
///
/// # Errors
/// If no seat has it. The message suggests a similar one.
pub(super) fn seat_of(campaign: &Campaign, name: &str) -> Result<String> {
    let mut names = Names::new();
    let seats = campaign.referee.seats();
    for info in &seats {
        names.add(&info.id, info.id.clone()).also(&info.name);
        // No player is called like another seat; the name of one who plays this seat is no news.
        if let Some(seat) = campaign.settings.seat(&info.id) {
            names.also(&seat.player);
        }
    }
    names.find(name).map_err(|miss| {
        let all: Vec<&str> = seats.iter().map(|info| info.id.as_str()).collect();
        let meant = miss.suggestion().map(|meant| format!(" Did you mean “{meant}”?")).unwrap_or_default();
        misuse(format!("there is no seat “{name}”; the seats are: {}.{meant}", all.join(", ")))
    })
}

/// Returns what is said of the players after an order: who of them is told of it, unless no message was due or none could be sent.
fn told(order: &Order, ticked: &Ticked, seats: &[SeatInfo]) -> String {
    let is_for_all = match order {
        Order::Pause | Order::Resume | Order::Extend(_) | Order::Until(_) | Order::Process { .. } => true,
        Order::Swap(_) | Order::Replace { .. } => true,
        Order::Chance { .. } | Order::Remind(_) | Order::Resend(_) => false,
    };
    let told: Vec<&str> =
        seats.iter().filter(|seat| ticked.told.contains(&seat.id)).map(|seat| seat.name.as_str()).collect();
    match (ticked.waiting, told.len()) {
        (0, 1..) if matches!(order, Order::Remind(_)) => format!("Reminded: {}.", told.join(", ")),
        _ if matches!(order, Order::Remind(_)) => {
            "The reminder goes out as soon as our messages can be sent.".to_owned()
        }
        _ if !is_for_all => String::new(),
        (0, 0) => " There was nothing to tell the players.".to_owned(),
        (0, all) if all == seats.len() => " All players are told.".to_owned(),
        (0, _) => format!(" Told: {}.", told.join(", ")),
        _ => " The players are told as soon as our messages can be sent.".to_owned(),
    }
}

/// Returns when the open window ends now, if the order has moved that.
fn new_deadline(order: &Order, campaign: &Campaign) -> Option<String> {
    let deadline = campaign.record.game.open_window()?.deadline?;
    let deadline = when(&deadline.to_rfc3339(), &campaign.settings.gm.timezone);
    match order {
        Order::Extend(_) | Order::Until(_) => Some(format!(" It is now {deadline}.")),
        Order::Resume => Some(format!(" The deadline is now {deadline}.")),
        _ => None,
    }
}

/// Carries out an order, then prints `done` and what else the same tick did.
pub(super) fn carry_out(common: &Common, order: &Order, done: &str, quiet: bool) -> Result<Outcome> {
    let (host, now) = (host(), now(common.now));
    let dir: &Path = &common.dir;
    let result = campaign::order(&host, dir, now, order);
    acknowledge((&host, dir), order.command(), result, |ticked| {
        if common.json {
            say(serde_json::json!({"campaign": dir, "result": &ticked}).to_string());
            return Ok(if ticked.attention.is_empty() { Outcome::Done } else { Outcome::Attention });
        }
        match ticked.before {
            // Printed even with --quiet: otherwise the order would seem to have been carried out twice.
            Some(at) => complain(format!(
                "this was done already, at {at}, by an earlier run of the same command that was interrupted before it \
                 could say so. This run has finished that work and repeated nothing; to do it once more, type the command \
                 again"
            )),
            None if !quiet => {
                let campaign = Campaign::open(&host, dir).ok();
                let seats = campaign.as_ref().map(|campaign| campaign.referee.seats()).unwrap_or_default();
                let until = campaign.and_then(|campaign| new_deadline(order, &campaign)).unwrap_or_default();
                say(format!("{done}{until}{}", told(order, &ticked, &seats)));
            }
            None => {}
        }
        Ok(report(dir, Ok::<_, CampaignError>(ticked).map_err(Into::into), quiet))
    })
}
