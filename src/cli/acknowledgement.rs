//! Acknowledges commands that write to the ledger. Only once its result is printed does a command count as acknowledged;
//! one killed before that can be typed again without being carried out twice.

use super::console::{Outcome, complain};
use crate::campaign::{CampaignError, Command, Host};
use anyhow::Result;
use std::path::Path;

/// Prints the result of `command` with `print`, then records that it was printed. If an earlier run had carried the
/// command out without printing the result, says so; that is not an error.
///
/// # Errors
/// If the command failed, or if its result cannot be printed.
pub(super) fn acknowledge<T>(
    (host, dir): (&Host, &Path),
    command: Command,
    result: Result<T, CampaignError>,
    print: impl FnOnce(T) -> Result<Outcome>,
) -> Result<Outcome> {
    let outcome = match result {
        Ok(done) => print(done)?,
        Err(before @ CampaignError::DoneBefore { .. }) => {
            complain(before.to_string());
            Outcome::Done
        }
        Err(error) => return Err(error.into()),
    };
    command.told(&*host.store(dir));
    Ok(outcome)
}
