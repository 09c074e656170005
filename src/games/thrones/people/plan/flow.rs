//! Lists and maps on one line where they are text: in quotation marks, as tables of the rulebook have them, and in free lines.

use crate::sheet::{Content, Node, Span, parse};

/// Returns the list or map that a text holds: `"[{from: Winterfell, …}]"`.
pub(super) fn unquoted(value: &Node) -> Option<Node> {
    read(value.text()?, value.span)
}

/// Reads a list or map on one line, all of which is at a place; `None` for other texts.
pub(super) fn read(text: &str, span: Span) -> Option<Node> {
    let text = text.trim();
    let is_within = |open, close| text.starts_with(open) && text.ends_with(close);
    let node = if is_within('[', ']') || is_within('{', '}') { parse(text).ok()? } else { return None };
    Some(at(span, node))
}

fn at(span: Span, node: Node) -> Node {
    let pair = |(key, value): (Node, Node)| (at(span, key), at(span, value));
    let content = match node.content {
        Content::Map(entries) => Content::Map(entries.into_iter().map(pair).collect()),
        Content::List(members) => Content::List(members.into_iter().map(|one| at(span, one)).collect()),
        other => other,
    };
    Node { span, content }
}
