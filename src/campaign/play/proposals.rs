//! Rulings as they are given: at once, or when the objection period of a proposal is over.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{
    Ruling, RulingChange, RulingKind, RulingSecret, RulingStep, SeatId, Shut,
};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Record, Window};
use crate::ledger::Kind;

impl Engine<'_> {
    /// Gives a ruling and plays on from there.
    ///
    /// # Errors
    /// It does not follow.
    pub(crate) fn rule(&mut self, ruling: &Ruling, secret: &RulingSecret) -> Result<(), CampaignError> {
        let step = RulingStep::Adopted(ruling.clone());
        let given = self.add_with(Kind::Ruling, &step, secret);
        given.map_err(|error| match error {
            // What does not follow here is what was asked for, and no fault of the program.
            CampaignError::Fault(why) => CampaignError::Refused(format!("the ruling cannot be: {why}")),
            other => other,
        })?;
        self.settle()
    }

    pub(crate) fn drop_proposal(&mut self, number: u64, why: &str) -> Result<(), CampaignError> {
        self.add(Kind::Ruling, &RulingStep::Dropped { number, why: why.to_owned() })
    }

    /// Whether the time of protest is over.
    pub(crate) fn proposal_is_due(&self) -> bool {
        self.record.people.proposal.as_ref().is_some_and(|proposal| proposal.until <= self.now)
    }

    /// Does what was proposed when the time of protest is over, or drops it; nothing as long as there are entries that are not
    /// written yet. Whether it did either.
    pub(crate) fn proposed(&mut self) -> Result<bool, CampaignError> {
        // What is carried over is read from the ledger; what is not in there yet would be missing.
        if !self.proposal_is_due() || !self.drafts.is_empty() {
            return Ok(false);
        }
        let Some(proposal) = self.record.people.proposal.clone() else { return Ok(false) };
        let playing = self.record.people.playing().count();
        let against = self.record.people.playing().filter(|seat| proposal.against.contains(*seat)).count();
        if self.settings.rulings.vote && against * 2 > playing {
            self.drop_proposal(proposal.ruling.number, "objections")?;
            return Ok(true);
        }
        let mut secret = proposal.secret.unwrap_or_default();
        if proposal.ruling.what != RulingKind::Forward {
            // More may have been sealed since.
            secret.keeps = keeps(&self.record, &proposal.ruling.changes);
        }
        self.add_with(Kind::Ruling, &RulingStep::Adopted(proposal.ruling), &secret)?;
        Ok(true)
    }
}

/// What is sealed in the windows of a record that a ruling closes.
pub(crate) fn keeps(record: &Record, changes: &[RulingChange]) -> Vec<Shut> {
    let mut keeps = record.game.shut.clone();
    // A plan that is ruled on is not kept sealed either.
    let is_ruled = |seat: &SeatId, window: &Window| {
        let of = |change: &RulingChange| match change {
            RulingChange::Mail { seat: whose, window: own, .. } => {
                whose == seat && (*own == window.id || own == window.bound(seat))
            }
            _ => false,
        };
        changes.iter().any(of)
    };
    if let Some(window) = record.game.open_window().filter(|window| window.sealed) {
        let seats = window.seats.clone().into_iter().filter(|(seat, _)| !is_ruled(seat, window)).collect();
        let (asked, deadline) = (window.asked.clone(), window.deadline);
        keeps.retain(|shut| shut.window != window.id);
        keeps.push(Shut { window: window.id.clone(), asked, deadline, seats });
    }
    keeps
}
