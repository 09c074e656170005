//! The tree of a written document, and the problems found in it.

use super::Refusal;

/// A stretch of one line of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// In characters, at least 1.
    pub length: usize,
}

/// A value with its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The place of its first line.
    pub span: Span,
    pub content: Content,
}

impl Node {
    /// Returns the text of a value, or that of its last entry; `None` if it has neither.
    pub fn last_text(&mut self) -> Option<&mut String> {
        match &mut self.content {
            Content::Text(text) | Content::Implied(text) => Some(text),
            Content::Map(entries) => entries.last_mut().and_then(|(_, value)| value.last_text()),
            _ => None,
        }
    }

    /// Returns the scalar as written, or `None` if this is something else or empty.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) | Content::Implied(text) => Some(text),
            _ => None,
        }
    }

    /// Returns `true` if nothing was written.
    pub fn is_empty(&self) -> bool {
        self.content == Content::Empty
    }

    /// Returns `true` if anything is written here or below: a form sent back unchanged says nothing. A list without
    /// members says something, because people write it.
    pub fn says_something(&self) -> bool {
        match &self.content {
            Content::Empty => false,
            Content::Text(_) | Content::Implied(_) => true,
            Content::List(members) => members.is_empty() || members.iter().any(Node::says_something),
            Content::Map(entries) => entries.iter().any(|(_, value)| value.says_something()),
        }
    }

    /// Returns the tree with all that is implied in it as if it had been written.
    pub fn written(self) -> Node {
        let content = match self.content {
            Content::Implied(text) => Content::Text(text),
            Content::List(members) => Content::List(members.into_iter().map(Node::written).collect()),
            Content::Map(entries) => {
                Content::Map(entries.into_iter().map(|(key, value)| (key, value.written())).collect())
            }
            content => content,
        };
        Node { content, ..self }
    }

    /// Returns the members of a list; of anything else but nothing, the node itself: `cards: Robb Stark` is a list of
    /// one.
    pub fn members(&self) -> &[Node] {
        match &self.content {
            Content::List(members) => members,
            Content::Empty => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the entries of a mapping, or `None` if this is something else.
    pub fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.content {
            Content::Map(entries) => Some(entries),
            _ => None,
        }
    }
}

/// A value as written. Scalars stay text, because their meaning depends on the place.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Nothing, `~` or `null`.
    Empty,
    /// A scalar as written, quotes taken off.
    Text(String),
    /// A scalar that nobody has written and that follows from what was: it yields to what is said in so many words.
    Implied(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping in the order written; keys are scalars, and none comes twice.
    Map(Vec<(Node, Node)>),
}

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The document cannot be used.
    Error,
    /// The document can be used, but its writer should know.
    Warning,
    /// A warning of what the document leaves out. It is void if something else says that.
    Omission,
}

/// A problem with its place, and what may have been meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The place, or `None` if the problem concerns the whole text.
    pub span: Option<Span>,
    pub why: Refusal,
    /// The nearest text that would be right.
    pub suggestion: Option<String>,
    pub severity: Severity,
}

impl Fault {
    /// Makes an error at a place.
    pub fn error(span: Span, why: Refusal) -> Self {
        Fault { span: Some(span), why, suggestion: None, severity: Severity::Error }
    }

    /// Makes a warning at a place.
    pub fn warning(span: Span, why: Refusal) -> Self {
        Fault { severity: Severity::Warning, ..Fault::error(span, why) }
    }

    /// Makes a warning of something that is left out of the whole text.
    pub fn omission(why: Refusal) -> Self {
        Fault { span: None, why, suggestion: None, severity: Severity::Omission }
    }

    /// Adds the nearest text that would be right, if there is one.
    pub fn suggest(self, suggestion: Option<String>) -> Self {
        Fault { suggestion, ..self }
    }

    /// Returns `true` if the document cannot be used because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
