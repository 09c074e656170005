//! Press: messages between players.

use super::instant::Instant;
use super::name::Named;
use serde::{Deserialize, Serialize};

/// A piece of press.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// `None` if it is unsigned.
    pub from: Option<Named>,
    /// Empty if it is to everybody.
    pub to: Vec<Named>,
    /// When we received it.
    pub at: Option<Instant>,
    /// As written.
    pub text: String,
}
