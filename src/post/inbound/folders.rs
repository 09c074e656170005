//! A look at all messages in a Maildir, filed or waiting, for people to read.

use super::maildir::read_mail;
use super::source::Outcome;
use crate::disk::Disk;
use crate::post::error::PostError;
use chrono::{DateTime, Utc};
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A message in a Maildir.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filed {
    pub path: PathBuf,
    /// `None` while it waits to be collected.
    pub outcome: Option<Outcome>,
    /// The message as collected; only the headers if it is too large.
    pub raw: Vec<u8>,
    /// When its file was written, as far as the file system says.
    pub written: Option<DateTime<Utc>>,
}

/// Shows all messages of a Maildir, folder by folder. Only one is in memory at a time.
///
/// # Errors
/// If a folder or a message cannot be read.
pub fn each_filed(disk: &dyn Disk, maildir: &Path, mut show: impl FnMut(Filed)) -> Result<(), PostError> {
    let own = ["new", "cur"].map(|part| (maildir.join(part), None));
    let kept =
        Outcome::ALL.map(|outcome| (maildir.join(format!(".{}", outcome.name())).join("cur"), Some(outcome)));
    for (folder, outcome) in own.into_iter().chain(kept) {
        let paths = match disk.list(&folder) {
            Ok(paths) => paths,
            Err(why) if why.kind() == ErrorKind::NotFound => continue,
            Err(why) => return Err(PostError::Disk { doing: "list the folder", path: folder, why }),
        };
        let hidden = |path: &PathBuf| path.file_name().is_none_or(|name| name.as_bytes().starts_with(b"."));
        for path in paths.into_iter().filter(|path| !hidden(path)) {
            match read_mail(disk, &path) {
                Ok(Some((raw, _))) => {
                    let written = disk.look(&path).ok().map(|look| look.modified.into());
                    show(Filed { path, outcome, raw, written });
                }
                Ok(None) => {}
                // A mail program has moved it in the meantime.
                Err(why) if why.kind() == ErrorKind::NotFound => {}
                Err(why) => return Err(PostError::Disk { doing: "read the message", path, why }),
            }
        }
    }
    Ok(())
}
