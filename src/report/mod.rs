//! What people are told: mails in words, as text and as HTML, made from models by templates.
//!
//! A [`Writer`] holds the templates, with a campaign's own copies before those of the program. A model
//! ([`model`]) says what its reader may know; its template (templates/mail/*.md, written in [`marks`]) says it.
//! A game's own parts stand in a folder of its own: `events.md`, `board.md`, `asked.md`, `sheet.md`,
//! `understood.md`, `decision.md`, `history.md`, `words.yaml` and `refusals/*.yaml`.
//!
//! May use: `sheet`, `table` (plain data only). Is used by: `campaign`, `cli`.

pub mod marks;
pub mod model;

mod shelf;
mod when;
mod words;
mod writer;
mod yaml;

pub use when::when;
pub use writer::{NotWritten, Rendered, Trouble, Writer, Written};
pub use yaml::{flow as yaml_flow, view_yaml};
