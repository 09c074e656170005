//! Rulings: numbered, proposed where the settings say so, back to a point of the right timeline, and naming what they overrule.

use super::walk::{Walk, Why, need, refused};
use crate::campaign::state::entries::*;
use crate::campaign::state::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind};
use std::collections::BTreeSet;

impl Walk<'_> {
    /// Checks a step of a ruling; number, proposal and the point gone back to are checked when it is applied.
    pub(super) fn ruling(&mut self, line: Line<'_>) -> Result<(), Why> {
        let protest =
            self.record.people.settings.pointer("/rulings/protest").is_some_and(|protest| !protest.is_null());
        match line.body()? {
            RulingStep::Proposed { ruling, until } => {
                need(protest, "the settings have no objection period")?;
                let due = line.at + self.span("/rulings/protest")?;
                need(until == due, "its objection period is not that of the settings")?;
                self.sound(line, &ruling)
            }
            RulingStep::Adopted(ruling) => {
                match &self.record.people.proposal {
                    Some(proposal) => {
                        need(proposal.ruling == ruling, "it is not the ruling that was proposed")?;
                        need(line.at >= proposal.until, "the objection period is not over")?;
                    }
                    None => {
                        need(
                            !protest,
                            "it was not proposed, although the settings have an objection period",
                        )?;
                        self.sound(line, &ruling)?;
                    }
                }
                let Some(secret) = line.secret::<RulingSecret>()? else { return Ok(()) };
                let kept = self.kept(&ruling)?;
                need(secret.keeps == kept, "it does not keep the seals of the windows that it closes")?;
                let answers: BTreeSet<&String> = secret.answers.keys().collect();
                need(answers == ruled_keys(&ruling).collect(), "its answers are not those that it names")
            }
            RulingStep::Dropped { why, .. } if why == "objections" => {
                let people = &self.record.people;
                let Some(proposal) = &people.proposal else { return Ok(()) };
                let enough = people.is_opposed() && line.at >= proposal.until;
                need(enough, "too few seats object")
            }
            RulingStep::Dropped { why, .. } => {
                need(why == "withdrawn", "no proposal is dropped for that reason")
            }
        }
    }

    /// Checks a ruling when it is proposed, or adopted without a proposal.
    fn sound(&self, line: Line<'_>, ruling: &Ruling) -> Result<(), Why> {
        let last = line.seq - 1;
        need(ruling.after <= last, "it goes back to an entry that is not before it")?;
        let may = !ruling.standby || ruling.what == RulingKind::Rewind;
        need(may, "only after a rewind do plans stand by")?;
        let own = timeline(&self.past, last);
        match ruling.what {
            RulingKind::Forward => {
                let left = own.iter().rev().find(|entry| adopted(entry).is_some());
                let tip =
                    left.map(|entry| entry.seq - 1).ok_or_else(|| refused("there is no ruling to undo"))?;
                let ended = timeline(&self.past, tip).into_iter().find(|entry| entry.kind == Kind::Ended);
                let due = ended.map_or(tip, |entry| entry.seq - 1);
                need(
                    ruling.after == due,
                    "it does not go forward to the timeline that the last ruling left",
                )?;
            }
            _ => {
                let is_there = own.iter().any(|entry| entry.seq == ruling.after);
                need(is_there, "it goes back to a timeline that was replaced")?;
            }
        }
        let then =
            crate::campaign::state::record::Record::at(self.rules(), ruling.after).map_err(|why| why.why)?;
        let stage = (then.game.turn, then.game.stage_name.as_str());
        need((ruling.turn, ruling.stage.as_str()) == stage, "it names another stage than that point's")?;
        let open = |number: u64| self.record.people.open_disputes().any(|dispute| dispute.number == number);
        need(ruling.dispute.is_none_or(open), "it settles a dispute that is not open")?;
        self.overrules(ruling, &own)
    }

    fn overrules(&self, ruling: &Ruling, own: &[&Entry]) -> Result<(), Why> {
        let keys: BTreeSet<&String> = ruled_keys(ruling).collect();
        let mut last = std::collections::BTreeMap::new();
        for entry in own.iter().filter(|entry| entry.kind == Kind::Answered) {
            let answer: Answer = Line::from(*entry).body()?;
            if keys.contains(&answer.key) {
                last.insert(answer.key, entry.seq);
            }
        }
        let named = |seq: &u64| ruling.overrules.contains(seq);
        need(last.values().all(named), "it does not name the answers that it overrules")?;
        let of_mail = |seq: u64| {
            let entry = own.iter().find(|entry| entry.seq == seq && entry.kind == Kind::Opened);
            let opened = entry.and_then(|entry| Line::from(*entry).body::<OpenedPlan>().ok());
            opened.is_some_and(|opened| {
                ruling
                    .changes
                    .iter()
                    .any(|change| matches!(change, RulingChange::Mail { seat, .. } if *seat == opened.seat))
            })
        };
        let is_right = |seq: &u64| last.values().any(|known| known == seq) || of_mail(*seq);
        need(ruling.overrules.iter().all(is_right), "it overrules an entry that it does not change")
    }
}

fn ruled_keys(ruling: &Ruling) -> impl Iterator<Item = &String> {
    ruling.changes.iter().filter_map(|change| match change {
        RulingChange::Answer { key, .. } => Some(key),
        _ => None,
    })
}
