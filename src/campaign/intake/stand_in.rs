//! Messages of a stand-in, who writes for a seat while its player is away.
//!
//! A stand-in gets the seat's mail with a separate key and separate Message-IDs. Both speak for the seat only from
//! the stand-in's address and only during the absence.

use crate::campaign::intake::speaker::{Shown, keys_in};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::message_ids::message_ids;
use crate::campaign::state::stand_in::StandIn;
use crate::post::Letter;
use crate::seal::SeatKey;
use crate::sheet::{Refusal, Span};
use chrono::{DateTime, Utc};

/// Returns the seat that a letter speaks for because its sender is the player's stand-in.
pub(crate) fn speaks_for(
    engine: &Engine<'_>,
    letter: &Letter,
    written: Option<&SeatKey>,
    received: DateTime<Utc>,
) -> Option<(SeatId, Shown)> {
    let at = received.min(engine.now);
    let from = letter.sender()?;
    let all = engine
        .record
        .people
        .seats()
        .filter_map(|seat| StandIn::for_seat(&engine.record.people, seat, at, engine.secrets));
    let ids = message_ids(engine.settings, engine.secrets);
    for stand_in in all.filter(|stand_in| from.is(&stand_in.address)) {
        let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
        let mut answered = answered.filter_map(|id| ids.recognise(id, [&stand_in.voice]));
        let about = answered.next().map(|(_, what)| what);
        let key = match written {
            Some(key) => *key == stand_in.key,
            None => keys_in(letter).contains(&stand_in.key),
        };
        if key || (written.is_none() && about.is_some()) {
            let answers = about.is_some();
            let shown = Shown { key, answers, about, known: true, new_key: None, stand_in: true };
            return Some((stand_in.seat, shown));
        }
    }
    None
}

/// Refuses sections that bind the seat beyond the absence, which only its player may send.
pub(crate) fn refuse_beyond_absence(written: &Written<'_>, submitted: &mut Submitted) {
    let document = &written.envelope.document;
    let sections: [(&str, Option<Span>); 5] = [
        ("vote", document.vote.first().map(|given| given.span)),
        ("absent", document.absent.as_ref().map(|given| given.span)),
        ("resign", document.resign.as_ref().map(|given| given.span)),
        ("chance", document.chance.as_ref().map(|given| given.span)),
        ("dispute", document.dispute.as_ref().map(|given| given.span)),
    ];
    for (section, span) in sections.into_iter().filter_map(|(name, span)| Some((name, span?))) {
        submitted.refuse_at(span, Refusal::new("stand-in-not").with("section", section), written);
    }
}
