//! A campaign opened from the place where it is kept.

use super::batches::batches;
use super::deposits::{self, Vault};
use super::host::{Host, Own};
use super::integrity;
use super::interface::{Claim, Document, Mode, Store};
use super::mailboxes::Mailboxes;
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::Line;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::{self, Mistakes, Settings};
use crate::campaign::state::{message_ids, tenures};
use crate::games::NoGame;
use crate::ledger::{Draft, Entry, Head};
use crate::report::Writer;
use crate::seal::{Hash256, MessageIds};
use crate::table::{Damaged, Position, Referee};
use serde_json::{Value, json};
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// A campaign that has begun.
pub struct Campaign {
    /// Its folder, which is also its name for people.
    pub dir: PathBuf,
    /// The game master's decisions, with the players who hold the seats now.
    pub settings: Settings,
    /// What nobody else may know.
    pub secrets: Secrets,
    /// The game as the campaign was founded with it.
    pub referee: Box<dyn Referee>,
    corrected: Corrected,
    /// What has come of its ledger.
    pub record: Record,
    store: Box<dyn Store>,
    mailboxes: Mailboxes,
    /// What the game master should know of its opening.
    pub notes: Vec<String>,
    /// The entry up to which the record is kept for a fast start.
    saved: Option<Hash256>,
}

/// Checks that no tick has run in a place that has no ledger: a game that has lost it must not seem one to be begun.
///
/// # Errors
/// If the ledger is missing although a tick has already run here.
pub(crate) fn is_new(store: &dyn Store) -> Result<(), CampaignError> {
    if store.last_tick().is_none() {
        return Ok(());
    }
    Err(CampaignError::Refused(format!(
        "{} is gone or empty, though the game was under way: put back your copy of the file",
        store.place().join("ledger.jsonl").display()
    )))
}

/// Returns the settings and the game of a folder, begun or not.
///
/// # Errors
/// If there is no `campaign.yaml`, it is wrong, or the game cannot be had.
pub fn settings_of(host: &Host, dir: &Path) -> Result<(Settings, Box<dyn Referee>), CampaignError> {
    let store = host.store(dir);
    let path = store.path_of(Document::Settings);
    let text =
        store.document(Document::Settings)?.ok_or_else(|| CampaignError::NoCampaign(dir.to_owned()))?;
    let wrong = |mistakes: Mistakes| CampaignError::Settings { path: path.clone(), mistakes };
    let mut settings = settings::read(&text).map_err(wrong)?;
    settings.rules = store.founded().map_or(settings.rules, |founded| founded.rules);
    // A copy that cannot be read must not be passed over: the game would silently be another one.
    let (taken, failed) = (Cell::new(false), Cell::new(None));
    let own = |file: &str| match store.document(Document::Data { game: &settings.game, file }) {
        Ok(text) => {
            taken.set(taken.get() || text.is_some());
            text
        }
        Err(error) => {
            failed.set(Some(error));
            None
        }
    };
    let referee = (host.game)(&settings, &own);
    if let Some(error) = failed.take() {
        return Err(error);
    }
    let referee = referee.map_err(|why| match why {
        NoGame::Data(why) if taken.get() => {
            let folder = store.path_of(Document::Data { game: &settings.game, file: "" });
            NoGame::Data(format!("{why}\nThe campaign's own copies in {} count", folder.display()))
        }
        why => why,
    })?;
    settings.fit(&referee.seats()).map_err(wrong)?;
    Ok((settings, referee))
}

/// Returns what makes the game of a folder when rulings have corrected its data.
pub(crate) fn corrected(host: &Host, dir: &Path, settings: &Settings) -> Corrected {
    let (own_host, dir, game) = (host.clone(), dir.to_owned(), settings.game.clone());
    let base = move |file: &str| match own_host.store(&dir).document(Document::Data { game: &game, file }) {
        Ok(own) => Ok(own.or_else(|| crate::games::embedded(&game, file).map(str::to_owned))),
        Err(error) => Err(error.to_string()),
    };
    let (game, settings) = (host.game, settings.clone());
    let make = move |own: Own<'_>| game(&settings, own).map_err(|why| why.to_string());
    Corrected::new(Box::new(base), Box::new(make))
}

/// Returns the words of a folder: the program's, with the campaign's own templates before them.
pub fn writer_of(host: &Host, dir: &Path) -> Writer {
    writer_from(&*host.store(dir))
}

fn writer_from(store: &dyn Store) -> Writer {
    if !store.has_templates() {
        return Writer::new(&|_| None);
    }
    Writer::new(&|file| store.document(Document::Template(file)).ok().flatten())
}

impl Campaign {
    /// Opens a campaign to look at it: nothing on the disk is touched.
    ///
    /// # Errors
    /// If something cannot be read, is wrong, or does not follow.
    pub fn open(host: &Host, dir: &Path) -> Result<Self, CampaignError> {
        Campaign::load(host, dir, Mode::Read)
    }

    /// Opens a campaign to work on it: a torn end of its ledger is repaired. Until the claim is dropped nobody else does.
    ///
    /// # Errors
    /// As for [`open`](Self::open); and if another process is at work, or the repair cannot be written.
    pub(crate) fn claim(host: &Host, dir: &Path) -> Result<(Self, Claim), CampaignError> {
        let claim = host.store(dir).claim()?;
        Ok((Campaign::load(host, dir, Mode::Write)?, claim))
    }

    fn load(host: &Host, dir: &Path, mode: Mode) -> Result<Self, CampaignError> {
        let (settings, referee) = settings_of(host, dir)?;
        let mut store = host.store(dir);
        let loaded = store.load(mode)?;
        let path = store.path_of(Document::Secrets);
        let text = store.document(Document::Secrets)?;
        let entries = store.entries();
        let text = match (text, entries.is_empty()) {
            (Some(text), false) => text,
            (None, false) => {
                let why = "the file is gone, and no mail can be read or written without it".to_owned();
                return Err(CampaignError::Secrets { path, why });
            }
            (_, true) => {
                is_new(&*store)?;
                return Err(CampaignError::NotStarted(dir.to_owned()));
            }
        };
        let secrets = Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?;
        let corrected = corrected(host, dir, &settings);
        let rules = Rules::new(&*referee, &secrets.chance, entries).with(&corrected);
        let saved = loaded.snapshot.as_ref().map(|(hash, _)| *hash);
        let mut record = loaded.snapshot.map(|(_, record)| record).unwrap_or_default();
        let done = usize::try_from(record.seq).unwrap_or(0);
        for entry in entries.iter().skip(done) {
            record.apply(rules, Line::from(entry))?;
        }
        rules.of(&record)?;
        let mut notes = Vec::new();
        if let Some(line) = loaded.torn {
            notes.push(format!(
                "ledger.jsonl, line {line}: the end was written only in part when the machine stopped; nothing had followed from it, and it is cut off"
            ));
        }
        integrity::check(&*store, &settings, &secrets, &record)?;
        let mut settings = settings;
        tenures::fit(&mut settings, &record.people);
        Ok(Campaign {
            dir: dir.to_owned(),
            settings,
            secrets,
            referee,
            corrected,
            record,
            store,
            mailboxes: host.mailboxes(dir),
            notes,
            saved,
        })
    }

    /// Returns the game at the campaign's table, as its record has it.
    pub fn rules(&self) -> Rules<'_> {
        let founded = Rules::new(&*self.referee, &self.secrets.chance, self.entries()).with(&self.corrected);
        // A record whose data make no game is neither opened nor taken over, so there always is one.
        founded.of(&self.record).unwrap_or(founded)
    }

    /// Returns the names that everybody may know, as the views have them; null before the game has begun.
    ///
    /// # Errors
    /// If the position cannot be read.
    pub fn public_names(&self) -> Result<Value, Damaged> {
        if self.record.game.position.is_null() {
            return Ok(Value::Null);
        }
        let view = self.rules().referee.view(&Position(self.record.game.position.clone()), None)?;
        Ok(view.get("names").cloned().unwrap_or(Value::Null))
    }

    /// Returns what makes and recognises our Message-IDs.
    pub fn message_ids(&self) -> MessageIds {
        message_ids::message_ids(&self.settings, &self.secrets)
    }

    /// Returns the words of the campaign: the program's, with its own templates before them.
    pub fn writer(&self) -> Writer {
        writer_from(&*self.store)
    }

    /// Returns the place where it is kept.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Returns its mailboxes.
    pub(crate) fn mailboxes(&self) -> &Mailboxes {
        &self.mailboxes
    }

    /// Returns its own copy of a file of the game's data, if it has one that can be read.
    pub(crate) fn own_data(&self, file: &str) -> Option<String> {
        self.store.document(Document::Data { game: self.referee.id(), file }).ok().flatten()
    }

    /// Returns the entries of its ledger.
    pub fn entries(&self) -> &[Entry] {
        self.store.entries()
    }

    /// Returns the last entry's number and hash.
    pub fn head(&self) -> Head {
        self.entries().last().map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default()
    }

    /// Returns the deposited plans that may be looked at when their windows close.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn vault(&self) -> Result<Vault, CampaignError> {
        deposits::vault(&*self.store, &self.record)
    }

    /// Writes entries with what they need, and takes over the record that follows from them.
    ///
    /// # Errors
    /// If they cannot be written; then nothing has changed.
    pub(crate) fn commit(
        &mut self,
        record: Record,
        drafts: Vec<Draft>,
        vault: &Vault,
    ) -> Result<(), CampaignError> {
        if drafts.is_empty() {
            return Ok(());
        }
        for opening in vault.openings.values() {
            let known = self.record.game.knows_seal(&opening.seal().to_string());
            self.store.keep_deposit(opening, known)?;
        }
        for mut batch in batches(drafts) {
            let together = batch.len();
            if together > 1
                && let Some(body) = batch.first_mut().and_then(|first| first.body.as_object_mut())
            {
                body.insert("batch".to_owned(), json!(together));
            }
            let head = self.head();
            self.store.append(head, batch)?;
        }
        self.record = record;
        tenures::fit(&mut self.settings, &self.record.people);
        Ok(())
    }

    /// Keeps the record for a fast start, and puts away deposits that are open to everybody.
    pub(crate) fn save(&mut self) {
        let head = self.head();
        if self.saved == Some(head.hash) {
            return;
        }
        match self.store.keep_snapshot(head.hash, &self.record) {
            Ok(()) => self.saved = Some(head.hash),
            Err(error) => tracing::warn!(%error, "the state cannot be kept for a fast start"),
        }
        self.store.put_away_deposits(&deposits::waiting(&self.record));
    }

    /// Returns `true` if whoever wrote last did not come to the end: the record was not kept after its last entry.
    pub(crate) fn was_broken_off(&self) -> bool {
        self.saved != Some(self.head().hash)
    }
}
