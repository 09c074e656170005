//! Events at war.

use serde::Serialize;

/// Something that has happened at war; all names are ids.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WarEvent {
    /// Routed units rise again at the end of the marches.
    Rallied,
}
