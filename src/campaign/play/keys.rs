//! New keys for seats and the game master.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Changed, NewKey};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Makes a new key for a seat or for `gm`. A seat gets it at its first address; the game master gets no keys by
    /// mail. With `now` the old key stops counting at once, otherwise when the new one is first used.
    ///
    /// # Errors
    /// If the entry does not follow from the record, which is a bug.
    pub fn new_key(&mut self, of: &str, now: bool) -> Result<(), CampaignError> {
        let number = self.record.people.newest_key(of).map_or(1, |number| number.saturating_add(1));
        let hash = self.secrets.key(of, number).stored(&self.settings.id, of);
        let key = NewKey { of: of.to_owned(), number, hash, now: now || number == 1 };
        self.add(Kind::Settings, &Changed { settings: None, key: Some(key) })
    }

    /// Makes the game master's key in a campaign that was founded before there were such keys.
    ///
    /// # Errors
    /// If the entry does not follow from the record, which is a bug.
    pub(crate) fn key_for_the_gm(&mut self) -> Result<(), CampaignError> {
        match self.record.people.founded.is_some() && !self.record.people.keys.contains_key(GM) {
            true => self.new_key(GM, true),
            false => Ok(()),
        }
    }
}
