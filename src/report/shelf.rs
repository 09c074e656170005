//! The templates, ready to use: compiled, with the words and refusals that go with them.

use super::marks;
use super::writer::Trouble;
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// How much work a template may make: a mail of every event there is takes about a hundredth.
const FUEL: u64 = 2_000_000;

/// The texts of templates by name: `mail/turn.md`.
pub type Files = BTreeMap<String, String>;

/// Templates ready to use.
#[derive(Clone)]
pub struct Shelf {
    /// All templates; refusals are among them as `thrones/refusals/march-breaks-supply`, each made ready when it is
    /// first said.
    pub env: Environment<'static>,
    /// Each folder's words.yaml, by folder.
    pub words: Arc<BTreeMap<String, Value>>,
}

impl Shelf {
    /// A shelf of these files. What is wrong with one leaves it out and is said.
    pub fn new(files: &Files) -> (Self, Vec<Trouble>) {
        let mut env = Environment::new();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true);
        if let Ok(syntax) = syntax.build() {
            env.set_syntax(syntax);
        }
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_fuel(Some(FUEL));
        env.set_auto_escape_callback(|name| match name.rsplit('.').next() {
            Some("md") => AutoEscape::Custom("marks".into()),
            Some("html") => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        env.set_formatter(|out, state, value| match state.auto_escape() {
            AutoEscape::Custom(_) if value.is_safe() => Ok(out.write_str(value.as_str().unwrap_or(""))?),
            AutoEscape::Custom(_) => match value.as_str() {
                Some(text) => Ok(out.write_str(&marks::escape(text))?),
                None => Ok(out.write_str(&marks::escape(&value.to_string()))?),
            },
            _ => minijinja::escape_formatter(out, state, value),
        });
        let mut shelf = Loading { env, words: BTreeMap::new(), sentences: vec![], troubles: vec![] };
        for (name, text) in files {
            shelf.file(name, text);
        }
        let (sentences, read) = (shelf.sentences, OnceLock::new());
        shelf.env.set_loader(move |name| {
            let all: &BTreeMap<String, String> = read.get_or_init(|| {
                sentences
                    .iter()
                    .flat_map(|(file, text)| sentences_of(file, text).unwrap_or_default())
                    .collect()
            });
            Ok(all.get(name).cloned())
        });
        (Shelf { env: shelf.env, words: Arc::new(shelf.words) }, shelf.troubles)
    }

    /// The same, where the sentences of refusals are looked through as well: for a campaign's own copies.
    pub fn examined(files: &Files) -> Vec<Trouble> {
        let (shelf, mut troubles) = Shelf::new(files);
        for (name, text) in files.iter().filter(|(name, _)| is_refusals(name)) {
            match sentences_of(name, text) {
                Ok(sentences) => troubles.extend(sentences.iter().filter_map(|(template, _)| {
                    let error = shelf.env.get_template(template).err()?;
                    let code = template.rsplit('/').next().unwrap_or_default();
                    Some(Trouble {
                        file: name.clone(),
                        line: None,
                        what: format!("{code}: {}", said(&error)),
                    })
                })),
                Err(trouble) => troubles.push(trouble),
            }
        }
        troubles
    }
}

/// Whether a file holds sentences of refusals.
fn is_refusals(name: &str) -> bool {
    name.ends_with(".yaml") && !name.ends_with("/words.yaml")
}

/// The sentences of a file as templates: name and text.
fn sentences_of(name: &str, text: &str) -> Result<Vec<(String, String)>, Trouble> {
    let folder = name.split('/').next().unwrap_or("");
    let sentence = |(code, words): (String, Value)| match words.as_str() {
        Some(words) => Ok((format!("{folder}/refusals/{code}"), words.trim().to_owned())),
        None => {
            let what = format!("{code}: its words must be a text");
            Err(Trouble { file: name.to_owned(), line: None, what })
        }
    };
    yaml(name, text)?.into_iter().map(sentence).collect()
}

fn yaml(name: &str, text: &str) -> Result<Map<String, Value>, Trouble> {
    let trouble = |line, what| Trouble { file: name.to_owned(), line, what };
    match serde_saphyr::from_str(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(trouble(None, "it must be a mapping of codes to words".to_owned())),
        Err(error) => {
            let line = error.location().map(|at| at.line() as usize);
            Err(trouble(line, error.to_string()))
        }
    }
}

struct Loading {
    env: Environment<'static>,
    words: BTreeMap<String, Value>,
    /// Files with sentences of refusals, as they are.
    sentences: Vec<(String, String)>,
    troubles: Vec<Trouble>,
}

impl Loading {
    fn file(&mut self, name: &str, text: &str) {
        let folder = name.split('/').next().unwrap_or("");
        if !name.ends_with(".yaml") {
            if let Err(error) = self.env.add_template_owned(name.to_owned(), text.to_owned()) {
                self.troubles.push(Trouble::of(name, &error));
            }
        } else if is_refusals(name) {
            self.sentences.push((name.to_owned(), text.to_owned()));
        } else {
            match yaml(name, text) {
                Ok(map) => drop(self.words.insert(folder.to_owned(), Value::Object(map))),
                Err(trouble) => self.troubles.push(trouble),
            }
        }
    }
}

/// An error of a template in words, without its place.
pub fn said(error: &minijinja::Error) -> String {
    let mut text = error.kind().to_string();
    if let Some(detail) = error.detail() {
        let _ = write!(text, ": {detail}");
    }
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let _ = write!(text, "; {cause}");
        source = cause.source();
    }
    text
}
