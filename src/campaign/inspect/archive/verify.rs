//! An archive checked from its own content alone: its files, its chain, its seals, and the game played again.

use super::files::read;
use super::format::{Archive, LEDGER, Manifest, archive_flaw};
use crate::campaign::inspect::verify::{Flaw, Verified, verify_by};
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Founded, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Phase, Record};
use crate::campaign::store::{Host, Own, Progress, opens_a_window};
use crate::games::NoGame;
use crate::ledger::{self, Entry};
use crate::seal::Hash256;
use crate::table::Referee;
use serde_json::Value;
use std::path::Path;

/// Checks an archive, far away from its campaign if need be.
///
/// # Errors
/// If a file of the archive cannot be read. A mismatch is a [`Flaw`] and not an error; its entry is 0 if it is one of the
/// archive itself.
pub fn verify_archive(host: &Host, path: &Path) -> Result<Result<Verified, Flaw>, CampaignError> {
    Ok(read(host, path)?.and_then(|archive| verify(&archive, host.progress)))
}

/// Reads the manifest of an archive and the entries of its ledger, whose chain is checked.
///
/// # Errors
/// If a file of the archive cannot be read. What is no archive, or a broken chain, is a [`Flaw`] and not an error.
pub(crate) fn read_entries(
    host: &Host,
    path: &Path,
) -> Result<Result<(Manifest, Vec<Entry>), Flaw>, CampaignError> {
    Ok(read(host, path)?.and_then(|archive| {
        let entries = entries_of(&archive)?;
        Ok((archive.manifest, entries))
    }))
}

fn entries_of(archive: &Archive) -> Result<Vec<Entry>, Flaw> {
    let broken = |broken: ledger::Broken| Flaw { entry: broken.line, why: broken.flaw.to_string() };
    ledger::entries(&archive.ledger).map_err(broken)
}

pub(super) fn verify(archive: &Archive, progress: Progress) -> Result<Verified, Flaw> {
    archive.check_files()?;
    let manifest = &archive.manifest;
    let entries = entries_of(archive)?;
    let Some(first) = entries.first() else { return Err(archive_flaw("its ledger is empty".to_owned())) };
    let last = entries.last().unwrap_or(first);
    if (last.seq, last.hash) != (manifest.entries, manifest.head) {
        return Err(archive_flaw(format!(
            "its manifest names {} entries and the last hash {}, but its ledger has {} entries and the last hash {}",
            manifest.entries, manifest.head, last.seq, last.hash
        )));
    }
    if manifest.files.get(LEDGER) != Some(&Hash256::of(&archive.ledger)) {
        return Err(archive_flaw(format!("{LEDGER} has been changed since the archive was written")));
    }
    let founded: Founded = Line::from(first).body().map_err(|why| Flaw { entry: 1, why })?;
    if founded.campaign != manifest.campaign {
        return Err(archive_flaw("its manifest and its ledger are from different campaigns".to_owned()));
    }
    let text = |name: &str| founded.settings.get(name).and_then(Value::as_str).unwrap_or_default();
    let game = text("game");
    let names = founded.data.keys().map(|name| format!("games/{game}/{name}"));
    if !archive.data.keys().cloned().eq(names) {
        return Err(archive_flaw("its files are not those that the campaign was founded with".to_owned()));
    }
    for (name, hash) in &founded.data {
        let there = archive.data.get(&format!("games/{game}/{name}")).map(Hash256::of);
        if there != Some(*hash) {
            return Err(archive_flaw(format!(
                "games/{game}/{name} is not what the campaign was founded with"
            )));
        }
    }
    let own = |file: &str| archive.data.get(&format!("games/{game}/{file}")).cloned();
    let referee = game_of(&founded, game, &own).map_err(|why| Flaw { entry: 1, why: why.to_string() })?;
    let (mut verified, record) =
        verify_by(&*referee, Some(&corrected(archive, &founded, game)), &entries, None, progress)?;
    ends_where_it_should(manifest, &entries, &record)?;
    let hidden = entries.iter().filter(|entry| Line::from(*entry).secret.is_none() && entry.secret.is_some());
    match hidden.count() {
        0 => {}
        hidden => verified.unchecked.push(format!(
            "{hidden} secrets that are not in this copy; their digests are, so nobody can replace a secret later"
        )),
    }
    if founded.version != env!("CARGO_PKG_VERSION") {
        verified.unchecked.push(format!(
            "the results of version {}, with which the campaign was founded; this is version {}",
            founded.version,
            env!("CARGO_PKG_VERSION")
        ));
    }
    Ok(verified)
}

/// Checks what the manifest says of the campaign against the record after the last entry.
fn ends_where_it_should(manifest: &Manifest, entries: &[Entry], record: &Record) -> Result<(), Flaw> {
    let flaw = |why: &str| Err(archive_flaw(why.to_owned()));
    if manifest.settings != record.people.settings {
        return flaw("its manifest has other settings than its ledger");
    }
    let is_whole = manifest.receiver == "whole";
    if !is_whole
        && manifest.receiver != "public"
        && !record.people.seats().any(|seat| seat == manifest.receiver)
    {
        return flaw("its manifest is for somebody who is not in this campaign");
    }
    let collecting = record.game.open_window().filter(|window| window.phase == Phase::Collecting);
    let due = match collecting {
        _ if is_whole => None,
        Some(window) => Some(window.id.as_str()),
        None if !record.people.seeded => Some("chance"),
        None => None,
    };
    if manifest.until.as_deref() != due {
        return flaw("it does not end where its manifest says");
    }
    let last = entries.last().filter(|_| due.is_some());
    match last.is_none_or(|last| last.seq == 1 || opens_a_window(last.kind, &last.body)) {
        true => Ok(()),
        false => flaw("it shows what came while plans were still accepted"),
    }
}

/// Returns the game that a campaign was founded with, made from the files that `own` gives.
fn game_of(founded: &Founded, game: &str, own: Own<'_>) -> Result<Box<dyn Referee>, NoGame> {
    #[cfg(test)]
    if let Some(toy) = toy(game) {
        return Ok(toy);
    }
    let players = founded.settings.get("players").and_then(Value::as_u64).unwrap_or_default();
    let players = u8::try_from(players).unwrap_or_default();
    let options = founded.settings.get("options").cloned().unwrap_or(Value::Null);
    crate::games::referee_by(game, founded.rules, players, &options, own)
}

/// The small game of the campaign's tests, which is none of the program's.
#[cfg(test)]
fn toy(game: &str) -> Option<Box<dyn Referee>> {
    let toy = crate::campaign::toy::Toy::default();
    (game == "toy").then(|| Box::new(crate::table::Host::new(toy)) as Box<dyn Referee>)
}

/// Returns the maker of the game from the archive's files and the corrections of rulings.
fn corrected(archive: &Archive, founded: &Founded, game: &str) -> Corrected {
    let (data, id) = (archive.data.clone(), game.to_owned());
    let base = move |file: &str| {
        let own = data.get(&format!("games/{id}/{file}")).cloned();
        Ok(own.or_else(|| crate::games::embedded(&id, file).map(str::to_owned)))
    };
    let (founded, game) = (founded.clone(), game.to_owned());
    let make = move |own: Own<'_>| game_of(&founded, &game, own).map_err(|why| why.to_string());
    Corrected::new(Box::new(base), Box::new(make))
}
