//! What only a board of the north has: tactic cards, quests, objective cards, conversions, its ways to win. A game
//! without such a board has no [`North`](state::North), and nothing here does anything.

pub mod attack;
pub mod deck;
pub mod house_cards;
pub mod objectives;
pub mod places;
pub mod provisions;
pub mod query;
pub mod quests;
pub mod raise;
pub mod recruit;
pub mod round_end;
pub mod setup;
pub mod state;
pub mod step;
pub mod tactics;
pub mod using;
pub mod victory;
pub mod watch_deck;
pub mod windows;

#[cfg(test)]
pub(in crate::games::thrones) mod tests;
