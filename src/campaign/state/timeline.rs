//! The way that the game has come: the entries of the ledger without those that rulings have left behind.
//!
//! May use: entries. Is used by: carried, fold, explain, status.

use crate::campaign::state::entries::{Line, Ruling, RulingStep};
use crate::ledger::{Entry, Kind};

/// The ruling of an entry, if it is one that was adopted.
pub(crate) fn adopted(entry: &Entry) -> Option<Ruling> {
    if entry.kind != Kind::Ruling {
        return None;
    }
    match Line::from(entry).body() {
        Ok(RulingStep::Adopted(ruling)) => Some(ruling),
        _ => None,
    }
}

/// The entries by which the game came to where it stood after the entry `last`, oldest first.
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
        // A ruling goes back; one that does not is found out when it is taken in.
        end = usize::try_from(after).unwrap_or(usize::MAX).min(at);
    }
    parts.into_iter().rev().flatten().collect()
}

/// The number of the ruling that has left an entry behind; none if the game as it is now has come by it.
pub fn overruled_by(entries: &[Entry], seq: u64) -> Option<u64> {
    let last = entries.last()?.seq;
    if timeline(entries, last).iter().any(|entry| entry.seq == seq) {
        return None;
    }
    let leaves = |entry: &Entry| adopted(entry).filter(|ruling| entry.seq > seq && ruling.after < seq);
    // The last that did: an earlier one may have been undone.
    entries.iter().rev().find_map(leaves).map(|ruling| ruling.number)
}
