//! Notes on an order sheet that say what is on file for its places.
//!
//! The places themselves stay empty: a sheet that comes back in a quotation must not say again what its player has changed
//! since.

use crate::sheet::{Content, Node, fold, parse};

/// The widest line of a sheet, in columns: some programs break lines at 68.
pub(super) const WIDTH: usize = 66;

/// Adds to each place of a sheet what `plan`, YAML that begins with `plan:`, says there.
pub(super) fn with_notes(sheet: &str, plan: &str) -> String {
    let tree = parse(plan).ok();
    let Some(plan) = tree.as_ref().and_then(|tree| entry(tree, "plan")) else { return sheet.to_owned() };
    let mut section = None;
    let mut out = String::new();
    for line in sheet.lines() {
        let depth = line.len() - line.trim_start().len();
        let name = line.trim().split_once(':').map(|(name, _)| name.trim().trim_matches(['"', '\'']));
        let place = line.split_once(": ~").filter(|(name, _)| !name.trim_start().starts_with(['#', '-']));
        let node = match (depth, name) {
            (2, Some(name)) if !name.starts_with('#') => {
                section = entry(plan, name);
                section
            }
            (4, Some(name)) => section.and_then(|section| entry(section, name)),
            _ => None,
        };
        out.push_str(line);
        if let (Some(_), Some(node)) = (place, node.filter(|node| node.says_something())) {
            let note = format!("# now: {}", flow(node).replace(['\n', '\r'], " "));
            let is_free = !line.contains(" #") && line.chars().count() + 3 + note.chars().count() <= WIDTH;
            out.push_str(&if is_free {
                format!("   {note}")
            } else {
                format!("\n{}{note}", " ".repeat(depth + 2))
            });
        }
        out.push('\n');
    }
    out
}

pub(super) fn entry<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let mut entries = node.entries()?.iter();
    entries.find(|(key, _)| key.text().is_some_and(|key| fold(key) == fold(name))).map(|(_, value)| value)
}

/// Returns a value in one line.
fn flow(node: &Node) -> String {
    match &node.content {
        Content::Empty => "~".to_owned(),
        Content::Text(text) | Content::Implied(text) => text.clone(),
        Content::List(members) => format!("[{}]", members.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Content::Map(entries) => {
            let entry = |(key, value): &(Node, Node)| format!("{}: {}", flow(key), flow(value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_say_what_is_on_file() {
        let sheet = "---\ncampaign: x\nkey: K\n\nplan:\n  # ORDERS\n  orders:\n    Winterfell: ~\n      # legal: all\n    White Harbor: ~\n  bids:\n    iron throne: ~   # 0 to 5\n  ties: ~\n---\n";
        let plan =
            "plan:\n  orders: {winterfell: march+1}\n  bids: {Iron Throne: 3}\n  ties: [Stark, Lannister]\n";
        let noted = with_notes(sheet, plan);
        assert_eq!(
            noted,
            "---\ncampaign: x\nkey: K\n\nplan:\n  # ORDERS\n  orders:\n    Winterfell: ~   # now: march+1\n      # legal: all\n    White Harbor: ~\n  bids:\n    iron throne: ~   # 0 to 5\n      # now: 3\n  ties: ~   # now: [Stark, Lannister]\n---\n"
        );
        let empty = |text: &str| parse(text.trim_matches('-')).unwrap();
        assert!(
            noted.lines().all(|line| !line.contains(": ~ march")) && empty("plan:\n").entries().is_some()
        );
        assert_eq!(with_notes(sheet, "not a plan"), sheet);
    }
}
