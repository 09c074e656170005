//! Outgoing mail: what each message says, who gets it, and what is attached or bundled with it.

pub mod answers;
pub mod bundle;
mod calendar;
pub mod data_diff;
pub mod difference;
pub mod disputes;
pub mod gallery;
pub mod handover;
pub mod maker;
pub mod models;
pub mod observers;
pub mod pages;
pub mod pictures;
pub(crate) mod places;
pub mod press;
pub mod printed;
pub mod redaction;
pub mod render;
pub mod ruling_answer;
pub mod rulings;
mod since;
pub mod stand_in;
pub mod trim;
mod undone_rulings;
pub mod votes;
