//! Whether what must not change in a running campaign is as it was founded.

use super::interface::{Document, Store};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::secrets::{Secrets, salt};
use crate::campaign::state::settings::Settings;
use crate::ledger::{Entry, Secret};

/// Checks settings and secrets against the founding and the ledger.
///
/// # Errors
/// If a setting has changed that cannot change, or the secrets are those of another campaign.
pub(super) fn check(
    store: &dyn Store,
    settings: &Settings,
    secrets: &Secrets,
    record: &Record,
) -> Result<(), CampaignError> {
    let Some(founded) = &record.people.founded else { return Ok(()) };
    let now = settings.public();
    for what in ["campaign", "game", "players", "options"] {
        if now.get(what) != founded.settings.get(what) {
            let was = founded.settings.get(what).map(|was| was.to_string()).unwrap_or_default();
            let path = store.path_of(Document::Settings);
            return Err(CampaignError::Changed { path, what: what.to_owned(), was });
        }
    }
    let wrong = |why: &str| {
        let path = store.path_of(Document::Secrets);
        Err(CampaignError::Secrets { path, why: why.to_owned() })
    };
    if founded.commitment != secrets.commitment() {
        return wrong("the secret of the shuffles is not the one that the campaign was founded with");
    }
    if store.entries().iter().find_map(|entry| is_salted_by(secrets, entry)) == Some(false) {
        return wrong("the secret of the mails is not the one that this ledger was written with");
    }
    Ok(())
}

/// Returns whether an entry's salt follows from these secrets, from which all Message-IDs follow, too; `None` if it has no
/// salt that can be seen.
fn is_salted_by(secrets: &Secrets, entry: &Entry) -> Option<bool> {
    let Some(Secret::Kept { salt: written, .. }) = &entry.secret else { return None };
    let own = salt(secrets, entry.seq, entry.kind);
    Some(*written == data_encoding::HEXLOWER.encode(&own))
}
