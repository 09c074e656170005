//! A campaign's folder: what lies where, and opening it.
//!
//! May use: disk, ledger, settings, secrets, record, corrected. Is used by: tick, status, verify, cli.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::Founded;
use crate::campaign::state::entries::How;
use crate::campaign::state::entries::In;
use crate::campaign::state::entries::Line;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::entries::Shut;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings;
use crate::campaign::state::settings::Mistakes;
use crate::campaign::state::settings::Settings;
use crate::campaign::state::tenures;
use crate::campaign::store::batches::batches;
use crate::campaign::store::batches::whole;
use crate::campaign::store::cache;
use crate::campaign::store::deposits::Vault;
use crate::disk::Disk;
use crate::games::NoGame;
use crate::ledger::{self, Draft, Entry, Head, Kind, Ledger, Torn};
use crate::report::Writer;
use crate::seal::{Hash256, Opening};
use crate::table::{Damaged, Position, Referee};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of a campaign's own in place of one of the program's, by its name.
pub type Own<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Makes the game that a campaign's settings name; `own` gives the campaign's own copies of its data.
pub type MakeGame = fn(&Settings, Own<'_>) -> Result<Box<dyn Referee>, NoGame>;

/// What a campaign needs of the world.
#[derive(Clone)]
pub struct Edge {
    /// The file system.
    pub disk: Arc<dyn Disk>,
    /// Makes its game.
    pub game: MakeGame,
    /// Whether to lock the folder while writing. Only tests on a disk that is none do without.
    pub lock: bool,
}

impl Edge {
    /// The games of this program on a disk.
    pub fn new(disk: Arc<dyn Disk>) -> Self {
        let game = |settings: &Settings, own: Own<'_>| {
            let (id, rules) = (&settings.game, settings.rules);
            crate::games::referee_by(id, rules, settings.players, &settings.options, own)
        };
        Edge { disk, game, lock: true }
    }
}

/// The founding entry is not longer than this.
const FIRST_LINE: usize = 256 * 1024;

/// Names in a campaign's folder.
pub struct Places<'a>(pub &'a Path);

impl Places<'_> {
    /// The game master's decisions.
    pub fn settings(&self) -> PathBuf {
        self.0.join("campaign.yaml")
    }
    /// The secrets.
    pub fn secrets(&self) -> PathBuf {
        self.0.join("secrets.yaml")
    }
    /// The record.
    pub fn ledger(&self) -> PathBuf {
        self.0.join("ledger.jsonl")
    }
    /// Plans of windows still open.
    pub fn private(&self) -> PathBuf {
        self.0.join("private")
    }
    /// The folded record, for a fast start; may be deleted.
    pub fn cache(&self) -> PathBuf {
        self.0.join("private/record.json")
    }
    /// When the last tick ran: the time of this file.
    pub fn heartbeat(&self) -> PathBuf {
        self.0.join("private/heartbeat")
    }
    /// What a tick must look at to see that nothing is to be done; may be deleted.
    pub fn idle(&self) -> PathBuf {
        self.0.join("private/idle.json")
    }
    /// Mails that could not be sent; may be deleted.
    pub fn outbox(&self) -> PathBuf {
        self.0.join("private/outbox.json")
    }
    /// The last command of the game master's, and whether he knows that it is done; may be deleted.
    pub fn command(&self) -> PathBuf {
        self.0.join("private/command.json")
    }
    /// Trouble of which somebody was told; may be deleted.
    pub fn told(&self) -> PathBuf {
        self.0.join("private/told.json")
    }
    /// What people read of a turn.
    pub fn turn(&self, turn: u32) -> PathBuf {
        self.0.join(format!("turns/{turn:02}"))
    }
}

/// A campaign that has begun.
pub struct Campaign {
    /// Its folder.
    pub dir: PathBuf,
    /// The file system.
    pub disk: Arc<dyn Disk>,
    /// Its settings.
    pub settings: Settings,
    /// Its secrets.
    pub secrets: Secrets,
    /// Its game as it was founded; [`rules`](Campaign::rules) gives it as rulings have corrected it.
    pub referee: Box<dyn Referee>,
    corrected: Corrected,
    /// Its state.
    pub record: Record,
    ledger: Opened,
    /// What the game master should know of how it was opened.
    pub notes: Vec<String>,
    /// The entry up to which the state is kept for a fast start.
    pub(crate) saved: Option<Hash256>,
}

/// A ledger that was read, or is open for writing.
enum Opened {
    Read(Vec<Entry>),
    Written(Ledger),
}

impl Opened {
    fn entries(&self) -> &[Entry] {
        match self {
            Opened::Read(entries) => entries,
            Opened::Written(ledger) => ledger.entries(),
        }
    }
}

/// The text of a file; none if it is not there.
pub(crate) fn text_of(disk: &dyn Disk, path: &Path) -> Result<Option<String>, CampaignError> {
    match disk.read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(CampaignError::Disk { doing: "read", path: path.to_owned(), source }),
    }
}

/// That no tick has run in a folder that has no ledger: a game that has lost it must not seem one to be begun.
///
/// # Errors
/// One has.
pub(crate) fn is_new(disk: &dyn Disk, dir: &Path) -> Result<(), CampaignError> {
    let places = Places(dir);
    if disk.look(&places.heartbeat()).is_err() {
        return Ok(());
    }
    Err(CampaignError::Refused(format!(
        "{} is gone or empty, though the game was under way: put back your copy of the file",
        places.ledger().display()
    )))
}

/// Settings and game of a folder, begun or not.
///
/// # Errors
/// There is no `campaign.yaml`, it is wrong, or the game cannot be had.
pub fn settings_of(edge: &Edge, dir: &Path) -> Result<(Settings, Box<dyn Referee>), CampaignError> {
    let path = Places(dir).settings();
    let text = text_of(&*edge.disk, &path)?.ok_or_else(|| CampaignError::NoCampaign(dir.to_owned()))?;
    let wrong = |mistakes: Mistakes| CampaignError::Settings { path: path.clone(), mistakes };
    let mut settings = settings::read(&text).map_err(wrong)?;
    settings.rules = rules_of(&*edge.disk, dir).unwrap_or(settings.rules);
    let folder = dir.join("games").join(&settings.game);
    // A copy that cannot be read must not be passed over: the game would silently be another one.
    let (taken, failed) = (Cell::new(false), Cell::new(None));
    let own = |file: &str| match text_of(&*edge.disk, &folder.join(file)) {
        Ok(text) => {
            taken.set(taken.get() || text.is_some());
            text
        }
        Err(error) => {
            failed.set(Some(error));
            None
        }
    };
    let referee = (edge.game)(&settings, &own);
    if let Some(error) = failed.take() {
        return Err(error);
    }
    let referee = referee.map_err(|why| match why {
        NoGame::Data(why) if taken.get() => {
            NoGame::Data(format!("{why}\nThe campaign's own copies in {} count", folder.display()))
        }
        why => why,
    })?;
    settings.fit(&referee.seats()).map_err(wrong)?;
    Ok((settings, referee))
}

/// What makes the game of a folder when rulings have corrected its data.
pub(crate) fn corrected(edge: &Edge, dir: &Path, settings: &Settings) -> Corrected {
    let (disk, game) = (edge.disk.clone(), settings.game.clone());
    let folder = dir.join("games").join(&game);
    let base = move |file: &str| match text_of(&*disk, &folder.join(file)) {
        Ok(own) => Ok(own.or_else(|| crate::games::embedded(&game, file).map(str::to_owned))),
        Err(error) => Err(error.to_string()),
    };
    let (game, settings) = (edge.game, settings.clone());
    let make = move |own: Own<'_>| game(&settings, own).map_err(|why| why.to_string());
    Corrected::new(Box::new(base), Box::new(make))
}

/// The version of the rules that a campaign was founded with; none if it has not begun, or its ledger cannot be read (of
/// which others tell).
fn rules_of(disk: &dyn Disk, dir: &Path) -> Option<u32> {
    let start = disk.read_start(&Places(dir).ledger(), FIRST_LINE).ok()?;
    let line = start.split(|byte| *byte == b'\n').next()?;
    let first: Value = serde_json::from_slice(line).ok()?;
    let founded: Founded = serde_json::from_value(first.get("body")?.clone()).ok()?;
    Some(founded.rules)
}

/// The words of a folder: the program's, with the campaign's own templates before them.
pub fn writer_of(disk: &dyn Disk, dir: &Path) -> Writer {
    let folder = dir.join("templates");
    if disk.look(&folder).is_err() {
        return Writer::new(&|_| None);
    }
    Writer::new(&|file| disk.read(&folder.join(file)).ok().and_then(|bytes| String::from_utf8(bytes).ok()))
}

impl Campaign {
    /// Opens a campaign to look at it; nothing is changed.
    ///
    /// # Errors
    /// It has not begun, something in its folder is wrong, or its ledger does not follow.
    pub fn open(edge: &Edge, dir: &Path) -> Result<Self, CampaignError> {
        let (settings, referee) = settings_of(edge, dir)?;
        let read = ledger::read(&*edge.disk, &Places(dir).ledger())?;
        let mut entries = read.entries;
        entries.truncate(whole(&entries));
        let cached = cache::load(&*edge.disk, &Places(dir), &entries);
        Campaign::build(edge, dir, (settings, referee), Opened::Read(entries), read.torn, cached)
    }

    /// Opens a campaign to write to it. Hold its lock.
    ///
    /// # Errors
    /// As for [`open`](Campaign::open).
    pub(crate) fn open_to_write(edge: &Edge, dir: &Path) -> Result<Self, CampaignError> {
        let (settings, referee) = settings_of(edge, dir)?;
        let path = Places(dir).ledger();
        let mut opened = Ledger::open(&*edge.disk, &path)?;
        let kept = whole(opened.ledger.entries());
        let mut torn = opened.torn;
        if let Some(first) = opened.ledger.entries().get(kept) {
            let line = first.seq;
            let mut length = 0;
            for entry in opened.ledger.entries().iter().take(kept) {
                length += entry.line().map_err(ledger::LedgerError::from)?.len() as u64 + 1;
            }
            edge.disk
                .truncate(&path, length)
                .map_err(CampaignError::disk("cut off the torn end of", &path))?;
            opened = Ledger::open(&*edge.disk, &path)?;
            torn = Some(Torn { line, bytes: Vec::new() });
        }
        let cached = cache::load(&*edge.disk, &Places(dir), opened.ledger.entries());
        let head = opened.ledger.head();
        if head.seq > 0 && cached.as_ref().is_none_or(|(saved, _)| *saved != head.hash) {
            // Whoever wrote last did not come to the end, and what can be read may never have reached the disk. Nothing
            // may follow from it before it has. A sync would not do: after one that failed it says yes and does nothing.
            let bytes = edge.disk.read(&path).map_err(CampaignError::disk("read", &path))?;
            edge.disk.write(&path, &bytes, 0o600).map_err(CampaignError::disk("make safe", &path))?;
        }
        Campaign::build(edge, dir, (settings, referee), Opened::Written(opened.ledger), torn, cached)
    }

    fn build(
        edge: &Edge,
        dir: &Path,
        (settings, referee): (Settings, Box<dyn Referee>),
        ledger: Opened,
        torn: Option<Torn>,
        cached: Option<(Hash256, Record)>,
    ) -> Result<Self, CampaignError> {
        let places = Places(dir);
        let path = places.secrets();
        let text = text_of(&*edge.disk, &path)?;
        let entries = ledger.entries();
        let text = match (text, entries.is_empty()) {
            (Some(text), false) => text,
            (None, false) => {
                let why = "the file is gone, and no mail can be read or written without it".to_owned();
                return Err(CampaignError::Secrets { path, why });
            }
            (_, true) => {
                is_new(&*edge.disk, dir)?;
                return Err(CampaignError::NotStarted(dir.to_owned()));
            }
        };
        let secrets = Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?;
        let corrected = corrected(edge, dir, &settings);
        let rules = Rules::new(&*referee, &secrets.chance, entries).with(&corrected);
        let saved = cached.as_ref().map(|(hash, _)| *hash);
        let mut record = cached.map(|(_, record)| record).unwrap_or_default();
        let done = usize::try_from(record.seq).unwrap_or(0);
        for entry in entries.iter().skip(done) {
            record.apply(rules, Line::from(entry))?;
        }
        rules.of(&record)?;
        let mut notes = Vec::new();
        if let Some(torn) = torn {
            notes.push(format!(
                "ledger.jsonl, line {}: the end was written only in part when the machine stopped; nothing had followed from it, and it is cut off",
                torn.line
            ));
        }
        let mut campaign = Campaign {
            dir: dir.to_owned(),
            disk: edge.disk.clone(),
            settings,
            secrets,
            referee,
            corrected,
            record,
            ledger,
            notes,
            saved,
        };
        campaign.unchanged()?;
        tenures::fit(&mut campaign.settings, &campaign.record.people);
        Ok(campaign)
    }

    /// The game as it is now, and its chance.
    pub fn rules(&self) -> Rules<'_> {
        let founded = Rules::new(&*self.referee, &self.secrets.chance, self.entries()).with(&self.corrected);
        // A record whose data make no game is neither opened nor taken over, so there always is one.
        founded.of(&self.record).unwrap_or(founded)
    }

    /// Display names by id, as everybody may know them now; null before there is a position.
    ///
    /// # Errors
    /// The position cannot be read.
    pub fn public_names(&self) -> Result<Value, Damaged> {
        if self.record.game.position.is_null() {
            return Ok(Value::Null);
        }
        let view = self.rules().referee.view(&Position(self.record.game.position.clone()), None)?;
        Ok(view.get("names").cloned().unwrap_or(Value::Null))
    }

    /// What makes and knows its Message-IDs.
    pub fn message_ids(&self) -> crate::seal::MessageIds {
        crate::campaign::state::message_ids::message_ids(&self.settings, &self.secrets)
    }

    /// All entries of the ledger.
    pub fn entries(&self) -> &[Entry] {
        self.ledger.entries()
    }

    /// The end of the chain.
    pub fn head(&self) -> Head {
        self.entries().last().map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default()
    }

    /// The campaign at work on a copy of its state.
    ///
    /// # Errors
    /// A file of private/ cannot be read.
    pub fn engine(&self, now: DateTime<Utc>) -> Result<Engine<'_>, CampaignError> {
        let vault = self.vault()?;
        Ok(Engine::new(&self.settings, self.rules(), &self.secrets, self.record.clone(), vault, now))
    }

    /// Deposited plans of the open window, and of those that rulings have closed. One that is not there or damaged is
    /// left out.
    pub(crate) fn vault(&self) -> Result<Vault, CampaignError> {
        let mut vault = Vault::default();
        if let Some(window) = self.record.game.open_window() {
            self.bring(&window.id, &window.seats, &mut vault)?;
        }
        self.vault_of(&self.record.game.shut, &mut vault)?;
        if let Some(secret) =
            self.record.people.proposal.as_ref().and_then(|proposal| proposal.secret.as_ref())
        {
            self.vault_of(&secret.keeps, &mut vault)?;
        }
        Ok(vault)
    }

    /// Brings what is deposited in windows that a ruling closes.
    ///
    /// # Errors
    /// A file of private/ cannot be read.
    pub(crate) fn vault_of(&self, shut: &[Shut], vault: &mut Vault) -> Result<(), CampaignError> {
        shut.iter().try_for_each(|shut| self.bring(&shut.window, &shut.seats, vault))
    }

    fn bring(&self, id: &str, seats: &BTreeMap<SeatId, In>, vault: &mut Vault) -> Result<(), CampaignError> {
        for (seat, part) in seats {
            let Some(seal) = part.seal.as_ref().filter(|_| part.how != Some(How::Seal)) else { continue };
            let path = self.private_file(part.bound.as_deref().unwrap_or(id), seat, seal);
            let text = text_of(&*self.disk, &path)?;
            let opening = text.and_then(|text| Opening::read(&text).ok()).or_else(|| self.was_opened(seal));
            if let Some(opening) = opening.filter(|opening| opening.seal().to_string() == *seal) {
                vault.openings.insert(seal.clone(), opening);
            }
        }
        Ok(())
    }

    /// A plan that was opened on a way that a ruling has left lies in the ledger, and not in private/ any more.
    fn was_opened(&self, seal: &str) -> Option<Opening> {
        if self.record.people.rulings.is_empty() && self.record.game.shut.is_empty() {
            return None;
        }
        let is_it = |entry: &&Entry| {
            entry.kind == Kind::Opened && entry.body.get("seal").and_then(|seal| seal.as_str()) == Some(seal)
        };
        let entry = self.entries().iter().rev().find(is_it)?;
        Opening::from_value(entry.secret.as_ref()?.body()?).ok()
    }

    /// The plan that a seat has deposited for the open window.
    pub(crate) fn deposited(&self, seat: &str) -> Result<Option<serde_json::Value>, CampaignError> {
        let part = self.record.game.open_window().and_then(|window| window.seats.get(seat));
        let Some(seal) = part.and_then(|part| part.seal.as_ref()) else { return Ok(None) };
        Ok(self.vault()?.openings.get(seal).map(|opening| opening.plan().clone()))
    }

    fn private_file(&self, window: &str, seat: &str, seal: &str) -> PathBuf {
        let short: String = seal.trim_start_matches("sha256:").chars().take(16).collect();
        Places(&self.dir).private().join(window).join(format!("{seat}-{short}.json"))
    }

    /// Writes entries with the deposited plans before them, and takes over the state. It is one append, but that it ends
    /// where a window opens: copies end there while the window takes plans, and no copy may end within an append.
    ///
    /// # Errors
    /// Something cannot be written; then nothing has happened, or all up to the opening of a window, and the next tick
    /// does the rest.
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
            let (binding, seal) = (opening.binding(), opening.seal().to_string());
            let path = self.private_file(&binding.window, &binding.seat, &seal);
            // One that no entry speaks of may have been left by a tick that died before it was safe on the disk.
            if self.record.game.knows_seal(&seal) && self.disk.look(&path).is_ok() {
                continue;
            }
            if let Some(folder) = path.parent() {
                self.disk
                    .create_dir(folder, 0o700)
                    .map_err(CampaignError::disk("make the folder", folder))?;
            }
            self.disk
                .write(&path, opening.json().as_bytes(), 0o600)
                .map_err(CampaignError::disk("keep a deposited plan in", &path))?;
        }
        let Opened::Written(ledger) = &mut self.ledger else {
            return Err(CampaignError::Fault("a campaign opened to be read is written to".to_owned()));
        };
        for mut batch in batches(drafts) {
            let together = batch.len();
            if together > 1
                && let Some(body) = batch.first_mut().and_then(|first| first.body.as_object_mut())
            {
                body.insert("batch".to_owned(), json!(together));
            }
            ledger.append(&*self.disk, batch)?;
        }
        self.record = record;
        tenures::fit(&mut self.settings, &self.record.people);
        Ok(())
    }
}
