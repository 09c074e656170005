//! What goes wrong with mailboxes.

use std::io;
use std::path::{Path, PathBuf};

/// A mailbox cannot be read or written: what was being done, where, and the system's reason.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The file system refused.
    #[error("cannot {doing} {}: {why}", path.display())]
    Disk {
        /// What was being done, such as `read the mail`.
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// There is no Maildir where the settings say.
    #[error("{} is no Maildir: it lacks the folders new and cur; make it with `mkdir -p`, or correct the path in campaign.yaml", .0.display())]
    NoMaildir(PathBuf),
    /// An mbox file is too large to be taken in.
    #[error("{} has {size} bytes, more than an mbox may have here ({most}): move the older mails elsewhere", path.display())]
    LargeMbox {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        size: u64,
        /// The limit in bytes.
        most: u64,
    },
    /// A mail to be filed was not collected from this source.
    #[error("the mail {0} is not in this mailbox any more, nor filed: did another program move it?")]
    Unknown(String),
    /// A mail password or token cannot be had.
    #[error("no mail password: {0}")]
    Password(String),
    /// What campaign.yaml says of mail cannot be done.
    #[error("the mail settings in campaign.yaml: {0}")]
    Settings(String),
    /// A mail server cannot be reached, refuses, or breaks off.
    #[error("the mail server {host}: {why}")]
    Server {
        /// Its name.
        host: String,
        /// What happened and what to do.
        why: String,
    },
}

impl PostError {
    /// For `map_err`: the file system refused to do this here.
    pub(super) fn disk(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> PostError {
        let path = path.to_owned();
        move |why| PostError::Disk { doing, path, why }
    }
}
