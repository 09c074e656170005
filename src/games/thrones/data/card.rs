//! House cards and Westeros cards.

use super::Unit;

/// A House card by its place in the list of all cards in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub u8);

/// A set of House cards, at most 64 in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// Whether it holds a card.
    pub fn has(self, card: CardId) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card.
    pub fn add(&mut self, card: CardId) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: CardId) {
        self.0 &= !(1 << card.0);
    }

    /// Cards in either.
    pub fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// Cards in both.
    pub fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its cards in listed order.
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                CardId(card)
            })
        })
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// What a House card does besides its strength and icons; the words stand in the game's data.
/// Rules: 1e, Battle, House cards; R-15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// Queen of Thorns.
    CancelCardAbility,
    /// Ser Loras.
    KillFootman,
    /// Brienne.
    DiscardDefenseOrder,
    /// Balon.
    #[serde(rename = "enemy-card-0")]
    EnemyCard0,
    /// Catelyn.
    DoubleDefense,
    /// Robb.
    #[serde(rename = "knights-attack-3")]
    KnightsAttack3,
    /// Vargo Hoat.
    #[serde(rename = "footmen-attack-2")]
    FootmenAttack2,
    /// Victarion.
    #[serde(rename = "ships-attack-2")]
    ShipsAttack2,
    /// Salladhor Saan.
    #[serde(rename = "enemy-support-ships-0")]
    EnemySupportShips0,
    /// Ser Jaime.
    WinTwoPower,
    /// Maester Luwin.
    RecoverCard,
    /// Renly.
    UpgradeFootman,
    /// Cersei.
    RemoveLosersOrder,
    /// Asha.
    RemoveAdjacentOrder,
    /// Melisandre.
    DiscardLosersCard,
}

impl Ability {
    /// Its id, as in houses.yaml: `kill-footman`.
    pub fn id(self) -> &'static str {
        match self {
            Ability::CancelCardAbility => "cancel-card-ability",
            Ability::KillFootman => "kill-footman",
            Ability::DiscardDefenseOrder => "discard-defense-order",
            Ability::EnemyCard0 => "enemy-card-0",
            Ability::DoubleDefense => "double-defense",
            Ability::KnightsAttack3 => "knights-attack-3",
            Ability::FootmenAttack2 => "footmen-attack-2",
            Ability::ShipsAttack2 => "ships-attack-2",
            Ability::EnemySupportShips0 => "enemy-support-ships-0",
            Ability::WinTwoPower => "win-two-power",
            Ability::RecoverCard => "recover-card",
            Ability::UpgradeFootman => "upgrade-footman",
            Ability::RemoveLosersOrder => "remove-losers-order",
            Ability::RemoveAdjacentOrder => "remove-adjacent-order",
            Ability::DiscardLosersCard => "discard-losers-card",
        }
    }
}

/// Icons on a House card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Icons {
    /// Casualties it causes.
    pub swords: u8,
    /// Casualties it prevents.
    pub fortifications: u8,
}

/// A House card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// `robb-stark`.
    pub id: String,
    /// `Robb Stark`.
    pub name: String,
    /// Printed strength, 0 to 3.
    pub strength: i16,
    /// Its icons.
    pub icons: Icons,
    /// Its ability, if it has one.
    pub ability: Option<Ability>,
    /// The ability's words, as the data give them.
    pub text: String,
}

/// What a Westeros card does. Rules: 1e, The Westeros cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Westeros {
    /// Markers and armies are adjusted.
    Supply,
    /// New units.
    Mustering,
    /// Nothing.
    LastDaysOfSummer,
    /// Shuffle the deck, turn another.
    WinterIsComing,
    /// Three auctions.
    ClashOfKings,
    /// Power for crowns.
    GameOfThrones,
    /// The wildlings attack.
    WildlingAttack,
    /// No Raid orders.
    SeaOfStorms,
    /// No Defense orders.
    StormOfSwords,
    /// No Consolidate Power orders.
    FeastForCrows,
    /// Footmen lend no strength in support.
    RainsOfAutumn,
}

impl Westeros {
    /// Its id: `clash-of-kings`.
    pub fn id(self) -> &'static str {
        match self {
            Westeros::Supply => "supply",
            Westeros::Mustering => "mustering",
            Westeros::LastDaysOfSummer => "last-days-of-summer",
            Westeros::WinterIsComing => "winter-is-coming",
            Westeros::ClashOfKings => "clash-of-kings",
            Westeros::GameOfThrones => "game-of-thrones",
            Westeros::WildlingAttack => "wildling-attack",
            Westeros::SeaOfStorms => "sea-of-storms",
            Westeros::StormOfSwords => "storm-of-swords",
            Westeros::FeastForCrows => "feast-for-crows",
            Westeros::RainsOfAutumn => "rains-of-autumn",
        }
    }

    /// The order kind that may not be placed while this card lies open. Rules: 1e, The Westeros cards; R-07.
    pub fn forbids(self) -> Option<super::OrderKind> {
        match self {
            Westeros::SeaOfStorms => Some(super::OrderKind::Raid),
            Westeros::StormOfSwords => Some(super::OrderKind::Defense),
            Westeros::FeastForCrows => Some(super::OrderKind::Consolidate),
            _ => None,
        }
    }

    /// The unit that lends no strength in support while this card lies open.
    pub fn mutes(self) -> Option<Unit> {
        (self == Westeros::RainsOfAutumn).then_some(Unit::Footman)
    }
}

/// One printed Westeros card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WesterosCard {
    /// What it does.
    pub card: Westeros,
    /// Whether a mammoth is printed on it.
    pub mammoth: bool,
}
