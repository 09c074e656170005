//! The one question of the game as plain data with ids: plans answer it, and people read it.

use serde::Serialize;
use std::collections::BTreeMap;

/// A question to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Question {
    /// A turn: a card with everything it does, or a pass. Answer: `"pass"`, or `{"play": CARD, …, "summon": {"faction":
    /// "scots", "from": "deva"}}` with, by card:
    ///
    /// - `crown`: `"swap": ["deva", "ratae"], "crown": "deva"`;
    /// - `garrison`, `ambassador`: `"exchange": {"from": "deva", "to": "ratae", "give": ["scots", "welsh"], "take":
    ///   ["scots"]}`;
    /// - `settlement`: `"place": {"scots": "deva", "welsh": "deva", "romano-britons": "ratae"}`;
    /// - `scots`, `welsh`, `romano-britons`: `"place": ["deva", "eboracum"]`.
    ///
    /// Leave out what a card cannot do, and `summon` if nobody can be summoned. A play from a plan has `"line": "1/0/2"`
    /// too: the moment at which the plan was read, and the number of its line.
    Turn {
        /// From 1.
        struggle: u8,
        /// The region that the struggle is about.
        region: String,
        /// Every copy is listed.
        hand: Vec<String>,
        /// The number of passes in succession; if all others have passed, a pass ends the struggle.
        passes: u8,
        /// `true` if a pass would end the struggle.
        ends: bool,
        /// The side that would take the region if the struggle ended now: a faction, `loyalists` or `saxons`.
        leads: String,
        /// Followers in the region, by faction.
        followers: BTreeMap<String, u8>,
        /// `true` if this is the last card of a game of three, which may only be played to win. K-09.
        last_card: bool,
    },
}
