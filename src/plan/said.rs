//! What one line can say.

use crate::sheet::{Content, Node, Span};

/// What one line says.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// A section of a document: its key and its value.
    Section(Node, Node),
    /// A word that means something only as the answer to a question.
    Bare(Bare),
    /// A heading of a plan, such as `Orders:`; with something after it on the line, the column, from 1, where that begins.
    Heading(Option<usize>),
    /// A greeting or the like, which says nothing to anybody.
    Courtesy,
}

/// A word that means what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bare {
    Yes,
    No,
    /// The writer is ready to play.
    Ready,
    /// The writer has done something, perhaps the plan.
    Done,
    /// `none` or the like, alone.
    Nothing,
}

impl Said {
    /// Makes a section that has one value, at a place in the text.
    pub fn section(span: Span, key: &str, value: &str) -> Said {
        Said::Section(text_node(span, key), text_node(span, value))
    }

    /// Makes a section with one entry.
    pub fn entry(span: Span, key: &str, name: &str, value: &str) -> Said {
        let entry = vec![(text_node(span, name), text_node(span, value))];
        Said::Section(text_node(span, key), Node { span, content: Content::Map(entry) })
    }
}

pub(super) fn text_node(span: Span, text: &str) -> Node {
    Node { span, content: Content::Text(text.to_owned()) }
}

/// Returns the place of what a line holds, without the blanks around it.
pub(super) fn span_of(text: &str, line: usize) -> Span {
    let content = text.trim();
    let before = text.chars().count() - text.trim_start().chars().count();
    Span { line, column: before + 1, length: content.chars().count().max(1) }
}
