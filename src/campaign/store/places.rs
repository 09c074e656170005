//! Names in a campaign's folder.

use std::path::{Path, PathBuf};

/// A campaign's folder, by name.
pub struct Places<'a>(pub &'a Path);

impl Places<'_> {
    /// The game master's decisions.
    pub fn settings(&self) -> PathBuf {
        self.0.join("campaign.yaml")
    }
    /// The secrets.
    pub fn secrets(&self) -> PathBuf {
        self.0.join("secrets.yaml")
    }
    /// The record.
    pub fn ledger(&self) -> PathBuf {
        self.0.join("ledger.jsonl")
    }
    /// Plans of windows still open.
    pub fn private(&self) -> PathBuf {
        self.0.join("private")
    }
    /// The folded record, for a fast start; may be deleted.
    pub fn cache(&self) -> PathBuf {
        self.0.join("private/record.json")
    }
    /// When the last tick ran: the time of this file.
    pub fn heartbeat(&self) -> PathBuf {
        self.0.join("private/heartbeat")
    }
    /// What a tick must look at to see that nothing is to be done; may be deleted.
    pub fn idle(&self) -> PathBuf {
        self.0.join("private/idle.json")
    }
    /// Mails that could not be sent; may be deleted.
    pub fn outbox(&self) -> PathBuf {
        self.0.join("private/outbox.json")
    }
    /// The last command of the game master's, and whether he knows that it is done; may be deleted.
    pub fn command(&self) -> PathBuf {
        self.0.join("private/command.json")
    }
    /// Trouble of which somebody was told; may be deleted.
    pub fn told(&self) -> PathBuf {
        self.0.join("private/told.json")
    }
    /// What people read of a turn.
    pub fn templates(&self) -> PathBuf {
        self.0.join("templates")
    }
    /// The campaign's own copies of a game's data.
    pub fn data(&self, game: &str) -> PathBuf {
        self.0.join("games").join(game)
    }
    pub fn turn(&self, turn: u32) -> PathBuf {
        self.0.join(format!("turns/{turn:02}"))
    }
}
