//! What the rules tell: typed events with ids, from which reports and explanations are made. Both halves are
//! tagged by `event`, so that a template sees one list.

pub use super::realm::event::RealmEvent;
pub use super::war::event::WarEvent;
use serde::Serialize;

/// Something that has happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// Between wars.
    Realm(RealmEvent),
    /// At war.
    War(WarEvent),
}

impl From<RealmEvent> for Event {
    fn from(event: RealmEvent) -> Self {
        Event::Realm(event)
    }
}

impl From<WarEvent> for Event {
    fn from(event: WarEvent) -> Self {
        Event::War(event)
    }
}
