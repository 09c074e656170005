//! Refusals as models carry them.

use crate::sheet::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A refusal as data; its sentence is in the templates `refusals`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    pub code: String,
    /// The values that its sentence mentions.
    pub details: serde_json::Map<String, Value>,
}

impl From<&Refusal> for Why {
    fn from(refusal: &Refusal) -> Self {
        Why { code: refusal.code().to_owned(), details: refusal.details().clone() }
    }
}
