//! `ravenpost start`: a campaign is founded and its game set up.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Founded, FoundedSeat, Rehearsal};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Record};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::Settings;
use crate::campaign::store::{Document, Host, Mode, Store, Vault, is_new, settings_of};
use crate::ledger::{Head, Kind};
use crate::seal::{FORMAT, Hash256};
use crate::table::Referee;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::path::Path;

/// Returns the content of the founding entry; `data` has the SHA-256 of each file of the game's data.
pub(crate) fn founded(
    settings: &Settings,
    referee: &dyn Referee,
    secrets: &Secrets,
    data: BTreeMap<String, Hash256>,
    words_until: Option<DateTime<Utc>>,
) -> Result<Founded, CampaignError> {
    let seats = referee.seats().into_iter().filter_map(|info| {
        let key = secrets.keys.get(&info.id)?.stored(&settings.id, &info.id);
        Some(FoundedSeat { seat: info.id, name: info.name, key })
    });
    let receipt_key = secrets.receipt_signer().key().map_err(|why| CampaignError::Fault(why.to_string()))?;
    Ok(Founded {
        campaign: settings.id.clone(),
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: settings.rules,
        settings: settings.public(),
        seats: seats.collect(),
        data,
        commitment: secrets.commitment(),
        receipt_key,
        gm: Some(secrets.key(GM, 1).stored(&settings.id, GM)),
        words_until,
        rehearsal: None,
    })
}

/// Begins a campaign that has a `campaign.yaml`: makes its secrets and mailboxes, founds the ledger, and sets the game up.
///
/// The next tick mails the welcomes. A start that was killed midway can be repeated.
///
/// # Errors
/// If the campaign has begun already, its settings are wrong, or a file cannot be written.
pub fn start(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
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
            dir.display()
        )));
    }
    is_new(&*store)?;
    store.create_private()?;
    let secrets = match store.document(Document::Secrets)? {
        Some(text) => {
            let path = store.path_of(Document::Secrets);
            Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?
        }
        None => {
            let secrets = Secrets::draw(settings.seats.iter().map(|seat| seat.seat.as_str()), random);
            store.keep_document(Document::Secrets, &secrets.write().map_err(CampaignError::Fault)?)?;
            secrets
        }
    };
    host.mailboxes(dir).create(&settings.mail_in, &settings.mail_out)?;
    let rules = Rules::new(&*referee, &secrets.chance, &[]);
    let mut engine = Engine::new(&settings, rules, &secrets, Record::default(), Vault::default(), now);
    let words_until = settings.words_of_chance.as_ref().and_then(|rule| rule.after(now));
    let data = data_of(&*store, &settings);
    let mut body = founded(&settings, &*referee, &secrets, data, words_until)?;
    body.rehearsal = settings.rehearsal.as_ref().map(|rule| Rehearsal { from: now, until: rule.after(now) });
    engine.add(Kind::Founded, &body)?;
    engine.settle()?;
    if let Some(stuck) = engine.stuck {
        return Err(CampaignError::Fault(stuck));
    }
    let (record, mut drafts) = (engine.record, engine.drafts);
    let together = drafts.len();
    if let Some(first) = drafts.first_mut().and_then(|first| first.body.as_object_mut())
        && together > 1
    {
        first.insert("batch".to_owned(), together.into());
    }
    store.append(Head::default(), drafts)?;
    Ok(record)
}

/// Returns the SHA-256 of each file of the game's data, the campaign's own copies before the program's.
fn data_of(store: &dyn Store, settings: &Settings) -> BTreeMap<String, Hash256> {
    let files = crate::games::embedded_files(&settings.game).into_iter();
    let digest = |(name, bytes): (String, &[u8])| {
        let own = store.document(Document::Data { game: &settings.game, file: &name }).ok().flatten();
        let hash = Hash256::of(own.as_ref().map_or(bytes, |own| own.as_bytes()));
        (name, hash)
    };
    files.map(digest).collect()
}
