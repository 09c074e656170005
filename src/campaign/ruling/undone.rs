//! What earlier rulings have made of the game that a later one undoes without a word, because it goes back to before them.
//!
//! May use: way, record, report (models). Is used by: trial.

use crate::campaign::state::entries::{Ruling, RulingChange, RulingKind};
use crate::campaign::state::record::Record;
use crate::campaign::state::timeline::adopted;
use crate::ledger::Entry;
use crate::report::model::Undone;

/// What a ruling undoes by which the game would be as it is `then`, of what it has become on the way to `now`. To go forward
/// again is to undo the last ruling, and needs no telling.
pub(crate) fn undone(way: &[&Entry], now: &Record, then: &Record, ruling: &Ruling) -> Vec<Undone> {
    if ruling.what == RulingKind::Forward {
        return Vec::new();
    }
    let edits = ruling.changes.contains(&RulingChange::State);
    let corrects = |name: &String| {
        ruling.changes.iter().any(|change| matches!(change, RulingChange::Data { file, .. } if file == name))
    };
    let mut all: Vec<Undone> = Vec::new();
    for earlier in way.iter().filter(|entry| entry.seq > ruling.after).filter_map(|entry| adopted(entry)) {
        let number = earlier.number;
        for change in &earlier.changes {
            match change {
                RulingChange::State if !edits => all.push(Undone { ruling: number, file: None }),
                RulingChange::Data { file, .. } if now.file(file) != then.file(file) && !corrects(file) => {
                    // Of several corrections of a file the last is the one that stood.
                    all.retain(|undone| undone.file.as_ref() != Some(file));
                    all.push(Undone { ruling: number, file: Some(file.clone()) });
                }
                _ => {}
            }
        }
    }
    all
}
