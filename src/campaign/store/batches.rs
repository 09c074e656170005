//! Batches: entries that are written in one append and count together or not at all.

use crate::ledger::{Draft, Entry, Kind};
use serde_json::Value;

/// Returns how many entries belong to complete batches. An incomplete last batch counts as torn, like half a line:
/// nobody was ever told of it.
pub(crate) fn whole(entries: &[Entry]) -> usize {
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let end = at.saturating_add(usize::try_from(together(entry)).unwrap_or(usize::MAX));
        if end > entries.len() {
            break;
        }
        at = end;
    }
    at
}

/// Returns how many entries are in the batch that begins with this one.
fn together(first: &Entry) -> u64 {
    first.body.get("batch").and_then(Value::as_u64).unwrap_or(1).max(1)
}

/// The numbers of the first and the last entry of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Batch {
    /// Returns the batch of the entry that follows those of this one, or is one of them.
    pub(crate) fn of_next(self, entry: &Entry) -> Self {
        match entry.seq <= self.last {
            true => self,
            false => Batch { first: entry.seq, last: entry.seq.saturating_add(together(entry) - 1) },
        }
    }
}

/// Returns for each of these entries, which begin with a batch or with the last entry of one, whether an explanation reads it.
/// Most entries of a campaign are press, messages of ours, and messages of seats that brought no plan: no result comes of them.
pub(crate) fn counted(entries: &[Entry]) -> Vec<bool> {
    let mut left = 0;
    // The seats of which a plan was sealed or opened in this batch; the message that brought it follows.
    let mut bring: Vec<&str> = Vec::new();
    let counts = entries.iter().map(|entry| {
        if left == 0 {
            left = together(entry);
            bring.clear();
        }
        left -= 1;
        let seat = entry.body.get("seat").and_then(Value::as_str);
        match entry.kind {
            Kind::Press | Kind::Mailed => return false,
            Kind::Sealed | Kind::Opened => bring.extend(seat),
            Kind::Received => {
                let known = bring.len();
                bring.retain(|other| Some(*other) != seat);
                return bring.len() < known || !is_bare(&entry.body);
            }
            _ => {}
        }
        true
    });
    counts.collect()
}

/// What the entry of a message has that did nothing to the game and could not go wrong.
const BARE: &[&str] =
    &["batch", "chain", "fate", "mail", "message", "number", "received", "seat", "stranger", "window"];

fn is_bare(received: &Value) -> bool {
    let fate = received.get("fate").and_then(Value::as_str);
    matches!(fate, Some("used" | "stranger"))
        && received.as_object().is_some_and(|body| body.keys().all(|name| BARE.contains(&&**name)))
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
    use crate::disk::{Disk, FaultyDisk};
    use crate::ledger::Ledger;
    use chrono::DateTime;
    use serde_json::json;
    use std::path::Path;
    use std::sync::Arc;

    #[test]
    fn a_message_that_brought_no_plan_and_could_not_go_wrong_is_not_read_again() {
        let (disk, path) = (FaultyDisk::new(), Path::new("/ledger.jsonl"));
        let disk: Arc<dyn Disk> = Arc::new(disk);
        let mut ledger = Ledger::open(&disk, path).unwrap().ledger;
        let received = |seat: &str, more: Value| {
            let mut body = json!({"seat": seat, "number": 1, "fate": "used"});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            (Kind::Received, body)
        };
        let all = [
            (received("ash", json!({"batch": 3})), false),
            ((Kind::Press, json!({})), false),
            ((Kind::Opened, json!({"seat": "birch"})), true),
            // That opening was of another batch.
            (received("birch", json!({})), false),
            ((Kind::Opened, json!({"seat": "ash", "batch": 4})), true),
            (received("birch", json!({"window": "1-bids"})), false),
            (received("ash", json!({"window": "1-bids"})), true),
            (received("ash", json!({})), false),
            (received("ash", json!({"unusable": true})), true),
            (received("ash", json!({"fate": "refused"})), true),
            (received("ash", json!({"words": "a word"})), true),
            ((Kind::Mailed, json!({})), false),
            ((Kind::Vote, json!({"seat": "ash"})), true),
        ];
        let at = DateTime::UNIX_EPOCH;
        let drafts = all.iter().map(|((kind, body), _)| Draft::new(at, *kind, body.clone())).collect();
        let entries = ledger.append(&*disk, drafts).unwrap();
        assert_eq!(counted(entries), all.map(|(_, counts)| counts));
    }

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
