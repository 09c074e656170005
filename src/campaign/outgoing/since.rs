//! What has happened between the filing of a message and the writing of its receipt. A message is filed before the game
//! plays on; a receipt that does not look further promises changes in a window that has closed in the same pass.

use crate::campaign::state::entries::{Fate, Line, Received, RulingStep, WindowStep};
use crate::campaign::state::receipt::Kept;
use crate::ledger::{Entry, Kind};
use crate::report::model::Since;

/// Returns what has become of the window of a message since its entry, and the receipt for a later message of the seat
/// whose plan has replaced the one in it.
pub(super) fn since(entries: &[Entry], of: &Entry, body: &Received, kept: &Kept) -> (Since, Option<u32>) {
    let Some(window) = kept.window.as_ref().map(|state| state.window.id.as_str()) else {
        return (Since::Nothing, None);
    };
    let (mut since, mut replaced) = (Since::Nothing, None);
    for entry in entries.iter().skip_while(|entry| entry.seq <= of.seq) {
        let line = Line::from(entry);
        match entry.kind {
            Kind::Window => match line.body::<WindowStep>() {
                Ok(WindowStep::Closed { window: closed, .. }) if closed == window => {
                    return (Since::Closed, replaced);
                }
                Ok(WindowStep::Published { window: published, .. }) if published == window => {
                    since = Since::Published;
                }
                _ => {}
            },
            Kind::Ruling if matches!(line.body(), Ok(RulingStep::Adopted(_))) => return (Since::Ruled, None),
            Kind::Received => {
                let later = line.body::<Received>().ok().filter(|later| {
                    later.seat == body.seat
                        && later.fate == Fate::Used
                        && later.window.as_deref() == Some(window)
                        && later.seal.is_some()
                        && later.seal != body.seal
                });
                replaced = later.and_then(|later| u32::try_from(later.number).ok()).or(replaced);
            }
            _ => {}
        }
    }
    (since, replaced)
}
