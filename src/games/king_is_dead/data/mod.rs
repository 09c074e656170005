//! The printed parts of the game: regions, factions and cards, and the [`World`] that holds them all.

mod band;
mod card;
mod load;
mod region;
mod world;

pub use band::{Band, Faction};
pub use card::{Card, Hand, KINDS};
pub use load::load;
pub use region::{REGIONS, Region, RegionSet};
pub use world::{CardInfo, Followers, Numbers, Options, Place, World};
