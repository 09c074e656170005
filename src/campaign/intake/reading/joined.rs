//! What several lines or places of a message say, as one tree.

use crate::sheet::{Content, Node, Span, fold, plain};

/// Joins sections: two votes are one section with two entries, and a section that was said twice is said once, but for orders of the
/// game master.
pub(super) fn together(sections: Vec<(Node, Node)>) -> Vec<(Node, Node)> {
    let mut all: Vec<(Node, Node)> = Vec::new();
    for (key, value) in sections {
        // Orders of the game master are done one after the other.
        let may_repeat = key.text() == Some("do");
        let known = all.iter_mut().find(|(known, _)| known.text() == key.text() && !may_repeat);
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

/// Adds to a plan what lines beside it say. Where the two say different things of one name, neither counts: what they say of it is
/// taken out of both, and its place in the lines is returned with the name.
pub(super) fn beside(mut plan: Node, mut more: Node) -> (Node, Vec<(Span, String)>) {
    let mut contrary = Vec::new();
    contradictions(&plan, &more, &mut contrary);
    let lines: Vec<usize> = contrary.iter().map(|(span, _)| span.line).collect();
    drop_lines(&mut more, &lines);
    for (_, name) in &contrary {
        drop_name(&mut plan, &fold(name));
    }
    contrary.dedup_by(|one, other| one.1 == other.1 && one.0.line == other.0.line);
    (joined(plan, more), contrary)
}

fn text_of(node: &Node) -> Option<String> {
    node.text().map(|text| fold(text).replace(' ', ""))
}

/// Returns what a member of a list is about, such as the area of a march.
fn about(member: &Node) -> Option<&str> {
    member.entries()?.first()?.1.text()
}

/// Finds where two trees say different things of one name.
fn contradictions(plan: &Node, more: &Node, found: &mut Vec<(Span, String)>) {
    let (Some(known), Some(more)) = (plan.entries(), more.entries()) else { return };
    for (key, value) in more {
        let name = key.text().map(fold);
        let old = known.iter().find(|(other, _)| other.text().map(fold) == name).map(|(_, old)| old);
        let Some(old) = old.filter(|old| !old.is_empty()) else { continue };
        match (&old.content, &value.content) {
            (Content::Map(_), Content::Map(_)) => contradictions(old, value, found),
            (Content::List(all), Content::List(members))
                if members.iter().all(|one| about(one).is_some()) =>
            {
                for member in members {
                    let (Some(name), is) = (about(member), plain(member)) else { continue };
                    let same = |other: &&Node| about(other).map(fold) == Some(fold(name));
                    if all.iter().filter(same).any(|other| plain(other) != is) {
                        found.push((member.span, name.to_owned()));
                    }
                }
            }
            _ => {
                let is_alike = match (&value.content, text_of(old), text_of(value)) {
                    // "Raid*" on the sheet, and a raid from there described below it.
                    (Content::Implied(_), Some(old), Some(value)) => old.starts_with(&value),
                    (_, old_text, text) => {
                        old_text.is_some() && old_text == text || plain(old) == plain(value)
                    }
                };
                if !is_alike {
                    found.push((key.span, key.text().unwrap_or_default().to_owned()));
                }
            }
        }
    }
}

/// Takes out of a tree what stands in some lines.
fn drop_lines(node: &mut Node, lines: &[usize]) {
    match &mut node.content {
        Content::Map(entries) => {
            entries.iter_mut().for_each(|(_, value)| drop_lines(value, lines));
            entries.retain(|(key, value)| {
                let holds = matches!(&value.content, Content::Map(all) if !all.is_empty())
                    || matches!(&value.content, Content::List(all) if !all.is_empty());
                let was_emptied = matches!(&value.content, Content::Map(all) if all.is_empty())
                    || matches!(&value.content, Content::List(all) if all.is_empty());
                holds || !was_emptied && !lines.contains(&key.span.line)
            });
        }
        Content::List(members) => members.retain(|member| !lines.contains(&member.span.line)),
        _ => {}
    }
}

/// Takes out of a plan what it says of a name, as a key or as what a member of a list is about.
fn drop_name(plan: &mut Node, name: &str) {
    match &mut plan.content {
        Content::Map(entries) => {
            entries.retain(|(key, _)| key.text().map(fold).as_deref() != Some(name));
            entries.iter_mut().for_each(|(_, value)| drop_name(value, name));
        }
        Content::List(members) => members.retain(|one| about(one).map(fold).as_deref() != Some(name)),
        _ => {}
    }
}

/// Joins two trees that say nothing different.
fn joined(plan: Node, more: Node) -> Node {
    let Node { span, content } = plan;
    let content = match (content, more.content) {
        (Content::Map(mut known), Content::Map(more)) => {
            for (key, value) in more {
                let name = key.text().map(fold);
                match known.iter_mut().find(|(other, _)| other.text().map(fold) == name) {
                    Some((_, old)) => {
                        let was = std::mem::replace(old, Node { span: old.span, content: Content::Empty });
                        *old = if was.is_empty() { value } else { joined(was, value) };
                    }
                    None => known.push((key, value)),
                }
            }
            Content::Map(known)
        }
        (Content::List(mut known), Content::List(more)) => {
            let all: Vec<_> = known.iter().map(plain).collect();
            known.extend(more.into_iter().filter(|one| !all.contains(&plain(one))));
            Content::List(known)
        }
        (known, _) => known,
    };
    Node { span, content }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::parse;

    /// The sections of some lines, each in the words of its own document.
    fn joined(lines: &[&str]) -> Vec<String> {
        let sections = lines.iter().flat_map(|line| match parse(line).unwrap().content {
            Content::Map(sections) => sections,
            other => panic!("{line}: {other:?}"),
        });
        let words = |(key, value): (Node, Node)| {
            let value = match value.content {
                Content::Map(entries) => {
                    let entries = entries
                        .iter()
                        .map(|(key, value)| format!("{} {}", key.text().unwrap(), value.text().unwrap()));
                    entries.collect::<Vec<_>>().join(", ")
                }
                content => Node { content, ..value }.text().unwrap().to_owned(),
            };
            format!("{}: {value}", key.text().unwrap())
        };
        together(sections.collect()).into_iter().map(words).collect()
    }

    #[test]
    fn what_is_said_twice_is_one_section_but_for_orders_of_the_game_master() {
        for (lines, is) in [
            (&["do: pause", "do: status"][..], &["do: pause", "do: status"][..]),
            (&["do: {remind: stark}", "do: {remind: tully}"], &["do: remind stark", "do: remind tully"]),
            (&["vote: {draw: yes}", "vote: {extend: no}"], &["vote: draw yes, extend no"]),
            (&["vote: {draw: yes}", "vote: {draw: no}"], &["vote: draw yes"]),
            (&["final: yes", "final: no", "ask: plan"], &["final: yes", "ask: plan"]),
            (&["final: yes", "final: {a: b}"], &["final: yes"]),
        ] {
            assert_eq!(joined(lines), is, "{lines:?}");
        }
    }
}
