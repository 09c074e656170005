//! The steps of one pass: send what is due, collect mail, play on, send again.

use super::making::{Ahead, Making, next_mails};
use super::news::Before;
use super::ordered::{Ordered, carry_out};
use super::outage;
use super::outcome::Ticked;
use super::reading::{Outcomes, Readers, read, read_again};
use crate::campaign::inspect::site;
use crate::campaign::intake::senders::Sieve;
use crate::campaign::outgoing::gallery::Gallery;
use crate::campaign::outgoing::printed::Printer;
use crate::campaign::outgoing::render::Render;
use crate::campaign::outgoing::{bundle, observers, pages};
use crate::campaign::play::engine::Engine;
use crate::campaign::ruling::by_mail;
use crate::campaign::state::entries::{Mailed, Told};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, DueKind};
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::store::{Campaign, Claim, Host, Outbox, Vault};
use crate::ledger::{Draft, Kind};
use crate::post::{MailSink, MailSource, MailboxMark, Receipt, SendError};
use crate::seal::{NamedHead, ReceiptSigner};
use crate::table::Damaged;
use chrono::{DateTime, TimeDelta, Utc};
use std::path::Path;
use std::sync::Arc;

/// How far the clock may be behind the last known time before a tick refuses to run.
const SLACK: TimeDelta = TimeDelta::minutes(1);

/// One pass over a campaign, which is claimed until the pass is dropped.
pub(super) struct Pass<'a> {
    pub(super) campaign: Campaign,
    host: Host,
    pub(super) now: DateTime<Utc>,
    pub(super) render: &'a dyn Render,
    pub(super) outbox: Outbox,
    /// The time of the last tick or entry. `None` if no tick has run.
    pub(super) last: Option<DateTime<Utc>>,
    pub(super) done: Ticked,
    /// The pending position of the current record. `None` if the record has changed since.
    pub(super) pending: Option<Result<Arc<PendingPosition>, Damaged>>,
    pub(super) order: Option<Ordered<'a>>,
    /// The pictures drawn in this pass.
    gallery: Gallery,
    signer: ReceiptSigner,
    pub(super) ahead: Ahead,
    /// Where a mailbox on a server stands, if nothing in it waits.
    mailbox: Option<MailboxMark>,
    _claim: Claim,
}

impl<'a> Pass<'a> {
    /// Claims a campaign for a pass.
    ///
    /// # Errors
    /// If the campaign cannot be opened, or another process works on it.
    pub(super) fn begin(
        host: &Host,
        dir: &Path,
        now: DateTime<Utc>,
        render: &'a dyn Render,
    ) -> Result<Self, CampaignError> {
        let (campaign, claim) = Campaign::claim(host, dir)?;
        // The heartbeat is not synced: after a crash it may be too early, but the record never is.
        let last = campaign.store().last_tick().map(|last| last.max(campaign.record.at));
        let outbox = Outbox::load(campaign.store());
        let signer = campaign.secrets.receipt_signer();
        let done = Ticked { attention: campaign.notes.clone(), ..Ticked::default() };
        Ok(Pass {
            campaign,
            host: host.clone(),
            now,
            render,
            outbox,
            last,
            done,
            pending: None,
            order: None,
            gallery: Gallery::default(),
            signer,
            ahead: Ahead::default(),
            mailbox: None,
            _claim: claim,
        })
    }

    /// Runs the pass and returns its result.
    ///
    /// # Errors
    /// If the clock has been set back, a mailbox or the ledger cannot be used, or the order is refused.
    pub(super) fn run(mut self) -> Result<Ticked, CampaignError> {
        let known = self.last.max(Some(self.campaign.record.at)).unwrap_or(self.now);
        if self.now + SLACK < known {
            return Err(CampaignError::Refused(format!(
                "the clock says {}, but the last tick was at {}: it has been set back. Nothing was done. Correct the clock, or wait until it has caught up",
                self.now, known
            )));
        }
        self.now = self.now.max(self.campaign.record.at);
        let mailboxes = self.campaign.mailboxes().clone();
        let mut sink = mailboxes.outgoing(&self.campaign.settings.mail_out)?;
        // A tick may write several appends. If the last one was killed between them, the rest is written first, so that the
        // same messages are sent as without the interruption.
        let was_broken_off = self.campaign.was_broken_off();
        if !was_broken_off {
            self.send(&mut *sink)?;
        }
        let receipt = Receipt::at(self.now).trusting(self.campaign.settings.clock.trusted_host.clone());
        mailboxes.bring_over(&self.campaign.settings.mail_in, self.now)?;
        let mut source = mailboxes.incoming(&self.campaign.settings.mail_in, receipt);
        let filed = match self.work(&mut *source) {
            Err(error) if was_broken_off => {
                self.send(&mut *sink)?;
                return Err(error);
            }
            filed => filed?,
        };
        if was_broken_off {
            pages::repair(&self.campaign, self.render, &mut self.done.attention);
        } else if self.done.stages == 0 && pages::are_missing(&self.campaign) {
            pages::write_missing(&self.campaign, self.render, &mut self.done.attention);
        }
        self.put_away(&mut *source, filed);
        self.mailbox = source.mark();
        self.send(&mut *sink)?;
        self.finish();
        Ok(self.done)
    }

    /// Collects and reads mail, plays on, and writes the entries. Returns each message with its outcome.
    fn work(&mut self, source: &mut dyn MailSource) -> Result<Outcomes, CampaignError> {
        let before = Before::of(&self.campaign.record);
        let mut engine = Engine::of(&self.campaign, self.now)?;
        outage::gap(&mut engine, self.last)?;
        engine.note_settings()?;
        engine.key_for_the_gm()?;
        carry_out(&mut engine, self.order.as_mut(), true)?;
        let (sieve, printer) = (Sieve::default(), Printer(self.render));
        let with: Readers<'_> = (&sieve, &printer);
        let (mut filed, kept) = read(&mut engine, with, source, &mut self.done)?;
        carry_out(&mut engine, self.order.as_mut(), false)?;
        let problems = source.problems();
        if problems.is_empty() {
            let adopts = by_mail::wants_adoption(&engine.drafts) || by_mail::is_wished(&self.campaign)?;
            if (adopts || engine.proposal_is_due()) && !engine.drafts.is_empty() {
                // A ruling reads the plans it keeps from the ledger, so everything before it must be written first.
                let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
                self.note_order(&drafts)?;
                self.done.entries += drafts.len();
                self.campaign.commit(record, drafts, &vault)?;
                self.pending = None;
                engine = Engine::of(&self.campaign, self.now)?;
            }
            if adopts && engine.drafts.is_empty() {
                drop(engine);
                let wished = by_mail::wished(&mut self.campaign, self.now)?;
                engine = match by_mail::adopt_first(&self.campaign, &wished, self.now)? {
                    Some(ruled) => ruled,
                    None => Engine::of(&self.campaign, self.now)?,
                };
            }
            engine.settle()?;
            filed.extend(read_again(&mut engine, with, kept, &mut self.done)?);
            engine.remind()?;
            engine.remind_to_rehearse()?;
            engine.remind_of_chance()?;
            engine.stand_ins_begin()?;
        } else {
            // The unread message may contain the missing orders, and nobody may lose a turn by our fault.
            let told =
                |problem| format!("a message could not be read, so this tick resolves nothing: {problem}");
            self.done.attention.extend(problems.iter().map(told));
        }
        let stages = engine.record.game.history.len();
        // A ruling that was proposed may have taken the game back.
        let ruled = engine.record.people.rulings.len() != before.rulings
            || engine.record.people.rulings.last().map(|given| given.standing) != before.standing;
        self.done.stages = stages.saturating_sub(before.stages);
        self.done.entries += engine.drafts.len();
        self.done.over = engine.record.game.ended.is_some();
        self.done.attention.extend(engine.unheard.iter().map(|seat| unheard(seat)));
        self.done.attention.extend(engine.stuck.take());
        self.done.attention.extend(before.news(&engine.record, &self.campaign.dir));
        self.done.attention.extend(engine.told_of_missing_plans());
        let pending = engine.known_pending();
        let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
        let back = record
            .people
            .rulings
            .last()
            .filter(|_| ruled)
            .map(|given| pages::first_changed_turn(&record, given));
        let turn = before.turn.min(record.game.turn).min(back.unwrap_or(u32::MAX));
        let changed = !drafts.is_empty();
        self.note_order(&drafts)?;
        self.campaign.commit(record, drafts, &vault)?;
        if changed {
            self.pending = pending.map(Ok);
        }
        if changed && stages > 0 && (self.done.stages > 0 || ruled) {
            self.publish(turn);
        }
        Ok(filed)
    }

    /// Writes the pages of turns from `first` on, while messages are made that are sent after that.
    fn publish(&mut self, first: u32) {
        let now = self.pending();
        let mails = match &now {
            Ok(_) => next_mails(&self.campaign, &self.outbox, self.now),
            Err(_) => Vec::new(),
        };
        let making = self.making();
        let (host, render) = (&self.host, self.render);
        let write = || {
            let mut attention = Vec::new();
            pages::write(making.campaign, now.clone(), first, render, &mut attention);
            attention.extend(site::keep(host, making.campaign, render));
            attention
        };
        let (attention, ahead) = match &now {
            Ok(pending) => making.ahead(mails, pending, write),
            Err(_) => (write(), Ahead::default()),
        };
        self.ahead = ahead;
        self.done.attention.extend(attention);
    }

    /// Returns what messages are made with.
    pub(super) fn making(&self) -> Making<'_> {
        Making {
            campaign: &self.campaign,
            render: self.render,
            signer: &self.signer,
            gallery: &self.gallery,
            now: self.now,
        }
    }

    /// Files the messages that were read. One that cannot be filed is collected again and recognised as a copy.
    fn put_away(&mut self, source: &mut dyn MailSource, filed: Outcomes) {
        let mut errors: Vec<_> =
            filed.iter().filter_map(|(handle, outcome)| source.file(handle, *outcome).err()).collect();
        errors.extend(source.settle().err());
        if let Some(first) = errors.first() {
            let count = errors.len();
            self.done
                .attention
                .push(format!("messages not filed: {count}; the next tick tries again. {first}"));
        }
    }

    /// Returns the pending position, worked out once for the pages and all messages; sending does not change it.
    fn pending(&mut self) -> Result<Arc<PendingPosition>, Damaged> {
        let (rules, record) = (self.campaign.rules(), &self.campaign.record);
        self.pending.get_or_insert_with(|| rules.pending(record).map(Arc::new)).clone()
    }

    /// Sends all messages that are due and have not failed lately.
    fn send(&mut self, sink: &mut dyn MailSink) -> Result<(), CampaignError> {
        self.done.waiting = 0;
        loop {
            let ready = |due: &Due| self.outbox.may_send(due, self.now);
            let next =
                bundle::next_mail(&self.campaign.record.people.due, &ready, &|due| self.outbox.tried(due));
            let Some((due, bundled)) = next else { break };
            let (due, bundled): (Due, Vec<Due>) = (due.clone(), bundled.into_iter().cloned().collect());
            // A message that cannot be made or sent must not delay the others or the game.
            let now =
                self.pending().map_err(|why| SendError::temporary(CampaignError::from(why).to_string()));
            match now.and_then(|now| self.hand_over(&due, &bundled, &now, sink)) {
                Ok(ready) => {
                    // If the message was no longer needed, its bundled ones were not sent either.
                    let bundled = if ready.mail.is_some() { bundled } else { Vec::new() };
                    self.done.sent += usize::from(ready.mail.is_some());
                    if ready.mail.is_some() && tells(&due, &bundled) {
                        self.done.told.insert(due.to.clone());
                    }
                    self.done.attention.extend(ready.trouble);
                    self.outbox.sent(&due, &bundled);
                    let seq = self.campaign.record.seq;
                    let told = ready.told.map(|told| Told { seq, ..told });
                    self.mailed(&due, &bundled, told, ready.head)?;
                }
                Err(error) => {
                    self.ahead.forget();
                    self.not_sent(&due, &bundled, &error)?;
                }
            }
        }
        self.done.waiting = self.campaign.record.people.due.len();
        self.observers(sink)?;
        self.campaign.settle()
    }

    /// Sends observers the reports whose delay is over.
    fn observers(&mut self, sink: &mut dyn MailSink) -> Result<(), CampaignError> {
        for report in observers::due_reports(&self.campaign, self.now) {
            let due = &report.due;
            if !self.outbox.may_send(due, self.now) {
                continue;
            }
            let made = observers::render_report(&self.campaign, &report, self.render);
            let made = made.map_err(|error| SendError::temporary(error.to_string()));
            match made.and_then(|(mail, head)| sink.send(&mail).map(|()| head)) {
                Ok(head) => {
                    self.done.sent += 1;
                    self.outbox.sent(due, &[]);
                    self.mailed(due, &[], Some(report.told), head)?;
                }
                Err(error) => {
                    self.outbox.failed(due, &[], self.now, &error);
                    self.done.attention.push(format!("a report to {} could not be sent: {error}", due.to));
                }
            }
        }
        Ok(())
    }

    /// Records that a message was sent, with those bundled into it.
    fn mailed(
        &mut self,
        due: &Due,
        bundled: &[Due],
        told: Option<Told>,
        head: Option<NamedHead>,
    ) -> Result<(), CampaignError> {
        // If the entry cannot be written, the pass ends and the moved record is not needed any more.
        let mut engine = self.engine_of_record();
        let (to, what) = (due.to.clone(), due.what.clone());
        let number = engine.record.people.mailed.get(&to).copied().unwrap_or_default() + 1;
        let with = bundled.iter().map(|also| also.what.clone()).collect();
        engine.add(Kind::Mailed, &Mailed { to, what, number, with, told, head, given_up: false })?;
        let (record, drafts): (_, Vec<Draft>) = (engine.record, engine.drafts);
        self.campaign.note_sent(record, drafts)
    }

    /// Writes the caches that make the next tick fast, and the heartbeat. Nothing is lost if it fails.
    fn finish(&mut self) {
        self.campaign.save();
        self.outbox.keep(&self.campaign.record.people.due);
        self.outbox.save(self.campaign.store());
        let next = self.next_instant();
        let watch = observers::next_report(&self.campaign, self.now);
        // A report to an observer that failed is tried again with the next tick that may.
        let failed = (!observers::due_reports(&self.campaign, self.now).is_empty()).then_some(self.now);
        let pages = pages::are_missing(&self.campaign).then_some(self.now);
        let next = [next, self.outbox.next(&self.campaign.record.people.due, self.now), watch, failed, pages];
        let next = next.into_iter().flatten().min();
        // What needs attention is repeated after a day and not by every tick, because cron mails what is printed.
        let again = (!self.done.attention.is_empty()).then(|| self.now + TimeDelta::days(1));
        // Not everything in a mailbox on a server shows in its numbers: once a day a tick looks for itself.
        let look = self.mailbox.map(|_| self.now + TimeDelta::days(1));
        let next = next.into_iter().chain(again).chain(look).min();
        self.campaign.store().keep_due(&self.campaign.settings, next, self.mailbox);
        if let Err(error) = self.campaign.store().ticked(self.now) {
            self.done.attention.push(error.to_string());
        }
    }

    /// Returns the next time at which something happens without a message or command.
    fn next_instant(&mut self) -> Option<DateTime<Utc>> {
        let engine = self.engine_of_record();
        let (next, record) = (engine.next_instant(), engine.record);
        self.campaign.record = record;
        next
    }

    /// Returns an engine that has taken the record, which is moved and not copied, and knows no deposits.
    fn engine_of_record(&mut self) -> Engine<'_> {
        let record = std::mem::take(&mut self.campaign.record);
        let campaign = &self.campaign;
        let (rules, vault) = (campaign.rules(), Vault::default());
        Engine::new(&campaign.settings, rules, &campaign.secrets, record, vault, self.now)
    }

    /// Leaves a note of the order if its entry is among the drafts that are written now.
    fn note_order(&mut self, drafts: &[Draft]) -> Result<(), CampaignError> {
        if let Some(ordered) = &mut self.order
            && let Some(place) = ordered.entry.take()
        {
            return ordered.order.command().note(&self.campaign, drafts, place);
        }
        Ok(())
    }
}

/// Says to the game master that a seat's messages wait for somebody to read them.
fn unheard(seat: &str) -> String {
    format!(
        "{seat} has sent many messages with nothing for us in them, and we answer no more of these for a day; see `ravenpost inbox`"
    )
}

/// Returns `true` if a message is more than the receipt of one that its reader has sent.
fn tells(due: &Due, bundled: &[Due]) -> bool {
    let is_more = |due: &Due| !matches!(due.kind, DueKind::Receipt | DueKind::Copy { .. });
    std::iter::once(due).chain(bundled).any(is_more)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A receipt alone tells its reader nothing new; with anything else beside it, it does.
    #[test]
    fn a_mail_tells_something_if_any_of_it_is_more_than_a_receipt() {
        let due = |kind: DueKind| Due {
            to: "ash".into(),
            what: "x".into(),
            kind,
            at: chrono::DateTime::UNIX_EPOCH,
            seq: 1,
        };
        let (receipt, report) = (due(DueKind::Receipt), due(DueKind::Report));
        for (first, with, is_more) in [
            (&receipt, vec![], false),
            (&receipt, vec![receipt.clone()], false),
            (&receipt, vec![report.clone()], true),
            (&report, vec![], true),
            (&report, vec![receipt.clone()], true),
        ] {
            assert_eq!(tells(first, &with), is_more, "{first:?} {with:?}");
        }
    }
}
