//! What the command line leaves out, asked at the terminal until the answer can be read.

use super::console::{ask, complain, describe, is_terminal, misuse};
use anyhow::Result;

/// Returns the value given on the command line, or asks for it at the terminal until `read` can read the answer, so that one
/// slip does not cost the answers before it. Without a terminal it is the default.
pub(super) fn value<T>(
    given: Option<String>,
    question: &str,
    option: &str,
    default: Option<&str>,
    read: impl Fn(&str) -> Result<T>,
) -> Result<T> {
    if let Some(given) = given {
        return read(&given);
    }
    if !is_terminal() {
        let missing = || {
            misuse(format!(
                "{option} is missing, and there is no terminal to ask for it. Hint: see `ravenpost new --help`"
            ))
        };
        return read(default.ok_or_else(missing)?);
    }
    asked(|| Ok(ask(question, default)?), read)
}

/// Asks until an answer can be read, and says what is wrong with each that cannot.
pub(super) fn asked<T>(
    mut ask: impl FnMut() -> Result<String>,
    read: impl Fn(&str) -> Result<T>,
) -> Result<T> {
    loop {
        match read(&ask()?) {
            Ok(value) => return Ok(value),
            Err(error) => complain(describe(&error)),
        }
    }
}
