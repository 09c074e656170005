//! Rulings: back to a point of the past, and on from there otherwise. Nothing is erased; the ledger goes on in one line,
//! and each ruling says after which entry its way of the game begins.
//!
//! - `way`: which entries the game as it is now has come by;
//! - `said`: what rulings say that is not used yet;
//! - `carried`: what the way that was left still gives: its answers and its opened plans;
//! - `request`, `mail`, `data`: what a game master asks for, made into a ruling;
//! - `trial`: a ruling on a copy of the campaign, the difference it makes, and taking it over;
//! - `difference`, `undone`, `told`: what people see changed.
//!
//! May use: entries, rules, record, engine, folder, models. Is used by: fold, run, verify, explain, cli.

pub mod corrections;
pub mod mail;
pub mod request;
pub mod trial;
pub mod undone;

pub use crate::campaign::outgoing::difference::{Difference, difference};
pub use crate::campaign::state::timeline::{overruled_by, timeline};
pub use request::{Decision, Request, StageDecided, When, Worked};
pub use trial::{Trial, adopt, propose, withdraw, withdrawal};
