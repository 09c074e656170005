//! The settings of a campaign: `campaign.yaml`, read so that one run reports every mistake with its line.

mod address;
mod campaign_settings;
mod chance;
#[cfg(test)]
mod default_tests;
mod dispute;
mod fields;
mod game;
mod mail;
mod people;
mod public;
mod read;
mod ruling;
mod seats;
#[cfg(test)]
mod slip_tests;
#[cfg(test)]
mod tests;
mod trust;
mod window_settings;
mod windows;

pub use address::is_address;
pub use campaign_settings::Settings;
pub use chance::{ChanceSettings, PublicNumber, Words};
pub use dispute::{DisputeClock, Disputes};
pub use fields::{Mistake, Mistakes};
pub(crate) use game::namesake;
pub use mail::{From, Limits, PressKind};
pub use people::{Delay, Observer};
pub(crate) use public::with_defaults;
pub use read::{mistake_at, read};
pub use ruling::Rulings;
pub use seats::{Gm, SeatSettings};
pub use trust::{DkimRule, Trust};
pub use windows::{Absence, Clock, CloseEarly, Pace, Secrecy};
