//! Whom a message speaks for: a seat, the game master, or nobody.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::message_ids::message_ids;
use crate::campaign::state::record::{GM, Which};
use crate::campaign::state::settings::From;
use crate::post::{Letter, Part, is_marked};
use crate::seal::SeatKey;

/// Lengths of a word, in bytes, that may be a key.
const KEY_LENGTHS: std::ops::RangeInclusive<usize> = 27..=120;

/// The seat or person for whom a message speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Speaker {
    Seat {
        seat: SeatId,
        shown: Shown,
    },
    Gm {
        shown: Shown,
    },
    /// It has a key or answers a message of ours, but comes from an address that is not known for that seat.
    Elsewhere {
        /// The seat's id, or `gm`.
        of: String,
    },
    /// It comes from an address of a seat, but with another key, or as an answer to a message from before the seat's
    /// key was changed.
    WrongKey {
        /// The first of the seats with this address.
        seat: SeatId,
    },
    Nobody,
}

/// The evidence that a message speaks for its seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// `true` if the message contains the key.
    pub key: bool,
    /// Our message that it answers, such as `report-12`.
    pub about: Option<String>,
    /// `true` if that answer alone would suffice, because the seat's key has not changed since.
    pub answers: bool,
    /// `true` if it comes from an address of the seat.
    pub known: bool,
    /// The number of the key that replaces the seat's key from this message on; `None` if it does not change.
    pub new_key: Option<u32>,
    /// `true` if the player's stand-in wrote it.
    pub stand_in: bool,
}

/// Returns the words of a text that have the form of a key.
pub(crate) fn keys(text: &str) -> impl Iterator<Item = SeatKey> {
    text.split(|c: char| c.is_whitespace() || ":,;()[]{}|".contains(c))
        .filter(|word| KEY_LENGTHS.contains(&word.len()))
        .filter_map(|word| SeatKey::parse(word).ok())
}

/// Returns all words of a letter that have the form of a key.
pub(crate) fn keys_in(letter: &Letter) -> Vec<SeatKey> {
    letter.parts.iter().flat_map(keys_of).collect()
}

/// Returns the keys in a part, without those in words of others, which come back marked.
fn keys_of(part: &Part) -> impl Iterator<Item = SeatKey> {
    part.text.lines().filter(|line| !is_marked(line)).flat_map(keys)
}

/// Returns whom a letter speaks for. If `written`, the key in its document, is not a valid key, the letter speaks for
/// nobody, whatever it answers.
pub fn speaker(engine: &Engine<'_>, letter: &Letter, written: Option<&SeatKey>) -> Speaker {
    let nobody = || wrong_key(engine, letter, written);
    let answered = answered(engine, letter);
    let keyed = match written {
        Some(key) => match engine.record.people.holder(key) {
            Some((of, which)) => Some((of.to_owned(), which)),
            None => return nobody(),
        },
        None => key_in(engine, letter),
    };
    // A key that merely is in a text may be in somebody else's words: it does not turn an answer to our message, from
    // the address that we sent it to, into a message of another seat.
    let is_elsewhere = |of: &str| {
        let answered = answered.as_ref().filter(|(to, _)| to != of && is_address_of(engine, letter, to));
        answered.is_some() && !is_address_of(engine, letter, of)
    };
    let keyed = keyed.filter(|(of, _)| written.is_some() || !is_elsewhere(of));
    let speaks = |(of, what): &(String, String)| engine.record.people.still_speaks(of, what);
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
        known: is_address_of(engine, letter, &of),
        new_key: keyed.and_then(|(_, which)| match which {
            Which::Next(number) => Some(number),
            Which::Current => None,
        }),
        stand_in: false,
    };
    match (engine.settings.from, of) {
        (From::Known, of) if !shown.known => Speaker::Elsewhere { of },
        (_, of) if of == GM => Speaker::Gm { shown },
        (_, seat) => Speaker::Seat { seat, shown },
    }
}

/// Returns the recipient and the name of our message that a letter answers.
pub(crate) fn answered(engine: &Engine<'_>, letter: &Letter) -> Option<(String, String)> {
    let ids = message_ids(engine.settings, engine.secrets);
    let known: Vec<&str> = engine.record.people.seats().chain([GM]).collect();
    let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
    answered.filter_map(|id| ids.recognise(id, known.iter())).next()
}

fn is_address_of(engine: &Engine<'_>, letter: &Letter, of: &str) -> bool {
    let known = match of {
        GM => Some(&engine.settings.gm.addresses),
        seat => engine.settings.seat(seat).map(|seat| &seat.addresses),
    };
    let known = known.into_iter().flatten();
    letter.sender().is_some_and(|from| known.into_iter().any(|address| from.is(address)))
}

/// Returns the first seat with the address from which a letter says that it comes, which shows nothing of who wrote it.
pub(crate) fn seat_at(engine: &Engine<'_>, letter: &Letter) -> Option<SeatId> {
    engine.record.people.seats().find(|seat| is_address_of(engine, letter, seat)).map(str::to_owned)
}

/// Returns [`Speaker::WrongKey`] for a letter from an address of a seat with some key, and [`Speaker::Nobody`] for
/// others.
fn wrong_key(engine: &Engine<'_>, letter: &Letter, written: Option<&SeatKey>) -> Speaker {
    let has_key = written.is_some()
        || answered(engine, letter).is_some()
        || letter.parts.iter().any(|part| keys(&part.text).next().is_some());
    let mut seats = engine.record.people.seats().filter(|seat| is_address_of(engine, letter, seat));
    match seats.next().filter(|_| has_key) {
        Some(seat) => Speaker::WrongKey { seat: seat.to_owned() },
        None => Speaker::Nobody,
    }
}

/// Returns the holder of the keys in a letter, or `None` if they belong to several. If the letter contains both the
/// current and the next key, the next one counts: the other may be in a quotation of our message.
fn key_in(engine: &Engine<'_>, letter: &Letter) -> Option<(String, Which)> {
    let all = letter.parts.iter().flat_map(keys_of);
    let mut held = all.filter_map(|key| {
        let (of, which) = engine.record.people.holder(&key)?;
        Some((of.to_owned(), which))
    });
    let first = held.next()?;
    held.try_fold(first, |(of, which), (other, also)| {
        let newer = if which == Which::Current { also } else { which };
        (of == other).then_some((of, newer))
    })
}
