//! Changes of earlier rulings that a later ruling undoes because it goes back to a point before them.

use crate::campaign::state::entries::{Ruling, RulingChange, RulingKind};
use crate::campaign::state::record::Record;
use crate::campaign::state::timeline::adopted;
use crate::ledger::Entry;
use crate::report::model::Undone;

/// Returns the edited positions and corrected files of the current `timeline` that `ruling` undoes; of a rewind also the answers and
/// results that were ruled.
///
/// `now` is the record before the ruling, `then` the record after it. The list is empty for a forward, which undoes the last
/// ruling on purpose.
pub(super) fn undone(timeline: &[&Entry], now: &Record, then: &Record, ruling: &Ruling) -> Vec<Undone> {
    if ruling.what == RulingKind::Forward {
        return Vec::new();
    }
    let corrects = |name: &String| {
        ruling.changes.iter().any(|change| matches!(change, RulingChange::Data { file, .. } if file == name))
    };
    let mut all: Vec<Undone> = Vec::new();
    for earlier in timeline.iter().filter(|entry| entry.seq > ruling.after).filter_map(|entry| adopted(entry))
    {
        let number = earlier.number;
        for change in &earlier.changes {
            match change {
                RulingChange::State => all.push(Undone { ruling: number, file: None, key: None }),
                RulingChange::Data { file, .. } if now.file(file) != then.file(file) && !corrects(file) => {
                    // Of several corrections of a file the last is the one that stood.
                    all.retain(|undone| undone.file.as_ref() != Some(file));
                    all.push(Undone { ruling: number, file: Some(file.clone()), key: None });
                }
                // After a rewind everything is decided again; other rulings keep what earlier ones have said.
                RulingChange::Answer { key, .. } | RulingChange::Outcome { key, .. }
                    if ruling.what == RulingKind::Rewind =>
                {
                    all.push(Undone { ruling: number, file: None, key: Some(key.clone()) });
                }
                _ => {}
            }
        }
    }
    all
}
