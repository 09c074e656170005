//! The legal answers to one question as people name them: what reads an answer and what proposes one look at the same words.

use serde_json::Value;

/// Something that answers name: an area, a card, a number.
#[derive(Clone, PartialEq, Debug)]
pub struct Thing {
    /// Its names, as they can be said alone. The first is the one that messages print.
    pub names: Vec<String>,
    /// Its name if there are several; empty if that is the same.
    pub many: String,
}

/// One legal answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The plan that gives it, as the sheet's YAML would.
    pub plan: Value,
    /// What must be named for it, in its order, and how often: places among [`Choices::things`].
    pub named: Vec<(usize, u64)>,
    /// `true` if it differs from others by the order of the names.
    pub ordered: bool,
}

/// The legal answers to a question, and what they are made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// The first says yes, the second declines; both have further names in the words that everybody uses.
    pub things: Vec<Thing>,
    /// The legal answers that can be told apart by names.
    pub all: Vec<Choice>,
    /// `true` if there are no others.
    pub complete: bool,
    /// Lines that answer, where names alone do not make an answer.
    pub examples: Vec<Example>,
}

/// A line that answers as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    pub said: String,
    /// What it is an example of: places among [`Choices::things`].
    pub things: Vec<usize>,
}

impl Choices {
    /// The thing that says yes.
    pub const YES: usize = 0;
    /// The thing that declines: no, none, nothing.
    pub const NONE: usize = 1;

    /// Makes choices that have no answers yet.
    pub fn new() -> Self {
        let empty = Thing { names: Vec::new(), many: String::new() };
        Choices { things: vec![empty.clone(), empty], all: Vec::new(), complete: true, examples: Vec::new() }
    }

    /// Returns the place of a thing by its names, and adds it if it is new.
    pub fn thing(&mut self, names: Vec<String>, many: String) -> usize {
        let known = self.things.iter().position(|thing| thing.names == names);
        known.unwrap_or_else(|| {
            self.things.push(Thing { names, many });
            self.things.len() - 1
        })
    }

    /// Adds an answer. Of several that are named alike the first stays, which is the one that others give way to.
    pub fn add(&mut self, plan: Value, named: Vec<(usize, u64)>, ordered: bool) {
        if self.all.iter().all(|known| known.named != named) {
            self.all.push(Choice { plan, named, ordered });
        }
    }
}

impl Default for Choices {
    fn default() -> Self {
        Self::new()
    }
}
