//! Messages of the game master, and orders that only the game master may give.

use crate::campaign::intake::problems::problem;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{dispute, press, questions};
use crate::campaign::play::engine::Engine;
use crate::campaign::play::orders::Order;
use crate::campaign::state::clock::{instant_in, time_in, time_of};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::{Spot, Wanted};
use crate::campaign::state::shown_rulings::{receipt_number, shown_ruling};
use crate::plan::{self, Act, Ask, Dispute, Given, RulingSpot, WrittenRuling};
use crate::seal::mask;
use crate::sheet::{Fault, Refusal, Span};
use chrono::{DateTime, TimeDelta, Utc};
use jiff::civil::{Date, Time};

/// Codes of notes that tell players how they book an absence, vote or end their plan.
const HELPS_PLAYERS: [&str; 5] = ["absence-unread", "chance-unread", "vote-half", "word-beside", "word-tail"];

/// Takes in the document of a message of the game master.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let document = &written.envelope.document;
    for given in &document.act {
        match obey(engine, &given.value, written, submitted)? {
            None => {
                submitted.used = true;
                submitted.act_on("do", given.span, written);
            }
            Some(why) => submitted.refuse_at(given.span, why, written),
        }
    }
    press::take_in(engine, written, submitted)?;
    // The game master closes disputes and does not open them.
    match &document.dispute {
        Some(given) if matches!(given.value, Dispute::Open { .. }) => {
            submitted.refuse_at(given.span, Refusal::new("gm-section").with("section", "dispute"), written);
        }
        _ => dispute::take_in(engine, written, submitted)?,
    }
    // The game master has no plan to forecast, and gets a new key only by a command.
    let is_for_players = |ask: &&Given<Ask>| matches!(ask.value, Ask::NewKey | Ask::Forecast);
    for ask in document.ask.iter().filter(is_for_players) {
        let what = format!("ask: {}", ask.value.id());
        submitted.refuse_at(ask.span, Refusal::new("gm-section").with("section", what), written);
    }
    if !document.ask.iter().any(|ask| is_for_players(&ask)) {
        questions::take_in(engine, written, submitted)?;
    }
    for (section, span) in not_for_gm(written) {
        submitted.refuse_at(span, Refusal::new("gm-section").with("section", section), written);
    }
    // What helps a player to book or to vote would be false advice here.
    submitted.problems.retain(|problem| !HELPS_PLAYERS.contains(&problem.why.code.as_str()));
    if !submitted.used && submitted.problems.iter().all(|problem| problem.warning) {
        let why = Refusal::new("gm-nothing").with("prose", !written.left.prose.is_empty());
        let mut lines = written.left.prose.iter();
        let time = lines.find_map(|(_, line)| time_of(plan::names_time(line)?));
        submitted.refuse(&match time {
            Some(time) => why.with("time", time),
            None => why,
        });
    }
    Ok(())
}

/// Does what one line of the game master's orders says, or notes what is to be sent for it. Returns why it cannot be done.
fn obey(
    engine: &mut Engine<'_>,
    act: &Act,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<Option<Refusal>, CampaignError> {
    let wanted = match act {
        Act::Status => Wanted::Status,
        Act::Help => Wanted::Help,
        Act::Decisions { turn, stage } => Wanted::Decisions { turn: *turn, stage: stage.clone() },
        Act::Ruling { .. } | Act::Adopt { .. } if submitted.asked.iter().any(is_of_ruling) => {
            return Ok(Some(Refusal::new("gm-ruling-one")));
        }
        Act::Ruling { ruling, spots } => {
            let ruling = WrittenRuling { reason: mask(&ruling.reason), ..(**ruling).clone() };
            let spots = spots.iter().map(|spot| place(spot, written)).collect();
            Wanted::Ruling { ruling: Box::new(ruling), spots }
        }
        Act::Adopt { propose } => match adopts(engine, submitted, *propose)? {
            Ok(wanted) => wanted,
            Err(why) => return Ok(Some(why)),
        },
        Act::Withdraw => {
            let Some(proposal) = engine.record.people.proposal.as_ref() else {
                return Ok(Some(Refusal::new("gm-no-proposal")));
            };
            engine.drop_proposal(proposal.ruling.number, "withdrawn")?;
            return Ok(None);
        }
        Act::ExtendTo { date, time } => {
            return match until(engine, *date, *time) {
                Some(at) => Ok(engine.order(&Order::Until(at))?.err()),
                None => Ok(Some(Refusal::new("gm-extend-until"))),
            };
        }
        act => {
            return match order_of(engine, act) {
                Some(order) => Ok(engine.order(&order)?.err()),
                None => Ok(None),
            };
        }
    };
    submitted.asked.push(wanted);
    Ok(None)
}

fn order_of(engine: &Engine<'_>, act: &Act) -> Option<Order> {
    Some(match act {
        Act::Pause => Order::Pause,
        Act::Resume => Order::Resume,
        Act::Extend(minutes) => Order::Extend(TimeDelta::minutes(i64::from(*minutes))),
        Act::Process { anyway } => Order::Process { anyway: *anyway },
        Act::Remind(seats) => Order::Remind(seats.iter().map(|seat| engine.rules.seat_id(*seat)).collect()),
        Act::Resend(seat) => Order::Resend(engine.rules.seat_id(*seat)),
        Act::Replace { seat, player, address } => Order::Replace {
            seat: engine.rules.seat_id(*seat),
            player: player.clone(),
            address: address.clone(),
        },
        Act::Chance { text, correct } => Order::Chance { text: text.clone(), correct: *correct },
        Act::ExtendTo { .. }
        | Act::Status
        | Act::Help
        | Act::Ruling { .. }
        | Act::Adopt { .. }
        | Act::Withdraw
        | Act::Decisions { .. } => {
            return None;
        }
    })
}

/// Returns an instant where the game master is; without a time of day, at that of the open deadline.
fn until(engine: &Engine<'_>, date: Date, time: Option<Time>) -> Option<DateTime<Utc>> {
    let zone = &engine.settings.gm.timezone;
    let open = || time_in(engine.record.game.open_window()?.deadline?, zone);
    instant_in(date, time.or_else(open)?, zone)
}

fn is_of_ruling(wanted: &Wanted) -> bool {
    matches!(wanted, Wanted::Ruling { .. } | Wanted::Adopt { .. })
}

/// Returns what a refusal of a part of a ruling looks like, once its reason is known.
fn place(spot: &RulingSpot, written: &Written<'_>) -> Spot {
    let fault = Fault::error(spot.span, Refusal::new("ruling-refused"));
    Spot { of: spot.of.clone(), problem: problem(&fault, written.text, written.found) }
}

/// Returns the wish to adopt the ruling that the answered message has shown, or why there is nothing to adopt.
fn adopts(
    engine: &Engine<'_>,
    submitted: &Submitted,
    propose: bool,
) -> Result<Result<Wanted, Refusal>, CampaignError> {
    let shown = submitted.about.as_deref().and_then(receipt_number);
    let Some(shown) = shown else { return Ok(Err(Refusal::new("gm-adopt-what"))) };
    if shown_ruling(engine.rules.past, shown)?.is_none() {
        return Ok(Err(Refusal::new("gm-adopt-what")));
    }
    Ok(match (engine.settings.rulings.protest.is_some(), propose) {
        (true, false) => Err(Refusal::new("gm-adopt-propose")),
        (false, true) => Err(Refusal::new("gm-propose-adopt")),
        _ => Ok(Wanted::Adopt { shown }),
    })
}

/// Refuses orders of the game master in a message of a player.
pub(crate) fn refuse_orders(written: &Written<'_>, submitted: &mut Submitted) {
    if let Some(given) = written.envelope.document.act.first() {
        submitted.refuse_at(given.span, Refusal::new("gm-only"), written);
    }
}

/// Returns the sections of a document that only players may write.
fn not_for_gm(written: &Written<'_>) -> Vec<(&'static str, Span)> {
    let document = &written.envelope.document;
    let sections = [
        ("plan", document.plan.as_ref().map(|given| given.span)),
        ("seal", document.seal.as_ref().map(|given| given.span)),
        ("opening", document.opening.as_ref().map(|given| given.span)),
        ("chance", document.chance.as_ref().map(|given| given.span)),
        ("vote", document.vote.first().map(|given| given.span)),
        ("absent", document.absent.as_ref().map(|given| given.span)),
        ("resign", document.resign.as_ref().map(|given| given.span)),
        ("final", document.is_final.as_ref().map(|given| given.span)),
    ];
    sections.into_iter().filter_map(|(name, span)| Some((name, span?))).collect()
}
