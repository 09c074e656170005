//! Adjudication cases: positions with decisions and what must come of them, written so that a player can read
//! and add one (docs/cases.md). Run by `cargo test` and by `ravenpost case`.

mod case;
mod check;
mod compare;
mod desk;
mod read;
mod run;

pub use case::Case;
pub use read::{REFUSALS, parse};
pub use run::{Verdict, Words, describe, run};
