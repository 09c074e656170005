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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::record::Tenure;
    use crate::campaign::tests::world::{World, YAML};

    const OLD: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPzDXgpMotUj/J7dEz1qa3blLik0iI/96ponjRiUdqz6";
    const NEW: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKEmfBPCEpqlTDZ6nVjRLKFbnuLCyCjJdiCWJxZQHtkN";

    /// The key of the player before signs no longer; one that the game master has written since is the new player's.
    #[test]
    fn only_the_key_of_the_player_before_is_gone() {
        let settings_with = |key: &str| {
            let yaml = YAML.replace("{player: Anna,", &format!("{{player: Anna, ssh: {key} anna,"));
            assert_ne!(yaml, YAML);
            World::with(&yaml).campaign().settings.clone()
        };
        let was =
            |settings: &Settings| settings.seats.iter().find(|seat| seat.seat == "ash").unwrap().clone();
        let old = settings_with(OLD);
        let before: Vec<String> = was(&old).ssh.iter().map(ToString::to_string).collect();
        assert_eq!(before.len(), 1);
        for (key, of_before, left) in
            [(OLD, before.clone(), 0), (NEW, before.clone(), 1), (OLD, Vec::new(), 1), (NEW, Vec::new(), 1)]
        {
            let mut settings = settings_with(key);
            let mut people = People::default();
            let tenure = Tenure {
                seq: 9,
                at: None,
                player: "Dora".into(),
                address: "dora@example.net".into(),
                was: was(&settings).written(),
                ssh: of_before,
            };
            people.tenures.insert("ash".into(), tenure);
            fit(&mut settings, &people);
            let seat = was(&settings);
            assert_eq!((seat.player.as_str(), seat.ssh.len()), ("Dora", left), "{key}");
            assert_eq!(seat.addresses, ["dora@example.net"]);
        }
    }
}
