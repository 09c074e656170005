//! The plan of a house: read from what a player wrote, checked against the position, consulted when the rules
//! ask, and written as a player would.
//!
//! A plan belongs to a turn, stamped when it is read: its orders, raids, marches and battles answer questions of that
//! turn, its bids, musters and losses those of one Westeros phase (see [`Plan::westeros`]). For any other turn it is
//! silent.
//!
//! What the language leaves to judgement is judged the same everywhere:
//! - Lists are wishes, best first; the first that is possible when the question comes is taken. `ask` in a list asks
//!   by mail when it is reached.
//! - `none` says nothing is wanted, which is an answer; what is left out, or left as `~`, is silence.
//! - A march takes those that are there if they are fewer than planned, and passes over destinations that cannot be
//!   reached. If nobody can go, or it would break supply or mean two battles, the next march for the area is tried.
//! - A march whose conditions do not hold waits while another listed march can go; when nothing else is left its units
//!   stay. See [`Guard`] for what conditions may speak of.
//! - Bids are cut to the power that is left; orders, musters and losses to what is legal.
//! - Two friends at war are silence, not a choice between them.
//!
//! May use: `board`, `armies`, `data`, `question`, `realm` (planning's own check), `sheet`, `table`. Is used by: `thrones`, `suggest`.

mod consult;
mod guard;
mod model;
mod read;
mod troops;
mod words;
mod write;

pub use consult::consult;
pub use model::{
    All, Amount, Battle, Blade, Build, Compare, Condition, Favour, Force, Guard, Loss, March, Otherwise,
    Plan, Raid, Replacement, Side, Step, Support, Tactics, Wish,
};
pub use read::read;
pub use write::to_yaml;

/// Codes of the faults found in plans; their words stand in templates/thrones/refusals/plan.yaml.
pub const REFUSALS: &[&str] = read::REFUSALS;

#[cfg(test)]
pub(super) mod tests;
