//! Applies the entries of the ledger, one by one, to the [record](super::record).

mod apply;
mod carry;
mod chance;
mod data;
mod dispute;
mod error;
mod gm;
mod keys;
mod openings;
mod ruling;
mod settings;
mod windows;

pub use error::DoesNotFollow;
pub(crate) use ruling::NOT_HERE;
