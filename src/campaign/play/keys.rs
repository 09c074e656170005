//! New keys for seats and the game master.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Changed, NewKey};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Makes a new key for a seat or for `gm`. A seat is sent it to its first address; the game master is not sent keys.
    /// With `now` the key before is worth nothing from here on, else until the new one is used.
    ///
    /// # Errors
    /// A fault of the program.
    pub fn new_key(&mut self, of: &str, now: bool) -> Result<(), CampaignError> {
        let number = self.record.people.newest_key(of).map_or(1, |number| number.saturating_add(1));
        let hash = self.secrets.key(of, number).stored(&self.settings.id, of);
        let key = NewKey { of: of.to_owned(), number, hash, now: now || number == 1 };
        self.add(Kind::Settings, &Changed { settings: None, key: Some(key) })
    }

    /// Gives the game master a key, where a campaign was founded when there was none.
    ///
    /// # Errors
    /// A fault of the program.
    pub(crate) fn key_for_the_gm(&mut self) -> Result<(), CampaignError> {
        match self.record.people.founded.is_some() && !self.record.people.keys.contains_key(GM) {
            true => self.new_key(GM, true),
            false => Ok(()),
        }
    }
}
