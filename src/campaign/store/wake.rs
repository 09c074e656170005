//! Decides with a few looks at the disk whether a tick has nothing to do.

use super::cache::to_bytes;
use super::places::Places;
use crate::campaign::state::settings::Settings;
use crate::disk::{Disk, Look};
use crate::post::{MailIn, MailboxMark};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// What a tick found when it was done; as long as it is the same, the next tick has nothing to do.
#[derive(Serialize, Deserialize)]
pub(super) struct Wake {
    /// When the campaign next needs a tick without new mail.
    next: Option<DateTime<Utc>>,
    /// A gap longer than this (in seconds) is an outage and must be recorded.
    outage: i64,
    /// Files that must not have changed: path, length, and time in nanoseconds since 1970.
    files: Vec<(PathBuf, u64, u128)>,
    /// Folders that must be empty.
    empty: Vec<PathBuf>,
    /// A mailbox on a server, and where it must stand.
    mailbox: Option<(MailIn, MailboxMark)>,
}

fn stamp(look: &Look) -> (u64, u128) {
    let since = look.modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (look.length, since.as_nanos())
}

impl Wake {
    /// Returns `true` if nothing has changed since the tick at `last` and nothing is due.
    pub(super) fn sleeps(
        &self,
        disk: &Arc<dyn Disk>,
        dir: &Path,
        last: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> bool {
        let is_time = self.next.is_some_and(|next| next <= now)
            || now < last
            || (now - last).num_seconds() > self.outage;
        if is_time {
            return false;
        }
        let is_same = |(path, length, time): &(PathBuf, u64, u128)| {
            disk.look(&dir.join(path)).is_ok_and(|look| stamp(&look) == (*length, *time))
        };
        let is_empty = |path: &PathBuf| disk.list(&dir.join(path)).is_ok_and(|paths| paths.is_empty());
        // Whatever is wrong with the server, the tick that follows says so.
        let stands = |(mailbox, mark): &(MailIn, MailboxMark)| {
            mailbox.stands(disk.clone(), dir, now).is_ok_and(|stands| stands == Some(*mark))
        };
        self.files.iter().all(is_same) && self.empty.iter().all(is_empty) && self.mailbox.iter().all(stands)
    }
}

/// Keeps what the next tick must look at; nothing if mail comes from a server and it is not known where its mailbox stands.
pub(super) fn keep(
    disk: &dyn Disk,
    dir: &Path,
    settings: &Settings,
    next: Option<DateTime<Utc>>,
    mailbox: Option<MailboxMark>,
) {
    let places = Places(dir);
    let is_server = matches!(settings.mail_in, MailIn::Imap(_));
    if is_server && mailbox.is_none() {
        if let Err(error) = disk.remove(&places.idle()) {
            tracing::debug!(%error, "cannot remove idle.json");
        }
        return;
    }
    let (mut files, mut empty) = (vec![places.settings(), places.ledger()], Vec::new());
    match &settings.mail_in {
        MailIn::Maildir(path) => empty.extend([path.join("new"), path.join("cur")]),
        MailIn::Mbox(path) => files.push(dir.join(path)),
        MailIn::Imap(_) => {}
    }
    let stamped = files.into_iter().map(|path| {
        let (length, time) = stamp(&disk.look(&path)?);
        let path = path.strip_prefix(dir).map(Path::to_owned).unwrap_or(path);
        Ok((path, length, time))
    });
    let mailbox = mailbox.filter(|_| is_server).map(|mark| (settings.mail_in.clone(), mark));
    let files: std::io::Result<Vec<_>> = stamped.collect();
    let outage = settings.clock.outage.num_seconds();
    let written = files.and_then(|files| {
        let bytes = to_bytes(&Wake { next, outage, files, empty, mailbox })?;
        // Most ticks that did something would write the same again.
        if disk.read(&places.idle()).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        disk.write_for_now(&places.idle(), &bytes, 0o600)
    });
    if let Err(error) = written {
        tracing::debug!(%error, "cannot write idle.json");
    }
}
