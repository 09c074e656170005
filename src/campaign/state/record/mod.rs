//! The record: everything that the entries of the ledger have added up to so far.

mod absence;
mod chance;
mod chance_state;
mod dispute;
mod due;
mod game;
mod key_holders;
mod keys;
mod mail;
mod messages;
mod people;
mod plan;
mod rehearsal;
mod ruling;
mod story;
mod tenure;
mod votes;
mod window;
#[cfg(test)]
mod window_tests;

pub use chance_state::{CHANCE, ChanceState, Entered};
pub use dispute::{Closing, Dispute, Said, Settled};
pub(crate) use due::BEGUN;
pub use due::{ASKED, CopyOf, Due, DueKind, FORMER, GM, OBSERVER, STRANGER};
pub use game::Game;
pub use keys::{Held, Marks, Next, Which};
pub use mail::{Message, Receipts, Reply};
pub use messages::{About, Messages, Replies};
pub use people::People;
pub use plan::{Carried, CarriedAnswer, Filed};
pub use rehearsal::REHEARSAL;
pub use ruling::{Given, Proposal, Ruled, Standing};
pub use story::{Decided, Happened, PastStage, Watched};
pub use tenure::{Former, Tenure};
pub use window::{Phase, Round, Window};

use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The state of a campaign after an entry of its ledger.
///
/// The ledger is the truth, and the record follows from it: start with `Record::default()`, call
/// [`apply`](Record::apply) with each entry in order, and you have the campaign as it is now. Nothing else may change a
/// record. So it can be thrown away and made again at any time, and two programs that read the same ledger have equal
/// records.
///
/// It has two halves, because a ruling treats them differently. The [`Game`] is what happens on the board; a ruling
/// replaces it by the game of an earlier point. The [`People`] are everything around the board: mail, keys, votes,
/// disputes and the rulings themselves; they stay, because a message that was sent cannot be unsent.
///
/// A record holds secrets of all seats, such as plans and positions. Show people views of it, never the record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The number of the last entry in it; 0 before the first.
    pub seq: u64,
    /// When that entry was written.
    pub at: DateTime<Utc>,
    pub game: Game,
    pub people: People,
}

impl Record {
    /// Returns the ids of all windows that are over, and of the present one.
    pub(crate) fn windows(&self) -> BTreeSet<String> {
        let open = self.game.window.iter().map(|window| window.id.clone());
        self.people.past.iter().cloned().chain(open).collect()
    }

    /// Returns the SHA-256 of a file of the game's data with the corrections of rulings; `None` if there is no such file.
    pub(crate) fn file(&self, name: &str) -> Option<Hash256> {
        self.game.data.get(name).map(Hash256::of).or_else(|| self.founded_file(name))
    }

    /// Returns the SHA-256 of a file of the game's data at the founding; `None` if there is no such file.
    pub(crate) fn founded_file(&self, name: &str) -> Option<Hash256> {
        self.people.founded.as_ref()?.data.get(name).copied()
    }
}
