//! Writes `turns/NN/`: the last state and report of each turn, for people. The program never reads these pages and can write
//! them again. Pages of turns that a ruling replaced are kept with a note.

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::state::entries::{Ruling, RulingKind, Told};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Given, Happened, Record, Standing};
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use crate::report::view_yaml;
use crate::table::Damaged;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The file with the note that a turn was replaced.
const REPLACED_NOTE: &str = "left.txt";

/// Writes the pages of the turns from `first` to the present one, whose position is `now`. Adds failures to `attention`.
pub(crate) fn write(
    campaign: &Campaign,
    now: Result<Arc<PendingPosition>, Damaged>,
    first: u32,
    render: &dyn Render,
    attention: &mut Vec<String>,
) {
    let written = now.map_err(CampaignError::from).and_then(|now| {
        let pages = Pages { campaign, render };
        pages.write_past(first)?;
        pages.write_present(&now, first)?;
        pages.mark_replaced()
    });
    if let Err(error) = written {
        attention.push(format!("turns/ could not be written: {error}"));
    }
}

/// Returns the first turn whose pages a ruling may have changed. A ruling that goes forward may restore any turn. The page of a
/// turn shows the position to which it has led, so a ruling on the first stage of a turn changes the page before as well.
pub(crate) fn first_changed_turn(record: &Record, given: &Given) -> u32 {
    let Ruling { what, after, turn, .. } = &given.ruling;
    let has_begun = record.game.history.iter().any(|past| past.turn == *turn && past.seq <= *after);
    match what {
        RulingKind::Forward => 1,
        _ if has_begun => *turn,
        _ => turn.saturating_sub(1).max(1),
    }
}

/// Writes pages that are missing because a tick or a ruling was killed after it wrote the ledger and before any message was
/// sent. After that the report would be a different one.
pub(crate) fn repair(campaign: &Campaign, render: &dyn Render, attention: &mut Vec<String>) {
    let entries = match campaign.entries() {
        Ok(entries) => entries,
        Err(error) => return attention.push(format!("turns/ could not be written: {error}")),
    };
    let mailed = entries.iter().rev().find(|entry| entry.kind == Kind::Mailed).map_or(0, |entry| entry.seq);
    let record = &campaign.record;
    let stages = record.game.history.iter().filter(|stage| stage.seq > mailed).map(|stage| stage.turn);
    let rulings = record
        .people
        .rulings
        .iter()
        .filter(|given| given.seq > mailed && given.standing == Standing::Adopted);
    if let Some(first) = stages.chain(rulings.map(|given| first_changed_turn(record, given))).min() {
        let now = campaign.rules().pending(record).map(Arc::new);
        write(campaign, now, first, render, attention);
    }
}

/// Returns `true` if the pages of the last two turns should be there and are not: the disk refused to keep them when they were
/// due. Those of the first turn are not due before a stage of it has been resolved.
pub(crate) fn are_missing(campaign: &Campaign) -> bool {
    let turn = campaign.record.game.turn;
    turn > 1 && (turn - 1..=turn).any(|turn| campaign.store().page(turn, "report.txt").is_none())
}

/// Writes the pages that are missing, each as it was at the end of the last stage that it shows. Adds failures to `attention`.
pub(crate) fn write_missing(campaign: &Campaign, render: &dyn Render, attention: &mut Vec<String>) {
    let turn = campaign.record.game.turn;
    let is_missing = |turn: &u32| campaign.store().page(*turn, "report.txt").is_none();
    let Some(first) = (1..=turn).find(is_missing) else { return };
    let pages = Pages { campaign, render };
    // The page of a turn that has just begun is that of the turn before.
    let written = pages.past(first.min(turn - 1), turn).and_then(|(over, present)| {
        let last = over.last().map(|(_, record)| record.clone());
        for (turn, record) in over {
            pages.past_page(turn, record)?;
        }
        let Some(then) = present.or(last) else { return Ok(()) };
        // The present turn is shown as it is now, with what was to be told then.
        let mut record = campaign.record.clone();
        (record.game.events, record.people.told) = (then.game.events, then.people.told);
        pages.past_page(turn, record)
    });
    if let Err(error) = written {
        attention.push(format!("turns/ could not be written: {error}"));
    }
}

/// The record as it was at the end of turns, and at the last stage of a turn that is not over.
type Past = (Vec<(u32, Record)>, Option<Record>);

struct Pages<'a> {
    campaign: &'a Campaign,
    render: &'a dyn Render,
}

impl Pages<'_> {
    /// Writes the present turn, and the one before it if that has just ended.
    fn write_present(&self, now: &PendingPosition, first: u32) -> Result<(), CampaignError> {
        let turn = self.campaign.record.game.turn.max(1);
        let turns = if first < turn { turn.saturating_sub(1).max(1) } else { turn }..=turn;
        self.page(&self.campaign.record, now, turns)
    }

    /// Writes turns that ended before the last finished one, each as it was at its end.
    fn write_past(&self, first: u32) -> Result<(), CampaignError> {
        let last = self.campaign.record.game.turn.saturating_sub(1);
        if first.max(1) >= last {
            return Ok(());
        }
        let (over, _) = self.past(first, last)?;
        over.into_iter().try_for_each(|(turn, record)| self.past_page(turn, record))
    }

    /// Returns the record as it was at the end of each turn from `first` on and before `last`; and at the last stage since, if there
    /// was one in a turn that is not over.
    fn past(&self, first: u32, last: u32) -> Result<Past, CampaignError> {
        let campaign = self.campaign;
        let (rules, mut over, mut present) = (campaign.rules(), Vec::new(), None);
        let mut story: Vec<Happened> = Vec::new();
        let mut told = Told::default();
        Record::replay_timeline(rules, campaign.head().seq, |entry, record| {
            let Some(stage) = record.game.history.last().filter(|_| entry.kind == Kind::Resolved) else {
                return;
            };
            // The record forgets events once they are mailed.
            story.extend(record.game.events.iter().filter(|event| event.stage == stage.number).cloned());
            let shown = || {
                let (events, told) = (story.clone(), [(GM.to_owned(), told)].into());
                let mut record = record.clone();
                (record.game.events, record.people.told) = (events, told);
                record.people.told_of_rulings.clear();
                record
            };
            if record.game.turn == stage.turn {
                present = (stage.turn == last).then(shown);
                return;
            }
            if (first..last).contains(&stage.turn) {
                over.push((stage.turn, shown()));
            }
            present = None;
            story.clear();
            told = Told { stage: record.game.stage, events: 0, seq: entry.seq };
        })?;
        Ok((over, present))
    }

    /// Writes the page of a turn from a record of then.
    fn past_page(&self, turn: u32, mut record: Record) -> Result<(), CampaignError> {
        // The page says that the turn was replayed.
        let rulings = &self.campaign.record.people.rulings;
        let rulings = rulings.iter().filter(|given| given.ruling.turn <= turn);
        record.people.rulings = rulings.cloned().collect();
        self.page(&record, &self.campaign.rules().pending(&record)?, turn..=turn)
    }

    /// Writes the same page for each of `turns`.
    fn page(
        &self,
        record: &Record,
        now: &PendingPosition,
        turns: RangeInclusive<u32>,
    ) -> Result<(), CampaignError> {
        let Pages { campaign, render } = self;
        let models = MailModels { record, ..MailModels::of(campaign, now) };
        let report = models.report(GM)?;
        // The state holds secrets but looks like a player's, so a comment above it warns.
        let comment = render.whole_state().map_err(|why| CampaignError::Fault(why.to_string()))?;
        let comment: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        let state = format!("{comment}{}", view_yaml(&now.position));
        let written = render
            .write(&Model::Report(Box::new(report)))
            .map_err(|why| CampaignError::Fault(why.to_string()))?;
        let files = [
            ("state.yaml", state.as_str()),
            ("report.txt", &written.mail.text),
            ("report.html", &written.mail.html),
        ];
        turns.into_iter().try_for_each(|turn| campaign.store().keep_pages(turn, Some(REPLACED_NOTE), &files))
    }

    /// Writes a note next to the pages of turns after the present one: they belong to a timeline that a ruling replaced.
    fn mark_replaced(&self) -> Result<(), CampaignError> {
        let Pages { campaign, render } = self;
        let mut rulings = campaign.record.people.rulings.iter().rev();
        let Some(given) = rulings.find(|given| given.standing == Standing::Adopted) else { return Ok(()) };
        for turn in campaign.record.game.turn + 1.. {
            if campaign.store().page(turn, "report.txt").is_none() {
                break;
            }
            // An existing note names the first ruling after the pages, so it is kept. It is written again because a killed
            // process may not have synced it.
            let text = match campaign.store().page(turn, REPLACED_NOTE) {
                Some(text) => text,
                None => render
                    .replaced_turn(turn, given.ruling.number, &given.ruling.reason)
                    .map_err(|why| CampaignError::Fault(why.to_string()))?,
            };
            campaign.store().keep_pages(turn, None, &[(REPLACED_NOTE, &text)])?;
        }
        Ok(())
    }
}
