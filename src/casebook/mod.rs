//! Adjudication cases (docs/cases.md): positions with decisions and what must come of them, written so that a player can
//! read and add one. `cargo test` and `ravenpost case` run them.

mod case;
mod check;
mod compare;
mod desk;
mod read;
mod run;

pub use case::Case;
pub use read::{REFUSALS, parse};
pub use run::{Verdict, Words, describe, run};
