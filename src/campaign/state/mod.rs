//! What a campaign is: its settings and secrets, the entries of its ledger, and the record, which is a fold over them.
//! Nothing here plays on, and nothing here knows a disk, a mailbox or the time.

pub mod carried;
pub mod clock;
pub mod corrections;
pub mod entries;
pub mod error;
pub mod fold;
pub mod keys;
pub mod pending;
pub mod record;
pub mod rules;
pub mod secrets;
pub mod settings;
pub mod timeline;
