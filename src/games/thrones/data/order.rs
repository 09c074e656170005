//! Order tokens.

/// A kind of order. Rules: 1e, Planning, Order tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderKind {
    /// Move and attack.
    March,
    /// Stronger when attacked.
    Defense,
    /// Lend strength to a battle next door.
    Support,
    /// Remove an order next door.
    Raid,
    /// Gain power.
    Consolidate,
}

impl OrderKind {
    /// All kinds.
    pub const ALL: [OrderKind; 5] =
        [OrderKind::March, OrderKind::Defense, OrderKind::Support, OrderKind::Raid, OrderKind::Consolidate];

    /// Returns its id: `march`.
    pub fn id(self) -> &'static str {
        match self {
            OrderKind::March => "march",
            OrderKind::Defense => "defense",
            OrderKind::Support => "support",
            OrderKind::Raid => "raid",
            OrderKind::Consolidate => "consolidate",
        }
    }
}

/// A sort of token by its place in the edition's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OrderId(pub u8);

/// What a sort of token says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// `march*`; a star marks the special ones.
    pub id: String,
    pub kind: OrderKind,
    /// Added to the strength of a march, a defense or a support.
    pub bonus: i16,
    /// Special: limited by the stars of the King's Court.
    pub star: bool,
    /// How many a house has.
    pub tokens: u8,
}
