//! Ravenpost, a play-by-email turn processor for board games of diplomacy and hidden orders.
//!
//! Arrows run down only: `cli` → `campaign` → {`post`, `plan`, `report`, `steward`, `ledger`, `seal`} → `games` →
//! `table` → `sheet`, with `disk` at the edge. docs/architecture.md tells the whole story.

pub mod campaign;
pub mod casebook;
pub mod cli;
pub mod crew;
pub mod disk;
pub mod games;
pub mod ledger;
pub mod picture;
pub mod plan;
pub mod post;
pub mod report;
pub mod seal;
pub mod sheet;
pub mod table;
