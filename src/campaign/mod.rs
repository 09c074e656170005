//! One long-running game: seats, clock, windows, the tick.

pub mod clock;
mod doctor;
mod engine;
pub mod entries;
mod envelope;
mod error;
pub mod fold;
mod folder;
mod found;
mod hand_in;
mod idle;
mod letters;
mod mails;
mod new;
mod outbox;
mod pages;
mod receipt;
pub mod record;
pub mod rules;
mod run;
mod scribe;
pub mod secrets;
pub mod settings;
mod speaker;
mod status;
mod submission;
mod tick;
mod verify;
mod windows;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;

pub use doctor::{Check, doctor, peek};
pub use engine::{Engine, Vault};
pub use envelope::KEYS;
pub use error::{CampaignError, Exit};
pub use folder::{Campaign, Edge, MakeGame, Own, Places, settings_of, writer_of};
pub use found::start;
pub use letters::Letters;
pub use new::{NewCampaign, new, settings_text};
pub use outbox::{Failure, Outbox};
pub use receipt::{line_in_mail, problem};
pub use scribe::{Model, Scribe};
pub use status::{HistoryLine, Preview, SeatStatus, Status, Unsent, Use, WindowStatus};
pub use submission::REFUSALS;
pub use tick::{Ticked, tick, tick_mail, tick_many, tick_with};
pub use verify::{Flaw, Verified, verify, verify_entries};
