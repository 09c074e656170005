//! `ravenpost migrate`: what the newest rules and data would change in a campaign that began with older ones. It changes nothing:
//! a campaign keeps the rules it was founded with.

use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Line, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::store::{Campaign, Host, MakeGame, Own};
use crate::games;
use crate::ledger::{Entry, Kind};
use crate::seal::Hash256;
use crate::table::{Damaged, Open};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The most differences that are reported of one stage.
const MOST: usize = 8;

/// The effect of the newest rules on a campaign.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Migration {
    /// The id of the campaign.
    pub campaign: String,
    /// The id of the game.
    pub game: String,
    /// The version of the rules that the campaign uses.
    pub rules: u32,
    /// The newest version of the rules.
    pub newest: u32,
    /// The changes of each later version, oldest first.
    pub news: Vec<String>,
    /// Files of the game's data that differ from those the campaign was founded with.
    pub data: Vec<String>,
    /// `true` if the game is over; then nothing is compared.
    pub over: bool,
    /// `true` if the board is set up; until then there is nothing to compare.
    pub begun: bool,
    /// The number of stages that come to the same position, counted up to the first difference.
    pub same: usize,
    /// The first difference. `None` if there is none.
    pub change: Option<Change>,
}

/// The first point at which a campaign would differ.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The first entry that the newest rules reject; one more than the last if only the open questions differ.
    pub entry: u64,
    pub turn: u32,
    pub stage: String,
    /// The first few differences. Empty if only `why` explains it.
    pub differs: Vec<Differs>,
    /// The reason why the entry is rejected, in words.
    pub why: String,
}

/// One difference.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Differs {
    /// A part of the position after the stage; null where one of the two has no such part.
    Position {
        /// The path in the position, such as `houses.stark.power`.
        at: String,
        is: Value,
        would: Value,
    },
    /// A question would be asked that was not.
    Asked { seat: SeatId, key: String },
    /// A recorded answer would not be legal.
    NotLegal { seat: SeatId, key: String, answer: Value },
    /// An open question would not be asked.
    NotAsked { seat: SeatId, key: String },
    /// An open question would be put differently, or have other legal answers.
    AskedOtherwise { seat: SeatId, key: String },
}

/// Plays a campaign again by the game that `newest` makes, and returns the first difference. Nothing is written.
///
/// # Errors
/// If the campaign cannot be opened, or the newest rules do not have its game.
pub fn migration(host: &Host, dir: &Path, newest: MakeGame) -> Result<Migration, CampaignError> {
    let campaign = Campaign::open(host, dir)?;
    let founded = campaign.record.people.founded.as_ref();
    let (game, rules) = (campaign.settings.game.clone(), founded.map_or(1, |founded| founded.rules));
    let versions = games::versions(&game);
    let is_other = |(name, bytes): &(String, &[u8])| {
        founded.is_some_and(|founded| {
            !founded.own_data.contains(name) && founded.data.get(name) != Some(&Hash256::of(bytes))
        })
    };
    let files = games::embedded_files(&game);
    let mut migration = Migration {
        campaign: campaign.settings.id.clone(),
        rules,
        newest: versions.last().map_or(1, |newest| newest.number),
        news: versions.iter().filter(|v| v.number > rules).map(|v| v.what.to_owned()).collect(),
        data: files.iter().filter(|file| is_other(file)).map(|(name, _)| name.clone()).collect(),
        over: campaign.record.game.ended.is_some(),
        begun: !campaign.record.game.position.is_null(),
        same: 0,
        change: None,
        game,
    };
    if !migration.over {
        // A board of the campaign's own stays what it is.
        let own_data = founded.map_or(&[][..], |founded| &founded.own_data);
        let own: BTreeMap<String, String> =
            own_data.iter().filter_map(|file| Some((file.clone(), campaign.own_data(file)?))).collect();
        let referee = newest(&campaign.settings, &|file| own.get(file).cloned())?;
        let (id, settings) = (migration.game.clone(), campaign.settings.clone());
        let base = move |file: &str| {
            let text = own.get(file).map(String::as_str);
            Ok(text.or_else(|| games::embedded(&id, file)).map(str::to_owned))
        };
        let make = move |own: Own<'_>| newest(&settings, own).map_err(|why| why.to_string());
        let corrected = Corrected::new(Box::new(base), Box::new(make));
        let would = Rules::new(&*referee, &campaign.secrets.chance, campaign.past()).with(&corrected);
        (migration.same, migration.change) = first_change(&campaign, campaign.entries()?, would);
    }
    Ok(migration)
}

/// Returns the number of stages that stay the same, and the first change after them.
fn first_change(campaign: &Campaign, entries: &[Entry], would: Rules<'_>) -> (usize, Option<Change>) {
    let mut record = Record::default();
    let is = campaign.rules();
    for entry in entries {
        let before = record.clone();
        if let Err(why) = record.apply(would, Line::from(entry)) {
            let differs = if entry.kind == Kind::Resolved { stage(is, would, &before) } else { Vec::new() };
            let (turn, stage) = place(&before);
            let change = Change { entry: entry.seq, turn, stage, differs, why: why.why };
            return (before.game.history.len(), Some(change));
        }
    }
    let differs = match (is.pending(&record), would.pending(&record)) {
        (Ok(now), Ok(then)) => asked(is, &record, &now, &then),
        (Ok(_), Err(Damaged(why))) => {
            let (turn, stage) = place(&record);
            let change = Change { entry: record.seq + 1, turn, stage, differs: Vec::new(), why };
            return (record.game.history.len(), Some(change));
        }
        (Err(_), _) => Vec::new(),
    };
    let (turn, stage) = place(&record);
    let why = "the open questions would differ".to_owned();
    let change = Change { entry: record.seq + 1, turn, stage, differs, why };
    (record.game.history.len(), (!change.differs.is_empty()).then_some(change))
}

/// Returns the turn and the stage of a record, for people.
fn place(record: &Record) -> (u32, String) {
    if record.game.position.is_null() {
        (0, "set-up".to_owned())
    } else {
        (record.game.turn, record.game.stage_name.clone())
    }
}

/// Returns the differences in the stage that a record is in.
fn stage(is: Rules<'_>, would: Rules<'_>, record: &Record) -> Vec<Differs> {
    let played = |rules: Rules<'_>| match record.game.position.is_null() {
        true => rules.begin(record).map(Ok),
        false => rules.replay(record),
    };
    match (played(is), played(would)) {
        (Ok(Ok(now)), Ok(Ok(then))) => {
            let mut all = Vec::new();
            compare(&now.position, &then.position, &mut String::new(), &mut all);
            all
        }
        (_, Ok(Err(pending))) => pending
            .open
            .iter()
            .filter(|open| !open.ahead)
            .take(MOST)
            .map(|open| asks(would, record, open))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the difference for a question that the newest rules ask, though the stage is over.
fn asks(rules: Rules<'_>, record: &Record, open: &Open) -> Differs {
    let (seat, key) = (rules.seat_id(open.seat), open.key.clone());
    match record.game.answers.get(&open.key) {
        Some(answer) => Differs::NotLegal { seat, key, answer: answer.clone() },
        None => Differs::Asked { seat, key },
    }
}

/// Returns the differences between the open questions.
fn asked(rules: Rules<'_>, record: &Record, now: &PendingPosition, then: &PendingPosition) -> Vec<Differs> {
    let find = |all: &[Open], key: &str| all.iter().position(|open| open.key == key);
    let mut all = Vec::new();
    for open in &now.open {
        let (seat, key) = (rules.seat_id(open.seat), open.key.clone());
        match find(&then.open, &key).and_then(|place| then.open.get(place)) {
            None => all.push(Differs::NotAsked { seat, key }),
            Some(other) => {
                let is_same = (&open.kind, &open.question, &open.default, &open.legal.answers)
                    == (&other.kind, &other.question, &other.default, &other.legal.answers);
                if !is_same {
                    all.push(Differs::AskedOtherwise { seat, key });
                }
            }
        }
    }
    let new = then.open.iter().filter(|open| find(&now.open, &open.key).is_none());
    all.extend(new.map(|open| asks(rules, record, open)));
    all.truncate(MOST);
    all
}

/// Appends the first few places at which two values differ to `all`.
fn compare(is: &Value, would: &Value, at: &mut String, all: &mut Vec<Differs>) {
    if is == would || all.len() >= MOST {
        return;
    }
    let mut inside = |name: &str, is: &Value, would: &Value, all: &mut Vec<Differs>| {
        let length = at.len();
        if !at.is_empty() {
            at.push('.');
        }
        at.push_str(name);
        compare(is, would, at, all);
        at.truncate(length);
    };
    match (is, would) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, value) in old {
                inside(name, value, new.get(name).unwrap_or(&Value::Null), all);
            }
            for (name, value) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
                inside(name, &Value::Null, value, all);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (place, (old, new)) in old.iter().zip(new).enumerate() {
                inside(&(place + 1).to_string(), old, new, all);
            }
        }
        _ => all.push(Differs::Position { at: at.clone(), is: is.clone(), would: would.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Each open question is compared with its own: what other rules ask otherwise, do not ask, or ask besides.
    #[test]
    fn open_questions_are_compared_by_their_keys() {
        let world = crate::campaign::tests::world::World::new();
        let campaign = world.campaign();
        let pending = || campaign.rules().pending(&campaign.record).unwrap();
        let (now, mut then) = (pending(), pending());
        let keys: Vec<String> = now.open.iter().map(|open| open.key.clone()).collect();
        assert_eq!(keys, ["1/bid/ash", "1/bid/birch", "1/bid/cedar"]);
        let told = |then: &PendingPosition| {
            let all = asked(campaign.rules(), &campaign.record, &now, then).into_iter();
            let of = |differs: Differs| match differs {
                Differs::AskedOtherwise { key, .. } => format!("otherwise {key}"),
                Differs::NotAsked { key, .. } => format!("gone {key}"),
                Differs::Asked { key, .. } => format!("new {key}"),
                other => panic!("{other:?}"),
            };
            all.map(of).collect::<Vec<_>>()
        };
        assert_eq!(told(&then), [""; 0]);
        then.open.reverse();
        assert_eq!(told(&then), [""; 0], "whatever their order");
        then.open[1].default = json!(9);
        assert_eq!(told(&then), ["otherwise 1/bid/birch"]);
        then.open.pop();
        assert_eq!(told(&then), ["gone 1/bid/ash", "otherwise 1/bid/birch"]);
    }

    /// The same rules change nothing, wherever a game is.
    #[test]
    fn the_same_rules_change_nothing() {
        use crate::campaign::tests::world::{World, left_by_cedar};
        for (world, stages) in [(World::new(), 1), (left_by_cedar(), 3)] {
            let campaign = world.campaign();
            let entries = campaign.entries().unwrap();
            let (same, change) = first_change(&campaign, entries, campaign.rules());
            assert!((same, change.is_none()) == (stages, true), "{same} of {stages}");
        }
    }

    /// Each place of a difference by its path: what is gone, new or another, in objects and lists of the same length.
    #[test]
    fn differences_are_named_by_their_paths() {
        let is =
            json!({"houses": {"stark": {"power": 5, "hand": [1, 2, 3]}}, "turn": 2, "gone": 1, "deck": [1]});
        let would =
            json!({"houses": {"stark": {"power": 6, "hand": [1, 4, 3]}}, "turn": 2, "new": [], "deck": []});
        let mut all = Vec::new();
        compare(&is, &would, &mut String::new(), &mut all);
        let mut found: Vec<(&str, &Value, &Value)> = Vec::new();
        for differs in &all {
            let Differs::Position { at, is, would } = differs else { panic!("{differs:?}") };
            found.push((at, is, would));
        }
        found.sort_by_key(|(at, ..)| *at);
        let expected = [
            ("deck", json!([1]), json!([])),
            ("gone", json!(1), Value::Null),
            ("houses.stark.hand.2", json!(2), json!(4)),
            ("houses.stark.power", json!(5), json!(6)),
            ("new", Value::Null, json!([])),
        ];
        assert_eq!(found, expected.iter().map(|(at, is, would)| (*at, is, would)).collect::<Vec<_>>());
        // No more than a few are listed, and nothing where nothing differs.
        let long = |more: u64| Value::from((0..100).map(|number| number + more).collect::<Vec<_>>());
        let mut all = Vec::new();
        compare(&long(0), &long(1), &mut String::new(), &mut all);
        assert_eq!(all.len(), MOST);
        compare(&is, &is, &mut String::new(), &mut Vec::new());
    }
}
