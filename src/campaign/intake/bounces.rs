//! Delivery failures: which seat our mail does not reach.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{SeatId, Unreachable};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::message_ids::{message_ids, return_paths};
use crate::ledger::Kind;
use crate::post::{Bounce, Letter};

/// Marks the seat as unreachable if a message of ours failed at an address of the seat's, for good and for a reason that
/// lies with the address. Anybody who got a message from us can write such a report; so the game does not wait for an
/// unreachable seat for ever.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    letter: &Letter,
    bounce: &Bounce,
) -> Result<(), CampaignError> {
    let ids = message_ids(engine.settings, engine.secrets);
    let seats: Vec<String> = engine.record.people.seats().map(str::to_owned).collect();
    // Another server wrote the status, so nothing but digits and dots goes into the ledger.
    let is_status =
        |status: &String| status.len() < 12 && status.chars().all(|c| c.is_ascii_digit() || c == '.');
    let reason = bounce.status.clone().filter(is_status);
    let ours = bounce.original.as_ref().and_then(|id| ids.recognise(id, &seats));
    // A failure to reach the seat's former player says nothing about the present one.
    let ours = ours.filter(|(seat, what)| {
        !engine.record.people.tenures.contains_key(seat) || engine.record.people.still_speaks(seat, what)
    });
    // Only an address that we wrote to can fail to receive it.
    let ours = ours.filter(|(seat, _)| {
        let known = engine.settings.seats.iter().find(|known| known.seat == *seat);
        known.is_some_and(|known| {
            known.addresses.iter().any(|address| bounce.recipients.contains(&address.trim().to_lowercase()))
        })
    });
    let seat = match returned_to(engine, letter) {
        Returned::Elsewhere => ours.map(|(seat, _)| seat),
        Returned::Seat(seat) => Some(seat),
        Returned::Forged => None,
    };
    match seat {
        Some(seat) if bounce.is_of_the_address() && !engine.record.people.unreachable.contains_key(&seat) => {
            engine.add(Kind::Unreachable, &Unreachable { seat, unreachable: true, reason, again: false })
        }
        _ => Ok(()),
    }
}

/// Whom the address that a report was sent to names.
enum Returned {
    /// It is no return address of ours.
    Elsewhere,
    /// It is that of our messages to an address that the seat has now.
    Seat(SeatId),
    /// It has the form of one, and a MAC that we have not made for any present address of the seat.
    Forged,
}

fn returned_to(engine: &Engine<'_>, letter: &Letter) -> Returned {
    let Some(paths) = return_paths(engine.settings, engine.secrets) else { return Returned::Elsewhere };
    let Some(to) = letter.to.iter().find(|to| paths.is_one(&to.address)) else { return Returned::Elsewhere };
    let mut seats = engine.settings.seats.iter();
    let found = seats
        .find(|known| known.addresses.iter().any(|address| paths.is_of(&to.address, &known.seat, address)));
    found.map_or(Returned::Forged, |known| Returned::Seat(known.seat.clone()))
}
