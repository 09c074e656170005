//! Events at war. A battle tells its story in order: `battle-begins`, `support` (one for each order asked),
//! `house-cards`, `ability`, `blade`, `battle-won` (with every addend of both strengths), `casualties`,
//! `retreat`, `ability` (what a victory brings), `area-taken`, `hand-returned`; the `area` in each names the battle.

use crate::games::thrones::question::Units;
use serde::Serialize;
use std::collections::BTreeMap;

/// Something that has happened at war; all names are ids.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WarEvent {
    /// A Raid order was executed.
    Raid {
        house: String,
        from: String,
        order: String,
        /// What it removed; empty if nothing.
        removed: Vec<RemovedOrder>,
        /// The areas with an order that it could have removed, if it removed none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        reach: Vec<String>,
        /// Power pillaged, as far as tokens last.
        power: u8,
        /// Power that the pillaged house loses.
        lost: u8,
    },
    /// A March order was executed, as far as moving goes; what is contested follows in events of its own.
    March {
        house: String,
        from: String,
        order: String,
        /// Who went where; empty if all stayed.
        to: BTreeMap<String, Units>,
        /// Who stayed by choice, routed ones too.
        stayed: Units,
        /// `true` if a power token is to be left where the last unit leaves.
        leave_power: bool,
        /// The destination with another house's units.
        battle: Option<String>,
        /// Destinations with neutral forces.
        neutral: Vec<String>,
        /// Destinations entered without a fight that were not the house's own before.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        taken: Vec<String>,
    },
    /// A power token was left where the last unit marched away.
    PowerLeft { house: String, area: String },
    /// Units marched in where nothing but another house's power token lay; it went back to its owner's pool.
    TokenReturned {
        house: String,
        /// Where it lay.
        area: String,
        by: String,
    },
    /// Units tried to enter an area with a neutral force.
    NeutralForce {
        area: String,
        house: String,
        /// Whence.
        from: String,
        /// Units that march there.
        units: Units,
        /// The strength to be reached.
        force: i16,
        /// The strength of the march.
        strength: Sum,
        /// `true` if it was enough: the force is gone and the units are in. Else they stay.
        entered: bool,
    },
    /// A march leads to battle.
    BattleBegins {
        area: String,
        attacker: String,
        /// Whose units are there.
        defender: String,
        /// The area the attacker marches from.
        from: String,
        order: String,
        /// Attacking units.
        attackers: Units,
        /// Defending units that stand.
        defenders: Units,
        /// Defending units already routed: strength 0.
        routed: Units,
        /// The defender's order there.
        defending_order: Option<String>,
    },
    /// A house was asked for the support of one order, and answered.
    Support {
        /// Embattled area, or that of a neutral force.
        area: String,
        house: String,
        from: String,
        order: String,
        /// `attacker`, `defender` or `none`.
        side: String,
        /// What it adds before cards; what it would have added to the attacker if `none`.
        strength: i16,
    },
    /// Both House cards are shown.
    HouseCards {
        area: String,
        /// Attacking house.
        attacker: String,
        /// Defending house.
        defender: String,
        /// The attacker's card; none only if a house has no card at all.
        attacker_card: Option<String>,
        /// The defender's card.
        defender_card: Option<String>,
        /// The attacker's strength before cards.
        attacker_strength: i16,
        /// The defender's strength before cards.
        defender_strength: i16,
    },
    /// A House card's ability at work, or in vain.
    Ability {
        area: String,
        house: String,
        card: String,
        /// The ability, as in houses.yaml.
        ability: String,
        /// What came of it.
        effect: AbilityEffect,
    },
    /// The holder of the Valyrian Steel Blade was asked.
    Blade {
        area: String,
        house: String,
        /// `true` if it is used.
        used: bool,
        /// `true` if using it turns defeat into victory.
        decides: bool,
    },
    /// A card of the Tides of Battle was drawn for each side.
    Tides {
        area: String,
        /// Strength, swords, fortifications, skulls of the attacker's card.
        attacker: [u8; 4],
        /// The same of the defender's.
        defender: [u8; 4],
        /// The house that has drawn again by the Blade, if one has.
        again: Option<String>,
    },
    /// A skull of the other side's card cost units.
    Skulls {
        area: String,
        house: String,
        lost: Units,
        /// `true` if the skull is printed on a House card; else on a card of the Tides of Battle.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        card: bool,
    },
    /// The battle is decided.
    BattleWon {
        area: String,
        winner: String,
        loser: String,
        /// `attacker` or `defender`.
        side: String,
        /// `strength`; `fiefdoms` if equal strength was decided by position on that track; `last-unit` if an
        /// ability removed the other side's last unit, and strength did not matter; `ruling` if the game master has
        /// ruled that it is won.
        by: String,
        /// The attacker's strength.
        attacker: Sum,
        /// The defender's strength.
        defender: Sum,
        /// Positions on the Fiefdoms track from 1, attacker and defender.
        fiefdoms: [u8; 2],
    },
    /// The loser counts his losses.
    Casualties {
        area: String,
        house: String,
        /// Swords on the winner's card.
        swords: u8,
        /// Fortifications on the loser's card.
        fortifications: u8,
        /// Units that had to go: the difference, as far as standing units were there.
        number: u8,
        /// Units lost.
        lost: Units,
    },
    /// The beaten go, or are destroyed.
    Retreat {
        area: String,
        house: String,
        /// Where they went; none if nobody could go.
        to: Option<String>,
        units: Units,
        /// Where they might have gone, each with the number that had to be lost for want of supply.
        possible: BTreeMap<String, u8>,
        /// Destroyed for want of supply, or of a place to go.
        lost: Units,
        /// `true` if they are not routed.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
        /// Destroyed because they were routed already.
        routed: Units,
    },
    /// The attacker moves in.
    AreaTaken {
        area: String,
        house: String,
        /// Units that moved in.
        units: Units,
        /// From whom.
        loser: String,
        /// The loser's order removed there.
        order: Option<String>,
        /// Whose power token was removed there.
        token: Option<String>,
        /// The loser's units that could not leave, and were destroyed.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        destroyed: Units,
    },
    /// A house has used its last House card and takes all back.
    HandReturned {
        house: String,
        /// The hand.
        cards: Vec<String>,
    },
    /// All marches are done; routed units rise again.
    Rallied {
        /// Where, and who.
        units: BTreeMap<String, Units>,
    },
}

/// An order taken off the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RemovedOrder {
    pub area: String,
    pub house: String,
    pub order: String,
}

/// What came of a House card's ability.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AbilityEffect {
    /// There was nothing for it to act on.
    Nothing,
    /// It may be used, and was not.
    Declined,
    /// The opponent's ability does not happen.
    Cancelled {
        /// The opponent's card.
        card: String,
    },
    /// A unit of the opponent was killed.
    Killed {
        unit: String,
        /// `true` if it was routed.
        routed: bool,
        /// `true` if it was the last.
        last: bool,
        /// `true` if the battle goes on without it.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        fights_on: bool,
    },
    /// An order was removed.
    OrderRemoved(RemovedOrder),
    /// Strengths were changed; `battle-won` has the sums.
    Strength {
        /// Added to the attacker.
        attacker: i16,
        /// Added to the defender.
        defender: i16,
    },
    /// Power was gained, as far as tokens last.
    Power { gained: u8 },
    /// A used card came back to its owner's hand.
    CardRecovered { card: String },
    /// A unit became another.
    Upgraded { unit: String, to: String },
    /// The opponent's card went back to his hand, and he played another, if he had one.
    CardReturned { card: String, instead: Option<String> },
    /// A card of the hand was added, and counts in its place.
    CardAdded { card: String },
    /// The card was discarded, and another played in its place.
    CardExchanged { card: String },
    /// The opponent went to the last place of a track.
    PushedDown { track: String },
    /// The winner chose where the loser retreats.
    Led { to: String },
    /// The attacker may not move in.
    Barred {
        /// `true` if a power token of the defender's left the area all the same.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        token: bool,
    },
    /// The March order moved into the area taken.
    MarchMoved { area: String },
    /// The text of the opponent's card was cancelled, and became that of this card.
    TextTaken { card: String },
    /// The text of the opponent's card was cancelled, and this card has its swords.
    SwordsTaken { card: String, swords: u8 },
    /// A unit of the beaten was replaced by one of the winner's, for power.
    ChangedSides { unit: String, power: u8 },
    /// The opponent lost all available power, for power.
    Emptied {
        /// Power paid.
        power: u8,
        lost: u8,
    },
    /// An order was raided from the area taken.
    Raided {
        #[serde(flatten)]
        removed: RemovedOrder,
        /// Power pillaged.
        power: u8,
    },
    /// An order of the house moved.
    OrderMoved { order: String, from: String, area: String },
    /// A new order of the house was placed.
    OrderPlaced { order: String, area: String },
    /// All used cards came back to the hand.
    HandTaken { cards: Vec<String> },
    /// A card was discarded from the loser's hand, for power.
    CardDiscarded {
        card: String,
        /// Power paid.
        power: u8,
    },
}

/// A strength with all that makes it up.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Sum {
    /// The sum of the addends.
    pub total: i16,
    /// Each with its reason, in the order of the rulebook.
    pub addends: Vec<Addend>,
}

/// One part of a strength.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Addend {
    /// How much; may be 0 or negative.
    pub amount: i16,
    #[serde(flatten)]
    pub reason: Reason,
}

/// Why something counts in a strength.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Reason {
    /// The garrison of the defender's home.
    Garrison,
    /// What the embattled area itself adds.
    Place { area: String },
    /// Units in the battle that stand.
    Units {
        unit: String,
        number: u8,
        /// Strength of each.
        each: i16,
    },
    /// Routed units in the battle: 0.
    Routed { units: Units },
    /// The March order, or the Defense order of the embattled area.
    Order {
        order: String,
        /// `true` for a special order that counts as a normal one in this turn.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        plain: bool,
    },
    /// Support of an area: its units, and what its order adds.
    Support {
        house: String,
        /// From where.
        area: String,
        order: String,
        /// Units that stand there.
        units: Units,
        /// What the order adds, contained in the amount.
        bonus: i16,
    },
    /// The printed strength of a House card.
    Card { card: String },
    /// What an ability changes.
    Ability {
        house: String,
        card: String,
        /// Its ability.
        ability: String,
    },
    /// An ability of a tactic card.
    Tactic {
        card: String,
        /// `a` or `b`.
        ability: String,
    },
    /// The Valyrian Steel Blade.
    Blade,
    /// A card of the Tides of Battle.
    Tides,
}

impl WarEvent {
    /// The `event` names of all events here, in the order above.
    pub const NAMES: &[&str] = &[
        "raid",
        "march",
        "power-left",
        "token-returned",
        "neutral-force",
        "battle-begins",
        "support",
        "house-cards",
        "ability",
        "blade",
        "tides",
        "skulls",
        "battle-won",
        "casualties",
        "retreat",
        "area-taken",
        "hand-returned",
        "rallied",
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The variants as they stand in this file.
    #[test]
    fn names_are_complete() {
        let source = include_str!("event.rs");
        let (_, variants) = source.split_once("pub enum WarEvent {").unwrap();
        let (variants, _) = variants.split_once("\n}").unwrap();
        let tags: Vec<String> = variants
            .lines()
            .filter(|line| line.starts_with("    ") && line.as_bytes()[4].is_ascii_uppercase())
            .map(|line| {
                let name = line.trim().split(['{', ' ', ',']).next().unwrap_or_default();
                name.chars()
                    .flat_map(|c| {
                        let dash = c.is_ascii_uppercase().then_some('-');
                        dash.into_iter().chain([c.to_ascii_lowercase()])
                    })
                    .skip(1)
                    .collect()
            })
            .collect();
        assert_eq!(tags, WarEvent::NAMES);
    }

    #[test]
    fn addends_are_flat() {
        let addend = Addend { amount: 1, reason: Reason::Order { order: "march*".into(), plain: false } };
        let value = serde_json::to_value(addend).unwrap();
        assert_eq!(value, json!({"amount": 1, "reason": "order", "order": "march*"}));
        let addend = Addend { amount: 1, reason: Reason::Blade };
        assert_eq!(serde_json::to_value(addend).unwrap(), json!({"amount": 1, "reason": "blade"}));
    }

    #[test]
    fn effects_are_tagged() {
        let effect = AbilityEffect::OrderRemoved(RemovedOrder {
            area: "seagard".into(),
            house: "greyjoy".into(),
            order: "support".into(),
        });
        let event = WarEvent::Ability {
            area: "riverrun".into(),
            house: "lannister".into(),
            card: "cersei-lannister".into(),
            ability: "remove-losers-order".into(),
            effect,
        };
        let value = serde_json::to_value(event).unwrap();
        assert_eq!(value["event"], "ability");
        assert_eq!(value["effect"]["what"], "order-removed");
        assert_eq!(value["effect"]["order"], "support");
    }
}
