//! Delivery to a Maildir, for a campaign on one machine without a mail server.

use super::packed::Packed;
use super::sink::{MailSink, SendError};
use crate::disk::Disk;
use crate::post::error::PostError;
use crate::post::maildir::create_maildir;
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A Maildir to which messages are delivered. The file is named after the Message-ID, so that delivering a
/// message twice leaves one, even if somebody has read it in between.
pub struct MaildirSink {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    /// Names in `cur` without their flags; `None` before the first message.
    seen: Option<HashSet<OsString>>,
}

impl MaildirSink {
    /// Returns the Maildir at this path as a sink. It is created when the first message is sent.
    pub fn new(disk: Arc<dyn Disk>, path: impl Into<PathBuf>) -> Self {
        MaildirSink { disk, path: path.into(), seen: None }
    }

    fn deliver(&mut self, name: &str, bytes: &[u8]) -> Result<(), PostError> {
        let seen = match &mut self.seen {
            Some(seen) => seen,
            None => {
                create_maildir(&*self.disk, &self.path)?;
                let cur = self.path.join("cur");
                let paths = self.disk.list(&cur).map_err(PostError::disk("list the folder", &cur))?;
                self.seen.insert(paths.iter().filter_map(|path| unmarked(path)).collect())
            }
        };
        if seen.contains(&OsString::from(name)) { Ok(()) } else { put(&*self.disk, &self.path, name, bytes) }
    }
}

impl MailSink for MaildirSink {
    fn send_packed(&mut self, mail: &Packed) -> Result<(), SendError> {
        let name = file_name(mail.date, mail.message_id.as_bytes());
        self.deliver(&name, &mail.bytes).map_err(|why| SendError::here(why.to_string()))
    }
}

/// Delivers a message that arrived in another way, such as on standard input, to a Maildir, creating it if
/// necessary. The same bytes twice make one file.
///
/// # Errors
/// If the file system refuses; then nothing is delivered.
pub fn deliver(disk: &dyn Disk, maildir: &Path, at: DateTime<Utc>, raw: &[u8]) -> Result<(), PostError> {
    create_maildir(disk, maildir)?;
    put(disk, maildir, &file_name(at, raw), raw)
}

/// Moves the messages that nobody has looked at from one Maildir to another, which is created if necessary. Each keeps the time at which
/// it came, unless the other is on another disk.
///
/// # Errors
/// If the file system refuses; then what was not moved is where it was.
pub fn move_new(disk: &dyn Disk, from: &Path, to: &Path, at: DateTime<Utc>) -> Result<(), PostError> {
    for mail in disk.list(&from.join("new")).unwrap_or_default() {
        create_maildir(disk, to)?;
        let moved = mail.file_name().map(|name| disk.rename(&mail, &to.join("new").join(name)));
        if !matches!(moved, Some(Ok(()))) {
            let raw = disk.read(&mail).map_err(PostError::disk("read", &mail))?;
            deliver(disk, to, at, &raw)?;
            disk.remove(&mail).map_err(PostError::disk("remove", &mail))?;
        }
    }
    Ok(())
}

/// Writes to `tmp`, then renames into `new`. A message that is already there is replaced by itself.
fn put(disk: &dyn Disk, maildir: &Path, name: &str, bytes: &[u8]) -> Result<(), PostError> {
    let (tmp, new) = (maildir.join("tmp"), maildir.join("new").join(name));
    disk.write_by_way_of(&tmp, &new, bytes, 0o600).map_err(PostError::disk("deliver the message to", &new))
}

/// Returns a file name that begins with the seconds, so that names sort by time as readers of Maildirs
/// expect.
fn file_name(at: DateTime<Utc>, identity: &[u8]) -> String {
    let digest = Sha256::digest(identity);
    format!("{}.{}.ravenpost", at.timestamp(), HEXLOWER.encode(digest.get(..16).unwrap_or_default()))
}

fn unmarked(path: &Path) -> Option<OsString> {
    let name = path.file_name()?.as_bytes().split(|byte| *byte == b':').next()?;
    Some(std::ffi::OsStr::from_bytes(name).to_owned())
}
