//! The changes of a ruling while they are gathered, and those to answers and outcomes.

use super::decisions::{Worked, decisions};
use super::past::{answered, own_timeline, question, unknown_key};
use super::refusal::refused;
use crate::campaign::state::entries::{RulingChange, RulingSecret};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Campaign;
use crate::report::yaml_flow;
use serde_json::Value;

/// The changes of a ruling, with what they overrule and how far back they reach.
pub(super) struct ChangeSet<'a> {
    pub campaign: &'a Campaign,
    pub secret: RulingSecret,
    pub changes: Vec<RulingChange>,
    /// The entries that the changes replace.
    pub overrules: Vec<u64>,
    /// Entries before which the game must be taken up for the changes to have an effect.
    pub latest: Vec<u64>,
}

impl<'a> ChangeSet<'a> {
    /// Returns an empty set of changes to a campaign.
    pub fn new(campaign: &'a Campaign) -> Self {
        ChangeSet {
            campaign,
            secret: RulingSecret::default(),
            changes: Vec::new(),
            overrules: Vec::new(),
            latest: Vec::new(),
        }
    }

    /// Gives a question another answer.
    ///
    /// # Errors
    /// If no question with that key is answered or open on the current timeline.
    pub fn answer(&mut self, key: &str, value: &Value) -> Result<(), CampaignError> {
        let campaign = self.campaign;
        let (seat, kind) = match answered(&own_timeline(campaign)?, key)? {
            Some((seq, answer)) => {
                self.overrules.push(seq);
                self.latest.push(seq);
                (answer.seat, answer.kind)
            }
            None => match question(campaign, key)? {
                Some(open) => (campaign.rules().seat_id(open.seat), open.kind),
                None if self.worked(key)?.is_some() => {
                    return Err(refused(format!(
                        "{key} is no question: the rules have worked it out; change it with --outcome (by mail, `outcomes:`)"
                    )));
                }
                None => return Err(unknown_key(campaign, key)),
            },
        };
        self.changes.push(RulingChange::Answer { key: key.to_owned(), seat, kind });
        self.secret.answers.insert(key.to_owned(), value.clone());
        Ok(())
    }

    /// Replaces an outcome that the rules worked out.
    ///
    /// # Errors
    /// If the rules worked out nothing with that key on the current timeline, or the outcome is not a legal one.
    pub fn outcome(&mut self, key: &str, value: &Value) -> Result<(), CampaignError> {
        let Some((after, worked)) = self.worked(key)? else {
            return Err(refused(format!(
                "the rules have worked out no outcome with the key “{key}” on the current timeline; `ravenpost rule DIR TURN` (by mail, `do: {{decisions: TURN}}`) lists the outcomes of a turn"
            )));
        };
        if !worked.legal.contains(value) {
            let legal: Vec<String> = worked.legal.iter().map(yaml_flow).collect();
            return Err(refused(format!(
                "{key} cannot be {}; it can be {}",
                yaml_flow(value),
                legal.join(", ")
            )));
        }
        self.latest.push(after + 1);
        self.changes.push(RulingChange::Outcome { key: key.to_owned(), value: value.clone() });
        Ok(())
    }

    /// Returns what the rules have worked out under a key, with the entry before its stage.
    fn worked(&self, key: &str) -> Result<Option<(u64, Worked)>, CampaignError> {
        let turn = key.split('/').next().and_then(|turn| turn.parse().ok());
        let Some(turn) = turn.filter(|turn| (1..=self.campaign.record.game.turn).contains(turn)) else {
            return Ok(None);
        };
        let stages = decisions(self.campaign, turn)?.into_iter();
        let mut all =
            stages.flat_map(|stage| stage.worked.into_iter().map(move |worked| (stage.after, worked)));
        Ok(all.find(|(_, worked)| worked.key == key))
    }
}
