//! Lists and maps on one line where they are text: in quotation marks, and in free lines.

use super::{Content, Node, Span, parse};

/// Reads a list or map on one line, `[…]` or `{…}`, all of which is at one place; `None` for other texts.
pub fn on_one_line(text: &str, span: Span) -> Option<Node> {
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
