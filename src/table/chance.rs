//! Chance that anybody can check: draws from a seed by SHA-256 alone (docs/protocol.md, "Shuffles").

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// What all draws of a campaign follow from.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed of a campaign: HMAC-SHA256 with its secret over the players' words of chance, which are
    /// given as canonical JSON `{seat: words}`.
    pub fn of(secret: &[u8; 32], words: &str) -> Self {
        // A key shorter than a block is filled up with zeros: HMAC says so.
        let mut block = [0; 64];
        block[..32].copy_from_slice(secret);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(words.as_bytes());
        Seed(mac.finalize().into_bytes().into())
    }

    /// The draw of a label; each label is drawn once.
    pub fn draw(&self, label: &str) -> Draw {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(label.as_bytes());
        Draw { key: hash.finalize().into(), next: 0 }
    }
}

/// A row of numbers that follows from a seed and a label.
pub struct Draw {
    key: [u8; 32],
    next: u64,
}

impl Draw {
    /// The next number of the row.
    pub fn number(&mut self) -> u64 {
        let mut hash = Sha256::new();
        hash.update(self.key);
        hash.update(self.next.to_be_bytes());
        self.next += 1;
        let bytes: [u8; 32] = hash.finalize().into();
        u64::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
    }

    /// A number from 0 to `bound` − 1, all equally likely. `bound` is at least 1.
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

    /// Fisher–Yates from the last place down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.below(n as u64 + 1) as usize);
        }
    }
}
