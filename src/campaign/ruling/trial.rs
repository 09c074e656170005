//! A ruling tried on a copy of the campaign, and the difference it makes.

use super::assembly::assemble;
use super::past::{own_timeline, question};
use super::refusal::refused;
use super::request::Request;
use super::undone::undone;
use crate::campaign::outgoing::difference::{DecisionChanged, Difference, Illegal, difference};
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::places::by_place;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::outgoing::rulings::Comparison;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Record};
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::state::timeline::timeline;
use crate::campaign::store::{Campaign, add_shut};
use crate::ledger::{Entry, Kind};
use crate::report::model::{
    AskedTold, Changed, DecisionTold, Head, IllegalTold, RulingDifference, SeatTold, Why,
};
use crate::report::yaml_flow;
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A ruling played on a copy of a campaign.
pub struct Trial<'a> {
    campaign: &'a Campaign,
    pub(super) engine: Engine<'a>,
    ruling: Ruling,
    secret: RulingSecret,
}

/// Tries a ruling on a copy of the campaign; nothing is written.
///
/// # Errors
/// If the request names something that does not exist, gives an answer that is not legal, or leads to a game that the rules
/// cannot play on.
pub fn try_ruling<'a>(
    campaign: &'a Campaign,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<Trial<'a>, CampaignError> {
    let (ruling, secret) = assemble(campaign, request)?;
    let trial = trial(campaign, &ruling, &secret, now, true)?;
    trial.check(&secret)?;
    Ok(trial)
}

/// Plays a ruling on a copy of the campaign; `looking` is `true` if the result will not be written.
pub(super) fn trial<'a>(
    campaign: &'a Campaign,
    ruling: &Ruling,
    secret: &RulingSecret,
    now: DateTime<Utc>,
    looking: bool,
) -> Result<Trial<'a>, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(campaign, now)?;
    add_shut(campaign.store(), &secret.keeps, &mut engine.vault)?;
    engine.looking = looking;
    engine.rule(ruling, secret)?;
    Ok(Trial { campaign, engine, ruling: ruling.clone(), secret: secret.clone() })
}

impl Trial<'_> {
    /// Checks that the game goes on from the ruling, and that its answers are legal there.
    fn check(&self, secret: &RulingSecret) -> Result<(), CampaignError> {
        if let Some(stuck) = &self.engine.stuck {
            return Err(refused(format!("the game cannot go on from there: {stuck}")));
        }
        for (key, value) in &secret.answers {
            let Some(passed) = self.engine.passed_over.get(key).filter(|passed| passed.answer == *value)
            else {
                continue;
            };
            // Corrected data may make other answers legal than those of the past.
            let corrects = |change: &RulingChange| matches!(change, RulingChange::Data { .. });
            let open = match self.ruling.changes.iter().any(corrects) {
                true => None,
                false => question(self.campaign, key)?,
            };
            let legal = open.map(|open| {
                let all: Vec<String> =
                    open.legal.answers.iter().map(|answer| format!("  {}", yaml_flow(answer))).collect();
                let some = if open.legal.complete { "Legal answers" } else { "Some of the legal answers" };
                format!("\n{some}:\n{}", all.join("\n"))
            });
            let details = passed.details.as_object().cloned().unwrap_or_default();
            let why = Why { code: passed.code.clone(), details };
            let writer = self.campaign.writer();
            let words = writer.why(self.campaign.referee.templates(), &why).unwrap_or(why.code);
            let (value, legal) = (yaml_flow(value), legal.unwrap_or_default());
            return Err(refused(format!("{key} cannot be answered by {value}. {words}{legal}")));
        }
        Ok(())
    }

    /// Returns the ruling as it would be written.
    pub fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    fn pending_positions(&self) -> Result<(PendingPosition, PendingPosition), CampaignError> {
        let rules = self.campaign.rules();
        Ok((rules.pending(&self.campaign.record)?, rules.pending(&self.engine.record)?))
    }

    /// Returns what the ruling changes, for the game master: positions, decisions and questions.
    ///
    /// # Errors
    /// If the record cannot be read by the rules.
    pub fn difference(&self) -> Result<Difference, CampaignError> {
        let rules = self.campaign.rules();
        let (was, is) = self.pending_positions()?;
        let (was, is) = ((&self.campaign.record, &was), (&self.engine.record, &is));
        let comparison = Comparison::new(rules, self.ruling.what, was, is)?;
        let public = comparison.visible(rules, None)?;
        let mut seats = BTreeMap::new();
        for seat in self.campaign.record.people.seats() {
            seats.insert(seat.to_owned(), comparison.visible(rules, Some(seat))?.difference);
        }
        let illegal = self.engine.passed_over.iter().map(|(key, passed)| Illegal {
            key: key.clone(),
            answer: passed.answer.clone(),
            code: passed.code.clone(),
            details: passed.details.clone(),
        });
        let (old, new) = (&self.campaign.record, &self.engine.record);
        let (decisions, not_reached) = self.decisions()?;
        Ok(Difference {
            ruling: self.ruling.clone(),
            asked: public.asked.into_iter().map(|(seat, question)| (seat, question.kind)).collect(),
            compares: comparison.moments(),
            position: public.difference,
            edited: self.edited()?,
            seats,
            decisions,
            not_reached,
            illegal: illegal.collect(),
            undone: undone(&own_timeline(self.campaign)?, old, new, &self.ruling),
            was: (old.game.turn, old.game.stage_name.clone()),
            is: (new.game.turn, new.game.stage_name.clone()),
            over: new.game.ended.is_some(),
            closes: self.engine.closes_next(),
        })
    }

    /// Returns what an edited position changes of the one at that point, decks and hands among it.
    fn edited(&self) -> Result<Vec<Changed>, CampaignError> {
        let Some(position) = &self.secret.position else { return Ok(Vec::new()) };
        let then = Record::at(self.campaign.rules(), self.ruling.after)?;
        Ok(difference(&then.game.position, position))
    }

    /// Returns the models of the messages that people would get at the pending position `now`.
    fn models<'b>(&'b self, now: &'b PendingPosition) -> MailModels<'b> {
        MailModels {
            rules: self.engine.rules,
            record: &self.engine.record,
            ..MailModels::of(self.campaign, now)
        }
    }

    /// Returns the [`difference`](Self::difference) as a model for the templates.
    ///
    /// With `public` it has no keys, no answers and nothing that only a seat may know.
    ///
    /// # Errors
    /// If the record cannot be read by the rules.
    pub fn told(&self, public: bool) -> Result<RulingDifference, CampaignError> {
        let difference = self.difference()?;
        let rules = self.engine.rules;
        let now = rules.pending(&self.engine.record)?;
        let models = self.models(&now);
        let own = |value: Option<Value>| value.filter(|_| !public).map(|value| yaml_flow(&value));
        let Difference {
            ruling,
            compares,
            position,
            edited,
            seats,
            decisions,
            not_reached,
            illegal,
            undone,
            asked,
            was,
            is,
            over,
            closes,
        } = difference;
        let view = rules.referee.view(&now.position, None)?;
        let beyond = |(seat, lines): (SeatId, Vec<Changed>)| {
            let difference: Vec<Changed> =
                lines.into_iter().filter(|line| !position.contains(line)).collect();
            let places = by_place(&difference, Some(&seat), (&Value::Null, &view));
            SeatTold { seat: models.named(&seat), difference, places }
        };
        let said = |key: &str, _: &str| self.secret.answers.get(key).filter(|_| !public).cloned();
        Ok(RulingDifference {
            head: Head { seat: None, key: None, player: String::new(), ..models.head(GM) },
            number: ruling.number,
            sort: ruling.what.word().to_owned(),
            turn: ruling.turn,
            stage: ruling.stage.clone(),
            after: Some(ruling.after).filter(|_| !public),
            reason: ruling.reason.clone(),
            dispute: ruling.dispute,
            changes: models.parts(&ruling, None, !public, &said)?,
            was,
            is,
            was_over: self.campaign.record.game.ended.is_some(),
            over,
            closes,
            undone,
            not_reached,
            decisions: decisions
                .into_iter()
                .map(|changed| DecisionTold {
                    seat: models.named(&changed.seat),
                    key: Some(changed.key).filter(|_| !public),
                    kind: changed.kind,
                    was: own(changed.was),
                    is: own(changed.is),
                })
                .collect(),
            illegal: illegal
                .into_iter()
                .filter(|_| !public)
                .map(|Illegal { key, answer, code, details }| IllegalTold { key, answer, code, details })
                .collect(),
            asked: asked
                .into_iter()
                .map(|(seat, kind)| AskedTold { seat: models.named(&seat), kind })
                .collect(),
            seats: match public {
                true => Vec::new(),
                false => seats.into_iter().map(beyond).filter(|told| !told.difference.is_empty()).collect(),
            },
            places: by_place(&position, None, (&Value::Null, &view)),
            compares,
            position,
            edited: if public { Vec::new() } else { edited },
            names: view.get("names").cloned().unwrap_or(Value::Null),
        })
    }

    /// Returns the decisions that differ on the new timeline, and the number of old decisions that it has not reached.
    fn decisions(&self) -> Result<(Vec<DecisionChanged>, usize), CampaignError> {
        let after = self.ruling.after;
        let (history, record) = (&self.campaign.record.game.history, &self.engine.record);
        // The stage in which the game would wait, as it was played on the old timeline.
        let waits = history.iter().find(|past| past.number == record.game.stage).map(|past| past.seq);
        let reached = waits.filter(|_| record.game.ended.is_none()).unwrap_or(u64::MAX);
        let mut not_reached = 0;
        // A forward goes back to a timeline that parts from the present one before its own end.
        let kept = timeline(self.campaign.entries()?, after);
        let present = own_timeline(self.campaign)?;
        let seqs = |entries: &[&Entry]| entries.iter().map(|entry| entry.seq).collect::<BTreeSet<u64>>();
        let (on_kept, on_present) = (seqs(&kept), seqs(&present));
        let mut old: BTreeMap<String, Answer> = BTreeMap::new();
        for entry in present.into_iter().filter(|entry| entry.kind == Kind::Answered) {
            if entry.seq > reached && !on_kept.contains(&entry.seq) {
                not_reached += 1;
            } else if !on_kept.contains(&entry.seq) {
                let (answer, _) = Line::from(entry).answer().map_err(CampaignError::Fault)?;
                old.insert(answer.key.clone(), answer);
            }
        }
        let restored = kept.into_iter().filter(|entry| !on_present.contains(&entry.seq));
        let restored = restored.map(Line::from);
        let drafts = self.engine.drafts.iter().map(|draft| {
            let secret = draft.secret.as_ref().and_then(|secret| secret.body());
            Line { seq: 0, at: draft.at, kind: draft.kind, body: &draft.body, secret }
        });
        let mut changed = Vec::new();
        // A secret answer is the same on both timelines only with its secret part.
        for line in restored.chain(drafts).filter(|line| line.kind == Kind::Answered) {
            let (answer, _) = line.answer().map_err(CampaignError::Fault)?;
            let was = old.remove(&answer.key).map(|was| was.answer);
            if was.as_ref() != Some(&answer.answer) {
                let Answer { seat, key, kind, answer, source, .. } = answer;
                changed.push(DecisionChanged {
                    seat,
                    key,
                    kind,
                    was,
                    is: Some(answer),
                    source: Some(source),
                });
            }
        }
        // Answers from before the point still count and are not given again.
        let kept = |key: &String| self.engine.record.game.answers.contains_key(key);
        let gone = old.into_values().filter(|answer| !kept(&answer.key));
        changed.extend(gone.map(|Answer { seat, key, kind, answer, .. }| DecisionChanged {
            seat,
            key,
            kind,
            was: Some(answer),
            is: None,
            source: None,
        }));
        Ok((changed, not_reached))
    }

    /// Returns the text of the report that a seat would get, without its key.
    ///
    /// # Errors
    /// If the record cannot be read by the rules, or a template fails.
    pub fn report(&self, seat: &str) -> Result<String, CampaignError> {
        let rules = self.engine.rules;
        let now = rules.pending(&self.engine.record)?;
        let models = self.models(&now);
        let mut model = match self.engine.record.game.ended {
            None => Model::Report(Box::new(models.report(seat)?)),
            Some(_) => Model::End(Box::new(models.end(seat)?)),
        };
        match &mut model {
            Model::Report(report) => report.head.key = None,
            Model::End(end) => end.head.key = None,
            _ => {}
        }
        let writer = self.campaign.writer();
        let written = Render::write(&writer, &model).map_err(|why| CampaignError::Fault(why.to_string()))?;
        Ok(written.mail.text)
    }
}
