//! Brings the settings up to date with the players who hold the seats now.

use crate::campaign::state::record::People;
use crate::campaign::state::settings::Settings;

/// Replaces player, address and public keys of each seat that another player has taken over since the start, unless
/// `campaign.yaml` has been changed by hand since.
pub(crate) fn fit(settings: &mut Settings, people: &People) {
    for seat in &mut settings.seats {
        let Some(tenure) = people.tenures.get(&seat.seat) else { continue };
        // A copy of the ledger without secrets does not have the address.
        let written = seat.written();
        if tenure.address.is_empty() || written != tenure.was {
            continue;
        }
        seat.stood = Some(written);
        seat.player.clone_from(&tenure.player);
        seat.addresses = vec![tenure.address.clone()];
        // The public key of the player before must not sign for the seat.
        if !tenure.ssh.is_empty() && seat.ssh.iter().map(ToString::to_string).eq(tenure.ssh.iter().cloned()) {
            seat.ssh.clear();
        }
    }
}
