//! Everything worked out again from the ledger: the chain, the seals, the shuffles, every position.
//!
//! May use: ledger, record, rules. Is used by: cli.

use super::entries::{Ended, Founded, Line};
use super::error::CampaignError;
use super::folder::{Edge, Places, settings_of, text_of};
use super::record::Record;
use super::rules::Rules;
use super::secrets::Secrets;
use crate::ledger::{self, Entry, Kind};
use crate::seal::Hash256;
use crate::table::Referee;
use serde::Serialize;
use std::path::Path;

/// What was found to be right.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Verified {
    /// Entries whose chain holds.
    pub entries: usize,
    /// Opened plans that match the seals that bound them.
    pub seals: usize,
    /// Stages that led to the same position when played again.
    pub stages: usize,
    /// Shuffles that came to the same order when drawn again.
    pub shuffles: usize,
    /// The hash of the last entry: compare it with what others have.
    pub head: String,
    /// What could not be checked, and why.
    pub unchecked: Vec<String>,
}

/// The first entry that does not follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("entry {entry}: {why}")]
pub struct Flaw {
    /// Its number, which is its line.
    pub entry: u64,
    /// Why, in words.
    pub why: String,
}

/// Checks a campaign's folder.
///
/// # Errors
/// The folder cannot be read. A ledger that does not hold is no error but a [`Flaw`].
pub fn verify(edge: &Edge, dir: &Path) -> Result<Result<Verified, Flaw>, CampaignError> {
    let (_, referee) = settings_of(edge, dir)?;
    let path = Places(dir).ledger();
    let read = match ledger::read(&*edge.disk, &path) {
        Ok(read) => read,
        Err(ledger::LedgerError::Broken { broken, .. }) => {
            return Ok(Err(Flaw { entry: broken.line, why: broken.flaw.to_string() }));
        }
        Err(error) => return Err(error.into()),
    };
    if read.entries.is_empty() {
        return Err(CampaignError::NotStarted(dir.to_owned()));
    }
    let path = Places(dir).secrets();
    let own = match text_of(&*edge.disk, &path)? {
        Some(text) => Some(Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?.chance),
        None => None,
    };
    Ok(verify_entries(&*referee, &read.entries, own))
}

/// Checks entries whose chain holds. Without the secret of the shuffles, which a game that goes on keeps, only the
/// chain and what needs no chance can be checked.
///
/// # Errors
/// The first entry that does not follow.
pub fn verify_entries(
    referee: &dyn Referee,
    entries: &[Entry],
    secret: Option<[u8; 32]>,
) -> Result<Verified, Flaw> {
    let mut verified = Verified {
        entries: entries.len(),
        head: entries.last().map(|last| last.hash.to_string()).unwrap_or_default(),
        ..Verified::default()
    };
    let Some(secret) = secret.or_else(|| published(entries)) else {
        verified.unchecked.push(
            "positions and shuffles: the secret of the shuffles is published when the game ends".to_owned(),
        );
        return Ok(verified);
    };
    let rules = Rules { referee, secret: &secret };
    let mut record = Record::default();
    for entry in entries {
        let line = Line::from(entry);
        let flaw = |why: String| Flaw { entry: entry.seq, why };
        if entry.kind == Kind::Founded {
            let founded: Founded = line.body().map_err(flaw)?;
            if founded.commitment != Hash256::of(secret) {
                return Err(flaw(
                    "the secret of the shuffles is not the one that was committed to".to_owned(),
                ));
            }
        }
        record.apply(rules, line).map_err(|why| flaw(why.why))?;
        match entry.kind {
            Kind::Opened if line.secret.is_some() => verified.seals += 1,
            Kind::Resolved => verified.stages += 1,
            Kind::Ended => {
                let ended: Ended = line.body().map_err(flaw)?;
                if ended.draws != record.draws {
                    return Err(flaw("the shuffles it publishes are not those that were made".to_owned()));
                }
            }
            _ => {}
        }
    }
    verified.shuffles = record.draws.len();
    Ok(verified)
}

fn published(entries: &[Entry]) -> Option<[u8; 32]> {
    let ended = entries.iter().find(|entry| entry.kind == Kind::Ended)?;
    let ended: Ended = Line::from(ended).body().ok()?;
    data_encoding::HEXLOWER.decode(ended.secret.as_bytes()).ok()?.try_into().ok()
}
