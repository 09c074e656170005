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
