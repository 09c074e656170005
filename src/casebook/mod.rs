//! Adjudication cases: positions with decisions and what must come of them, written so that a player can read
//! and add one (docs/cases.md). Run by `cargo test` and by `ravenpost case`.
//!
//! May use: `table`, `games`, `sheet`. Is used by: cli, tests.

mod case;
mod compare;
mod desk;
mod run;

pub use case::{Case, Expected, Given, Refused, parse};
pub use run::{Verdict, Words, run};
