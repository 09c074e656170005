//! The plan of a house as data: what is sealed, stored and consulted. All names are ids.

use crate::games::thrones::data::Unit;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a player wants done. What is left out is silent: the pace of the campaign decides.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The turn whose planning and action phases it speaks for.
    pub turn: u8,
    /// The turn whose Westeros phase it speaks for: this turn's if that was still to come or running when the plan was
    /// read, else the next.
    pub westeros: u8,
    /// Orders by area; an empty map means: none, on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<BTreeMap<String, String>>,
    /// Power to bid, by `iron-throne`, `fiefdoms`, `kings-court`, `wildlings`. If less is left, all that is left is bid.
    #[serde(skip_serializing_if = "is_default")]
    pub bids: BTreeMap<String, u8>,
    /// Houses, best first, for ties that this house decides.
    #[serde(skip_serializing_if = "is_default")]
    pub ties: Vec<String>,
    /// What to muster, in this order; what is not possible then is passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub muster: Option<Vec<Build>>,
    /// Units to give up first for supply or to wildlings.
    #[serde(skip_serializing_if = "is_default")]
    pub disband: Vec<Loss>,
    /// Used House cards to take back from the Night's Watch, best first; an empty list means: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<Vec<String>>,
    /// Replacements by the Messenger Raven, best first; an empty list means: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raven: Option<Vec<Replacement>>,
    /// Raids in the order to execute.
    #[serde(skip_serializing_if = "is_default")]
    pub raids: Vec<Raid>,
    /// Marches in the order to execute. Several for one area are tried one after the other.
    #[serde(skip_serializing_if = "is_default")]
    pub marches: Vec<March>,
    /// Whom Support orders support.
    #[serde(skip_serializing_if = "is_default")]
    pub support: Support,
    /// What to do in battle.
    #[serde(skip_serializing_if = "is_default")]
    pub battle: Battle,
    /// Choices that House cards leave, by card.
    #[serde(skip_serializing_if = "is_default")]
    pub abilities: BTreeMap<String, Wish>,
    /// Answers to single questions, by the question's key or its short form without turn, stage, step and house.
    #[serde(skip_serializing_if = "is_default")]
    pub answers: BTreeMap<String, Value>,
    /// What to do where the plan is silent; none leaves it to the campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
}

/// Overrides the campaign's pace for this seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// Ask by mail.
    Ask,
    /// Take the default of the question.
    BestGuess,
}

/// One thing to muster: either `build` or `upgrade`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Build {
    /// The city or stronghold.
    pub area: String,
    /// A new unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Unit>,
    /// What a footman there is made into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upgrade: Option<Unit>,
    /// The sea where a new ship goes.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub sea: Option<String>,
}

/// Units to give up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Loss {
    /// Of which kind.
    pub unit: Unit,
    /// How many.
    pub number: Amount,
    /// Where; none for anywhere, in the order of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// An order put in another's place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Replacement {
    /// Where.
    pub area: String,
    /// The new order.
    pub order: String,
}

/// A raid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Raid {
    /// Where the Raid order is.
    pub from: String,
    /// Areas to raid, best first; none: the order is executed without effect.
    pub at: Vec<String>,
}

/// A march. Its conditions are looked at when its turn comes: all of `if` must hold, none of `unless`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct March {
    /// Where the March order is.
    pub from: String,
    /// Who goes where, in this order; nobody: the units stay.
    pub to: Vec<Step>,
    /// Leave a power token if the area is left empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub leave_power: bool,
    /// Conditions that must hold.
    #[serde(default, rename = "if", skip_serializing_if = "is_default")]
    pub when: Vec<Guard>,
    /// Conditions that must not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unless: Vec<Guard>,
}

/// Units that go to one area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Where to.
    pub to: String,
    /// Who. If fewer are there than planned, those go that are.
    pub units: Force,
}

/// The word `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum All {
    /// All that are left.
    All,
}

/// Which units: all that are left, or so many of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Force {
    /// All that no earlier step took.
    All(All),
    /// By kind.
    Kinds(BTreeMap<Unit, Amount>),
}

/// How many of a kind: a number, or all that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// So many, or those that are there if they are fewer.
    Number(u8),
    /// All that are left.
    All(All),
}

/// A condition of a march.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guard {
    /// The area it speaks of.
    pub area: String,
    /// Whether it is turned round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not: bool,
    /// What is said of the area.
    pub is: Condition,
}

/// What a condition says of an area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Condition {
    /// A house has units there, or controls it by token or shield.
    HeldBy(String),
    /// No units and no neutral force.
    Empty,
    /// A neutral force.
    Neutral,
    /// Units of another house.
    Enemy,
    /// Units of one's own house, or controlled by it.
    Mine,
    /// Units of another house with a March order, next door or across its own ships, could still march there.
    Attacked,
    /// Strength of those who stand there against oneself, with a Defense order, without support and cards; or of the
    /// neutral force.
    Defended {
        /// How it compares.
        by: Compare,
        /// With this.
        strength: i16,
    },
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// More than.
    MoreThan,
    /// At least.
    AtLeast,
    /// Less than.
    LessThan,
    /// At most.
    AtMost,
    /// Just so much.
    Exactly,
}

/// Whom to support.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Support {
    /// Oneself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Favour>,
    /// Single houses.
    #[serde(skip_serializing_if = "is_default")]
    pub houses: BTreeMap<String, Favour>,
    /// Houses not named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Favour>,
    /// Battles in single areas; comes first.
    #[serde(skip_serializing_if = "is_default")]
    pub at: BTreeMap<String, Side>,
}

/// When a house is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Favour {
    /// Whenever it fights.
    Always,
    /// Never.
    Never,
    /// When it attacks.
    Attacker,
    /// When it defends.
    Defender,
    /// Ask by mail.
    Ask,
}

/// Whom to support in one battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Who marches there.
    Attacker,
    /// Who stands there.
    Defender,
    /// Neither.
    None,
    /// Ask by mail.
    Ask,
    /// This house, on whichever side; neither if it does not fight.
    House(String),
}

/// What to do in battle: for all battles, and what differs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Battle {
    /// In any battle.
    #[serde(skip_serializing_if = "is_default")]
    pub always: Tactics,
    /// When attacking; comes before `always`.
    #[serde(skip_serializing_if = "is_default")]
    pub attacking: Tactics,
    /// When defending; comes before `always`.
    #[serde(skip_serializing_if = "is_default")]
    pub defending: Tactics,
    /// In single areas; comes before all.
    #[serde(skip_serializing_if = "is_default")]
    pub at: BTreeMap<String, Tactics>,
}

/// Wishes for battles. The lists are best first; the word `ask` in one means: ask by mail when it is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tactics {
    /// House cards.
    #[serde(skip_serializing_if = "is_default")]
    pub cards: Vec<String>,
    /// Whether to use the Valyrian Steel Blade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blade: Option<Blade>,
    /// Areas to retreat to.
    #[serde(skip_serializing_if = "is_default")]
    pub retreat: Vec<String>,
    /// Kinds of units to lose, first to last.
    #[serde(skip_serializing_if = "is_default")]
    pub lose: Vec<String>,
}

/// Whether to use the Valyrian Steel Blade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blade {
    /// Yes.
    Yes,
    /// No.
    No,
    /// If it turns defeat into victory.
    IfItDecides,
    /// Ask by mail.
    Ask,
}

/// What to choose when a House card lets choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Wish {
    /// Whether to use it.
    Use(bool),
    /// What to choose, best first: areas, cards, `fit` or `routed`; `ask` asks by mail.
    Choose(Vec<String>),
}

/// The word that asks for a mail within a list.
pub(super) const ASK: &str = "ask";
