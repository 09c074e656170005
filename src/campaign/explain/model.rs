//! The explanation as data: for templates/mail/explain.md, and as JSON.
//!
//! May use: trace, guide, report (models). Is used by: explain, cli.

use crate::campaign::explain::Guide;
use crate::campaign::explain::steps::mentions;
use crate::campaign::explain::trace::{Given, Mail, PlanCame, Stage, Step, Trace};
use crate::campaign::state::entries::{Fate, From, How, SeatId};
use crate::campaign::state::rules::Rules;
use crate::report::model::{Head, Instant, Mail as Letter, Named, Why};
use crate::seal::Hash256;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// How a result came about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// For whom; a key is never in it.
    pub head: Head,
    /// The turn.
    pub turn: u32,
    /// What was asked, as it was written; empty for the whole turn.
    pub what: String,
    /// The names that were understood.
    pub about: Vec<Named>,
    /// The topics and scenes that were understood.
    pub topics: Vec<String>,
    /// Whether the whole turn is told.
    pub whole: bool,
    /// Where there were scenes (battles) in this turn; none if a topic was asked for.
    pub scenes: Vec<Named>,
    /// Stage by stage, what belongs to it; an earlier turn's where a number was set there.
    pub stages: Vec<StageTold>,
    /// What the reader may know of the position at the beginning of the turn.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub before: Value,
    /// The same at its end, or where it stands.
    pub after: Value,
    /// Where the rules stand.
    pub rules: String,
    /// Whether the turn is not over.
    pub going_on: bool,
}

impl Letter for Explanation {
    const TEMPLATE: &'static str = "explain";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        self.after.get("names").unwrap_or(&Value::Null)
    }
}

/// A stage, or the part of it that belongs to the question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageTold {
    /// Its number.
    pub number: u64,
    /// Its turn.
    pub turn: u32,
    /// Its name.
    pub stage: String,
    /// When it was resolved.
    pub at: Option<Instant>,
    /// By which entry of the ledger.
    pub entry: Option<u64>,
    /// Decisions and events in their order.
    pub parts: Vec<Part>,
}

/// A part of a stage's story.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Part {
    /// A decision, with where it came from.
    Decision(Box<DecisionTold>),
    /// What followed, up to the next decision.
    Events {
        /// The events, as the game tells them.
        events: Vec<Value>,
        /// The rules that they follow.
        rules: Vec<String>,
    },
    /// What would have changed the outcome.
    Otherwise {
        /// Decisions that were tried otherwise.
        tries: Vec<Tried>,
    },
}

impl Part {
    /// Whether there is anything in it.
    pub(crate) fn says_something(&self) -> bool {
        !matches!(self, Part::Otherwise { tries } if tries.is_empty())
    }
}

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionTold {
    /// The entry.
    pub entry: u64,
    /// Whose.
    pub seat: Named,
    /// The question's key.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// The answer; of one about many things only what belongs to the question.
    pub answer: Value,
    /// Where it came from.
    pub origin: OriginTold,
    /// What was passed over, where the reader may know.
    pub passed_over: Option<PassedOver>,
    /// Mails of the seat for that window that could not be used, where the reader may know.
    pub refused: Vec<MailRef>,
    /// The rules of the question.
    pub rules: Vec<String>,
}

/// Where a decision came from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum OriginTold {
    /// The seat's plan.
    Plan {
        /// The window it was sent in.
        window: String,
        /// The place in the plan, where the reader may know it.
        path: Option<String>,
        /// The seal it was bound by.
        seal: Option<String>,
        /// The mail that brought it, or its seal.
        mail: Option<Box<MailRef>>,
        /// The mail that brought its opening, if that was another.
        opening: Option<Box<MailRef>>,
        /// The entry that opened it.
        opened: Option<u64>,
    },
    /// The steward's plan for an absent seat.
    Steward,
    /// The rules' default.
    Default {
        /// Why.
        why: String,
    },
    /// The game master.
    Gm,
    /// A ruling of the game master.
    Ruling {
        /// Its number.
        number: u64,
        /// When it was given, where it is on record.
        at: Option<Instant>,
        /// Why, in the game master's words.
        reason: String,
    },
}

/// A mail as the ledger knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MailRef {
    /// The number of its receipt.
    pub receipt: u64,
    /// When it was received.
    pub received: Instant,
    /// SHA-256 of it.
    pub mail: Hash256,
    /// Its Message-ID, where the reader may know.
    pub message_id: Option<String>,
    /// Its subject, where the reader may know.
    pub subject: Option<String>,
    /// What was wrong with it, where the reader may know.
    pub problems: Vec<Why>,
}

/// An answer that was passed over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PassedOver {
    /// What was wanted.
    pub answer: Value,
    /// Why not: a code of the game's refusals.
    pub code: String,
    /// What its words need.
    pub details: Value,
}

/// A decision that was tried otherwise, everything else being as it was.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    /// Whose.
    pub seat: Named,
    /// The question's key.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// What was decided.
    pub answer: Value,
    /// Answers that would have changed nothing of the outcome.
    pub same: Vec<Value>,
    /// Answers that would have changed it.
    pub changes: Vec<Change>,
    /// Answers after which somebody would have had to be asked first.
    pub unknown: Vec<Value>,
    /// Whether these are all answers that were legal.
    pub complete: bool,
}

/// An answer with what would have come of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The answer.
    pub answer: Value,
    /// The outcome.
    pub outcome: Value,
}

/// Tells steps to a reader.
pub(crate) struct Teller<'a> {
    pub rules: Rules<'a>,
    pub guide: &'a Guide,
    pub trace: &'a Trace,
    pub reader: Option<&'a str>,
    pub named: &'a dyn Fn(&str) -> Named,
}

impl Teller<'_> {
    /// A stage with these of its steps. Of answers about many things only what speaks of `only` is told, if that
    /// is not empty.
    pub fn stage(&self, stage: &Stage, steps: &BTreeSet<usize>, only: &[String]) -> StageTold {
        let mut parts: Vec<Part> = Vec::new();
        for (_, step) in stage.steps.iter().enumerate().filter(|(at, _)| steps.contains(at)) {
            match step {
                Step::Asked(key) => {
                    let told = stage.given.get(key).map(|given| self.decision(given, only));
                    parts.extend(told.map(|told| Part::Decision(Box::new(told))));
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
        StageTold {
            number: stage.number,
            turn: stage.turn,
            stage: stage.name.clone(),
            at: stage.resolved.map(|(at, _)| at),
            entry: stage.resolved.map(|(_, entry)| entry),
            parts,
        }
    }

    /// An event with `only` is for that seat; the game master may know all that is on record.
    fn may_know(&self, event: &Value) -> bool {
        match (event.get("only"), self.reader) {
            (Some(only), Some(reader)) => only == reader,
            _ => true,
        }
    }

    fn is_own(&self, seat: &str) -> bool {
        self.reader.is_none_or(|reader| reader == seat)
    }

    fn decision(&self, given: &Given, only: &[String]) -> DecisionTold {
        let (answer, own) = (&given.answer, self.is_own(&given.answer.seat));
        let mut rules = self.guide.of_decision(&answer.kind);
        let origin = match &answer.source {
            From::Plan { window, path } => self.plan(&answer.seat, window, path, given.plan.as_ref()),
            From::Steward => OriginTold::Steward,
            From::Default { why } => {
                let silence = self.guide.of_silence();
                rules.extend(silence.into_iter().filter(|place| !rules.contains(place)).collect::<Vec<_>>());
                OriginTold::Default { why: why.clone() }
            }
            From::Gm => OriginTold::Gm,
            From::Ruling { number } => self.ruling(*number),
        };
        let silent =
            matches!(answer.source, From::Default { .. } | From::Steward | From::Gm | From::Ruling { .. });
        DecisionTold {
            entry: given.seq,
            seat: (self.named)(&answer.seat),
            key: answer.key.clone(),
            kind: answer.kind.clone(),
            answer: part_of(&answer.answer, only),
            origin,
            passed_over: given.unusable.as_ref().filter(|_| own).map(|unusable| PassedOver {
                answer: unusable.answer.clone(),
                code: unusable.code.clone(),
                details: unusable.details.clone(),
            }),
            refused: if silent && own { self.refused(&answer.seat, &answer.key) } else { Vec::new() },
            rules,
        }
    }

    fn plan(&self, seat: &SeatId, window: &str, path: &str, came: Option<&PlanCame>) -> OriginTold {
        // How another's plan is made, with its conditions and preferences, is its owner's secret.
        let own = self.is_own(seat);
        let came = came.filter(|came| came.window == window && came.how != How::Steward);
        let mail = |number: Option<u64>| {
            let mail = self.trace.mails.get(&(seat.clone(), number?))?;
            Some(Box::new(self.mail(mail, own)))
        };
        OriginTold::Plan {
            window: window.to_owned(),
            path: Some(path.to_owned()).filter(|_| own),
            seal: came.map(|came| came.seal.clone()),
            mail: mail(came.and_then(|came| came.sealed)),
            opening: mail(came.and_then(|came| came.opened)),
            opened: came.map(|came| came.entry),
        }
    }

    fn ruling(&self, number: u64) -> OriginTold {
        let given = self.trace.record.people.rulings.iter().find(|given| given.ruling.number == number);
        OriginTold::Ruling {
            number,
            at: given.map(|given| given.at),
            reason: given.map(|given| given.ruling.reason.clone()).unwrap_or_default(),
        }
    }

    fn mail(&self, mail: &Mail, own: bool) -> MailRef {
        let kept = mail.kept.as_ref().filter(|_| own);
        let filled = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        MailRef {
            receipt: mail.body.number,
            received: mail.body.received,
            mail: mail.body.mail,
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

    /// The mails of a seat for the window of a question that came to nothing.
    fn refused(&self, seat: &SeatId, key: &str) -> Vec<MailRef> {
        let Some(window) = self.trace.windows.get(key) else { return Vec::new() };
        let of_seat = self.trace.mails.iter().filter(|((whose, _), _)| whose == seat).map(|(_, mail)| mail);
        let in_vain = of_seat.filter(|mail| {
            mail.body.window.as_ref() == Some(window)
                && (mail.body.unusable || mail.body.fate == Fate::Refused)
        });
        in_vain.map(|mail| self.mail(mail, true)).collect()
    }
}

/// Of an answer that is a mapping by ids, the members that speak of some of these.
fn part_of(answer: &Value, only: &[String]) -> Value {
    let Value::Object(map) = answer else { return answer.clone() };
    let about = |name: &String| only.iter().any(|id| id == name);
    if !map.keys().any(about) {
        return answer.clone();
    }
    let kept = map.iter().filter(|(name, value)| about(name) || only.iter().any(|id| mentions(value, id)));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}
