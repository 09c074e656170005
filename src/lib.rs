//! Ravenpost, a play-by-email turn processor for board games of diplomacy and hidden orders.
//!
//! Arrows run down only: `cli` → `campaign` → {`post`, `plan`, `report`, `steward`, `ledger`, `seal`} → `games` →
//! `table` → `sheet`. docs/architecture.md tells the whole story.

pub mod games;
pub mod sheet;
pub mod table;
