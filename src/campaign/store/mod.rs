//! Where a campaign is kept: the only room that knows a disk.

pub mod batches;
pub mod cache;
pub mod command;
pub mod deposits;
pub mod folder;
pub mod integrity;
pub mod outbox;
pub mod wake;
