//! The message about a ruling. The ruling is the same for everybody; of its changes each reader gets those in his or her own
//! view.

use crate::campaign::outgoing::data_diff::data_diff;
use crate::campaign::outgoing::difference::difference;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Line, Question, Ruling, RulingChange, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, Given, Record, Standing};
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::store::Vault;
use crate::ledger::Entry;
use crate::report::model::{self, Changed, RulingMail, RulingPart};
use crate::table::Position;
use serde_json::Value;

/// The most differences that a message lists.
const MOST: usize = 40;

/// The changes between two points of a game as one reader may know them.
pub(crate) struct VisibleChanges {
    pub difference: Vec<Changed>,
    /// Questions not asked before, with their seats.
    pub asked: Vec<(SeatId, Question)>,
    /// Display names by id after the change.
    pub names: Value,
}

/// A point of a game: its record, and the position it leads to.
pub(crate) type GamePoint<'a> = (&'a Record, &'a PendingPosition);

/// Returns what changed between two points for a reader; `None` for what everybody may know.
///
/// # Errors
/// If the game cannot read a position.
pub(crate) fn visible_changes(
    rules: Rules<'_>,
    was: GamePoint<'_>,
    is: GamePoint<'_>,
    reader: Option<&str>,
) -> Result<VisibleChanges, CampaignError> {
    let seat = reader.and_then(|id| rules.seat(id));
    let view = |(record, stand): GamePoint<'_>| {
        rules.of(record)?.referee.view(&Position(stand.position.clone()), seat)
    };
    let (old, new) = (view(was)?, view(is)?);
    let before = was.0.game.open_window();
    let is_new = |question: &Question| before.is_none_or(|window| !window.asks(&question.key));
    let asked = is.0.game.open_window().into_iter().flat_map(|window| &window.asked);
    let asked = asked.filter(|(seat, _)| reader.is_none_or(|reader| reader == *seat));
    let asked = asked.flat_map(|(seat, asked)| asked.iter().map(|question| (seat.clone(), question.clone())));
    Ok(VisibleChanges {
        difference: difference(&old, &new),
        asked: asked.filter(|(_, question)| is_new(question)).collect(),
        names: new.get("names").cloned().unwrap_or(Value::Null),
    })
}

impl MailModels<'_> {
    /// Returns the message about a ruling; `None` if the ruling is not on record.
    ///
    /// # Errors
    /// If the ledger cannot be replayed.
    pub(crate) fn ruling(&self, due: &Due, number: u64) -> Result<Option<RulingMail>, CampaignError> {
        let given = self.record.people.rulings.iter().find(|given| given.ruling.number == number);
        let Some(given) = given else { return Ok(None) };
        let ruling = &given.ruling;
        let reader = Some(due.to.as_str()).filter(|to| self.rules.seat(to).is_some());
        let changed = self.changed(given, reader)?;
        let (visible, reopens) = match changed {
            Some((visible, reopens)) => (visible, reopens),
            None => (VisibleChanges { difference: Vec::new(), asked: Vec::new(), names: Value::Null }, false),
        };
        let more = visible.difference.len().saturating_sub(MOST);
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
            difference: visible.difference.into_iter().take(MOST).collect(),
            more,
            asked: visible
                .asked
                .into_iter()
                .filter(|_| reader.is_some())
                .map(|(_, question)| question.key)
                .collect(),
            until: proposal.map(|proposal| proposal.until),
            vote: self.settings.rulings.vote,
            reopens,
            names: visible.names,
        }))
    }

    /// Returns what a proposed ruling would change for a reader, and whether the game is over now.
    fn would_change(
        &self,
        given: &Given,
        reader: Option<&str>,
    ) -> Result<Option<(VisibleChanges, bool)>, CampaignError> {
        let proposal = self.record.people.proposal.as_ref();
        let Some(proposal) = proposal.filter(|proposal| proposal.ruling.number == given.ruling.number) else {
            return Ok(None);
        };
        let (rules, mut record) = (self.rules, Record::at(self.rules, given.seq.saturating_sub(1))?);
        let was = rules.pending(&record)?;
        // That record lacks rulings on replaced timelines, but the ruling's number counts them.
        record.people.rulings.clone_from(&self.record.people.rulings);
        let mut engine =
            Engine::new(self.settings, rules, self.secrets, record.clone(), Vault::default(), given.at);
        engine.record.people.proposal = Some(proposal.clone());
        engine.looking = true;
        let ruling = Ruling { dispute: None, ..given.ruling.clone() };
        engine.rule(&ruling, &proposal.secret.clone().unwrap_or_default())?;
        let is = rules.pending(&engine.record)?;
        let visible = visible_changes(rules, (&record, &was), (&engine.record, &is), reader)?;
        Ok(Some((visible, record.game.ended.is_some())))
    }

    /// Returns the rulings adopted after an entry, for a report.
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

    /// Returns the windows that no longer count because of rulings after an entry.
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

    /// Returns the changes a ruling makes. Keys of questions are in it for their own seat, or for everybody with `all`.
    ///
    /// # Errors
    /// If the ledger cannot be replayed.
    pub(crate) fn parts(
        &self,
        ruling: &Ruling,
        reader: Option<&str>,
        all: bool,
    ) -> Result<Vec<RulingPart>, CampaignError> {
        let mut lines = data_diff(self.rules, ruling)?;
        let part = |change: &RulingChange| match change {
            // The key of a question can give away its owner's secret.
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
            // A game's data are printed on board and cards, so they are not secret.
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

    /// Returns what a ruling changed, or would change, for a reader, and whether the game was over before it.
    fn changed(
        &self,
        given: &Given,
        reader: Option<&str>,
    ) -> Result<Option<(VisibleChanges, bool)>, CampaignError> {
        let rules = self.rules;
        match given.standing {
            Standing::Adopted => {}
            Standing::Proposed => return self.would_change(given, reader),
            Standing::Dropped => return Ok(None),
        }
        let was = Record::at(rules, given.seq.saturating_sub(1))?;
        // Entries of the ruling's own batch are its result, no matter when the message is sent.
        let is = Record::at(rules, end_of_batch(rules.past.all()?, given.seq))?;
        let visible =
            visible_changes(rules, (&was, &rules.pending(&was)?), (&is, &rules.pending(&is)?), reader)?;
        Ok(Some((visible, was.game.ended.is_some())))
    }
}

/// Returns the last entry of the batch that an entry belongs to. The batch may begin before it, with a notice of changed
/// settings.
fn end_of_batch(entries: &[Entry], seq: u64) -> u64 {
    let place = usize::try_from(seq).unwrap_or(usize::MAX).min(entries.len());
    let before = entries.iter().take(place).rev();
    let ends = before.map(|entry| (entry.seq, Line::from(entry).body.get("batch").and_then(Value::as_u64)));
    let first = ends.filter_map(|(first, count)| Some(first + count?.max(1) - 1)).next();
    first.filter(|end| *end >= seq).unwrap_or(seq)
}
