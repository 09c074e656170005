//! Whether what must not change in a running campaign is as it was.
//!
//! May use: folder. Is used by: folder.

use crate::campaign::state::error::CampaignError;
use crate::campaign::state::secrets::salt;
use crate::campaign::store::folder::Campaign;
use crate::campaign::store::folder::Places;
use crate::ledger::{Entry, Secret};

impl Campaign {
    /// Whether what must not change is as it was founded.
    pub(crate) fn unchanged(&self) -> Result<(), CampaignError> {
        let Some(founded) = &self.record.people.founded else { return Ok(()) };
        let now = self.settings.public();
        for what in ["campaign", "game", "players", "options"] {
            if now.get(what) != founded.settings.get(what) {
                let was = founded.settings.get(what).map(|was| was.to_string()).unwrap_or_default();
                let path = Places(&self.dir).settings();
                return Err(CampaignError::Changed { path, what: what.to_owned(), was });
            }
        }
        if founded.commitment != self.secrets.commitment() {
            let why =
                "the secret of the shuffles is not the one that the campaign was founded with".to_owned();
            return Err(CampaignError::Secrets { path: Places(&self.dir).secrets(), why });
        }
        if self.entries().iter().find_map(|entry| self.is_salted_by_us(entry)) == Some(false) {
            let why = "the secret of the mails is not the one that this ledger was written with".to_owned();
            return Err(CampaignError::Secrets { path: Places(&self.dir).secrets(), why });
        }
        Ok(())
    }

    /// Whether an entry's salt follows from our secret of the mails, from which all Message-IDs follow, too. None if it has
    /// no salt that can be seen.
    fn is_salted_by_us(&self, entry: &Entry) -> Option<bool> {
        let Some(Secret::Kept { salt: written, .. }) = &entry.secret else { return None };
        let own = salt(&self.secrets, entry.seq, entry.kind);
        Some(*written == data_encoding::HEXLOWER.encode(&own))
    }
}
