//! What words of a dictated line name.

use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::language::Key;

/// What some words of a line name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    Card(Card),
    Region,
    /// A faction by its id. Its card has the same name.
    Faction(String),
    Number(u8),
    /// How often: `x2`, `twice`.
    Times(u8),
    All,
    Key(Key),
    /// Between a follower and its region: `in`.
    Place,
    /// Before where it goes (`to`, `->`), or what it is changed for (`with`).
    To,
    From,
    /// Between what goes and what comes back.
    For,
    BothWays,
    And,
    /// Before another wish.
    Else,
    /// The region that was named last.
    There,
    /// A mark that parts.
    Break,
}
