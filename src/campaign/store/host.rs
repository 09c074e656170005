//! What a campaign needs from outside: a disk, the games, and a lock.

use super::folder::Folder;
use super::interface::Store;
use super::mailboxes::Mailboxes;
use crate::campaign::state::settings::Settings;
use crate::disk::Disk;
use crate::games::NoGame;
use crate::table::Referee;
use std::path::Path;
use std::sync::Arc;

/// Returns the campaign's own copy of a file of the program by its name; `None` if it has none.
pub type Own<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Makes the game that a campaign's settings name; `own` gives the campaign's own copies of its data.
pub type MakeGame = fn(&Settings, Own<'_>) -> Result<Box<dyn Referee>, NoGame>;

/// Is called while something takes long: with the number of steps done, and of all.
pub type Progress = fn(usize, usize);

/// The machine and the program as a campaign sees them.
#[derive(Clone)]
pub struct Host {
    pub disk: Arc<dyn Disk>,
    pub game: MakeGame,
    /// `true` if a writer takes the campaign's lock; a disk in memory, in tests, has none.
    pub lock: bool,
    /// Where a long check says how far it is; usually nowhere.
    pub progress: Progress,
}

impl Host {
    /// Creates a host with the program's games on a disk, with locks.
    pub fn new(disk: Arc<dyn Disk>) -> Self {
        let game = |settings: &Settings, own: Own<'_>| {
            let (id, rules) = (&settings.game, settings.rules);
            crate::games::referee_by(id, rules, settings.players, &settings.options, own)
        };
        Host { disk, game, lock: true, progress: |_, _| {} }
    }

    /// Returns the place where the campaign in the folder `dir` is kept.
    pub fn store(&self, dir: &Path) -> Box<dyn Store> {
        Box::new(Folder::new(self.disk.clone(), dir, self.lock))
    }

    /// Returns the mailboxes that the settings of a campaign in the folder `dir` name.
    pub fn mailboxes(&self, dir: &Path) -> Mailboxes {
        Mailboxes::new(self.disk.clone(), dir)
    }
}
