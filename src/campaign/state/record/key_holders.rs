//! Finds the holder of a key.

use super::keys::{Held, Marks, Which};
use super::people::People;
use crate::seal::SeatKey;

impl People {
    /// Returns the holder of a key (a seat's id, or `gm`), and which of the holder's keys it is; `None` if it counts
    /// for nobody.
    pub fn holder(&self, key: &SeatKey) -> Option<(&str, Which)> {
        let campaign = &self.founded.as_ref()?.campaign;
        self.keys.iter().find_map(|(of, held)| Some((of.as_str(), held.which(key, campaign, of)?)))
    }

    /// Returns the number of the newest key of a seat or of `gm`; `None` if it has no key.
    pub fn newest_key(&self, of: &str) -> Option<u32> {
        self.keys.get(of).map(Held::newest)
    }

    /// Returns `true` if a reply to our message `what` still counts for its recipient: the key in it is not void.
    pub fn still_speaks(&self, of: &str, what: &str) -> bool {
        self.keys.get(of).is_none_or(|held| !held.before.has(what))
    }

    /// Returns how many messages were made for a recipient so far.
    pub(crate) fn marks(&self, of: &str) -> Marks {
        Marks {
            receipts: self.receipts.get(of).map_or(0, |receipts| receipts.number),
            mails: self.numbers.get(of).copied().unwrap_or(0),
        }
    }
}
