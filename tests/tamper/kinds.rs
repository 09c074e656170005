//! What a kind of tampering is, and short ways to say it.

use crate::ledger::{Remake, Seen, batch, kind};
use serde_json::Value;

type From = Box<dyn Fn(&[Value]) -> Vec<usize> + Send + Sync>;
type Change = Box<dyn Fn(&mut Vec<Value>, usize) -> Option<Seen> + Send + Sync>;

/// A kind of tampering: where it can be done, what it does, and what the liar remakes.
pub struct Kind {
    pub name: String,
    pub from: From,
    /// Changes a ledger at a place, and returns the entries at which that is visible; none if it cannot be done there.
    pub change: Change,
    pub remake: Remake,
}

/// All kinds of one subject.
#[derive(Default)]
pub struct Kinds(pub Vec<Kind>);

impl Kinds {
    /// A kind that changes one entry and is visible there.
    pub fn edit(
        &mut self,
        name: &str,
        from: &str,
        change: impl Fn(&mut Value) -> bool + Send + Sync + 'static,
    ) {
        self.any(name, from, Remake::Chain, move |entries, at| {
            change(&mut entries[at]).then(|| at + 1..=at + 1)
        });
    }

    /// A kind that changes one entry and is visible there, although the chains of receipts are remade.
    pub fn receipt(
        &mut self,
        name: &str,
        from: &str,
        change: impl Fn(&mut Value) -> bool + Send + Sync + 'static,
    ) {
        self.any(name, from, Remake::Receipts, move |entries, at| {
            change(&mut entries[at]).then(|| around(entries, at))
        });
    }

    /// A kind that changes one entry and is visible there or later.
    pub fn later(
        &mut self,
        name: &str,
        from: &str,
        change: impl Fn(&mut Value) -> bool + Send + Sync + 'static,
    ) {
        self.any(name, from, Remake::Chain, move |entries, at| {
            change(&mut entries[at]).then(|| at + 1..=entries.len())
        });
    }

    /// Any kind.
    pub fn any(
        &mut self,
        name: &str,
        from: &str,
        remake: Remake,
        change: impl Fn(&mut Vec<Value>, usize) -> Option<Seen> + Send + Sync + 'static,
    ) {
        self.0.push(Kind { name: name.to_owned(), from: places(from), change: Box::new(change), remake });
    }
}

/// The places of entries of a kind: `sealed`, `window.opened`, `sealed how=seal`, `answered source.from=plan`, `*` for all.
fn places(from: &str) -> From {
    let (name, conditions) = from.split_once(' ').unwrap_or((from, ""));
    let (name, conditions) = (name.to_owned(), conditions.to_owned());
    Box::new(move |entries| {
        let holds = |entry: &Value| {
            conditions.split(' ').filter(|one| !one.is_empty()).all(|one| {
                let (path, wanted) = one.split_once('=').unwrap_or((one, ""));
                let found = entry["body"].pointer(&format!("/{}", path.replace('.', "/")));
                match (found, wanted) {
                    (found, "") => found.is_some(),
                    (found, "-") => found.is_none(),
                    (Some(Value::String(text)), wanted) => text == wanted,
                    (Some(other), wanted) => format!("{other}") == wanted,
                    (None, _) => false,
                }
            })
        };
        let is_it = |entry: &Value| name == "*" || kind(entry) == name || entry["kind"] == *name;
        (0..entries.len()).filter(|at| is_it(&entries[*at]) && holds(&entries[*at])).collect()
    })
}

/// The batch of an entry, in which a receipt may be what contradicts it.
pub fn around(entries: &[Value], at: usize) -> Seen {
    let (first, count) = batch(entries, at);
    first + 1..=first + count
}

/// From an entry to the next of a kind, or to the end.
pub fn until(entries: &[Value], at: usize, name: &str) -> Seen {
    let next = (at + 1..entries.len()).find(|place| kind(&entries[*place]) == name);
    at + 1..=next.map_or(entries.len(), |place| place + 1)
}

/// From an entry to the end.
pub fn on(entries: &[Value], at: usize) -> Seen {
    at + 1..=entries.len()
}
