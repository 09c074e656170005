//! The messages that people get: templates turn models into text and HTML.
//!
//! A [`Writer`] holds the program's templates and a campaign's own copies, which go first. A [`model`]
//! contains what its reader may know; its template (templates/mail/*.md, written in [`markup`]) puts that
//! into words. Each game has a folder of templates of its own: `events.md`, `board.md`, `asked.md`,
//! `sheet.md`, `brief.md`, `borders.md`, `understood.md`, `decision.md`, `history.md`, `words.yaml` and `refusals/*.yaml`.

pub mod markup;
pub mod model;

mod articles;
mod common;
mod local_time;
mod order_page;
mod sheet_needed;
mod sheet_notes;
mod template_error;
mod template_set;
mod vocabulary;
mod words;
mod writer;
mod yaml;

pub use local_time::{span, when};
pub use order_page::OrderPage;
pub use template_error::TemplateError;
pub use writer::{NotWritten, Rendered, Writer, Written};
pub use yaml::{flow as yaml_flow, view_yaml};
