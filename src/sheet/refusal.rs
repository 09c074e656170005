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

    /// Takes a detail away.
    pub fn without(mut self, name: &str) -> Self {
        self.0.1.remove(name);
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

/// The codes of the problems of a message, by what they cost. A new code goes into one of the two, since the first words of a receipt
/// depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// As an error, one of these says that the plan lacks something.
    pub of_plans: &'static [&'static str],
    /// These are about something else in the message, such as press, a vote or a question: the plan is whole without it.
    pub beside_plans: &'static [&'static str],
}

impl Codes {
    /// Iterates over the codes of both kinds.
    pub fn all(&self) -> impl Iterator<Item = &'static str> {
        self.of_plans.iter().chain(self.beside_plans).copied()
    }

    /// Returns `true` if the problem with this code takes nothing from a plan.
    pub fn is_beside(&self, code: &str) -> bool {
        self.beside_plans.contains(&code)
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code(), Value::Object(self.0.1.clone()))
    }
}
