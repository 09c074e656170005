//! Whole campaigns of both games: played, explained, ruled on, exported, verified, taken to newer rules.

mod demos;
mod endings;
mod explain;
mod export;
#[path = "../common/folder.rs"]
mod folder;
mod follows;
mod migrate;
#[path = "../common/outputs.rs"]
mod outputs;
mod protocol;
mod receipts;
mod ruling;
mod ruling_data;
mod shown;
mod storm;
#[path = "../common/thorough.rs"]
mod thorough;
mod thrones;
