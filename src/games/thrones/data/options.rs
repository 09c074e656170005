//! Readings of the rules a campaign may choose; see docs/disputed-points.md.

use serde::{Deserialize, Serialize};

/// The options of a campaign; the default is our reading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Use the King's Court order as printed, without the designer's erratum (five houses; R-24).
    pub printed_court_order: bool,
    /// Oldtown touches the Sunset Sea.
    pub oldtown_border: bool,
    /// Every area with own units must get an order while legal tokens last.
    pub order_in_every_area: bool,
    /// A card of the Tides of Battle is drawn for each side of a battle. Only where an edition has them.
    pub tides_of_battle: bool,
    /// Rains of Autumn takes nothing from footmen that support units against a neutral force, which is not a battle.
    pub rains_in_battles_only: bool,
    /// The sides of the north may write to each other (B-05).
    pub northern_press: bool,
    /// How many objective cards each side of the north plays with (B-15).
    pub objectives: u8,
    /// When the Night's Watch of the north has held out (B-75).
    pub watch_condition: WatchCondition,
    /// Who chooses the unit that a skull takes, where skulls come from places and House cards (B-30).
    pub skull_victim: SkullVictim,
    /// Who chooses the House card that a tactic card discards (B-103).
    pub discard_tactic: DiscardTactic,
    /// Under *Game of Thrones* houses may give power to the Watch of the north (B-84).
    pub power_gifts: bool,
    /// When a house has won at once, the north plays its rounds to the last (B-85).
    pub north_plays_on: bool,
    /// After the last round the house that counts most is king, and shares with the Watch of the north (B-86).
    pub king_by_count: bool,
}

/// When the Night's Watch has held out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WatchCondition {
    /// The Wall and The Gift are not broken when the last round ends.
    #[default]
    Standing,
    /// They have not been broken in any round.
    OnceBrokenLost,
}

/// Who chooses the unit that a skull takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkullVictim {
    /// The side whose unit it is.
    #[default]
    Owner,
    /// Its enemy.
    Enemy,
}

/// Who chooses the House card that a tactic card discards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiscardTactic {
    /// Who plays the tactic card.
    #[default]
    SpenderChooses,
    /// Whose House card it is.
    VictimChooses,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            printed_court_order: false,
            oldtown_border: true,
            order_in_every_area: false,
            tides_of_battle: false,
            rains_in_battles_only: false,
            northern_press: false,
            objectives: 2,
            watch_condition: WatchCondition::default(),
            skull_victim: SkullVictim::default(),
            discard_tactic: DiscardTactic::default(),
            power_gifts: true,
            north_plays_on: false,
            king_by_count: false,
        }
    }
}
