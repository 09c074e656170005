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
}

impl Default for Options {
    fn default() -> Self {
        Options {
            printed_court_order: false,
            oldtown_border: true,
            order_in_every_area: false,
            tides_of_battle: false,
            rains_in_battles_only: false,
        }
    }
}
