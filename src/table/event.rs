//! An event without the game's own types.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::ops::Deref;
use std::sync::Arc;

/// An event as data: what a game's [`Event`](super::Game::Event) serializes to. It is shared and never changed: the same story is kept
/// in the record, and told to one reader after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Event(Arc<Value>);

impl Event {
    /// Returns copies that share nothing, for those who draw or count what happened.
    pub fn values(events: &[Event]) -> Vec<Value> {
        events.iter().map(|event| Value::clone(event)).collect()
    }
}

impl Deref for Event {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl From<Value> for Event {
    fn from(data: Value) -> Self {
        Event(Arc::new(data))
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Event::from)
    }
}
