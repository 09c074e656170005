//! An archive checked from its own content alone: its files, its chain, its seals, and the game played again.

use super::files::read;
use super::format::{Archive, LEDGER, Manifest, archive_flaw};
use crate::campaign::inspect::verify::{Flaw, Verified, verify_by};
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Founded, Line, OpenedPlan, Sealed};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Host, Own};
use crate::games::NoGame;
use crate::ledger::{self, Entry, Kind};
use crate::seal::{Hash256, Opening};
use crate::table::Referee;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Checks an archive, far away from its campaign if need be.
///
/// # Errors
/// If a file of the archive cannot be read. A mismatch is a [`Flaw`] and not an error; its entry is 0 if it is one of the
/// archive itself.
pub fn verify_archive(host: &Host, path: &Path) -> Result<Result<Verified, Flaw>, CampaignError> {
    Ok(read(host, path)?.and_then(|archive| verify(&archive)))
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

fn verify(archive: &Archive) -> Result<Verified, Flaw> {
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
    let seals = seals(&entries)?;
    let mut verified = verify_by(&*referee, Some(&corrected(archive, &founded, game)), &entries, None)?;
    verified.seals = seals;
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

/// Returns the game that a campaign was founded with, made from the files that `own` gives.
fn game_of(founded: &Founded, game: &str, own: Own<'_>) -> Result<Box<dyn Referee>, NoGame> {
    let players = founded.settings.get("players").and_then(Value::as_u64).unwrap_or_default();
    let players = u8::try_from(players).unwrap_or_default();
    let options = founded.settings.get("options").cloned().unwrap_or(Value::Null);
    crate::games::referee_by(game, founded.rules, players, &options, own)
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

/// Returns the number of opened plans in this copy, all of which match their seals.
fn seals(entries: &[Entry]) -> Result<usize, Flaw> {
    let mut bound: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut matching = 0;
    for entry in entries {
        let line = Line::from(entry);
        let flaw = |why: String| Flaw { entry: entry.seq, why };
        match entry.kind {
            Kind::Sealed => {
                let Sealed { window, seat, seal, .. } = line.body().map_err(flaw)?;
                bound.insert((window, seat), seal);
            }
            Kind::Opened => {
                let OpenedPlan { window, seat, seal, .. } = line.body().map_err(flaw)?;
                if bound.get(&(window, seat.clone())) != Some(&seal) {
                    return Err(flaw(format!("{seat} opens another seal than the one it is committed to")));
                }
                let Some(document) = line.secret else { continue };
                let opening = Opening::from_value(document).map_err(|why| flaw(why.to_string()))?;
                if opening.seal().to_string() != seal {
                    return Err(flaw(format!("the opening of {seat} does not match its seal")));
                }
                matching += 1;
            }
            _ => {}
        }
    }
    Ok(matching)
}
