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
/// Characters of a packed message. No character has bits of two messages, so each is read by itself.
const CHARS: usize = PACKED / 3 * 4;
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

    /// Returns all messages as a text that [`of_text`](Self::of_text) reads: the seats in the first line, then a list.
    ///
    /// # Errors
    /// If there are more seats than a list can have.
    pub(crate) fn to_text(&self) -> Result<String, serde_json::Error> {
        let packed = self.packed().map_err(serde::ser::Error::custom)?;
        let mut text = serde_json::to_string(&packed.seats)?;
        text.reserve(packed.text.len() + 1);
        text.push('\n');
        text.push_str(&packed.text);
        Ok(text)
    }

    /// Returns the messages in a text of [`to_text`](Self::to_text); `None` if it is none.
    pub(crate) fn of_text(text: &[u8]) -> Option<Self> {
        let (seats, text) = std::str::from_utf8(text).ok()?.split_once('\n')?;
        let old = Arc::new(Packed { seats: serde_json::from_str(seats).ok()?, text: text.to_owned() });
        (text.len() % CHARS == 0).then(|| Messages { old, new: BTreeMap::new() })
    }

    /// Returns all messages as one packed list.
    ///
    /// # Errors
    /// If there are more seats than a list can have.
    fn packed(&self) -> Result<Cow<'_, Packed>, TryFromIntError> {
        if self.new.is_empty() {
            return Ok(Cow::Borrowed(&self.old));
        }
        let new = || self.new.iter().flat_map(|(id, all)| all.iter().map(move |message| (id, message)));
        let seats: BTreeSet<&String> =
            self.old.seats.iter().chain(new().filter_map(|(_, message)| message.of.as_ref())).collect();
        let seats: Vec<String> = seats.into_iter().cloned().collect();
        let place_of = |of: Option<&String>| match of {
            Some(of) => seats.binary_search(of).map_or(Ok(NO_SEAT), u8::try_from),
            None => Ok(NO_SEAT),
        };
        let old = match seats == self.old.seats {
            true => Cow::Borrowed(&self.old.text),
            false => {
                let places =
                    self.old.seats.iter().map(|of| place_of(Some(of))).collect::<Result<Vec<u8>, _>>()?;
                Cow::Owned(self.old.seated(&places))
            }
        };
        let mut text = String::with_capacity(old.len() + self.new.len() * CHARS);
        let mut done = 0;
        for (id, message) in new() {
            let end = self.old.end_of(id) * CHARS;
            text.push_str(old.get(done..end).unwrap_or_default());
            done = done.max(end);
            let fate = FATES.iter().position(|fate| *fate == message.fate).unwrap_or_default() as u8;
            let bytes = [&id.0[..], &message.mail.0, &[place_of(message.of.as_ref())?, fate]].concat();
            BASE64.encode_append(&bytes, &mut text);
        }
        text.push_str(old.get(done..).unwrap_or_default());
        Ok(Cow::Owned(Packed { seats, text }))
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
    /// One after the other, in base64. A tick looks at a few of thousands, so the text is never decoded whole.
    text: String,
}

impl Packed {
    fn with_id(&self, id: &Hash256) -> Vec<Message> {
        let from = self.first(|found| found < id.0.as_slice());
        let with_id =
            (from..).map_while(|place| self.bytes_of(place)).take_while(|bytes| bytes.starts_with(&id.0));
        with_id.filter_map(|bytes| self.message(&bytes)).collect()
    }

    /// Returns the place after the last message with an id.
    fn end_of(&self, id: &Hash256) -> usize {
        self.first(|found| found <= id.0.as_slice())
    }

    /// Returns the place of the first message whose id is not `before` what is looked for.
    fn first(&self, before: impl Fn(&[u8]) -> bool) -> usize {
        let (mut from, mut to) = (0, self.text.len() / CHARS);
        while from < to {
            let middle = from.midpoint(to);
            match self.bytes_of(middle).is_some_and(|found| before(found.get(..32).unwrap_or_default())) {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from
    }

    fn bytes_of(&self, place: usize) -> Option<[u8; PACKED]> {
        let chars = self.text.as_bytes().get(place.checked_mul(CHARS)?..)?.get(..CHARS)?;
        let mut bytes = [0; PACKED];
        BASE64.decode_mut(chars, &mut bytes).ok()?;
        Some(bytes)
    }

    fn message(&self, bytes: &[u8; PACKED]) -> Option<Message> {
        let (_, rest) = bytes.split_first_chunk::<32>()?;
        let (mail, rest) = rest.split_first_chunk::<32>()?;
        let [seat, fate] = *rest else { return None };
        let of = match seat {
            NO_SEAT => None,
            place => Some(self.seats.get(usize::from(place))?.clone()),
        };
        Some(Message { of, mail: Hash256(*mail), fate: *FATES.get(usize::from(fate))? })
    }

    /// Returns the text with other places of the seats, given for each of the places now.
    fn seated(&self, places: &[u8]) -> String {
        let mut text = String::with_capacity(self.text.len());
        for mut bytes in (0..self.text.len() / CHARS).filter_map(|place| self.bytes_of(place)) {
            if let Some(seat) = bytes.get_mut(SEAT) {
                *seat = places.get(usize::from(*seat)).copied().unwrap_or(NO_SEAT);
            }
            BASE64.encode_append(&bytes, &mut text);
        }
        text
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
        Written { seats: (&packed.seats).into(), messages: (&packed.text).into() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { seats, messages } = Written::deserialize(deserializer)?;
        let old = Packed { seats: seats.into_owned(), text: messages.into_owned() };
        match old.text.len() % CHARS {
            0 => Ok(Messages { old: Arc::new(old), new: BTreeMap::new() }),
            _ => Err(D::Error::custom("the messages are not whole")),
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
        let packed = all.to_text().unwrap();
        assert_eq!(Messages::of_text(packed.as_bytes()), Some(all.clone()));
        assert_eq!(Messages::of_text(&packed.as_bytes()[..packed.len() - 1]), None);
        assert_eq!(Messages::of_text(b""), None);
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
