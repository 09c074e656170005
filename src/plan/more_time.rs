//! Lines that ask for more time without the form of a vote: `Could we have 2 days more?`

use super::small::minutes;
use super::words::{Words, has_words, plain_words};

/// How long an extension is that names no length, in minutes.
const USUAL: u32 = 24 * 60;

/// Returns how many minutes a line asks for; `None` if it asks for no time. What only tells of time does not: `another day, another battle`.
pub fn asks_for_time(text: &str) -> Option<u32> {
    let words = Words::english();
    let plain = plain_words(text);
    let mut sentences = plain.split_inclusive(['.', '!', '?']);
    let sentence = sentences.find(|sentence| {
        let wishes = sentence.ends_with('?') || words.all("wishes").any(|wish| has_words(sentence, wish));
        wishes && words.all("more time").any(|more| has_words(sentence, more))
    })?;
    let is_mark = |c: char| !c.is_alphanumeric();
    let said: Vec<&str> = sentence.split(is_mark).filter(|word| !word.is_empty()).collect();
    let pairs = said.windows(2).filter_map(|pair| minutes(&pair.join(" ")));
    // "2 more days".
    let parted = said.windows(3).filter_map(|all| match all {
        [number, more, unit] if words.means("more", more) => minutes(&format!("{number} {unit}")),
        _ => None,
    });
    Some(pairs.chain(parted).max().unwrap_or(USUAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_for_time_is_known_with_its_length() {
        for (text, hours) in [
            ("could we have 2 days more?", 48),
            ("Hi Maria, can we get two more days?", 48),
            ("I need another day to decide", 24),
            ("Please move the deadline, I am on a train", 24),
            ("Sorry! Is there any chance of an extension?", 24),
            ("may I have 12 hours more", 12),
            ("extend till sunday please", 24),
            ("Would it be possible to have a week more? I am ill", 168),
        ] {
            assert_eq!(asks_for_time(text), Some(hours * 60), "{text}");
        }
        for text in [
            "Another day, another battle",
            "I have had more time than I needed",
            "Can my ship stay there for 2 days?",
            "When is the deadline?",
            "",
        ] {
            assert_eq!(asks_for_time(text), None, "{text}");
        }
    }
}
