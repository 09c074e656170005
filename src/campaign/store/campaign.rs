//! Opens a campaign from the place where it is kept, and writes it back.

use super::batches::{batches, marked};
use super::deposits::{self, Vault};
use super::host::{Host, Own};
use super::integrity;
use super::interface::{Claim, Document, Mode, Snapshot, Store};
use super::mailboxes::Mailboxes;
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::Line;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Game, Record};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::{self, Mistakes, Settings};
use crate::campaign::state::{message_ids, tenures};
use crate::games::NoGame;
use crate::ledger::{Draft, Entry, Head, Past};
use crate::report::Writer;
use crate::seal::{Hash256, MessageIds, NamedHead, Opening};
use crate::table::{Damaged, Referee};
use serde_json::Value;
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// A campaign that has begun: its settings, secrets, game, and the record of its ledger.
pub struct Campaign {
    /// The folder, by which people know the campaign.
    pub dir: PathBuf,
    /// The settings, with the players who hold the seats now.
    pub settings: Settings,
    pub secrets: Secrets,
    /// The game at the founding; use [`rules`](Self::rules) for the game with corrections.
    pub referee: Box<dyn Referee>,
    corrected: Corrected,
    /// The state after the last entry of the ledger.
    pub record: Record,
    store: Box<dyn Store>,
    mailboxes: Mailboxes,
    /// Notes for the game master on opening the campaign, such as a repaired ledger.
    pub notes: Vec<String>,
    /// The entry up to which the record is kept for a fast start.
    saved: Option<Hash256>,
    /// The entry that messages named when the record was kept.
    named: Option<NamedHead>,
}

/// Checks that no tick has run in a place without a ledger: a game that has lost its ledger must not look like a new one.
///
/// # Errors
/// If the ledger is missing although a tick has already run here.
pub(crate) fn is_new(store: &dyn Store) -> Result<(), CampaignError> {
    if store.last_tick().is_none() {
        return Ok(());
    }
    Err(CampaignError::Refused(format!(
        "{} is missing or empty, but the game has begun. Put back your copy of the file",
        store.place().join("ledger.jsonl").display()
    )))
}

/// Returns why a place has no settings. A campaign that has lost them must neither look like a folder that never was one, nor be
/// written over by a new one.
pub(crate) fn no_settings(store: &dyn Store) -> CampaignError {
    let has_secrets = !matches!(store.document(Document::Secrets), Ok(None));
    if has_secrets || store.founded().is_some() || store.last_tick().is_some() {
        return CampaignError::Refused(format!(
            "{} is missing, but the campaign has begun. Put back your copy of the file",
            store.path_of(Document::Settings).display()
        ));
    }
    CampaignError::NoCampaign(store.place().to_owned())
}

/// Returns the settings and the game of a folder, begun or not.
///
/// # Errors
/// If there is no `campaign.yaml`, it has mistakes, or the game cannot be made.
pub fn settings_of(host: &Host, dir: &Path) -> Result<(Settings, Box<dyn Referee>), CampaignError> {
    let store = host.store(dir);
    let path = store.path_of(Document::Settings);
    let text = store.document(Document::Settings)?.ok_or_else(|| no_settings(&*store))?;
    let wrong = |mistakes: Mistakes| CampaignError::Settings { path: path.clone(), mistakes };
    let mut settings = settings::read(&text).map_err(wrong)?;
    let founded = store.founded();
    settings.rules = founded.as_ref().map_or(settings.rules, |founded| founded.rules);
    if let Some(founded) = &founded {
        integrity::data(&*store, &settings.game, founded)?;
    }
    // A copy that cannot be read must not be skipped: the game would silently be another one.
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
    let at = |setting: &str, why: &NoGame| wrong(settings::mistake_at(&text, setting, why.to_string()));
    match &referee {
        Err(why @ NoGame::Unknown(_)) => return Err(at("game", why)),
        Err(why @ NoGame::Options(_)) => return Err(at("options", why)),
        _ => {}
    }
    let referee = referee.map_err(|why| match why {
        NoGame::Data(why) if taken.get() => {
            let file = store.path_of(Document::Data { game: &settings.game, file: "map.yaml" });
            let folder = file.parent().unwrap_or(dir);
            NoGame::Data(format!("{why}\nThe files in {} replace those of the program", folder.display()))
        }
        why => why,
    })?;
    settings.fit(&referee.seats()).map_err(wrong)?;
    Ok((settings, referee))
}

/// Returns the games of a folder with data that rulings have corrected.
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

/// Returns the writer of a folder: the program's templates, where the campaign has none of its own.
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
    /// Opens a campaign for reading. Nothing on the disk is touched.
    ///
    /// # Errors
    /// If something cannot be read, is wrong, or does not follow.
    pub fn open(host: &Host, dir: &Path) -> Result<Self, CampaignError> {
        Campaign::load(host, dir, Mode::Read)
    }

    /// Opens a campaign for writing and repairs a torn end of its ledger. Nobody else can write until the claim is dropped.
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
                let why = "the file is missing, and without it we can neither read nor write mail".to_owned();
                return Err(CampaignError::Secrets { path, why });
            }
            (_, true) => {
                is_new(&*store)?;
                return Err(CampaignError::NotStarted(dir.to_owned()));
            }
        };
        let secrets = Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?;
        let snapshot = loaded.snapshot.filter(|kept| kept.proof == secrets.proof());
        integrity::committed(&*store, &secrets, snapshot.as_ref().map(|kept| &kept.record))?;
        let corrected = corrected(host, dir, &settings);
        let rules = Rules::new(&*referee, &secrets.chance, entries).with(&corrected);
        let (saved, proved) = (snapshot.as_ref().map(|kept| kept.head), snapshot.is_some());
        let named = snapshot.as_ref().and_then(|kept| kept.named);
        // All that came after the snapshot is at hand.
        let later = if proved { entries.latest() } else { entries.all()? };
        let mut record = snapshot.map(|kept| kept.record).unwrap_or_default();
        let done = record.seq;
        for entry in later.iter().filter(|entry| entry.seq > done) {
            record.apply(rules, Line::from(entry))?;
        }
        rules.of(&record)?;
        let mut notes = Vec::new();
        if let Some(line) = loaded.torn {
            notes.push(format!(
                "ledger.jsonl, line {line}: the end of the file was incomplete, because the machine stopped while it was written. It was cut off; nothing had been sent because of it"
            ));
        }
        integrity::check(&*store, &settings, &secrets, &record, proved)?;
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
            named,
        })
    }

    /// Returns the rules of the game with the corrections in the record.
    pub fn rules(&self) -> Rules<'_> {
        let founded =
            Rules::new(&*self.referee, &self.secrets.chance, self.store.entries()).with(&self.corrected);
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
        let view = self.rules().referee.view(&self.record.game.position, None)?;
        Ok(view.get("names").cloned().unwrap_or(Value::Null))
    }

    /// Looks at the campaign as if its game were `game`, with the people and the ledger as they are.
    pub(crate) fn with_game<T>(&mut self, game: Game, look: impl FnOnce(&Campaign) -> T) -> T {
        let now = std::mem::replace(&mut self.record.game, game);
        let seen = look(self);
        self.record.game = now;
        seen
    }

    /// Returns what makes and recognises our Message-IDs.
    pub fn message_ids(&self) -> MessageIds {
        message_ids::message_ids(&self.settings, &self.secrets)
    }

    /// Returns the writer of the campaign: the program's templates, where it has none of its own.
    pub fn writer(&self) -> Writer {
        writer_from(&*self.store)
    }

    /// Returns the place where the campaign is kept.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Returns the mailboxes that the settings name.
    pub(crate) fn mailboxes(&self) -> &Mailboxes {
        &self.mailboxes
    }

    /// Returns the campaign's own copy of a file of the game's data; `None` if it has none that can be read.
    pub(crate) fn own_data(&self, file: &str) -> Option<String> {
        self.store.document(Document::Data { game: self.referee.id(), file }).ok().flatten()
    }

    /// Returns the entries of the ledger, oldest first. The older ones are read, with the whole chain checked, when this is
    /// called first.
    ///
    /// # Errors
    /// If they cannot be read, or a line does not follow.
    pub fn entries(&self) -> Result<&[Entry], CampaignError> {
        Ok(self.store.entries().all()?)
    }

    /// Returns the entries of the ledger as far as somebody looks back.
    pub(crate) fn past(&self) -> Past<'_> {
        self.store.entries().into()
    }

    /// Returns number and hash of the last entry.
    pub fn head(&self) -> Head {
        self.store.entries().head()
    }

    /// Returns the entry that a message made from `record` names as the head of the ledger: the last public point.
    ///
    /// # Errors
    /// If the entry must be read and cannot be.
    pub(crate) fn named_head(&self, record: &Record) -> Result<Option<NamedHead>, CampaignError> {
        let point = record.people.point;
        if let Some(named) = self.named.filter(|named| named.seq == point) {
            return Ok(Some(named));
        }
        let hash = self.store.entries().hash_of(point)?;
        Ok(hash.map(|hash| NamedHead { seq: point, hash }))
    }

    /// Returns the deposited plans that may be looked at when their windows close.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn vault(&self) -> Result<Vault, CampaignError> {
        deposits::vault(&*self.store, &self.record)
    }

    /// Writes entries and the deposits that they speak of, and takes over the record that follows from them.
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
        let known = |opening: &Opening| {
            let seal = opening.seal().to_string();
            self.record.game.knows_seal(&seal) || self.record.people.chance.knows_seal(&seal)
        };
        let openings: Vec<_> = vault.openings.values().map(|opening| (opening, known(opening))).collect();
        self.store.keep_deposits(&openings)?;
        for batch in batches(drafts) {
            let head = self.head();
            self.store.append(head, marked(batch))?;
        }
        self.record = record;
        tenures::fit(&mut self.settings, &self.record.people);
        Ok(())
    }

    /// Writes entries of messages that were handed over, and takes over the record that follows from them. A power cut may take them
    /// back until they are [settled](Self::settle): the messages are then handed over once more, as what they are.
    ///
    /// # Errors
    /// If they cannot be written; then nothing has changed.
    pub(crate) fn note_sent(&mut self, record: Record, drafts: Vec<Draft>) -> Result<(), CampaignError> {
        for batch in batches(drafts) {
            let head = self.head();
            self.store.append_for_now(head, marked(batch))?;
        }
        self.record = record;
        Ok(())
    }

    /// Makes safe what was written of messages that were handed over.
    ///
    /// # Errors
    /// If it cannot be made safe.
    pub(crate) fn settle(&mut self) -> Result<(), CampaignError> {
        self.store.settle()
    }

    /// Keeps the record for a fast start, and removes deposits that are no longer needed.
    pub(crate) fn save(&mut self) {
        let head = self.head();
        if self.saved == Some(head.hash) {
            return;
        }
        let messages = std::mem::take(&mut self.record.people.messages);
        let kept = self.named_head(&self.record).map_err(std::io::Error::other).and_then(|named| {
            let (head, proof, record) = (head.hash, self.secrets.proof(), &self.record);
            self.store.keep_snapshot(&Snapshot { head, named, proof, record }, &messages)
        });
        self.record.people.messages = messages;
        match kept {
            Ok(()) => self.saved = Some(head.hash),
            Err(error) => tracing::warn!(%error, "the record cannot be kept for a fast start"),
        }
        self.store.put_away_deposits(&deposits::waiting(&self.record));
    }

    /// Returns `true` if the last run was interrupted: the record was not kept after the last entry.
    pub(crate) fn was_broken_off(&self) -> bool {
        self.saved != Some(self.head().hash)
    }
}
