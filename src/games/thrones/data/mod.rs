//! What is printed on boards and cards: loaded once from a game's folder, shared by all its positions.
//!
//! May use: `table`. Is used by: the rules of thrones.

mod area;
mod card;
mod load;
mod options;
mod order;
mod unit;
mod world;

pub use area::{Area, AreaSet, Place, Structure};
pub use card::{Ability, Card, CardId, CardSet, Icons, Westeros, WesterosCard};
pub use load::load;
pub use options::Options;
pub use order::{OrderId, OrderKind, Token};
pub use unit::{Kinds, Troop, Unit, UnitSpec};
pub use world::{HouseData, NeutralStart, World};
