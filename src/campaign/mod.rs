//! One long-running game: seats, clock, windows, the tick.
//!
//! The ledger is the truth. [`record::Record`] is a fold over its entries, made by nothing but `apply`; the [`Engine`]
//! makes entries and takes them in at once; a [`tick`](fn@tick) writes them in one append, and everything that is sent
//! follows from what is written. So a tick may be stopped at any instant and run again.
//!
//! The rooms, from the top down; each uses those below it and none above:
//!
//! - [`tick`](mod@tick): one pass, for cron;
//! - [`command`]: what the game master does beside a pass: begins a campaign, makes a key, speaks in a dispute;
//! - [`inspect`]: a campaign looked at, from the command line;
//! - [`ruling`]: back to a point of the past, and on from there;
//! - [`outgoing`]: what people are mailed;
//! - [`intake`]: a message and what it does;
//! - [`explain`]: how a result came about, what a plan would do, the story told again;
//! - [`play`]: playing on, and whom to wait for;
//! - [`store`]: where a campaign is kept;
//! - [`state`]: settings, secrets, the entries and the record.

pub mod command;
pub mod explain;
pub mod inspect;
pub mod intake;
pub mod outgoing;
pub mod play;
pub mod ruling;
pub mod state;
pub mod store;
pub mod tick;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;

pub use command::dispute::{Act, dispute};
pub use command::keys::{KeyStatus, key_status, new_key, new_key_command};
pub use command::new::{NewCampaign, new, new_on, new_with, settings_text, vacant};
pub use command::peek::peek;
pub use command::start::{start, start_with};
pub use explain::chapters::Chapters;
pub use explain::forecast::{Start, forecast};
pub use inspect::against::{Against, Finding, against};
pub use inspect::archive::{Exported, For, Manifest, export, is_archive, verify_archive};
pub use inspect::doctor::{Check, doctor};
pub use inspect::explain::{explanation, explanation_before};
pub use inspect::history::{HistoryLine, history};
pub use inspect::inbox::{Class, Details, InboxMail, inbox};
pub use inspect::map::map;
pub use inspect::migrate::{Change, Differs, Migration, migration};
pub use inspect::preview::{Preview, Use, preview};
pub use inspect::sheet::{Sheet, sheet};
pub use inspect::site::{SiteWritten, index as site_index, keep as keep_site, site};
pub use inspect::status::{
    ProposalStatus, PublicStatus, RehearsalStatus, SeatStatus, Status, Unsent, WindowStatus, WordsOpening,
    status,
};
pub use inspect::unread_mail::unread_mail;
pub use inspect::verify::{Flaw, Verified, verify, verify_entries};
pub use intake::bare_words;
pub use intake::choosing::{Asked as OnlyQuestion, only as only_question};
pub use intake::held::held_back;
pub use intake::names::names_of;
pub use intake::problems::{line_in_mail, once, problem};
pub use intake::prose::stated;
pub use intake::reading::{Ours, Reading, Typing};
pub use intake::receipt::ignored;
pub use intake::refusals::REFUSALS;
pub use intake::rows::read_rows;
pub use intake::typing::is_ours_by_form;
pub use intake::unreadable::problems as unread;
pub use intake::wrapped::read_wrapped;
pub use outgoing::models::MailModels;
pub use outgoing::render::{Model, Render, Shown};
pub use outgoing::trim::Trim;
pub use play::engine::Engine;
pub use play::orders::Order;
pub use play::windows::AfterDeadline;
pub use state::error::{CampaignError, Exit};
pub use state::record::{Closing, Dispute, Said, Settled};
pub use state::settings::Settings;
pub use state::typed_path::typed_path;
pub use state::{chance_words, clock, entries, fold, record, rules, secrets, settings};
pub use store::{
    Campaign, Command, Document, Failure, Host, MakeGame, Note, Outbox, Own, Places, Vault, copies,
    settings_of, writer_of,
};
pub use tick::{Ticked, order, tick, tick_mail, tick_many, tick_with};
