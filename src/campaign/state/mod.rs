//! What a campaign is: its settings and secrets, the entries of its ledger, and the record, which is a fold over them.
//! Nothing here plays on, and nothing here knows a disk, a mailbox or the time.

pub mod clock;
pub mod corrections;
pub mod entries;
pub mod error;
pub mod fold;
pub mod message_ids;
pub mod pending_rulings;
pub mod receipt;
pub mod record;
pub mod rules;
pub mod secrets;
pub mod settings;
pub mod stand_in;
pub mod tenures;
pub mod timeline;
pub mod window_model;
