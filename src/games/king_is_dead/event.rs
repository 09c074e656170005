//! Everything that is told: what reports, explanations and sums are made from. All names are ids.
//!
//! May use: nothing. Is used by: the rules, templates.

use serde::Serialize;
use std::collections::BTreeMap;

/// Followers by faction: `{"scots": 2}`.
pub type Counts = BTreeMap<String, u8>;

/// A follower put somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Put {
    /// Faction.
    pub faction: String,
    /// Region.
    pub region: String,
}

/// Followers that changed places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Exchanged {
    /// One region.
    pub from: String,
    /// The other.
    pub to: String,
    /// Who went from the first to the second.
    pub give: Counts,
    /// Who came the other way; nobody in an exchange for none.
    pub take: Counts,
}

/// Region cards that changed places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Swapped {
    /// The two regions.
    pub regions: Vec<String>,
    /// Their new places, from 1, in the same order.
    pub places: Vec<u8>,
    /// Which of them has the player's crown token now.
    pub crown: String,
}

/// A faction's part in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Power {
    /// Faction.
    pub faction: String,
    /// Regions it controls.
    pub regions: u8,
    /// The last struggle it won, from 1; 0 for none.
    pub last_won: u8,
}

/// A seat's part in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// Seat.
    pub seat: String,
    /// Followers in its court.
    pub followers: Counts,
    /// All of them.
    pub total: u8,
    /// Complete sets; of partners together, if the game ended by invasion.
    pub sets: u8,
    /// The number of the last card it played, counting all cards played; 0 if it never played.
    pub last_card: u8,
}

/// Something that has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    /// Two or more players drew two of the same colour, and drew again.
    CourtsRedrawn {
        /// Who.
        seats: Vec<String>,
        /// What each had drawn.
        drawn: Vec<Counts>,
    },
    /// The board is set up.
    GameBegins {
        /// Region cards in their places.
        row: Vec<String>,
        /// Followers by region.
        regions: BTreeMap<String, Counts>,
        /// Followers by seat.
        courts: BTreeMap<String, Counts>,
        /// The supply.
        supply: Counts,
        /// Who begins.
        first: String,
        /// Whether the variant is played.
        mordred: bool,
    },
    /// A struggle for power begins.
    StruggleBegins {
        /// Its number.
        struggle: u8,
        /// What it is about.
        region: String,
        /// Who has the first turn.
        first: String,
        /// Who stands there.
        followers: Counts,
    },
    /// A card was played and carried out as far as possible.
    CardPlayed {
        /// Who.
        seat: String,
        /// Which card.
        card: String,
        /// What the Crown swapped.
        swapped: Option<Swapped>,
        /// What Garrison or Ambassador exchanged.
        exchanged: Option<Exchanged>,
        /// Whom Settlement or a faction's card placed.
        placed: Vec<Put>,
        /// Whether the card did all that is printed on it.
        complete: bool,
        /// Who was summoned to court, and from where; nobody if nobody could be.
        summoned: Option<Put>,
        /// Cards the player has left.
        cards_left: u8,
    },
    /// A seat passed.
    Passed {
        /// Who.
        seat: String,
        /// Whether it had no card to play.
        no_cards: bool,
        /// How many have now passed in succession.
        passes: u8,
    },
    /// A struggle is over.
    StruggleResolved {
        /// Its number.
        struggle: u8,
        /// What it was about.
        region: String,
        /// Who stood there; they are in the supply now.
        followers: Counts,
        /// `scots`, `welsh`, `romano-britons`, `loyalists` or `saxons`.
        winner: String,
        /// The factions that tied for the most, if any did.
        tied: Vec<String>,
        /// Regions the winner holds now.
        regions: u8,
        /// Whether the game master has ruled that it is theirs.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        ruled: bool,
    },
    /// Mordred's banner brings a loyalist.
    LoyalistPlaced {
        /// Where to.
        region: String,
        /// The region that was resolved.
        because: String,
        /// Loyalists left in the supply.
        left: u8,
    },
    /// The game is over.
    GameEnds {
        /// `control`, `invasion` or `loyalists`.
        by: String,
        /// Factions that control a region, in the order of their power.
        powers: Vec<Power>,
        /// Each seat's court.
        standings: Vec<Standing>,
        /// What told the last of the tied apart: `followers` (of the faction in power), `next-faction`, `all-followers`,
        /// `sets`, `earlier-card`, `later-card`, or `nothing`.
        decided: String,
        /// The faction that told them apart, for `followers` and `next-faction`.
        decided_by: Option<String>,
        /// Who rules.
        rulers: Vec<String>,
        /// Who wins: the rulers and their partners.
        winners: Vec<String>,
    },
}

impl Event {
    /// The tags of all events.
    pub const NAMES: &[&str] = &[
        "courts-redrawn",
        "game-begins",
        "struggle-begins",
        "card-played",
        "passed",
        "struggle-resolved",
        "loyalist-placed",
        "game-ends",
    ];
}

#[cfg(test)]
mod tests {
    use super::Event;

    #[test]
    fn every_event_has_its_name_in_the_list() {
        // What serde says of a tag it does not know names all that it does.
        let wrong = serde_json::from_str::<Event>(r#"{"event": "?"}"#).unwrap_err().to_string();
        let known: Vec<&str> = wrong.split('`').skip(3).step_by(2).collect();
        assert_eq!(known, Event::NAMES);
    }
}
