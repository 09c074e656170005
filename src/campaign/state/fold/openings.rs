//! Applies entries about the order in which seals are opened: the game master's own seat first, then the others.

use crate::campaign::state::entries::{FirstIs, How, Instead, Line, OpenedPlan, SeatId};
use crate::campaign::state::record::{CopyOf, DueKind, GM, Phase, Record, Window};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::collections::BTreeMap;

impl Record {
    /// Returns the seat that the game master plays, by the settings in the ledger; `None` if there is none.
    pub(crate) fn gm_plays(&self) -> Option<&str> {
        self.people.settings["gm"]["plays"].as_str()
    }

    /// Ends the sealing of a window: all seals are published, and the first openings are asked for.
    pub(super) fn seals_published(
        &mut self,
        line: Line<'_>,
        id: &str,
        seals: BTreeMap<SeatId, String>,
        deadline: Option<DateTime<Utc>>,
        first: Option<SeatId>,
    ) -> Result<(), String> {
        let plays = self.gm_plays().map(str::to_owned);
        let window = self.open_one(id)?;
        if window.phase != Phase::Collecting {
            return Err(format!("the seals of window {id} are published twice"));
        }
        if first != window.opens_first(plays.as_deref()) {
            return Err(
                "the seat that the game master plays must be asked to open first, and no other".to_owned()
            );
        }
        window.phase = if first.is_some() { Phase::OpeningFirst } else { Phase::Opening };
        (window.published, window.first) = (seals, first);
        self.await_openings(line, id, deadline)
    }

    /// Asks the other seats for their openings, after the first has opened or lost its chance to do so.
    pub(super) fn openings_asked(
        &mut self,
        line: Line<'_>,
        id: &str,
        first: &str,
        why: FirstIs,
        instead: Option<Instead>,
        deadline: Option<DateTime<Utc>>,
    ) -> Result<(), String> {
        let window = self.open_one(id)?;
        if window.phase != Phase::OpeningFirst || window.first.as_deref() != Some(first) {
            return Err(format!("window {id} does not wait for {first} to open first"));
        }
        let has_opened = window.has_opened(first);
        let is_over = match why {
            FirstIs::Opened => has_opened,
            FirstIs::Deadline => !has_opened && window.last_call().is_some_and(|last| line.at >= last),
            FirstIs::Gm => !has_opened,
        };
        if !is_over || has_opened != instead.is_none() {
            return Err(format!(
                "the others are asked to open before {first} has opened or its deadline has passed"
            ));
        }
        (window.phase, window.instead) = (Phase::Opening, instead);
        if instead.is_some() {
            self.notice(line, GM, "not-opened", json!({"window": id, "seats": [first], "instead": instead}));
        }
        // A table that was not sent yet would ask some to wait.
        let is_table = |kind: &DueKind| matches!(kind, DueKind::Seals | DueKind::Copy { of: CopyOf::Seals });
        self.people.due.retain(|due| !is_table(&due.kind) && due.kind != DueKind::Reminder);
        self.await_openings(line, id, deadline)
    }

    fn await_openings(
        &mut self,
        line: Line<'_>,
        id: &str,
        deadline: Option<DateTime<Utc>>,
    ) -> Result<(), String> {
        let window = self.open_one(id)?;
        (window.deadline, window.opening_since) = (deadline, Some(line.at));
        (window.reminded, window.waiting) = (false, false);
        self.deadline_is_new(line.at);
        self.due_all(line, "seals", DueKind::Seals);
        Ok(())
    }
}

/// Checks that a plan which was sealed at home is opened when its seat is asked for it.
///
/// # Errors
/// If nobody has asked for it yet, or it comes after its time.
pub(super) fn is_its_turn(window: &Window, opened: &OpenedPlan) -> Result<(), String> {
    let seat = &opened.seat;
    match opened.how {
        How::Seal if !window.asked_to_open().any(|asked| asked == seat) => {
            Err(format!("{seat} opens its seal, but is not asked to open it now"))
        }
        // The plan of the steward comes before the others are asked; deposits are opened when the window closes.
        _ => Ok(()),
    }
}
