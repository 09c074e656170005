//! Events between wars.

use serde::Serialize;

/// Something that has happened between wars; all names are ids.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RealmEvent {
    /// A turn begins.
    TurnBegins {
        /// Its number.
        turn: u8,
    },
}
