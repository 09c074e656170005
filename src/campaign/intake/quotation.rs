//! Whose key a sheet must have that comes back in a quotation.

use crate::campaign::intake::speaker::answered;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::GM;
use crate::campaign::state::stand_in::StandIn;
use crate::post::Letter;
use crate::seal::SeatKey;

/// Returns the seats (or `gm`) that a letter may speak for, before its document is read: the recipient of the message
/// that it answers, or else those with the sender's address. Empty if nothing is known; then it may be anybody.
pub(crate) fn expected(engine: &Engine<'_>, letter: &Letter) -> Vec<String> {
    if let Some((of, _)) = answered(engine, letter) {
        return vec![of];
    }
    let is_from = |address: &String| letter.from.iter().any(|from| from.is(address));
    let seats = engine
        .record
        .people
        .seats()
        .filter(|seat| engine.settings.seat(seat).is_some_and(|seat| seat.addresses.iter().any(is_from)));
    let gm = Some(GM).filter(|_| engine.settings.gm.addresses.iter().any(is_from));
    seats.chain(gm).map(str::to_owned).collect()
}

/// Returns `true` if a text is a key, old or new, that one of these seats can use now; of any seat if there are none.
pub(crate) fn is_key_of(engine: &Engine<'_>, of: &[String], text: &str) -> bool {
    let Ok(key) = SeatKey::parse(text) else { return false };
    let people = &engine.record.people;
    let is_meant = |holder: &str| of.is_empty() || of.iter().any(|seat| seat == holder);
    let stands_in = || {
        let all = people.seats().filter(|seat| is_meant(seat));
        let mut keys = all.filter_map(|seat| StandIn::for_seat(people, seat, engine.now, engine.secrets));
        keys.any(|stand_in| stand_in.key == key)
    };
    people.holder(&key).is_some_and(|(holder, _)| is_meant(holder)) || stands_in()
}
