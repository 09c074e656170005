//! Deposited plans, which nobody may read before their windows close.

use super::interface::Store;
use crate::campaign::state::entries::{How, In, SeatId, Shut};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{CHANCE, Record};
use crate::ledger::{Entry, Kind};
use crate::seal::Opening;
use std::collections::BTreeMap;

/// Deposited plans that were not opened yet. Nobody may read them before their windows close.
#[derive(Clone, Debug, Default)]
pub struct Vault {
    /// The openings, by the text of their seals, `sha256:…`.
    pub openings: BTreeMap<String, Opening>,
}

/// Returns the deposits of the open window, of windows that rulings have closed, and of those that a proposal keeps.
///
/// # Errors
/// If a file cannot be read. A deposit that is missing or damaged is left out.
pub(crate) fn vault(store: &dyn Store, record: &Record) -> Result<Vault, CampaignError> {
    let mut vault = Vault::default();
    // Without a ruling no plan of an open window has been opened before.
    let again = !record.people.rulings.is_empty();
    if let Some(window) = record.game.open_window() {
        bring(store, &window.id, &window.seats, again, &mut vault)?;
    }
    if !record.people.seeded {
        bring(store, CHANCE, &record.people.chance.seals, again, &mut vault)?;
    }
    add_shut(store, &record.game.shut, &mut vault)?;
    if let Some(secret) = record.people.proposal.as_ref().and_then(|proposal| proposal.secret.as_ref()) {
        add_shut(store, &secret.keeps, &mut vault)?;
    }
    Ok(vault)
}

/// Adds the deposits of windows that a ruling closes.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn add_shut(store: &dyn Store, shut: &[Shut], vault: &mut Vault) -> Result<(), CampaignError> {
    shut.iter().try_for_each(|shut| bring(store, &shut.window, &shut.seats, true, vault))
}

fn bring(
    store: &dyn Store,
    id: &str,
    seats: &BTreeMap<SeatId, In>,
    again: bool,
    vault: &mut Vault,
) -> Result<(), CampaignError> {
    for (seat, part) in seats {
        let Some(seal) = part.seal.as_ref().filter(|_| part.how != Some(How::Seal)) else { continue };
        let opening = store.deposit(part.bound.as_deref().unwrap_or(id), seat, seal)?;
        let opening = match opening {
            None if again => was_opened(store, seal)?,
            opening => opening,
        };
        if let Some(opening) = opening.filter(|opening| opening.seal().to_string() == *seal) {
            vault.openings.insert(seal.clone(), opening);
        }
    }
    Ok(())
}

/// Returns a plan that the ledger has opened already, on a timeline that a ruling has replaced.
fn was_opened(store: &dyn Store, seal: &str) -> Result<Option<Opening>, CampaignError> {
    let is_it = |entry: &&Entry| {
        entry.kind == Kind::Opened && entry.body.get("seal").and_then(|seal| seal.as_str()) == Some(seal)
    };
    let entry = store.entries().all()?.iter().rev().find(is_it);
    let body = entry.and_then(|entry| entry.secret.as_ref()?.body());
    Ok(body.and_then(|body| Opening::from_value(body).ok()))
}

/// Returns the windows whose deposits may still be needed.
pub(crate) fn waiting(record: &Record) -> Vec<&str> {
    // Seals in a window that a ruling closes still count, and so do those that a window took over from such a one. They are
    // kept for as long as the game can be taken back to a point where the window was open.
    let proposed = record.people.proposal.as_ref().and_then(|proposal| proposal.secret.as_ref());
    let shut = record.game.shut.iter().chain(proposed.iter().flat_map(|secret| &secret.keeps));
    let shut = shut.map(|shut| (&shut.window, &shut.seats));
    let waiting = record.game.open_window().map(|window| (&window.id, &window.seats)).into_iter().chain(shut);
    waiting
        .flat_map(|(id, seats)| {
            let bound = seats.values().filter_map(|part| part.bound.as_deref());
            bound.chain([id.as_str()])
        })
        .chain(record.people.rulings.iter().filter_map(|given| given.shut.as_deref()))
        .chain(Some(CHANCE).filter(|_| !record.people.seeded))
        .collect()
}
