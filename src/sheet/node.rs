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
