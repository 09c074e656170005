//! Every question of the game as plain data with ids: for plans, which answer them, and for people. The
//! comment of each gives the form of its answer in the ledger.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Units by kind: `{"footman": 2}`.
pub type Units = BTreeMap<String, u8>;

/// A question to a house.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Question {
    /// How much power to bid. Answer: `3`.
    Bid {
        /// `iron-throne`, `fiefdoms`, `kings-court` or `wildlings`.
        on: String,
        /// Power available.
        available: u8,
        /// Strength of the wildlings.
        wildlings: u8,
        /// `true` if the bid is for the Watch or for the Wildlings, as the bidder chooses. Answer then: `{"power": 3, "for":
        /// "watch"}`, or `0`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        either: bool,
    },
    /// The holder of the Iron Throne decides a tie. Answer: all the tied, best first, `["stark", "tyrell"]`;
    /// for the wildlings, the one chosen: `"stark"`.
    Tie {
        /// As for a bid.
        on: String,
        /// `order`, `highest` or `lowest`.
        choose: String,
        /// The tied houses, in the present order of play.
        tied: Vec<String>,
    },
    /// Units to destroy. Answer: `{"winterfell": {"footman": 1}}`.
    Disband {
        /// `supply` or `wildlings`.
        because: String,
        /// Units to lose (supply: the fewest) or mustering points to lose (wildlings).
        amount: u8,
    },
    /// What to muster. Answer, in the order of building: `[{"area": "winterfell", "build": "knight"},
    /// {"area": "winterfell", "build": "ship", "in": "bay-of-ice"}, {"area": "pyke", "upgrade": "knight"}]`.
    Muster {
        /// Points by area.
        points: BTreeMap<String, u8>,
        /// `true` if the points of one of these areas alone may be spent.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        one: bool,
        /// The most points to spend in all these areas, if that is not their sum.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purse: Option<u8>,
    },
    /// Orders for the turn. Answer: `{"winterfell": "march+0"}`.
    Orders {
        /// Areas with own units.
        areas: Vec<String>,
        /// Starred orders allowed.
        stars: u8,
        /// Kinds of order forbidden this turn.
        forbidden: Vec<String>,
    },
    /// The Messenger Raven. Answer: `null`, `{"area": "karhold", "order": "defense"}`, or `"look"`.
    Raven {
        /// Own orders as revealed.
        orders: BTreeMap<String, String>,
        /// `true` if the wildling card on top may be looked at instead.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        look: bool,
    },
    /// The used House card the Night's Watch gives back. Answer: `null` or `"robb-stark"`.
    Reward {
        /// Used cards.
        cards: Vec<String>,
    },
    /// Which card an open Westeros card counts as. Answer: `"mustering"`.
    Westeros {
        /// The open card.
        card: String,
        /// The cards to choose from.
        cards: Vec<String>,
    },
    /// Which Raid order to execute, and against what. Answer: `{"from": "winterfell", "at": ["karhold"]}`.
    Raid {
        /// Own Raid orders left, each with the areas it may raid.
        orders: BTreeMap<String, Vec<String>>,
    },
    /// Which March order to execute, and how. Answer: `{"from": "winterfell", "to": {"moat-cailin":
    /// {"knight": 1}}, "leave-power": false}`.
    March {
        /// Own March orders left, each with the areas it can reach.
        orders: BTreeMap<String, Vec<String>>,
    },
    /// Whom an adjacent Support order supports. Answer: `"attacker"`, `"defender"` or `"none"`.
    Support {
        battle: String,
        /// Who marches there.
        attacker: String,
        /// Whose units stand there; none for a neutral force.
        defender: Option<String>,
        /// Where the Support order is.
        from: String,
        /// What it would add to the attacker.
        strength: i16,
        /// Strengths so far, by `attacker` and `defender`, without cards.
        strengths: BTreeMap<String, i16>,
    },
    /// Which House card to play. Answer: `"robb-stark"`.
    Card {
        battle: String,
        /// Own side: `attacker` or `defender`.
        side: String,
        opponent: String,
        /// Cards in hand.
        hand: Vec<String>,
        /// Strengths before cards, by `attacker` and `defender`.
        strengths: BTreeMap<String, i16>,
    },
    /// Whether to use the Valyrian Steel Blade. Answer: `true` or `false`.
    Blade {
        battle: String,
        /// Own side: `attacker` or `defender`.
        side: String,
        opponent: String,
        /// Strengths after cards, by `attacker` and `defender`.
        strengths: BTreeMap<String, i16>,
        /// `true` if the Blade turns defeat into victory.
        decides: bool,
    },
    /// Which units are lost in battle. Answer: `{"footman": 1}`.
    Casualties {
        battle: String,
        number: u8,
        /// Own standing units in the battle.
        units: Units,
    },
    /// Where the beaten go, and who is lost for want of supply. Answer: `{"to": "winterfell", "lost":
    /// {"footman": 1}}`.
    Retreat {
        battle: String,
        /// Those who retreat.
        units: Units,
        /// Where they may go, each with the number that must be lost for it.
        to: BTreeMap<String, u8>,
    },
    /// Whether the holder of the Blade draws another card of the Tides of Battle. Answer: `true` or `false`.
    Redraw {
        battle: String,
        /// Strength, swords, fortifications, skulls of the card drawn.
        card: [u8; 4],
    },
    /// One thing among a few. Answer: one of the items.
    Pick {
        /// What for: `port`, `wildling-card`, …
        what: String,
        area: Option<String>,
        /// A card that the house alone sees.
        shown: Option<String>,
        items: Vec<serde_json::Value>,
    },
    /// Units counted by heads. Answer: `{"winterfell": {"footman": 1}}`.
    Select {
        /// What for: the id of a wildling card.
        what: String,
        /// Of this kind alone.
        unit: Option<String>,
        least: u8,
        most: u8,
        /// All from one of these areas.
        within: Option<Vec<String>>,
    },
    /// The tactic cards of a side for the game. Answer: `{"cards": ["encircle", …]}`, and `"objective"` where one is chosen.
    TacticDeck {
        /// Cards to choose from.
        cards: Vec<String>,
        least: u8,
        most: u8,
        /// Objective cards to choose one from; none where both are played with.
        objectives: Vec<String>,
    },
    /// Zombies that rise by a House card. Answer: `{"thenn": {"zombie": 2}}`.
    Raise {
        /// The card.
        what: String,
        /// The areas in which they may rise.
        areas: Vec<String>,
        /// How many at most.
        most: u8,
    },
    /// Units to be sent on the quest, by area. Answer: `{"wall-east": {"footman": 1}}`, or `{}`.
    Quest {
        quest: String,
        /// Points sent so far.
        sent: u8,
        /// Points that complete it in this round.
        needed: u8,
        /// Kinds of unit that may go.
        units: Vec<String>,
    },
    /// Units that come back from the quest, by area. Answer: `{"wall-east": {"footman": 1}}`, or `{}`.
    Return {
        /// Units that were sent.
        units: Units,
        /// Where they may stand.
        areas: Vec<String>,
        /// Points of them that come back at most.
        most: u8,
    },
    /// What a house gives to the Watch of the north. Answer: `2`.
    Gift {
        /// `barrels`, `points` or `power`.
        what: String,
        most: u8,
    },
    /// The tactic card of the round. Answer: `"encircle"`.
    TacticCard {
        /// Cards in hand.
        hand: Vec<String>,
    },
    /// Units that a tactic card moves, out of one area (`inward: false`): `{"from": "antler", "to": {"thenn": {"zombie": 1}}}`,
    /// or into one: `{"to": "antler", "from": {"thenn": {"zombie": 1}}}`.
    TacticMove {
        /// What for: `call-to-arms-b`.
        what: String,
        inward: bool,
        /// How many other areas may take part.
        most: u8,
        /// The areas to choose the one from, each with the others that go with it.
        ways: BTreeMap<String, Vec<String>>,
    },
    /// A march by a tactic card, into one area. Answer: `null`, or `{"from": "thenn", "to": {"antler": {"other": 1}}}`, with
    /// `"leave-power": true` for a token left behind.
    TacticMarch {
        /// What for: `hit-and-run-a`.
        what: String,
        /// Where units may march from, each with those that may and where they may go.
        ways: BTreeMap<String, (Units, Vec<String>)>,
        /// How many units may go.
        most: u8,
    },
    /// An ability that leaves a choice. Answer by the ability: `kill-footman`: `"fit"` or `"routed"`;
    /// `upgrade-footman`: `true` or `false`; `recover-card`, `discard-losers-card`: `null` or a card;
    /// `remove-losers-order`, `remove-adjacent-order`: `null` or an area.
    Ability {
        battle: String,
        /// Own House card.
        card: String,
        /// Its ability's id, as in houses.yaml.
        ability: String,
        choices: Vec<serde_json::Value>,
    },
}
