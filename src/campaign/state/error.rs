//! What stops a command, in words for the game master.

use crate::campaign::state::fold::DoesNotFollow;
use crate::campaign::state::settings::Mistakes;
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
    /// Done, but somebody must look.
    Attention = 1,
    /// It was asked for in a way that cannot be.
    Usage = 2,
    /// Refused; nothing has changed.
    Refused = 3,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The file system refused.
    #[error("cannot {doing} {}: {source}", path.display())]
    Disk {
        /// What was being done.
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// There is no campaign.
    #[error("{} holds no campaign: there is no campaign.yaml. Make one with “ravenpost new {}”", .0.display(), .0.display())]
    NoCampaign(PathBuf),
    /// There is something already.
    #[error("{} is there already; nothing was changed. Choose another folder, or move it aside", .0.display())]
    AlreadyThere(PathBuf),
    /// The campaign has not begun.
    #[error("{} has not begun: run “ravenpost start {}” first", .0.display(), .0.display())]
    NotStarted(PathBuf),
    /// `campaign.yaml` is wrong.
    #[error("{}, nothing was changed:\n{mistakes}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        mistakes: Mistakes,
    },
    /// What may not change in a running game has changed.
    #[error("{}: {what} has been changed since the campaign began, which cannot be: put it back as it was ({was})", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What.
        what: String,
        /// How it was.
        was: String,
    },
    /// `secrets.yaml` is wrong.
    #[error("{}: {why}. Put back your copy of the file", path.display())]
    Secrets {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] NoGame),
    /// The record cannot be read by the rules.
    #[error("{0}. Nothing was changed; run “ravenpost verify” to see where")]
    Damaged(#[from] Damaged),
    /// An entry does not follow.
    #[error("the ledger, {0}. Nothing was changed; was it written by another version, or edited?")]
    DoesNotFollow(#[from] DoesNotFollow),
    /// The ledger.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Another process is at work.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A mailbox.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The same command has done its work already, and was broken off before it could say so.
    #[error(
        "this was done already, at {at} (entry {entry} of the ledger): the same command was broken off before it could say so. Nothing was done now; if you want it once more, type it again"
    )]
    DoneBefore {
        /// When.
        at: DateTime<Utc>,
        /// By which entry.
        entry: u64,
    },
    /// Something the program made itself is wrong: its fault.
    #[error("{0}: a fault of this program; please report it")]
    Fault(String),
    /// The command makes no sense here.
    #[error("{0}")]
    Refused(String),
}

impl CampaignError {
    /// For `map_err`: the file system refused to do this here.
    pub fn disk(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        let path = path.to_owned();
        move |source| CampaignError::Disk { doing, path, source }
    }

    /// The exit code of a command that ends with it.
    pub fn exit(&self) -> Exit {
        match self {
            CampaignError::NoCampaign(_) | CampaignError::NotStarted(_) => Exit::Usage,
            CampaignError::DoneBefore { .. } => Exit::Done,
            _ => Exit::Refused,
        }
    }
}
