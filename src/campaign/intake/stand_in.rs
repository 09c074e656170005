//! Who is away, and who writes for a seat meanwhile.
//!
//! A stand-in is mailed what the seat is mailed, with a key and Message-IDs of his or her own; both speak for the seat from
//! the stand-in's address and during the absence alone.
//!
//! May use: record, secrets, seal, post (models). Is used by: speaker, models, mails, windows, tick.

use crate::campaign::intake::speaker::{Shown, keys_in};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::stand_in::StandIn;
use crate::post::Letter;
use crate::seal::SeatKey;
use crate::sheet::{Refusal, Span};
use chrono::{DateTime, Utc};

impl Engine<'_> {
    /// The seat that a letter speaks for because its sender stands in for the player.
    pub(crate) fn stands_in(
        &self,
        letter: &Letter,
        written: Option<&SeatKey>,
        received: DateTime<Utc>,
    ) -> Option<(SeatId, Shown)> {
        let at = received.min(self.now);
        let from = letter.sender()?;
        let all = self
            .record
            .people
            .seats()
            .filter_map(|seat| StandIn::for_seat(&self.record.people, seat, at, self.secrets));
        let ids = self.message_ids();
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

    /// Refuses what only the seat's own player may say: what binds the seat beyond the absence.
    pub(crate) fn not_by_stand_in(&self, written: &Written<'_>, submitted: &mut Submitted) {
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
}
