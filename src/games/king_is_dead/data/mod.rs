//! The printed parts of the game: regions, factions and cards, and the [`World`] that holds them all.

mod band;
mod card;
pub mod language;
mod load;
pub mod pattern;
mod region;
mod word_forms;
mod world;

pub use band::{Band, Faction};
pub use card::{Card, Hand, KINDS};
pub use load::load;
pub use region::{REGIONS, Region, RegionSet};
pub use word_forms::{WordForms, ends_of_words};
pub use world::{CardInfo, Followers, Numbers, Options, Place, RulingTie, World};
