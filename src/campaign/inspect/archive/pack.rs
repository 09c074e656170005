//! A campaign made into an archive, without what its receiver may not know.

use super::files::write;
use super::format::{Archive, FORM, LEDGER, Manifest};
use crate::campaign::state::entries::{Absent, Changed, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{CHANCE, Phase, Record};
use crate::campaign::store::{Batch, Campaign, Host, opens_a_window};
use crate::ledger::{Entry, Head, Kind, LedgerError};
use crate::seal::Hash256;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The receiver of an archive, who decides which secrets are in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum For {
    /// Anybody: no secrets while the game goes on; afterwards plans, answers and shuffles, but no messages.
    Public,
    /// A seat: everything public, and the seat's own secrets.
    Seat(String),
    /// The game master: everything, email addresses too.
    Whole,
}

impl fmt::Display for For {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            For::Public => "public",
            For::Whole => "whole",
            For::Seat(seat) => seat,
        })
    }
}

/// An archive that was written.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exported {
    pub path: PathBuf,
    pub manifest: Manifest,
    /// The number of secrets that were left out.
    pub left_out: usize,
}

/// Writes a campaign as an archive: one file of JSON lines if `out` ends in `.jsonl`, otherwise a folder.
///
/// # Errors
/// If there is no such seat, `out` exists already, or a file cannot be written.
pub fn export(
    host: &Host,
    campaign: &Campaign,
    receiver: &For,
    out: &Path,
) -> Result<Exported, CampaignError> {
    if let For::Seat(seat) = receiver
        && !campaign.record.people.seats().any(|known| known == seat)
    {
        return Err(CampaignError::Refused(format!("there is no seat “{seat}” in this campaign")));
    }
    if host.has(out) {
        return Err(CampaignError::Refused(format!(
            "{} exists already; nothing was written. Name another file with --out",
            out.display()
        )));
    }
    let (archive, left_out) = pack(campaign, receiver)?;
    write(host, &archive, out)?;
    Ok(Exported { path: out.to_owned(), manifest: archive.manifest, left_out })
}

/// Returns the public archive of a campaign as one file of JSON lines.
///
/// # Errors
/// If the ledger cannot be read.
pub(crate) fn public_archive(campaign: &Campaign) -> Result<Vec<u8>, CampaignError> {
    pack(campaign, &For::Public)?.0.lines()
}

/// Returns the archive of a campaign for a receiver, and the number of secrets that are left out.
pub(super) fn pack(campaign: &Campaign, receiver: &For) -> Result<(Archive, usize), CampaignError> {
    let over = campaign.record.game.ended.is_some();
    let mut lines = String::new();
    let since = match receiver {
        For::Seat(seat) => campaign.record.people.tenures.get(seat).map_or(0, |tenure| tenure.seq),
        _ => 0,
    };
    let mut left_out = 0;
    let (until, last) = shown(campaign, receiver)?;
    let (mut head, mut settings) = (Head::default(), Record::default());
    let mut walk = campaign.past().walk_checked();
    while let Some(passing) = walk.step()? {
        if passing.seq() > last {
            continue;
        }
        let entry = &*passing.whole()?;
        head = Head { seq: entry.seq, hash: entry.hash };
        follow_settings(&mut settings, Line::from(entry));
        let line = if entry.secret.is_none() || may_have(receiver, entry, over, since) {
            entry.line()
        } else {
            left_out += 1;
            entry.redacted().and_then(|entry| entry.line())
        };
        lines.push_str(&line.map_err(LedgerError::from)?);
        lines.push('\n');
    }
    let game = campaign.referee.id();
    let mut data = BTreeMap::new();
    let founded = campaign.record.people.founded.as_ref();
    for (name, bytes) in crate::games::embedded_files(game) {
        if founded.is_some_and(|founded| !founded.data.contains_key(&name)) {
            continue;
        }
        let own = campaign.own_data(&name);
        data.insert(
            format!("games/{game}/{name}"),
            own.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
        );
    }
    let mut files: BTreeMap<String, Hash256> =
        data.iter().map(|(name, text)| (name.clone(), Hash256::of(text))).collect();
    files.insert(LEDGER.to_owned(), Hash256::of(&lines));
    let manifest = Manifest {
        form: FORM.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        campaign: campaign.settings.id.clone(),
        receiver: receiver.to_string(),
        settings: settings.people.settings,
        until,
        entries: head.seq,
        head: head.hash,
        files,
    };
    Ok((Archive { manifest, data, ledger: lines.into_bytes() }, left_out))
}

/// Keeps the public settings of a record as they are after an entry.
fn follow_settings(record: &mut Record, line: Line<'_>) {
    match line.kind {
        Kind::Founded => {
            record.people.settings = line.body.get("settings").cloned().unwrap_or_default();
        }
        Kind::Settings => {
            if let Some(new) = line.body::<Changed>().ok().and_then(|changed| changed.settings) {
                record.people.settings = new;
            }
        }
        Kind::Absence => {
            let replaced = line.body::<Absent>().ok();
            if let Some((seat, replaced)) = replaced.and_then(|body| Some((body.seat, body.replaced?))) {
                record.people.name_player(&seat, &replaced);
            }
        }
        _ => {}
    }
}

/// Returns the number of the last entry that a receiver may have, and the window at which the entries end.
///
/// While plans (or words of chance) are accepted, who has handed in what, when and how often is secret, so copies end where
/// the window opened.
fn shown(campaign: &Campaign, receiver: &For) -> Result<(Option<String>, u64), CampaignError> {
    let record = &campaign.record;
    let collecting = record.game.open_window().filter(|window| window.phase == Phase::Collecting);
    let until = match collecting {
        _ if *receiver == For::Whole => return Ok((None, u64::MAX)),
        None if record.people.seeded => return Ok((None, u64::MAX)),
        _ => collecting.map(|window| window.id.clone()),
    };
    let (mut batch, mut end) = (Batch::default(), 0);
    let mut walk = campaign.past().walk_all();
    while let Some(passing) = walk.step()? {
        let entry = passing.without_secret()?;
        batch = batch.of_next(&entry);
        // Without a window, words of chance are accepted since the founding.
        let ends = match until {
            Some(_) => opens_a_window(entry.kind, &entry.body),
            None => entry.seq == 1,
        };
        if ends {
            // In old ledgers an append may go on after the opening of the window; a copy ends before such an append.
            end = if entry.seq == batch.last { entry.seq } else { batch.first - 1 };
        }
    }
    Ok((Some(until.unwrap_or_else(|| CHANCE.to_owned())), end))
}

/// Returns `true` if a receiver may have the secret of an entry.
///
/// A secret belongs to the seat that the entry's body names, or to the game master. When the game is over its plans, answers
/// and shuffles become public; messages and addresses do not. `since` is the entry with which the seat's current player began.
fn may_have(receiver: &For, entry: &Entry, over: bool, since: u64) -> bool {
    let of_the_game = matches!(entry.kind, Kind::Opened | Kind::Answered | Kind::Resolved | Kind::Ruling);
    match receiver {
        For::Whole => true,
        // Copies go beyond the founding only when words of chance are public.
        _ if entry.kind == Kind::Opened
            && entry.body.get("window").is_some_and(|window| window == CHANCE) =>
        {
            true
        }
        _ if over && of_the_game => true,
        For::Public => false,
        // The messages and addresses of an earlier player are not for the seat's current one, nor is the change of players.
        For::Seat(_) if entry.body.get("replaced").is_some() => false,
        For::Seat(_) if entry.seq < since && !of_the_game => false,
        For::Seat(seat) => entry.body.get("seat").and_then(Value::as_str) == Some(seat),
    }
}
