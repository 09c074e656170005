//! A ledger compared with the messages that players have kept: what a chain alone cannot show.
//!
//! - `claims`: what a kept message says about the ledger;
//! - `compare`: whether the ledger says so too.

mod claims;
mod compare;
#[cfg(test)]
mod compare_tests;

pub use compare::{Against, Finding};

use super::archive::{self, For};
use crate::campaign::inspect::verify::Flaw;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Host, Mode};
use crate::ledger::{Entry, LedgerError};
use crate::post::each_kept;
use claims::Letters;
use std::path::{Path, PathBuf};

/// Compares the ledger in a campaign's folder, or in an archive, with messages: Maildirs, mboxes, folders and files.
///
/// # Errors
/// If the ledger or a message cannot be read. A ledger whose chain is broken is a [`Flaw`] and not an error.
pub fn against(host: &Host, path: &Path, mails: &[PathBuf]) -> Result<Result<Against, Flaw>, CampaignError> {
    let (entries, is_part) = match archive::is_archive(host, path) {
        true => match archive::read_entries(host, path)? {
            Ok((manifest, entries)) => (entries, manifest.receiver != For::Whole.to_string()),
            Err(flaw) => return Ok(Err(flaw)),
        },
        false => match entries_of(host, path)? {
            Ok(entries) => (entries, false),
            Err(flaw) => return Ok(Err(flaw)),
        },
    };
    let mut letters = Letters::of(&entries);
    for path in mails {
        each_kept(&*host.disk, path, &mut |mail| letters.take(&mail))?;
    }
    Ok(Ok(compare::compare(&entries, is_part, &letters)))
}

/// Returns the entries in a campaign's folder.
fn entries_of(host: &Host, dir: &Path) -> Result<Result<Vec<Entry>, Flaw>, CampaignError> {
    let mut store = host.store(dir);
    match store.load(Mode::Whole) {
        Ok(_) if store.entries().is_empty() => Err(CampaignError::NotStarted(dir.to_owned())),
        Ok(_) => Ok(Ok(store.entries().all()?.to_vec())),
        Err(CampaignError::Ledger(LedgerError::Broken { broken, .. })) => {
            Ok(Err(Flaw { entry: broken.line, why: broken.flaw.to_string() }))
        }
        Err(error) => Err(error),
    }
}
