//! Templates, compiled when they are first used, with the words and refusals that go with them.

use super::common::Common;
use super::template_error::{TemplateError, describe};
use super::words::{Words, yaml};
use super::{markup, vocabulary};
use crate::{plan, post};
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How much work a template of a campaign's own may do, in instructions: a message with every kind of event takes about a
/// hundredth. Ours do no more than a message has to tell, and must not fail because that is much.
const FUEL: u64 = 2_000_000;

/// The texts of templates by name, such as `mail/turn.md`.
pub type Files = BTreeMap<String, Cow<'static, str>>;

/// A set of templates.
#[derive(Clone)]
pub struct TemplateSet {
    /// All templates. A refusal is a template such as `thrones/refusals/march-breaks-supply`.
    pub env: Environment<'static>,
    /// The contents of each folder's words.yaml, by folder.
    pub words: Arc<Words>,
    /// Parts of messages that were rendered and may come again in others.
    pub common: Arc<Common>,
}

impl TemplateSet {
    /// Makes a set of these files. A file with an error shows it when it is first used.
    pub fn new(files: &Files) -> Self {
        let mut env = Environment::new();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true);
        if let Ok(syntax) = syntax.build() {
            env.set_syntax(syntax);
        }
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        let has_own = files.values().any(|text| matches!(text, Cow::Owned(_)));
        env.set_fuel(has_own.then_some(FUEL));
        env.set_auto_escape_callback(|name| match name.rsplit('.').next() {
            Some("md") => AutoEscape::Custom("marks".into()),
            Some("html" | "xml") => AutoEscape::Html,
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
        vocabulary::add(&mut env);
        let (mut texts, mut words) = (Files::new(), Words::default());
        let mut sentences: BTreeMap<String, Sentences> = BTreeMap::new();
        for (name, text) in files {
            let folder = name.split('/').next().unwrap_or("");
            if !name.ends_with(".yaml") {
                texts.insert(name.clone(), text.clone());
            } else if is_refusals(name) {
                let file = SentenceFile { name: name.clone(), text: text.clone(), read: OnceLock::new() };
                sentences.entry(folder.to_owned()).or_default().0.push(file);
            } else {
                words.add(folder, name, text.clone());
            }
        }
        env.set_loader(move |name| {
            let template = texts.get(name).map(|text| text.clone().into_owned());
            let sentence = || sentences.get(name.split('/').next()?)?.get(name);
            Ok(template.or_else(sentence))
        });
        TemplateSet { env, words: Arc::new(words), common: Arc::default() }
    }

    /// Returns the errors in these files, also in each sentence of a refusal: for a campaign's own copies.
    pub fn examined(files: &Files) -> Vec<TemplateError> {
        let set = TemplateSet::new(files);
        let mut troubles = Vec::new();
        for (name, text) in files {
            if !name.ends_with(".yaml") {
                troubles
                    .extend(set.env.get_template(name).err().map(|error| TemplateError::of(name, &error)));
            } else if !is_refusals(name) {
                troubles.extend(yaml(name, text).err());
            } else {
                match sentences_of(name, text) {
                    Ok(sentences) => troubles.extend(sentences.iter().filter_map(|(template, _)| {
                        let error = set.env.get_template(template).err()?;
                        let code = template.rsplit('/').next().unwrap_or_default();
                        let what = format!("{code}: {}", describe(&error));
                        Some(TemplateError { file: name.clone(), line: None, what })
                    })),
                    Err(trouble) => troubles.push(trouble),
                }
            }
        }
        troubles
    }
}

/// The sentences of a folder's refusals, by file. A file is read when a sentence is asked for that may be in it.
#[derive(Default)]
struct Sentences(Vec<SentenceFile>);

struct SentenceFile {
    name: String,
    text: Cow<'static, str>,
    read: OnceLock<BTreeMap<String, String>>,
}

impl Sentences {
    fn get(&self, name: &str) -> Option<String> {
        let code = name.rsplit('/').next()?;
        let mut maybe = self.0.iter().rev().filter(|file| file.text.contains(code));
        maybe.find_map(|file| file.read().get(name)).cloned()
    }
}

impl SentenceFile {
    fn read(&self) -> &BTreeMap<String, String> {
        let read = || sentences_of(&self.name, &self.text).unwrap_or_default().into_iter().collect();
        self.read.get_or_init(read)
    }
}

/// Returns a value as markup that means nothing, neither in our message nor as a line of an answer to it: a name may
/// be a cell of a table, and so a line by itself when a mail program makes text of the HTML.
fn inline(value: &str) -> Cow<'_, str> {
    match post::tame(value, plan::KEYS) {
        Cow::Borrowed(value) => markup::escape(value),
        Cow::Owned(value) => Cow::Owned(markup::escape(&value).into_owned()),
    }
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
