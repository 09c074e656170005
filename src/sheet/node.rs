//! The tree of a written document, and faults found in it.

use super::Refusal;

/// A stretch of one line of the text that was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// Line, from 1.
    pub line: usize,
    /// First character, from 1.
    pub column: usize,
    /// Characters, at least 1.
    pub length: usize,
}

/// A value with where it stood.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Where it begins, and how long its first line is.
    pub span: Span,
    /// What it is.
    pub content: Content,
}

impl Node {
    /// The scalar as written; none if it is something else, or empty.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.content == Content::Empty
    }

    /// Whether anything is written in it or below it: a form sent back as it came says nothing. A list without members
    /// is something that people write.
    pub fn says_something(&self) -> bool {
        match &self.content {
            Content::Empty => false,
            Content::Text(_) => true,
            Content::List(members) => members.is_empty() || members.iter().any(Node::says_something),
            Content::Map(entries) => entries.iter().any(|(_, value)| value.says_something()),
        }
    }

    /// The members of a list; of anything else but nothing, the node itself: `cards: Robb Stark` is a list of one.
    pub fn members(&self) -> &[Node] {
        match &self.content {
            Content::List(members) => members,
            Content::Empty => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// The entries of a mapping.
    pub fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.content {
            Content::Map(entries) => Some(entries),
            _ => None,
        }
    }
}

/// A value as written. Scalars stay text: what they mean is for the reader who knows the place.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Nothing, `~` or `null`.
    Empty,
    /// A scalar as written, quotes taken off.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping in the order written; keys are scalars, none twice.
    Map(Vec<(Node, Node)>),
}

/// How bad a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The document cannot be used.
    Error,
    /// It can, but its owner should know.
    Warning,
}

/// Something wrong, where, and what might have been meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// Where; none if it is about the whole.
    pub span: Option<Span>,
    /// What, as a code with details: its words are a template's.
    pub why: Refusal,
    /// The nearest thing that would be right, if there is one.
    pub suggestion: Option<String>,
    /// How bad.
    pub severity: Severity,
}

impl Fault {
    /// An error at a place.
    pub fn error(span: Span, why: Refusal) -> Self {
        Fault { span: Some(span), why, suggestion: None, severity: Severity::Error }
    }

    /// A warning at a place.
    pub fn warning(span: Span, why: Refusal) -> Self {
        Fault { severity: Severity::Warning, ..Fault::error(span, why) }
    }

    /// The same with the nearest thing that would be right, if there is one.
    pub fn suggest(self, suggestion: Option<String>) -> Self {
        Fault { suggestion, ..self }
    }

    /// Whether the document cannot be used because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
