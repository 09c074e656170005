//! Delivery to a Maildir, for a campaign on one machine without a mail server.

use super::message::Outgoing;
use super::sink::{MailSink, SendError};
use crate::disk::{Disk, NewFile};
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
    /// Names and bytes of messages that are not delivered yet.
    gathered: Vec<(String, Vec<u8>)>,
}

impl MaildirSink {
    /// Returns the Maildir at this path as a sink. It is created when the first message is sent.
    pub fn new(disk: Arc<dyn Disk>, path: impl Into<PathBuf>) -> Self {
        MaildirSink { disk, path: path.into(), seen: None, gathered: Vec::new() }
    }

    /// Delivers messages by their names, except those that are there already.
    fn deliver(&mut self, mut mails: Vec<(String, Vec<u8>)>) -> Result<(), PostError> {
        let seen = match &mut self.seen {
            Some(seen) => seen,
            None => {
                create_maildir(&*self.disk, &self.path)?;
                let cur = self.path.join("cur");
                let paths = self.disk.list(&cur).map_err(PostError::disk("list the folder", &cur))?;
                self.seen.insert(paths.iter().filter_map(|path| unmarked(path)).collect())
            }
        };
        mails.retain(|(name, _)| !seen.contains(&OsString::from(name)));
        put_all(&*self.disk, &self.path, &mails)
    }
}

impl MailSink for MaildirSink {
    fn send(&mut self, mail: &Outgoing) -> Result<(), SendError> {
        let named = named(mail)?;
        self.deliver(vec![named]).map_err(|why| SendError::temporary(why.to_string()))
    }

    fn gather(&mut self, mail: &Outgoing) -> Result<bool, SendError> {
        self.gathered.push(named(mail)?);
        Ok(true)
    }

    fn flush(&mut self) -> Result<(), SendError> {
        let mails = std::mem::take(&mut self.gathered);
        if mails.is_empty() {
            return Ok(());
        }
        self.deliver(mails).map_err(|why| SendError::temporary(why.to_string()))
    }
}

/// Returns the file name and the bytes of a message.
fn named(mail: &Outgoing) -> Result<(String, Vec<u8>), SendError> {
    Ok((file_name(mail.date, mail.message_id.as_bytes()), mail.to_bytes()?))
}

/// Delivers a message that arrived in another way, such as on standard input, to a Maildir, creating it if
/// necessary. The same bytes twice make one file.
///
/// # Errors
/// If the file system refuses; then nothing is delivered.
pub fn deliver(disk: &dyn Disk, maildir: &Path, at: DateTime<Utc>, raw: &[u8]) -> Result<(), PostError> {
    create_maildir(disk, maildir)?;
    put_all(disk, maildir, &[(file_name(at, raw), raw)])
}

/// Writes to `tmp`, then renames into `new`. A message that is already there is replaced by itself.
fn put_all(disk: &dyn Disk, maildir: &Path, mails: &[(String, impl AsRef<[u8]>)]) -> Result<(), PostError> {
    let (tmp, new) = (maildir.join("tmp"), maildir.join("new"));
    let moves: Vec<_> = mails.iter().map(|(name, _)| (tmp.join(name), new.join(name))).collect();
    let files: Vec<_> = moves
        .iter()
        .zip(mails)
        .map(|((path, _), (_, bytes))| NewFile { path, bytes: bytes.as_ref(), mode: 0o600 })
        .collect();
    disk.write_all(&files).map_err(PostError::disk("write a message to", &tmp))?;
    disk.rename_all(&moves).map_err(PostError::disk("deliver a message to", &new))
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
