//! What people are told of a ruling: everybody the same of the ruling, and of what it changes only what the reader knew
//! and knows now.
//!
//! May use: models, record, report (models). Is used by: mails.

use crate::campaign::outgoing::corrected_lines::corrected_lines;
use crate::campaign::outgoing::difference::difference;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Line, Question, Ruling, RulingChange, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, Given, Record, Standing};
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::store::Vault;
use crate::report::model::{self, Changed, RulingMail, RulingPart};
use crate::table::Position;
use serde_json::Value;

/// How many lines of differences a mail has.
const MOST: usize = 40;

/// The difference between two points of a game as one reader knows it.
pub(crate) struct Seen {
    pub difference: Vec<Changed>,
    /// Questions asked now and not before, with their seats.
    pub asked: Vec<(SeatId, Question)>,
    pub names: Value,
}

/// A point of a game: its record, and where the rules stand with it.
pub(crate) type Stand<'a> = (&'a Record, &'a PendingPosition);

/// What a reader (none: everybody) sees changed between two points.
///
/// # Errors
/// A position cannot be read.
pub(crate) fn seen(
    rules: Rules<'_>,
    was: Stand<'_>,
    is: Stand<'_>,
    reader: Option<&str>,
) -> Result<Seen, CampaignError> {
    let seat = reader.and_then(|id| rules.seat(id));
    let view =
        |(record, stand): Stand<'_>| rules.of(record)?.referee.view(&Position(stand.position.clone()), seat);
    let (old, new) = (view(was)?, view(is)?);
    let before = was.0.game.open_window();
    let is_new = |question: &Question| before.is_none_or(|window| !window.asks(&question.key));
    let asked = is.0.game.open_window().into_iter().flat_map(|window| &window.asked);
    let asked = asked.filter(|(seat, _)| reader.is_none_or(|reader| reader == *seat));
    let asked = asked.flat_map(|(seat, asked)| asked.iter().map(|question| (seat.clone(), question.clone())));
    Ok(Seen {
        difference: difference(&old, &new),
        asked: asked.filter(|(_, question)| is_new(question)).collect(),
        names: new.get("names").cloned().unwrap_or(Value::Null),
    })
}

impl MailModels<'_> {
    /// The mail about a ruling; none if it is not on record.
    ///
    /// # Errors
    /// The record does not follow.
    pub(crate) fn ruling(&self, due: &Due, number: u64) -> Result<Option<RulingMail>, CampaignError> {
        let given = self.record.people.rulings.iter().find(|given| given.ruling.number == number);
        let Some(given) = given else { return Ok(None) };
        let ruling = &given.ruling;
        let reader = Some(due.to.as_str()).filter(|to| self.rules.seat(to).is_some());
        let changed = self.changed(given, reader)?;
        let (seen, reopens) = match changed {
            Some((seen, reopens)) => (seen, reopens),
            None => (Seen { difference: Vec::new(), asked: Vec::new(), names: Value::Null }, false),
        };
        let more = seen.difference.len().saturating_sub(MOST);
        let proposal =
            self.record.people.proposal.as_ref().filter(|proposal| proposal.ruling.number == number);
        Ok(Some(RulingMail {
            head: self.head(&due.to),
            number,
            sort: ruling.what.word().to_owned(),
            standing: match given.standing {
                Standing::Adopted => "adopted",
                Standing::Proposed => "proposed",
                Standing::Dropped => "dropped",
            }
            .to_owned(),
            turn: ruling.turn,
            stage: ruling.stage.clone(),
            by: self.settings.gm.name.clone(),
            at: given.at,
            reason: ruling.reason.clone(),
            dispute: ruling.dispute,
            changes: self.parts(ruling, reader, false)?,
            windows: given.windows.clone(),
            difference: seen.difference.into_iter().take(MOST).collect(),
            more,
            asked: seen
                .asked
                .into_iter()
                .filter(|_| reader.is_some())
                .map(|(_, question)| question.key)
                .collect(),
            until: proposal.map(|proposal| proposal.until),
            vote: self.settings.rulings.vote,
            reopens,
            names: seen.names,
        }))
    }

    /// What a proposed ruling would change for a reader.
    fn would_change(
        &self,
        given: &Given,
        reader: Option<&str>,
    ) -> Result<Option<(Seen, bool)>, CampaignError> {
        let proposal = self.record.people.proposal.as_ref();
        let Some(proposal) = proposal.filter(|proposal| proposal.ruling.number == given.ruling.number) else {
            return Ok(None);
        };
        let (rules, mut record) = (self.rules, Record::at(self.rules, given.seq.saturating_sub(1))?);
        let was = rules.pending(&record)?;
        // What people have done on ways that were left is not in that record, but the number of the ruling counts it.
        record.people.rulings.clone_from(&self.record.people.rulings);
        let mut engine =
            Engine::new(self.settings, rules, self.secrets, record.clone(), Vault::default(), given.at);
        engine.record.people.proposal = Some(proposal.clone());
        engine.looking = true;
        let ruling = Ruling { dispute: None, ..given.ruling.clone() };
        engine.rule(&ruling, &proposal.secret.clone().unwrap_or_default())?;
        let is = rules.pending(&engine.record)?;
        let seen = seen(rules, (&record, &was), (&engine.record, &is), reader)?;
        Ok(Some((seen, record.game.ended.is_some())))
    }

    /// Rulings that were adopted since an entry, for a report.
    pub(crate) fn rulings_since(&self, seq: u64) -> Vec<model::Ruling> {
        let tell = |given: &Given| model::Ruling {
            number: u32::try_from(given.ruling.number).unwrap_or(u32::MAX),
            turn: given.ruling.turn,
            at: Some(given.at),
            text: String::new(),
            because: given.ruling.reason.clone(),
        };
        self.adopted_since(seq).map(tell).collect()
    }

    /// Windows that count no more by rulings since an entry.
    pub(crate) fn replaced_since(&self, seq: u64) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for window in self.adopted_since(seq).flat_map(|given| &given.windows) {
            if !all.contains(window) {
                all.push(window.clone());
            }
        }
        all
    }

    fn adopted_since(&self, seq: u64) -> impl Iterator<Item = &Given> {
        self.record
            .people
            .rulings
            .iter()
            .filter(move |given| given.standing == Standing::Adopted && given.seq > seq)
    }

    /// What a ruling makes otherwise, as a seat may know it, or with all keys.
    ///
    /// # Errors
    /// The record does not follow.
    pub(crate) fn parts(
        &self,
        ruling: &Ruling,
        reader: Option<&str>,
        all: bool,
    ) -> Result<Vec<RulingPart>, CampaignError> {
        let mut lines = corrected_lines(self.rules, ruling)?;
        let part = |change: &RulingChange| match change {
            // What a question is called can tell what its owner has kept secret.
            RulingChange::Answer { key, seat, kind } => RulingPart::Answer {
                seat: self.named(seat),
                kind: kind.clone(),
                key: Some(key.clone()).filter(|_| all || reader == Some(seat.as_str())),
            },
            RulingChange::Mail { seat, window, accept, .. } => {
                RulingPart::Mail { seat: self.named(seat), window: window.clone(), accept: *accept }
            }
            RulingChange::Outcome { key, value } => {
                RulingPart::Outcome { key: key.clone(), value: value.clone() }
            }
            // The data of a game are no secret: what is printed on board and cards.
            RulingChange::Data { file, .. } => {
                let mut lines = lines.remove(file).unwrap_or_default();
                let more = lines.len().saturating_sub(MOST);
                lines.truncate(MOST);
                RulingPart::Data { file: file.clone(), lines, more }
            }
            RulingChange::State => RulingPart::State,
        };
        Ok(ruling.changes.iter().map(part).collect())
    }

    /// What an adopted ruling changed for a reader, and whether the game was over before it.
    fn changed(&self, given: &Given, reader: Option<&str>) -> Result<Option<(Seen, bool)>, CampaignError> {
        let rules = self.rules;
        match given.standing {
            Standing::Adopted => {}
            Standing::Proposed => return self.would_change(given, reader),
            Standing::Dropped => return Ok(None),
        }
        let was = Record::at(rules, given.seq.saturating_sub(1))?;
        // What was written together with the ruling is what came of it, whenever the mail is sent.
        let place = usize::try_from(given.seq).unwrap_or(usize::MAX).saturating_sub(1);
        let together =
            rules.past.get(place).map(Line::from).and_then(|line| line.body.get("batch")?.as_u64());
        let is = Record::at(rules, given.seq + together.unwrap_or(1).max(1) - 1)?;
        let seen = seen(rules, (&was, &rules.pending(&was)?), (&is, &rules.pending(&is)?), reader)?;
        Ok(Some((seen, was.game.ended.is_some())))
    }
}
