//! Errors of mailboxes and mail servers.

use std::io;
use std::path::{Path, PathBuf};

/// An error in reading, filing or sending mail. Its text says what failed, where, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The file system refused.
    #[error("cannot {doing} {}: {why}{}", path.display(), crate::disk::advice(path, why))]
    Disk {
        /// What failed, such as `read the message`.
        doing: &'static str,
        path: PathBuf,
        why: io::Error,
    },
    /// The path in the settings is not a Maildir.
    #[error("{} is not a Maildir: the folders new and cur are missing. Create them with `mkdir -p`, or correct the path in campaign.yaml", .0.display())]
    NoMaildir(PathBuf),
    #[error("{} has {size} bytes, and the limit for an mbox is {most}: move the older messages elsewhere", path.display())]
    LargeMbox {
        path: PathBuf,
        /// In bytes.
        size: u64,
        /// In bytes.
        most: u64,
    },
    /// The message to be filed was not collected from this source, or another program has moved it.
    #[error("message {0} is no longer in this mailbox, and is not filed: did another program move it?")]
    Unknown(String),
    /// A password or token cannot be read. The text never contains one.
    #[error("no mail password: {0}")]
    Password(String),
    /// campaign.yaml asks for something impossible.
    #[error("the mail settings in campaign.yaml: {0}")]
    Settings(String),
    /// A mail server cannot be reached, refuses a command, or breaks the connection.
    #[error("the mail server {host}: {why}")]
    Server {
        host: String,
        /// What happened and, where known, what to do.
        why: String,
    },
}

impl PostError {
    /// Returns a closure for `map_err` that turns an error of the file system into a [`PostError::Disk`].
    pub(super) fn disk(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> PostError {
        let path = path.to_owned();
        move |why| PostError::Disk { doing, path, why }
    }
}
