//! The errors that stop a command, and exit codes. Their texts are for the game master.

use crate::campaign::state::fold::DoesNotFollow;
use crate::campaign::state::settings::Mistakes;
use crate::campaign::state::typed_path::typed_path;
use crate::games::NoGame;
use crate::ledger::{LedgerError, LockError};
use crate::post::PostError;
use crate::table::Damaged;
use chrono::{DateTime, Utc};
use std::io;
use std::path::{Path, PathBuf};

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Done, but something needs attention.
    Attention = 1,
    /// Wrong use of the command; nothing has changed.
    Usage = 2,
    /// Refused; nothing has changed.
    Refused = 3,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The file system refused an operation.
    #[error("cannot {doing} {}: {source}{}", path.display(), crate::disk::advice(path, source))]
    Disk {
        /// What was tried: `read`, `make the folder`.
        doing: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The folder has no `campaign.yaml`.
    #[error("{} is not a campaign: it has no campaign.yaml. Create one with “ravenpost new {}”", .0.display(), typed_path(.0))]
    NoCampaign(PathBuf),
    /// The file that was to be created exists.
    #[error("{} exists already; nothing was changed. Choose another folder, or move it aside", .0.display())]
    AlreadyThere(PathBuf),
    /// The campaign has no ledger yet.
    #[error("{} has not begun: run “ravenpost start {}” first", .0.display(), typed_path(.0))]
    NotStarted(PathBuf),
    /// There are mistakes in `campaign.yaml`.
    #[error("{}, nothing was changed:\n{mistakes}", path.display())]
    Settings { path: PathBuf, mistakes: Mistakes },
    /// A setting that must not change in a running game has changed.
    #[error("{}: {what} was changed after the campaign began, but it must stay the same. Set it back to {was}", path.display())]
    Changed {
        path: PathBuf,
        /// The name of the setting.
        what: String,
        /// Its value at the founding, as JSON.
        was: String,
    },
    /// `secrets.yaml` is missing or does not belong to this campaign.
    #[error("{}: {why}. Put back your copy of the file", path.display())]
    Secrets { path: PathBuf, why: String },
    /// The game is unknown, or its data make no game.
    #[error(transparent)]
    Game(#[from] NoGame),
    /// The rules cannot read the record.
    #[error("{0}. Nothing was changed; run “ravenpost verify” to see where")]
    Damaged(#[from] Damaged),
    /// An entry of the ledger contradicts those before it.
    #[error(
        "the ledger, {0}. Nothing was changed. Check whether another version of the program wrote the file, or somebody edited it"
    )]
    DoesNotFollow(#[from] DoesNotFollow),
    /// The ledger cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Another process works on the campaign.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A mailbox or mail server failed.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The same command has done its work already, and was broken off before it could say so.
    #[error(
        "this was done already, at {at} (entry {entry} of the ledger): the same command was broken off before it could say so. Nothing was done now. To do it once more, type it again"
    )]
    DoneBefore {
        at: DateTime<Utc>,
        /// The number of the entry that it wrote.
        entry: u64,
    },
    /// A bug: something that the program made itself is wrong.
    #[error("{0}: this is a bug in Ravenpost; please report it")]
    Fault(String),
    /// The command does not fit the state of the campaign; the text says why and what to do.
    #[error("{0}")]
    Refused(String),
}

impl CampaignError {
    /// Returns what makes the error of a failed file operation, for `map_err`; `doing` is a verb such as `read`.
    pub fn disk(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        let path = path.to_owned();
        move |source| CampaignError::Disk { doing, path, source }
    }

    /// Returns the exit code of a command that ends with this error.
    pub fn exit(&self) -> Exit {
        match self {
            CampaignError::NoCampaign(_) | CampaignError::NotStarted(_) => Exit::Usage,
            CampaignError::DoneBefore { .. } => Exit::Done,
            _ => Exit::Refused,
        }
    }
}
