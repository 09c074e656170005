//! Plans that were sent in an unsealed window while the game waited for something else. Nobody has used them yet, so a ruling that
//! goes back does not take them back.

use super::entries::{Line, Resolved, WindowStep};
use super::record::Round;
use super::rules::Rules;
use super::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind};

/// A plan that a seat has sent in an unsealed window while the game waited for something else.
pub(crate) struct Lying {
    /// The entry that opened it.
    pub seq: u64,
    /// The number of the stage in which that was.
    pub stage: u64,
    pub round: Round,
}

/// Returns the plans that have been sent in the unsealed window which is open after the entry `last`, or which the last ruling
/// has closed if the game has not gone on since.
pub(crate) fn lying(rules: Rules<'_>, past: &[Entry], last: u64) -> Vec<Lying> {
    let named = |turn: u32, name: &str| Round { turn, name: rules.referee.round(name).to_owned() };
    let (mut stage, mut now, mut open) = (0, named(0, ""), false);
    let (mut lying, mut ruled) = (Vec::new(), None);
    for entry in timeline(past, last) {
        match entry.kind {
            Kind::Resolved => {
                let Ok(Resolved { number, turn, stage: name, .. }) = Line::from(entry).body() else {
                    continue;
                };
                (stage, now, ruled) = (number + 1, named(turn, &name), None);
            }
            Kind::Window => match Line::from(entry).body() {
                Ok(WindowStep::Opened { sealed, .. }) => (open, lying) = (!sealed, Vec::new()),
                Ok(WindowStep::Closed { .. }) => (open, lying) = (false, Vec::new()),
                _ => {}
            },
            Kind::Opened if open => lying.push(Lying { seq: entry.seq, stage, round: now.clone() }),
            Kind::Ruling => {
                if let Some(ruling) = adopted(entry) {
                    (open, lying, now) = (false, Vec::new(), named(ruling.turn, &ruling.stage));
                    ruled = Some(entry.seq);
                }
            }
            _ => {}
        }
    }
    let before = ruled.map(|seq| self::lying(rules, past, seq - 1)).unwrap_or_default();
    before.into_iter().chain(lying).collect()
}
