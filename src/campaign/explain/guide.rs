//! A game's data for explanations (`games/<id>/explain/citations.yaml`): the rules behind its events and questions, the
//! words people ask with, and the events that make one scene.

use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The explanation data of one game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guide {
    /// The path of its rules, such as `docs/rules/thrones-1e.md`.
    pub rules: String,
    /// Put before the number of a section, such as `1e`; may be empty.
    pub mark: String,
    /// Rules by the name of an event.
    pub events: BTreeMap<String, Cite>,
    /// Rules by the kind of a question.
    pub decisions: BTreeMap<String, Cite>,
    /// The rules for seats that give no answer.
    pub silence: String,
    /// Numbers and subjects that people can ask about, by name.
    #[serde(default)]
    pub topics: BTreeMap<String, Topic>,
    /// Scenes, such as battles, by name.
    #[serde(default)]
    pub scenes: BTreeMap<String, Scene>,
}

/// References to rules: sections divided by `;`, and rulings after a section divided by `,`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Cite {
    /// One reference for every event of the name.
    Plain(String),
    /// Depends on a field of the event.
    By {
        by: String,
        /// References by the value of the field; `else` for all other values.
        of: BTreeMap<String, String>,
    },
}

/// A number or a subject that people can ask about.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Topic {
    /// Words that people ask with instead of its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// Names of its events.
    pub events: Vec<String>,
    /// Kinds of its questions.
    #[serde(default)]
    pub decisions: Vec<String>,
    /// The event that sets a number: if the turn asked about has none, the last one before it is explained.
    #[serde(default)]
    pub latest: Option<String>,
}

/// Events and decisions that belong together, such as a battle.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scene {
    /// Words that people ask with instead of its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// The event that every scene has exactly once.
    pub heart: String,
    /// The field of `heart` that names the place.
    pub at: String,
    /// The event that a scene begins with.
    pub opens: String,
    /// Events that end the scene and no longer belong to it.
    pub closes: Vec<String>,
    #[serde(default)]
    pub earlier: Earlier,
    /// The event that decides the scene.
    pub outcome: String,
    /// The field of `outcome` that holds the result.
    pub says: String,
    /// Kinds of questions that are tried with other answers. Everything that can be chosen there must be public
    /// afterwards.
    #[serde(default, rename = "try")]
    pub tries: Vec<String>,
}

/// Selects steps of earlier stages of the turn for a scene: those that mention the ids in its fields `by`.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Earlier {
    /// Fields of the scene's events that hold ids.
    pub by: Vec<String>,
    pub decisions: Vec<String>,
    pub events: Vec<String>,
}

const FILE: &str = "explain/citations.yaml";

/// Reads the guide of a campaign's game: its own copy, if it has one.
///
/// # Errors
/// If the file is missing, unreadable or malformed; the text names it.
pub fn guide_of(rules: Rules<'_>, record: &Record) -> Result<Guide, String> {
    let text = rules.text_of(record, FILE).map_err(|why| why.to_string())?;
    guide_in(rules.referee.id(), text)
}

/// Reads the guide of a game from this text, or else the one that comes with the program.
///
/// # Errors
/// If it is missing or malformed; the text names the file.
pub fn guide_in(game: &str, text: Option<String>) -> Result<Guide, String> {
    let text = text.or_else(|| crate::games::embedded(game, FILE).map(str::to_owned));
    let text = text.ok_or_else(|| format!("the game {game} has no {FILE}"))?;
    let wrong = |why: &dyn std::fmt::Display| format!("games/{game}/{FILE}: {why}");
    let value: Value = crate::sheet::data(&text).map_err(|why| wrong(&why))?;
    serde_json::from_value(value).map_err(|why| wrong(&why))
}

impl Guide {
    /// Returns references to the rules of an event, such as `1e 8.5` or `R-17`.
    pub fn of_event(&self, event: &Value) -> Vec<String> {
        let cite = event.get("event").and_then(Value::as_str).and_then(|name| self.events.get(name));
        cite.map(|cite| self.places(cite, event)).unwrap_or_default()
    }

    /// Returns references to the rules of a kind of question.
    pub fn of_decision(&self, kind: &str) -> Vec<String> {
        self.decisions.get(kind).map(|cite| self.places(cite, &Value::Null)).unwrap_or_default()
    }

    /// Returns references to the rules for seats that give no answer.
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

    /// Splits references and puts the mark before each section; a ruling (`R-17`) gets none.
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

    /// Returns all references without the mark, for tests that look them up in the rules.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn guide(mark: &str) -> Guide {
        let events = BTreeMap::new();
        Guide {
            rules: String::new(),
            mark: mark.to_owned(),
            events,
            decisions: BTreeMap::new(),
            silence: String::new(),
            topics: BTreeMap::new(),
            scenes: BTreeMap::new(),
        }
    }

    /// The mark of the edition stands before each section, and before no ruling: a capital, a hyphen, and digits.
    #[test]
    fn sections_are_marked_and_rulings_are_not() {
        for (text, marked) in [
            ("2.4", vec!["1e 2.4"]),
            ("2.4; 3.1, R-17", vec!["1e 2.4", "1e 3.1", "R-17"]),
            ("R-1", vec!["R-1"]),
            ("R-", vec!["1e R-"]),
            ("R-x", vec!["1e R-x"]),
            ("R-1a", vec!["1e R-1a"]),
            ("r-1", vec!["1e r-1"]),
            ("R1", vec!["1e R1"]),
            ("RR-1", vec!["1e RR-1"]),
            (" ; ,", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(guide("1e").split(text), marked, "{text}");
            let bare: Vec<String> =
                marked.iter().map(|place| place.trim_start_matches("1e ").to_owned()).collect();
            assert_eq!(guide("").split(text), bare, "{text}");
        }
    }

    /// What a rule depends on is a field of the event: by its text, and by what it is otherwise.
    #[test]
    fn a_rule_by_a_field_of_its_event() {
        let of = [("yes", "1"), ("3", "2"), ("true", "3"), ("", "4"), ("else", "5")];
        let of = of.into_iter().map(|(said, place)| (said.to_owned(), place.to_owned())).collect();
        let cite = Cite::By { by: "how".into(), of };
        for (event, place) in [
            (serde_json::json!({"how": "yes"}), "1"),
            (serde_json::json!({"how": 3}), "2"),
            (serde_json::json!({"how": true}), "3"),
            (serde_json::json!({}), "4"),
            (serde_json::json!({"how": "no"}), "5"),
        ] {
            assert_eq!(guide("").places(&cite, &event), [place], "{event}");
        }
        let alone = Cite::By { by: "how".into(), of: BTreeMap::from([("yes".to_owned(), "1".to_owned())]) };
        assert!(guide("").places(&alone, &serde_json::json!({"how": "no"})).is_empty());
    }
}
