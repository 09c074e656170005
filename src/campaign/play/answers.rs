//! The answers that a stage finds: in rulings, in plans, and in the campaign's policy for questions that neither answers.

use crate::campaign::state::entries::{Answer, From, How, Unmet, Unusable};
use crate::campaign::state::record::{Filed, Record};
use crate::campaign::state::rules::Rules;
use crate::sheet::Refusal;
use crate::table::{
    Answered, Damaged, Ignored, Note, Played, Policy, Says, Seat, SeatInfo, Source, Unanswered,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The answers that a stage finds, in the order in which the rules ask.
#[derive(Default)]
pub(crate) struct FoundAnswers {
    /// Each with the answer of a plan that was ignored for it; `None` if none was.
    pub(crate) found: Vec<(Answer, Option<Unusable>)>,
    /// All answers of plans that were ignored because they are not legal, by the key of the question.
    pub(crate) passed: Vec<(String, Unusable)>,
}

/// Plays the present stage of a record as far as possible, from what is answered already, rulings and plans; `policy`
/// decides about the rest. The record does not change.
///
/// # Errors
/// If the rules cannot read the record.
pub(crate) fn try_stage(
    rules: Rules<'_>,
    record: &Record,
    policy: impl Fn(Unanswered<'_>) -> Policy,
) -> Result<(Played, FoundAnswers), Damaged> {
    let seats = rules.referee.seats();
    let round = rules.round(record);
    let own = |info: &SeatInfo| record.game.plans_of(&info.id);
    let spare = |info: &SeatInfo| record.game.standby_of(&info.id).collect::<Vec<_>>();
    let filed: Vec<Vec<&Filed>> =
        seats.iter().map(|info| own(info).into_iter().chain(spare(info)).collect()).collect();
    let firsts: Vec<usize> = seats.iter().map(|info| own(info).len()).collect();
    let plans: Vec<Vec<&Value>> =
        filed.iter().map(|plans| plans.iter().map(|filed| &filed.plan).collect()).collect();
    let may_consult = |seat: Seat, number: usize, key: &str| {
        let filed = filed.get(seat.index()).and_then(|plans| plans.get(number));
        let id = seats.get(seat.index()).map_or("", |info| info.id.as_str());
        let is_spare = firsts.get(seat.index()).is_some_and(|first| number >= *first);
        filed.is_some_and(|filed| match is_spare {
            false => filed.serves(&round) && record.game.may_use(id, filed, key),
            true => {
                let nothing = Unanswered { seat, kind: "", key, says: &Says::Silent, ahead: false };
                record.game.stood_by(filed, key)
                    || matches!(policy(nothing), Policy::Default(why) if record.game.stands_by(id, filed, &why))
            }
        })
    };
    let mut desk = rules
        .desk(record)
        .with_rulings(|key| record.game.ruled_answer(key).map(|(answer, _)| answer))
        .with_plans(may_consult)
        .with_policy(&policy)
        .listing(0);
    let played = rules.referee.play(&record.game.position, &plans, &mut desk)?;
    let mut answered = Vec::new();
    let mut unusable: BTreeMap<String, Unusable> = BTreeMap::new();
    let mut unmet: BTreeMap<String, Vec<Unmet>> = BTreeMap::new();
    for note in desk.into_notes() {
        match note {
            Note::Answer(answer) => answered.push(answer),
            Note::Ignored(Ignored { seat, key, answer, why, .. }) => {
                tracing::debug!(%seat, key, code = why.code(), "an answer that is not legal is ignored");
                let (code, details) = (why.code().to_owned(), Value::Object(why.details().clone()));
                // The first that was ignored is the one to report.
                unusable.entry(key).or_insert(Unusable { answer, code, details });
            }
            Note::Unmet { key, why, .. } => {
                let reason = |why: &Refusal| Unmet {
                    code: why.code().to_owned(),
                    details: Value::Object(why.details().clone()),
                };
                unmet.insert(key, why.iter().map(reason).collect());
            }
            _ => {}
        }
    }
    let passed = unusable.iter().map(|(key, passed)| (key.clone(), passed.clone())).collect();
    let with_unusable = |answered: Answered| {
        let (unusable, unmet) = (unusable.remove(&answered.key), unmet.remove(&answered.key));
        let answer = answer_of(rules, record, answered, &filed);
        (Answer { unmet: unmet.unwrap_or_default(), ..answer }, unusable)
    };
    let found = answered.into_iter().map(with_unusable).collect();
    Ok((played, FoundAnswers { found, passed }))
}

fn answer_of(rules: Rules<'_>, record: &Record, answered: Answered, filed: &[Vec<&Filed>]) -> Answer {
    let Answered { seat, key, kind, answer, source } = answered;
    let source = match source {
        Source::Default { why } => From::Default { why },
        // The desk knows no other answers of the game master than those of rulings.
        Source::Gm => match record.game.ruled_answer(&key) {
            Some((_, source)) => source,
            None => From::Ruling { number: 0 },
        },
        Source::Plan { number, path } => {
            let plan = filed.get(seat.index()).and_then(|plans| plans.get(number));
            let window = plan.map(|plan| plan.window.clone()).unwrap_or_default();
            match plan.is_some_and(|plan| plan.how == How::Steward) {
                true => From::Steward { window, path },
                false => From::Plan { window, path },
            }
        }
    };
    let before = record.game.carried.answers.get(&key);
    let again = before.filter(|before| before.answer == answer && before.source == source);
    let again = again.map(|before| before.seq);
    let hidden = rules.referee.keeps_secret(&key);
    Answer { seat: rules.seat_id(seat), key, kind, answer, hidden, source, again, unmet: Vec::new() }
}
