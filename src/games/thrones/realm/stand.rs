//! How everybody stands when a game ends: what each house has, and whether the Night's Watch stands. Rules: BW, B-71, B-75;
//! WN, B-85, B-86.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{AreaSet, NorthData, WatchCondition};
use serde::Serialize;

/// What a house had when the game ended, in the order in which it counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    pub house: String,
    /// Areas with city or stronghold it controls.
    pub areas: u8,
    /// Level of supply.
    pub supply: u8,
    pub power: u8,
}

/// The Night's Watch at the end of a game, if it does not stand then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Fallen {
    pub house: String,
    /// `quest` (not complete), `gift` (held by the Wildlings), `wall` (the Others stand on it), `broken` (it was once).
    pub why: String,
}

/// Returns the sections of the Wall where units of the Others stand.
pub fn stormed(board: &Board, printed: &NorthData) -> AreaSet {
    printed.wall.iter().filter(|area| board.spot(*area).holder == Some(printed.others)).collect()
}

/// Returns `true` if the Wildlings hold The Gift, by units or by a token.
pub fn gift_fallen(board: &Board, printed: &NorthData) -> bool {
    board.controller(printed.gift) == Some(printed.wildlings)
}

/// Returns why the Night's Watch does not stand: the first of its quest, The Gift, the Wall, and what once happened to them.
pub fn why_fallen(board: &Board) -> Option<&'static str> {
    let (printed, north) = (board.world.north.as_ref()?, board.north.as_ref()?);
    let once = board.world.options.watch_condition == WatchCondition::OnceBrokenLost && north.broken;
    [
        (north.side(printed.watch).quest_done.is_none(), "quest"),
        (gift_fallen(board, printed), "gift"),
        (!stormed(board, printed).is_empty(), "wall"),
        (once, "broken"),
    ]
    .into_iter()
    .find_map(|(is_so, why)| is_so.then_some(why))
}
