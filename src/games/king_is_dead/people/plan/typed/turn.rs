//! A turn while it is read.

use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::Node;

/// A turn while it is read.
#[derive(Clone)]
pub(super) enum Turn {
    Pass(Pass),
    Play(Play),
}

impl Turn {
    /// Returns `true` for a play that says of one follower alone where it goes, though the card places two.
    pub(super) fn is_cut_short(&self) -> bool {
        matches!(self, Turn::Play(Play { singly: 1, .. }))
    }

    /// Returns `true` for a turn that lacks nothing: a pass, or a play that says whom it summons.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Turn::Pass(_) => true,
            Turn::Play(play) => play.has(Key::Summon),
        }
    }

    /// Returns what a turn hangs on.
    pub(super) fn ifs(&self) -> Vec<&Node> {
        match self {
            Turn::Pass(pass) => pass
                .parts
                .iter()
                .filter(|(key, _)| *key == Key::If)
                .flat_map(|(_, node)| node.members())
                .collect(),
            Turn::Play(play) => play.under(Key::If).collect(),
        }
    }
}

/// A pass, with how long and its conditions.
#[derive(Clone)]
pub(super) struct Pass {
    pub(super) word: Node,
    pub(super) how: Option<Node>,
    pub(super) parts: Vec<(Key, Node)>,
}

/// A play with its parts: each key with the values that came under it.
#[derive(Clone)]
pub(super) struct Play {
    pub(super) card: Card,
    pub(super) name: Node,
    pub(super) parts: Vec<(Key, Vec<Node>)>,
    pub(super) exchange: Vec<(Key, Node)>,
    pub(super) settled: Vec<(Node, Node)>,
    /// How many followers are said to be placed one by one, each in a region: `one in Deva, one in Ratae`.
    pub(super) singly: usize,
}

impl Play {
    /// A card of which nothing else is said yet.
    pub(super) fn of(card: Card, name: Node) -> Self {
        Play { card, name, parts: vec![], exchange: vec![], settled: vec![], singly: 0 }
    }

    pub(super) fn has(&self, sought: Key) -> bool {
        self.parts.iter().any(|(key, _)| *key == sought)
    }

    /// Returns the values that came under a key.
    pub(super) fn under(&self, sought: Key) -> impl DoubleEndedIterator<Item = &Node> + Clone {
        self.parts.iter().filter(move |(key, _)| *key == sought).flat_map(|(_, all)| all)
    }
}

/// Returns a length in the words of the language; `x3` and `3x` are only a number with a sign.
pub(super) fn times(text: String) -> String {
    const SIGNS: [char; 2] = ['x', '×'];
    let bare = text.trim();
    let number = bare.strip_prefix(SIGNS).or_else(|| bare.strip_suffix(SIGNS)).map(str::trim);
    let is_number = |number: &&str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    number.filter(is_number).map(str::to_owned).unwrap_or(text)
}
