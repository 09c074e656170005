//! The messages that have come, and the windows that our own were about: what grows with every message, kept small.

use super::mail::{Message, Reply};
use crate::campaign::state::entries::Fate;
use crate::seal::Hash256;
use data_encoding::BASE64;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::TryFromIntError;
use std::sync::Arc;

/// Bytes of a message in a snapshot: two hashes, the place of its seat in the list of seats, its fate.
const PACKED: usize = 32 + 32 + 1 + 1;
/// The place of a stranger, who has no seat.
const NO_SEAT: u8 = u8::MAX;
/// Where the place of the seat stands in a packed message; the fate follows it.
const SEAT: usize = 64;
const FATES: [Fate; 4] = [Fate::Used, Fate::Refused, Fate::Kept, Fate::Stranger];

/// The messages that we have received, by the SHA-256 of their Message-ID. One id may have several: anybody can write a message
/// under the id of another, and only one that spoke for the same seat makes the next a copy.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// Those of a snapshot, as they are packed there: a campaign has thousands, and hardly any of them is looked at again.
    old: Arc<Packed>,
    new: BTreeMap<Hash256, Vec<Message>>,
}

impl Messages {
    /// Returns the messages with an id, oldest first.
    pub fn with_id(&self, id: &Hash256) -> Vec<Message> {
        let mut all = self.old.with_id(id);
        all.extend(self.new.get(id).into_iter().flatten().cloned());
        all
    }

    pub(crate) fn add(&mut self, id: Hash256, message: Message) {
        self.new.entry(id).or_default().push(message);
    }

    pub(crate) fn clear(&mut self) {
        *self = Messages::default();
    }

    /// Returns all messages as one packed list.
    ///
    /// # Errors
    /// If there are more seats than a list can have.
    fn packed(&self) -> Result<Packed, TryFromIntError> {
        let new = || self.new.iter().flat_map(|(id, all)| all.iter().map(move |message| (id, message)));
        let seats: BTreeSet<&String> =
            self.old.seats.iter().chain(new().filter_map(|(_, message)| message.of.as_ref())).collect();
        let seats: Vec<String> = seats.into_iter().cloned().collect();
        let place_of = |of: Option<&String>| match of {
            Some(of) => seats.binary_search(of).map_or(Ok(NO_SEAT), u8::try_from),
            None => Ok(NO_SEAT),
        };
        let places = self.old.seats.iter().map(|of| place_of(Some(of))).collect::<Result<Vec<u8>, _>>()?;
        let mut bytes = Vec::with_capacity(self.old.bytes.len() + self.new.len() * PACKED);
        let mut old = self.old.bytes.chunks_exact(PACKED).peekable();
        let keep = |packed: &[u8], bytes: &mut Vec<u8>| {
            let end = bytes.len();
            bytes.extend_from_slice(packed);
            if let Some(place) = bytes.get_mut(end + SEAT) {
                *place = places.get(usize::from(*place)).copied().unwrap_or(NO_SEAT);
            }
        };
        for (id, message) in new() {
            while let Some(packed) = old.next_if(|packed| packed.get(..32) <= Some(id.0.as_slice())) {
                keep(packed, &mut bytes);
            }
            let fate = FATES.iter().position(|fate| *fate == message.fate).unwrap_or_default() as u8;
            bytes.extend(id.0.iter().chain(&message.mail.0).chain(&[place_of(message.of.as_ref())?, fate]));
        }
        old.for_each(|packed| keep(packed, &mut bytes));
        Ok(Packed { seats, bytes })
    }
}

impl PartialEq for Messages {
    fn eq(&self, other: &Self) -> bool {
        match (self.packed(), other.packed()) {
            (Ok(own), Ok(other)) => own == other,
            _ => false,
        }
    }
}

/// Messages by the bytes of their ids; several with one id in the order in which they came.
#[derive(Clone, PartialEq, Debug, Default)]
struct Packed {
    /// In the order of their names.
    seats: Vec<String>,
    bytes: Vec<u8>,
}

impl Packed {
    fn with_id(&self, id: &Hash256) -> Vec<Message> {
        let (mut from, mut to) = (0, self.bytes.len() / PACKED);
        while from < to {
            let middle = from.midpoint(to);
            match self.id(middle).is_some_and(|found| *found < id.0) {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        (from..)
            .take_while(|place| self.id(*place) == Some(&id.0))
            .filter_map(|place| self.get(place))
            .collect()
    }

    fn bytes_of(&self, place: usize) -> Option<&[u8]> {
        self.bytes.get(place.checked_mul(PACKED)?..)?.get(..PACKED)
    }

    fn id(&self, place: usize) -> Option<&[u8; 32]> {
        self.bytes_of(place)?.first_chunk()
    }

    fn get(&self, place: usize) -> Option<Message> {
        let (_, rest) = self.bytes_of(place)?.split_first_chunk::<32>()?;
        let (mail, rest) = rest.split_first_chunk::<32>()?;
        let [seat, fate] = *rest else { return None };
        let of = match seat {
            NO_SEAT => None,
            place => Some(self.seats.get(usize::from(place))?.clone()),
        };
        Some(Message { of, mail: Hash256(*mail), fate: *FATES.get(usize::from(fate))? })
    }

    /// Returns `true` if every message can be read and found.
    fn is_whole(&self) -> bool {
        let (count, rest) = (self.bytes.len() / PACKED, self.bytes.len() % PACKED);
        let is_known = |packed: &[u8]| {
            let (seat, fate) = (packed.get(SEAT).copied(), packed.get(SEAT + 1).copied());
            seat.is_some_and(|seat| seat == NO_SEAT || usize::from(seat) < self.seats.len())
                && fate.is_some_and(|fate| usize::from(fate) < FATES.len())
        };
        rest == 0
            && (1..count).all(|place| self.id(place - 1) <= self.id(place))
            && self.bytes.chunks_exact(PACKED).all(is_known)
    }
}

/// Messages in a snapshot: all in one text.
#[derive(Serialize, Deserialize)]
struct Written<'a> {
    seats: Cow<'a, [String]>,
    messages: Cow<'a, str>,
}

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let packed = self.packed().map_err(serde::ser::Error::custom)?;
        let messages = BASE64.encode(&packed.bytes).into();
        Written { seats: packed.seats.into(), messages }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { seats, messages } = Written::deserialize(deserializer)?;
        let bytes = BASE64.decode(messages.as_bytes()).map_err(D::Error::custom)?;
        let old = Packed { seats: seats.into_owned(), bytes };
        match old.is_whole() {
            true => Ok(Messages { old: Arc::new(old), new: BTreeMap::new() }),
            false => Err(D::Error::custom("the messages are not whole")),
        }
    }
}

/// The window that each of our messages was about. Messages of a kind to a recipient have rising numbers, and many in a row are
/// about the same window, so only the first of them is kept.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct About(BTreeMap<String, Vec<(u64, Option<String>)>>);

/// Splits `receipt-12` into what comes before the number, and the number.
fn numbered(what: &str) -> Option<(&str, u64)> {
    let (kind, number) = what.rsplit_once('-')?;
    Some((kind, number.parse().ok()?))
}

impl About {
    /// Notes that a message to a recipient, named like `receipt-12`, is about a window, or about none.
    pub(crate) fn note(&mut self, to: &str, what: &str, window: Option<&str>) {
        let Some((kind, number)) = numbered(what) else { return };
        let all = self.0.entry(format!("{to}/{kind}")).or_default();
        let before = all.last().and_then(|(_, window)| window.as_deref());
        if before != window {
            all.push((number, window.map(str::to_owned)));
        }
    }

    /// Returns the window that a message was about; `None` if it was about none.
    pub fn window(&self, to: &str, what: &str) -> Option<&str> {
        let (kind, number) = numbered(what)?;
        let all = self.0.get(&format!("{to}/{kind}"))?;
        let place = all.partition_point(|(first, _)| *first <= number).checked_sub(1)?;
        all.get(place)?.1.as_deref()
    }

    /// Forgets what was written to anybody else.
    pub(crate) fn only_to(&mut self, to: &str) {
        self.0.retain(|kind, _| kind.split('/').next() == Some(to));
    }
}

/// How many of our messages to somebody are remembered with what a plain answer to them is about.
const MOST_REPLIES: usize = 50;

/// What plain answers to the last of our messages are about; most messages ask nothing that could be answered in a word.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Replies(BTreeMap<String, Vec<(String, Reply)>>);

impl Replies {
    /// Notes what an answer to a message is about, in place of what was noted before.
    pub(crate) fn note(&mut self, to: &str, what: &str, reply: Reply) {
        let all = self.0.entry(to.to_owned()).or_default();
        all.retain(|(known, _)| known != what);
        if all.len() >= MOST_REPLIES {
            all.remove(0);
        }
        all.push((what.to_owned(), reply));
    }

    /// Returns what an answer to a message is about; `None` if it asked nothing, or is too old.
    pub fn to(&self, to: &str, what: &str) -> Option<&Reply> {
        self.0.get(to)?.iter().find(|(known, _)| known == what).map(|(_, reply)| reply)
    }

    /// Forgets what was written to anybody else.
    pub(crate) fn only_to(&mut self, to: &str) {
        self.0.retain(|other, _| other == to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_as_they_were_packed() {
        let mut all = Messages::default();
        for n in 0..40_u8 {
            let of = (n % 5 != 0).then(|| format!("seat-{}", n % 3));
            let mail = Hash256::of([n, 1]);
            all.add(Hash256::of([n / 2]), Message { of, mail, fate: FATES[usize::from(n % 4)] });
        }
        let text = serde_json::to_string(&all).unwrap();
        let mut again = serde_json::from_str::<Messages>(&text).unwrap();
        assert_eq!(again, all);
        // What comes later is packed as if all of it had been new.
        for n in 0..60_u8 {
            let message =
                Message { of: Some(format!("seat-{}", n % 7)), mail: Hash256::of([n, 2]), fate: FATES[0] };
            again.add(Hash256::of([n]), message.clone());
            all.add(Hash256::of([n]), message);
        }
        for n in 0..70 {
            let id = Hash256::of([n]);
            assert_eq!(again.with_id(&id), all.with_id(&id));
            assert_eq!(all.with_id(&id).len(), [3, 1, 0][usize::from(n >= 20) + usize::from(n >= 60)]);
        }
        assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&all).unwrap());
        let torn = text.replacen("A", "", 4);
        assert!(serde_json::from_str::<Messages>(&torn).is_err());
    }

    #[test]
    fn a_message_is_about_the_window_of_its_time() {
        let mut about = About::default();
        for (number, window) in
            [(1, None), (2, Some("1-planning")), (3, Some("1-planning")), (5, None), (6, Some("2-planning"))]
        {
            about.note("stark", &format!("receipt-{number}"), window);
        }
        about.note("stark", "report-1", Some("1-planning"));
        let window = |what| about.window("stark", what);
        assert_eq!(window("receipt-1"), None);
        assert_eq!((window("receipt-2"), window("receipt-3")), (Some("1-planning"), Some("1-planning")));
        assert_eq!((window("receipt-5"), window("receipt-6")), (None, Some("2-planning")));
        assert_eq!(
            (window("report-1"), window("report-0"), window("notice-1")),
            (Some("1-planning"), None, None)
        );
        assert_eq!(about.window("ash", "receipt-2"), None);
    }

    #[test]
    fn an_answer_to_what_is_long_past_is_about_nothing() {
        let mut replies = Replies::default();
        for number in 0..60 {
            replies.note("stark", &format!("ruling-{number}"), Reply::Ruling { number });
        }
        assert_eq!(replies.to("stark", "ruling-59"), Some(&Reply::Ruling { number: 59 }));
        assert_eq!(replies.to("stark", "ruling-10"), Some(&Reply::Ruling { number: 10 }));
        assert_eq!((replies.to("stark", "ruling-9"), replies.to("ash", "ruling-59")), (None, None));
    }
}
