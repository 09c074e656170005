//! Seals that were made when plans for the same questions had been opened, before a ruling took the game back.

use super::entries::{Line, OpenedPlan, Question, Sealed, SeatId, WindowStep};
use super::record::Window;
use crate::ledger::{Entry, Kind};
use std::collections::BTreeMap;

/// Returns the seats of a window that sealed their present plans when another seat's plan for the same questions had been opened
/// on a replaced timeline, each with the window of that plan.
///
/// Whoever reads the ledger can work it out: windows, seals and openings are in its public part.
pub(crate) fn sealed_anew(past: &[Entry], window: &Window) -> BTreeMap<SeatId, String> {
    // The earlier windows, and the openings of their plans.
    let mut earlier: Vec<String> = Vec::new();
    let mut opened: Vec<OpenedPlan> = Vec::new();
    let mut all = BTreeMap::new();
    for entry in past {
        let line = Line::from(entry);
        match entry.kind {
            Kind::Window => {
                if let Ok(WindowStep::Opened { window: id, asked, .. }) = line.body()
                    && id != window.id
                    && asked.values().flatten().any(|question| asks(window, question))
                {
                    earlier.push(id);
                }
            }
            Kind::Opened => {
                if let Ok(plan) = line.body::<OpenedPlan>()
                    && earlier.contains(&plan.window)
                {
                    opened.push(plan);
                }
            }
            Kind::Sealed => {
                let Ok(sealed) = line.body::<Sealed>() else { continue };
                let present = window.seats.get(&sealed.seat).and_then(|part| part.seal.as_ref());
                if present.or_else(|| window.published.get(&sealed.seat)) != Some(&sealed.seal) {
                    continue;
                }
                match opened.iter().find(|plan| plan.seat != sealed.seat) {
                    Some(plan) => all.insert(sealed.seat, plan.window.clone()),
                    None => all.remove(&sealed.seat),
                };
            }
            _ => {}
        }
    }
    all
}

fn asks(window: &Window, question: &Question) -> bool {
    window.asked.values().flatten().any(|own| own.key == question.key)
}
