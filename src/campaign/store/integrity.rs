//! Checks that nothing has changed that must stay as it was at the founding.

use super::interface::{Document, Store};
use crate::campaign::state::entries::{Founded, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::secrets::{Secrets, salt};
use crate::campaign::state::settings::Settings;
use crate::ledger::{Entry, Secret};
use crate::seal::Hash256;

/// Checks that the campaign's own files of the game's data are those of its founding: all there, none changed, none new.
///
/// # Errors
/// If one is not; the game would silently be another one.
pub(super) fn data(store: &dyn Store, game: &str, founded: &Founded) -> Result<(), CampaignError> {
    for (file, hash) in &founded.data {
        let document = Document::Data { game, file };
        let path = || store.path_of(document).display().to_string();
        let own = founded.own_data.contains(file);
        let why = match store.document(document)? {
            Some(text) if own && Hash256::of(&text) != *hash => format!(
                "{} is not the file that this campaign was founded with. Put back your copy of it",
                path()
            ),
            None if own => {
                format!(
                    "{} is missing: this campaign was founded with a board of its own. Put back your copy",
                    path()
                )
            }
            Some(text) if Hash256::of(&text) != *hash => {
                format!("{} was put there after this campaign was founded. Take it away", path())
            }
            _ => continue,
        };
        return Err(CampaignError::Refused(format!(
            "{why}; a file of the game cannot change in a running campaign. To correct one from some point on, use “ravenpost rule --data {file}=FILE”. Nothing was changed"
        )));
    }
    Ok(())
}

/// Checks settings and secrets against the founding and the ledger. Whether the secrets are those of the snapshot is `proved`.
///
/// # Errors
/// If a setting has changed that cannot change, or the secrets are those of another campaign.
pub(super) fn check(
    store: &dyn Store,
    settings: &Settings,
    secrets: &Secrets,
    record: &Record,
    proved: bool,
) -> Result<(), CampaignError> {
    let Some(founded) = &record.people.founded else { return Ok(()) };
    let now = settings.public();
    for what in ["campaign", "game", "players", "options", "chance"] {
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
    // A snapshot that these secrets have made has been checked before.
    if !proved && store.entries().all()?.iter().find_map(|entry| is_salted_by(secrets, entry)) == Some(false)
    {
        return wrong("the secret of the mails is not that of this ledger");
    }
    Ok(())
}

/// Checks that the secret of the shuffles is the one to which the first entry commits. Without it no stage can be replayed, so
/// this comes before everything else.
///
/// # Errors
/// If the secret is another one.
pub(super) fn committed(
    store: &dyn Store,
    secrets: &Secrets,
    kept: Option<&Record>,
) -> Result<(), CampaignError> {
    let known = kept.and_then(|record| record.people.founded.as_ref()).map(|founded| founded.commitment);
    let committed = match known {
        Some(commitment) => Some(commitment),
        None => {
            let first = store.entries().all()?.first();
            first.and_then(|first| Line::from(first).body::<Founded>().ok()).map(|founded| founded.commitment)
        }
    };
    if committed.is_none_or(|committed| committed == secrets.commitment()) {
        return Ok(());
    }
    let path = store.path_of(Document::Secrets);
    let why = "the secret of the shuffles is not the one that this campaign committed to at its founding. Put back the file that `ravenpost start` wrote, from a copy; without it the game cannot go on";
    Err(CampaignError::Secrets { path, why: why.to_owned() })
}

/// Returns `true` if the salt of an entry follows from these secrets, as all Message-IDs do; `None` if the entry shows
/// no salt.
fn is_salted_by(secrets: &Secrets, entry: &Entry) -> Option<bool> {
    let Some(Secret::Kept { salt: written, .. }) = &entry.secret else { return None };
    let own = salt(secrets, entry.seq, entry.kind);
    Some(*written == data_encoding::HEXLOWER.encode(&own))
}
