//! What only a board of the north has: tactic cards, quests, objective cards, conversions, its ways to win. A game
//! without such a board has no [`North`](state::North), and nothing here does anything.

pub mod deck;
pub mod query;
pub mod setup;
pub mod state;
pub mod step;
pub mod tactics;
pub mod using;
pub mod watch_deck;
pub mod windows;
