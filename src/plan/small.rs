//! Lengths of time as people write them.

use super::words::{Words, plain_words};

/// The longest length of time, in minutes.
const LONGEST: u64 = 31 * 24 * 60;

/// Reads a length of time as minutes: `24h`, `2 days`, `two days`, `90 minutes`, `1 week`; at most 31 days.
pub(super) fn minutes(text: &str) -> Option<u32> {
    let text = plain_words(text);
    let words = Words::english();
    let at = text.find(|c: char| !c.is_ascii_digit())?;
    // "Two days", "a week".
    let (number, unit) = match text.split_once(' ').filter(|_| at == 0) {
        Some((word, unit)) if words.means("one", word) => (1, unit),
        Some((word, unit)) => (words.place("counting", word)? as u64, unit),
        None => (text.get(..at)?.parse().ok()?, text.get(at..)?),
    };
    let units = [("minutes", 1), ("hours", 60), ("days", 24 * 60), ("weeks", 7 * 24 * 60)];
    let unit = units.into_iter().find(|(name, _)| words.means(name, unit.trim()))?.1;
    let minutes = number.checked_mul(unit)?;
    (1..=LONGEST).contains(&minutes).then(|| u32::try_from(minutes).ok()).flatten()
}

/// Returns a length without the words that only say that it is more: `24 hours` of `24 more hours`, `one day` of `one day longer`.
pub(super) fn longer(text: &str) -> String {
    let left = text.split(' ').filter(|word| !is_more(word)).collect::<Vec<_>>().join(" ");
    // "Another two days".
    let behind = left.split_once(' ').filter(|(first, rest)| is_another(first) && minutes(rest).is_some());
    behind.map_or(left.clone(), |(_, rest)| rest.to_owned())
}

/// Returns `true` for a length with a word that it is more than before: `1 more day`, `another day`.
pub(super) fn says_more(text: &str) -> bool {
    text.split(' ').any(|word| is_more(word) || is_another(word))
}

fn is_more(word: &str) -> bool {
    ["more", "more of it"].iter().any(|group| Words::english().means(group, word))
}

fn is_another(word: &str) -> bool {
    Words::english().means("another", word)
}

/// Reads a whole number in digits or as a word: `five`, `5 players`.
pub fn number(text: &str) -> Option<usize> {
    let text = plain_words(text);
    let first = text.split(' ').next()?;
    first.parse().ok().or_else(|| Words::english().place("counting", first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(["5", "five", "Five.", "3 players"].map(number), [Some(5), Some(5), Some(5), Some(3)]);
        assert_eq!(["", "many", "players: 5", "-1"].map(number), [None; 4]);
    }

    #[test]
    fn lengths() {
        assert_eq!(minutes("24h"), Some(1440));
        assert_eq!(minutes("2 Days"), Some(2880));
        assert_eq!(minutes("90 minutes"), Some(90));
        assert_eq!(
            (minutes("two days"), minutes("a week"), minutes("one hour")),
            (Some(2880), Some(10_080), Some(60))
        );
        for text in [
            "",
            "24",
            "h",
            "0h",
            "-1h",
            "1 fortnight",
            "99999999999999999999h",
            "5 weeks",
            "some days",
            "two",
            "nought days",
        ] {
            assert_eq!(minutes(text), None, "{text}");
        }
    }
}
