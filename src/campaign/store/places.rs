//! The paths of the files in a campaign's folder.

use std::path::{Path, PathBuf};

/// The paths in a campaign's folder.
pub struct Places<'a>(pub &'a Path);

impl Places<'_> {
    /// Returns the path of the settings.
    pub fn settings(&self) -> PathBuf {
        self.0.join("campaign.yaml")
    }
    /// Returns the path of the secrets.
    pub fn secrets(&self) -> PathBuf {
        self.0.join("secrets.yaml")
    }
    /// Returns the path of the ledger.
    pub fn ledger(&self) -> PathBuf {
        self.0.join("ledger.jsonl")
    }
    /// Returns the folder of deposited plans and of the files that only the program reads.
    pub fn private(&self) -> PathBuf {
        self.0.join("private")
    }
    /// Returns the path of the record kept for a fast start; the file may be deleted.
    pub fn cache(&self) -> PathBuf {
        self.0.join("private/record.json")
    }
    /// Returns the path of an empty file whose time is that of the last tick.
    pub fn heartbeat(&self) -> PathBuf {
        self.0.join("private/heartbeat")
    }
    /// Returns the path of the list of files that a tick looks at to see that it has nothing to do; the file may be
    /// deleted.
    pub fn idle(&self) -> PathBuf {
        self.0.join("private/idle.json")
    }
    /// Returns the path of the messages that could not be sent; the file may be deleted.
    pub fn outbox(&self) -> PathBuf {
        self.0.join("private/outbox.json")
    }
    /// Returns the path of the note on the game master's last command; the file may be deleted.
    pub fn command(&self) -> PathBuf {
        self.0.join("private/command.json")
    }
    /// Returns the path of the problems that the game master was told of; the file may be deleted.
    pub fn told(&self) -> PathBuf {
        self.0.join("private/told.json")
    }
    /// Returns the folder of the campaign's own templates.
    pub fn templates(&self) -> PathBuf {
        self.0.join("templates")
    }
    /// Returns the folder of the campaign's own copies of a game's data.
    pub fn data(&self, game: &str) -> PathBuf {
        self.0.join("games").join(game)
    }
    /// Returns the folder of the pages of a turn.
    pub fn turn(&self, turn: u32) -> PathBuf {
        self.0.join(format!("turns/{turn:02}"))
    }
}
