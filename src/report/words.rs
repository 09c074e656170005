//! The words of templates, from the files words.yaml.

use super::template_error::TemplateError;
use crate::sheet::{self, Entries};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The contents of words.yaml of each folder, read when they are first asked for.
#[derive(Default)]
pub struct Words(BTreeMap<String, File>);

enum File {
    /// The program's own, of which each group is read by itself: a message needs a few.
    Own { entries: Entries, read: Vec<OnceLock<Option<Value>>> },
    /// A campaign's, as a whole.
    Copy { name: String, text: Cow<'static, str>, read: OnceLock<Map<String, Value>> },
}

impl File {
    fn group(&self, group: &str) -> Option<&Value> {
        match self {
            File::Own { entries, read } => {
                let place = entries.place(group)?;
                read.get(place)?.get_or_init(|| entries.read(place)).as_ref()
            }
            File::Copy { name, text, read } => {
                read.get_or_init(|| yaml(name, text).unwrap_or_default()).get(group)
            }
        }
    }
}

impl Words {
    /// Adds the words.yaml of a folder.
    pub fn add(&mut self, folder: &str, name: &str, text: Cow<'static, str>) {
        let file = match Entries::of(&text) {
            Some(entries) => File::Own { entries, read: vec![OnceLock::new(); entries.count()] },
            None => File::Copy { name: name.to_owned(), text, read: OnceLock::new() },
        };
        self.0.insert(folder.to_owned(), file);
    }

    /// Returns an entry of a group of a folder's words.
    pub fn get(&self, folder: &str, group: &str, word: &str) -> Option<&Value> {
        self.group(folder, group)?.get(word)
    }

    /// Returns a group of a folder's words.
    pub fn group(&self, folder: &str, group: &str) -> Option<&Value> {
        self.0.get(folder)?.group(group)
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
