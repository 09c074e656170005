//! A position that a game master has edited, checked before it is taken.

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
    let edited = Position::from(position.clone());
    let unread =
        |why: crate::table::Damaged| refused(format!("the edited position cannot be read: {}", why.0));
    let moment = rules.referee.moment(&edited).map_err(|why| {
        let all = unreadable(&rules, &then.game.position, position, why.0);
        refused(format!("the edited position cannot be read:\n{}", listed(all)))
    })?;
    let (turn, stage) = (then.game.turn, &then.game.stage_name);
    if (moment.turn, &moment.stage) != (turn, stage) {
        return Err(refused(format!(
            "the edited position is one of turn {}, {}; leave its turn and stage at {turn}, {stage}, or edit the position at that other point",
            moment.turn, moment.stage
        )));
    }
    let read = rules.referee.rewritten(&edited).map_err(unread)?;
    let wrong: Vec<String> = difference(position, &read)
        .iter()
        .filter(|line| !is_in_other_order(line))
        .map(|line| misread(line, &read))
        .collect();
    if !wrong.is_empty() {
        return Err(refused(format!(
            "the game does not understand everything in the edited position:\n{}",
            listed(wrong)
        )));
    }
    match rules.referee.sound(&edited).map_err(unread)? {
        Ok(()) => Ok(()),
        Err(why) => {
            Err(refused(format!("the edited position is not accepted. {}", in_words(campaign, &why))))
        }
    }
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

/// Returns why each changed part of a position cannot be read. A game stops at the first mistake, which it describes as `first`;
/// so the parts are tried one by one, in the position `then` that was edited.
fn unreadable(rules: &Rules<'_>, then: &Value, edited: &Value, first: String) -> Vec<String> {
    let mut words = BTreeSet::new();
    words_in(then, &mut words);
    let tries = one_by_one(then, edited, 2).into_iter();
    let mut all: Vec<String> = Vec::new();
    for why in tries.filter_map(|tried| rules.referee.moment(&Position::from(tried)).err()) {
        if !all.contains(&why.0) {
            all.push(why.0);
        }
    }
    // A part may be wrong only with another.
    if !all.contains(&first) {
        all = vec![first];
    }
    all.into_iter().map(|why| with_nearest(why, &words)).collect()
}

/// Returns the first position with each part of the second that differs, one at a time; parts are `depth` names deep.
fn one_by_one(was: &Value, is: &Value, depth: usize) -> Vec<Value> {
    let (Some(old), Some(new), 1..) = (was.as_object(), is.as_object(), depth) else {
        return if was == is { Vec::new() } else { vec![is.clone()] };
    };
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut all = Vec::new();
    for name in names {
        let parts = match (old.get(name), new.get(name)) {
            (Some(a), Some(b)) => one_by_one(a, b, depth - 1).into_iter().map(Some).collect(),
            (_, b) => vec![b.cloned()],
        };
        all.extend(parts.into_iter().map(|part| {
            let mut whole = old.clone();
            match part {
                Some(part) => whole.insert(name.clone(), part),
                None => whole.remove(name),
            };
            Value::Object(whole)
        }));
    }
    all
}

/// Collects all names and words in a position.
fn words_in<'a>(value: &'a Value, words: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(word) => drop(words.insert(word)),
        Value::Array(all) => all.iter().for_each(|one| words_in(one, words)),
        Value::Object(map) => {
            for (name, one) in map {
                words.insert(name);
                words_in(one, words);
            }
        }
        _ => {}
    }
}

/// Adds the word that was probably meant to the description of a mistake, which has the wrong word in single quotes.
fn with_nearest(why: String, words: &BTreeSet<&str>) -> String {
    let Some(wrong) = why.split('\'').nth(1) else { return why };
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
            let near =
                known.max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)));
            let near = near.filter(|near| strsim::jaro_winkler(near, name) > 0.8);
            match near {
                Some(near) => format!("{path}: there is no such entry; did you mean {near}?"),
                None => format!("{path}: there is no such entry"),
            }
        }
        (Value::Null, is) => format!("{path}: it is missing, and would be {}", yaml_flow(is)),
        (was, is) => format!("{path}: {} would be read as {}", yaml_flow(was), yaml_flow(is)),
    }
}
