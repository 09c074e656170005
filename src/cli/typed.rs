//! Commands that write to the ledger: what was done is told, and then it counts as told.

use super::console::{Outcome, complain};
use crate::campaign::{CampaignError, Command, Host};
use anyhow::Result;
use std::path::Path;

/// Tells what became of a command, and leaves on record that it was told. That it was done before, by a run of it that was
/// broken off, is told likewise, and no failure.
///
/// # Errors
/// Those of the command, and of telling it.
pub(super) fn tell<T>(
    (host, dir): (&Host, &Path),
    command: Command,
    result: Result<T, CampaignError>,
    tell: impl FnOnce(T) -> Result<Outcome>,
) -> Result<Outcome> {
    let outcome = match result {
        Ok(done) => tell(done)?,
        Err(before @ CampaignError::DoneBefore { .. }) => {
            complain(before.to_string());
            Outcome::Done
        }
        Err(error) => return Err(error.into()),
    };
    command.told(&*host.store(dir));
    Ok(outcome)
}
