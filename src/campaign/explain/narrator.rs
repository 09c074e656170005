//! Turns the steps of a stage into an account for one reader.

use crate::campaign::explain::guide::Guide;
use crate::campaign::explain::model::{
    DecisionAccount, MailRef, OriginAccount, Part, PassedOver, StageAccount,
};
use crate::campaign::explain::steps::mentions;
use crate::campaign::explain::trace::{PlanOrigin, RecordedAnswer, Stage, Step, Trace};
use crate::campaign::state::entries::{Fate, From, How, Line, Received, SeatId, Unmet};
use crate::campaign::state::receipt::Kept;
use crate::campaign::state::rules::Rules;
use crate::report::model::{Named, Why};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Gives accounts of stages to one reader; `reader` is `None` for the game master.
pub(crate) struct Narrator<'a> {
    pub rules: Rules<'a>,
    pub guide: &'a Guide,
    pub trace: &'a Trace,
    pub reader: Option<&'a str>,
    pub named: &'a dyn Fn(&str) -> Named,
}

impl Narrator<'_> {
    /// Returns an account of some steps of a stage. An answer that is a mapping by ids is cut to the members about `only`,
    /// if it has any.
    pub fn stage(&self, stage: &Stage, steps: &BTreeSet<usize>, only: &[String]) -> StageAccount {
        let mut parts: Vec<Part> = Vec::new();
        for (_, step) in stage.steps.iter().enumerate().filter(|(at, _)| steps.contains(at)) {
            match step {
                Step::Asked(key) => {
                    let account = stage.given.get(key).map(|given| self.decision(given, only));
                    parts.extend(account.map(|account| Part::Decision(Box::new(account))));
                }
                Step::Told(event) if !self.may_know(event) => {}
                Step::Told(event) => {
                    let places = self.guide.of_event(event);
                    match parts.last_mut() {
                        Some(Part::Events { events, rules }) => {
                            events.push(event.clone());
                            let new: Vec<String> =
                                places.into_iter().filter(|place| !rules.contains(place)).collect();
                            rules.extend(new);
                        }
                        _ => parts.push(Part::Events { events: vec![event.clone()], rules: places }),
                    }
                }
            }
        }
        StageAccount {
            number: stage.number,
            turn: stage.turn,
            stage: stage.name.clone(),
            at: stage.resolved.map(|(at, _)| at),
            entry: stage.resolved.map(|(_, entry)| entry),
            corrected: stage.corrected.iter().map(|correction| correction.by.clone()).collect(),
            parts,
        }
    }

    /// Returns `true` unless the event has an `only` for another seat. The game master may know every event.
    fn may_know(&self, event: &Value) -> bool {
        match (event.get("only"), self.reader) {
            (Some(only), Some(reader)) => only == reader,
            _ => true,
        }
    }

    fn is_own(&self, seat: &str) -> bool {
        self.reader.is_none_or(|reader| reader == seat)
    }

    fn decision(&self, given: &RecordedAnswer, only: &[String]) -> DecisionAccount {
        let (answer, own) = (&given.answer, self.is_own(&given.answer.seat));
        let hidden = answer.hidden && !own;
        let mut rules = self.guide.of_decision(&answer.kind);
        let origin = match &answer.source {
            From::Plan { window, path } => self.plan(&answer.seat, window, path, given.plan.as_ref()),
            From::Steward { .. } => OriginAccount::Steward,
            From::Default { why } => {
                let silence = self.guide.of_silence();
                rules.extend(silence.into_iter().filter(|place| !rules.contains(place)).collect::<Vec<_>>());
                OriginAccount::Default { why: why.clone() }
            }
            From::Ruling { number } => self.ruling(*number),
        };
        let silent =
            matches!(answer.source, From::Default { .. } | From::Steward { .. } | From::Ruling { .. });
        DecisionAccount {
            entry: given.seq,
            seat: (self.named)(&answer.seat),
            key: answer.key.clone(),
            kind: answer.kind.clone(),
            answer: if hidden { Value::Null } else { part_of(&answer.answer, only) },
            hidden,
            origin,
            passed_over: given.unusable.as_ref().filter(|_| own).map(|unusable| PassedOver {
                answer: unusable.answer.clone(),
                code: unusable.code.clone(),
                details: unusable.details.clone(),
            }),
            unmet: answer.unmet.iter().filter(|_| own).map(why).collect(),
            refused: if silent && own { self.refused(&answer.seat, &answer.key) } else { Vec::new() },
            rules,
        }
    }

    fn plan(&self, seat: &SeatId, window: &str, path: &str, came: Option<&PlanOrigin>) -> OriginAccount {
        // Conditions and preferences of a plan are its owner's secret.
        let own = self.is_own(seat);
        let came = came.filter(|came| came.window == window && came.how != How::Steward);
        let mail = |led_to: Option<u64>| {
            let mail = Line::from(self.trace.mails.get(self.trace.brought.get(&led_to?)?)?);
            Some(Box::new(self.mail(mail, &mail.body().ok()?, own)))
        };
        OriginAccount::Plan {
            window: window.to_owned(),
            path: Some(path.to_owned()).filter(|_| own),
            seal: came.map(|came| came.seal.clone()),
            mail: mail(came.and_then(|came| came.sealed)),
            opening: mail(came.and_then(|came| came.opened)),
            opened: came.map(|came| came.entry),
        }
    }

    fn ruling(&self, number: u64) -> OriginAccount {
        let given = self.trace.record.people.rulings.iter().find(|given| given.ruling.number == number);
        OriginAccount::Ruling {
            number,
            at: given.map(|given| given.at),
            reason: given.map(|given| given.ruling.reason.clone()).unwrap_or_default(),
        }
    }

    fn mail(&self, mail: Line<'_>, body: &Received, own: bool) -> MailRef {
        let kept: Option<Kept> = mail.secret().ok().flatten().filter(|_| own);
        let kept = kept.as_ref();
        let filled = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        MailRef {
            receipt: body.number,
            received: body.received,
            mail: body.mail,
            message_id: kept.and_then(|kept| filled(&kept.answers.message_id)),
            subject: kept.and_then(|kept| filled(&kept.answers.subject)),
            problems: kept
                .into_iter()
                .flat_map(|kept| &kept.problems)
                .filter(|problem| !problem.warning)
                .map(|problem| problem.why.clone())
                .collect(),
        }
    }

    /// Returns the unusable or refused messages of a seat for the window of a question.
    fn refused(&self, seat: &SeatId, key: &str) -> Vec<MailRef> {
        let Some(window) = self.trace.windows.get(key) else { return Vec::new() };
        let of_seat = self.trace.mails.iter().filter(|((whose, _), _)| whose == seat);
        let read = of_seat.map(|(_, mail)| Line::from(mail));
        let read = read.filter_map(|mail| Some((mail, mail.body::<Received>().ok()?)));
        let in_vain = read.filter(|(_, body)| {
            body.window.as_ref() == Some(window) && (body.unusable || body.fate == Fate::Refused)
        });
        in_vain.map(|(mail, body)| self.mail(mail, &body, true)).collect()
    }
}

fn why(unmet: &Unmet) -> Why {
    Why { code: unmet.code.clone(), details: unmet.details.as_object().cloned().unwrap_or_default() }
}

/// Cuts an answer that is a mapping by ids to the members about `only`; returns it whole if it has none of them.
fn part_of(answer: &Value, only: &[String]) -> Value {
    let Value::Object(map) = answer else { return answer.clone() };
    let about = |name: &String| only.iter().any(|id| id == name);
    if !map.keys().any(about) {
        return answer.clone();
    }
    let kept = map.iter().filter(|(name, value)| about(name) || only.iter().any(|id| mentions(value, id)));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn of_an_answer_about_many_things_those_that_were_asked_about_are_shown() {
        let orders =
            json!({"winterfell": "march", "moat-cailin": "support", "white-harbor": {"to": "winterfell"}});
        let only =
            |ids: &[&str]| part_of(&orders, &ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
        assert_eq!(only(&["moat-cailin"]), json!({"moat-cailin": "support"}));
        assert_eq!(
            only(&["winterfell"]),
            json!({"winterfell": "march", "white-harbor": {"to": "winterfell"}})
        );
        assert_eq!(only(&["castle-black"]), orders);
        assert_eq!(only(&[]), orders);
        assert_eq!(part_of(&json!("march"), &["winterfell".to_owned()]), json!("march"));
    }
}
