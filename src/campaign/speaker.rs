//! For whom a mail speaks.
//!
//! May use: post (letters), seal (keys, Message-IDs), record. Is used by: submission.

use super::engine::Engine;
use super::entries::SeatId;
use super::secrets::Secrets;
use super::settings::{From, Settings};
use crate::post::Letter;
use crate::seal::{MessageIds, SeatKey};

/// Characters of a text that may hold a key.
const KEY_LENGTHS: std::ops::RangeInclusive<usize> = 27..=120;

/// For whom a mail speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// For a seat. `about` is the mail of ours that it answers: `report-12`.
    Seat {
        /// Which.
        seat: SeatId,
        /// What it answers.
        about: Option<String>,
    },
    /// It has what speaks for a seat, but comes from another address.
    Elsewhere {
        /// Which seat.
        seat: SeatId,
    },
    /// For nobody.
    Nobody,
}

/// All that looks like a key in a text.
fn keys(text: &str) -> impl Iterator<Item = SeatKey> {
    text.split(|c: char| c.is_whitespace() || ":,;()[]{}|".contains(c))
        .filter(|word| KEY_LENGTHS.contains(&word.len()))
        .filter_map(|word| SeatKey::parse(word).ok())
}

/// What makes and knows the Message-IDs of a campaign.
pub(super) fn message_ids(settings: &Settings, secrets: &Secrets) -> MessageIds {
    let domain = settings.address.address.split_once('@').map_or("localhost", |(_, domain)| domain);
    MessageIds::new(&settings.id, domain, secrets.mail)
}

impl Engine<'_> {
    /// What makes and knows our Message-IDs.
    pub fn message_ids(&self) -> MessageIds {
        message_ids(self.settings, self.secrets)
    }

    pub(super) fn seat_of_key(&self, key: &SeatKey) -> Option<SeatId> {
        let founded = self.record.founded.as_ref()?;
        let fits = |seat: &&super::entries::FoundedSeat| {
            let tenure = self.record.tenures.get(&seat.seat);
            tenure.map_or(&seat.key, |tenure| &tenure.key).matches(key, &self.settings.id, &seat.seat)
        };
        founded.seats.iter().find(fits).map(|seat| seat.seat.clone())
    }

    /// For whom a letter speaks. `written` is the key that its document gives: if it is no seat's, the letter speaks for
    /// nobody, whatever it answers.
    pub fn speaker(&self, letter: &Letter, written: Option<&SeatKey>) -> Speaker {
        let ids = self.message_ids();
        let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
        let answered = answered.filter_map(|id| self.recognise(&ids, id)).next();
        let (seat, about) = match written {
            Some(key) => match self.seat_of_key(key) {
                Some(seat) => (seat, answered),
                None => return Speaker::Nobody,
            },
            None => match (self.key_in(letter), answered) {
                (Some(seat), answered) => (seat, answered),
                (None, Some((seat, what))) => (seat.clone(), Some((seat, what))),
                (None, None) => return Speaker::Nobody,
            },
        };
        let about = about.filter(|(other, _)| *other == seat).map(|(_, what)| what);
        let known = self.settings.seat(&seat).map(|seat| seat.addresses.as_slice()).unwrap_or_default();
        let is_known = letter.sender().is_some_and(|from| known.iter().any(|address| from.is(address)));
        match self.settings.from {
            From::Known if !is_known => Speaker::Elsewhere { seat },
            _ => Speaker::Seat { seat, about },
        }
    }

    /// The seat that a mail of ours went to, and what it was; none if it went to one who holds the seat no more.
    pub(super) fn recognise(&self, ids: &MessageIds, id: &str) -> Option<(SeatId, String)> {
        let seats: Vec<&str> = self.record.seats().collect();
        let voices: Vec<String> = seats.iter().map(|seat| self.record.voice(seat)).collect();
        let (voice, what) = ids.recognise(id, &voices)?;
        let place = voices.iter().position(|known| *known == voice)?;
        Some((seats.get(place).map(|seat| (*seat).to_owned())?, what))
    }

    /// All that looks like a key in a letter.
    pub(super) fn keys_in(&self, letter: &Letter) -> Vec<SeatKey> {
        letter.parts.iter().flat_map(|part| keys(&part.text)).collect()
    }

    /// The seat whose key stands somewhere in a letter; none if keys of several seats do.
    fn key_in(&self, letter: &Letter) -> Option<SeatId> {
        let mut seats: Vec<SeatId> =
            self.keys_in(letter).iter().filter_map(|key| self.seat_of_key(key)).collect();
        seats.dedup();
        match seats.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    }
}
