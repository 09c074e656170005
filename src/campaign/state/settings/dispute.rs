//! What the game master decides of disputes.

use crate::campaign::state::settings::Mistakes;
use crate::campaign::state::settings::fields::Fields;
use serde::Serialize;

/// What becomes of deadlines while a dispute is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeClock {
    /// None closes a window before the dispute is settled, and the time is made good.
    Waits,
    /// They close as always.
    Runs,
}

/// Disputes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Disputes {
    /// What becomes of deadlines.
    pub clock: DisputeClock,
    /// How many disputes of one seat may be open at once; 0: none are taken.
    pub a_seat: usize,
}

impl Default for Disputes {
    fn default() -> Self {
        Disputes { clock: DisputeClock::Runs, a_seat: 3 }
    }
}

pub(crate) fn read_disputes(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Disputes {
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
