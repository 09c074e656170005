//! Where names stand on the boards that come with the program. To work that out takes longer than all else about a picture but to
//! paint it, so it is written down. The names of any other board, as of one from a campaign's folder, are placed when it is drawn.

use super::field::Cell;
use crate::picture::board::Board;
use crate::picture::geometry::Point;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// A line for each board: a digest of it, and the cells in which its names stand, area by area; last that of the land off the
/// board. `UPDATE_NAMES=1 cargo test --lib games::names` writes it anew.
pub const KNOWN: &str = include_str!("names.txt");

/// Stands for a name without a place.
const NOWHERE: &str = "-";

/// The cells in which the names of a board stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    pub(super) areas: Vec<Option<Cell>>,
    pub(super) beyond: Option<Cell>,
}

impl Names {
    /// Returns where the names of a board stand, if that is written down.
    pub fn known(board: &Board) -> Option<Names> {
        let digest = digest(board);
        let line = KNOWN.lines().find_map(|line| line.strip_prefix(digest.as_str())?.strip_prefix(' '))?;
        let mut cells = line.split(' ').map(read).collect::<Option<Vec<Option<Cell>>>>()?;
        let beyond = cells.pop()?;
        (cells.len() == board.areas.len()).then_some(Names { areas: cells, beyond })
    }

    /// Returns where the name of the land off the board stands.
    pub fn beyond(&self) -> Option<Point> {
        self.beyond.map(Cell::middle)
    }

    /// Returns the line that says so.
    pub fn line(&self, board: &Board) -> String {
        let cell = |cell: &Option<Cell>| match cell {
            Some(Cell(column, row)) => format!("{column},{row}"),
            None => NOWHERE.to_owned(),
        };
        let cells = self.areas.iter().chain([&self.beyond]).map(cell);
        std::iter::once(digest(board)).chain(cells).collect::<Vec<_>>().join(" ")
    }
}

/// Reads a cell; `None` if it cannot be read.
fn read(text: &str) -> Option<Option<Cell>> {
    if text == NOWHERE {
        return Some(None);
    }
    let (column, row) = text.split_once(',')?;
    Some(Some(Cell(column.parse().ok()?, row.parse().ok()?)))
}

/// Returns the digest of all of a board that tells where its names stand: not of its rivers, which the options of a game change.
fn digest(board: &Board) -> String {
    let told = Board { borders: Vec::new(), ..board.clone() };
    let digest = Sha256::digest(format!("{told:?}"));
    HEXLOWER.encode(digest.get(..8).unwrap_or_default())
}
