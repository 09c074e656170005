//! Lists and maps on one line where they are text: in quotation marks, as tables of the rulebook have them, and in free lines.

use crate::sheet::Node;
pub(super) use crate::sheet::on_one_line as read;

/// Returns the list or map that a text holds: `"[{from: Winterfell, …}]"`.
pub(super) fn unquoted(value: &Node) -> Option<Node> {
    read(value.text()?, value.span)
}
