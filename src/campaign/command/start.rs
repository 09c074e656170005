//! `ravenpost start`: a campaign is founded and its game set up.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::chance_words::{MOST_WORDS, words_of, words_plan};
use crate::campaign::state::entries::{Founded, FoundedChance, FoundedSeat, Rehearsal, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Record};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::{Settings, Words};
use crate::campaign::state::typed_path::typed_path;
use crate::campaign::store::{Document, Host, Mode, Store, Vault, is_new, marked, settings_of};
use crate::ledger::{Head, Kind};
use crate::post::one_line;
use crate::seal::{FORMAT, Hash256};
use crate::table::Referee;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::path::Path;

/// The files of a game's data: the SHA-256 of each, and whether it is the campaign's own.
pub(crate) type Data = BTreeMap<String, (Hash256, bool)>;

/// Returns the content of the founding entry at `now`; `data` has the SHA-256 of each file of the game's data, and `words`
/// the words of chance of the game master's seat.
pub(crate) fn founded(
    settings: &Settings,
    referee: &dyn Referee,
    secrets: &Secrets,
    data: Data,
    words: Option<(SeatId, String)>,
    now: DateTime<Utc>,
) -> Result<Founded, CampaignError> {
    let own = data.iter().filter(|(_, (_, own))| *own).map(|(name, _)| name.clone()).collect();
    let seats = referee.seats().into_iter().filter_map(|info| {
        let key = secrets.keys.get(&info.id)?.stored(&settings.id, &info.id);
        Some(FoundedSeat { seat: info.id, name: info.name, key })
    });
    let rehearsal = settings.rehearsal.as_ref().map(|rule| Rehearsal { from: now, until: rule.after(now) });
    let chance = FoundedChance {
        words: settings.chance.words,
        until: settings.chance.until(now).filter(|_| rehearsal.is_none()),
        public: settings.chance.public.clone(),
    };
    let receipt_key = secrets.receipt_signer().key().map_err(|why| CampaignError::Fault(why.to_string()))?;
    Ok(Founded {
        campaign: settings.id.clone(),
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: settings.rules,
        settings: settings.public(),
        seats: seats.collect(),
        data: data.into_iter().map(|(name, (hash, _))| (name, hash)).collect(),
        own_data: own,
        commitment: secrets.commitment(),
        receipt_key,
        gm: Some(secrets.key(GM, 1).stored(&settings.id, GM)),
        chance,
        gm_words: words.into_iter().collect(),
        rehearsal,
    })
}

/// Returns the words of chance of the seat that the game master plays: those that are given, or random ones. `None` if there
/// is no such seat, or if no words are taken.
///
/// # Errors
/// If words are given that cannot be used.
fn gm_words(
    settings: &Settings,
    given: Option<&str>,
    random: &mut dyn FnMut(&mut [u8]),
) -> Result<Option<(SeatId, String)>, CampaignError> {
    let refused = |why: &str| Err(CampaignError::Refused(format!("{why}. Nothing was changed")));
    let seat = settings.gm.plays.clone().filter(|_| settings.chance.words != Words::No);
    match (seat, given.map(one_line)) {
        (None, Some(_)) => refused(
            "words of chance are given for the game master's seat, but campaign.yaml names no such seat (`gm: {plays: …}`) or takes no words",
        ),
        (None, None) => Ok(None),
        (Some(_), Some(words)) if words_of(&words_plan(&words)).is_none() => {
            refused(&format!("words of chance are a line of at most {MOST_WORDS} characters, without a key"))
        }
        (Some(seat), Some(words)) => Ok(Some((seat, words))),
        (Some(seat), None) => {
            let mut bytes = [0; 16];
            random(&mut bytes);
            Ok(Some((seat, data_encoding::HEXLOWER.encode(&bytes))))
        }
    }
}

/// Begins a campaign that has a `campaign.yaml`: makes its secrets and mailboxes, founds the ledger, and sets the game up.
///
/// The next tick mails the welcomes. A start that was killed midway can be repeated: keys that are there already are kept,
/// but the secret of the shuffles is always drawn anew, so that one which was prepared has no effect.
///
/// # Errors
/// If the campaign has begun already, its settings are wrong, or a file cannot be written.
pub fn start(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    random: &mut dyn FnMut(&mut [u8]),
) -> Result<Record, CampaignError> {
    start_with(host, dir, now, None, random)
}

/// Begins a campaign like [`start`](fn@start), with `words` as the words of chance of the game master's seat; with `None`
/// they are random.
///
/// # Errors
/// If the campaign has begun already, its settings or the words are wrong, or a file cannot be written.
pub fn start_with(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    words: Option<&str>,
    random: &mut dyn FnMut(&mut [u8]),
) -> Result<Record, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let (settings, referee) = settings_of(host, dir)?;
    let mut store = host.store(dir);
    let _claim = store.claim()?;
    store.load(Mode::Write)?;
    if !store.entries().is_empty() {
        return Err(CampaignError::Refused(format!(
            "{} has begun already; nothing was changed. Run “ravenpost tick {}” to continue it",
            dir.display(),
            typed_path(dir)
        )));
    }
    is_new(&*store)?;
    settings
        .can_be_addressed(&referee.seats())
        .map_err(|mistakes| CampaignError::Settings { path: store.path_of(Document::Settings), mistakes })?;
    if let Some(public) = &settings.chance.public
        && let Some(due) = public.due.filter(|due| *due <= now)
    {
        return Err(CampaignError::Refused(format!(
            "the public number “{}” was known on {due}, so it can no longer make the shuffles fair. Name a later one after “public” in campaign.yaml, with its time after “due”. Nothing was changed",
            public.name
        )));
    }
    // Settings and seats are fixed from here on; what is drawn now is committed to together with them.
    let words = gm_words(&settings, words, random)?;
    store.create_private()?;
    let mut secrets = Secrets::draw(settings.seats.iter().map(|seat| seat.seat.as_str()), random);
    if let Some(text) = store.document(Document::Secrets)? {
        let path = store.path_of(Document::Secrets);
        let kept = Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?;
        secrets.keys.extend(kept.keys.into_iter().filter(|(seat, _)| settings.seat(seat).is_some()));
        secrets.mail = kept.mail;
    }
    // It is on the disk before the entry that commits to it: a campaign without its secret could never go on.
    store.keep_document(Document::Secrets, &secrets.write().map_err(CampaignError::Fault)?)?;
    host.mailboxes(dir).create(&settings.mail_in, &settings.mail_out)?;
    let rules = Rules::new(&*referee, &secrets.chance, &[]);
    let mut engine = Engine::new(&settings, rules, &secrets, Record::default(), Vault::default(), now);
    let data = data_of(&*store, &settings)?;
    let body = founded(&settings, &*referee, &secrets, data, words, now)?;
    engine.add(Kind::Founded, &body)?;
    engine.settle()?;
    if let Some(stuck) = engine.stuck {
        return Err(CampaignError::Fault(stuck));
    }
    store.append(Head::default(), marked(engine.drafts))?;
    Ok(engine.record)
}

/// Returns the files of the game's data, the campaign's own copies before the program's.
///
/// # Errors
/// If a copy cannot be read.
fn data_of(store: &dyn Store, settings: &Settings) -> Result<Data, CampaignError> {
    let files = crate::games::embedded_files(&settings.game).into_iter();
    let digest = |(name, bytes): (String, &[u8])| {
        let own = store.document(Document::Data { game: &settings.game, file: &name })?;
        let hash = Hash256::of(own.as_ref().map_or(bytes, |own| own.as_bytes()));
        Ok((name, (hash, own.is_some())))
    };
    files.map(digest).collect()
}
