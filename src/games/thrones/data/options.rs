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
    /// A house lends all its Support orders beside a battle to one side, by one answer (T-58).
    pub support_by_house: bool,
    /// Everybody may support a march against a neutral force that must fall; units that fall short stay (T-74).
    pub anyone_against_neutral: bool,
    /// The beaten may take a way that costs them more units than another (T-46).
    pub costly_retreats: bool,
    /// What bars the way to an attacker takes the defender's power token off the area (T-49).
    pub barred_area_loses_token: bool,
    /// A House card that kills a side's last unit ends the battle (T-23).
    pub last_unit_ends_battle: bool,
    /// Massing on the Milkwater takes all cards of the lowest bidder if they are equally strong; then all return (T-98).
    pub milkwater_takes_all: bool,
    /// The lowest bidder of a lost Preemptive Raid chooses between its best tracks itself (T-101).
    pub bidder_chooses_track: bool,
    /// The Horde Descends takes of the lowest bidder no more units than it has in one castle or stronghold (T-96).
    pub horde_in_castles_alone: bool,
    /// Aeron is exchanged in the step in which Tyrion returns a card, in the order of play (T-06).
    pub exchange_in_turn: bool,
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
            support_by_house: false,
            anyone_against_neutral: false,
            costly_retreats: false,
            barred_area_loses_token: false,
            last_unit_ends_battle: false,
            milkwater_takes_all: false,
            bidder_chooses_track: false,
            horde_in_castles_alone: false,
            exchange_in_turn: false,
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
