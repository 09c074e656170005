//! What has happened between the filing of a message and the writing of its receipt. A message is filed before the game
//! plays on; a receipt that does not look further promises changes in a window that has closed in the same pass.

use crate::campaign::state::entries::{Line, Received, RulingStep, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::ledger::{Entry, Kind, Past};
use crate::report::model::Since;
use serde_json::Value;

/// Returns what has become of the window of a message since its entry, and the receipt for a later message of the seat
/// whose plan has replaced the one in it.
///
/// # Errors
/// If later entries cannot be read.
pub(super) fn since(
    past: Past<'_>,
    of: &Entry,
    body: &Received,
    kept: &Kept,
) -> Result<(Since, Option<u32>), CampaignError> {
    let Some(window) = kept.window.as_ref().map(|state| state.window.id.as_str()) else {
        return Ok((Since::Nothing, None));
    };
    let (mut since, mut replaced) = (Since::Nothing, None);
    for seq in of.seq + 1.. {
        let Some(entry) = past.get(seq)? else { break };
        let line = Line::from(entry);
        // Most entries are of other windows and seats: that is seen before the whole of one is read.
        let names = |member: &str, what: &str| {
            entry.body.get(member).and_then(Value::as_str).is_some_and(|named| named == what)
        };
        match entry.kind {
            Kind::Window if !names("window", window) => {}
            Kind::Received
                if !body.seat.as_ref().is_some_and(|seat| names("seat", seat))
                    || !names("window", window) => {}
            Kind::Window => match line.body::<WindowStep>() {
                Ok(WindowStep::Closed { window: closed, .. }) if closed == window => {
                    return Ok((Since::Closed, replaced));
                }
                Ok(WindowStep::Published { window: published, .. }) if published == window => {
                    since = Since::Published;
                }
                _ => {}
            },
            Kind::Ruling if matches!(line.body(), Ok(RulingStep::Adopted(_))) => {
                return Ok((Since::Ruled, None));
            }
            Kind::Received => {
                // A player may send hundreds before the first is answered, so no more of them is read.
                let seal = entry.body.get("seal").and_then(Value::as_str);
                if names("fate", "used") && seal.is_some() && seal != body.seal.as_deref() {
                    let number = entry.body.get("number").and_then(Value::as_u64);
                    replaced = number.and_then(|number| u32::try_from(number).ok()).or(replaced);
                }
            }
            _ => {}
        }
    }
    Ok((since, replaced))
}
