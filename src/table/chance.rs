//! Chance that anybody can check: draws from a seed by SHA-256 alone (docs/protocol.md, "Shuffles").

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The seed of all draws of a campaign.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// Computes the seed of a campaign: HMAC-SHA256 with its secret over the canonical JSON of everything else that is
    /// mixed into it: `{"gm-words": …, "public": …, "words": …}`.
    pub fn of(secret: &[u8; 32], chance: &str) -> Self {
        // A key shorter than a block is filled up with zeros: HMAC says so.
        let mut block = [0; 64];
        block[..32].copy_from_slice(secret);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(chance.as_bytes());
        Seed(mac.finalize().into_bytes().into())
    }

    /// Starts the draw of a label; each label is drawn once.
    pub fn draw(&self, label: &str) -> Draw {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(label.as_bytes());
        Draw { key: hash.finalize().into(), next: 0 }
    }
}

/// A sequence of numbers that follows from a seed and a label.
pub struct Draw {
    key: [u8; 32],
    next: u64,
}

impl Draw {
    /// Returns the next number of the sequence.
    pub fn number(&mut self) -> u64 {
        let mut hash = Sha256::new();
        hash.update(self.key);
        hash.update(self.next.to_be_bytes());
        self.next += 1;
        let bytes: [u8; 32] = hash.finalize().into();
        u64::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
    }

    /// Returns a number from 0 to `bound` − 1, all equally likely. `bound` is at least 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        // 2^64 mod bound, without 128-bit arithmetic.
        let excess = (u64::MAX % bound + 1) % bound;
        loop {
            let number = self.number();
            if excess == 0 || number < u64::MAX - excess + 1 {
                return number % bound;
            }
        }
    }

    /// Shuffles by Fisher–Yates, from the last place down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.below(n as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The campaign of tests/vectors/chance.json, whose numbers were computed without this code.
    fn seed() -> Seed {
        let secret = std::array::from_fn(|i| 32 + i as u8);
        let words = r#"{"lannister":"","stark":"Winter is coming","tyrell":"Wir wachsen – stark ✿"}"#;
        Seed::of(&secret, &format!(r#"{{"gm-words":{{}},"public":null,"words":{words}}}"#))
    }

    #[test]
    fn numbers_are_those_of_the_protocol() {
        let mut draw = seed().draw("2/westeros-1/shuffle");
        assert_eq!([draw.number(), draw.number()], [1864211808790640099, 16828428535471186904]);
    }

    #[test]
    fn below_rejects_what_would_make_some_numbers_likelier() {
        let mut draw = seed().draw("b");
        let bound = (1 << 63) + 1;
        assert_eq!([draw.below(bound), draw.below(bound)], [5792086136924089808, 1969941392617842756]);
        // Nearly every second number is rejected at this bound: some were, and by the rule.
        let mut row = seed().draw("b");
        let kept: Vec<u64> = (0..64).map(|_| row.number()).filter(|x| *x < bound).collect();
        assert!(kept.len() < 60);
        let mut again = seed().draw("b");
        assert!(kept.iter().all(|x| again.below(bound) == *x));
    }

    #[test]
    fn a_bound_of_one_and_powers_of_two_reject_nothing() {
        for bound in [1, 2, 1 << 32, 1 << 63] {
            let (mut below, mut row) = (seed().draw("p"), seed().draw("p"));
            assert!((0..50).all(|_| below.below(bound) == row.number() % bound));
        }
    }

    #[test]
    fn shuffles_are_those_of_the_protocol() {
        let mut order: Vec<u8> = (0..10).collect();
        seed().draw("2/westeros-1/shuffle").shuffle(&mut order);
        assert_eq!(order, [8, 5, 0, 7, 4, 1, 6, 3, 2, 9]);
        seed().draw("x").shuffle::<u8>(&mut []);
    }
}
