//! The message about a ruling. The ruling is the same for everybody; of its changes each reader gets those in his or her own
//! view.

use crate::campaign::outgoing::data_diff::data_diff;
use crate::campaign::outgoing::difference::difference;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::places::by_place;
use crate::campaign::play::engine::Engine;
use crate::campaign::play::kept_plans::{Fit, fit};
use crate::campaign::state::entries::{
    How, In, Line, Question, Ruling, RulingChange, RulingKind, RulingSecret, SeatId,
};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, Given, Proposal, Record, Standing};
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::state::timeline::timeline;
use crate::campaign::store::Vault;
use crate::ledger::{Entry, Kind};
use crate::report::model::{self, AskedAgain, Changed, KeptPlan, PlaceChanged, RulingMail, RulingPart};
use crate::table::Position;
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The changes between two points of a game as one reader may know them.
pub(crate) struct VisibleChanges {
    pub difference: Vec<Changed>,
    /// The same, put together by what it is about.
    pub places: Vec<PlaceChanged>,
    /// Questions not asked before, with their seats.
    pub asked: Vec<(SeatId, Question)>,
    /// Display names by id after the change.
    pub names: Value,
}

/// A point of a game: its record, and the position it leads to.
pub(crate) type GamePoint<'a> = (&'a Record, &'a PendingPosition);

/// A position that is compared with another: its record, the position, and its turn and stage.
type Compared<'a> = (Cow<'a, Record>, Position, (u32, String));

/// Two points of a game, before and after a ruling, and the two positions of which a reader is told the differences.
pub(crate) struct Comparison<'a> {
    was: GamePoint<'a>,
    is: GamePoint<'a>,
    compared: [Compared<'a>; 2],
}

impl<'a> Comparison<'a> {
    /// Compares two points. A correction that makes the game wait earlier than it did is compared with the game as it was
    /// then, because everything that came later is not undone but still to come.
    ///
    /// # Errors
    /// If the ledger cannot be replayed.
    pub fn new(
        rules: Rules<'_>,
        what: RulingKind,
        was: GamePoint<'a>,
        is: GamePoint<'a>,
    ) -> Result<Self, CampaignError> {
        let whole = |(record, pending): GamePoint<'a>| -> Compared<'a> {
            let moment = (record.game.turn, record.game.stage_name.clone());
            (Cow::Borrowed(record), pending.position.clone(), moment)
        };
        let earlier = what == RulingKind::Rule && is.0.game.stage < was.0.game.stage;
        let stage = was.0.game.history.iter().find(|past| earlier && past.number == is.0.game.stage);
        let compared = match stage {
            None => [whole(was), whole(is)],
            Some(past) => {
                let opening = |record: Cow<'a, Record>| -> Compared<'a> {
                    let moment = (record.game.turn, record.game.stage_name.clone());
                    let position = record.game.position.clone();
                    (record, position, moment)
                };
                let then = Record::at(rules, past.seq - 1)?;
                [opening(Cow::Owned(then)), opening(Cow::Borrowed(is.0))]
            }
        };
        Ok(Comparison { was, is, compared })
    }

    /// Returns turn and stage of the two positions.
    pub fn moments(&self) -> [(u32, String); 2] {
        let [(.., was), (.., is)] = &self.compared;
        [was.clone(), is.clone()]
    }

    /// Returns what changed for a reader; `None` for what everybody may know.
    ///
    /// # Errors
    /// If the game cannot read a position.
    pub fn visible(&self, rules: Rules<'_>, reader: Option<&str>) -> Result<VisibleChanges, CampaignError> {
        let seat = reader.and_then(|id| rules.seat(id));
        let view = |(record, position, _): &Compared<'_>| rules.of(record)?.referee.view(position, seat);
        let [was, is] = &self.compared;
        let (old, new) = (view(was)?, view(is)?);
        let before = self.was.0.game.open_window();
        let is_new = |question: &Question| before.is_none_or(|window| !window.asks(&question.key));
        // A seat whose plan for the window was kept owes it nothing.
        let open = self.is.0.game.open_window();
        let owes = |seat: &SeatId| open.is_some_and(|window| window.missing().any(|missing| missing == seat));
        let asked = open.into_iter().flat_map(|window| &window.asked);
        let asked = asked.filter(|(seat, _)| owes(seat) && reader.is_none_or(|reader| reader == *seat));
        let asked =
            asked.flat_map(|(seat, asked)| asked.iter().map(|question| (seat.clone(), question.clone())));
        let difference = difference(&old, &new);
        Ok(VisibleChanges {
            places: by_place(&difference, reader, (&old, &new)),
            difference,
            asked: asked.filter(|(_, question)| is_new(question)).collect(),
            names: new.get("names").cloned().unwrap_or(Value::Null),
        })
    }
}

/// What a ruling changed, or would change, for a reader.
struct Effect {
    visible: VisibleChanges,
    compares: [(u32, String); 2],
    /// Where the game was before.
    was: (u32, String),
    waits: (u32, String),
    over: bool,
    /// `true` if the game was over before.
    reopens: bool,
    /// Answers of the ruling that everybody knows with it, by key.
    known: BTreeMap<String, Value>,
}

impl Effect {
    fn none(record: &Record) -> Self {
        let waits = (record.game.turn, record.game.stage_name.clone());
        let (difference, places, asked) = Default::default();
        Effect {
            visible: VisibleChanges { difference, places, asked, names: Value::Null },
            compares: [waits.clone(), waits.clone()],
            was: waits.clone(),
            waits,
            over: record.game.ended.is_some(),
            reopens: false,
            known: BTreeMap::new(),
        }
    }

    /// Compares two points for a reader; `answers` are the answers that follow from the ruling.
    fn of<'e>(
        rules: Rules<'_>,
        ruling: &Ruling,
        was: &Record,
        is: &Record,
        reader: Option<&str>,
        answers: impl Iterator<Item = &'e Value>,
    ) -> Result<Self, CampaignError> {
        let (before, after) = (rules.pending(was)?, rules.pending(is)?);
        let comparison = Comparison::new(rules, ruling.what, (was, &before), (is, &after))?;
        let own = serde_json::json!({"from": "ruling", "number": ruling.number});
        let known = answers.filter(|body| body.get("source") == Some(&own));
        let known = known
            .filter_map(|body| Some((body.get("key")?.as_str()?.to_owned(), body.get("answer")?.clone())));
        Ok(Effect {
            visible: comparison.visible(rules, reader)?,
            compares: comparison.moments(),
            was: (was.game.turn, was.game.stage_name.clone()),
            waits: (is.game.turn, is.game.stage_name.clone()),
            over: is.game.ended.is_some(),
            reopens: was.game.ended.is_some(),
            known: known.collect(),
        })
    }
}

impl MailModels<'_> {
    /// Returns the message about a ruling; `None` if the ruling is not on record.
    ///
    /// # Errors
    /// If the ledger cannot be replayed.
    pub(crate) fn ruling(&self, due: &Due, number: u64) -> Result<Option<RulingMail>, CampaignError> {
        let given = self.record.people.rulings.iter().find(|given| given.ruling.number == number);
        let Some(given) = given else { return Ok(None) };
        // A proposal that fell before anybody was told of it is told once, as it fell.
        if given.standing == Standing::Dropped && due.seq == given.seq {
            return Ok(None);
        }
        let ruling = &given.ruling;
        let reader = Some(due.to.as_str()).filter(|to| self.rules.seat(to).is_some());
        let effect = self.effect(given, reader)?.unwrap_or_else(|| Effect::none(self.record));
        let Effect { visible, compares, was, waits, over, reopens, known } = effect;
        let own: BTreeMap<String, Value> = self.secret_of(given)?.answers;
        let answer = |key: &str, seat: &str| match reader == Some(seat) {
            true => own.get(key).or(known.get(key)).cloned(),
            false => known.get(key).cloned(),
        };
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
            changes: self.parts(ruling, reader, false, &answer)?,
            windows: self.newly_replaced(given).cloned().collect(),
            compares,
            replays: self.replays(given)?,
            undoes: self.undoes(given)?,
            was,
            waits,
            deadline: self.deadline_after(given),
            over,
            difference: visible.difference,
            places: visible.places,
            standby: given.ruling.standby,
            kept: reader.map(|reader| self.kept(given, reader)).unwrap_or_default(),
            why: given.why.clone(),
            against: given.against.iter().map(|seat| self.named(seat)).collect(),
            asked: visible
                .asked
                .into_iter()
                .filter(|_| reader.is_some())
                .map(|(_, question)| AskedAgain { key: question.key, kind: question.kind })
                .collect(),
            until: proposal.map(|proposal| proposal.until),
            vote: self.settings.rulings.vote,
            reopens,
            names: visible.names,
        }))
    }

    /// Returns the deadline of the window that an adopted ruling has opened and that is open still.
    fn deadline_after(&self, given: &Given) -> Option<DateTime<Utc>> {
        let is_last = self.record.people.rulings.last().is_some_and(|last| last.seq == given.seq);
        let is_adopted = given.standing == Standing::Adopted;
        self.record.game.open_window().filter(|_| is_last && is_adopted)?.deadline
    }

    /// Returns `true` if something had been decided or worked out after the point to which a ruling goes back.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    fn replays(&self, given: &Given) -> Result<bool, CampaignError> {
        let past = self.rules.past.all()?;
        let own = timeline(past, given.seq.saturating_sub(1));
        Ok(own.iter().any(|entry| {
            entry.seq > given.ruling.after && matches!(entry.kind, Kind::Answered | Kind::Resolved)
        }))
    }

    /// Returns the secret of a ruling in the ledger, empty in a copy without it.
    fn secret_of(&self, given: &Given) -> Result<RulingSecret, CampaignError> {
        let entry = self.rules.past.get(given.seq)?;
        let secret = entry.map(|entry| Line::from(entry).secret::<RulingSecret>()).transpose();
        Ok(secret.map_err(CampaignError::Fault)?.flatten().unwrap_or_default())
    }

    /// Returns the sealed plans of a seat that a ruling has kept and that still count.
    fn kept(&self, given: &Given, seat: &str) -> Vec<KeptPlan> {
        if given.standing != Standing::Adopted {
            return Vec::new();
        }
        let game = &self.record.game;
        let of = |window: &str, part: &In, now: Option<&str>| KeptPlan {
            window: part.bound.as_deref().unwrap_or(window).to_owned(),
            now: now.map(str::to_owned),
            sealed: part.how == Some(How::Seal),
            fits: None,
            warned: false,
        };
        let open = game.open_window().filter(|window| window.again.is_some());
        let open = open.and_then(|window| Some((window, window.seats.get(seat)?)));
        let open = open.filter(|(_, part)| part.bound.is_some() && part.how.is_some());
        let open = open.map(|(window, part)| of(&window.id, part, Some(&window.id)));
        let later = game.shut.iter().filter_map(|shut| Some((shut, shut.seats.get(seat)?)));
        let later =
            later.filter(|(_, part)| part.how.is_some()).map(|(shut, part)| of(&shut.window, part, None));
        open.into_iter().chain(later).collect()
    }

    /// Returns how a seat's deposited plan fits the questions that are open now; `None` without one.
    ///
    /// # Errors
    /// If the game cannot read the position.
    pub(crate) fn fit(&self, seat: &str, plan: Option<&Value>) -> Result<Option<Fit>, CampaignError> {
        let Some(plan) = plan else { return Ok(None) };
        fit(self.rules.of(self.record)?, self.now, seat, plan)
    }

    /// Returns `true` if what counts for a seat in the open window is a sealed plan that a ruling has kept.
    pub(crate) fn is_kept(&self, seat: &str) -> bool {
        let part = self.record.game.open_window().and_then(|window| window.seats.get(seat));
        part.is_some_and(|part| part.bound.is_some())
    }

    /// Returns what a proposed ruling would change for a reader, or would have changed if it was dropped.
    fn would_change(&self, given: &Given, reader: Option<&str>) -> Result<Option<Effect>, CampaignError> {
        let proposal = self.record.people.proposal.as_ref();
        let proposal = proposal.filter(|proposal| proposal.ruling.number == given.ruling.number);
        let proposal = match (proposal, given.standing) {
            (Some(proposal), _) => proposal.clone(),
            (None, Standing::Dropped) => Proposal {
                ruling: given.ruling.clone(),
                secret: Some(self.secret_of(given)?),
                until: given.at,
                against: BTreeSet::new(),
            },
            (None, _) => return Ok(None),
        };
        let (rules, mut record) = (self.rules, Record::at(self.rules, given.seq.saturating_sub(1))?);
        // That record lacks rulings on replaced timelines, but the ruling's number counts them.
        record.people.rulings.clone_from(&self.record.people.rulings);
        // Nor does it know who is away or has left, and nobody waits for them.
        record.people.away.clone_from(&self.record.people.away);
        record.people.resigned.clone_from(&self.record.people.resigned);
        let mut engine =
            Engine::new(self.settings, rules, self.secrets, record.clone(), Vault::default(), given.at);
        let secret = proposal.secret.clone().unwrap_or_default();
        engine.record.people.proposal = Some(proposal);
        engine.looking = true;
        let ruling = Ruling { dispute: None, ..given.ruling.clone() };
        engine.rule(&ruling, &secret)?;
        let answers = engine.drafts.iter().filter(|draft| draft.kind == Kind::Answered);
        let answers = answers.map(|draft| &draft.body);
        Effect::of(rules, &ruling, &record, &engine.record, reader, answers).map(Some)
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
        for window in self.adopted_since(seq).flat_map(|given| self.newly_replaced(given)) {
            if !all.contains(window) {
                all.push(window.clone());
            }
        }
        all
    }

    /// Returns the windows that a ruling has replaced and none before it had: readers have been told of those. What a ruling has
    /// replaced counts again once a forward has undone it.
    fn newly_replaced<'g>(&'g self, given: &'g Given) -> impl Iterator<Item = &'g String> {
        // What had been replaced before each ruling.
        let (mut before, mut now) = (Vec::new(), BTreeSet::new());
        for other in self.adopted_since(0).filter(|other| other.seq < given.seq) {
            let undone = matches!(other.ruling.what, RulingKind::Forward).then(|| before.last().cloned());
            before.push(now.clone());
            now = undone.flatten().unwrap_or(now);
            now.extend(&other.windows);
        }
        given.windows.iter().filter(move |window| !now.contains(window))
    }

    fn adopted_since(&self, seq: u64) -> impl Iterator<Item = &Given> {
        self.record
            .people
            .rulings
            .iter()
            .filter(move |given| given.standing == Standing::Adopted && given.seq > seq)
    }

    /// Returns the changes a ruling makes. Keys of questions are in it for their own seat, or for everybody with `all`; `answer`
    /// returns the answer to a question of a seat if the reader may know it.
    ///
    /// # Errors
    /// If the ledger cannot be replayed.
    pub(crate) fn parts(
        &self,
        ruling: &Ruling,
        reader: Option<&str>,
        all: bool,
        answer: &dyn Fn(&str, &str) -> Option<Value>,
    ) -> Result<Vec<RulingPart>, CampaignError> {
        let mut lines = data_diff(self.rules, ruling)?;
        let part = |change: &RulingChange| match change {
            // The key of a question can give away its owner's secret.
            RulingChange::Answer { key, seat, kind } => RulingPart::Answer {
                seat: self.named(seat),
                kind: kind.clone(),
                key: Some(key.clone()).filter(|_| all || reader == Some(seat.as_str())),
                about: Some(key.clone())
                    .filter(|_| reader == Some(seat.as_str()) || answer(key, seat).is_some()),
                answer: answer(key, seat),
            },
            RulingChange::Mail { seat, window, accept, .. } => {
                RulingPart::Mail { seat: self.named(seat), window: window.clone(), accept: *accept }
            }
            RulingChange::Outcome { key, value } => {
                RulingPart::Outcome { key: key.clone(), value: value.clone() }
            }
            // A game's data are printed on board and cards, so they are not secret.
            RulingChange::Data { file, .. } => {
                RulingPart::Data { file: file.clone(), lines: lines.remove(file).unwrap_or_default() }
            }
            RulingChange::State => RulingPart::State,
        };
        Ok(ruling.changes.iter().map(part).collect())
    }

    /// Returns what a ruling changed, or would change, for a reader; `None` if it does not take effect.
    fn effect(&self, given: &Given, reader: Option<&str>) -> Result<Option<Effect>, CampaignError> {
        let rules = self.rules;
        match given.standing {
            Standing::Adopted => {}
            Standing::Proposed => return self.would_change(given, reader),
            // What everybody was told of it when it was proposed, in the same words, and nothing of what it would have changed.
            Standing::Dropped => {
                let told = self.would_change(given, reader)?;
                return Ok(told.map(|told| {
                    let none = Effect::none(self.record);
                    let visible = VisibleChanges { names: told.visible.names, ..none.visible };
                    Effect { visible, known: told.known, ..none }
                }));
            }
        }
        let was = Record::at(rules, given.seq.saturating_sub(1))?;
        // Entries of the ruling's own batch are its result, no matter when the message is sent.
        let past = rules.past.all()?;
        let end = end_of_batch(past, given.seq);
        let is = Record::at(rules, end)?;
        let batch = past.iter().filter(|entry| entry.seq > given.seq && entry.seq <= end);
        let answers = batch.filter(|entry| entry.kind == Kind::Answered).map(|entry| &entry.body);
        Effect::of(rules, &given.ruling, &was, &is, reader, answers).map(Some)
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

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    /// Batches of one, three, one, two and one entries; those of one have no mark, or say so.
    #[test]
    fn a_batch_ends_before_the_next_begins() {
        let marks = [None, Some(3), None, None, Some(1), Some(2), None, None, None];
        let ends = [1, 4, 4, 4, 5, 7, 7, 8, 9];
        let entries: Vec<Entry> = (1..)
            .zip(marks)
            .map(|(seq, batch)| Entry {
                seq,
                at: DateTime::UNIX_EPOCH,
                kind: Kind::Ruling,
                body: batch.map_or_else(Default::default, |count: u64| serde_json::json!({"batch": count})),
                secret: None,
                prev: Default::default(),
                hash: Default::default(),
            })
            .collect();
        for (entry, end) in entries.iter().zip(ends) {
            assert_eq!(end_of_batch(&entries, entry.seq), end, "entry {}", entry.seq);
        }
        assert_eq!(end_of_batch(&[], 3), 3);
        assert_eq!(end_of_batch(&entries, 30), 30);
    }
}
