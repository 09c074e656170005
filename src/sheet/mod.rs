//! Texts that people write: YAML as a tree that remembers where everything was, names matched without regard to case,
//! accents, spaces or hyphens, and problems that point at a line and a word.

mod data;
mod excerpt;
mod flow;
mod names;
mod near;
mod node;
mod parse;
mod refusal;
mod rename;
mod value;

pub use data::{Entries, data, is_built_in};
pub use excerpt::excerpt;
pub use flow::on_one_line;
pub use names::{Miss, Names, fold, tolerance};
pub use near::is_near;
pub use node::{Content, Fault, Node, Severity, Span};
pub use parse::{LIMITS, Limits, parse};
pub use refusal::{Codes, Refusal};
pub use rename::Renamed;
pub use value::{is_left_open, plain, truth, whole_number};

/// Codes of the problems found here; templates/mail/refusals.yaml has their words.
pub const REFUSALS: &[&str] = parse::REFUSALS;
