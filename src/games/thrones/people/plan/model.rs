//! The plan of a house as data, as it is sealed, stored and consulted. All names are ids.

use crate::games::thrones::data::Unit;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The plan of a house. Where it is silent, the pace of the campaign decides.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The turn whose planning and action phases it is for.
    pub turn: u8,
    /// The turn whose Westeros phase it is for: this turn if that phase was not over when the plan was read, otherwise the
    /// next.
    pub westeros: u8,
    /// Orders by area; an empty map is none on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<BTreeMap<String, String>>,
    /// Areas for which the plan says that they get no order: where it is merged into an older one, that order goes.
    #[serde(skip_serializing_if = "is_default")]
    pub no_order: BTreeSet<String>,
    /// Areas whose order follows from what the plan says that it does, such as a raid: where it is merged into an older one, an order
    /// of that kind stays as it was written.
    #[serde(skip_serializing_if = "is_default")]
    pub implied: BTreeSet<String>,
    /// Power to bid, by `iron-throne`, `fiefdoms`, `kings-court`, `wildlings`; all that is left, if that is less.
    #[serde(skip_serializing_if = "is_default")]
    pub bids: BTreeMap<String, u8>,
    /// Houses, best first, for ties that this house decides.
    #[serde(skip_serializing_if = "is_default")]
    pub ties: Vec<String>,
    /// What to muster, in this order; impossible entries are ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub muster: Option<Vec<Build>>,
    /// Areas for which the plan says that nothing is mustered, as `no_order` does of orders.
    #[serde(skip_serializing_if = "is_default")]
    pub no_muster: BTreeSet<String>,
    /// Units to give up first for supply or to wildlings.
    #[serde(skip_serializing_if = "is_default")]
    pub disband: Vec<Loss>,
    /// Used House cards to take back from the Night's Watch, best first; an empty list is none on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<Vec<String>>,
    /// Choices that Westeros cards and wildling cards leave, best first, by the card.
    #[serde(skip_serializing_if = "is_default")]
    pub choices: BTreeMap<String, Vec<String>>,
    /// Replacements by the Messenger Raven, best first; an empty list is none on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raven: Option<Vec<Replacement>>,
    /// Whether the Messenger Raven looks at the wildling card on top, if it replaces no order, and where the card goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Raids in the order to execute.
    #[serde(skip_serializing_if = "is_default")]
    pub raids: Vec<Raid>,
    /// Marches in the order to execute. Several for one area are tried one after the other.
    #[serde(skip_serializing_if = "is_default")]
    pub marches: Vec<March>,
    /// Areas of whose march, in an earlier message, the plan only says whether a power token is left.
    #[serde(skip_serializing_if = "is_default")]
    pub tokens: BTreeMap<String, bool>,
    /// Consolidate Power orders in the order to execute, with what is mustered in place of power.
    #[serde(skip_serializing_if = "is_default")]
    pub consolidate: Vec<Consolidation>,
    /// Own ships to place where a port is taken with enemy ships in it, by the port, or `all` for any.
    #[serde(skip_serializing_if = "is_default")]
    pub ports: BTreeMap<String, Amount>,
    #[serde(skip_serializing_if = "is_default")]
    pub support: Support,
    #[serde(skip_serializing_if = "is_default")]
    pub battle: Battle,
    /// Choices of House cards' abilities, by card.
    #[serde(skip_serializing_if = "is_default")]
    pub abilities: BTreeMap<String, Wish>,
    /// What it says of tactic cards and quests, on a board that has them.
    #[serde(skip_serializing_if = "is_default")]
    pub north: Northern,
    /// Answers to single questions, by the question's key or its short form without turn, stage, step and house.
    #[serde(skip_serializing_if = "is_default")]
    pub answers: BTreeMap<String, Value>,
    /// Sections, by their words, of which the plan says that nothing is wanted: where it is merged into an older one, those go.
    #[serde(skip_serializing_if = "is_default")]
    pub emptied: BTreeSet<String>,
    /// What to do where the plan is silent; `None` leaves it to the campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
    /// `true` if what it bids and musters is for the Westeros phase alone, and not for the auctions and the reward that the north may
    /// bring besides. Plans of old do not say.
    #[serde(skip_serializing_if = "is_default")]
    pub once: bool,
    /// `true` if what may not be meant of a question keeps its house from being left unasked. Plans of before answer such questions, or
    /// leave them, as they did; a campaign is judged by its plans as they were made.
    #[serde(skip_serializing_if = "is_default")]
    pub tentative: bool,
    /// `true` if it was made for what opens the game, and gives no deck by which that shows: `otherwise` speaks of that alone.
    #[serde(skip_serializing_if = "is_default")]
    pub opening: bool,
}

/// What a plan wants where it is silent, in place of the campaign's pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    Ask,
    /// The default of the question.
    BestGuess,
}

/// One thing to muster: either `build` or `upgrade`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Build {
    pub area: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Unit>,
    /// The unit that a footman there becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upgrade: Option<Unit>,
    /// The sea of a new ship.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub sea: Option<String>,
}

/// Units to give up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Loss {
    pub unit: Unit,
    pub number: Amount,
    /// `None` for anywhere, in the order of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// A replacement of an order by the Messenger Raven.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Replacement {
    pub area: String,
    pub order: String,
}

/// What becomes of a wildling card that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// The house is asked when it has seen the card.
    Ask,
    Top,
    Under,
    /// Under the deck if it is one of these cards, and otherwise on top.
    UnderIf(Vec<String>),
}

/// A Consolidate Power order, and what it musters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Consolidation {
    pub area: String,
    /// In this order; if empty, power is taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub muster: Vec<Build>,
}

/// A Raid order and its targets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Raid {
    pub from: String,
    /// Areas to raid, best first; if empty, the order is executed without effect.
    pub at: Vec<String>,
}

/// A March order and its destinations. Its conditions are judged when the march is asked for: all of `if` must hold, and
/// none of `unless`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct March {
    pub from: String,
    /// In the order in which units are taken; if empty, all stay.
    pub to: Vec<Step>,
    /// `true` to leave a power token if the last unit leaves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub leave_power: bool,
    #[serde(default, rename = "if", skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub unless: Vec<Guard>,
}

/// Units that go to one area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub to: String,
    /// If fewer are there than planned, those that are there go.
    pub units: Force,
}

/// The word `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum All {
    /// All that are left.
    All,
}

/// Units of a march: all that are left, or a number of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Force {
    /// All units that no earlier step took.
    All(All),
    Kinds(BTreeMap<Unit, Amount>),
}

/// A number of units of a kind, or all that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// All that are left. Most amounts are, and what is tried in vain before them is told with a sentence that nobody reads.
    All(All),
    /// As many as are there, if they are fewer.
    Number(u8),
}

/// A condition of a march.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guard {
    pub area: String,
    /// `true` if the condition must not hold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not: bool,
    pub is: Condition,
}

/// A statement about an area that is true or false in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Condition {
    /// A house has units there, or controls it by token or shield.
    HeldBy(String),
    /// Neither units nor a neutral force.
    Empty,
    Neutral,
    /// Units of another house.
    Enemy,
    /// Units of the plan's house, or controlled by it.
    Mine,
    /// Units of another house with a March order could still march there.
    Attacked,
    /// The strength of another house's units there, with a Defense order but without support and cards, or of the neutral
    /// force.
    Defended {
        by: Compare,
        strength: i16,
    },
}

/// A comparison of a strength with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    MoreThan,
    AtLeast,
    LessThan,
    AtMost,
    Exactly,
}

/// The sides that Support orders support.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Support {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Favour>,
    #[serde(skip_serializing_if = "is_default")]
    pub houses: BTreeMap<String, Favour>,
    /// All houses that `houses` does not name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Favour>,
    /// By the area of the battle; goes before all else.
    #[serde(skip_serializing_if = "is_default")]
    pub at: BTreeMap<String, Side>,
}

/// The battles in which a house is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Favour {
    Always,
    Never,
    Attacker,
    Defender,
    Ask,
}

/// The side to support in one battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Attacker,
    Defender,
    None,
    Ask,
    /// This house, on either side; neither side if it does not fight.
    House(String),
}

/// Wishes for all battles, and for some of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Battle {
    #[serde(skip_serializing_if = "is_default")]
    pub always: Tactics,
    /// Goes before `always`.
    #[serde(skip_serializing_if = "is_default")]
    pub attacking: Tactics,
    /// Goes before `always`.
    #[serde(skip_serializing_if = "is_default")]
    pub defending: Tactics,
    /// By the area of the battle; goes before all else.
    #[serde(skip_serializing_if = "is_default")]
    pub at: BTreeMap<String, Tactics>,
}

/// Wishes for battles. The lists are best first; the word `ask` in a list asks by mail when it is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tactics {
    #[serde(skip_serializing_if = "is_default")]
    pub cards: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blade: Option<Blade>,
    /// When the holder of the Blade draws another card of the Tides of Battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redraw: Option<Redraw>,
    #[serde(skip_serializing_if = "is_default")]
    pub retreat: Vec<String>,
    /// Kinds of units, those to lose first before others.
    #[serde(skip_serializing_if = "is_default")]
    pub lose: Vec<String>,
}

/// When to use the Valyrian Steel Blade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blade {
    Yes,
    No,
    /// If it turns a defeat into a victory.
    IfItDecides,
    Ask,
}

/// When to draw another card of the Tides of Battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Redraw {
    Yes,
    No,
    /// If the card adds nothing and has no skull.
    IfZero,
    Ask,
}

/// The choice that a House card's ability leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Wish {
    /// `true` to use the ability.
    Use(bool),
    /// Areas, cards, tracks, `fit` or `routed`, best first; `ask` asks by mail.
    Choose(Vec<String>),
}

/// Any port, in [`Plan::ports`].
pub(in crate::games::thrones::people) const ANY_PORT: &str = "all";

/// The member of a list that asks by mail when it is reached.
pub(super) const ASK: &str = "ask";

/// What a plan says of tactic cards and quests. All names are ids.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Northern {
    /// The tactic deck of the game.
    #[serde(skip_serializing_if = "is_default")]
    pub deck: Vec<String>,
    /// The objective card that goes with the deck, where one is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// Tactic cards for the round, best first.
    #[serde(skip_serializing_if = "is_default")]
    pub cards: Vec<String>,
    /// What is done with abilities; those of the tactic step are used in this order.
    #[serde(skip_serializing_if = "is_default")]
    pub abilities: Vec<Use>,
    /// The side for which the Others bid in a wildling attack: `watch` or `wildlings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
    /// What is given to the Night's Watch, by `barrels`, `points`, `power`; all there is, if that is less.
    #[serde(skip_serializing_if = "is_default")]
    pub gifts: BTreeMap<String, u8>,
    /// Units that go to the quest; an empty list is none on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quest: Option<Vec<Loss>>,
}

/// What is done with an ability of a tactic card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// `encircle/a`.
    pub ability: String,
    /// Whether it is used, or what it is used on, best first.
    pub wish: Wish,
}
