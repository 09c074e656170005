//! Mail goes out: what each message says, to whom, and what goes with it.

pub mod answers;
pub mod bundle;
pub mod corrected_lines;
pub mod difference;
pub mod disputes;
pub mod handover;
pub mod maker;
pub mod models;
pub mod observers;
pub mod pages;
pub mod press;
pub mod redaction;
pub mod render;
pub mod rulings;
pub mod stand_in;
pub mod trim;
pub mod votes;
