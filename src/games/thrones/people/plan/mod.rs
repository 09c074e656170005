//! The plan of a house: read from what a player wrote, checked against the position, consulted when the rules
//! ask, and written as a player would.
//!
//! A plan belongs to a turn, stamped when it is read: its orders, raids, marches and battles answer questions of that
//! turn, its bids, musters and losses those of one Westeros phase (see [`Plan::westeros`]). For any other turn it is
//! silent.
//!
//! What the language leaves open is decided the same way everywhere:
//! - Lists are wishes, best first; the first that is possible when the question comes is used. `ask` in a list asks by
//!   mail when it is reached.
//! - `none` says that nothing is wanted, which is an answer; a section left out, or left as `~`, is silence.
//! - A march takes the units that are there if they are fewer than planned, and ignores destinations that cannot be
//!   reached. If nobody can go, or the march is not legal, the next march for the area is tried.
//! - A march whose conditions do not hold waits while another listed march can go; when nothing else is left its units
//!   stay. See [`Guard`] for what conditions may speak of.
//! - Bids are cut to the power that is left; orders, musters and losses to what is legal.
//! - A battle between two supported houses is silence, not a choice between them.

mod answered;
mod consult;
mod deck_changes;
mod flow;
mod forms;
mod guard;
pub(super) mod keys;
pub(super) mod language;
mod merge;
mod model;
pub(super) mod northern;
mod read;
mod table;
mod terms;
mod troops;
mod typed;
mod words;
mod write;
mod write_north;

pub use consult::{UNMET, consult, is_once, unmet, why_asked};
pub use keys::{FIRST_KINDS, JOINED_KINDS, KINDS, NORTH_KINDS, gathers, keeps_secret};
pub use merge::merge;
pub(super) use model::ANY_PORT;
pub use model::{
    All, Amount, Battle, Blade, Build, Compare, Condition, Consolidation, Favour, Force, Guard, Look, Loss,
    March, Northern, Otherwise, Plan, Raid, Redraw, Replacement, Side, Step, Support, Tactics, Use, Wish,
};

pub use deck_changes::read_changes;
pub use read::{lasting, next_westeros, overbid, read, untimely};
pub use typed::read_typed;
pub use write::to_yaml;
pub(super) use write::wish_word;

/// Codes of the faults found in plans; their words are in templates/thrones/refusals/plan.yaml.
pub const REFUSALS: &[&str] = read::REFUSALS;

/// Codes of the faults found in free lines, besides those of plans.
pub const LINE_REFUSALS: &[&str] = typed::REFUSALS;

#[cfg(test)]
mod merge_tests;
#[cfg(test)]
mod neutral_tests;
#[cfg(test)]
mod north_tests;
#[cfg(test)]
pub(super) mod second_tests;
#[cfg(test)]
mod single_tests;
#[cfg(test)]
mod standing_tests;
#[cfg(test)]
pub(super) mod tests;
