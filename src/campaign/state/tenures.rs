//! Settings with the players who hold the seats now.

use crate::campaign::state::record::People;
use crate::campaign::state::settings::{SeatSettings, Settings};

impl SeatSettings {
    /// Player and addresses as `campaign.yaml` has them, whoever has taken the seat over since.
    pub(crate) fn written(&self) -> (String, Vec<String>) {
        self.stood.clone().unwrap_or_else(|| (self.player.clone(), self.addresses.clone()))
    }
}

/// The settings with those who hold the seats now.
pub(crate) fn fit(settings: &mut Settings, people: &People) {
    for seat in &mut settings.seats {
        let Some(tenure) = people.tenures.get(&seat.seat) else { continue };
        // A copy of the ledger without secrets does not know them.
        let written = seat.written();
        if tenure.address.is_empty() || written != tenure.was {
            continue;
        }
        seat.stood = Some(written);
        seat.player.clone_from(&tenure.player);
        seat.addresses = vec![tenure.address.clone()];
        // Nobody signs with the key of who held the seat before.
        if !tenure.ssh.is_empty() && seat.ssh.iter().map(ToString::to_string).eq(tenure.ssh.iter().cloned()) {
            seat.ssh.clear();
        }
    }
}
