//! What happens, happens here: entries are made, taken into the record at once, and kept until the tick writes them
//! all in one append. Nothing here touches a disk or a clock.
//!
//! May use: record, rules, settings, secrets. Is used by: run, windows, submission, tick, preview.

use crate::campaign::state::entries::{Line, Unusable};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::state::secrets::{Secrets, salt};
use crate::campaign::state::settings::Settings;
use crate::campaign::store::{Campaign, Vault};
use crate::ledger::{Draft, Kind, Secret};
use crate::table::Damaged;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A campaign at work, at one moment.
pub struct Engine<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The game.
    pub rules: Rules<'a>,
    /// The secrets.
    pub secrets: &'a Secrets,
    /// The time; never before the last entry.
    pub now: DateTime<Utc>,
    /// The state.
    pub record: Record,
    /// Entries that are not written yet.
    pub drafts: Vec<Draft>,
    /// Deposited plans.
    pub vault: Vault,
    /// Whether this is only a look at what would be: then no sealed window is closed.
    pub looking: bool,
    /// Answers that were not legal and passed over, by the question's key.
    pub passed_over: BTreeMap<String, Unusable>,
    /// Why the game cannot go on, if it cannot: for the game master.
    pub stuck: Option<String>,
    /// Where the game stands, once it has been asked for.
    stands: OnceCell<Rc<PendingPosition>>,
    /// How many entries have changed more than that mail came in or a plan was sealed.
    changes: u64,
}

impl<'a> Engine<'a> {
    /// A campaign at the time `now`, or at the time of its last entry if that is later.
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
            stuck,
            stands: OnceCell::new(),
            changes: 0,
        }
    }

    /// A campaign as it was opened, with its deposits, at the time `now`.
    ///
    /// # Errors
    /// If a deposited plan cannot be read.
    pub fn of(campaign: &'a Campaign, now: DateTime<Utc>) -> Result<Self, CampaignError> {
        let (vault, record) = (campaign.vault()?, campaign.record.clone());
        Ok(Engine::new(&campaign.settings, campaign.rules(), &campaign.secrets, record, vault, now))
    }

    /// Where the game stands: the stage is played once for all mails that come in while it stands there.
    ///
    /// # Errors
    /// The rules cannot read the record.
    pub(crate) fn pending(&self) -> Result<Rc<PendingPosition>, Damaged> {
        if let Some(known) = self.stands.get() {
            return Ok(known.clone());
        }
        let new = Rc::new(self.rules.pending(&self.record)?);
        Ok(self.stands.get_or_init(|| new).clone())
    }

    /// Counts the changes of the game, the people or the settings so far: what was worked out from the record holds for as
    /// long as this stays the same.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Makes an entry and takes it in.
    ///
    /// # Errors
    /// It does not follow: a fault of the program.
    pub(crate) fn add(&mut self, kind: Kind, body: &impl Serialize) -> Result<(), CampaignError> {
        self.put(kind, body, None)
    }

    /// The same with a secret.
    pub(crate) fn add_with(
        &mut self,
        kind: Kind,
        body: &impl Serialize,
        secret: &impl Serialize,
    ) -> Result<(), CampaignError> {
        self.put(kind, body, Some(to_value(secret)?))
    }

    fn put(&mut self, kind: Kind, body: &impl Serialize, secret: Option<Value>) -> Result<(), CampaignError> {
        let body = to_value(body)?;
        let seq = self.record.seq + 1;
        let line = Line { seq, at: self.now, kind, body: &body, secret: secret.as_ref() };
        self.record.apply(self.rules, line).map_err(|why| CampaignError::Fault(why.to_string()))?;
        if kind == Kind::Ruling {
            self.rules = self.rules.of(&self.record)?;
        }
        // That a mail has come in and a plan is sealed moves nothing in the game, and no key begins to count by it.
        if !matches!(kind, Kind::Received | Kind::Sealed) {
            self.stands.take();
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
