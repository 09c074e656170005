//! Settings about disputes.

use super::fields::{Fields, Mistakes};
use serde::Serialize;

/// What happens to deadlines while a dispute is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeClock {
    /// Deadlines wait until the dispute is settled, and then move by the time that it took.
    Waits,
    /// Deadlines count as always.
    Runs,
}

/// The setting `disputes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Disputes {
    pub clock: DisputeClock,
    /// How many disputes of one seat may be open at once; 0 if none are accepted.
    pub a_seat: usize,
}

impl Default for Disputes {
    fn default() -> Self {
        Disputes { clock: DisputeClock::Runs, a_seat: 3 }
    }
}

pub(super) fn read_disputes(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Disputes {
    let mut disputes = Disputes::default();
    let Some(node) = all.take("disputes") else { return disputes };
    let mut fields = Fields::of(node, "disputes", wrong);
    let clocks = [("waits", DisputeClock::Waits), ("runs", DisputeClock::Runs)];
    disputes.clock = fields.choice("clock", &clocks, wrong).unwrap_or(disputes.clock);
    if let Some(number) = fields.number("a seat", 0..=20, wrong) {
        disputes.a_seat = usize::try_from(number).unwrap_or(disputes.a_seat);
    }
    fields.finish(wrong);
    disputes
}
