//! The mails that lie in a Maildir, filed or still to be collected: for people to look at.

use super::maildir::read_mail;
use super::source::Outcome;
use crate::disk::Disk;
use crate::post::error::PostError;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A mail where it lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filed {
    /// Where.
    pub path: PathBuf,
    /// What became of it; none: it waits to be collected.
    pub outcome: Option<Outcome>,
    /// The mail as it was collected: of one that is too large the headers only.
    pub raw: Vec<u8>,
}

/// Shows all mails of a Maildir, folder by folder; each is forgotten when the next is shown.
///
/// # Errors
/// A folder or a mail cannot be read.
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
                Ok(Some((raw, _))) => show(Filed { path, outcome, raw }),
                Ok(None) => {}
                // A mail program has moved it meanwhile.
                Err(why) if why.kind() == ErrorKind::NotFound => {}
                Err(why) => return Err(PostError::Disk { doing: "read the mail", path, why }),
            }
        }
    }
    Ok(())
}
