//! A position that a game master has edited, checked before it is taken.

use super::misfits;
use super::refusal::refused;
use crate::campaign::outgoing::difference::difference;
use crate::campaign::state::corrections::Texts;
use crate::campaign::state::entries::RulingChange;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::campaign::store::Campaign;
use crate::report::model::{Changed, Why};
use crate::report::yaml_flow;
use crate::sheet::Refusal;
use crate::table::Position;
use serde_json::Value;
use std::collections::BTreeSet;

/// The most mistakes in a position that are told at once.
const MOST: usize = 12;

/// Checks an edited position: it is of the same stage as that at the record `then`, says nothing that the game does not know,
/// and can come up in a game.
///
/// # Errors
/// If it is not so, with all places that are wrong.
pub(super) fn check(
    campaign: &Campaign,
    then: &Record,
    changes: &[RulingChange],
    position: &Value,
) -> Result<(), CampaignError> {
    let rules = corrected(campaign, then, changes)?;
    let known = rules.referee.vocabulary().position;
    let fits = |position: &Value| fits(campaign, &rules, &known, then, position);
    let Err(first) = fits(position) else { return Ok(()) };
    let mut all = misfits::unknown(&known, position);
    let has_unknown = !all.is_empty();
    for wrong in misfits::misfits(&then.game.position, position, has_unknown, fits) {
        if !all.iter().any(|told| wrong.starts_with(told.as_str())) {
            all.push(wrong);
        }
    }
    if all.is_empty() {
        // A part may be wrong only with another.
        all.push(first);
    }
    let mut words = BTreeSet::new();
    misfits::words_in(&then.game.position, &mut words);
    let all = all.into_iter().map(|why| with_nearest(why, &words)).collect();
    Err(refused(format!("the edited position is not accepted:\n{}", listed(all))))
}

/// Checks that a position can stand at the record `then`.
///
/// # Errors
/// If it cannot, with the first thing that is wrong with it.
fn fits(
    campaign: &Campaign,
    rules: &Rules<'_>,
    known: &Value,
    then: &Record,
    position: &Value,
) -> Result<(), String> {
    if let Some(wrong) = misfits::unfit(known, position) {
        return Err(wrong);
    }
    let edited = Position::from(position.clone());
    let moment = rules.referee.moment(&edited).map_err(|why| why.0)?;
    let (turn, stage) = (then.game.turn, &then.game.stage_name);
    if (moment.turn, &moment.stage) != (turn, stage) {
        return Err(format!(
            "the position is one of turn {}, {}; leave its turn and stage at {turn}, {stage}, or edit the position at that other point",
            moment.turn, moment.stage
        ));
    }
    let read = rules.referee.rewritten(&edited).map_err(|why| why.0)?;
    // A game leaves out what is empty.
    let written = if known.is_null() { position.clone() } else { without_empty(position, &read) };
    let differs = difference(&written, &read).into_iter().find(|line| !is_in_other_order(line));
    if let Some(line) = differs {
        return Err(misread(&line, &read));
    }
    rules.referee.possible(&edited).map_err(|why| why.0)?.map_err(|why| in_words(campaign, &why))
}

/// Returns a position without the entries of maps that are empty, 0 or false and that the game leaves out.
fn without_empty(position: &Value, read: &Value) -> Value {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
    };
    let Value::Object(map) = position else { return position.clone() };
    let kept = map.iter().filter_map(|(name, value)| {
        let value = without_empty(value, &read[name]);
        (!read[name].is_null() || !is_empty(&value)).then(|| (name.clone(), value))
    });
    Value::Object(kept.collect())
}

/// Returns the mistakes, one a line, at most [`MOST`] of them.
fn listed(mistakes: Vec<String>) -> String {
    let more = mistakes.len().saturating_sub(MOST);
    let mut told: Vec<String> = mistakes.into_iter().take(MOST).map(|line| format!("  {line}")).collect();
    if more > 0 {
        told.push(format!("  and {more} more"));
    }
    told.join("\n")
}

/// Adds the word that was probably meant to the description of a mistake, which has the wrong word in single quotes.
fn with_nearest(why: String, words: &BTreeSet<&str>) -> String {
    let Some(wrong) = why.split('\'').nth(1).filter(|_| !why.contains("possible here")) else { return why };
    let closeness = |word: &&str| strsim::jaro_winkler(word, wrong);
    let nearest = words.iter().copied().max_by(|a, b| closeness(a).total_cmp(&closeness(b)));
    match nearest.filter(|word| *word != wrong && closeness(word) > 0.9) {
        Some(word) => format!("{why}; did you mean '{word}'?"),
        None => why,
    }
}

/// Checks that the position at the record `then` can come up in the game with corrected data.
///
/// # Errors
/// If it cannot, with the reason.
pub(super) fn check_data(
    campaign: &Campaign,
    then: &Record,
    changes: &[RulingChange],
) -> Result<(), CampaignError> {
    let rules = corrected(campaign, then, changes)?;
    let files: Vec<&str> = changes
        .iter()
        .filter_map(|change| match change {
            RulingChange::Data { file, .. } => Some(file.as_str()),
            _ => None,
        })
        .collect();
    let files = files.join(", ");
    let why = match rules.referee.sound(&then.game.position) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(why)) => in_words(campaign, &why),
        Err(why) => why.0,
    };
    Err(refused(format!("with {files} corrected, the position gone back to cannot be: {why}")))
}

/// Returns the rules with the data at the record `then` and the corrections of a ruling.
fn corrected<'a>(
    campaign: &'a Campaign,
    then: &Record,
    changes: &[RulingChange],
) -> Result<Rules<'a>, CampaignError> {
    let mut texts: Texts = then.game.data.clone();
    for change in changes {
        if let RulingChange::Data { file, text, .. } = change {
            texts.insert(file.clone(), text.clone());
        }
    }
    campaign.rules().by(&texts).map_err(|why| refused(why.0))
}

/// Returns the game's sentence for a refusal.
pub(super) fn in_words(campaign: &Campaign, why: &Refusal) -> String {
    let why = Why { code: why.code().to_owned(), details: why.details().clone() };
    campaign.writer().why(campaign.referee.templates(), &why).unwrap_or(why.code)
}

/// Returns `true` for a list of the same things in another order.
fn is_in_other_order(line: &Changed) -> bool {
    let sorted = |value: &Value| {
        let mut all: Vec<String> = value.as_array()?.iter().map(Value::to_string).collect();
        all.sort();
        Some(all)
    };
    sorted(&line.was).is_some_and(|was| Some(was) == sorted(&line.is))
}

/// Says what is wrong with a place that the game reads otherwise than it is written; `read` is the position as it reads it.
fn misread(line: &Changed, read: &Value) -> String {
    let Changed { path, was, is } = line;
    match (was, is) {
        (_, Value::Null) => {
            let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
            let parent = parent.split('.').filter(|part| !part.is_empty()).try_fold(read, |at, part| {
                at.get(part).or_else(|| at.get(part.parse::<usize>().ok()?.checked_sub(1)?))
            });
            let known = parent.and_then(Value::as_object).into_iter().flat_map(|map| map.keys());
            misfits::no_entry(path, name, known)
        }
        (Value::Null, is) => format!("{path}: it is missing, and would be {}", yaml_flow(is)),
        (was, is) => format!("{path}: {} would be read as {}", yaml_flow(was), yaml_flow(is)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_mistakes_the_first_are_listed_and_the_others_counted() {
        let last = |count: usize| {
            let all = listed((0..count).map(|number| format!("mistake {number}")).collect());
            (all.lines().count(), all.lines().last().unwrap_or_default().trim().to_owned())
        };
        assert_eq!(last(MOST), (MOST, format!("mistake {}", MOST - 1)));
        assert_eq!(last(MOST + 1), (MOST + 1, "and 1 more".to_owned()));
        assert_eq!(last(MOST + 2), (MOST + 1, "and 2 more".to_owned()));
    }
}
