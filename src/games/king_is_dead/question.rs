//! The one question of the game as plain data with ids: for plans, which answer it, and for people.
//!
//! May use: nothing. Is used by: the rules, plans, templates.

use serde::Serialize;
use std::collections::BTreeMap;

/// A question to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Question {
    /// A turn: a card with all it does, or a pass. Answer: `"pass"`, or `{"play": CARD, …, "summon": {"faction": "scots",
    /// "from": "deva"}}` with, by card:
    ///
    /// - `crown`: `"swap": ["deva", "ratae"], "crown": "deva"`;
    /// - `garrison`, `ambassador`: `"exchange": {"from": "deva", "to": "ratae", "give": ["scots", "welsh"], "take":
    ///   ["scots"]}`;
    /// - `settlement`: `"place": {"scots": "deva", "welsh": "deva", "romano-britons": "ratae"}`;
    /// - `scots`, `welsh`, `romano-britons`: `"place": ["deva", "eboracum"]`.
    ///
    /// What a card cannot do is left out, and so is `summon` if nobody can be summoned.
    Turn {
        /// The struggle, from 1.
        struggle: u8,
        /// The region it is about.
        region: String,
        /// Cards in hand, each as often as it is there.
        hand: Vec<String>,
        /// How many have passed in succession; if all others have, a pass ends the struggle.
        passes: u8,
        /// Whether a pass would end the struggle.
        ends: bool,
        /// Who would take the region if it ended now: a faction, `loyalists` or `saxons`.
        leads: String,
        /// Followers there.
        followers: BTreeMap<String, u8>,
        /// Whether this is the last card of a game of three, which may only be played to win. K-09.
        last_card: bool,
    },
}
