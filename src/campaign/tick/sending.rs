//! One message handed over, trimmed if it is too large, and what follows if it cannot be sent.

use super::making::{Ready, next_mails};
use super::pass::Pass;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Mailed, Unreachable};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, DueKind};
use crate::campaign::state::rules::PendingPosition;
use crate::ledger::Kind;
use crate::post::{Cause, MailSink, SendError};
use chrono::TimeDelta;

/// The time after which an answer to a stranger is given up.
const STRANGERS_PATIENCE: TimeDelta = TimeDelta::days(2);

impl Pass<'_> {
    /// Makes a message and hands it over, trimmed step by step while it is too large for our limit or for the server.
    ///
    /// # Errors
    /// If it cannot be made or sent, or is too large even as plain text.
    pub(crate) fn hand_over(
        &mut self,
        due: &Due,
        bundled: &[Due],
        now: &PendingPosition,
        sink: &mut dyn MailSink,
    ) -> Result<Ready, SendError> {
        let mut first = Some(self.first(due, bundled, now));
        let limit = self.campaign.settings.limits.outgoing;
        let mut too_large = None;
        for trim in Trim::ALL {
            let ready = match first.take() {
                Some(first) => first?,
                None => self.making().ready(due, bundled, now, trim)?,
            };
            let Some(mail) = &ready.mail else { return Ok(ready) };
            if trim != Trim::TextOnly && mail.bytes.len() as u64 > limit {
                continue;
            }
            match sink.send_packed(mail) {
                Ok(()) => return Ok(ready),
                Err(error) if error.cause == Cause::TooLarge => too_large = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(too_large.unwrap_or_else(|| SendError::permanent("even as plain text it is too large to send")))
    }

    /// Returns a message with all its parts, made ahead if it was; if not, those that come after it are made with it.
    fn first(&mut self, due: &Due, bundled: &[Due], now: &PendingPosition) -> Result<Ready, SendError> {
        if let Some(ready) = self.ahead.take(&self.campaign.record, due, bundled) {
            return ready;
        }
        let mails = next_mails(&self.campaign, &self.outbox, self.now);
        if mails.len() > 1 {
            self.ahead = self.making().ahead(mails, now, || ()).1;
        }
        match self.ahead.take(&self.campaign.record, due, bundled) {
            Some(ready) => ready,
            None => self.making().ready(due, bundled, now, Trim::Full),
        }
    }

    /// Notes that a message was not sent and waits. If the server refuses a seat's address, the seat counts as unreachable,
    /// and the game master is told.
    ///
    /// # Errors
    /// If the ledger cannot be written.
    pub(crate) fn not_sent(
        &mut self,
        due: &Due,
        bundled: &[Due],
        error: &SendError,
    ) -> Result<(), CampaignError> {
        if due.kind == DueKind::Stranger {
            return self.not_to_a_stranger(due, error);
        }
        self.outbox.failed(due, bundled, self.now, error);
        let (to, what) = (&due.to, &due.what);
        self.done.attention.push(format!("a message to {to} ({what}) could not be sent: {error}"));
        let record = &self.campaign.record;
        match &error.cause {
            Cause::Recipient { status }
                if record.people.seats().any(|seat| seat == to)
                    && !record.people.unreachable.contains_key(to)
                    && !matches!(due.kind, DueKind::Copy { .. }) =>
            {
                let reason = Some(status.clone()).filter(|status| !status.is_empty());
                self.note(
                    Kind::Unreachable,
                    &Unreachable { seat: to.clone(), unreachable: true, reason, again: false },
                )
            }
            _ => Ok(()),
        }
    }

    /// Keeps an answer to a stranger for another try, or gives it up after a while: nobody waits for it.
    fn not_to_a_stranger(&mut self, due: &Due, error: &SendError) -> Result<(), CampaignError> {
        if !error.permanent && self.now - due.at < STRANGERS_PATIENCE {
            self.outbox.failed(due, &[], self.now, error);
            return Ok(());
        }
        tracing::info!(what = due.what, %error, "an answer to a stranger is given up");
        self.outbox.sent(due, &[]);
        let (to, what) = (due.to.clone(), due.what.clone());
        let number = self.campaign.record.people.mailed.get(&to).copied().unwrap_or_default() + 1;
        let with = Vec::new();
        self.note(Kind::Mailed, &Mailed { to, what, number, with, told: None, head: None, given_up: true })
    }

    /// Writes one entry to the ledger.
    fn note(&mut self, kind: Kind, body: &impl serde::Serialize) -> Result<(), CampaignError> {
        let mut engine = Engine::of(&self.campaign, self.now)?;
        engine.add(kind, body)?;
        let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
        self.campaign.commit(record, drafts, &vault)
    }
}
