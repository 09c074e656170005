//! `ravenpost verify`: everything worked out again from the ledger. What is promised, and which file here checks it, is in
//! docs/protocol.md, “What a verifier checks”: one file a subject, and `run` goes through the entries.

mod answers;
mod clock;
mod form;
mod mail;
mod people;
mod receipts;
mod rulings;
mod run;
mod seals;
mod stages;
#[cfg(test)]
pub(crate) mod testing;
mod verified;
mod walk;
mod windows;

pub use verified::{Flaw, Verified};

use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Ended, Founded, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::store::{Document, Host, Loaded, Mode, Progress, corrected, settings_of};
use crate::ledger::{Entry, Kind, LedgerError};
use crate::seal::Hash256;
use crate::table::Referee;
use std::path::Path;
use walk::{Walk, refused};

/// Checks the ledger in a campaign's folder.
///
/// # Errors
/// If the folder cannot be read or the campaign has not begun. A mismatch is a [`Flaw`] and not an error.
pub fn verify(host: &Host, dir: &Path) -> Result<Result<Verified, Flaw>, CampaignError> {
    let (settings, referee) = settings_of(host, dir)?;
    let mut store = host.store(dir);
    match store.load(Mode::Whole) {
        Ok(Loaded { torn: Some(entry), .. }) => {
            let why = refused(
                "it is not whole: it was being written when the machine stopped, and the next tick cuts it off",
            );
            return Ok(Err(Flaw { entry, why }));
        }
        Ok(_) => {}
        Err(CampaignError::Ledger(LedgerError::Broken { broken, .. })) => {
            return Ok(Err(Flaw { entry: broken.line, why: broken.flaw.to_string() }));
        }
        Err(error) => return Err(error),
    }
    if store.entries().is_empty() {
        return Err(CampaignError::NotStarted(dir.to_owned()));
    }
    let path = store.path_of(Document::Secrets);
    let own = match store.document(Document::Secrets)? {
        Some(text) => Some(Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?.chance),
        None => None,
    };
    let corrected = corrected(host, dir, &settings);
    Ok(verify_by(&*referee, Some(&corrected), store.entries().all()?, own, host.progress)
        .map(|(verified, _)| verified))
}

/// Checks entries whose chain is intact, of a game whose data no ruling has corrected.
///
/// Positions and shuffles are checked only with the secret of the shuffles, which is published when the game ends.
///
/// # Errors
/// If an entry does not match; the error is the first of them.
pub fn verify_entries(
    referee: &dyn Referee,
    entries: &[Entry],
    secret: Option<[u8; 32]>,
) -> Result<Verified, Flaw> {
    verify_by(referee, None, entries, secret, |_, _| {}).map(|(verified, _)| verified)
}

/// Checks entries like [`verify_entries`]; `corrected` makes the game with the data that rulings have corrected. Returns the
/// record after the last entry as well.
pub(crate) fn verify_by(
    referee: &dyn Referee,
    corrected: Option<&Corrected>,
    entries: &[Entry],
    secret: Option<[u8; 32]>,
    progress: Progress,
) -> Result<(Verified, Record), Flaw> {
    let mut verified = Verified {
        entries: entries.len(),
        head: entries.last().map(|last| last.hash.to_string()).unwrap_or_default(),
        ..Verified::default()
    };
    if entries.is_empty() {
        return Err(Flaw { entry: 1, why: refused("the ledger is empty") });
    }
    let secret = secret.or_else(|| published(entries));
    if secret.is_none() {
        verified.unchecked.push(
            "positions and shuffles: the secret of the shuffles is published when the game ends".to_owned(),
        );
    }
    let record = run::run(Walk::new(referee, corrected, entries, secret), &mut verified, progress)?;
    Ok((verified, record))
}

/// Returns the secret of the shuffles if the entries publish the one that the founding committed to.
fn published(entries: &[Entry]) -> Option<[u8; 32]> {
    let founded: Founded = Line::from(entries.first()?).body().ok()?;
    let ended = entries.iter().find(|entry| entry.kind == Kind::Ended)?;
    let ended: Ended = Line::from(ended).body().ok()?;
    let secret: [u8; 32] = data_encoding::HEXLOWER.decode(ended.secret.as_bytes()).ok()?.try_into().ok()?;
    Some(secret).filter(|secret| Hash256::of(secret) == founded.commitment)
}
