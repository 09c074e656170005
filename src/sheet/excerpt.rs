//! Shows the line of a problem, with a caret under the word.

use super::{Fault, Severity};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// The width of text in mails, in columns.
const WIDTH: usize = 72;

/// Writes a problem as plain text of at most 72 columns: its words, then the line of `text` with the word marked, and
/// the suggestion. `words` is the sentence of the problem's code.
///
/// The caller must mask keys in the text beforehand, character by character.
pub fn excerpt(text: &str, fault: &Fault, words: &str) -> String {
    let title = match fault.severity {
        Severity::Error => "error",
        Severity::Warning | Severity::Omission => "warning",
    };
    let title = wrap(&format!("{title}: {words}"));
    let label = fault.suggestion.as_ref().map(|name| format!("did you mean “{name}”?"));
    let Some(span) = fault.span else {
        return label.map_or(title.clone(), |label| format!("{title}\n{label}"));
    };
    let Some(line) = text.lines().nth(span.line.saturating_sub(1)) else { return title };
    // What mail programs put for a space, and tabs, would move the caret; controls have no width to speak of.
    let line: String =
        line.trim_end().chars().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect();
    let (line, column) = window(&line, span.column.saturating_sub(1), span.length);
    let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let from = byte(column);
    let to = byte(column.saturating_add(span.length)).max(from);
    let mut annotation = AnnotationKind::Primary.span(from..to);
    if let Some(label) = &label {
        annotation = annotation.label(label.as_str());
    }
    let snippet = Snippet::source(line.as_str()).line_start(span.line).annotation(annotation);
    let group = Level::ERROR.no_name().primary_title("").element(snippet);
    let drawn = Renderer::plain().term_width(WIDTH).render(&[group]);
    // The renderer wants a title and puts it on the first line; ours is wrapped.
    let drawn: Vec<&str> = drawn.lines().skip_while(|l| !l.contains('|')).map(str::trim_end).collect();
    format!("{title}\n{}", drawn.join("\n"))
}

/// Returns the part of a long line around the word at `column` (from 0), and the place of the word in it.
fn window(line: &str, column: usize, length: usize) -> (String, usize) {
    const ROOM: usize = WIDTH - 8;
    let chars = line.chars().count();
    if chars <= ROOM {
        return (line.to_owned(), column);
    }
    // The whole word if it fits, and what stands before it.
    let last = column.saturating_add(length.min(ROOM / 2)).min(chars);
    let first = last.saturating_sub(ROOM - 2).min(column).min(chars.saturating_sub(ROOM - 2));
    let part: String = line.chars().skip(first).take(ROOM - 2).collect();
    let before = if first > 0 { "…" } else { "" };
    let after = if first + ROOM - 2 < chars { "…" } else { "" };
    let shift = usize::from(first > 0);
    (format!("{before}{part}{after}"), (column - first.min(column)).saturating_add(shift))
}

/// Breaks lines between words, at 72 columns.
fn wrap(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let wide = unicode_width::UnicodeWidthStr::width(word);
        if width > 0 && width + 1 + wide > WIDTH {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += wide;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Refusal, Span};

    #[test]
    fn the_caret_stands_under_the_word() {
        let text = "orders:\n  Winterfell: march+0\n  Möat Calin: raid";
        let span = Span { line: 3, column: 3, length: 10 };
        let fault = Fault::error(span, Refusal::new("x")).suggest(Some("Moat Cailin".into()));
        let shown = excerpt(text, &fault, "There is no such area.");
        assert_eq!(
            shown,
            "error: There is no such area.\n  |\n3 |   Möat Calin: raid\n  |   ^^^^^^^^^^ did you mean “Moat Cailin”?"
        );
    }

    #[test]
    fn a_place_that_is_not_there_is_no_matter() {
        for span in [
            Span { line: 9, column: 1, length: 1 },
            Span { line: 1, column: 99, length: 99 },
            Span { line: 0, column: 0, length: 0 },
            Span { line: 2, column: usize::MAX, length: usize::MAX },
        ] {
            let fault = Fault::warning(span, Refusal::new("x"));
            assert!(excerpt("a: b\n\t\u{a0}ü", &fault, "Words.").starts_with("warning: Words."));
        }
    }
}
