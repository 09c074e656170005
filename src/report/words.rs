//! The words of templates, from the files words.yaml.

use super::template_error::TemplateError;
use crate::sheet;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The contents of words.yaml of each folder, read when they are first asked for.
#[derive(Default)]
pub struct Words(BTreeMap<String, File>);

struct File {
    name: String,
    text: Cow<'static, str>,
    read: OnceLock<Map<String, Value>>,
}

impl Words {
    /// Adds the words.yaml of a folder.
    pub fn add(&mut self, folder: &str, name: &str, text: Cow<'static, str>) {
        let file = File { name: name.to_owned(), text, read: OnceLock::new() };
        self.0.insert(folder.to_owned(), file);
    }

    /// Returns an entry of a group of a folder's words.
    pub fn get(&self, folder: &str, group: &str, word: &str) -> Option<&Value> {
        self.group(folder, group)?.get(word)
    }

    /// Returns a group of a folder's words.
    pub fn group(&self, folder: &str, group: &str) -> Option<&Value> {
        let file = self.0.get(folder)?;
        file.read.get_or_init(|| yaml(&file.name, &file.text).unwrap_or_default()).get(group)
    }
}

/// Reads a file of words or sentences.
///
/// # Errors
/// If it is not a mapping.
pub fn yaml(name: &str, text: &str) -> Result<Map<String, Value>, TemplateError> {
    let trouble = |line, what| TemplateError { file: name.to_owned(), line, what };
    match sheet::data(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(trouble(None, "it must be a mapping of codes to sentences".to_owned())),
        Err(error) => {
            let line = error.location().map(|at| at.line() as usize);
            Err(trouble(line, error.to_string()))
        }
    }
}
