//! Errors in templates.

use std::fmt::Write as _;

/// An error in a template, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("templates/{file}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct TemplateError {
    /// The path below `templates`, such as `mail/turn.md`.
    pub file: String,
    /// From 1; `None` if not known.
    pub line: Option<usize>,
    pub what: String,
}

impl TemplateError {
    pub(super) fn of(file: &str, error: &minijinja::Error) -> Self {
        // An error in an included template is the cause of an error at the include: the innermost place is
        // the right one.
        let mut innermost = error;
        while let Some(cause) =
            std::error::Error::source(innermost).and_then(|c| c.downcast_ref::<minijinja::Error>())
        {
            if cause.name().is_none() {
                break;
            }
            innermost = cause;
        }
        let file = innermost.name().unwrap_or(file).to_owned();
        TemplateError { file, line: innermost.line(), what: describe(innermost) }
    }
}

/// Returns the description of a template's error, without its place.
pub fn describe(error: &minijinja::Error) -> String {
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
