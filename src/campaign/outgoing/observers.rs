//! Reports for observers, who get what everybody may know, some time after the players.
//!
//! A report is made from the ledger as it was at the end of its turn, so later events cannot shorten the delay. The ledger
//! records what was sent; the reports that are due follow from it, the settings and the clock.

use crate::campaign::explain::retell;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::state::entries::Told;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, DueKind, GM, OBSERVER, Watched};
use crate::campaign::state::settings::{Delay, Observer};
use crate::campaign::store::Campaign;
use crate::post::{Address, AutoSubmitted, Outgoing};
use crate::report::model::TurnReport;
use crate::seal::NamedHead;
use crate::table::Event;
use chrono::{DateTime, Utc};
use serde_json::json;

/// A report that is due to an observer.
pub(crate) struct ObserverReport {
    pub(crate) due: Due,
    /// To be recorded when the report is sent.
    pub(crate) told: Told,
    observer: Observer,
    /// The last turn it reports.
    turn: u32,
    /// Its events begin after this entry.
    from: u64,
}

/// Returns an id for an observer that shows neither name nor address.
fn observer_id(campaign: &Campaign, observer: &Observer) -> String {
    let address = observer.address.to_lowercase();
    let who = campaign.secrets.derive(&json!({"observer": address}));
    let short: String = data_encoding::HEXLOWER.encode(&who).chars().take(12).collect();
    format!("{OBSERVER}{short}")
}

/// Returns `true` if the delay of an observer is over for a turn that ended with `watched`.
fn may_watch(campaign: &Campaign, observer: &Observer, watched: &Watched, now: DateTime<Utc>) -> bool {
    match observer.delay {
        _ if campaign.record.game.ended.is_some() => true,
        Delay::Turns(turns) => campaign.record.game.turn > watched.turn.saturating_add(turns),
        Delay::Time(time) => watched.at + time <= now,
    }
}

/// Returns the reports that are due: for each observer one up to the newest turn that he or she may see, with all events not
/// reported yet. A new observer gets only the last such turn.
pub(crate) fn due_reports(campaign: &Campaign, now: DateTime<Utc>) -> Vec<ObserverReport> {
    let of = |observer: &Observer| {
        let to = observer_id(campaign, observer);
        let told = campaign.record.people.observed.get(&to).copied();
        let all = &campaign.record.game.watched;
        let place = all.iter().rposition(|watched| may_watch(campaign, observer, watched, now))?;
        let watched = all.get(place).filter(|watched| told.is_none_or(|told| watched.seq > told))?;
        let before = place.checked_sub(1).and_then(|place| all.get(place)).map_or(0, |before| before.seq);
        let what = format!("turn-{}-{}", watched.turn, watched.seq);
        let due = Due { to, what, kind: DueKind::Observed, at: watched.at, seq: watched.seq };
        Some(ObserverReport {
            due,
            told: Told { seq: watched.seq, ..Told::default() },
            observer: observer.clone(),
            turn: watched.turn,
            from: told.unwrap_or(before),
        })
    };
    campaign.settings.observers.iter().filter_map(of).collect()
}

/// Returns when the next report is due by the clock alone; `None` if no observer waits for a time.
pub(crate) fn next_report(campaign: &Campaign, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let of = |observer: &Observer| match observer.delay {
        Delay::Time(time) => {
            campaign.record.game.watched.iter().map(|watched| watched.at + time).find(|at| *at > now)
        }
        Delay::Turns(_) => None,
    };
    campaign.settings.observers.iter().filter_map(of).min()
}

/// Renders a report to an observer. Returns it with the entry that it names as the ledger's head: the last public point of its
/// turn, because an observer may not know of later ones.
///
/// # Errors
/// If the ledger cannot be replayed, or the templates fail.
pub(crate) fn render_report(
    campaign: &Campaign,
    report: &ObserverReport,
    render: &dyn Render,
) -> Result<(Outgoing, Option<NamedHead>), CampaignError> {
    let ObserverReport { due, observer, turn, from, .. } = report;
    let (mut report, head) = public_report(campaign, *turn, *from, due.seq)?;
    report.head.player.clone_from(&observer.name);
    let written = render.write(&Model::Report(Box::new(report)));
    let text = written.map_err(|why| CampaignError::Fault(why.to_string()))?.mail;
    let id = campaign.message_ids().derive(&due.to, &due.what);
    let id = id.map_err(|why| CampaignError::Fault(why.to_string()))?;
    let mail = Outgoing {
        message_id: id.trim_matches(['<', '>']).to_owned(),
        date: due.at,
        from: campaign.settings.address.clone(),
        to: vec![Address::new(&observer.address).named(&observer.name)],
        reply_to: None,
        return_path: None,
        subject: text.subject,
        in_reply_to: None,
        references: Vec::new(),
        text: text.text,
        html: Some(text.html),
        attachments: Vec::new(),
        auto_submitted: AutoSubmitted::Generated,
        mark: campaign.settings.id.clone(),
    };
    Ok((mail, head))
}

/// Returns the report of the turn `turn`, which ended with the entry `to`, as everybody may know it, with what happened after
/// the entry `from`. It names no reader, who has no key and cannot answer. The entry that it names as the ledger's head is the
/// last public point of the turn.
///
/// # Errors
/// If the ledger cannot be replayed.
pub(crate) fn public_report(
    campaign: &Campaign,
    turn: u32,
    from: u64,
    to: u64,
) -> Result<(TurnReport, Option<NamedHead>), CampaignError> {
    let retold = retell(campaign.rules(), campaign.past(), GM, from, to)?;
    let now = campaign.rules().pending(&retold.record)?;
    let head = campaign.named_head(&retold.record)?;
    let models = MailModels {
        rules: campaign.rules().of(&retold.record)?,
        record: &retold.record,
        head,
        ..MailModels::of(campaign, &now)
    };
    let mut report = models.report(GM)?;
    report.head.player.clear();
    (report.head.key, report.head.address) = (None, String::new());
    // The whole turn is told, not the stage that follows it.
    (report.turn, report.stage) = (turn, String::new());
    report.events = retold.chapters.into_iter().flat_map(|chapter| chapter.events).map(Event::from).collect();
    report.concerns.clear();
    (report.window, report.sheet) = (None, None);
    report.decisions.clear();
    report.asked.clear();
    report.votes.clear();
    Ok((report, head))
}
