//! A quick filter for texts that certainly contain none of some keys, in one pass over each text, so that a flood of
//! strangers' mail costs little.
//!
//! It looks for a key by its groups of four characters. Half of them must be there: then a word of prose makes nobody
//! look closer, and a key torn by HTML tags or a line end is not overlooked.

use super::key::{ALPHABET, GROUP, SYMBOLS, SeatKey, is_ornament};

/// Number of whole groups of a key; the rest of it is too short to mean anything.
const GROUPS: usize = SYMBOLS / GROUP;
/// The number of groups that shows that a key may be there.
const ENOUGH: u32 = GROUPS as u32 / 2;
const SYMBOL_BITS: usize = 5;
const GROUP_BITS: usize = SYMBOL_BITS * GROUP;
/// Number of bits at the end of a group by which it is marked.
const MARK_BITS: usize = 13;

/// Sorts out texts that contain none of its keys. It never prints them.
pub struct KeySieve {
    /// Groups as numbers, each with its key and its place in the key; sorted.
    groups: Vec<(u32, usize, usize)>,
    keys: usize,
    /// One bit for the end of each group, few enough to stay in the cache: most of a text goes no further.
    marks: [u64; 1 << (MARK_BITS - 6)],
}

impl KeySieve {
    /// Makes a sieve for some keys.
    pub fn new<'a>(keys: impl IntoIterator<Item = &'a SeatKey>) -> Self {
        let mut sieve = KeySieve { groups: Vec::new(), keys: 0, marks: [0; 1 << (MARK_BITS - 6)] };
        for key in keys {
            let symbols: Vec<u32> = key.text().chars().filter_map(number).collect();
            for (place, group) in symbols.chunks_exact(GROUP).enumerate() {
                let number = group.iter().fold(0, |number, symbol| number << SYMBOL_BITS | symbol);
                sieve.groups.push((number, sieve.keys, place));
                sieve.marks[mark(number)] |= 1 << (number & 63);
            }
            sieve.keys += 1;
        }
        sieve.groups.sort_unstable();
        sieve
    }

    /// Returns `false` if a text certainly contains none of the keys, neither in any layout that [`SeatKey::parse`]
    /// reads nor in HTML with tags inside.
    pub fn may_hold(&self, text: &str) -> bool {
        // For each key a bit for each of its groups that was met.
        let mut met = vec![0_u32; self.keys];
        let (mut number, mut length) = (0_u32, 0_usize);
        for c in text.chars() {
            match self::number(c) {
                Some(symbol) => {
                    number = (number << SYMBOL_BITS | symbol) & ((1 << GROUP_BITS) - 1);
                    length += 1;
                }
                None if is_ornament(c) => continue,
                None => length = 0,
            }
            let is_marked = || self.marks[mark(number)] >> (number & 63) & 1 == 1;
            if length >= GROUP && is_marked() && self.meet(number, &mut met) {
                return true;
            }
        }
        false
    }

    /// Counts a group that was met, and returns `true` if enough of a key are there now.
    fn meet(&self, number: u32, met: &mut [u32]) -> bool {
        let from = self.groups.partition_point(|(other, ..)| *other < number);
        let same = self.groups.iter().skip(from).take_while(|(other, ..)| *other == number);
        same.fold(false, |is_enough, (_, key, place)| {
            let Some(met) = met.get_mut(*key) else { return is_enough };
            *met |= 1 << place;
            is_enough || met.count_ones() >= ENOUGH
        })
    }
}

/// Returns the place of a group's bit.
fn mark(number: u32) -> usize {
    (number as usize & ((1 << MARK_BITS) - 1)) >> 6
}

/// Returns the number of the symbol that a character is read as, 0 to 31. The wide letters of East Asian keyboards
/// count too, because documents are read with them.
fn number(c: char) -> Option<u32> {
    /// The symbol of each ASCII character; 32 and above means none.
    const ASCII: [u8; 128] = {
        let mut numbers = [u8::MAX; 128];
        (numbers[b'O' as usize], numbers[b'o' as usize]) = (0, 0);
        (numbers[b'I' as usize], numbers[b'i' as usize]) = (1, 1);
        (numbers[b'L' as usize], numbers[b'l' as usize]) = (1, 1);
        let mut n = 0;
        while n < ALPHABET.len() {
            let letter = ALPHABET.as_bytes()[n];
            numbers[letter as usize] = n as u8;
            numbers[letter.to_ascii_lowercase() as usize] = n as u8;
            n += 1;
        }
        numbers
    };
    let c = match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0)?,
        c => c,
    };
    ASCII.get(c as usize).map(|number| u32::from(*number)).filter(|number| *number < 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys() -> Vec<SeatKey> {
        (0..20_u8)
            .map(|n| SeatKey::new(std::array::from_fn(|at| (at as u8).wrapping_mul(37) ^ n.wrapping_mul(53))))
            .collect()
    }

    #[test]
    fn prose_and_other_keys_stay_out() {
        let sieve = KeySieve::new(&keys());
        let prose = include_str!("../../docs/player-guide.md");
        assert!(!sieve.may_hold(prose));
        let other = SeatKey::new([99; 16]).text();
        assert!(!sieve.may_hold(&format!("key: {other}")));
        assert!(!KeySieve::new([]).may_hold(prose));
    }

    #[test]
    fn html_may_be_around_and_within() {
        let key = &keys()[7];
        let sieve = KeySieve::new([key]);
        let text = key.text();
        let nowhere = format!("<div>key: <b>{}</b></div>", SeatKey::new([1; 16]).text());
        let ways = [
            format!("<div>key: <b>{text}</b></div>"),
            text.replace('-', "&#8209;"),
            text.replace('-', "-<wbr>"),
            text.replace('-', "</span><span class=\"k4\">-"),
            format!("{}<b>{}", &text[..10], &text[10..]),
        ];
        assert!(ways.iter().all(|way| sieve.may_hold(&format!("{nowhere}{way}"))));
        assert!(!sieve.may_hold(&nowhere));
    }

    #[test]
    fn other_characters_break_a_group() {
        let key = &keys()[5];
        let sieve = KeySieve::new([key]);
        let broken: Vec<String> = key.text().chars().map(String::from).collect();
        assert!(sieve.may_hold(&broken.join("")) && !sieve.may_hold(&broken.join(",")));
    }

    #[test]
    fn one_group_of_a_key_lets_no_text_through() {
        let key = &keys()[5];
        let sieve = KeySieve::new([key]);
        let groups: Vec<String> = key.text().split('-').map(str::to_owned).collect();
        assert!(!sieve.may_hold(&format!("{} and {0} again", groups[0])));
        assert!(!sieve.may_hold(&groups[..2].join("-")) && sieve.may_hold(&groups[..3].join("-")));
    }

    #[test]
    fn wide_letters_are_letters() {
        let key = &keys()[3];
        let wide: String = key.text().chars().map(|c| char::from_u32(c as u32 + 0xFEE0).unwrap()).collect();
        assert!(KeySieve::new([key]).may_hold(&format!("key： {wide}")));
    }

    proptest! {
        #[test]
        fn what_reads_as_a_key_is_let_through(bytes: [u8; 16], separator in prop::sample::select(vec!["-", "", " ", "\u{a0}", "–", "\n> ", "*", "\u{ad}"]), lower: bool, letters: bool, before in ".{0,40}") {
            let key = SeatKey::new(bytes);
            let mut text = key.text().replace('-', separator);
            if letters {
                text = text.replace('0', "O").replacen('1', "I", 1).replace('1', "l");
            }
            if lower {
                text = text.to_lowercase();
            }
            prop_assert_eq!(SeatKey::parse(&text), Ok(key.clone()));
            let mut all = keys();
            all.push(key);
            let sieve = KeySieve::new(&all);
            let line = format!("{before} \"{text}\"\r\n");
            prop_assert!(sieve.may_hold(&line));
        }
    }
}
