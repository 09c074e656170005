//! The plan as data, as it is sealed, stored and consulted. All names are ids.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use super::condition::{Condition, Where};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The plan of a seat: its next turns, in order. When the list is finished, its owner is asked, or passes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The moment at which it was read: only later turns count.
    pub since: Since,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: Vec<Entry>,
    /// What to do when the list is finished or an entry cannot be carried out; `None` means ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
}

/// A moment: before turn number `step` of a struggle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// From 1.
    pub struggle: u8,
    /// From 0.
    pub step: u8,
}

/// The fallback when something cannot be done as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// Ask the player.
    Ask,
    /// Pass, and look again next turn.
    Pass,
    /// Go on to the next entry; not for a whole plan.
    Skip,
}

/// An entry of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    pub what: What,
    /// What to do if none of this is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
}

/// The content of an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum What {
    /// Pass for a while.
    Pass {
        until: Until,
        /// A condition that must hold; if not, `otherwise` applies.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
        /// A condition that must not hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unless: Option<Condition>,
    },
    /// Play a card.
    Play {
        /// Wait, passing, until this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wait: Option<Condition>,
        /// How long to wait at most; then the entry is given up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Until>,
        /// The play, then alternatives if it cannot be made; at least one.
        wishes: Vec<Wish>,
    },
}

/// A length of time for passing or waiting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Until {
    /// So many of the player's own turns.
    Turns(u8),
    /// Until the struggle with this number begins.
    Struggle(u8),
    /// Until the end of the struggle in which the entry's turn comes.
    StruggleEnds,
    /// Until another seat plays a card: this one, or any for `None`.
    Plays(Option<String>),
    /// Until the condition holds; it is checked each turn.
    Holds(Condition),
    /// To the end of the game.
    End,
}

/// A play, if it can be made and its conditions hold.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wish {
    pub card: String,
    /// For the Crown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<Swap>,
    /// For Garrison and Ambassador.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
    /// The regions where followers are placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// `true` if the card is to be played even if it then does nothing; a summons follows all the same.
    #[serde(default, skip_serializing_if = "is_default")]
    pub without_effect: bool,
    /// In the order of preference.
    #[serde(default, skip_serializing_if = "is_default")]
    pub summon: Vec<Summon>,
    /// A condition that must hold.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// A condition that must not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<Condition>,
}

/// A swap of region cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    pub regions: [Where; 2],
    /// The one that gets the crown token.
    pub crown: Where,
}

/// An exchange of followers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    pub from: Where,
    pub to: Where,
    /// The faction of each follower that goes from the first region to the second.
    pub give: Vec<String>,
    /// The faction of each follower that comes the other way.
    pub take: Vec<String>,
}

/// The regions where followers are placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Regions, best first; impossible ones are skipped, and the last possible one may be used again.
    Regions(Vec<Where>),
    /// For a Settlement: a region for each faction.
    ByFaction(BTreeMap<String, Where>),
}

/// A follower to summon.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Summon {
    /// `None` for any faction, the most numerous first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// Factions that are not summoned, sorted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub but: Vec<String>,
    /// `None` for the region whose struggle is furthest off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Where>,
    /// Regions from which nobody is summoned, in the order written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not_from: Vec<Where>,
}
