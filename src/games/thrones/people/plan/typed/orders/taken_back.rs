//! What a correction takes back of earlier lines.

use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::tree::Entry;
use crate::sheet::{Fault, Node, Refusal};

/// Takes back what earlier lines say of the areas of some entries, if their line corrects them, and says so.
pub(in super::super) fn take_back(entries: &mut Vec<Entry>, faults: &mut Vec<Fault>, made: &[Entry]) {
    let mut told: Vec<&str> = Vec::new();
    for entry in made {
        let (area, is_order) = match entry {
            Entry::Order { area, .. } | Entry::Stay { area, .. } => (area, true),
            Entry::March { from, .. } | Entry::Raid { from, .. } => (from, false),
            Entry::Keyed(Section::Bids, key, _) => (key, false),
            _ => continue,
        };
        let Some(name) = area.text() else { continue };
        let is_earlier = |node: &Node| node.text() == Some(name) && node.span.line < area.span.line;
        let goes = |known: &Entry| match (known, entry) {
            (Entry::Keyed(Section::Bids, key, _), Entry::Keyed(Section::Bids, ..)) => is_earlier(key),
            (_, Entry::Keyed(..)) => false,
            (Entry::Order { area, .. } | Entry::Stay { area, .. }, _) => is_order && is_earlier(area),
            (Entry::March { from, .. } | Entry::Raid { from, .. }, _) => is_earlier(from),
            _ => false,
        };
        let before = entries.len();
        let gone: Vec<Entry> = entries.extract_if(.., |known| goes(known)).collect();
        gone.iter().for_each(|order| drop_helped(entries, order));
        if entries.len() < before && !told.contains(&name) {
            told.push(name);
            let why = Refusal::new("line-corrected").with("what", name);
            faults.push(Fault::warning(area.span, why));
        }
    }
}

/// Takes back whom a Support order helps, with the order: what stands behind it in its line, before another order.
fn drop_helped(entries: &mut Vec<Entry>, order: &Entry) {
    let Entry::Order { area, .. } = order else { return };
    let place = |node: &Node| (node.span.line, node.span.column);
    let next = entries.iter().filter_map(|entry| match entry {
        Entry::Order { area: other, .. } if place(other) > place(area) => Some(place(other)),
        _ => None,
    });
    let end = next.chain([(area.span.line + 1, 0)]).min().unwrap_or_default();
    entries.retain(|entry| match entry {
        Entry::Keyed(Section::Support, key, _) => !(place(area)..end).contains(&place(key)),
        _ => true,
    });
}
