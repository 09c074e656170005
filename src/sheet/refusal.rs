//! A refusal as data; its words are in a template.

use serde_json::{Map, Value};
use std::fmt;

/// The reason why something is not accepted: a code, whose words are in a `refusals.yaml` among the templates, and the
/// details these words need.
#[derive(Clone, PartialEq, Eq)]
pub struct Refusal(Box<(&'static str, Map<String, Value>)>);

impl Refusal {
    /// Makes a refusal by its code, such as `march-breaks-supply`.
    pub fn new(code: &'static str) -> Self {
        Refusal(Box::new((code, Map::new())))
    }

    /// Adds a detail for the words: a display name, a number, a list.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.1.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the code.
    pub fn code(&self) -> &'static str {
        self.0.0
    }

    /// Returns the details by name.
    pub fn details(&self) -> &Map<String, Value> {
        &self.0.1
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code(), Value::Object(self.0.1.clone()))
    }
}
