//! Which entries are written in one append: all or nothing of them counts.
//!
//! May use: ledger. Is used by: folder, export.

use crate::ledger::{Draft, Entry, Kind};
use serde_json::Value;

/// How many entries were written whole. A last append of which a part is missing was never told of to anybody: it is as
/// torn as half a line.
pub(crate) fn whole(entries: &[Entry]) -> usize {
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let together = entry.body.get("batch").and_then(|batch| batch.as_u64()).unwrap_or(1);
        let end = at.saturating_add(usize::try_from(together).unwrap_or(usize::MAX).max(1));
        if end > entries.len() {
            break;
        }
        at = end;
    }
    at
}

/// What is to be written in one append each: an append ends where a window opens. Copies for others end there while the
/// window takes plans, and no copy may end within an append.
pub(crate) fn batches(drafts: Vec<Draft>) -> Vec<Vec<Draft>> {
    let mut all: Vec<Vec<Draft>> = vec![Vec::new()];
    let mut ends = false;
    for draft in drafts {
        if std::mem::replace(&mut ends, opens_a_window(draft.kind, &draft.body)) {
            all.push(Vec::new());
        }
        if let Some(batch) = all.last_mut() {
            batch.push(draft);
        }
    }
    all
}

/// Whether an entry opens a window.
pub(crate) fn opens_a_window(kind: Kind, body: &Value) -> bool {
    kind == Kind::Window && body.get("what").is_some_and(|what| what == "opened")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use serde_json::json;

    #[test]
    fn an_append_ends_where_a_window_opens() {
        let draft = |kind, body| Draft::new(DateTime::UNIX_EPOCH, kind, body);
        let opens = || draft(Kind::Window, json!({"what": "opened"}));
        let other = || draft(Kind::Received, json!({}));
        let sizes = |drafts| batches(drafts).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(vec![other(), opens(), other(), other(), opens()]), [2, 3]);
        assert_eq!(sizes(vec![opens(), opens(), draft(Kind::Window, json!({"what": "closed"}))]), [1, 1, 1]);
        assert_eq!(sizes(vec![other(), other()]), [2]);
    }
}
