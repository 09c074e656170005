//! Ids with their display names.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An id with its display name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Named {
    /// Such as `stark`.
    pub id: String,
    /// Such as `Stark`.
    pub name: String,
}

/// The game that a campaign plays.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameName {
    /// Such as `thrones-1e`.
    pub id: String,
    /// Such as `A Game of Thrones (first edition)`.
    pub title: String,
    /// The folder of its templates, such as `thrones`.
    pub templates: String,
}

/// Returns the display names in a view ([`Game::view`](crate::table::Game::view)); null if it has none.
pub(crate) fn names_of(view: &Value) -> &Value {
    view.get("names").unwrap_or(&Value::Null)
}
