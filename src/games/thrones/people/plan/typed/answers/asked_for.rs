//! What the sheet of the Westeros cards asks of a house, where a number or the name of a unit alone can be meant of it.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, AreaSet};
use crate::games::thrones::people::plan::keys::gathers;
use crate::games::thrones::people::plan::language::WILDLINGS;
use crate::table::{Open, Seat};

/// The bids that are asked for, and the places to muster in if that is asked.
#[derive(Clone, Default)]
pub(in super::super) struct Asked {
    /// What is bid for, in the order of the sheet.
    pub(in super::super) bids: Vec<String>,
    /// The power to bid with.
    pub(in super::super) power: u16,
    /// Empty while orders are given: then it is said with its order what that musters.
    pub(in super::super) muster: AreaSet,
    /// `true` if it is asked as well which units are given up: then units alone may be those.
    pub(in super::super) gives_up: bool,
    /// `true` if nothing else is asked that could be answered by nothing, so that `none` is no bid.
    pub(in super::super) only_bids: bool,
}

/// Kinds of questions beside bids to which "none" alone is no answer: somebody comes first, and somebody is given up.
const NEVER_NONE: [&str; 3] = ["bid", "tie", "disband"];

impl Asked {
    pub(in super::super) fn of(board: &Board, seat: Seat, open: &[Open]) -> Asked {
        let mine = || open.iter().filter(|open| open.seat == seat);
        if !gathers(board.stage) {
            return Asked::default();
        }
        let on = |open: &Open| Some(open.question["on"].as_str()?.to_owned());
        let mut bids: Vec<String> = mine().filter(|open| open.kind == "bid").filter_map(on).collect();
        bids.dedup();
        let own = board.controlled_by(seat);
        let musters = mine().any(|open| open.kind == "muster") && board.stage < Stage::Planning;
        let has_points = |area: &Area| musters && board.world.place(*area).points > 0;
        Asked {
            only_bids: !bids.is_empty() && mine().all(|open| NEVER_NONE.contains(&open.kind.as_str())),
            bids,
            power: u16::from(board.houses[seat].power),
            muster: own.iter().filter(has_points).collect(),
            gives_up: mine().any(|open| open.kind == "disband"),
        }
    }

    /// Returns what so many bids are for: all that is asked, or the tracks without the wildlings.
    pub(in super::super) fn in_order(&self, count: usize) -> Option<Vec<String>> {
        let tracks = self.bids.iter().filter(|on| *on != WILDLINGS).cloned();
        [self.bids.clone(), tracks.collect()].into_iter().find(|on| on.len() == count)
    }
}
