//! Rulings when they take effect: at once, or after the objection period of a proposal.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{
    Ruling, RulingChange, RulingKind, RulingSecret, RulingStep, SeatId, Shut,
};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Record, Window};
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
        let playing = self.record.people.playing().count();
        let against = self.record.people.playing().filter(|seat| proposal.against.contains(*seat)).count();
        if self.settings.rulings.vote && against * 2 > playing {
            self.drop_proposal(proposal.ruling.number, "objections")?;
            return Ok(true);
        }
        let mut secret = proposal.secret.unwrap_or_default();
        if proposal.ruling.what != RulingKind::Forward {
            // More plans may have been sealed since the proposal.
            secret.keeps = keeps(&self.record, &proposal.ruling.changes);
        }
        self.add_with(Kind::Ruling, &RulingStep::Adopted(proposal.ruling), &secret)?;
        Ok(true)
    }
}

/// Returns the sealed plans in the windows that a ruling with these changes closes; they still count when a window
/// asks the same questions again.
pub(crate) fn keeps(record: &Record, changes: &[RulingChange]) -> Vec<Shut> {
    let mut keeps = record.game.shut.clone();
    // A plan that the ruling itself accepts or refuses is not kept.
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
