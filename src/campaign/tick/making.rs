//! Messages made, several at once where cores are to spare. To make one has no effect, and it is made of the record alone, so that
//! those that come next can be made before the first is sent. They are sent one after the other.

use crate::campaign::outgoing::bundle;
use crate::campaign::outgoing::gallery::Gallery;
use crate::campaign::outgoing::maker::{MadeMail, Maker};
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::Render;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::ruling::by_mail;
use crate::campaign::state::entries::Told;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::message_ids::return_paths;
use crate::campaign::state::receipt::Wanted;
use crate::campaign::state::record::{CopyOf, Due, DueKind, Record};
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::state::stand_in::StandIn;
use crate::campaign::state::typed_path::typed_path;
use crate::campaign::store::{Campaign, Outbox};
use crate::crew;
use crate::plan::MapKind;
use crate::post::{Packed, SendError};
use crate::seal::{NamedHead, ReceiptSigner};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::VecDeque;
use std::path::Path;

/// The most messages that are made ahead: those of a whole turn of six, receipts and reports.
const AHEAD: usize = 12;
/// A message that is due, with those bundled into it.
pub(super) type Bundle = (Due, Vec<Due>);

/// A message that only has to be sent, with what follows then.
#[derive(Default)]
pub(super) struct Ready {
    /// `None` if the message is no longer needed.
    pub(super) mail: Option<Packed>,
    /// As in [`MadeMail`], but the record may have grown since it was made: the last entry is then a later one.
    pub(super) told: Option<Told>,
    pub(super) head: Option<NamedHead>,
    pub(super) trouble: Option<String>,
}

/// What messages are made with.
#[derive(Clone, Copy)]
pub(super) struct Making<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) render: &'a dyn Render,
    pub(super) signer: &'a ReceiptSigner,
    pub(super) gallery: &'a Gallery,
    pub(super) now: DateTime<Utc>,
}

/// Messages that were made ahead, in the order in which they are sent.
#[derive(Default)]
pub(super) struct Ahead {
    mark: Option<Mark>,
    made: VecDeque<(Bundle, Result<Ready, SendError>)>,
}

/// What a sent message may change for messages to others.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    at: DateTime<Utc>,
    events: usize,
    decisions: usize,
}

impl Mark {
    fn of(record: &Record) -> Self {
        Mark { at: record.at, events: record.game.events.len(), decisions: record.game.decisions.len() }
    }
}

impl Ahead {
    /// Takes the message that was made ahead; `None` if another one comes next, or it would be made otherwise now. Then the others are
    /// of no use either.
    pub(super) fn take(
        &mut self,
        record: &Record,
        due: &Due,
        bundled: &[Due],
    ) -> Option<Result<Ready, SendError>> {
        let is_next = |((first, with), _): &(Bundle, _)| first == due && with == bundled;
        if self.mark != Some(Mark::of(record)) || !self.made.front().is_some_and(is_next) {
            self.forget();
            return None;
        }
        self.made.pop_front().map(|(_, made)| made)
    }

    /// Drops what was made, after something has happened that is not the sending of one of the messages.
    pub(super) fn forget(&mut self) {
        *self = Ahead::default();
    }
}

/// Returns the messages that are sent next if nothing fails, as far as each can be made before the others are sent, and beside them.
pub(super) fn next_mails(campaign: &Campaign, outbox: &Outbox, now: DateTime<Utc>) -> Vec<Bundle> {
    let record = &campaign.record;
    // The first entry of a pass moves the time by which messages are made; and a server that was down may still be.
    let most = match record.at < now || outbox.doubts_server() {
        true => 1,
        false => AHEAD,
    };
    let mut all: Vec<Bundle> = Vec::new();
    while all.len() < most {
        let is = |one: &Due, due: &Due| one.to == due.to && one.what == due.what;
        let is_taken =
            |due: &Due| all.iter().any(|(first, with)| is(first, due) || with.iter().any(|one| is(one, due)));
        let ready = |due: &Due| outbox.may_send(due, now) && !is_taken(due);
        let next = bundle::next_mail(&record.people.due, &ready, &|due| outbox.tried(due));
        let Some((due, bundled)) = next else { break };
        // What a reader was told before is part of what the next message says, and the story for a new player of all.
        let waits = |(first, _): &Bundle| first.to == due.to && first.kind != DueKind::Receipt;
        if looks_back(due) || is_large(campaign, due) || all.iter().any(waits) {
            break;
        }
        all.push((due.clone(), bundled.into_iter().cloned().collect()));
    }
    all
}

/// Returns `true` if a message tells of more than the present, and so is made alone.
fn looks_back(due: &Due) -> bool {
    matches!(due.kind, DueKind::Handover | DueKind::Ruling { .. } | DueKind::End)
}

/// Returns `true` if a message may bring pictures or an order page: two of these at once would take twice the memory.
fn is_large(campaign: &Campaign, due: &Due) -> bool {
    let asked = campaign.record.people.maps.get(&due.to).copied();
    let map = asked.unwrap_or_else(|| campaign.settings.map_of(&due.to));
    let shows = matches!(due.kind, DueKind::Report | DueKind::Opening | DueKind::Copy { of: CopyOf::Report });
    shows && (map != MapKind::No || campaign.settings.has_page(&due.to))
}

impl Making<'_> {
    /// Makes messages ahead while `own` is done on this thread.
    pub(super) fn ahead<O>(
        self,
        mails: Vec<Bundle>,
        now: &PendingPosition,
        own: impl FnOnce() -> O,
    ) -> (O, Ahead) {
        // What all have in common is made once.
        let _ = now.view(self.campaign.rules(), None);
        let (own, made) =
            crew::beside(own, &mails, |(due, bundled)| self.ready(due, bundled, now, Trim::Full));
        let mark = Some(Mark::of(&self.campaign.record));
        (own, Ahead { mark, made: mails.into_iter().zip(made).collect() })
    }

    /// Returns a due message, written, checked for leaks and packed.
    ///
    /// # Errors
    /// If it cannot be made, or would tell its reader a secret.
    pub(super) fn ready(
        self,
        due: &Due,
        bundled: &[Due],
        now: &PendingPosition,
        trim: Trim,
    ) -> Result<Ready, SendError> {
        let MadeMail { mail, told, head, trouble } = self.made(due, bundled, now, trim)?;
        Ok(Ready { mail: mail.map(|mail| mail.pack()).transpose()?, told, head, trouble })
    }

    fn made(
        self,
        due: &Due,
        bundled: &[Due],
        now: &PendingPosition,
        trim: Trim,
    ) -> Result<MadeMail, SendError> {
        let failed = |error: CampaignError| SendError::temporary(error.to_string());
        let campaign = self.campaign;
        let head = campaign.named_head(&campaign.record).map_err(failed)?;
        let models = MailModels { trim, head, ..MailModels::of(campaign, now) };
        let rulings = |due: &Due, wanted: &Wanted| by_mail::answer(campaign, due, wanted, self.now);
        let (ids, entries) = (campaign.message_ids(), campaign.past());
        let name = campaign.dir.file_name().and_then(|name| name.to_str()).unwrap_or(&campaign.settings.id);
        let folder = typed_path(Path::new(name));
        let standing = |seat: &str| deposited(campaign, seat);
        let mut maker = Maker {
            models,
            render: self.render,
            ids,
            return_paths: return_paths(&campaign.settings, &campaign.secrets),
            signer: self.signer,
            entries,
            bundled,
            gallery: self.gallery,
            rulings: &rulings,
            folder: &folder,
            standing: &standing,
        };
        if let DueKind::Copy { of } = due.kind {
            // A stand-in whose time has ended before the message could be sent gets no copy.
            let at = if of == CopyOf::Receipt { due.at } else { self.now };
            let Some(stand_in) = StandIn::for_seat(&campaign.record.people, &due.to, at, &campaign.secrets)
            else {
                return Ok(MadeMail::default());
            };
            maker.models.stand_in = Some(&stand_in);
            let made = self.checked(&maker, &Due { kind: of.kind(), ..due.clone() })?;
            // A copy does not count as told: the player gets the same in a message of his or her own.
            return Ok(MadeMail { told: None, ..made });
        }
        self.checked(&maker, due)
    }

    /// Makes a message, and refuses to send it if it would leak.
    fn checked(self, maker: &Maker<'_>, due: &Due) -> Result<MadeMail, SendError> {
        let failed = |error: CampaignError| SendError::temporary(error.to_string());
        let made = maker.make(due).map_err(failed)?;
        if let Some(mail) = made.mail.as_ref().filter(|_| self.campaign.settings.leak_check)
            && maker.leaks(due, mail).map_err(failed)?
        {
            return Err(SendError::permanent(
                "it would tell its reader a secret of another seat, so it was held back. This is a bug; please report it",
            ));
        }
        Ok(made)
    }
}

/// Returns the plan that a seat has deposited in the open window.
fn deposited(campaign: &Campaign, seat: &str) -> Result<Option<Value>, CampaignError> {
    let part = campaign.record.game.open_window().and_then(|window| window.seats.get(seat));
    let Some(seal) = part.and_then(|part| part.seal.as_ref()) else { return Ok(None) };
    Ok(campaign.vault()?.openings.get(seal).map(|opening| opening.plan().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::tests::world::{World, YAML};
    use serde_json::json;

    fn due(to: &str, what: &str, kind: DueKind) -> Due {
        Due { to: to.to_owned(), what: what.to_owned(), kind, at: DateTime::UNIX_EPOCH, seq: 1 }
    }

    fn receipt(to: &str, number: usize) -> Due {
        due(to, &format!("receipt-{number}"), DueKind::Receipt)
    }

    fn notice(to: &str, number: usize) -> Due {
        let kind = DueKind::Notice { notice: "gone".to_owned(), details: json!({}) };
        due(to, &format!("notice-{number}"), kind)
    }

    /// Of each: the message, and those that go along.
    fn names(all: &[Bundle]) -> Vec<String> {
        let name = |due: &Due| format!("{} {}", due.to, due.what);
        all.iter()
            .map(|(due, with)| {
                let with: Vec<String> = with.iter().map(|due| format!(" + {}", due.what)).collect();
                name(due) + &with.concat()
            })
            .collect()
    }

    /// Made of this record, each with its place as its trouble.
    fn made(record: &Record, bundles: &[Bundle]) -> Ahead {
        let ready = |place: usize| Ok(Ready { trouble: Some(place.to_string()), ..Ready::default() });
        let made = bundles.iter().cloned().enumerate().map(|(place, bundle)| (bundle, ready(place)));
        Ahead { mark: Some(Mark::of(record)), made: made.collect() }
    }

    fn taken(ahead: &mut Ahead, record: &Record, (due, with): &Bundle) -> Option<String> {
        ahead.take(record, due, with)?.unwrap().trouble
    }

    #[test]
    fn what_was_made_ahead_is_taken_in_its_order_and_once() {
        let record = Record::default();
        let all = [
            (receipt("ash", 1), vec![]),
            (receipt("birch", 1), vec![notice("birch", 2)]),
            (receipt("ash", 2), vec![]),
        ];
        let mut ahead = made(&record, &all);
        for (place, bundle) in all.iter().enumerate() {
            assert_eq!(taken(&mut ahead, &record, bundle), Some(place.to_string()));
        }
        assert_eq!(taken(&mut ahead, &record, &all[2]), None);
    }

    /// Whatever comes in between: those behind it were made of what is no longer so.
    #[test]
    fn where_another_comes_next_all_that_was_made_is_of_no_use() {
        let record = Record::default();
        let all = [(receipt("ash", 1), vec![notice("ash", 2)]), (receipt("birch", 1), vec![])];
        for other in [
            all[1].clone(),
            (receipt("ash", 1), vec![]),
            (receipt("ash", 1), vec![notice("ash", 3)]),
            (receipt("ash", 1), vec![notice("ash", 2), notice("ash", 3)]),
            (receipt("ash", 2), vec![notice("ash", 2)]),
            (receipt("cedar", 1), vec![notice("ash", 2)]),
        ] {
            let mut ahead = made(&record, &all);
            assert_eq!(taken(&mut ahead, &record, &other), None, "{other:?}");
            assert_eq!(taken(&mut ahead, &record, &all[0]), None, "after {other:?}");
            assert_eq!(ahead.made.len(), 0);
        }
    }

    /// Time that goes by, and what has happened or was decided, is told in messages.
    #[test]
    fn what_was_made_of_another_record_is_made_again() {
        let record = Record::default();
        let all = [(receipt("ash", 1), vec![])];
        let (mut later, mut told, mut decided) = (record.clone(), record.clone(), record.clone());
        later.at += chrono::TimeDelta::seconds(1);
        told.game.events.push(serde_json::from_value(json!({"stage": 1, "index": 0, "event": {}})).unwrap());
        let answer = json!({
            "stage": 1, "seq": 2, "seat": "ash", "key": "1/bid/ash", "kind": "bid", "answer": 3,
            "source": {"from": "default", "why": "pace"},
        });
        decided.game.decisions.push(serde_json::from_value(answer).unwrap());
        for (changed, what) in [(later, "time"), (told, "events"), (decided, "decisions")] {
            let mut ahead = made(&record, &all);
            assert_eq!(taken(&mut ahead, &changed, &all[0]), None, "{what}");
            assert_eq!(taken(&mut ahead, &record, &all[0]), None, "{what}: nothing is kept");
        }
        // Messages that were recorded as sent change neither.
        let mut sent = record.clone();
        (sent.seq, sent.people.counts_of_mail.mailed) = (7, 3);
        assert_eq!(taken(&mut made(&record, &all), &sent, &all[0]), Some("0".to_owned()));
        let mut ahead = made(&record, &all);
        ahead.forget();
        assert_eq!(taken(&mut ahead, &record, &all[0]), None);
    }

    fn campaign(more: &str) -> Campaign {
        let mut world = World::unrecorded(&format!("{YAML}{more}"));
        world.start();
        world.tick();
        world.campaign()
    }

    /// What comes next if just these are due, at the time of the last entry.
    fn next(campaign: &mut Campaign, due: &[Due]) -> Vec<String> {
        campaign.record.people.due = due.to_vec();
        names(&next_mails(campaign, &Outbox::default(), campaign.record.at))
    }

    #[test]
    fn messages_come_next_as_they_are_sent_as_far_as_none_is_made_of_another() {
        let mut campaign = campaign("map: no\npage: no\n");
        let report = |to: &str| due(to, "report-1", DueKind::Report);
        // Receipts say nothing that those before have said.
        let all =
            [receipt("ash", 1), receipt("ash", 2), receipt("birch", 1), report("cedar"), notice("cedar", 2)];
        assert_eq!(
            next(&mut campaign, &all),
            ["ash receipt-1", "ash receipt-2", "birch receipt-1", "cedar report-1 + notice-2"]
        );
        // After a report its reader has been told.
        assert_eq!(
            next(&mut campaign, &[report("ash"), receipt("ash", 1), receipt("birch", 1)]),
            ["ash report-1"]
        );
        assert_eq!(next(&mut campaign, &[report("ash"), report("birch"), report("cedar")]).len(), 3);
        for kind in [DueKind::Handover, DueKind::Ruling { number: 1 }, DueKind::End] {
            let all = [receipt("ash", 1), due("birch", "long-1", kind.clone()), receipt("cedar", 1)];
            assert_eq!(next(&mut campaign, &all), ["ash receipt-1"], "{kind:?}");
        }
        // Of the same name are messages to several.
        let same = [receipt("ash", 1), receipt("birch", 1), receipt("cedar", 1)];
        assert_eq!(next(&mut campaign, &same).len(), 3);
        let many: Vec<Due> = (1..=AHEAD + 3).map(|number| receipt("ash", number)).collect();
        assert_eq!(next(&mut campaign, &many).len(), AHEAD);
        assert_eq!(next(&mut campaign, &many[..AHEAD]).len(), AHEAD);
        assert_eq!(next(&mut campaign, &[]).len(), 0);
    }

    #[test]
    fn only_one_is_made_where_the_next_entry_moves_the_time_or_the_server_may_be_down() {
        let mut campaign = campaign("map: no\npage: no\n");
        let all = [receipt("ash", 1), receipt("birch", 1), receipt("cedar", 1)];
        assert_eq!(next(&mut campaign, &all).len(), 3);
        let at = campaign.record.at;
        let names = |outbox: &Outbox, now| names(&next_mails(&campaign, outbox, now));
        let second = chrono::TimeDelta::seconds(1);
        assert_eq!(names(&Outbox::default(), at + second), ["ash receipt-1"]);
        // A clock that is behind moves nothing.
        assert_eq!(names(&Outbox::default(), at - second).len(), 3);
        let hour = chrono::TimeDelta::hours(1);
        let mut outbox = Outbox::default();
        let down = SendError { cause: crate::post::Cause::Server, ..SendError::temporary("down") };
        outbox.failed(&all[0], &[], at - hour * 2, &down);
        assert_eq!(names(&outbox, at), ["ash receipt-1"]);
        // One that has failed for its own sake lets the others pass.
        let mut outbox = Outbox::default();
        outbox.failed(&all[0], &[], at, &SendError::temporary("full"));
        assert_eq!(names(&outbox, at), ["birch receipt-1", "cedar receipt-1"]);
    }

    /// Two of these at once would take twice the memory.
    #[test]
    fn what_may_bring_pictures_or_a_page_is_made_alone() {
        let copy = DueKind::Copy { of: CopyOf::Report };
        for (settings, are_large) in [
            ("map: no\npage: no\n", false),
            ("map: svg\npage: no\n", true),
            ("map: no\npage: yes\n", true),
            ("map: png\npage: no\n", true),
        ] {
            let mut campaign = campaign(settings);
            for kind in [DueKind::Report, DueKind::Opening, copy.clone()] {
                let all = [receipt("ash", 1), due("birch", "large-1", kind.clone()), receipt("cedar", 1)];
                assert_eq!(
                    next(&mut campaign, &all).len(),
                    if are_large { 1 } else { 3 },
                    "{settings} {kind:?}"
                );
            }
            let small =
                [receipt("ash", 1), due("birch", "reminder-1", DueKind::Reminder), receipt("cedar", 1)];
            assert_eq!(next(&mut campaign, &small).len(), 3, "{settings}");
        }
        // What a seat has asked for itself comes first.
        let all = [receipt("ash", 1), due("birch", "report-1", DueKind::Report), receipt("cedar", 1)];
        for (settings, own, count) in
            [("map: svg\npage: no\n", MapKind::No, 3), ("map: no\npage: no\n", MapKind::Svg, 1)]
        {
            let mut campaign = campaign(settings);
            campaign.record.people.maps.insert("birch".to_owned(), own);
            assert_eq!(next(&mut campaign, &all).len(), count, "{settings} {own:?}");
        }
    }
}
