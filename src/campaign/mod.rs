//! One long-running game: seats, clock, windows, the tick.
//!
//! The ledger is the truth. [`record::Record`] is a fold over its entries, made by nothing but `apply`; the [`Engine`]
//! makes entries and takes them in at once; a [`tick`] writes them in one append, and everything that is sent follows from
//! what is written. So a tick may be stopped at any instant and run again.
//!
//! - `settings`, `clock`, `secrets`: the game master's decisions, time, and what nobody else may know;
//! - `entries`, `record`, `fold`, `rules`, `corrected`: the record and how the game is replayed from it;
//! - `engine`, `run`, `windows`, `lost`: playing on, and whom to wait for;
//! - `submission`, `speaker`, `known`, `keys`, `trust`, `hand_in`, `press`, `votes`, `leave`, `dispute`, `receipt`: a mail and what
//!   it does;
//! - `gm_mail`, `replace`, `command`: what the game master orders, by mail or command; a seat's next player; a command that is
//!   typed again;
//! - `rehearsal`, `standin`, `observers`: before the game, in a player's place, and beside it;
//! - `ruling`: back to a point of the past, and on from there otherwise;
//! - `letters`, `mails`, `blind`, `scribe`, `outbox`, `pages`: what people are told;
//! - `folder`, `batch`, `intact`, `found`, `new`, `tick`, `idle`, `cache`: the folder on the disk and one pass over it;
//! - `explain`, `export`: how a result came about; the record as one archive;
//! - `status`, `verify`, `doctor`, `migrate`: how things stand, as data for the command line.
//!
//! May use: post, plan, report, ledger, seal, sheet, table, disk, and games for their names and versions. Is used by: cli. The time
//! and randomness come in as parameters.

mod along;
mod answers;
mod batch;
mod blind;
mod cache;
pub mod clock;
mod command;
pub mod corrected;
mod dispute;
mod dispute_list;
mod doctor;
mod engine;
pub mod entries;
mod error;
pub mod explain;
mod export;
pub mod fold;
mod folder;
mod found;
mod gm_mail;
mod hand_in;
mod idle;
mod inbox;
mod intact;
pub mod keys;
mod known;
mod lean;
mod leave;
mod letters;
mod lost;
mod mails;
mod migrate;
mod new;
mod observers;
mod outbox;
mod pages;
mod press;
mod quiet;
mod reading;
mod receipt;
pub mod record;
mod rehearsal;
mod replace;
pub mod rules;
pub mod ruling;
mod run;
mod scribe;
pub mod secrets;
pub mod settings;
mod speaker;
mod standin;
mod status;
mod submission;
mod tick;
mod trust;
mod unread;
mod verify;
mod votes;
mod windows;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;

pub use answers::{Chapters, Start, forecast};
pub use command::Command;
pub use dispute::{Act, Closing, Dispute, Said, Settled, dispute};
pub use doctor::{Check, doctor, peek};
pub use engine::{Engine, Vault};
pub use error::{CampaignError, Exit};
pub use export::{Exported, For, Manifest, export, is_archive, verify_archive};
pub use folder::{Campaign, Edge, MakeGame, Own, Places, settings_of, writer_of};
pub use found::start;
pub use gm_mail::Order;
pub use inbox::{Class, Details, InboxMail};
pub use keys::{KeyStatus, new_key};
pub use lean::Lean;
pub use letters::Letters;
pub use migrate::{Change, Differs, Migration, migration};
pub use new::{NewCampaign, new, new_with, settings_text};
pub use outbox::{Failure, Outbox};
pub use reading::{Ours, Reading};
pub use receipt::{line_in_mail, once, problem};
pub use scribe::{Model, Scribe};
pub use settings::Settings;
pub use status::{
    HistoryLine, Preview, ProposalStatus, RehearsalStatus, SeatStatus, Status, Unsent, Use, WindowStatus,
};
pub use submission::REFUSALS;
pub use tick::{Ticked, order, tick, tick_mail, tick_many, tick_with};
pub use unread::problems as unread;
pub use verify::{Flaw, Verified, verify, verify_entries};
