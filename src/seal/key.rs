//! Seats' keys: 128 bits that prove a mail speaks for a seat, written so that people can copy them, with a check
//! character that tells a slip of the pen from a wrong key.

use super::canonical::Hash256;
use data_encoding::{Encoding, Specification};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;
use std::sync::LazyLock;

/// Crockford's base32: no I, L, O and U.
pub(super) const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a key: 26 for 128 bits and two zero bits, and the check character.
pub(super) const SYMBOLS: usize = 27;
pub(super) const GROUP: usize = 4;

/// Falls back on the standard alphabet, which `the_alphabet_is_ours` would show.
static BASE32: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str(ALPHABET);
    specification.encoding().unwrap_or(data_encoding::BASE32_NOPAD)
});

/// A seat's key. It prints itself as `****`; only [`text`](SeatKey::text) gives it away.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatKey([u8; 16]);

impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey(****)")
    }
}

/// A text that is not a key. The error never shows more of the text than one character that keys do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyError {
    #[error(
        "a key never contains “{found}” (it has digits, and letters without I, L, O and U); copy it from your last report"
    )]
    Symbol { found: char },
    #[error(
        "a key has {SYMBOLS} characters without the hyphens, but this one has {found}; copy it from your last report"
    )]
    Length {
        /// Without hyphens and spaces.
        found: usize,
    },
    /// The check character does not match: a character is wrong, or two are swapped.
    #[error(
        "the key has a mistake in it: a character is wrong or two are swapped; copy it from your last report"
    )]
    Slip,
}

impl SeatKey {
    /// Makes a key of 16 random bytes.
    pub fn new(bytes: [u8; 16]) -> Self {
        SeatKey(bytes)
    }

    /// Returns the key as people copy it: six groups of four characters and one of three; the last character is the
    /// check.
    pub fn text(&self) -> String {
        let mut symbols = BASE32.encode(&self.0);
        symbols.push(check_symbol(&symbols));
        let groups: Vec<&str> = (0..symbols.len())
            .step_by(GROUP)
            .filter_map(|from| symbols.get(from..(from + GROUP).min(symbols.len())))
            .collect();
        groups.join("-")
    }

    /// Reads a key as people write it: in any case, with O for 0 and I or L for 1, with or without hyphens, spaces and
    /// quotation marks.
    ///
    /// # Errors
    /// If a character or the length is wrong, or the check character does not match.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let mut symbols = String::new();
        for c in text.chars().filter(|c| !is_ornament(*c)) {
            symbols.push(symbol(c).ok_or(KeyError::Symbol { found: c })?);
        }
        if symbols.len() != SYMBOLS {
            return Err(KeyError::Length { found: symbols.len() });
        }
        let (data, check) = symbols.split_at(SYMBOLS - 1);
        if !check.starts_with(check_symbol(data)) {
            return Err(KeyError::Slip);
        }
        let bytes = BASE32.decode(data.as_bytes()).map_err(|_| KeyError::Slip)?;
        bytes.try_into().map(SeatKey).map_err(|_| KeyError::Slip)
    }

    /// Returns the hash that is stored where others may look. It is worth nothing for another campaign or seat.
    pub fn stored(&self, campaign: &str, seat: &str) -> StoredKey {
        let key = data_encoding::HEXLOWER.encode(&self.0);
        let bound =
            json!({"campaign": campaign, "key": key, "purpose": "ravenpost/1 seat key", "seat": seat});
        // Text and nothing else always has a canonical form. Were it ever refused, the hash would be all zeros,
        // which `matches` never accepts.
        StoredKey(Hash256::of_value(&bound).unwrap_or_default())
    }
}

/// The hash of a seat's key (docs/protocol.md, "Keys"); as text 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StoredKey(pub Hash256);

impl StoredKey {
    /// Returns `true` if this is the hash of `key`. It takes the same time whatever the difference.
    pub fn matches(&self, key: &SeatKey, campaign: &str, seat: &str) -> bool {
        let other = key.stored(campaign, seat);
        let difference = self.0.0.iter().zip(other.0.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        std::hint::black_box(difference) == 0
    }
}

/// Returns `true` for characters in and around a key that mean nothing.
pub(super) fn is_ornament(c: char) -> bool {
    c.is_whitespace()
        || is_hyphen(c)
        || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '_' | '.' | '*' | '"' | '\'' | '`')
        || matches!(c, '“' | '”' | '„' | '‘' | '’' | '<' | '>')
}

/// Returns `true` for hyphens, dashes, the minus that programs make of them, and the soft hyphen.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}')
}

/// Returns the symbol that a character is read as.
fn symbol(c: char) -> Option<char> {
    let upper = c.to_ascii_uppercase();
    let upper = match upper {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    ALPHABET.contains(upper).then_some(upper)
}

/// Returns the check character: the symbols are read as a number to base x in GF(32), x^5 = x^2 + 1. Any one wrong
/// symbol and any two swapped symbols change it.
fn check_symbol(symbols: &str) -> char {
    let times_x = |a: usize| (a << 1) ^ if a & 16 == 0 { 0 } else { 0b10_0101 };
    let sum = symbols.chars().fold(0, |sum, c| times_x(sum) ^ ALPHABET.find(c).unwrap_or(0));
    ALPHABET.chars().nth(times_x(sum)).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_alphabet_is_ours() {
        assert_eq!(SeatKey::new([0; 16]).text(), "0000-0000-0000-0000-0000-0000-000");
        assert!(SeatKey::new([255; 16]).text().starts_with("ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZW"));
    }

    #[test]
    fn keys_are_bound_to_campaign_and_seat_and_never_print_themselves() {
        let key = SeatKey::new([9; 16]);
        let stored = key.stored("westeros-7", "stark");
        assert!(stored.matches(&key, "westeros-7", "stark"));
        assert!(!stored.matches(&key, "westeros-7", "tyrell"));
        assert!(!stored.matches(&key, "westeros-8", "stark"));
        assert!(!stored.matches(&SeatKey::new([8; 16]), "westeros-7", "stark"));
        assert_eq!(format!("{key:?}"), "SeatKey(****)");
    }

    #[test]
    fn what_is_no_key_says_why() {
        let text = SeatKey::new([9; 16]).text();
        assert_eq!(SeatKey::parse(&text[1..]), Err(KeyError::Length { found: 26 }));
        assert_eq!(SeatKey::parse(""), Err(KeyError::Length { found: 0 }));
        assert_eq!(SeatKey::parse("7Q2U"), Err(KeyError::Symbol { found: 'U' }));
        assert_eq!(SeatKey::parse("7Q2Ü"), Err(KeyError::Symbol { found: 'Ü' }));
    }

    proptest! {
        #[test]
        fn a_key_is_read_however_it_is_copied(bytes: [u8; 16], separator in prop::sample::select(vec!["-", "", " ", "\u{a0}", "–", "\n> "]), lower: bool, letters: bool) {
            let key = SeatKey::new(bytes);
            let mut text = key.text().replace('-', separator);
            if letters {
                text = text.replace('0', "O").replacen('1', "I", 1).replace('1', "L");
            }
            if lower {
                text = text.to_lowercase();
            }
            prop_assert_eq!(SeatKey::parse(&format!(" \"{text}\"\r\n")), Ok(key));
        }

        #[test]
        fn one_wrong_character_is_a_slip(bytes: [u8; 16], at in 0usize..SYMBOLS, to in 0usize..32) {
            let mut symbols: Vec<char> = SeatKey::new(bytes).text().replace('-', "").chars().collect();
            let to = ALPHABET.chars().nth(to).unwrap();
            prop_assume!(symbols[at] != to);
            symbols[at] = to;
            prop_assert_eq!(SeatKey::parse(&symbols.iter().collect::<String>()), Err(KeyError::Slip));
        }

        #[test]
        fn two_exchanged_characters_are_a_slip(bytes: [u8; 16], a in 0usize..SYMBOLS, b in 0usize..SYMBOLS) {
            let mut symbols: Vec<char> = SeatKey::new(bytes).text().replace('-', "").chars().collect();
            prop_assume!(symbols[a] != symbols[b]);
            symbols.swap(a, b);
            prop_assert_eq!(SeatKey::parse(&symbols.iter().collect::<String>()), Err(KeyError::Slip));
        }
    }
}
