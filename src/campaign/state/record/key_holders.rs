//! Whose a key is.

use super::keys::{Held, Marks, Which};
use super::people::People;
use crate::seal::SeatKey;

impl People {
    /// Whose key this is (a seat's id, or `gm`), and which of the holder's.
    pub fn holder(&self, key: &SeatKey) -> Option<(&str, Which)> {
        let campaign = &self.founded.as_ref()?.campaign;
        self.keys.iter().find_map(|(of, held)| Some((of.as_str(), held.which(key, campaign, of)?)))
    }

    /// The number of the newest key of a seat or of `gm`; none before it has one.
    pub fn newest_key(&self, of: &str) -> Option<u32> {
        self.keys.get(of).map(Held::newest)
    }

    /// Whether an answer to our mail `what` still speaks for its receiver.
    pub fn still_speaks(&self, of: &str, what: &str) -> bool {
        self.keys.get(of).is_none_or(|held| !held.before.has(what))
    }

    /// How many mails were made for somebody.
    pub(crate) fn marks(&self, of: &str) -> Marks {
        Marks {
            receipts: self.receipts.get(of).map_or(0, |receipts| receipts.number),
            mails: self.numbers.get(of).copied().unwrap_or(0),
        }
    }
}
