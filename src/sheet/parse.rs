//! Parses YAML into a tree that remembers where everything was, within limits, with errors that players understand.
//!
//! Only this file knows the YAML parser. The text comes as a mail brought it: spaces of all sorts become plain ones
//! (columns stay), and typographic quotation marks count as plain ones if the text could not be read otherwise.

use super::{Content, Fault, Node, Refusal, Span, fold, truth};
use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Limits of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub bytes: usize,
    /// Number of scalars, lists and mappings together.
    pub nodes: usize,
    /// Nesting of lists and mappings.
    pub depth: usize,
}

/// The limits of a player's document.
pub const LIMITS: Limits = Limits { bytes: 64 * 1024, nodes: 20_000, depth: 16 };

pub(super) const REFUSALS: &[&str] = &[
    "yaml-too-long",
    "yaml-too-many",
    "yaml-too-deep",
    "yaml-several-documents",
    "yaml-nothing",
    "yaml-anchor",
    "yaml-alias",
    "yaml-tag",
    "yaml-merge",
    "yaml-duplicate-key",
    "yaml-key",
    "yaml-colon-space",
    "yaml-tab",
    "yaml-unclosed",
    "yaml-mismatch",
    "yaml-quote",
    "yaml-colon",
    "yaml-indent",
    "yaml-dash",
    "yaml-character",
    "yaml-broken",
];

/// Returns `true` for two values of one key that are the same word, or both yes or both no.
fn says_the_same(one: &Node, other: &Node) -> bool {
    let (Some(one), Some(other)) = (one.text(), other.text()) else { return false };
    fold(one) == fold(other) || truth(one).is_some() && truth(one) == truth(other)
}

/// Parses a document.
///
/// # Errors
/// If the YAML is broken (one problem, where the reader stopped), exceeds a limit, has anchors, aliases, tags, merge
/// keys or more than one document; or if keys come twice (one problem for each, with the line of the first).
pub fn parse(text: &str) -> Result<Node, Vec<Fault>> {
    if text.len() > LIMITS.bytes {
        let why = Refusal::new("yaml-too-long").with("limit", LIMITS.bytes / 1024);
        return Err(vec![Fault { span: None, why, suggestion: None, severity: super::Severity::Error }]);
    }
    let plain = plain_spaces(text);
    match parse_plain(&plain) {
        Ok(node) => Ok(node),
        Err(faults) => {
            let straight = plain.replace(['“', '”', '„', '‟', '″'], "\"").replace(['‘', '’', '‚'], "'");
            let bare = unbracketed(&straight);
            let mut tries = [&straight, &bare].into_iter().filter(|other| **other != plain);
            tries.find_map(|other| parse_plain(other).ok()).ok_or(faults)
        }
    }
}

/// Returns a text with `(name:)` as `name:`: our messages put the names of sections in brackets, and what they show is copied.
fn unbracketed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        out.push_str(before);
        let name = after.split_once(":)").map(|(name, _)| name);
        let is_name = |name: &&str| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        };
        match name.filter(is_name) {
            Some(name) => {
                out.extend([name, ":"]);
                rest = after.get(name.len() + 2..).unwrap_or_default();
            }
            None => {
                out.push('(');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Replaces the spaces of HTML and of typographers by plain ones, character by character.
fn plain_spaces(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.chars()
        .map(|c| match c {
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}' => ' ',
            c => c,
        })
        .collect()
}

fn parse_plain(text: &str) -> Result<Node, Vec<Fault>> {
    let mut builder = Builder::new(text);
    let mut options = granit_parser::options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        flow_nesting_limit: LIMITS.depth,
        block_nesting_limit: LIMITS.depth,
    };
    options.set_emit_comments(false);
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|e| vec![builder.broken(&e)])?;
        builder.take(event, span).map_err(|fault| vec![fault])?;
    }
    builder.finish()
}

/// A list or mapping that is still open.
enum Open {
    List(Span, Vec<Node>),
    Map { span: Span, entries: Vec<(Node, Node)>, key: Option<(Node, bool)>, seen: BTreeMap<String, Span> },
}

struct Builder<'a> {
    lines: Vec<&'a str>,
    open: Vec<Open>,
    documents: Vec<Node>,
    nodes: usize,
    faults: Vec<Fault>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str) -> Self {
        Builder { lines: text.lines().collect(), open: vec![], documents: vec![], nodes: 0, faults: vec![] }
    }

    fn line(&self, number: usize) -> &'a str {
        self.lines.get(number.saturating_sub(1)).copied().unwrap_or_default()
    }

    fn span(&self, span: granit_parser::Span) -> Span {
        let (line, column) = (span.start.line().max(1), span.start.col() + 1);
        let length = if span.end.line() == span.start.line() && span.end.col() > span.start.col() {
            span.end.col() - span.start.col()
        } else {
            self.line(line).trim_end().chars().count().saturating_sub(span.start.col())
        };
        Span { line, column, length: length.max(1) }
    }

    fn take(&mut self, event: Event<'_>, at: granit_parser::Span) -> Result<(), Fault> {
        let span = self.span(at);
        match event {
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                Err(Fault::error(span, Refusal::new("yaml-alias")))
            }
            Event::Scalar(_, _, anchor, tag) if anchor != 0 || tag.is_some() => {
                Err(property(self, at, anchor))
            }
            Event::SequenceStart(_, anchor, tag) | Event::MappingStart(_, anchor, tag)
                if anchor != 0 || tag.is_some() =>
            {
                Err(property(self, at, anchor))
            }
            Event::Scalar(text, style, ..) => {
                let plain = style == ScalarStyle::Plain;
                let nothing = plain && matches!(text.as_ref(), "" | "~" | "null" | "Null" | "NULL");
                let content = if nothing { Content::Empty } else { Content::Text(text.into_owned()) };
                self.count(span)?;
                self.put(Node { span, content }, plain)
            }
            Event::SequenceStart(..) => self.enter(span, Open::List(span, vec![])),
            Event::MappingStart(..) => {
                self.enter(span, Open::Map { span, entries: vec![], key: None, seen: BTreeMap::new() })
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List(span, members)) => {
                    self.put(Node { span, content: Content::List(members) }, false)
                }
                Some(Open::Map { span, entries, .. }) => {
                    self.put(Node { span, content: Content::Map(entries) }, false)
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn count(&mut self, span: Span) -> Result<(), Fault> {
        self.nodes += 1;
        if self.nodes > LIMITS.nodes {
            return Err(Fault::error(span, Refusal::new("yaml-too-many").with("limit", LIMITS.nodes)));
        }
        Ok(())
    }

    fn enter(&mut self, span: Span, open: Open) -> Result<(), Fault> {
        self.count(span)?;
        if self.open.len() >= LIMITS.depth {
            return Err(Fault::error(span, Refusal::new("yaml-too-deep").with("limit", LIMITS.depth)));
        }
        if matches!(self.open.last(), Some(Open::Map { key: None, .. })) {
            return Err(Fault::error(span, Refusal::new("yaml-key")));
        }
        self.open.push(open);
        Ok(())
    }

    /// Puts a finished node where it belongs; `plain` says that it is a scalar without quotation marks.
    fn put(&mut self, mut node: Node, plain: bool) -> Result<(), Fault> {
        match self.open.last_mut() {
            None => {
                if !node.is_empty() {
                    if !self.documents.is_empty() {
                        return Err(Fault::error(node.span, Refusal::new("yaml-several-documents")));
                    }
                    self.documents.push(node);
                }
                Ok(())
            }
            Some(Open::List(_, members)) => {
                members.push(node);
                Ok(())
            }
            Some(Open::Map { entries, key, seen, .. }) => match key.take() {
                None => {
                    let Some(text) = node.text() else {
                        return Err(Fault::error(node.span, Refusal::new("yaml-key")));
                    };
                    if text == "<<" && plain {
                        return Err(Fault::error(node.span, Refusal::new("yaml-merge")));
                    }
                    *key = Some((node, plain));
                    Ok(())
                }
                Some((key, key_plain)) => {
                    if node.is_empty() {
                        // `{Winterfell:march+0}` is one word to YAML, and never what was meant.
                        if let (true, Some((name, value))) =
                            (key_plain, key.text().and_then(|k| k.split_once(':')))
                        {
                            let why = Refusal::new("yaml-colon-space").with("key", name);
                            let right = format!("{name}: {value}");
                            return Err(Fault::error(key.span, why).suggest(Some(right)));
                        }
                        node.span = key.span;
                    }
                    let text = key.text().unwrap_or_default();
                    if let Some(first) = seen.get(text) {
                        let before = entries.iter().find(|(known, _)| known.text() == Some(text));
                        // What is said twice in the same words is said once.
                        if before.is_some_and(|(_, said)| says_the_same(said, &node)) {
                            return Ok(());
                        }
                        let why = Refusal::new("yaml-duplicate-key")
                            .with("key", text)
                            .with("first", first.line)
                            .with("second", key.span.line);
                        self.faults.push(Fault::error(key.span, why));
                    } else {
                        seen.insert(text.to_owned(), key.span);
                    }
                    entries.push((key, node));
                    Ok(())
                }
            },
        }
    }

    fn finish(mut self) -> Result<Node, Vec<Fault>> {
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        self.documents.pop().ok_or_else(|| {
            let why = Refusal::new("yaml-nothing");
            vec![Fault { span: None, why, suggestion: None, severity: super::Severity::Error }]
        })
    }

    fn broken(&self, error: &ScanError) -> Fault {
        let (line, column) = (error.marker().line().max(1), error.marker().col() + 1);
        // At the end of the text the last line that holds anything is the place to look at.
        let last = self.lines.iter().rposition(|line| !line.trim().is_empty()).map_or(1, |i| i + 1);
        let span = if line > last {
            let end = self.line(last).trim_end().chars().count();
            Span { line: last, column: end.max(1), length: 1 }
        } else {
            Span { line, column, length: 1 }
        };
        let before: String = self.line(line).chars().take(column).collect();
        // The scanner may say something else of a tab in the indentation.
        let tab = before.trim_start_matches(' ').starts_with('\t');
        let why = if tab { Refusal::new("yaml-tab") } else { reason(error.kind()) };
        let open = self.unclosed(span);
        let (why, span) = match (why.code(), open) {
            ("yaml-unclosed", Some(open)) => (why, open),
            // A bracket that was forgotten further up makes the next line's colon odd.
            ("yaml-colon", Some(open)) if open.line < span.line => (Refusal::new("yaml-unclosed"), open),
            ("yaml-colon", _) => return self.colon(span, why),
            _ => (why, span),
        };
        let found = self.line(span.line).chars().nth(span.column - 1);
        let why = match found {
            Some(open @ ('[' | '{')) if why.code() == "yaml-unclosed" => why.with("open", open.to_string()),
            _ => why,
        };
        let why = why.with("line", span.line).with("column", span.column);
        Fault::error(span, why)
    }

    /// Returns the bracket that is still open at a place: the scanner tells only where it noticed.
    fn unclosed(&self, at: Span) -> Option<Span> {
        let mut open: Vec<Span> = Vec::new();
        let lines = self.lines.iter().enumerate().map(|(i, line)| (i + 1, line));
        for (number, line) in lines.take_while(|(number, _)| *number <= at.line) {
            let (mut quote, mut before) = (None, ' ');
            for (i, c) in line.chars().enumerate() {
                let column = i + 1;
                if number == at.line && column > at.column {
                    break;
                }
                match (quote, c) {
                    (Some(mark), c) if c == mark => quote = None,
                    (Some(_), _) => {}
                    (None, '#') if before.is_whitespace() => break,
                    (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
                    (None, '[' | '{') => open.push(Span { line: number, column, length: 1 }),
                    (None, ']' | '}') => drop(open.pop()),
                    _ => {}
                }
                before = c;
            }
        }
        open.pop()
    }

    /// Points at a line without `: ` after its key, or with a second one: the scanner is often on the next line
    /// already.
    fn colon(&self, span: Span, why: Refusal) -> Fault {
        let lines = [span.line, span.line.saturating_sub(1)];
        for number in lines {
            let line = self.line(number);
            let word = line.trim_start_matches([' ', '-']);
            if let Some((key, value)) = word.split_once(':')
                && !key.is_empty()
                && !value.is_empty()
                && !value.starts_with([' ', '/'])
                && !value.contains(": ")
            {
                let column = line.chars().count() - word.chars().count() + 1;
                let span = Span { line: number, column, length: word.trim_end().chars().count().max(1) };
                let why = Refusal::new("yaml-colon-space").with("key", key);
                return Fault::error(span, why).suggest(Some(format!("{key}: {}", value.trim_end())));
            }
        }
        Fault::error(span, why.with("line", span.line).with("column", span.column))
    }
}

/// Returns the problem of an anchor or tag before a node.
fn property(builder: &Builder<'_>, at: granit_parser::Span, anchor: usize) -> Fault {
    let code = if anchor != 0 { "yaml-anchor" } else { "yaml-tag" };
    let span = at.tag_span().map_or_else(|| builder.span(at), |tag| builder.span(tag));
    Fault::error(span, Refusal::new(code))
}

/// Translates the scanner's error for players.
fn reason(kind: &ErrorKind) -> Refusal {
    use ErrorKind as K;
    match kind {
        K::UnclosedFlowCollection { open } => Refusal::new("yaml-unclosed").with("open", open.to_string()),
        K::UnexpectedEofFlowSequence => Refusal::new("yaml-unclosed").with("open", "["),
        K::ExpectedFlowSequenceSeparator => Refusal::new("yaml-unclosed").with("open", "["),
        K::UnexpectedEofFlowMapping
        | K::UnexpectedEofImplicitFlowMapping
        | K::ExpectedFlowMappingSeparator => Refusal::new("yaml-unclosed").with("open", "{"),
        K::MismatchedFlowCollectionEnd { open, close } => {
            Refusal::new("yaml-mismatch").with("open", open.to_string()).with("close", close.to_string())
        }
        K::MisplacedFlowCollectionEnd => Refusal::new("yaml-mismatch").with("open", "").with("close", "]"),
        K::TabNotAllowed
        | K::TabInBlockIndentation
        | K::TabAtBlockScalarStart
        | K::TabInIndentation
        | K::TabInPlainScalar => Refusal::new("yaml-tab"),
        K::UnclosedQuotedScalar
        | K::DocumentIndicatorInQuotedScalar
        | K::InvalidTrailingSingleQuotedScalar
        | K::InvalidTrailingDoubleQuotedScalar
        | K::UnknownQuotedScalarEscape
        | K::InvalidQuotedScalarHexEscape
        | K::InvalidQuotedScalarIndent => Refusal::new("yaml-quote"),
        K::SimpleKeyExpected
        | K::InvalidSimpleKey
        | K::ExpectedBlockMappingKey
        | K::MappingKeyNotAllowed
        | K::MappingValueNotAllowed
        | K::InvalidColonPlacement
        | K::FlowMappingValueAdjacentCollection
        | K::InvalidMappingValueWhitespace => Refusal::new("yaml-colon"),
        K::InvalidIndentation | K::InvalidBlockScalarIndent | K::InvalidFlowScalarIndent => {
            Refusal::new("yaml-indent")
        }
        K::ExpectedBlockSequenceEntry
        | K::BlockEntryInFlowCollection
        | K::BlockSequenceEntryNotAllowed
        | K::InvalidBlockEntryWhitespace
        | K::PlainScalarStartsWithDashFlowIndicator => Refusal::new("yaml-dash"),
        K::UnexpectedCharacter { character } => {
            Refusal::new("yaml-character").with("character", character.to_string())
        }
        K::RecursionLimitExceeded => Refusal::new("yaml-too-deep").with("limit", LIMITS.depth),
        K::UnknownAnchor | K::MissingAnchorOrAliasName => Refusal::new("yaml-alias"),
        K::ExpectedTagBang | K::UndeclaredTagHandle | K::MissingTagUri | K::InvalidTagTerminator => {
            Refusal::new("yaml-tag")
        }
        _ => Refusal::new("yaml-broken"),
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
