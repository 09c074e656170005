//! Archives: a campaign's ledger, the game's data and a manifest, which anybody can verify without the campaign's folder.
//!
//! - [`mod@format`]: the parts of an archive, and its two forms;
//! - [`files`]: archives written to and read from the disk;
//! - [`pack`]: a campaign made into an archive, without what its receiver may not know;
//! - [`verify`](mod@verify): an archive checked from its own content alone.

pub mod files;
pub mod format;
pub mod pack;
#[cfg(test)]
mod tests;
pub mod verify;

pub use files::is_archive;
pub use format::Manifest;
pub(crate) use pack::public_archive;
pub use pack::{Exported, For, export};
pub(crate) use verify::read_entries;
pub use verify::verify_archive;
