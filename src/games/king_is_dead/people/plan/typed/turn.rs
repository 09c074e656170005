//! A turn while it is read.

use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::Node;

/// A turn while it is read.
pub(super) enum Turn {
    Pass(Node, Option<Node>),
    Play(Play),
}

/// A play with its parts: each key with the values that came under it.
pub(super) struct Play {
    pub(super) card: Card,
    pub(super) name: Node,
    pub(super) parts: Vec<(Key, Vec<Node>)>,
    pub(super) exchange: Vec<(Key, Node)>,
    pub(super) settled: Vec<(Node, Node)>,
}

impl Turn {
    /// Copies a play, to take it back if the next line cannot be read.
    pub(super) fn copy(&self) -> Option<Turn> {
        match self {
            Turn::Pass(word, how) => Some(Turn::Pass(word.clone(), how.clone())),
            Turn::Play(play) => Some(Turn::Play(Play {
                card: play.card,
                name: play.name.clone(),
                parts: play.parts.clone(),
                exchange: play.exchange.clone(),
                settled: play.settled.clone(),
            })),
        }
    }
}
