//! Rulings when they take effect: at once, or after the objection period of a proposal.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Ruling, RulingSecret, RulingStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::shut_windows::keeps;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Adopts a ruling and plays on from there.
    ///
    /// # Errors
    /// If the ruling does not follow from the record.
    pub(crate) fn rule(&mut self, ruling: &Ruling, secret: &RulingSecret) -> Result<(), CampaignError> {
        self.note_settings()?;
        let step = RulingStep::Adopted(ruling.clone());
        let given = self.add_with(Kind::Ruling, &step, secret);
        given.map_err(|error| match error {
            // A ruling that does not follow was asked for like that, so it is refused and is not a bug.
            CampaignError::Fault(why) => CampaignError::Refused(format!("the ruling cannot be made: {why}")),
            other => other,
        })?;
        self.settle()
    }

    /// Drops the proposal with this number, with the reason that the ledger gives.
    pub(crate) fn drop_proposal(&mut self, number: u64, why: &str) -> Result<(), CampaignError> {
        self.add(Kind::Ruling, &RulingStep::Dropped { number, why: why.to_owned() })
    }

    /// Returns `true` if the objection period of the open proposal is over.
    pub(crate) fn proposal_is_due(&self) -> bool {
        self.record.people.proposal.as_ref().is_some_and(|proposal| proposal.until <= self.now)
    }

    /// Adopts the proposal when its objection period is over, or drops it if too many object. Returns `true` if it
    /// did either; it does nothing while there are unwritten entries.
    pub(crate) fn proposed(&mut self) -> Result<bool, CampaignError> {
        // A ruling carries entries over from the ledger, so entries that are not in it yet would be lost.
        if !self.proposal_is_due() || !self.drafts.is_empty() {
            return Ok(false);
        }
        let Some(proposal) = self.record.people.proposal.clone() else { return Ok(false) };
        if self.settings.rulings.vote && self.record.people.is_opposed() {
            self.drop_proposal(proposal.ruling.number, "objections")?;
            return Ok(true);
        }
        let mut secret = proposal.secret.unwrap_or_default();
        // More plans may have been sealed since the proposal.
        let Ruling { what, after, changes, .. } = &proposal.ruling;
        secret.keeps = keeps(self.rules, &self.record, (*what, *after), changes)?;
        self.add_with(Kind::Ruling, &RulingStep::Adopted(proposal.ruling), &secret)?;
        Ok(true)
    }
}
