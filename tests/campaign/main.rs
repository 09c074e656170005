//! Whole campaigns of both games: played, explained, ruled on, exported, verified, taken to newer rules.

mod explain;
mod export;
mod follows;
mod migrate;
mod protocol;
mod receipts;
mod ruling;
mod ruling_data;
#[path = "../common/thorough.rs"]
mod thorough;
mod thrones;
