//! What several messages have in common, made once for all of them.

use super::markup::Look;
use crate::table::{Event, View};
use minijinja::value::Serde;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most parts of messages that are kept: those of a report, with room for a few others.
const MOST_KEPT: usize = 8;

/// Parts that several messages have in common, such as the story of a turn: each is rendered once.
#[derive(Default)]
pub struct Common {
    rendered: Mutex<Vec<Kept>>,
    names: Alike<Value, Arc<Value>>,
    members: Alike<Arc<Value>, minijinja::Value>,
    events: Alike<Vec<Event>, minijinja::Value>,
    /// Members of views as YAML.
    pub(super) yaml: Alike<Arc<Value>, Arc<str>>,
    /// How messages look, by the game and what differs within it.
    looks: Mutex<BTreeMap<String, Arc<Look>>>,
}

/// Data with what was made of them, by a name.
type Made<D, T> = BTreeMap<String, Vec<(D, T)>>;

/// What was made of equal data. Five seats see nearly the same position, and to compare two parts of it costs less than to make
/// anything of one; most are one and the same in memory.
pub(super) struct Alike<D, T>(Mutex<Made<D, T>>);

impl<D, T> Default for Alike<D, T> {
    fn default() -> Self {
        Alike(Mutex::default())
    }
}

impl<D, T: Clone> Alike<D, T> {
    /// Returns what `make` makes of data with a name.
    pub(super) fn get<B>(&self, name: &str, of: &B, make: impl FnOnce() -> T) -> T
    where
        D: Borrow<B>,
        B: ToOwned<Owned = D> + PartialEq + ?Sized,
    {
        let known = |(data, made): &(D, T)| (data.borrow() == of).then(|| made.clone());
        if let Some(made) = open(&self.0).get(name).and_then(|all| all.iter().find_map(known)) {
            return made;
        }
        let made = make();
        let mut all = open(&self.0);
        let kept = all.entry(name.to_owned()).or_default();
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((of.to_owned(), made.clone()));
        made
    }
}

/// Nothing is lost with what a thread that panicked may have kept.
fn open<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A part as it was rendered, with everything that it was made of.
struct Kept {
    template: String,
    game: String,
    names: Arc<Value>,
    data: minijinja::Value,
    marks: minijinja::Value,
}

impl Common {
    /// Returns what a template makes of these data, with the names and words of a game; `render` is called if that is not known.
    ///
    /// # Errors
    /// If `render` fails.
    pub fn get<E>(
        &self,
        (template, game, names): (&str, &str, &Arc<Value>),
        data: minijinja::Value,
        render: impl FnOnce(minijinja::Value) -> Result<String, E>,
    ) -> Result<minijinja::Value, E> {
        let is_it = |kept: &&Kept| {
            kept.template == template && kept.game == game && kept.names == *names && kept.data == data
        };
        if let Some(kept) = open(&self.rendered).iter().find(is_it) {
            return Ok(kept.marks.clone());
        }
        let marks = minijinja::Value::from_safe_string(render(data.clone())?);
        let (template, game, names) = (template.to_owned(), game.to_owned(), names.clone());
        let mut all = open(&self.rendered);
        if all.len() >= MOST_KEPT {
            all.remove(0);
        }
        all.push(Kept { template, game, names, data, marks: marks.clone() });
        Ok(marks)
    }

    /// Returns names that are one value with equal ones of other messages, and so quickly compared.
    pub(super) fn names(&self, names: &Value) -> Arc<Value> {
        self.names.get("", names, || Arc::new(names.clone()))
    }

    /// Returns how messages look, as `make` makes it.
    pub(super) fn look(&self, which: &str, make: impl FnOnce() -> Look) -> Arc<Look> {
        let mut looks = open(&self.looks);
        if let Some(look) = looks.get(which) {
            return look.clone();
        }
        looks.entry(which.to_owned()).or_insert_with(|| Arc::new(make())).clone()
    }

    /// Serializes a view for templates: a member that another view has too is one value in both, and so quickly compared.
    ///
    /// # Errors
    /// If the serializer fails.
    pub(super) fn view<S: Serializer>(&self, view: &View, serializer: S) -> Result<S::Ok, S::Error> {
        let members = view.members();
        let mut map = serializer.serialize_map(Some(members.len()))?;
        for (name, member) in members {
            let made = || minijinja::Value::from(Serde(&**member));
            map.serialize_entry(name, &self.members.get(name, member, made))?;
        }
        map.end()
    }

    /// Serializes events for templates: the same story is one value in all messages that tell it.
    ///
    /// # Errors
    /// If the serializer fails.
    pub(super) fn events<S: Serializer>(&self, events: &[Event], serializer: S) -> Result<S::Ok, S::Error> {
        self.events.get("", events, || minijinja::Value::from(Serde(events))).serialize(serializer)
    }
}
