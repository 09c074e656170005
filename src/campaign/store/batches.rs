//! Batches: entries that are written in one append and count together or not at all.

use crate::ledger::{Draft, Entry, Kind};
use serde_json::Value;

/// Returns how many entries belong to complete batches. An incomplete last batch counts as torn, like half a line:
/// nobody was ever told of it.
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

/// Splits entries into batches; a batch ends where a window opens. Copies of the ledger end there while the window takes
/// plans, and no copy may end within a batch.
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

/// Writes into the first entry of a batch how many there are, if there are several.
pub(crate) fn marked(mut batch: Vec<Draft>) -> Vec<Draft> {
    let together = batch.len();
    if together > 1
        && let Some(body) = batch.first_mut().and_then(|first| first.body.as_object_mut())
    {
        body.insert("batch".to_owned(), together.into());
    }
    batch
}

/// Returns `true` if an entry opens a window.
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
