//! What people write: a YAML text as a tree that remembers where everything stood, names matched without
//! regard to case, accents, spaces or hyphens, and faults that point at a line and a word.
//!
//! May use: nothing of the program. Is used by: table, games (for their plan languages), plan.

mod node;
mod refusal;

pub use node::{Content, Fault, Node, Severity, Span};
pub use refusal::Refusal;
