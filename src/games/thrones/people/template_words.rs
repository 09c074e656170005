//! The words under which our templates print what is chosen, so that whatever a question says can be said back.

use crate::sheet::{data, fold};
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The groups of the templates' words that name what is chosen.
const PRINTED: &[&str] =
    &["picked", "cards", "orders", "tracks", "sides", "quests", "wildling-cards", "unit-one", "unit-many"];

/// The words of our templates.
fn words() -> &'static Map<String, Value> {
    static WORDS: LazyLock<Map<String, Value>> =
        LazyLock::new(|| data(include_str!("../../../../templates/thrones/words.yaml")).unwrap_or_default());
    &WORDS
}

/// Returns the words under which our templates print something, by its id.
pub(super) fn printed(id: &str) -> impl Iterator<Item = &'static str> {
    let id = id.to_owned();
    PRINTED.iter().filter_map(move |group| words().get(*group)?.get(&id)?.as_str())
}

/// Returns `true` for a text that is what our templates print for an id.
pub(super) fn is_printed(id: &str, text: &str) -> bool {
    printed(id).any(|word| fold(word) == fold(text))
}

/// Returns the name under which our templates print a Westeros card where it is chosen.
pub(super) fn westeros_card(id: &str) -> Option<&'static str> {
    words().get("cards")?.get(id)?;
    printed(id).next()
}
