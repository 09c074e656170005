//! What somebody may know of a position, as data. Nearly all of it is the same for all seats, so they share the members.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A view ([`Game::view`](super::Game::view)) by its members; without any before there is a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct View(BTreeMap<String, Arc<Value>>);

impl View {
    /// Returns this view for somebody who sees these members otherwise.
    pub fn with(&self, own: Map<String, Value>) -> View {
        let mut members = self.0.clone();
        members.extend(own.into_iter().map(|(name, member)| (name, Arc::new(member))));
        View(members)
    }

    /// Returns these members and those of another view, which go before any of the same name.
    pub fn and(mut self, other: &View) -> View {
        self.0.extend(other.0.iter().map(|(name, member)| (name.clone(), Arc::clone(member))));
        self
    }

    /// Returns a member; `None` if there is none of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).map(|member| &**member)
    }

    /// Returns the members with their names.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (&str, &Arc<Value>)> {
        self.0.iter().map(|(name, member)| (name.as_str(), member))
    }

    /// Returns `true` if there is no position yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a copy that shares nothing; null without members.
    pub fn to_value(&self) -> Value {
        match self.is_empty() {
            true => Value::Null,
            false => self.0.iter().map(|(name, member)| (name.clone(), Value::clone(member))).collect(),
        }
    }
}

/// What is not an object has no members.
impl From<Value> for View {
    fn from(value: Value) -> Self {
        match value {
            Value::Object(members) => View::default().with(members),
            _ => View::default(),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.members().map(|(name, member)| (name, &**member)))
    }
}
