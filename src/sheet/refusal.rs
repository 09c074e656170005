//! Why something is not accepted, as data: the words are a template's.

use serde_json::{Map, Value};
use std::fmt;

/// Why something is not accepted: a code whose words stand in a `refusals.yaml` among the templates, and what they speak of.
#[derive(Clone, PartialEq, Eq)]
pub struct Refusal(Box<(&'static str, Map<String, Value>)>);

impl Refusal {
    /// A refusal by its code, such as `march-breaks-supply`.
    pub fn new(code: &'static str) -> Self {
        Refusal(Box::new((code, Map::new())))
    }

    /// Adds something the words need: display names, numbers, lists.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.1.insert(name.to_owned(), value.into());
        self
    }

    /// The code.
    pub fn code(&self) -> &'static str {
        self.0.0
    }

    /// What the words need, by name.
    pub fn details(&self) -> &Map<String, Value> {
        &self.0.1
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code(), Value::Object(self.0.1.clone()))
    }
}
