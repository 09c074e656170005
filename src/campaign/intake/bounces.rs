//! Delivery failures: which seat our mail does not reach.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Unreachable;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::message_ids::message_ids;
use crate::ledger::Kind;
use crate::post::Bounce;

/// Marks the seat as unreachable if a message of ours failed at an address of the seat's, for good and for a reason that
/// lies with the address. Anybody who got a message from us can write such a report; so the game does not wait for an
/// unreachable seat for ever.
pub(crate) fn take_in(engine: &mut Engine<'_>, bounce: &Bounce) -> Result<(), CampaignError> {
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
    match ours {
        Some((seat, _))
            if bounce.is_of_the_address() && !engine.record.people.unreachable.contains_key(&seat) =>
        {
            engine.add(Kind::Unreachable, &Unreachable { seat, unreachable: true, reason })
        }
        _ => Ok(()),
    }
}
