//! What has come of everything in the ledger so far. It is made by [`apply`](Record::apply) alone, entry by entry,
//! and never edited.
//!
//! Its two halves are the [`Game`], which goes back with a ruling, and the [`People`], who stay.

mod absence;
mod dispute;
mod due;
mod game;
mod key_holders;
mod keys;
mod mail;
mod people;
mod plan;
mod rehearsal;
mod ruling;
mod story;
mod tenure;
mod votes;
mod window;

pub use dispute::{Closing, Dispute, Said, Settled};
pub use due::{ASKED, CopyOf, Due, DueKind, FORMER, GM, OBSERVER, STRANGER};
pub use game::Game;
pub use keys::{Held, Marks, Next, Which};
pub use mail::{Message, Receipts};
pub use people::People;
pub use plan::{Carried, CarriedAnswer, CarriedPlan, Filed};
pub use rehearsal::REHEARSAL;
pub use ruling::{Given, Proposal, Ruled, Standing};
pub use story::{Decided, Happened, PastStage, Watched};
pub use tenure::Tenure;
pub use window::{Phase, Window};

use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The state of a campaign after an entry.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The number of the last entry in it; 0 before the first.
    pub seq: u64,
    /// When that entry was written.
    pub at: DateTime<Utc>,
    /// What goes back when a ruling goes back.
    pub game: Game,
    /// What stays.
    pub people: People,
}

impl Record {
    /// Windows whose names are known.
    pub(crate) fn windows(&self) -> BTreeSet<String> {
        let open = self.game.window.iter().map(|window| window.id.clone());
        self.people.past.iter().cloned().chain(open).collect()
    }

    /// SHA-256 of a file of the game's data as the game is played with it; none if there is no such file.
    pub(crate) fn file(&self, name: &str) -> Option<Hash256> {
        self.game.data.get(name).map(Hash256::of).or_else(|| self.founded_file(name))
    }

    pub(crate) fn founded_file(&self, name: &str) -> Option<Hash256> {
        self.people.founded.as_ref()?.data.get(name).copied()
    }
}
