//! The plan as data: what is sealed, stored and consulted. All names are ids.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a seat will do in its next turns, in order. When the list is through, its owner is asked, or passes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The moment it was read at: only what comes after is counted.
    pub since: Since,
    /// The list.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: Vec<Entry>,
    /// What to do when the list is through or an entry cannot be done; asked if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
}

/// A moment: before the turn number `step` (from 0) of a struggle (from 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// Struggle, from 1.
    pub struggle: u8,
    /// Turns taken in it.
    pub step: u8,
}

/// What to do when something cannot be done as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// Ask by mail.
    Ask,
    /// Pass, and look again next turn.
    Pass,
    /// Look at the next entry; not for a whole plan.
    Skip,
}

/// An entry of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// What to do.
    pub what: What,
    /// Where nothing of this can be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
}

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum What {
    /// Pass for a while.
    Pass {
        /// How long.
        until: Until,
        /// Conditions that must hold, else `otherwise`.
        #[serde(default, rename = "if", skip_serializing_if = "is_default")]
        when: Vec<Guard>,
        /// Conditions that must not.
        #[serde(default, skip_serializing_if = "is_default")]
        unless: Vec<Guard>,
    },
    /// Play a card.
    Play {
        /// Wait, passing, until all these hold.
        #[serde(default, skip_serializing_if = "is_default")]
        wait: Vec<Guard>,
        /// The play, and others in its place if it cannot be made: best first, at least one.
        wishes: Vec<Wish>,
    },
}

/// How long to pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Until {
    /// So many turns of one's own.
    Turns(u8),
    /// Until a struggle begins.
    Struggle(u8),
    /// Until the struggle is over in which the entry's turn comes.
    StruggleEnds,
    /// Until somebody else plays a card: anybody, or one seat.
    Plays(Option<String>),
    /// Until conditions hold; they are looked at each turn.
    Holds(Vec<Guard>),
    /// To the end of the game.
    End,
}

/// A play, if it can be made and its conditions hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wish {
    /// The card.
    pub card: String,
    /// What a Crown swaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<Swap>,
    /// What Garrison or Ambassador exchange.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
    /// Where followers are placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Whom to summon, best first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub summon: Vec<Summon>,
    /// Conditions that must hold.
    #[serde(default, rename = "if", skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
    /// Conditions that must not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unless: Vec<Guard>,
}

/// A swap of region cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// The two regions.
    pub regions: [String; 2],
    /// Which of them gets the crown token.
    pub crown: String,
}

/// An exchange of followers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// One region.
    pub from: String,
    /// The other.
    pub to: String,
    /// Factions that go from the first to the second.
    pub give: Vec<String>,
    /// Factions that come the other way.
    pub take: Vec<String>,
}

/// Where followers are placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// Regions, best first; those that are not possible are passed over, the last that is may be used again.
    Regions(Vec<String>),
    /// By faction, for a Settlement.
    ByFaction(BTreeMap<String, String>),
}

/// Whom to summon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summon {
    /// Of which faction; any, the most numerous first, if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// From where; from the region whose struggle is furthest off, if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// A condition, or its opposite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guard {
    /// Whether it is turned round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not: bool,
    /// What is said.
    pub is: Condition,
}

/// What a condition says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Condition {
    /// Somebody would take a region if it were resolved now: a faction, `loyalists` or `saxons`.
    Leads {
        /// Who.
        who: String,
        /// Where.
        region: String,
    },
    /// The same once the play is made that the condition belongs to.
    WouldLead {
        /// Who.
        who: String,
        /// Where.
        region: String,
    },
    /// Somebody holds so many regions, or more.
    Holds {
        /// A faction, `loyalists` or `saxons`.
        who: String,
        /// How many.
        regions: u8,
    },
    /// So many followers of a faction, or more, stand in a region, or in the supply if none is named.
    Stand {
        /// Which.
        faction: String,
        /// How many.
        number: u8,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        region: Option<String>,
    },
    /// The struggle is about a region.
    Contested(String),
    /// A region is resolved.
    Resolved(String),
    /// Somebody else has played a card since the entry's turn came: anybody, or one seat.
    Played(Option<String>),
    /// All others have passed in succession: a pass would end the struggle.
    Last,
}
