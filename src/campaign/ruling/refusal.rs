//! The refusal of a ruling.

use crate::campaign::state::error::CampaignError;

/// Returns the error that refuses a ruling and tells the game master `why`.
pub(super) fn refused(why: impl Into<String>) -> CampaignError {
    CampaignError::Refused(why.into())
}
