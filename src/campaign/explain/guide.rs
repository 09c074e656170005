//! What a game says of its own events and questions: the rules they come from, the words people ask with, and which
//! events make one scene. It is data of the game (`games/<id>/explain/citations.yaml`).
//!
//! May use: games (for its files alone). Is used by: explain.

use crate::campaign::store::Own;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A game's guide to its own record.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guide {
    /// Where its rules stand: `docs/rules/thrones-1e.md`.
    pub rules: String,
    /// What is put before the number of a section: `1e`; may be empty.
    pub mark: String,
    /// Rules by event.
    pub events: BTreeMap<String, Cite>,
    /// Rules by kind of question.
    pub decisions: BTreeMap<String, Cite>,
    /// The rule of defaults.
    pub silence: String,
    /// Numbers and subjects that one can ask about.
    #[serde(default)]
    pub topics: BTreeMap<String, Topic>,
    /// What is told as one story.
    #[serde(default)]
    pub scenes: BTreeMap<String, Scene>,
}

/// Where a rule stands: sections divided by `;`, rulings by `,` behind them; or by what a field of the event says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Cite {
    /// Always the same.
    Plain(String),
    /// By a field.
    By {
        /// The field.
        by: String,
        /// By what it says; `else` for the rest.
        of: BTreeMap<String, String>,
    },
}

/// A number or a subject.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Topic {
    /// Words that people ask with, beside its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// Its events.
    pub events: Vec<String>,
    /// Its kinds of questions.
    #[serde(default)]
    pub decisions: Vec<String>,
    /// The event that sets a number: where it was not set in the turn, the last time before counts.
    #[serde(default)]
    pub latest: Option<String>,
}

/// Events and decisions that are told as one story.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scene {
    /// Words that people ask with, beside its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// The event that there is one of in each.
    pub heart: String,
    /// The field of it that says where.
    pub at: String,
    /// The event that it begins with.
    pub opens: String,
    /// Events that no longer belong to it.
    pub closes: Vec<String>,
    /// What of earlier stages of the turn belongs to it.
    #[serde(default)]
    pub earlier: Earlier,
    /// The event that decides it.
    pub outcome: String,
    /// The field that says how.
    pub says: String,
    /// Kinds of questions that are tried otherwise. All that may be chosen there must be public afterwards.
    #[serde(default, rename = "try")]
    pub tries: Vec<String>,
}

/// What of earlier stages belongs to a scene: whatever speaks of the ids in these fields of its events.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Earlier {
    /// Fields.
    pub by: Vec<String>,
    /// Kinds of questions.
    pub decisions: Vec<String>,
    /// Events.
    pub events: Vec<String>,
}

/// The guide of a game; `own` gives the campaign's own copy of a file of the game's folder.
///
/// # Errors
/// In words, what is wrong with it.
pub fn guide_of(game: &str, own: Own<'_>) -> Result<Guide, String> {
    const FILE: &str = "explain/citations.yaml";
    let text = own(FILE).or_else(|| crate::games::embedded(game, FILE).map(str::to_owned));
    let text = text.ok_or_else(|| format!("the game {game} has no {FILE}"))?;
    let wrong = |why: &dyn std::fmt::Display| format!("games/{game}/{FILE}: {why}");
    let value: Value = serde_saphyr::from_str(&text).map_err(|why| wrong(&why))?;
    serde_json::from_value(value).map_err(|why| wrong(&why))
}

impl Guide {
    /// The rules of an event: `1e 8.5`, `R-17`.
    pub fn of_event(&self, event: &Value) -> Vec<String> {
        let cite = event.get("event").and_then(Value::as_str).and_then(|name| self.events.get(name));
        cite.map(|cite| self.places(cite, event)).unwrap_or_default()
    }

    /// The rules of a kind of question.
    pub fn of_decision(&self, kind: &str) -> Vec<String> {
        self.decisions.get(kind).map(|cite| self.places(cite, &Value::Null)).unwrap_or_default()
    }

    /// The rules of defaults.
    pub fn of_silence(&self) -> Vec<String> {
        self.split(&self.silence)
    }

    fn places(&self, cite: &Cite, event: &Value) -> Vec<String> {
        match cite {
            Cite::Plain(text) => self.split(text),
            Cite::By { by, of } => {
                let said = match event.get(by) {
                    Some(Value::String(said)) => said.clone(),
                    Some(said) => said.to_string(),
                    None => String::new(),
                };
                let text = of.get(&said).or_else(|| of.get("else"));
                text.map(|text| self.split(text)).unwrap_or_default()
            }
        }
    }

    /// Each section with the mark before it; a ruling (`R-17`) has none.
    fn split(&self, text: &str) -> Vec<String> {
        let is_ruling = |place: &str| {
            let mut chars = place.chars();
            chars.next().is_some_and(|c| c.is_ascii_uppercase())
                && chars.next() == Some('-')
                && chars.clone().next().is_some()
                && chars.all(|c| c.is_ascii_digit())
        };
        let places = text.split([';', ',']).map(str::trim).filter(|place| !place.is_empty());
        let marked = |place: &str| match self.mark.as_str() {
            mark if !mark.is_empty() && !is_ruling(place) => format!("{mark} {place}"),
            _ => place.to_owned(),
        };
        places.map(marked).collect()
    }

    /// All places it names, without the mark, for tests against the rules.
    pub fn all_places(&self) -> Vec<String> {
        let texts = self.events.values().chain(self.decisions.values()).flat_map(|cite| match cite {
            Cite::Plain(text) => vec![text.clone()],
            Cite::By { of, .. } => of.values().cloned().collect(),
        });
        let bare = Guide { mark: String::new(), ..self.clone() };
        let mut all: Vec<String> =
            texts.chain([self.silence.clone()]).flat_map(|text| bare.split(&text)).collect();
        all.sort();
        all.dedup();
        all
    }
}
