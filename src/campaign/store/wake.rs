//! Whether there is anything to do at all, told by a few looks at the disk.
//!
//! May use: disk, folder, cache. Is used by: tick.

use crate::campaign::store::cache;
use crate::campaign::store::folder::Campaign;
use crate::campaign::store::folder::Places;
use crate::disk::{Disk, Look};
use crate::post::MailIn;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What a tick left behind that had nothing more to do.
#[derive(Serialize, Deserialize)]
struct Idle {
    /// When something happens by itself.
    next: Option<DateTime<Utc>>,
    /// A gap longer than this (in seconds) must be told of.
    outage: i64,
    /// Files that must be as they were: path, length, nanoseconds since 1970.
    files: Vec<(PathBuf, u64, u128)>,
    /// Folders in which nothing may be.
    empty: Vec<PathBuf>,
}

fn stamp(look: &Look) -> (u64, u128) {
    let since = look.modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (look.length, since.as_nanos())
}

/// When the last tick ran.
pub(crate) fn last_tick(disk: &dyn Disk, dir: &Path) -> Option<DateTime<Utc>> {
    let look = disk.look(&Places(dir).heartbeat()).ok()?;
    DateTime::from_timestamp(DateTime::<Utc>::from(look.modified).timestamp(), 0)
}

/// Whether nothing has changed since the last tick and nothing is due; then the heartbeat is touched.
pub(crate) fn nothing_to_do(disk: &dyn Disk, dir: &Path, now: DateTime<Utc>) -> bool {
    let places = Places(dir);
    let Some(idle) = cache::kept::<Idle>(disk, &places.idle()) else { return false };
    let Some(last) = last_tick(disk, dir) else { return false };
    let is_time =
        idle.next.is_some_and(|next| next <= now) || now < last || (now - last).num_seconds() > idle.outage;
    if is_time {
        return false;
    }
    let is_same = |(path, length, time): &(PathBuf, u64, u128)| {
        disk.look(&dir.join(path)).is_ok_and(|look| stamp(&look) == (*length, *time))
    };
    let is_empty = |path: &PathBuf| disk.list(&dir.join(path)).is_ok_and(|paths| paths.is_empty());
    idle.files.iter().all(is_same)
        && idle.empty.iter().all(is_empty)
        && disk.touch(&places.heartbeat(), SystemTime::from(now)).is_ok()
}

/// Leaves what the next tick must look at; nothing if that cannot be told from files.
pub(crate) fn save(disk: &dyn Disk, campaign: &Campaign, next: Option<DateTime<Utc>>) {
    let places = Places(&campaign.dir);
    // What lies in a mailbox on a server is not seen from here.
    if matches!(campaign.settings.mail_in, MailIn::Imap(_)) {
        if let Err(error) = disk.remove(&places.idle()) {
            tracing::debug!(%error, "cannot remove idle.json");
        }
        return;
    }
    let (mut files, mut empty) = (vec![places.settings(), places.ledger()], Vec::new());
    match &campaign.settings.mail_in {
        MailIn::Maildir(path) => empty.extend([path.join("new"), path.join("cur")]),
        MailIn::Mbox(path) => files.push(campaign.dir.join(path)),
        MailIn::Imap(_) => {}
    }
    let stamped = files.into_iter().map(|path| {
        let (length, time) = stamp(&disk.look(&path)?);
        let path = path.strip_prefix(&campaign.dir).map(Path::to_owned).unwrap_or(path);
        Ok((path, length, time))
    });
    let files: std::io::Result<Vec<_>> = stamped.collect();
    let outage = campaign.settings.clock.outage.num_seconds();
    let written = files.and_then(|files| {
        let idle = Idle { next, outage, files, empty };
        let bytes = cache::bytes_of(&idle)?;
        // Most ticks that did something would write the same again.
        if disk.read(&places.idle()).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        disk.write(&places.idle(), &bytes, 0o600)
    });
    if let Err(error) = written {
        tracing::debug!(%error, "cannot write idle.json");
    }
}
