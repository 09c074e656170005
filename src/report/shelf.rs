//! The templates, ready to use: compiled, with the words and refusals that go with them.

use super::marks;
use super::writer::Trouble;
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// How much work a template may make: a mail of every event there is takes about a hundredth.
const FUEL: u64 = 2_000_000;

/// The texts of templates by name: `mail/turn.md`.
pub type Files = BTreeMap<String, String>;

/// Templates ready to use.
#[derive(Clone)]
pub struct Shelf {
    /// All templates; refusals are among them as `thrones/refusals/march-breaks-supply`.
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
            AutoEscape::Custom(_) => Ok(out.write_str(&marks::escape(&value.to_string()))?),
            _ => minijinja::escape_formatter(out, state, value),
        });
        let mut shelf = Loading { env, words: BTreeMap::new(), troubles: vec![] };
        for (name, text) in files {
            shelf.file(name, text);
        }
        (Shelf { env: shelf.env, words: Arc::new(shelf.words) }, shelf.troubles)
    }
}

struct Loading {
    env: Environment<'static>,
    words: BTreeMap<String, Value>,
    troubles: Vec<Trouble>,
}

impl Loading {
    fn file(&mut self, name: &str, text: &str) {
        let folder = name.split('/').next().unwrap_or("");
        if !name.ends_with(".yaml") {
            if let Err(error) = self.env.add_template_owned(name.to_owned(), text.to_owned()) {
                self.troubles.push(Trouble::of(name, &error));
            }
        } else if let Some(map) = self.yaml(name, text) {
            if name.ends_with("/words.yaml") {
                self.words.insert(folder.to_owned(), Value::Object(map));
            } else {
                self.refusals(name, folder, map);
            }
        }
    }

    fn yaml(&mut self, name: &str, text: &str) -> Option<Map<String, Value>> {
        match serde_saphyr::from_str(text) {
            Ok(Value::Object(map)) => Some(map),
            Ok(_) => {
                self.trouble(name, None, "it must be a mapping of codes to words".to_owned());
                None
            }
            Err(error) => {
                let line = error.location().map(|at| at.line() as usize);
                self.trouble(name, line, error.to_string());
                None
            }
        }
    }

    fn refusals(&mut self, name: &str, folder: &str, sentences: Map<String, Value>) {
        for (code, sentence) in sentences {
            let template = format!("{folder}/refusals/{code}");
            match sentence.as_str() {
                Some(words) => {
                    if let Err(error) = self.env.add_template_owned(template, words.trim().to_owned()) {
                        self.trouble(name, None, format!("{code}: {}", said(&error)));
                    }
                }
                None => self.trouble(name, None, format!("{code}: its words must be a text")),
            }
        }
    }

    fn trouble(&mut self, file: &str, line: Option<usize>, what: String) {
        self.troubles.push(Trouble { file: file.to_owned(), line, what });
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
