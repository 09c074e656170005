//! The game that the rules are written for, with everything printed for one number of players.

use super::data::{Options, World, load};
use crate::games::folder::{DataFault, Folder};
use std::sync::Arc;

/// The King is Dead with a given board, number of players and choice of options.
#[derive(Clone, Debug)]
pub struct KingIsDead {
    world: Arc<World>,
}

impl KingIsDead {
    /// Loads the game from its folder of data, for 2, 3 or 4 players.
    ///
    /// # Errors
    /// If the data is wrong: the error names the file and says what is wrong with it.
    pub fn load(folder: Folder<'_>, players: u8, options: Options) -> Result<Self, DataFault> {
        Ok(KingIsDead { world: Arc::new(load(folder, players, options)?) })
    }

    /// Returns everything that is printed on board and cards.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
}
