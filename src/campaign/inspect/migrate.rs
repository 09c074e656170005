//! What the newest rules and data of this program would make of a campaign that was begun with others. It is only looked
//! at: a campaign keeps the rules it was founded with.
//!
//! May use: folder, record, rules, games for their versions. Is used by: cli.

use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Line, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::store::{Campaign, Host, MakeGame, Own};
use crate::games;
use crate::ledger::Kind;
use crate::seal::Hash256;
use crate::table::{Damaged, Open};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

/// Differences that are told of one stage, at most.
const MOST: usize = 8;

/// What the newest rules would make of a campaign.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Migration {
    /// The campaign's id.
    pub campaign: String,
    /// The game's id.
    pub game: String,
    /// The version of the rules it is played by.
    pub rules: u32,
    /// The newest version.
    pub newest: u32,
    /// What has changed since its own, version by version.
    pub news: Vec<String>,
    /// Files of the game's data that are otherwise in this program than when the campaign was founded.
    pub data: Vec<String>,
    /// Whether the game is over, so that nothing can change any more.
    pub over: bool,
    /// Stages that come to the same position.
    pub same: usize,
    /// The first thing that would be otherwise, if there is one.
    pub change: Option<Change>,
}

/// Where a campaign would go another way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The entry that would not follow any more; one more than there are if it is what is asked now.
    pub entry: u64,
    /// The turn.
    pub turn: u32,
    /// The stage.
    pub stage: String,
    /// What would be otherwise, the first few things of it; empty if only `why` tells.
    pub differs: Vec<Differs>,
    /// Why the entry does not follow, in words.
    pub why: String,
}

/// One thing that would be otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Differs {
    /// A part of the position after the stage; null where there is none.
    Position {
        /// Where in the position: `houses.stark.power`.
        at: String,
        /// As it is.
        is: Value,
        /// As it would be.
        would: Value,
    },
    /// A question would be asked that was not.
    Asked {
        /// Whom.
        seat: SeatId,
        /// Its key.
        key: String,
    },
    /// An answer on record would not be legal.
    NotLegal {
        /// Whose.
        seat: SeatId,
        /// The question's key.
        key: String,
        /// The answer.
        answer: Value,
    },
    /// A question that is open would not be asked.
    NotAsked {
        /// Whom.
        seat: SeatId,
        /// Its key.
        key: String,
    },
    /// A question that is open would be another, or have other answers.
    AskedOtherwise {
        /// Whom.
        seat: SeatId,
        /// Its key.
        key: String,
    },
}

/// Plays a campaign again by the newest rules and the data of this program, or by those that `newest` makes, and finds the
/// first thing that would be otherwise. Nothing is touched.
///
/// # Errors
/// The campaign cannot be opened, or cannot be played at all by the newest rules.
pub fn migration(host: &Host, dir: &Path, newest: MakeGame) -> Result<Migration, CampaignError> {
    let campaign = Campaign::open(host, dir)?;
    let founded = campaign.record.people.founded.as_ref();
    let (game, rules) = (campaign.settings.game.clone(), founded.map_or(1, |founded| founded.rules));
    let versions = games::versions(&game);
    let is_other = |(name, bytes): &(String, &[u8])| {
        founded.is_some_and(|founded| founded.data.get(name) != Some(&Hash256::of(bytes)))
    };
    let files = games::embedded_files(&game);
    let mut migration = Migration {
        campaign: campaign.settings.id.clone(),
        rules,
        newest: versions.last().map_or(1, |newest| newest.number),
        news: versions.iter().filter(|v| v.number > rules).map(|v| v.what.to_owned()).collect(),
        data: files.iter().filter(|file| is_other(file)).map(|(name, _)| name.clone()).collect(),
        over: campaign.record.game.ended.is_some(),
        same: 0,
        change: None,
        game,
    };
    if !migration.over {
        let referee = newest(&campaign.settings, &|_| None)?;
        let (id, settings) = (migration.game.clone(), campaign.settings.clone());
        let base = move |file: &str| Ok(games::embedded(&id, file).map(str::to_owned));
        let make = move |own: Own<'_>| newest(&settings, own).map_err(|why| why.to_string());
        let corrected = Corrected::new(Box::new(base), Box::new(make));
        let would = Rules::new(&*referee, &campaign.secrets.chance, campaign.entries()).with(&corrected);
        (migration.same, migration.change) = first_change(&campaign, would);
    }
    Ok(migration)
}

/// How many stages are the same, and the first change after them.
fn first_change(campaign: &Campaign, would: Rules<'_>) -> (usize, Option<Change>) {
    let mut record = Record::default();
    let is = campaign.rules();
    for entry in campaign.entries() {
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
    let why = "what is asked now would be otherwise".to_owned();
    let change = Change { entry: record.seq + 1, turn, stage, differs, why };
    (record.game.history.len(), (!change.differs.is_empty()).then_some(change))
}

/// Where a record stands, for people.
fn place(record: &Record) -> (u32, String) {
    if record.game.position.is_null() {
        (0, "set-up".to_owned())
    } else {
        (record.game.turn, record.game.stage_name.clone())
    }
}

/// In what a stage differs.
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
        (_, Ok(Err(pending))) => {
            pending.open.iter().take(MOST).map(|open| asks(would, record, open)).collect()
        }
        _ => Vec::new(),
    }
}

/// A question that the newest rules ask, though the stage is over.
fn asks(rules: Rules<'_>, record: &Record, open: &Open) -> Differs {
    let (seat, key) = (rules.seat_id(open.seat), open.key.clone());
    match record.game.answers.get(&open.key) {
        Some(answer) => Differs::NotLegal { seat, key, answer: answer.clone() },
        None => Differs::Asked { seat, key },
    }
}

/// In what the open questions differ.
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

/// The first few places at which two values differ.
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
