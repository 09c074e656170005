//! For whom a mail speaks.
//!
//! May use: post (models), seal (keys, Message-IDs), record, keys. Is used by: submission.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::message_ids::message_ids;
use crate::campaign::state::record::{GM, Which};
use crate::campaign::state::settings::From;
use crate::post::Letter;
use crate::seal::{MessageIds, SeatKey};

/// Characters of a text that may hold a key.
const KEY_LENGTHS: std::ops::RangeInclusive<usize> = 27..=120;

/// For whom a mail speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// For a seat.
    Seat {
        /// Which.
        seat: SeatId,
        /// What showed it.
        shown: Shown,
    },
    /// For the game master.
    Gm {
        /// What showed it.
        shown: Shown,
    },
    /// It has what speaks for a seat (or `gm`), but comes from another address.
    Elsewhere {
        /// Which.
        of: String,
    },
    /// It comes from an address of a seat, with a key that is not the seat's, or as an answer to a mail from before the
    /// seat's key was changed.
    WrongKey {
        /// The first of the seats with this address.
        seat: SeatId,
    },
    /// For nobody.
    Nobody,
}

/// What showed for whom a mail speaks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// Whether the key stands in it.
    pub key: bool,
    /// The mail of ours that it answers: `report-12`.
    pub about: Option<String>,
    /// Whether that alone would speak for the seat: it carried no older key.
    pub answers: bool,
    /// Whether it comes from an address of the seat's.
    pub known: bool,
    /// The number of the key that comes into force by it.
    pub new_key: Option<u32>,
    /// Whether somebody wrote it who stands in for the player.
    pub stand_in: bool,
}

/// All that looks like a key in a text.
fn keys(text: &str) -> impl Iterator<Item = SeatKey> {
    text.split(|c: char| c.is_whitespace() || ":,;()[]{}|".contains(c))
        .filter(|word| KEY_LENGTHS.contains(&word.len()))
        .filter_map(|word| SeatKey::parse(word).ok())
}

/// All that looks like a key in a letter.
pub(crate) fn keys_in(letter: &Letter) -> Vec<SeatKey> {
    letter.parts.iter().flat_map(|part| keys(&part.text)).collect()
}

impl Engine<'_> {
    /// What makes and knows our Message-IDs.
    pub fn message_ids(&self) -> MessageIds {
        message_ids(self.settings, self.secrets)
    }

    /// For whom a letter speaks. `written` is the key that its document gives: if it is nobody's, the letter speaks for
    /// nobody, whatever it answers.
    pub fn speaker(&self, letter: &Letter, written: Option<&SeatKey>) -> Speaker {
        let nobody = || self.wrong_key(letter, written);
        let answered = self.answered(letter);
        let keyed = match written {
            Some(key) => match self.record.people.holder(key) {
                Some((of, which)) => Some((of.to_owned(), which)),
                None => return nobody(),
            },
            None => self.key_in(letter),
        };
        let speaks = |(of, what): &(String, String)| self.record.people.still_speaks(of, what);
        let of = match (&keyed, &answered) {
            (Some((of, _)), _) => of.clone(),
            (None, Some(answer)) if speaks(answer) => answer.0.clone(),
            (None, _) => return nobody(),
        };
        let answered = answered.filter(|(other, _)| *other == of);
        let shown = Shown {
            key: keyed.is_some(),
            answers: answered.as_ref().is_some_and(speaks),
            about: answered.map(|(_, what)| what),
            known: self.is_address_of(letter, &of),
            new_key: keyed.and_then(|(_, which)| match which {
                Which::Next(number) => Some(number),
                Which::Current => None,
            }),
            stand_in: false,
        };
        match (self.settings.from, of) {
            (From::Known, of) if !shown.known => Speaker::Elsewhere { of },
            (_, of) if of == GM => Speaker::Gm { shown },
            (_, seat) => Speaker::Seat { seat, shown },
        }
    }

    /// The mail of ours that a letter answers, with its receiver.
    pub(crate) fn answered(&self, letter: &Letter) -> Option<(String, String)> {
        let ids = self.message_ids();
        let known: Vec<&str> = self.record.people.seats().chain([GM]).collect();
        let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
        answered.filter_map(|id| ids.recognise(id, known.iter())).next()
    }

    fn is_address_of(&self, letter: &Letter, of: &str) -> bool {
        let known = match of {
            GM => Some(&self.settings.gm.addresses),
            seat => self.settings.seat(seat).map(|seat| &seat.addresses),
        };
        let known = known.into_iter().flatten();
        letter.sender().is_some_and(|from| known.into_iter().any(|address| from.is(address)))
    }

    /// A letter that speaks for nobody: one with a wrong or an old key, from an address that we know?
    fn wrong_key(&self, letter: &Letter, written: Option<&SeatKey>) -> Speaker {
        let has_key = written.is_some()
            || self.answered(letter).is_some()
            || letter.parts.iter().any(|part| keys(&part.text).next().is_some());
        let mut seats = self.record.people.seats().filter(|seat| self.is_address_of(letter, seat));
        match seats.next().filter(|_| has_key) {
            Some(seat) => Speaker::WrongKey { seat: seat.to_owned() },
            None => Speaker::Nobody,
        }
    }

    /// Whose key stands somewhere in a letter; nobody's if keys of several do. Of a key in force and one that is to
    /// follow it the newer counts, wherever it stands: an answer quotes the mail that brought it.
    fn key_in(&self, letter: &Letter) -> Option<(String, Which)> {
        let all = letter.parts.iter().flat_map(|part| keys(&part.text));
        let mut held = all.filter_map(|key| {
            let (of, which) = self.record.people.holder(&key)?;
            Some((of.to_owned(), which))
        });
        let first = held.next()?;
        held.try_fold(first, |(of, which), (other, also)| {
            let newer = if which == Which::Current { also } else { which };
            (of == other).then_some((of, newer))
        })
    }
}
