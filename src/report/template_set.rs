//! Compiled templates, with the words and refusals that go with them.

use super::markup;
use super::template_error::{TemplateError, describe};
use crate::{plan, post};
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How much work a template may do, in instructions: a message with every kind of event takes about a
/// hundredth.
const FUEL: u64 = 2_000_000;

/// The texts of templates by name, such as `mail/turn.md`.
pub type Files = BTreeMap<String, String>;

/// A set of compiled templates.
#[derive(Clone)]
pub struct TemplateSet {
    /// All templates. A refusal is a template such as `thrones/refusals/march-breaks-supply`, compiled when
    /// first used.
    pub env: Environment<'static>,
    /// The contents of each folder's words.yaml, by folder.
    pub words: Arc<BTreeMap<String, Value>>,
}

impl TemplateSet {
    /// Compiles these files. A file with an error is left out, and the error is returned.
    pub fn new(files: &Files) -> (Self, Vec<TemplateError>) {
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
                Some(text) => Ok(out.write_str(&inline(text))?),
                None => Ok(out.write_str(&inline(&value.to_string()))?),
            },
            _ => minijinja::escape_formatter(out, state, value),
        });
        let mut loading = Loading { env, words: BTreeMap::new(), sentences: vec![], troubles: vec![] };
        for (name, text) in files {
            loading.file(name, text);
        }
        let (sentences, read) = (loading.sentences, OnceLock::new());
        loading.env.set_loader(move |name| {
            let all: &BTreeMap<String, String> = read.get_or_init(|| {
                sentences
                    .iter()
                    .flat_map(|(file, text)| sentences_of(file, text).unwrap_or_default())
                    .collect()
            });
            Ok(all.get(name).cloned())
        });
        (TemplateSet { env: loading.env, words: Arc::new(loading.words) }, loading.troubles)
    }

    /// Returns the errors in these files, also in each sentence of a refusal: for a campaign's own copies.
    pub fn examined(files: &Files) -> Vec<TemplateError> {
        let (set, mut troubles) = TemplateSet::new(files);
        for (name, text) in files.iter().filter(|(name, _)| is_refusals(name)) {
            match sentences_of(name, text) {
                Ok(sentences) => troubles.extend(sentences.iter().filter_map(|(template, _)| {
                    let error = set.env.get_template(template).err()?;
                    let code = template.rsplit('/').next().unwrap_or_default();
                    Some(TemplateError {
                        file: name.clone(),
                        line: None,
                        what: format!("{code}: {}", describe(&error)),
                    })
                })),
                Err(trouble) => troubles.push(trouble),
            }
        }
        troubles
    }
}

/// Returns a value as markup that means nothing, neither in our message nor as a line of an answer to it: a name may
/// be a cell of a table, and so a line by itself when a mail program makes text of the HTML.
fn inline(value: &str) -> String {
    markup::escape(&post::tame(value, plan::KEYS)).into_owned()
}

/// Returns `true` if a file holds the sentences of refusals.
fn is_refusals(name: &str) -> bool {
    name.ends_with(".yaml") && !name.ends_with("/words.yaml")
}

/// Returns the sentences in a file as templates: name and text.
fn sentences_of(name: &str, text: &str) -> Result<Vec<(String, String)>, TemplateError> {
    let folder = name.split('/').next().unwrap_or("");
    let sentence = |(code, words): (String, Value)| match words.as_str() {
        Some(words) => Ok((format!("{folder}/refusals/{code}"), words.trim().to_owned())),
        None => {
            let what = format!("{code}: its sentence must be a text");
            Err(TemplateError { file: name.to_owned(), line: None, what })
        }
    };
    yaml(name, text)?.into_iter().map(sentence).collect()
}

fn yaml(name: &str, text: &str) -> Result<Map<String, Value>, TemplateError> {
    let trouble = |line, what| TemplateError { file: name.to_owned(), line, what };
    match serde_saphyr::from_str(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(trouble(None, "it must be a mapping of codes to sentences".to_owned())),
        Err(error) => {
            let line = error.location().map(|at| at.line() as usize);
            Err(trouble(line, error.to_string()))
        }
    }
}

struct Loading {
    env: Environment<'static>,
    words: BTreeMap<String, Value>,
    /// Name and text of each file of refusals.
    sentences: Vec<(String, String)>,
    troubles: Vec<TemplateError>,
}

impl Loading {
    fn file(&mut self, name: &str, text: &str) {
        let folder = name.split('/').next().unwrap_or("");
        if !name.ends_with(".yaml") {
            if let Err(error) = self.env.add_template_owned(name.to_owned(), text.to_owned()) {
                self.troubles.push(TemplateError::of(name, &error));
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
