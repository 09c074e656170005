//! Sealed words of chance, and the public number, as the record keeps them before the game begins.

use crate::campaign::state::entries::{How, In, SeatId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the words of chance, in place of a window's.
pub const CHANCE: &str = "chance";

/// A public number that the game master has entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entered {
    /// The number as it will be hashed.
    pub value: String,
    /// Until when everybody can check it.
    pub until: DateTime<Utc>,
}

/// Sealed words of chance, and the public number, before the game begins.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ChanceState {
    /// The sealed words of each seat.
    pub seals: BTreeMap<SeatId, In>,
    /// `true` if the seals are published, so that nobody can change any.
    pub published: bool,
    /// The deadline of the openings; `None` if there is none.
    pub deadline: Option<DateTime<Utc>>,
    pub public: Option<Entered>,
    /// `true` if the game master was reminded of the public number.
    pub reminded: bool,
}

impl ChanceState {
    /// Returns the seats whose words are sealed at home and not opened.
    pub fn unopened(&self) -> impl Iterator<Item = &SeatId> {
        self.seals
            .iter()
            .filter(|(_, part)| part.how == Some(How::Seal) && !part.opened)
            .map(|(seat, _)| seat)
    }

    /// Returns `true` if one of the seals is this one.
    pub(crate) fn knows_seal(&self, seal: &str) -> bool {
        self.seals.values().any(|part| part.seal.as_deref() == Some(seal))
    }

    /// Returns `true` if the openings of seals are still taken.
    pub fn is_opening(&self, now: DateTime<Utc>) -> bool {
        self.published && self.unopened().next().is_some() && self.deadline.is_none_or(|until| now < until)
    }
}
