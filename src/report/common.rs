//! Parts of messages that are rendered once for several of them.

use serde_json::Value;
use std::sync::{Mutex, PoisonError};

/// The most parts of messages that are kept: those of a report, with room for a few others.
const MOST_KEPT: usize = 8;

/// Parts that several messages have in common, such as the story of a turn: each is rendered once.
#[derive(Default)]
pub struct Common(Mutex<Vec<Kept>>);

/// A part as it was rendered, with everything that it was made of.
struct Kept {
    template: String,
    game: String,
    names: Value,
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
        (template, game, names): (&str, &str, &Value),
        data: minijinja::Value,
        render: impl FnOnce(minijinja::Value) -> Result<String, E>,
    ) -> Result<minijinja::Value, E> {
        let is_it = |kept: &&Kept| {
            kept.template == template && kept.game == game && kept.names == *names && kept.data == data
        };
        // Nothing is lost with what a thread that panicked may have kept.
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = known().iter().find(is_it) {
            return Ok(kept.marks.clone());
        }
        let marks = minijinja::Value::from_safe_string(render(data.clone())?);
        let (template, game, names) = (template.to_owned(), game.to_owned(), names.clone());
        let mut all = known();
        if all.len() >= MOST_KEPT {
            all.remove(0);
        }
        all.push(Kept { template, game, names, data, marks: marks.clone() });
        Ok(marks)
    }
}
