//! The options of a game as they are given, and what is wrong with one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The options of a game from data; null for none.
///
/// # Errors
/// If one is not known or has a value that it cannot have; the first is named, with what it may be.
pub(super) fn read<O: Default + Serialize + DeserializeOwned>(options: &Value) -> Result<O, String> {
    if options.is_null() {
        return Ok(O::default());
    }
    serde_json::from_value(options.clone()).map_err(|why| {
        let usual = serde_json::to_value(O::default()).unwrap_or_default();
        let one = |(name, value): (&String, &Value)| {
            let alone = Value::Object([(name.clone(), value.clone())].into_iter().collect());
            let why = serde_json::from_value::<O>(alone).err()?;
            Some(told(name, value, usual.get(name), &why.to_string()))
        };
        let first = options.as_object().into_iter().flatten().find_map(one);
        first.unwrap_or_else(|| why.to_string())
    })
}

/// Describes what is wrong with one option, of which `usual` is a value that it may have.
fn told(name: &str, value: &Value, usual: Option<&Value>, why: &str) -> String {
    let given = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let may = match usual {
        Some(Value::Bool(_)) => "yes or no".to_owned(),
        Some(Value::Number(_)) => "a number".to_owned(),
        // The words that it may be are those that the reader names behind the one given.
        Some(_) => why.split('`').skip(3).step_by(2).map(spaced).collect::<Vec<_>>().join(" or "),
        None => return why.to_owned(),
    };
    if may.is_empty() {
        return why.to_owned();
    }
    format!("“{}” is {may}, not “{given}”", spaced(name))
}

/// Writes a name as people do.
fn spaced(name: &str) -> String {
    name.replace('-', " ")
}
