//! Timelines: the entries of the ledger without those that rulings have replaced.

use crate::campaign::state::entries::{Line, Ruling, RulingStep};
use crate::ledger::{Entry, Kind};

/// Returns the ruling that takes effect with an entry; `None` for all other entries.
pub(crate) fn adopted(entry: &Entry) -> Option<Ruling> {
    if entry.kind != Kind::Ruling {
        return None;
    }
    match Line::from(entry).body() {
        Ok(RulingStep::Adopted(ruling)) => Some(ruling),
        _ => None,
    }
}

/// Returns the timeline that ends with the entry `last`: the entries that led to the game as it was then, oldest first.
pub fn timeline(entries: &[Entry], last: u64) -> Vec<&Entry> {
    let mut parts: Vec<&[Entry]> = Vec::new();
    let mut end = usize::try_from(last).unwrap_or(usize::MAX).min(entries.len());
    while let Some(part) = entries.get(..end) {
        let ruling = part.iter().enumerate().rev().find_map(|(at, entry)| Some((at, adopted(entry)?.after)));
        let Some((at, after)) = ruling else {
            parts.push(part);
            break;
        };
        parts.push(part.get(at..).unwrap_or_default());
        // A ruling goes back; one that does not is refused when it is applied.
        end = usize::try_from(after).unwrap_or(usize::MAX).min(at);
    }
    parts.into_iter().rev().flatten().collect()
}

/// Returns the number of the ruling that replaced the timeline of an entry; `None` if the entry is on the present timeline.
pub fn overruled_by(entries: &[Entry], seq: u64) -> Option<u64> {
    let last = entries.last()?.seq;
    if timeline(entries, last).iter().any(|entry| entry.seq == seq) {
        return None;
    }
    let leaves = |entry: &Entry| adopted(entry).filter(|ruling| ruling.after < seq);
    // The last such ruling, because an earlier one may have been undone; one that left the entry is behind it.
    entries.iter().rev().find_map(leaves).map(|ruling| ruling.number)
}
