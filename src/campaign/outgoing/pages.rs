//! `turns/NN/`: the last state and report of each turn, for people. They can be made again and nothing reads them. Those of
//! turns that a ruling has left stay, and say so.
//!
//! May use: folder, models, render. Is used by: tick.

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::state::entries::{RulingKind, Told};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Given, Happened, Record, Standing};
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use crate::report::view_yaml;
use crate::table::Damaged;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// How a turn's page says that it counts no more.
const LEFT: &str = "left.txt";

/// Writes the pages of the turns from `first` to the present one, where the game stands `now`; what goes wrong is said.
pub(crate) fn write(
    campaign: &Campaign,
    now: Result<Rc<PendingPosition>, Damaged>,
    first: u32,
    render: &dyn Render,
    attention: &mut Vec<String>,
) {
    let written = now.map_err(CampaignError::from).and_then(|now| {
        let pages = Pages { campaign, render };
        pages.past(first)?;
        pages.present(&now, first)?;
        pages.left()
    });
    if let Err(error) = written {
        attention.push(format!("turns/ could not be written: {error}"));
    }
}

/// The first turn of which a ruling may have made another one. One that goes forward again may bring any back.
pub(crate) fn first_of(given: &Given) -> u32 {
    if given.ruling.what == RulingKind::Forward { 1 } else { given.ruling.turn }
}

/// Writes the pages that a tick or a ruling has left out which was broken off: what it resolved is written, and no mail of it
/// was sent. Once mails are, the report would be another.
pub(crate) fn mend(campaign: &Campaign, render: &dyn Render, attention: &mut Vec<String>) {
    let mailed =
        campaign.entries().iter().rev().find(|entry| entry.kind == Kind::Mailed).map_or(0, |entry| entry.seq);
    let record = &campaign.record;
    let stages = record.game.history.iter().filter(|stage| stage.seq > mailed).map(|stage| stage.turn);
    let rulings = record
        .people
        .rulings
        .iter()
        .filter(|given| given.seq > mailed && given.standing == Standing::Adopted);
    if let Some(first) = stages.chain(rulings.map(first_of)).min() {
        let now = campaign.rules().pending(record).map(Rc::new);
        write(campaign, now, first, render, attention);
    }
}

struct Pages<'a> {
    campaign: &'a Campaign,
    render: &'a dyn Render,
}

impl Pages<'_> {
    /// The present turn, and the one before it if it has just come to its end.
    fn present(&self, now: &PendingPosition, first: u32) -> Result<(), CampaignError> {
        let turn = self.campaign.record.game.turn.max(1);
        let turns = if first < turn { turn.saturating_sub(1).max(1) } else { turn }..=turn;
        self.page(&self.campaign.record, now, turns)
    }

    /// Turns that were over before the last that is, each as it was at its end.
    fn past(&self, first: u32) -> Result<(), CampaignError> {
        let campaign = self.campaign;
        let last = campaign.record.game.turn.saturating_sub(1);
        if first.max(1) >= last {
            return Ok(());
        }
        let (rules, mut over) = (campaign.rules(), Vec::new());
        let mut story: Vec<Happened> = Vec::new();
        let mut told = Told::default();
        Record::along(rules, campaign.head().seq, |entry, record| {
            let Some(stage) = record.game.history.last().filter(|_| entry.kind == Kind::Resolved) else {
                return;
            };
            // What everybody was told of is forgotten with the mail that told it.
            story.extend(record.game.events.iter().filter(|event| event.stage == stage.number).cloned());
            if record.game.turn == stage.turn {
                return;
            }
            if (first..last).contains(&stage.turn) {
                let (events, told) = (std::mem::take(&mut story), [(GM.to_owned(), told)].into());
                let mut record = record.clone();
                (record.game.events, record.people.told) = (events, told);
                over.push((stage.turn, record));
            }
            story.clear();
            told = Told { stage: record.game.stage, events: 0, seq: entry.seq, votes: false };
        })?;
        for (turn, mut record) in over {
            // That the turn was played again is said.
            let rulings = campaign.record.people.rulings.iter().filter(|given| given.ruling.turn <= turn);
            record.people.rulings = rulings.cloned().collect();
            self.page(&record, &rules.pending(&record)?, turn..=turn)?;
        }
        Ok(())
    }

    fn page(
        &self,
        record: &Record,
        now: &PendingPosition,
        turns: RangeInclusive<u32>,
    ) -> Result<(), CampaignError> {
        let Pages { campaign, render } = self;
        let models = MailModels {
            settings: &campaign.settings,
            rules: campaign.rules(),
            secrets: &campaign.secrets,
            record,
            now,
            stand_in: None,
            trim: crate::campaign::outgoing::trim::Trim::Full,
        };
        let report = models.report(GM)?;
        // It looks like what players are mailed, and is not.
        let above = render.whole_state().map_err(|why| CampaignError::Fault(why.to_string()))?;
        let above: String = above.lines().map(|line| format!("# {line}\n")).collect();
        let state = format!("{above}{}", view_yaml(&now.position));
        let written = render
            .write(&Model::Report(Box::new(report)))
            .map_err(|why| CampaignError::Fault(why.to_string()))?;
        let files = [
            ("state.yaml", state.as_str()),
            ("report.txt", &written.mail.text),
            ("report.html", &written.mail.html),
        ];
        turns.into_iter().try_for_each(|turn| campaign.store().keep_pages(turn, Some(LEFT), &files))
    }

    /// Turns that are yet to come again: their pages are of a way that a ruling has left.
    fn left(&self) -> Result<(), CampaignError> {
        let Pages { campaign, render } = self;
        let mut rulings = campaign.record.people.rulings.iter().rev();
        let Some(given) = rulings.find(|given| given.standing == Standing::Adopted) else { return Ok(()) };
        for turn in campaign.record.game.turn + 1.. {
            if campaign.store().page(turn, "report.txt").is_none() {
                break;
            }
            // The ruling that left it is the first one after its pages. It is written in any case: who wrote it may have died
            // before it was synced.
            let text = match campaign.store().page(turn, LEFT) {
                Some(text) => text,
                None => render
                    .left(turn, given.ruling.number, &given.ruling.reason)
                    .map_err(|why| CampaignError::Fault(why.to_string()))?,
            };
            campaign.store().keep_pages(turn, None, &[(LEFT, &text)])?;
        }
        Ok(())
    }
}
