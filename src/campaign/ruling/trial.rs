//! A ruling tried on a copy of the campaign: what would be otherwise. Taking it over is one append, so there is never
//! half of it.
//!
//! May use: request, told, folder, engine, models, pages. Is used by: cli.

use crate::campaign::outgoing::difference::{DecisionChanged, Difference, Illegal};
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::pages;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::outgoing::rulings::seen;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::play::engine::Engine;
use crate::campaign::ruling::request::Request;
use crate::campaign::ruling::undone::undone;
use crate::campaign::state::clock::span_text;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::store::{Campaign, Command, Host, add_shut};
use crate::ledger::Kind;
use crate::report::model::{
    AskedTold, Changed, DecisionTold, Head, IllegalTold, RulingDifference, SeatTold, Why,
};
use crate::report::yaml_flow;
use crate::table::Position;
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// A ruling tried on a copy.
pub struct Trial<'a> {
    campaign: &'a Campaign,
    engine: Engine<'a>,
    ruling: Ruling,
}

impl Campaign {
    /// Tries a ruling on a copy of the campaign. Nothing is written.
    ///
    /// # Errors
    /// It names what is not there, an answer that it gives is not legal, or the rules cannot go on from it.
    pub fn try_ruling(&self, request: &Request, now: DateTime<Utc>) -> Result<Trial<'_>, CampaignError> {
        let (ruling, secret) = self.ruling(request)?;
        let trial = self.trial(&ruling, &secret, now, true)?;
        trial.check(&secret)?;
        Ok(trial)
    }

    fn trial(
        &self,
        ruling: &Ruling,
        secret: &RulingSecret,
        now: DateTime<Utc>,
        looking: bool,
    ) -> Result<Trial<'_>, CampaignError> {
        let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
        let mut engine = Engine::of(self, now)?;
        add_shut(self.store(), &self.record, &secret.keeps, &mut engine.vault)?;
        engine.looking = looking;
        engine.rule(ruling, secret)?;
        Ok(Trial { campaign: self, engine, ruling: ruling.clone() })
    }
}

impl Trial<'_> {
    /// That what the ruling says could be done.
    fn check(&self, secret: &RulingSecret) -> Result<(), CampaignError> {
        if let Some(stuck) = &self.engine.stuck {
            return Err(CampaignError::Refused(format!("the game could not go on from there: {stuck}")));
        }
        for (key, value) in &secret.answers {
            let Some(passed) = self.engine.passed_over.get(key).filter(|passed| passed.answer == *value)
            else {
                continue;
            };
            // By corrected data other answers may be legal than those that were.
            let corrects = |change: &RulingChange| matches!(change, RulingChange::Data { .. });
            let open = match self.ruling.changes.iter().any(corrects) {
                true => None,
                false => self.campaign.question(key)?,
            };
            let legal = open.map(|open| {
                let all: Vec<String> =
                    open.legal.answers.iter().map(|answer| format!("  {}", yaml_flow(answer))).collect();
                let some = if open.legal.complete { "Legal" } else { "Legal, among others" };
                format!("\n{some}:\n{}", all.join("\n"))
            });
            let details = passed.details.as_object().cloned().unwrap_or_default();
            let why = Why { code: passed.code.clone(), details };
            let writer = self.campaign.writer();
            let words = writer.why(self.campaign.referee.templates(), &why).unwrap_or(why.code);
            let (value, legal) = (yaml_flow(value), legal.unwrap_or_default());
            return Err(CampaignError::Refused(format!(
                "{key} cannot be answered by {value}: {words}{legal}"
            )));
        }
        Ok(())
    }

    /// The ruling.
    pub fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    fn pending_positions(&self) -> Result<(PendingPosition, PendingPosition), CampaignError> {
        let rules = self.campaign.rules();
        Ok((rules.pending(&self.campaign.record)?, rules.pending(&self.engine.record)?))
    }

    /// What would be otherwise.
    ///
    /// # Errors
    /// The record does not follow.
    pub fn difference(&self) -> Result<Difference, CampaignError> {
        let rules = self.campaign.rules();
        let (was, is) = self.pending_positions()?;
        let (was, is) = ((&self.campaign.record, &was), (&self.engine.record, &is));
        let public = seen(rules, was, is, None)?;
        let mut seats = BTreeMap::new();
        for seat in self.campaign.record.people.seats() {
            seats.insert(seat.to_owned(), seen(rules, was, is, Some(seat))?.difference);
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
            position: public.difference,
            seats,
            decisions,
            not_reached,
            illegal: illegal.collect(),
            undone: undone(&self.campaign.own_timeline(), old, new, &self.ruling),
            was: (old.game.turn, old.game.stage_name.clone()),
            is: (new.game.turn, new.game.stage_name.clone()),
            over: new.game.ended.is_some(),
        })
    }

    /// What people would be told, where the game would stand `now`.
    fn models<'b>(&'b self, now: &'b PendingPosition) -> MailModels<'b> {
        MailModels {
            stand_in: None,
            settings: &self.campaign.settings,
            rules: self.engine.rules,
            secrets: &self.campaign.secrets,
            record: &self.engine.record,
            now,
            trim: Trim::default(),
        }
    }

    /// The same for people. What everybody may read (`public`) tells no keys, no answers and no seat's own knowledge.
    ///
    /// # Errors
    /// As for [`difference`](Trial::difference).
    pub fn told(&self, public: bool) -> Result<RulingDifference, CampaignError> {
        let difference = self.difference()?;
        let rules = self.engine.rules;
        let now = rules.pending(&self.engine.record)?;
        let models = self.models(&now);
        let own = |value: Option<Value>| value.filter(|_| !public).map(|value| yaml_flow(&value));
        let Difference {
            ruling,
            position,
            seats,
            decisions,
            not_reached,
            illegal,
            undone,
            asked,
            was,
            is,
            over,
        } = difference;
        let beyond = |(seat, lines): (SeatId, Vec<Changed>)| SeatTold {
            seat: models.named(&seat),
            difference: lines.into_iter().filter(|line| !position.contains(line)).collect(),
        };
        let view = rules.referee.view(&Position(now.position.clone()), None)?;
        Ok(RulingDifference {
            head: Head { seat: None, key: None, player: String::new(), ..models.head(GM) },
            number: ruling.number,
            sort: ruling.what.word().to_owned(),
            turn: ruling.turn,
            stage: ruling.stage.clone(),
            after: Some(ruling.after).filter(|_| !public),
            reason: ruling.reason.clone(),
            dispute: ruling.dispute,
            changes: models.parts(&ruling, None, !public)?,
            was,
            is,
            over,
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
            position,
            names: view.get("names").cloned().unwrap_or(Value::Null),
        })
    }

    /// Decisions that are otherwise on the new way, and how many of the old it has not come to.
    fn decisions(&self) -> Result<(Vec<DecisionChanged>, usize), CampaignError> {
        let after = self.ruling.after;
        let (history, record) = (&self.campaign.record.game.history, &self.engine.record);
        // The stage in which the game would wait, as it was played on the old way.
        let waits = history.iter().find(|past| past.number == record.game.stage).map(|past| past.seq);
        let reached = waits.filter(|_| record.game.ended.is_none()).unwrap_or(u64::MAX);
        let mut not_reached = 0;
        let mut old: BTreeMap<String, Answer> = BTreeMap::new();
        for entry in self.campaign.own_timeline() {
            if entry.seq > reached && entry.kind == Kind::Answered {
                not_reached += 1;
            } else if entry.seq > after && entry.kind == Kind::Answered {
                let (answer, _) = Line::from(entry).answer().map_err(CampaignError::Fault)?;
                old.insert(answer.key.clone(), answer);
            }
        }
        let mut changed = Vec::new();
        for draft in self.engine.drafts.iter().filter(|draft| draft.kind == Kind::Answered) {
            let answer: Answer = serde_json::from_value(draft.body.clone())
                .map_err(|why| CampaignError::Fault(why.to_string()))?;
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
        // Answers that stand before the point are there again without being given again.
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

    /// The report that a seat would get, in words, without its key.
    ///
    /// # Errors
    /// A fault of the program.
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

impl Request {
    /// The command that gives this ruling, for who types it twice.
    pub fn adoption(&self) -> Command {
        Command::new("adopt", self)
    }

    /// The command that proposes it.
    pub fn proposal(&self) -> Command {
        Command::new("propose", self)
    }
}

/// The command that takes a proposal back.
pub fn withdrawal() -> Command {
    Command::new("withdraw", &())
}

/// Gives a ruling: it is written with all that follows from it. The mails go out with the next tick. Gives what is
/// otherwise now, and what could not be written beside the ledger.
///
/// # Errors
/// As for [`Campaign::try_ruling`]; the campaign wants rulings proposed first; the same command has given it already and was
/// broken off; or the ledger cannot be written. Then nothing has happened.
pub fn adopt(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    request: &Request,
    render: &dyn Render,
) -> Result<(Difference, Vec<String>), CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    if let Some(protest) = campaign.settings.rulings.protest {
        return Err(CampaignError::Refused(format!(
            "in this campaign a ruling is proposed first, and done after {} (`rulings` in campaign.yaml): use --propose",
            span_text(protest)
        )));
    }
    let command = request.adoption();
    command.is_new(&campaign)?;
    let difference = campaign.try_ruling(request, now)?.difference()?;
    let (ruling, secret) = campaign.ruling(request)?;
    let trial = campaign.trial(&ruling, &secret, now, false)?;
    let Trial { engine: Engine { record, drafts, vault, .. }, .. } = trial;
    command.note(&campaign, &drafts, 0)?;
    campaign.commit(record, drafts, &vault)?;
    let mut attention = Vec::new();
    let now = campaign.rules().pending(&campaign.record).map(Rc::new);
    let first = campaign.record.people.rulings.last().map_or(difference.ruling.turn, pages::first_of);
    pages::write(&campaign, now, first, render, &mut attention);
    campaign.save();
    Ok((difference, attention))
}

/// Proposes a ruling: everybody is told, the clock waits, and when the time of protest is over a tick does it, or drops it.
/// Gives what would be otherwise, and until when it is proposed.
///
/// # Errors
/// As for [`Campaign::try_ruling`]; the campaign has no time of protest; or the ledger cannot be written.
pub fn propose(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    request: &Request,
) -> Result<(Difference, DateTime<Utc>), CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    let Some(protest) = campaign.settings.rulings.protest else {
        return Err(CampaignError::Refused(
            "this campaign has no time of protest (`rulings` in campaign.yaml): use --adopt".to_owned(),
        ));
    };
    let command = request.proposal();
    command.is_new(&campaign)?;
    let difference = campaign.try_ruling(request, now)?.difference()?;
    let (ruling, secret) = campaign.ruling(request)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(&campaign, now)?;
    let until = engine.now + protest;
    engine.add_with(Kind::Ruling, &RulingStep::Proposed { ruling, until }, &secret)?;
    let Engine { record, drafts, vault, .. } = engine;
    command.note(&campaign, &drafts, 0)?;
    campaign.commit(record, drafts, &vault)?;
    Ok((difference, until))
}

/// Takes a proposal back. Its number.
///
/// # Errors
/// None is there, or the ledger cannot be written.
pub fn withdraw(host: &Host, dir: &Path, now: DateTime<Utc>) -> Result<u64, CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    withdrawal().is_new(&campaign)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(&campaign, now)?;
    let Some(number) = engine.record.people.proposal.as_ref().map(|proposal| proposal.ruling.number) else {
        return Err(CampaignError::Refused("no ruling is proposed".to_owned()));
    };
    engine.drop_proposal(number, "withdrawn")?;
    engine.settle()?;
    let Engine { record, drafts, vault, .. } = engine;
    withdrawal().note(&campaign, &drafts, 0)?;
    campaign.commit(record, drafts, &vault)?;
    Ok(number)
}
