//! The place where a campaign is kept: the only part of `campaign` that knows a disk.
//!
//! [`Store`] is what a campaign asks of the place, [`Folder`] its only implementation, and [`Campaign`] a campaign
//! opened from there.

mod batches;
mod cache;
mod campaign;
mod command;
mod copies;
mod deposits;
mod files;
mod folder;
mod host;
mod integrity;
mod interface;
mod mailboxes;
mod outbox;
mod places;
mod wake;

pub(crate) use batches::{Batch, marked, opens_a_window};
pub use campaign::{Campaign, settings_of, writer_of};
pub(crate) use campaign::{corrected, is_new, no_settings};
pub use command::Command;
pub use copies::copies;
pub use deposits::Vault;
pub(crate) use deposits::add_shut;
pub use folder::Folder;
pub use host::{Host, MakeGame, Own, Progress};
pub use interface::{Claim, Document, Loaded, Mode, Note, Store};
pub use mailboxes::Mailboxes;
pub use outbox::{Failure, Outbox};
pub use places::Places;
