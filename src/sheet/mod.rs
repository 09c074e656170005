//! What people write: a YAML text as a tree that remembers where everything stood, names matched without
//! regard to case, accents, spaces or hyphens, and faults that point at a line and a word.
//!
//! May use: nothing of the program. Is used by: table, games (for their plan languages), plan.

mod excerpt;
mod names;
mod node;
mod parse;
mod refusal;
mod value;

pub use excerpt::excerpt;
pub use names::{Miss, Names, fold};
pub use node::{Content, Fault, Node, Severity, Span};
pub use parse::{LIMITS, Limits, parse};
pub use refusal::Refusal;
pub use value::{plain, truth, whole_number};

/// Codes of faults that this folder gives; their words stand in templates/mail/refusals.yaml.
pub const REFUSALS: &[&str] = parse::REFUSALS;
