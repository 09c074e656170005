//! Earlier rulings of which a ruling lets something no longer count.

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::state::entries::{RulingChange, RulingKind};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Given;
use crate::campaign::state::timeline::{adopted, timeline};

impl MailModels<'_> {
    /// Returns the numbers of earlier rulings whose edited positions a ruling goes back before, and of which a rewind lets nothing stand.
    /// Nobody would know otherwise why a corrected number is as it was.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub(super) fn undoes(&self, given: &Given) -> Result<Vec<u64>, CampaignError> {
        let ruling = &given.ruling;
        let is_lost = |change: &RulingChange| match change {
            RulingChange::State => ruling.what != RulingKind::Forward,
            RulingChange::Answer { .. } | RulingChange::Outcome { .. } => ruling.what == RulingKind::Rewind,
            RulingChange::Mail { .. } | RulingChange::Data { .. } => false,
        };
        let past = self.rules.past.all()?;
        let own = timeline(past, given.seq.saturating_sub(1));
        let later = own.into_iter().filter(|entry| entry.seq > ruling.after).filter_map(adopted);
        Ok(later
            .filter(|earlier| earlier.changes.iter().any(is_lost))
            .map(|earlier| earlier.number)
            .collect())
    }
}
