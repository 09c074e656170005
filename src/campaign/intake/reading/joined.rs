//! What several lines or places of a message say, as one tree.

use crate::sheet::{Content, Node};

/// Joins sections: two votes are one section with two entries, and a section that was said twice is said once.
pub(super) fn together(sections: Vec<(Node, Node)>) -> Vec<(Node, Node)> {
    let mut all: Vec<(Node, Node)> = Vec::new();
    for (key, value) in sections {
        let known = all.iter_mut().find(|(known, _)| known.text() == key.text());
        match (known, value.content) {
            (Some((_, Node { content: Content::Map(known), .. })), Content::Map(more)) => {
                let is_new =
                    |(name, _): &(Node, Node)| known.iter().all(|(other, _)| other.text() != name.text());
                let more: Vec<_> = more.into_iter().filter(is_new).collect();
                known.extend(more);
            }
            (Some(_), _) => {}
            (None, content) => all.push((key, Node { span: value.span, content })),
        }
    }
    all
}

/// Adds to a plan the entries of another that it lacks.
pub(super) fn added(plan: Node, more: Node) -> Node {
    match (plan.content, more.content) {
        (Content::Map(mut known), Content::Map(more)) => {
            for (key, value) in more {
                let name = key.text().map(crate::sheet::fold);
                let place = known.iter().position(|(other, _)| other.text().map(crate::sheet::fold) == name);
                match place.and_then(|place| known.get_mut(place)) {
                    Some((_, old)) => {
                        let was = std::mem::replace(old, Node { span: old.span, content: Content::Empty });
                        *old = if was.is_empty() { value } else { added(was, value) };
                    }
                    None => known.push((key, value)),
                }
            }
            Node { span: plan.span, content: Content::Map(known) }
        }
        (content, _) => Node { span: plan.span, content },
    }
}
