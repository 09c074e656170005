//! The engine makes entries and applies them to the record at once; a tick later writes them all in one append. It
//! touches neither disk nor clock.

use crate::campaign::play::silence::AskedBefore;
use crate::campaign::state::entries::{Changed, Digest, Line, Resolved, SeatId, Unusable};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::{Known, PendingPosition, Replayed, Rules};
use crate::campaign::state::secrets::{Secrets, salt};
use crate::campaign::state::settings::Settings;
use crate::campaign::store::{Campaign, Vault};
use crate::ledger::{Draft, Kind, Secret};
use crate::table::Damaged;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A campaign at one moment, with the entries that have been made but not written yet.
pub struct Engine<'a> {
    pub settings: &'a Settings,
    pub rules: Rules<'a>,
    pub secrets: &'a Secrets,
    /// The time of new entries, never before that of the last entry.
    pub now: DateTime<Utc>,
    pub record: Record,
    /// Entries that are applied to `record` but not written yet.
    pub drafts: Vec<Draft>,
    /// Deposited plans.
    pub vault: Vault,
    /// `true` for a preview, which closes no sealed window.
    pub looking: bool,
    /// Answers that were ignored because they are not legal, by the key of the question.
    pub passed_over: BTreeMap<String, Unusable>,
    /// Seats of which messages were filed without an answer, because nothing was found in many before.
    pub(crate) unheard: BTreeSet<SeatId>,
    /// How many messages were neither recorded nor answered, because their seats had sent too many.
    pub(crate) over_limit: usize,
    /// The reason why the game cannot go on, for the game master; `None` if it can.
    pub stuck: Option<String>,
    pub(crate) asked_before: AskedBefore,
    /// The present position, once it has been worked out.
    pending: OnceCell<Arc<PendingPosition>>,
    /// The number of entries that this engine has added, apart from messages and seals.
    changes: u64,
}

impl<'a> Engine<'a> {
    /// Makes an engine at the time `now`, or at the time of the last entry if that is later.
    pub fn new(
        settings: &'a Settings,
        rules: Rules<'a>,
        secrets: &'a Secrets,
        record: Record,
        vault: Vault,
        now: DateTime<Utc>,
    ) -> Self {
        let now = now.max(record.at);
        let (rules, stuck) = match rules.of(&record) {
            Ok(rules) => (rules, None),
            Err(why) => (rules, Some(why.to_string())),
        };
        Engine {
            settings,
            rules,
            secrets,
            now,
            record,
            drafts: Vec::new(),
            vault,
            looking: false,
            passed_over: BTreeMap::new(),
            unheard: BTreeSet::new(),
            over_limit: 0,
            stuck,
            asked_before: AskedBefore::default(),
            pending: OnceCell::new(),
            changes: 0,
        }
    }

    /// Makes an engine for an open campaign, with its deposited plans, at the time `now`.
    ///
    /// # Errors
    /// If a deposited plan cannot be read.
    pub fn of(campaign: &'a Campaign, now: DateTime<Utc>) -> Result<Self, CampaignError> {
        let (vault, record) = (campaign.vault()?, campaign.record.clone());
        Ok(Engine::new(&campaign.settings, campaign.rules(), &campaign.secrets, record, vault, now))
    }

    /// Returns the present position and its questions. The stage is played once for all messages that come in
    /// meanwhile.
    ///
    /// # Errors
    /// If the rules cannot read the record.
    pub(crate) fn pending(&self) -> Result<Arc<PendingPosition>, Damaged> {
        if let Some(known) = self.pending.get() {
            return Ok(known.clone());
        }
        let new = Arc::new(self.rules.pending(&self.record)?);
        Ok(self.pending.get_or_init(|| new).clone())
    }

    /// Returns the present position, if it has been worked out since it last changed.
    pub(crate) fn known_pending(&self) -> Option<Arc<PendingPosition>> {
        self.pending.get().cloned()
    }

    /// Returns a number that grows with every change of game, people or settings. A result worked out from the record
    /// is valid while it stays the same.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Makes an entry and applies it to the record.
    ///
    /// # Errors
    /// If the entry does not follow from the record, which is a bug.
    pub(crate) fn add(&mut self, kind: Kind, body: &impl Serialize) -> Result<(), CampaignError> {
        self.put(kind, body, None, None)
    }

    /// Adds an entry like [`add`](Self::add), with `secret` in its private part.
    pub(crate) fn add_with(
        &mut self,
        kind: Kind,
        body: &impl Serialize,
        secret: &impl Serialize,
    ) -> Result<(), CampaignError> {
        self.put(kind, body, Some(to_value(secret)?), None)
    }

    /// Resolves the present stage, which was `played` from the record as it is.
    ///
    /// # Errors
    /// If the entry does not follow from the record, which is a bug.
    pub(crate) fn add_resolved(
        &mut self,
        body: &Resolved,
        secret: &Digest,
        played: Replayed,
    ) -> Result<(), CampaignError> {
        self.put(Kind::Resolved, body, Some(to_value(secret)?), Some(played))
    }

    /// Records that the public settings have changed since the last entry about them, before anything follows from them.
    ///
    /// # Errors
    /// If the entry does not follow from the record, which is a bug.
    pub(crate) fn note_settings(&mut self) -> Result<(), CampaignError> {
        let public = self.settings.public();
        match self.record.people.founded.is_some() && public != self.record.people.settings {
            true => self.add(Kind::Settings, &Changed { settings: Some(public), key: None }),
            false => Ok(()),
        }
    }

    fn put(
        &mut self,
        kind: Kind,
        body: &impl Serialize,
        secret: Option<Value>,
        played: Option<Replayed>,
    ) -> Result<(), CampaignError> {
        let body = to_value(body)?;
        let seq = self.record.seq + 1;
        let line = Line { seq, at: self.now, kind, body: &body, secret: secret.as_ref() };
        self.asked_before.note(&self.record, kind, &body);
        let applied = self.record.apply_known(self.rules, line, played.map(Known::Noted));
        applied.map_err(|why| CampaignError::Fault(why.to_string()))?;
        if kind == Kind::Ruling {
            self.rules = self.rules.of(&self.record)?;
        }
        // A message or a seal does not change the position, and no key starts to count because of it.
        if !matches!(kind, Kind::Received | Kind::Sealed) {
            self.pending.take();
            self.changes += 1;
        }
        let mut draft = Draft::new(self.now, kind, body);
        if let Some(secret) = secret {
            draft.secret = Some(Secret::new(salt(self.secrets, seq, kind), secret));
        }
        self.drafts.push(draft);
        Ok(())
    }
}

fn to_value(value: &impl Serialize) -> Result<Value, CampaignError> {
    serde_json::to_value(value)
        .map_err(|why| CampaignError::Fault(format!("an entry cannot be written: {why}")))
}
