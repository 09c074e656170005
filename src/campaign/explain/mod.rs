//! How a result came about: the stages of a turn played again from the ledger, with each decision, where it came
//! from, what was passed over, the sums, the rule, and what would have changed it.
//!
//! The game is data here as everywhere in `campaign`: what a question is about is found by the ids in decisions and
//! events and by the game's guide (`games/<id>/explain/citations.yaml`); the words stand in templates/mail/explain.md
//! and the game's explain-*.md. Nothing is looked at but what the ledger has on record as answered and opened, so
//! nothing of a sealed plan can get in.
//!
//! - `trace`: the stages, step by step;
//! - `guide`: what a game says of its events: rules, topics, scenes;
//! - `wanted`: what somebody asks about; `choose`: the steps that belong to it;
//! - `otherwise`: what would have changed the outcome;
//! - `model`: the explanation, for templates and as JSON.
//!
//! May use: folder, record, rules, entries, report (models). Is used by: cli.

pub mod chapters;
pub mod counterfactuals;
pub mod forecast;
pub mod guide;
pub mod model;
pub mod retelling;
pub mod selection;
pub mod story;
pub mod subject;
pub mod trace;

pub use guide::{Guide, guide_of};
pub(crate) use story::story;
pub(crate) use subject::{subject, understands};

pub use model::{Change, DecisionTold, Explanation, MailRef, OriginTold, Part, PassedOver, StageTold, Tried};

use crate::campaign::explain::trace::{Stage, Trace};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::rules::Rules;
use crate::campaign::store::folder::Campaign;
use crate::ledger::Entry;
use crate::report::model::{GameName, Head, Named};
use crate::table::{Position, Seat};
use serde_json::Value;

/// What is to be explained, and to whom.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    /// The turn.
    pub turn: u32,
    /// A battle, an area, a seat, a card, a stage or a number, as people write it; empty for the whole turn.
    pub what: &'a str,
    /// The seat that is told, and only what it may know; none for the game master.
    pub reader: Option<&'a str>,
}

/// A question that cannot be answered, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExplained {
    /// The record does not follow.
    #[error("{0}")]
    Record(String),
    /// The turn has not come.
    #[error("turn {turn} has not come yet; the campaign is in turn {now}")]
    NoTurn {
        /// Asked.
        turn: u32,
        /// The turn that is played.
        now: u32,
    },
    /// There is no such seat.
    #[error("there is no seat “{0}” in this campaign")]
    NoSeat(String),
    /// A word that is no name and no topic.
    #[error("“{word}” is nothing that can be explained here{}", hint(near))]
    Unknown {
        /// The word.
        word: String,
        /// What is spelled nearly so.
        near: Vec<String>,
    },
    /// Words that can mean several things.
    #[error("“{word}” can mean {}; write the whole name", or(names))]
    Ambiguous {
        /// The word.
        word: String,
        /// What it can mean.
        names: Vec<String>,
    },
}

fn or(names: &[String]) -> String {
    names.join(" or ")
}

fn hint(near: &[String]) -> String {
    if near.is_empty() {
        ". Name an area, a seat, a card or a stage, or a topic (see docs/disputes.md)".to_owned()
    } else {
        format!("; did you mean {}?", or(near))
    }
}

/// Explains from entries whose chain holds.
///
/// # Errors
/// The record does not follow, there is no such turn, or the question names what is not there.
pub fn explain(
    rules: Rules<'_>,
    entries: &[Entry],
    guide: &Guide,
    head: Head,
    question: &Question<'_>,
) -> Result<Explanation, NotExplained> {
    let trace = Trace::of(rules, entries).map_err(NotExplained::Record)?;
    let turn = question.turn;
    if !trace.stages.iter().any(|stage| stage.turn == turn) {
        return Err(NotExplained::NoTurn { turn, now: trace.record.turn });
    }
    let reader = match question.reader {
        None => None,
        Some(id) => Some(rules.seat(id).ok_or_else(|| NotExplained::NoSeat(id.to_owned()))?),
    };
    let of_turn = || trace.stages.iter().filter(|stage| stage.turn == turn);
    let after = match of_turn().next_back() {
        Some(stage) => view_of(rules, stage, &stage.end, reader)?,
        None => Value::Null,
    };
    // The first turn begins when the board is set up.
    let opening = of_turn().find(|stage| !stage.opening.is_null());
    let before = match opening {
        Some(stage) => view_of(rules, stage, &stage.opening, reader)?,
        None => after.clone(),
    };
    let names = after.get("names").cloned().unwrap_or(Value::Null);
    let stage_names: Vec<&str> = of_turn().map(|stage| stage.name.as_str()).collect();
    let wanted = subject::read(question.what, guide, &names, &stage_names, question.reader)?;
    let named = |id: &str| Named {
        id: id.to_owned(),
        name: names.get(id).and_then(Value::as_str).unwrap_or(id).to_owned(),
    };
    let teller = model::Teller { rules, guide, trace: &trace, reader: question.reader, named: &named };
    let stages = selection::choose(&teller, turn, &wanted);
    Ok(Explanation {
        head,
        turn,
        what: question.what.trim().to_owned(),
        about: wanted.ids.iter().map(|id| named(id)).collect(),
        topics: wanted.topics.iter().chain(&wanted.scenes).cloned().collect(),
        whole: wanted.is_all(),
        scenes: if wanted.topics.is_empty() { selection::scenes(&teller, turn) } else { Vec::new() },
        stages,
        before,
        after,
        rules: guide.rules.clone(),
        going_on: trace.record.turn == turn && trace.record.ended.is_none(),
    })
}

/// A position of a stage as somebody may know it.
fn view_of(
    rules: Rules<'_>,
    stage: &Stage,
    position: &Value,
    reader: Option<Seat>,
) -> Result<Value, NotExplained> {
    let rules = rules.by(&stage.data).map_err(|why| NotExplained::Record(why.to_string()))?;
    let view = rules.referee.view(&Position(position.clone()), reader);
    view.map_err(|why| NotExplained::Record(why.to_string()))
}

impl Campaign {
    /// How a result of this campaign came about.
    ///
    /// # Errors
    /// As for [`explain`]; and the game's guide cannot be read.
    pub fn explain(&self, question: &Question<'_>) -> Result<Explanation, CampaignError> {
        let own = self.dir.join("games").join(self.referee.id());
        let own = |file: &str| String::from_utf8(self.disk.read(&own.join(file)).ok()?).ok();
        let guide = guide_of(self.referee.id(), &own).map_err(CampaignError::Refused)?;
        let head = self.head_for(question.reader);
        let told = explain(self.rules(), self.entries(), &guide, head, question);
        told.map_err(|why| CampaignError::Refused(why.to_string()))
    }

    fn head_for(&self, reader: Option<&str>) -> Head {
        let seat = reader.and_then(|id| self.settings.seat(id));
        let info = self.referee.seats().into_iter().find(|info| Some(info.id.as_str()) == reader);
        Head {
            campaign: self.settings.id.clone(),
            title: self.settings.title.clone(),
            game: GameName {
                id: self.referee.id().to_owned(),
                title: self.referee.title(),
                templates: self.referee.templates().to_owned(),
            },
            seat: info.map(|info| Named { id: info.id, name: info.name }),
            zone: seat.map_or(&self.settings.gm.timezone, |seat| &seat.timezone).clone(),
            ..Head::default()
        }
    }
}
