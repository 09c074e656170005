//! What a campaign needs of the world: a disk, the games, and whether it is alone.

use super::folder::Folder;
use super::interface::Store;
use super::mailboxes::Mailboxes;
use crate::campaign::state::settings::Settings;
use crate::disk::Disk;
use crate::games::NoGame;
use crate::table::Referee;
use std::path::Path;
use std::sync::Arc;

/// A file of a campaign's own in place of one of the program's, by its name.
pub type Own<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Makes the game that a campaign's settings name; `own` gives the campaign's own copies of its data.
pub type MakeGame = fn(&Settings, Own<'_>) -> Result<Box<dyn Referee>, NoGame>;

/// The machine and the program as a campaign sees them.
#[derive(Clone)]
pub struct Host {
    /// The disk.
    pub disk: Arc<dyn Disk>,
    /// Makes the game.
    pub game: MakeGame,
    /// `true` if a writer takes the campaign's lock; tests of a disk in memory have none.
    pub lock: bool,
}

impl Host {
    /// The program's own games, on this disk.
    pub fn new(disk: Arc<dyn Disk>) -> Self {
        let game = |settings: &Settings, own: Own<'_>| {
            let (id, rules) = (&settings.game, settings.rules);
            crate::games::referee_by(id, rules, settings.players, &settings.options, own)
        };
        Host { disk, game, lock: true }
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
