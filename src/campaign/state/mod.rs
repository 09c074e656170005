//! The state of a campaign: its settings and secrets, the entries of its ledger, and the record that they add up to.
//! Nothing here plays the game on, and nothing here knows a disk, a mailbox or the time.

pub mod chance_words;
pub mod clock;
pub(crate) mod closing;
pub mod corrections;
pub mod entries;
pub mod error;
pub mod fold;
pub(crate) mod instead;
pub(crate) mod lying_plans;
pub mod message_ids;
pub mod pending_rulings;
pub mod receipt;
pub mod record;
pub mod rules;
pub(crate) mod sealed_anew;
pub mod secrets;
pub mod settings;
pub(crate) mod shown_rulings;
pub(crate) mod shut_windows;
pub mod stand_in;
pub mod tenures;
pub mod timeline;
pub mod typed_path;
pub mod window_model;
