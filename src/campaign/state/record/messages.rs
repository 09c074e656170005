//! The messages that have come, and the windows that our own were about: what grows with every message, kept small.

use super::mail::{Message, Reply};
use crate::campaign::state::entries::Fate;
use crate::seal::Hash256;
use data_encoding::BASE64;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Bytes of a message in a snapshot: two hashes, the place of its seat in the list of seats, its fate.
const PACKED: usize = 32 + 32 + 1 + 1;
/// The place of a stranger, who has no seat.
const NO_SEAT: u8 = u8::MAX;
const FATES: [Fate; 4] = [Fate::Used, Fate::Refused, Fate::Kept, Fate::Stranger];

/// The messages that we have received, by the SHA-256 of their Message-ID. One id may have several: anybody can write a message
/// under the id of another, and only one that spoke for the same seat makes the next a copy.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Messages(BTreeMap<Hash256, Vec<Message>>);

impl Messages {
    /// Returns the messages with an id, oldest first.
    pub fn with_id(&self, id: &Hash256) -> &[Message] {
        self.0.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn add(&mut self, id: Hash256, message: Message) {
        self.0.entry(id).or_default().push(message);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Messages in a snapshot: all in one text, since a campaign has thousands.
#[derive(Serialize, Deserialize)]
struct Packed {
    seats: Vec<String>,
    messages: String,
}

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut seats, mut bytes) = (Vec::<String>::new(), Vec::with_capacity(self.0.len() * PACKED));
        for (id, message) in self.0.iter().flat_map(|(id, all)| all.iter().map(move |message| (id, message)))
        {
            let place = message.of.as_ref().map(|of| {
                seats.iter().position(|seat| seat == of).unwrap_or_else(|| {
                    seats.push(of.clone());
                    seats.len() - 1
                })
            });
            let place = place.map_or(Ok(NO_SEAT), u8::try_from).map_err(serde::ser::Error::custom)?;
            let fate = FATES.iter().position(|fate| *fate == message.fate).unwrap_or_default() as u8;
            bytes.extend(id.0.iter().chain(&message.mail.0).chain(&[place, fate]));
        }
        Packed { seats, messages: BASE64.encode(&bytes) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Packed { seats, messages } = Packed::deserialize(deserializer)?;
        let bytes = BASE64.decode(messages.as_bytes()).map_err(D::Error::custom)?;
        let mut all = Messages::default();
        for packed in bytes.chunks(PACKED) {
            let read = || -> Option<(Hash256, Message)> {
                let (id, rest) = packed.split_first_chunk::<32>()?;
                let (mail, rest) = rest.split_first_chunk::<32>()?;
                let [place, fate] = *rest else { return None };
                let of = match place {
                    NO_SEAT => None,
                    place => Some(seats.get(usize::from(place))?.clone()),
                };
                let fate = *FATES.get(usize::from(fate))?;
                Some((Hash256(*id), Message { of, mail: Hash256(*mail), fate }))
            };
            let (id, message) = read().ok_or_else(|| D::Error::custom("a message is not whole"))?;
            all.add(id, message);
        }
        Ok(all)
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
        assert_eq!(serde_json::from_str::<Messages>(&text).unwrap(), all);
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
