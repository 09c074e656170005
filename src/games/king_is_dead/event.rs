//! The events of the game, from which reports, explanations and sums are made. All names are ids.

use serde::Serialize;
use std::collections::BTreeMap;

/// Followers by faction: `{"scots": 2}`.
pub type Counts = BTreeMap<String, u8>;

/// A follower placed in a region, or taken from one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Put {
    pub faction: String,
    pub region: String,
}

/// Followers that changed places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Exchanged {
    pub from: String,
    pub to: String,
    /// Followers that went from the first region to the second.
    pub give: Counts,
    /// Followers that came the other way; empty in an exchange for none.
    pub take: Counts,
}

/// Region cards that changed places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Swapped {
    pub regions: Vec<String>,
    /// Their new places, from 1, in the same order.
    pub places: Vec<u8>,
    /// The one that has the player's crown token now.
    pub crown: String,
}

/// The standing of a faction at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Power {
    pub faction: String,
    /// The number of regions it controls.
    pub regions: u8,
    /// The last struggle it won, from 1; 0 for none.
    pub last_won: u8,
}

/// The standing of a seat at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    pub seat: String,
    pub followers: Counts,
    /// The number of followers in its court.
    pub total: u8,
    /// The number of complete sets; of partners together, if the game ended by invasion.
    pub sets: u8,
    /// The number of the last card it played, counting all cards played; 0 if it never played.
    pub last_card: u8,
}

/// An event of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    /// Players who drew two followers of the same colour as another put them back and drew again.
    CourtsRedrawn {
        seats: Vec<String>,
        /// The followers that each had drawn.
        drawn: Vec<Counts>,
    },
    /// The board is set up.
    GameBegins {
        /// The region cards in the order of their places.
        row: Vec<String>,
        /// By region.
        regions: BTreeMap<String, Counts>,
        /// By seat.
        courts: BTreeMap<String, Counts>,
        supply: Counts,
        /// The seat that begins.
        first: String,
        /// `true` if the Mordred variant is played.
        mordred: bool,
    },
    /// A struggle for power begins.
    StruggleBegins {
        /// From 1.
        struggle: u8,
        region: String,
        /// The seat with the first turn.
        first: String,
        /// Followers in the region.
        followers: Counts,
    },
    /// A card was played and carried out as far as possible.
    CardPlayed {
        seat: String,
        card: String,
        /// `None` unless the card is the Crown and swapped something.
        swapped: Option<Swapped>,
        /// `None` unless the card is a Garrison or an Ambassador and exchanged something.
        exchanged: Option<Exchanged>,
        /// The followers placed by a Settlement or a faction's card.
        placed: Vec<Put>,
        /// `true` if the card did everything that is printed on it.
        complete: bool,
        /// The follower summoned to court; `None` if nobody could be.
        summoned: Option<Put>,
        /// The number of cards that the player has left.
        cards_left: u8,
    },
    /// A seat passed.
    Passed {
        seat: String,
        /// `true` if the seat had no card to play.
        no_cards: bool,
        /// `true` if it had the last card of a game of three, and no play with it would win. K-09.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, serde(default))]
        cannot_win: bool,
        /// The number of passes in succession, this one included.
        passes: u8,
    },
    /// A struggle is over.
    StruggleResolved {
        /// From 1.
        struggle: u8,
        region: String,
        /// Followers that were in the region; they are in the supply now.
        followers: Counts,
        /// `scots`, `welsh`, `romano-britons`, `loyalists` or `saxons`.
        winner: String,
        /// The factions that tied for the most followers; empty if there was no tie.
        tied: Vec<String>,
        /// The number of regions that the winner holds now.
        regions: u8,
        /// `true` if a ruling of the game master gave it to them.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        ruled: bool,
    },
    /// Mordred's banner brings a loyalist.
    LoyalistPlaced {
        region: String,
        /// The region that was resolved.
        because: String,
        /// The number of loyalists left in the supply.
        left: u8,
    },
    /// The game is over.
    GameEnds {
        /// `control`, `invasion` or `loyalists`.
        by: String,
        /// Factions that control a region, in the order of their power.
        powers: Vec<Power>,
        /// By seat.
        standings: Vec<Standing>,
        /// The rule that broke the last tie: `followers` (of the faction in power), `next-faction`, `all-followers`,
        /// `sets`, `earlier-card`, `later-card`, or `nothing`.
        decided: String,
        /// The faction whose followers broke it, for `followers` and `next-faction`.
        decided_by: Option<String>,
        rulers: Vec<String>,
        /// The rulers and their partners.
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
