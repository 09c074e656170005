//! Points of the past on the current timeline, and the game at them.

use super::refusal::refused;
use super::request::When;
use crate::campaign::explain::no_turn;
use crate::campaign::state::clock::day_begins;
use crate::campaign::state::entries::{Answer, Line, Ruling, RulingChange};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{PastStage, Record};
use crate::campaign::state::timeline::{adopted, overruled_by, timeline};
use crate::campaign::store::Campaign;
use crate::ledger::{Entry, Kind};
use crate::table::Open;
use chrono::NaiveDate;
use serde_json::Value;

/// Returns the entries of the current timeline, oldest first.
///
/// # Errors
/// If the ledger cannot be read.
pub(super) fn own_timeline(campaign: &Campaign) -> Result<Vec<&Entry>, CampaignError> {
    Ok(timeline(campaign.entries()?, campaign.head().seq))
}

/// Returns the record after a past entry at which the game can be taken up again.
///
/// # Errors
/// If the game was not set up yet or was over at that entry.
pub(super) fn then(campaign: &Campaign, after: u64) -> Result<Record, CampaignError> {
    let then = Record::at(campaign.rules(), after)?;
    if then.game.position.is_null() {
        return Err(refused(match campaign.record.game.history.first() {
            Some(first) => format!(
                "entry {after} is before the set-up of the game; the earliest point for a ruling is entry {}",
                first.seq
            ),
            None => "the game has not begun, so a ruling has nothing to change yet".to_owned(),
        }));
    }
    if then.game.ended.is_some() {
        return Err(refused(format!("the game was over at entry {after}; name an earlier point")));
    }
    Ok(then)
}

/// Returns the last entry before the opening of the stage that the entry `seq` belongs to.
///
/// A ruling that edited the position or the data opens its stage again.
///
/// # Errors
/// If the game is not set up yet.
pub(super) fn opening_of(campaign: &Campaign, seq: u64) -> Result<u64, CampaignError> {
    let before = campaign.record.game.history.iter().rev().find(|stage| stage.seq <= seq);
    let edited =
        |entry: &&&Entry| entry.seq <= seq && adopted(entry).is_some_and(|ruling| corrects_opening(&ruling));
    let edited = own_timeline(campaign)?.iter().rev().find(edited).map(|entry| entry.seq);
    before
        .map(|stage| stage.seq.max(edited.unwrap_or(0)))
        .ok_or_else(|| refused("the game is not set up yet, so a ruling has nothing to change"))
}

/// Returns the last entry before the opening of a stage as later rulings have corrected it: `opening` itself, or the last of the
/// rulings that edited the position or the data there. A new correction is made on top of them.
///
/// # Errors
/// If the ledger cannot be read.
pub(super) fn edited_opening(campaign: &Campaign, opening: u64) -> Result<u64, CampaignError> {
    let own = own_timeline(campaign)?;
    let later = own.iter().filter(|entry| entry.seq > opening);
    let corrects = |entry: &&&Entry| adopted(entry).is_some_and(|ruling| corrects_opening(&ruling));
    Ok(later.take_while(corrects).last().map_or(opening, |entry| entry.seq))
}

fn corrects_opening(ruling: &Ruling) -> bool {
    ruling.changes.iter().any(|change| matches!(change, RulingChange::State | RulingChange::Data { .. }))
}

/// Returns the last entry of the timeline that the last ruling replaced.
///
/// # Errors
/// If no ruling has been made on the current timeline.
pub(super) fn replaced_timeline(campaign: &Campaign) -> Result<u64, CampaignError> {
    let own = own_timeline(campaign)?;
    let last = own.iter().rev().find_map(|entry| adopted(entry).map(|_| entry.seq));
    let tip = last.map(|seq| seq - 1).ok_or_else(|| refused("there is no ruling to undo"))?;
    // A game that was over there ends again.
    let left = timeline(campaign.entries()?, tip);
    let ended = left.iter().find(|entry| entry.kind == Kind::Ended).map(|entry| entry.seq - 1);
    Ok(ended.unwrap_or(tip))
}

/// Returns the last entry before the point that `when` names.
///
/// # Errors
/// If the current timeline has no such point.
pub(super) fn point(campaign: &Campaign, when: &When) -> Result<u64, CampaignError> {
    let head = campaign.head().seq;
    match when {
        When::Latest => Ok(head),
        When::Entry(seq) => match overruled_by(campaign.entries()?, *seq) {
            Some(number) => Err(refused(format!(
                "entry {seq} belongs to a timeline that ruling {number} replaced; `forward` restores that timeline"
            ))),
            None if *seq == 0 || *seq > head => {
                Err(refused(format!("the ledger has no entry {seq}; its last entry is {head}")))
            }
            None => Ok(*seq),
        },
        When::Before(key) => match answered(&own_timeline(campaign)?, key)? {
            Some((seq, _)) => Ok(seq - 1),
            None => Err(unknown_key(campaign, key)),
        },
        When::Turn { turn, stage } => stage_point(campaign, *turn, stage.as_deref()),
        When::Day(day) => day_point(campaign, *day),
    }
}

/// Returns the last entry of the current timeline before a day begins where the game master is.
fn day_point(campaign: &Campaign, day: NaiveDate) -> Result<u64, CampaignError> {
    let zone = &campaign.settings.gm.timezone;
    let begins = day_begins(day, zone);
    let begins = begins.ok_or_else(|| refused(format!("the day {day} does not begin in {zone}")))?;
    let own = own_timeline(campaign)?;
    let later = own.iter().any(|entry| entry.at >= begins);
    match own.iter().rev().find(|entry| entry.at < begins).filter(|_| later) {
        Some(entry) => Ok(entry.seq),
        None if later => Err(refused(format!("the campaign begins on {day} or later; name a later day"))),
        None => {
            Err(refused(format!("nothing has happened since {day}, so there is nothing to go back from")))
        }
    }
}

/// Returns the last entry before the opening of a stage, of the turn's first one if none is named.
fn stage_point(campaign: &Campaign, turn: u32, stage: Option<&str>) -> Result<u64, CampaignError> {
    let is_it = |past: &PastStage| {
        past.turn == turn && past.number > 0 && stage.is_none_or(|stage| past.stage == stage)
    };
    let history = &campaign.record.game.history;
    if let Some(place) = history.iter().position(is_it) {
        let before = place.checked_sub(1).and_then(|before| history.get(before));
        return Ok(before.map_or(0, |before| before.seq));
    }
    let now = &campaign.record.game;
    if now.turn == turn && stage.is_none_or(|stage| now.stage_name == stage) {
        return opening_of(campaign, campaign.head().seq);
    }
    let of_turn = history.iter().filter(|past| past.turn == turn && past.number > 0);
    let mut stages: Vec<&str> = of_turn.map(|past| past.stage.as_str()).collect();
    if now.turn == turn {
        stages.push(&now.stage_name);
    }
    Err(match stage {
        Some(stage) if !stages.is_empty() => refused(format!(
            "turn {turn} has no stage “{stage}” so far; its stages are {}",
            stages.join(", ")
        )),
        _ => turn_to_come(campaign, turn),
    })
}

/// Returns the refusal of a turn that has not come yet.
pub(super) fn turn_to_come(campaign: &Campaign, turn: u32) -> CampaignError {
    refused(no_turn(turn, campaign.record.game.turn))
}

/// Returns the refusal of a key that nobody has answered, with up to three known keys that resemble it.
pub(super) fn unknown_key(campaign: &Campaign, key: &str) -> CampaignError {
    let keys = match known_keys(campaign) {
        Ok(keys) => keys,
        Err(error) => return error,
    };
    let lists = "`ravenpost rule DIR TURN` (by mail, `do: {decisions: TURN}`) lists the keys of a turn";
    if keys.open.iter().any(|open| open == key) {
        return refused(format!(
            "{key} is open and has no answer yet, so there is no point before its answer"
        ));
    }
    let all = keys.answered.iter().chain(&keys.open);
    let mut near: Vec<&String> =
        all.filter(|known| strsim::jaro_winkler(known, key) > 0.9 || known.ends_with(key)).collect();
    near.sort_by(|a, b| strsim::jaro_winkler(b, key).total_cmp(&strsim::jaro_winkler(a, key)));
    let near: Vec<&str> = near.into_iter().take(3).map(String::as_str).collect();
    match near.is_empty() {
        true => refused(format!("no question of the game so far has the key “{key}”; {lists}")),
        false => refused(format!(
            "no question of the game so far has the key “{key}”; did you mean {}? ({lists})",
            near.join(" or ")
        )),
    }
}

/// The keys of the present timeline.
struct Keys {
    answered: Vec<String>,
    open: Vec<String>,
}

fn known_keys(campaign: &Campaign) -> Result<Keys, CampaignError> {
    let own = own_timeline(campaign)?;
    let answers = own.into_iter().filter(|entry| entry.kind == Kind::Answered);
    let answered = answers.filter_map(|entry| entry.body.get("key")?.as_str().map(str::to_owned)).collect();
    let open = campaign.rules().pending(&campaign.record)?.open.into_iter().map(|open| open.key).collect();
    Ok(Keys { answered, open })
}

/// Returns the last answer to a key among these entries, with the number of its entry.
///
/// # Errors
/// If the entry cannot be read.
pub(super) fn answered(entries: &[&Entry], key: &str) -> Result<Option<(u64, Answer)>, CampaignError> {
    let is_it = |entry: &&&Entry| {
        entry.kind == Kind::Answered && entry.body.get("key").and_then(Value::as_str) == Some(key)
    };
    let Some(entry) = entries.iter().rev().find(is_it) else { return Ok(None) };
    let (answer, _) = Line::from(*entry).answer().map_err(CampaignError::Fault)?;
    Ok(Some((entry.seq, answer)))
}

/// Returns a question of the current timeline with its legal answers, whether it is open or answered.
///
/// # Errors
/// If the record at that point cannot be read by the rules.
pub(super) fn question(campaign: &Campaign, key: &str) -> Result<Option<Open>, CampaignError> {
    let Some((seq, _)) = answered(&own_timeline(campaign)?, key)? else {
        let now = campaign.rules().pending(&campaign.record)?;
        return Ok(now.open.into_iter().find(|open| open.key == key));
    };
    let history = &campaign.record.game.history;
    let resolved = history.iter().find(|stage| stage.seq > seq);
    let ends = resolved.map_or(campaign.head().seq, |stage| stage.seq - 1);
    let mut record = Record::at(campaign.rules(), ends)?;
    record.game.answers.remove(key);
    Ok(campaign.rules().pending(&record)?.open.into_iter().find(|open| open.key == key))
}

/// Returns the position at the opening of the stage that `when` falls into, for editing, with the number of the entry
/// before that opening.
///
/// # Errors
/// If the current timeline has no such point, or the game was not set up yet or was over then.
pub fn position_at(campaign: &Campaign, when: &When) -> Result<(u64, Value), CampaignError> {
    let at = point(campaign, when)?;
    let at = if matches!(when, When::Turn { .. }) { edited_opening(campaign, at)? } else { at };
    let after = opening_of(campaign, at)?;
    Ok((after, Value::clone(&then(campaign, after)?.game.position)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::tests::world::{World, all_bid};
    use serde_json::json;

    /// Of all who bid at the same time each has its own coins: what was legal then for one is not what was for another.
    #[test]
    fn a_question_among_several_is_open_once_more_with_its_own_answers() {
        let mut world = World::new();
        all_bid(&mut world, [3, 2, 1]);
        world.tick();
        world.write("ash", "plan: {prize: left}\n");
        world.tick();
        let most = |world: &World, key: &str| {
            let open = question(&world.campaign(), key).unwrap()?;
            assert_eq!(open.key, key);
            open.legal.answers.last().cloned()
        };
        // While they are open, and when they have been answered.
        let (bids, now) = (["ash", "birch", "cedar"].map(|seat| format!("2/bid/{seat}")), [7, 10, 10]);
        for answered in [false, true] {
            for (key, coins) in bids.iter().zip(now) {
                assert_eq!(most(&world, key), Some(json!(coins)), "{key} {answered}");
            }
            all_bid(&mut world, [1, 2, 4]);
            world.tick();
        }
        assert_eq!(most(&world, "1/bid/ash"), Some(json!(10)));
        assert_eq!(most(&world, "1/prize/ash"), Some(json!("right")));
        assert_eq!(most(&world, "2/prize/cedar"), Some(json!("right")));
        assert_eq!(most(&world, "1/prize/birch"), None);
    }
}
